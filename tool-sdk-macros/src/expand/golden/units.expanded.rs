const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const NODE: &'static __p::Node;
    }
    impl __Table for OutputMode {
        const NODE: &'static __p::Node = &__p::Node::Enum(
            __p::Enum::new(
                "OutputMode",
                "How matches are reported.",
                &[
                    __p::Variant::new("content", "The lines."),
                    __p::Variant::new("files_only", ""),
                    __p::Variant::new("#", ""),
                ],
            ),
        );
    }
    #[automatically_derived]
    impl __p::ToolValue for OutputMode {
        const KINDS: __p::u8 = __p::kinds::STRING;
        const LITERALS: &'static [&'static __p::str] = &["content", "files_only", "#"];
        const INERT: __p::bool = true;
        fn node() -> &'static __p::Node {
            <Self as __Table>::NODE
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            __p::Ok(
                match __r.variant(<Self as __p::ToolValue>::LITERALS)? {
                    0 => Self::Content,
                    1 => Self::FilesOnly,
                    2 => Self::Count,
                    _ => return __p::Err(__p::Fail),
                },
            )
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .string(
                    match self {
                        Self::Content => "content",
                        Self::FilesOnly => "files_only",
                        Self::Count => "#",
                    },
                );
        }
    }
};
