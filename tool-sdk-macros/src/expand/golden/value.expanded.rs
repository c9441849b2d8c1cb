const _: () = {
    use ::tool_sdk::__private as __p;
    trait __Table {
        const TABLE: &'static __p::Object;
    }
    impl __Table for Stream {
        const TABLE: &'static __p::Object = &__p::Object::new(
                "Stream",
                "A stream of text.",
                &[
                    __p::Field::new(
                        "text",
                        "\"text\":",
                        "",
                        <String as __p::ToolValue>::OPS,
                    ),
                    __p::Field::new(
                        "totalBytes",
                        "\"totalBytes\":",
                        "",
                        <u64 as __p::ToolValue>::OPS,
                    ),
                    __p::Field::rest("more", <JsonMap as __p::ToolValue>::OPS),
                ],
            )
            .open();
    }
    #[automatically_derived]
    impl __p::ToolValue for Stream {
        const KINDS: __p::u8 = __p::kinds::OBJECT;
        const SHAPE: __p::Shape = __p::Shape::table(<Self as __Table>::TABLE);
        fn node() -> &'static __p::Node {
            const { &__p::Node::Object(*<Self as __Table>::TABLE) }
        }
        fn decode(__r: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fail> {
            let mut __f0: __p::Option<String> = __p::None;
            let mut __f1: __p::Option<u64> = __p::None;
            let mut __f2: __p::Option<JsonMap> = __p::None;
            __r.object(
                <Self as __Table>::TABLE,
                &mut [&mut __f0, &mut __f1, &mut __f2],
            )?;
            let (__p::Some(__f0), __p::Some(__f1), __p::Some(__f2)) = (__f0, __f1, __f2)
            else { return __p::Err(__p::Fail) };
            __p::Ok(Self {
                text: __f0,
                total_bytes: __f1,
                more: __f2,
            })
        }
        fn encode(&self, __out: &mut __p::Encoder) {
            __out
                .object(
                    <Self as __Table>::TABLE,
                    &[&self.text, &self.total_bytes, &self.more],
                );
        }
        fn check(&self, __at: &__p::Path<'_>, __out: &mut __p::Violations) {
            __p::check_object(
                <Self as __Table>::TABLE,
                &[&self.text, &self.total_bytes, &self.more],
                __at,
                __out,
            );
        }
        fn render(&self) -> __p::Content {
            __p::template(
                <Self as __Table>::TABLE,
                &[&self.text, &self.total_bytes, &self.more],
                &[
                    __p::Piece::Field(0),
                    __p::Piece::Text(" ("),
                    __p::Piece::Field(1),
                    __p::Piece::Text(" bytes)"),
                ],
            )
        }
    }
    const _: () = __p::assert_rest(<Stream as __Table>::TABLE.field("more"));
};
