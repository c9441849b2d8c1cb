/// Replace one exact piece of text in a file.
impl<W: Workspace> Edit<W> {
    async fn execute(&self, args: EditArgs, cx: &ToolContext) -> ToolResult<EditOutput> {
        self.workspace.edit(args, cx).await
    }
    fn render(args: &EditArgs, value: &EditOutput) -> Content {
        value.summary(&args.file_path)
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
            .concurrency_safe(|__a0| {
                let __verdict: __p::bool = Self::concurrency_safe(
                    __p::given(__a0).seen_as::<EditArgs>(),
                );
                __verdict
            })
            .finalize_content(|__a0, __a1, __a2| __p::Into::into(
                Self::finalize_content(__a0, __a1, __a2),
            ));
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
