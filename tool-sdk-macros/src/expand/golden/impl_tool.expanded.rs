/// Replace one exact piece of text in a file.
impl<W: Workspace> Edit<W> {
    async fn execute(&self, args: EditArgs, cx: &ToolContext) -> ToolResult<EditOutput> {
        self.workspace.edit(args, cx).await
    }
    fn render(args: &EditArgs, value: &EditOutput) -> Content {
        value.summary(&args.file_path)
    }
    fn presentation_meta(args: &EditArgs, value: &EditOutput) -> EditMeta {
        value.meta()
    }
    fn present_call(args: &EditArgs) -> CallView {
        CallView::diff(args.title())
    }
    fn present_result(
        args: &EditArgs,
        result: &Presented<EditMeta>,
    ) -> Option<ResultView> {
        result.meta()?.view()
    }
    fn concurrency_safe(args: &EditArgs) -> bool {
        args.dry_run
    }
    fn finalize_content(
        args: Option<&EditArgs>,
        content: Content,
        info: &OutcomeInfo<'_>,
    ) -> Content {
        content
    }
    fn narrow(&self, narrow: &mut Narrow) {
        self.workspace.narrow(narrow);
    }
}
const _: () = {
    use ::tool_sdk::__private as __p;
    #[automatically_derived]
    impl<W: Workspace + __p::Send + __p::Sync + 'static> __p::Tool for Edit<W> {
        type Args = EditArgs;
        type Return = ToolResult<EditOutput>;
        const SPEC: __p::ToolSpec = __p::ToolSpec::new(
                "edit",
                "Replace one exact piece of text in a file.",
            )
            .effect(__p::Effect::Destructive);
        const HOOKS: __p::Hooks<Self> = __p::Hooks::<Self>::new()
            .render(|__a0, __a1| __p::Into::into(
                Self::render(
                    __p::given(__a0).seen_as::<EditArgs>(),
                    __p::given(__a1).seen_as::<EditOutput>(),
                ),
            ))
            .presentation_meta(|__a0, __a1| __p::meta_text(
                &Self::presentation_meta(
                    __p::given(__a0).seen_as::<EditArgs>(),
                    __p::given(__a1).seen_as::<EditOutput>(),
                ),
            ))
            .present_call(|__a0| __p::GivesCall::into_view(
                Self::present_call(__p::given(__a0).seen_as::<EditArgs>()),
            ))
            .present_result(|__a0, __a1| __p::GivesResult::into_view(
                Self::present_result(
                    __p::given(__a0).seen_as::<EditArgs>(),
                    &{
                        let __typed = __p::presented(
                            __a1,
                            |
                                __a0: &<Self as __p::Tool>::Args,
                                __a1: &__p::OutputOf<Self>|
                            Self::presentation_meta(
                                __p::given(__a0).seen_as::<EditArgs>(),
                                __p::given(__a1).seen_as::<EditOutput>(),
                            ),
                        );
                        __typed
                    },
                ),
            ))
            .concurrency_safe(|__a0| {
                let __verdict: __p::bool = Self::concurrency_safe(
                    __p::given(__a0).seen_as::<EditArgs>(),
                );
                __verdict
            })
            .finalize_content(|__a0, __a1, __a2| __p::Into::into(
                Self::finalize_content(__a0, __a1, __a2),
            ))
            .meta_card(
                __p::meta_card(|
                    __a0: &<Self as __p::Tool>::Args,
                    __a1: &__p::OutputOf<Self>|
                Self::presentation_meta(
                    __p::given(__a0).seen_as::<EditArgs>(),
                    __p::given(__a1).seen_as::<EditOutput>(),
                )),
            );
        fn execute(
            &self,
            __args: EditArgs,
            __cx: &__p::ToolContext,
        ) -> impl __p::Future<Output = ToolResult<EditOutput>> + __p::Send {
            Self::execute(
                self,
                __args,
                <&ToolContext as __p::FromCall<'_>>::from_call(__cx),
            )
        }
        fn narrow(&self, __narrow: &mut __p::Narrow) {
            Self::narrow(self, __narrow);
        }
    }
};
