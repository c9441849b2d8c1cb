const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const NEWTYPE_0: &'static __p::Newtype;
        const TABLE_2: &'static __p::Object;
        const NODE: &'static __p::Node;
        const SHAPES: &'static [&'static __p::Shape];
    }
    impl __Table for Lines {
        const NEWTYPE_0: &'static __p::Newtype = &__p::Newtype::new(
            "",
            "",
            __p::Field::new("", "", "", <u32 as __p::ToolValue>::OPS)
                .rules(&[__p::Rule::Min(__p::Num::Int(1))]),
        );
        const TABLE_2: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::new("from", "\"from\":", "", <u32 as __p::ToolValue>::OPS),
                __p::Field::new("to", "\"to\":", "", <u32 as __p::ToolValue>::OPS),
            ],
        );
        const NODE: &'static __p::Node = &__p::Node::Union(
            __p::Union::untagged(
                "Lines",
                "One line or several.",
                &[
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Newtype(*<Self as __Table>::NEWTYPE_0) },
                    ),
                    __p::Branch::of("", <Vec<Lines> as __p::ToolValue>::OPS),
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Object(*<Self as __Table>::TABLE_2) },
                    ),
                ],
            ),
        );
        const SHAPES: &'static [&'static __p::Shape] = &[
            &<u32 as __p::ToolValue>::SHAPE,
            &<Vec<Lines> as __p::ToolValue>::SHAPE,
            &__p::Shape::table(<Self as __Table>::TABLE_2),
        ];
    }
    #[automatically_derived]
    impl __p::ToolValue for Lines {
        const KINDS: u8 = <u32 as __p::ToolValue>::KINDS
            | <Vec<Lines> as __p::ToolValue>::KINDS | __p::kinds::OBJECT;
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            match r.branch(<Self as __Table>::SHAPES)? {
                0 => __p::Ok(Self::One(<u32 as __p::ToolValue>::decode(r)?)),
                1 => __p::Ok(Self::Many(<Vec<Lines> as __p::ToolValue>::decode(r)?)),
                2 => {
                    let mut f0: __p::Option<u32> = __p::None;
                    let mut f1: __p::Option<u32> = __p::None;
                    r.object(<Self as __Table>::TABLE_2, &mut [&mut f0, &mut f1])?;
                    let (__p::Some(f0), __p::Some(f1)) = (f0, f1) else {
                        return __p::Err(__p::Fail)
                    };
                    __p::Ok(Self::Range { from: f0, to: f1 })
                }
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, out: &mut __p::Encoder) {
            match self {
                Self::One(f0) => <u32 as __p::ToolValue>::encode(f0, out),
                Self::Many(f0) => <Vec<Lines> as __p::ToolValue>::encode(f0, out),
                Self::Range { from: f0, to: f1 } => {
                    out.object(<Self as __Table>::TABLE_2, &[f0, f1])
                }
            }
        }
        fn check(&self, at: &__p::Path<'_>, out: &mut __p::Violations) {
            match self {
                Self::One(f0) => {
                    __p::check_newtype(<Self as __Table>::NEWTYPE_0, f0, at, out)
                }
                Self::Many(f0) => <Vec<Lines> as __p::ToolValue>::check(f0, at, out),
                Self::Range { from: f0, to: f1 } => {
                    __p::check_object(<Self as __Table>::TABLE_2, &[f0, f1], at, out)
                }
            }
        }
    }
    const _: () = __p::assert_rule(<Lines as __Table>::NEWTYPE_0.field(), "min");
    const _: () = {
        __p::assert_disjoint(
            <Lines as __Table>::SHAPES[0],
            "One",
            <Lines as __Table>::SHAPES[1],
            "Many",
        );
    };
    const _: () = {
        __p::assert_disjoint(
            <Lines as __Table>::SHAPES[0],
            "One",
            <Lines as __Table>::SHAPES[2],
            "Range",
        );
        __p::assert_disjoint(
            <Lines as __Table>::SHAPES[1],
            "Many",
            <Lines as __Table>::SHAPES[2],
            "Range",
        );
    };
};
