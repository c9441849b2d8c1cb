/// Replace one exact piece of text in a file.
#[tool(name = "edit", effect = destructive)]
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

    fn present_result(args: &EditArgs, result: &Presented<EditMeta>) -> Option<ResultView> {
        result.meta()?.view()
    }

    fn concurrency_safe(args: &EditArgs) -> bool {
        args.dry_run
    }

    fn finalize_content(args: Option<&EditArgs>, content: Content, info: &OutcomeInfo<'_>) -> Content {
        content
    }

    fn narrow(&self, narrow: &mut Narrow) {
        self.workspace.narrow(narrow);
    }
}
