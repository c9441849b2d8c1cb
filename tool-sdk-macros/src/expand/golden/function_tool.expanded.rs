/// Read a file from disk.
pub async fn read_file(
    path: String,
    limit: Option<u32>,
    cx: &ToolContext,
) -> ToolResult<String> {
    read(path, limit, cx).await
}
///The tool `read_file`.
///
///Read a file from disk.
#[allow(dead_code, missing_copy_implementations, missing_debug_implementations)]
pub struct ReadFile;
///The arguments of `read_file`.
#[allow(dead_code, private_interfaces)]
pub struct ReadFileArgs {
    ///Absolute path of the file.
    pub path: String,
    ///Return at most this many lines.
    pub limit: Option<u32>,
}
const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for ReadFileArgs {
        const TABLE: &'static __p::Object = &__p::Object::new(
                "ReadFileArgs",
                "",
                &[
                    __p::Field::new(
                        "path",
                        "\"path\":",
                        "Absolute path of the file.",
                        <String as __p::ToolValue>::OPS,
                    ),
                    __p::Field::new(
                            "limit",
                            "\"limit\":",
                            "Return at most this many lines.",
                            <Option<u32> as __p::ToolValue>::OPS,
                        )
                        .rules(&[__p::Rule::Min(__p::Num::Int(1))]),
                ],
            )
            .open();
    }
    #[automatically_derived]
    impl __p::ToolValue for ReadFileArgs {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<Option<u32>> = __p::None;
            __r.object(<Self as __Table>::TABLE, &mut [&mut __f0, &mut __f1])?;
            let (__p::Some(__f0), __p::Some(__f1)) = (__f0, __f1) else {
                return __p::Err(__p::Fail)
            };
            __p::Ok(Self { path: __f0, limit: __f1 })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out.object(<Self as __Table>::TABLE, &[&self.path, &self.limit]);
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.path, &self.limit],
                __at,
                __out,
            );
        }
    }
    #[automatically_derived]
    impl __p::ToolArgs for ReadFileArgs {}
    #[allow(
        dead_code,
        private_bounds,
        private_interfaces,
        clippy::new_without_default,
        clippy::too_many_arguments
    )]
    impl ReadFileArgs {
        ///The arguments that are required; the optional ones are absent, or at their default, until their setter is called.
        pub fn new(path: impl __p::Into<String>) -> Self {
            Self {
                path: __p::Into::into(path),
                limit: __p::None,
            }
        }
        ///Sets `limit`.
        #[must_use]
        pub fn limit(mut self, limit: u32) -> Self {
            self.limit = __p::Some(limit);
            self
        }
    }
    const _: () = __p::assert_rule(
        <ReadFileArgs as __Table>::TABLE.field("limit"),
        "min",
    );
};
const _: () = {
    use ::tool_sdk::__private as __p;
    #[automatically_derived]
    impl __p::Tool for ReadFile {
        type Args = ReadFileArgs;
        type Return = ToolResult<String>;
        const SPEC: __p::ToolSpec = __p::ToolSpec::new(
                "read_file",
                "Read a file from disk.",
            )
            .effect(__p::Effect::Read)
            .timeout_ms(30000);
        const HOOKS: __p::Hooks<Self> = __p::Hooks::<Self>::new()
            .concurrency_safe(|_| true);
        fn execute(
            &self,
            __args: ReadFileArgs,
            __cx: &__p::ToolContext,
        ) -> impl __p::Future<Output = ToolResult<String>> + __p::Send {
            read_file(
                __args.path,
                __args.limit,
                <&ToolContext as __p::FromCall<'_>>::from_call(__cx),
            )
        }
    }
};
