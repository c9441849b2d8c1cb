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
        const KINDS: __p::u8 = <u32 as __p::ToolValue>::KINDS
            | <Vec<Lines> as __p::ToolValue>::KINDS | __p::kinds::OBJECT;
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            match __r.branch(<Self as __Table>::SHAPES)? {
                0 => __p::Ok(Self::One(<u32 as __p::ToolValue>::decode(__r)?)),
                1 => __p::Ok(Self::Many(<Vec<Lines> as __p::ToolValue>::decode(__r)?)),
                2 => {
                    let mut __f0: __p::Option<u32> = __p::None;
                    let mut __f1: __p::Option<u32> = __p::None;
                    __r.object(<Self as __Table>::TABLE_2, &mut [&mut __f0, &mut __f1])?;
                    let (__p::Some(__f0), __p::Some(__f1)) = (__f0, __f1) else {
                        return __p::Err(__p::Fail)
                    };
                    __p::Ok(Self::Range {
                        from: __f0,
                        to: __f1,
                    })
                }
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            match self {
                Self::One(__f0) => <u32 as __p::ToolValue>::encode(__f0, __out),
                Self::Many(__f0) => <Vec<Lines> as __p::ToolValue>::encode(__f0, __out),
                Self::Range { from: __f0, to: __f1 } => {
                    __out.object(<Self as __Table>::TABLE_2, &[__f0, __f1])
                }
            }
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            match self {
                Self::One(__f0) => {
                    __p::check_newtype(<Self as __Table>::NEWTYPE_0, __f0, __at, __out)
                }
                Self::Many(__f0) => {
                    <Vec<Lines> as __p::ToolValue>::check(__f0, __at, __out)
                }
                Self::Range { from: __f0, to: __f1 } => {
                    __p::check_object(
                        <Self as __Table>::TABLE_2,
                        &[__f0, __f1],
                        __at,
                        __out,
                    )
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
