const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE_0: &'static __p::Object;
        const TABLE_1: &'static __p::Object;
        const CONTENT_2: &'static __p::Object;
        const TABLE_2: &'static __p::Object;
        const TAGS: &'static [&'static __p::str];
        const NODE: &'static __p::Node;
    }
    impl __Table for Step {
        const TABLE_0: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[__p::Field::tag("op", "\"op\":", "Stop")],
        );
        const TABLE_1: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::tag("op", "\"op\":", "Wait"),
                __p::Field::new("data", "\"data\":", "", <u32 as __p::ToolValue>::OPS)
                    .rules(&[__p::Rule::Min(__p::Num::Int(1))]),
            ],
        );
        const CONTENT_2: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::new("x", "\"x\":", "", <i32 as __p::ToolValue>::OPS),
                __p::Field::new("y", "\"y\":", "", <i32 as __p::ToolValue>::OPS),
            ],
        );
        const TABLE_2: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::tag("op", "\"op\":", "Move"),
                __p::Field::content(
                    "data",
                    "\"data\":",
                    || const { &__p::Node::Object(*<Self as __Table>::CONTENT_2) },
                ),
            ],
        );
        const TAGS: &'static [&'static __p::str] = &["Stop", "Wait", "Move"];
        const NODE: &'static __p::Node = &__p::Node::Union(
            __p::Union::tagged(
                "Step",
                "",
                "op",
                &[
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Object(*<Self as __Table>::TABLE_0) },
                    ),
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Object(*<Self as __Table>::TABLE_1) },
                    ),
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Object(*<Self as __Table>::TABLE_2) },
                    ),
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __p::ToolValue for Step {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::object(
            true,
            &[__p::Key::literal("op", <Self as __Table>::TAGS)],
        );
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            match __r.tag("op", <Self as __Table>::TAGS)? {
                0 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    __r.object(<Self as __Table>::TABLE_0, &mut [&mut __tag])?;
                    __p::Ok(Self::Stop)
                }
                1 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    let mut __f0: __p::Option<u32> = __p::None;
                    __r.object(
                        <Self as __Table>::TABLE_1,
                        &mut [&mut __tag, &mut __f0],
                    )?;
                    let __p::Some(__f0) = __f0 else { return __p::Err(__p::Fail) };
                    __p::Ok(Self::Wait(__f0))
                }
                2 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    let mut __raw: __p::Option<__p::Raw> = __p::None;
                    __r.object(
                        <Self as __Table>::TABLE_2,
                        &mut [&mut __tag, &mut __raw],
                    )?;
                    __r.within(
                        __raw,
                        |__r| {
                            let mut __f0: __p::Option<i32> = __p::None;
                            let mut __f1: __p::Option<i32> = __p::None;
                            __r.object(
                                <Self as __Table>::CONTENT_2,
                                &mut [&mut __f0, &mut __f1],
                            )?;
                            let (__p::Some(__f0), __p::Some(__f1)) = (__f0, __f1) else {
                                return __p::Err(__p::Fail)
                            };
                            __p::Ok(Self::Move { x: __f0, y: __f1 })
                        },
                    )
                }
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            match self {
                Self::Stop => __out.object(<Self as __Table>::TABLE_0, &[&__p::Tag]),
                Self::Wait(__f0) => {
                    __out.object(<Self as __Table>::TABLE_1, &[&__p::Tag, __f0])
                }
                Self::Move { x: __f0, y: __f1 } => {
                    __out
                        .adjacent(
                            <Self as __Table>::TABLE_2,
                            <Self as __Table>::CONTENT_2,
                            &[__f0, __f1],
                        )
                }
            }
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            match self {
                Self::Stop => {
                    __p::check_object(
                        <Self as __Table>::TABLE_0,
                        &[&__p::Tag],
                        __at,
                        __out,
                    )
                }
                Self::Wait(__f0) => {
                    __p::check_object(
                        <Self as __Table>::TABLE_1,
                        &[&__p::Tag, __f0],
                        __at,
                        __out,
                    )
                }
                Self::Move { x: __f0, y: __f1 } => {
                    __p::check_adjacent(
                        <Self as __Table>::TABLE_2,
                        <Self as __Table>::CONTENT_2,
                        &[__f0, __f1],
                        __at,
                        __out,
                    )
                }
            }
        }
    }
    const _: () = __p::assert_rule(<Step as __Table>::TABLE_1.field("data"), "min");
};
