/// Add two numbers.
fn add(a: i64, #[cfg(feature = "three")] b: i64, State(db): State<Db>) -> i64 {
    a + db.base
}
///The tool `sum`.
///
///Add two numbers.
#[allow(dead_code)]
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::default::Default
)]
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
        const KINDS: u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut f0: __p::Option<i64> = __p::None;
            #[cfg(feature = "three")]
            let mut f1: __p::Option<i64> = __p::None;
            r.object(
                <Self as __Table>::TABLE,
                &mut [&mut f0, #[cfg(feature = "three")] &mut f1],
            )?;
            let __p::Some(f0) = f0 else { return __p::Err(__p::Fail) };
            #[cfg(feature = "three")]
            let __p::Some(f1) = f1 else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                a: f0,
                #[cfg(feature = "three")]
                b: f1,
            })
        }
        fn encode(&self, out: &mut __p::Encoder) {
            out.object(
                <Self as __Table>::TABLE,
                &[&self.a, #[cfg(feature = "three")] &self.b],
            );
        }
        fn check(&self, at: &__p::Path<'_>, out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.a, #[cfg(feature = "three")] &self.b],
                at,
                out,
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
            .render(|_, value| __p::Into::into(in_words(value)));
        #[allow(unused_variables)]
        fn execute(
            &self,
            args: AddArgs,
            cx: &__p::ToolContext,
        ) -> impl __p::Future<Output = i64> + __p::Send {
            __p::inline(move || add(
                args.a,
                #[cfg(feature = "three")]
                args.b,
                <State<Db> as __p::FromCall<'_>>::from_call(cx),
            ))
        }
        fn needs(needs: &mut __p::Needs) {
            <State<Db> as __p::FromCall<'_>>::need(needs);
        }
    }
};
