const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for GrepArgs {
        const TABLE: &'static __p::Object = &__p::Object::new(
                "GrepArgs",
                "Where to look and for what.",
                &[
                    __p::Field::new(
                        "pattern",
                        "\"pattern\":",
                        "What to look for.",
                        <String as __p::ToolValue>::OPS,
                    ),
                    __p::Field::new(
                        "path",
                        "\"path\":",
                        "Where.",
                        <Option<String> as __p::ToolValue>::OPS,
                    ),
                    __p::Field::new(
                        "line",
                        "\"line\":",
                        "From which line on.",
                        <Option<u32> as __p::ToolValue>::OPS,
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
            let mut __f2: __p::Option<Option<u32>> = __p::None;
            __r.object(
                <Self as __Table>::TABLE,
                &mut [&mut __f0, &mut __f1, &mut __f2],
            )?;
            let (__p::Some(__f0), __p::Some(__f1), __p::Some(__f2)) = (__f0, __f1, __f2)
            else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                pattern: __f0,
                path: __f1,
                line: __f2,
            })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .object(
                    <Self as __Table>::TABLE,
                    &[&self.pattern, &self.path, &self.line],
                );
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.pattern, &self.path, &self.line],
                __at,
                __out,
            );
        }
    }
    #[automatically_derived]
    impl __p::ToolArgs for GrepArgs {
        const CALL: __p::Option<fn(&Self) -> __p::CallView> = __p::Some(|__s| {
            let __v = __p::CallView::generic(
                __p::card::title(
                    &[
                        __p::card::Title::Text("Grep "),
                        __p::card::Title::Field(&__s.pattern),
                        __p::card::Title::Open,
                        __p::card::Title::Text(" in "),
                        __p::card::Title::Field(&__s.path),
                        __p::card::Title::Close,
                    ],
                ),
            );
            let __v = __v.kind(__p::Kind::Search);
            let __v = __p::card::raw_input(__v, &__s.pattern);
            let __v = __p::card::location(__v, &__s.path, __p::card::line(&__s.line));
            __v
        });
    }
    #[allow(
        dead_code,
        private_bounds,
        private_interfaces,
        clippy::new_without_default,
        clippy::too_many_arguments
    )]
    impl GrepArgs {
        ///The arguments that are required; the optional ones are absent, or at their default, until their setter is called.
        pub fn new(pattern: impl __p::Into<String>) -> Self {
            Self {
                pattern: __p::Into::into(pattern),
                path: __p::None,
                line: __p::None,
            }
        }
        ///Sets `path`.
        #[must_use]
        pub fn path(mut self, path: impl __p::Into<String>) -> Self {
            self.path = __p::Some(__p::Into::into(path));
            self
        }
        ///Sets `line`.
        #[must_use]
        pub fn line(mut self, line: u32) -> Self {
            self.line = __p::Some(line);
            self
        }
    }
};
const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for Found {
        const TABLE: &'static __p::Object = &__p::Object::new(
            "Found",
            "What was found.",
            &[
                __p::Field::new(
                    "files",
                    "\"files\":",
                    "",
                    <Vec<FileMatches> as __p::ToolValue>::OPS,
                ),
                __p::Field::new("total", "\"total\":", "", <u64 as __p::ToolValue>::OPS),
                __p::Field::new("more", "\"more\":", "", <bool as __p::ToolValue>::OPS),
            ],
        );
    }
    #[automatically_derived]
    impl __p::ToolValue for Found {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut __f0: __p::Option<Vec<FileMatches>> = __p::None;
            let mut __f1: __p::Option<u64> = __p::None;
            let mut __f2: __p::Option<bool> = __p::None;
            __r.object(
                <Self as __Table>::TABLE,
                &mut [&mut __f0, &mut __f1, &mut __f2],
            )?;
            let (__p::Some(__f0), __p::Some(__f1), __p::Some(__f2)) = (__f0, __f1, __f2)
            else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                files: __f0,
                total: __f1,
                more: __f2,
            })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .object(
                    <Self as __Table>::TABLE,
                    &[&self.files, &self.total, &self.more],
                );
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.files, &self.total, &self.more],
                __at,
                __out,
            );
        }
        const RESULT: __p::Option<fn(&Self) -> __p::ResultView> = __p::Some(|__s| {
            let __v = __p::card::matches(&__s.files, &__s.total);
            let __v = __p::card::truncated(__v, &__s.more);
            __v
        });
    }
};
