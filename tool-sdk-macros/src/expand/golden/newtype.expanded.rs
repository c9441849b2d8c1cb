const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const NEWTYPE: &'static __p::Newtype;
    }
    impl __Table for JobId {
        const NEWTYPE: &'static __p::Newtype = &__p::Newtype::new(
            "JobId",
            "The id of a job.",
            __p::Field::new("", "", "", <String as __p::ToolValue>::OPS)
                .rules(&[__p::Rule::Pattern("^[a-z]+-\\d+$")]),
        );
    }
    #[automatically_derived]
    impl __p::ToolValue for JobId {
        const KINDS: __p::u8 = <String as __p::ToolValue>::KINDS;
        const LITERALS: &'static [&'static __p::str] = <String as __p::ToolValue>::LITERALS;
        const SHAPE: __p::Shape = <String as __p::ToolValue>::SHAPE;
        const OPTIONAL: __p::bool = <String as __p::ToolValue>::OPTIONAL;
        fn node() -> &'static __p::Node {
            const { &__p::Node::Newtype(*<Self as __Table>::NEWTYPE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            __p::Ok(Self(<String as __p::ToolValue>::decode(__r)?))
        }
        fn absent() -> __p::Option<Self> {
            <String as __p::ToolValue>::absent().map(Self)
        }
        fn is_absent(&self) -> bool {
            <String as __p::ToolValue>::is_absent(&self.0)
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            <String as __p::ToolValue>::encode(&self.0, __out);
        }
        fn measure(&self) -> __p::Measure<'_> {
            <String as __p::ToolValue>::measure(&self.0)
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_newtype(<Self as __Table>::NEWTYPE, &self.0, __at, __out);
        }
        fn render(&self) -> __p::Content {
            <String as __p::ToolValue>::render(&self.0)
        }
    }
    const _: () = __p::assert_rule(<JobId as __Table>::NEWTYPE.field(), "pattern");
};
