#[allow(clippy::needless_pass_by_value)]
/// Add two numbers.
fn add(a: i64, #[cfg(feature = "three")] b: i64, State(db): State<Db>) -> i64 {
    a + db.base
}
///The tool `sum`.
///
///Add two numbers.
#[allow(dead_code, missing_copy_implementations, missing_debug_implementations)]
struct Add;
///The arguments of `sum`.
#[allow(dead_code, private_interfaces)]
struct AddArgs {
    ///The argument `a`.
    a: i64,
    #[cfg(feature = "three")]
    ///The argument `b`.
    b: i64,
}
const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for AddArgs {
        const TABLE: &'static __p::Object = &__p::Object::new(
                "AddArgs",
                "",
                &[
                    __p::Field::new("a", "\"a\":", "", <i64 as __p::ToolValue>::OPS),
                    #[cfg(feature = "three")]
                    __p::Field::new("b", "\"b\":", "", <i64 as __p::ToolValue>::OPS),
                ],
            )
            .open();
    }
    #[automatically_derived]
    impl __p::ToolValue for AddArgs {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut __f0: __p::Option<i64> = __p::None;
            #[cfg(feature = "three")]
            let mut __f1: __p::Option<i64> = __p::None;
            __r.object(
                <Self as __Table>::TABLE,
                &mut [&mut __f0, #[cfg(feature = "three")] &mut __f1],
            )?;
            let __p::Some(__f0) = __f0 else { return __p::Err(__p::Fail) };
            #[cfg(feature = "three")]
            let __p::Some(__f1) = __f1 else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                a: __f0,
                #[cfg(feature = "three")]
                b: __f1,
            })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .object(
                    <Self as __Table>::TABLE,
                    &[&self.a, #[cfg(feature = "three")] &self.b],
                );
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.a, #[cfg(feature = "three")] &self.b],
                __at,
                __out,
            );
        }
    }
    #[automatically_derived]
    impl __p::ToolArgs for AddArgs {}
    #[allow(
        dead_code,
        private_bounds,
        private_interfaces,
        clippy::new_without_default,
        clippy::too_many_arguments
    )]
    impl AddArgs {
        ///The arguments that are required; the optional ones are absent, or at their default, until their setter is called.
        fn new(a: i64, #[cfg(feature = "three")] b: i64) -> Self {
            Self {
                a: a,
                #[cfg(feature = "three")]
                b: b,
            }
        }
    }
};
const _: () = {
    use ::tool_sdk::__private as __p;
    #[automatically_derived]
    impl __p::Tool for Add {
        type Args = AddArgs;
        type Return = i64;
        const SPEC: __p::ToolSpec = __p::ToolSpec::new("sum", "Add two numbers.")
            .inline();
        const HOOKS: __p::Hooks<Self> = __p::Hooks::<Self>::new()
            .render(|_, __value| __p::Into::into(in_words(__value)));
        #[allow(unused_variables)]
        fn execute(
            &self,
            __args: AddArgs,
            __cx: &__p::ToolContext,
        ) -> impl __p::Future<Output = i64> + __p::Send {
            __p::inline(move || add(
                __args.a,
                #[cfg(feature = "three")]
                __args.b,
                <State<Db> as __p::FromCall<'_>>::from_call(__cx),
            ))
        }
        fn needs(__needs: &mut __p::Needs) {
            <State<Db> as __p::FromCall<'_>>::need(__needs);
        }
    }
};
