const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE_0: &'static __p::Object;
        const TABLE_1: &'static __p::Object;
        const TABLE_2: &'static __p::Object;
        const TABLE_3: &'static __p::Object;
        const TAGS: &'static [&'static __p::str];
        const NODE: &'static __p::Node;
    }
    impl __Table for BashOutput {
        const TABLE_0: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::tag("kind", "\"kind\":", "background"),
                __p::Field::new(
                    "jobId",
                    "\"jobId\":",
                    "",
                    <JobId as __p::ToolValue>::OPS,
                ),
            ],
        );
        const TABLE_1: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::tag("kind", "\"kind\":", "foreground"),
                __p::Field::new(
                    "exitCode",
                    "\"exitCode\":",
                    "",
                    <Option<i32> as __p::ToolValue>::OPS,
                ),
            ],
        );
        const TABLE_2: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[
                __p::Field::tag("kind", "\"kind\":", "other"),
                __p::Field::flatten(
                    "0",
                    <Details as __p::ToolValue>::OPS,
                    &<Details as __p::ToolValue>::SHAPE,
                ),
            ],
        );
        const TABLE_3: &'static __p::Object = &__p::Object::new(
            "",
            "",
            &[__p::Field::tag("kind", "\"kind\":", "nothing")],
        );
        const TAGS: &'static [&'static __p::str] = &[
            "background",
            "foreground",
            "other",
            "nothing",
        ];
        const NODE: &'static __p::Node = &__p::Node::Union(
            __p::Union::tagged(
                "BashOutput",
                "The result of a shell call.",
                "kind",
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
                    __p::Branch::new(
                        "",
                        || const { &__p::Node::Object(*<Self as __Table>::TABLE_3) },
                    ),
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __p::ToolValue for BashOutput {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::object(
            true,
            &[__p::Key::literal("kind", <Self as __Table>::TAGS)],
        );
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            match __r.tag("kind", <Self as __Table>::TAGS)? {
                0 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    let mut __f0: __p::Option<JobId> = __p::None;
                    __r.object(
                        <Self as __Table>::TABLE_0,
                        &mut [&mut __tag, &mut __f0],
                    )?;
                    let __p::Some(__f0) = __f0 else { return __p::Err(__p::Fail) };
                    __p::Ok(Self::Background { job_id: __f0 })
                }
                1 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    let mut __f0: __p::Option<Option<i32>> = __p::None;
                    __r.object(
                        <Self as __Table>::TABLE_1,
                        &mut [&mut __tag, &mut __f0],
                    )?;
                    let __p::Some(__f0) = __f0 else { return __p::Err(__p::Fail) };
                    __p::Ok(Self::Foreground {
                        exit_code: __f0,
                        raw: <Vec<u8> as __p::Default>::default(),
                    })
                }
                2 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    let mut __f0: __p::Option<Details> = __p::None;
                    __r.object(
                        <Self as __Table>::TABLE_2,
                        &mut [&mut __tag, &mut __f0],
                    )?;
                    let __p::Some(__f0) = __f0 else { return __p::Err(__p::Fail) };
                    __p::Ok(Self::Other(__f0))
                }
                3 => {
                    let mut __tag: __p::Option<__p::Tag> = __p::None;
                    __r.object(<Self as __Table>::TABLE_3, &mut [&mut __tag])?;
                    __p::Ok(Self::Nothing)
                }
                _ => __p::Err(__p::Fail),
            }
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            match self {
                Self::Background { job_id: __f0 } => {
                    __out.object(<Self as __Table>::TABLE_0, &[&__p::Tag, __f0])
                }
                Self::Foreground { exit_code: __f0, .. } => {
                    __out.object(<Self as __Table>::TABLE_1, &[&__p::Tag, __f0])
                }
                Self::Other(__f0) => {
                    __out.object(<Self as __Table>::TABLE_2, &[&__p::Tag, __f0])
                }
                Self::Nothing => __out.object(<Self as __Table>::TABLE_3, &[&__p::Tag]),
            }
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            match self {
                Self::Background { job_id: __f0 } => {
                    __p::check_object(
                        <Self as __Table>::TABLE_0,
                        &[&__p::Tag, __f0],
                        __at,
                        __out,
                    )
                }
                Self::Foreground { exit_code: __f0, .. } => {
                    __p::check_object(
                        <Self as __Table>::TABLE_1,
                        &[&__p::Tag, __f0],
                        __at,
                        __out,
                    )
                }
                Self::Other(__f0) => {
                    __p::check_object(
                        <Self as __Table>::TABLE_2,
                        &[&__p::Tag, __f0],
                        __at,
                        __out,
                    )
                }
                Self::Nothing => {
                    __p::check_object(
                        <Self as __Table>::TABLE_3,
                        &[&__p::Tag],
                        __at,
                        __out,
                    )
                }
            }
        }
        fn render(&self) -> __p::Content {
            match self {
                Self::Background { job_id: __f0 } => {
                    __p::template(
                        <Self as __Table>::TABLE_0,
                        &[&__p::Tag, __f0],
                        &[
                            __p::Piece::Text("started background job "),
                            __p::Piece::Field(1),
                        ],
                    )
                }
                Self::Foreground { .. } => __p::Into::into(render_foreground(self)),
                _ => __p::default_render(self),
            }
        }
    }
    const _: () = __p::assert_flatten(<BashOutput as __Table>::TABLE_2, "0");
};
