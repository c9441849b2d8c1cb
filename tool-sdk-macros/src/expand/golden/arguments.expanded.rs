const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for GrepArgs {
        const TABLE: &'static __p::Object = &__p::Object::new(
                "GrepArgs",
                "Search file contents with a regular expression.",
                &[
                    __p::Field::new(
                            "pattern",
                            "\"pattern\":",
                            "Regular expression to look for.",
                            <String as __p::ToolValue>::OPS,
                        )
                        .rules(&[__p::Rule::NonEmpty])
                        .examples(&["\"fn main\"", "\"TODO\\\\b\""]),
                    __p::Field::new(
                        "path",
                        "\"path\":",
                        "File or folder to search; the workspace when absent.",
                        <Option<String> as __p::ToolValue>::OPS,
                    ),
                    __p::Field::new(
                            "mode",
                            "\"mode\":",
                            "",
                            <OutputMode as __p::ToolValue>::OPS,
                        )
                        .default(|__out| __p::write(
                            &__p::default_into::<OutputMode, _>(OutputMode::Content),
                            __out,
                        )),
                    __p::Field::new(
                            "limit",
                            "\"limit\":",
                            "Show at most this many matches.",
                            <u32 as __p::ToolValue>::OPS,
                        )
                        .rules(
                            &[
                                __p::Rule::Min(__p::Num::Int(1)),
                                __p::Rule::Max(__p::Num::Int(10000)),
                            ],
                        )
                        .default(|__out| __p::write(
                            &__p::default_into::<u32, _>(LIMIT),
                            __out,
                        ))
                        .aliases(&["head_limit"]),
                    __p::Field::new(
                            "timeout",
                            "\"timeout\":",
                            "",
                            __p::duration_ops::<Duration, 1000000>(),
                        )
                        .default(|__out| __p::write_duration::<
                            Duration,
                            1000000,
                        >(
                            &{
                                let __value: Duration = Duration::from_secs(1);
                                __value
                            },
                            __out,
                        )),
                    __p::Field::flatten(
                        "window",
                        <Window as __p::ToolValue>::OPS,
                        &<Window as __p::ToolValue>::SHAPE,
                    ),
                ],
            )
            .open();
    }
    #[automatically_derived]
    impl __p::ToolValue for GrepArgs {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<Option<String>> = __p::None;
            let mut __f2: __p::Option<OutputMode> = __p::None;
            let mut __f3: __p::Option<u32> = __p::None;
            let mut __f4: __p::Option<Duration> = __p::None;
            let mut __f6: __p::Option<Window> = __p::None;
            __r.object(
                <Self as __Table>::TABLE,
                &mut [&mut __f0, &mut __f1, &mut __f2, &mut __f3, &mut __f4, &mut __f6],
            )?;
            let (__p::Some(__f0), __p::Some(__f1), __p::Some(__f6)) = (__f0, __f1, __f6)
            else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                pattern: __f0,
                path: __f1,
                mode: match __f2 {
                    __p::Some(__value) => __value,
                    __p::None => __p::default_into::<OutputMode, _>(OutputMode::Content),
                },
                limit: match __f3 {
                    __p::Some(__value) => __value,
                    __p::None => __p::default_into::<u32, _>(LIMIT),
                },
                timeout: match __f4 {
                    __p::Some(__value) => __value,
                    __p::None => {
                        let __value: Duration = Duration::from_secs(1);
                        __value
                    }
                },
                cache: <Vec<u8> as __p::Default>::default(),
                window: __f6,
            })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .object(
                    <Self as __Table>::TABLE,
                    &[
                        &self.pattern,
                        &self.path,
                        &self.mode,
                        &self.limit,
                        &self.timeout,
                        &self.window,
                    ],
                );
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[
                    &self.pattern,
                    &self.path,
                    &self.mode,
                    &self.limit,
                    &self.timeout,
                    &self.window,
                ],
                __at,
                __out,
            );
            __p::check_with(pattern_or_literal(self), __at, __out);
        }
    }
    #[automatically_derived]
    impl __p::ToolArgs for GrepArgs {}
    #[allow(
        dead_code,
        private_bounds,
        private_interfaces,
        clippy::new_without_default,
        clippy::too_many_arguments
    )]
    impl GrepArgs {
        ///The arguments that are required; the optional ones are absent, or at their default, until their setter is called.
        pub fn new(
            pattern: impl __p::Into<String>,
            window: impl __p::Into<Window>,
        ) -> Self {
            Self {
                pattern: __p::Into::into(pattern),
                path: __p::None,
                mode: __p::default_into::<OutputMode, _>(OutputMode::Content),
                limit: __p::default_into::<u32, _>(LIMIT),
                timeout: {
                    let __value: Duration = Duration::from_secs(1);
                    __value
                },
                cache: <Vec<u8> as __p::Default>::default(),
                window: __p::Into::into(window),
            }
        }
        ///Sets `path`.
        #[must_use]
        pub fn path(mut self, path: impl __p::Into<String>) -> Self {
            self.path = __p::Some(__p::Into::into(path));
            self
        }
        ///Sets `mode`.
        #[must_use]
        pub fn mode(mut self, mode: impl __p::Into<OutputMode>) -> Self {
            self.mode = __p::Into::into(mode);
            self
        }
        ///Sets `limit`.
        #[must_use]
        pub fn limit(mut self, limit: u32) -> Self {
            self.limit = limit;
            self
        }
        ///Sets `timeout`.
        #[must_use]
        pub fn timeout(mut self, timeout: impl __p::Into<Duration>) -> Self {
            self.timeout = __p::Into::into(timeout);
            self
        }
    }
    const _: () = __p::assert_rule(
        <GrepArgs as __Table>::TABLE.field("pattern"),
        "non_empty",
    );
    const _: () = __p::assert_rule(<GrepArgs as __Table>::TABLE.field("limit"), "min");
    const _: () = __p::assert_rule(<GrepArgs as __Table>::TABLE.field("limit"), "max");
    const _: () = {
        struct __Default;
        impl __p::Constant for __Default {
            type Of = u32;
            const VALUE: u32 = LIMIT;
        }
        #[allow(unused_imports)]
        use __p::NotNumber as _;
        __p::assert_default_number(
            <__p::Number<__Default, u32>>::PARTS,
            &[__p::Rule::Min(__p::Num::Int(1)), __p::Rule::Max(__p::Num::Int(10000))],
        )
    };
    const _: () = __p::assert_flatten(<GrepArgs as __Table>::TABLE, "window");
};
