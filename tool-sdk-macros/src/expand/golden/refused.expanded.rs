pub async fn read_file(limit: u32, (a, b): (u32, u32)) -> ToolResult<String> {
    read(limit, a, b).await
}
///The tool `read_file`.
#[allow(dead_code, missing_copy_implementations, missing_debug_implementations)]
pub struct ReadFile;
///The arguments of `read_file`.
#[allow(dead_code, private_interfaces)]
pub struct ReadFileArgs {
    ///The argument `limit`.
    pub limit: u32,
}
const _: () = {
    use ::tool_sdk::__private as __p;
    impl __p::ToolValue for ReadFileArgs {
        const KINDS: __p::u8 = 0;
        fn node() -> &'static __p::Node {
            ::core::unreachable!()
        }
        fn decode(_: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            ::core::unreachable!()
        }
        fn encode(&self, _: &mut __p::Encoder) {}
    }
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
        #[allow(unused_mut, unused_variables)]
        pub fn new(limit: u32) -> Self {
            ::core::unreachable!()
        }
    }
};
const _: () = {
    use ::tool_sdk::__private as __p;
    impl __p::Tool for ReadFile {
        type Args = ReadFileArgs;
        type Return = ToolResult<String>;
        const SPEC: __p::ToolSpec = __p::ToolSpec::new("stub", "stub");
        fn execute(
            &self,
            _args: ReadFileArgs,
            _cx: &__p::ToolContext,
        ) -> impl __p::Future<Output = ToolResult<String>> + __p::Send {
            async { ::core::unreachable!() }
        }
    }
};
const _: () = {
    use ::tool_sdk::__private as __p;
    impl __p::ToolValue for Args {
        const KINDS: __p::u8 = 0;
        fn node() -> &'static __p::Node {
            ::core::unreachable!()
        }
        fn decode(_: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            ::core::unreachable!()
        }
        fn encode(&self, _: &mut __p::Encoder) {}
    }
    impl __p::ToolArgs for Args {}
    #[allow(
        dead_code,
        private_bounds,
        private_interfaces,
        clippy::new_without_default,
        clippy::too_many_arguments
    )]
    impl Args {
        ///The arguments that are required; the optional ones are absent, or at their default, until their setter is called.
        #[allow(unused_mut, unused_variables)]
        pub fn new(limit: u32) -> Self {
            ::core::unreachable!()
        }
    }
};
::core::compile_error! {
    "the model needs a description of this tool: add a doc comment, or `description = \"…\"`"
}
::core::compile_error! {
    "unknown key `minn`, did you mean `min`?"
}
::core::compile_error! {
    "an argument has a name that the model sees: write `name: Type`, and take it apart in the body"
}
::core::compile_error! {
    "no value keeps both `min` and `max`: at least 5 and at most 3"
}
