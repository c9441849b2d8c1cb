const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE_0: &'static __p::Object;
        const TABLE_1: &'static __p::Object;
        const CONTENT_2: &'static __p::Object;
        const TABLE_2: &'static __p::Object;
        const TAGS: &'static [&'static str];
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
        const TAGS: &'static [&'static str] = &["Stop", "Wait", "Move"];
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
        const KINDS: u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::object(
            true,
            &[__p::Key::literal("op", <Self as __Table>::TAGS)],
        );
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            match r.tag("op", <Self as __Table>::TAGS)? {
                0 => {
                    let mut tag: __p::Option<__p::Tag> = __p::None;
                    r.object(<Self as __Table>::TABLE_0, &mut [&mut tag])?;
                    __p::Ok(Self::Stop)
                }
                1 => {
                    let mut tag: __p::Option<__p::Tag> = __p::None;
                    let mut f0: __p::Option<u32> = __p::None;
                    r.object(<Self as __Table>::TABLE_1, &mut [&mut tag, &mut f0])?;
                    let __p::Some(f0) = f0 else { return __p::Err(__p::Fail) };
                    __p::Ok(Self::Wait(f0))
                }
                2 => {
                    let mut tag: __p::Option<__p::Tag> = __p::None;
                    let mut raw: __p::Option<__p::Raw> = __p::None;
                    r.object(<Self as __Table>::TABLE_2, &mut [&mut tag, &mut raw])?;
                    r.within(
                        raw,
                        |r| {
                            let mut f0: __p::Option<i32> = __p::None;
                            let mut f1: __p::Option<i32> = __p::None;
                            r.object(
                                <Self as __Table>::CONTENT_2,
                                &mut [&mut f0, &mut f1],
                            )?;
                            let (__p::Some(f0), __p::Some(f1)) = (f0, f1) else {
                                return __p::Err(__p::Fail)
                            };
                            __p::Ok(Self::Move { x: f0, y: f1 })
                        },
                    )
                }
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, out: &mut __p::Encoder) {
            match self {
                Self::Stop => out.object(<Self as __Table>::TABLE_0, &[&__p::Tag]),
                Self::Wait(f0) => {
                    out.object(<Self as __Table>::TABLE_1, &[&__p::Tag, f0])
                }
                Self::Move { x: f0, y: f1 } => {
                    out.adjacent(
                        <Self as __Table>::TABLE_2,
                        <Self as __Table>::CONTENT_2,
                        &[f0, f1],
                    )
                }
            }
        }
        fn check(&self, at: &__p::Path<'_>, out: &mut __p::Violations) {
            match self {
                Self::Stop => {
                    __p::check_object(<Self as __Table>::TABLE_0, &[&__p::Tag], at, out)
                }
                Self::Wait(f0) => {
                    __p::check_object(
                        <Self as __Table>::TABLE_1,
                        &[&__p::Tag, f0],
                        at,
                        out,
                    )
                }
                Self::Move { x: f0, y: f1 } => {
                    __p::check_adjacent(
                        <Self as __Table>::TABLE_2,
                        <Self as __Table>::CONTENT_2,
                        &[f0, f1],
                        at,
                        out,
                    )
                }
            }
        }
    }
    const _: () = __p::assert_rule(<Step as __Table>::TABLE_1.field("data"), "min");
};
