const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
        const CHECK: ();
    }
    impl<T: Clone + __p::ToolValue, const N: usize> __Table for Page<T, N> {
        const TABLE: &'static __p::Object = &__p::Object::new(
            "Page",
            "One page of many items.",
            &[
                __p::Field::new(
                    "items",
                    "\"items\":",
                    "",
                    <Vec<T> as __p::ToolValue>::OPS,
                ),
                __p::Field::new("total", "\"total\":", "", <u32 as __p::ToolValue>::OPS)
                    .rules(&[__p::Rule::Min(__p::Num::Int(1))]),
            ],
        );
        const CHECK: () = {
            __p::assert_rule(<Self as __Table>::TABLE.field("total"), "min");
        };
    }
    #[automatically_derived]
    impl<T: Clone + __p::ToolValue, const N: usize> __p::ToolValue for Page<T, N> {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            const { <Self as __Table>::CHECK };
            let mut __f0: __p::Option<Vec<T>> = __p::None;
            let mut __f1: __p::Option<u32> = __p::None;
            __r.object(<Self as __Table>::TABLE, &mut [&mut __f0, &mut __f1])?;
            let (__p::Some(__f0), __p::Some(__f1)) = (__f0, __f1) else {
                return __p::Err(__p::Fail)
            };
            __p::Ok(Self { items: __f0, total: __f1 })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out.object(<Self as __Table>::TABLE, &[&self.items, &self.total]);
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.items, &self.total],
                __at,
                __out,
            );
        }
    }
};
