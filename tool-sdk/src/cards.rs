//! Presenters of tools: found by their types, without an instance of any (contract L3).

use std::sync::Arc;

use crate::definition::{ErasedHooks, ToolDefinition};
use crate::present::{CallView, Finished, Presented, Presenter, Presenters, ResultView};
use crate::schema::{ToolValue, Violations};
use crate::tool::Tool;

impl Presenters {
    /// The presenters of these tools: `Presenters::of::<(ReadFile, Edit)>()`, or of one, `Presenters::of::<ReadFile>()`.
    ///
    /// ```
    /// use tool_sdk::present::Presenters;
    /// use tool_sdk::prelude::*;
    ///
    /// #[derive(ToolArgs)]
    /// #[tool(call = terminal(title = command))]
    /// struct RunArgs {
    ///     /// The command.
    ///     command: String,
    /// }
    ///
    /// struct Run;
    ///
    /// /// Run a command.
    /// #[tool]
    /// impl Run {
    ///     async fn execute(&self, args: RunArgs) -> String {
    ///         args.command
    ///     }
    /// }
    ///
    /// let presenters = Presenters::of::<(Run,)>();
    /// assert_eq!(presenters.call("run", r#"{"command":"ls"}"#), CallView::terminal("ls"));
    /// ```
    pub fn of<S: ToolTypes>() -> Self {
        let mut presenters = Self::new();
        S::each(&mut |name, hooks| presenters.insert(name.into(), Arc::new(hooks)));
        presenters
    }

    /// The presenters of the tools that these definitions are of.
    pub fn of_definitions<'a>(definitions: impl IntoIterator<Item = &'a ToolDefinition>) -> Self {
        let mut presenters = Self::new();
        for definition in definitions {
            presenters.insert(definition.name().into(), Arc::new(OfTool(definition.hooks)));
        }
        presenters
    }
}

/// Tools as types: one, or a tuple of up to sixteen, nested where there are more.
pub trait ToolTypes {
    /// Hands on the name and the presenter of each.
    #[doc(hidden)]
    fn each(see: &mut dyn FnMut(&'static str, OfTool));
}

impl<T: Tool> ToolTypes for T {
    fn each(see: &mut dyn FnMut(&'static str, OfTool)) {
        see(T::SPEC.name, OfTool(ErasedHooks::of::<T>()));
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: ToolTypes),*> ToolTypes for ($($name,)*) {
            #[allow(unused_variables, reason = "the empty tuple has no tool")]
            fn each(see: &mut dyn FnMut(&'static str, OfTool)) {
                $( $name::each(see); )*
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);
tuples!(A B C D E F G H I);
tuples!(A B C D E F G H I J);
tuples!(A B C D E F G H I J K);
tuples!(A B C D E F G H I J K L);
tuples!(A B C D E F G H I J K L M);
tuples!(A B C D E F G H I J K L M N);
tuples!(A B C D E F G H I J K L M N O);
tuples!(A B C D E F G H I J K L M N O P);

/// The hooks of a tool, as what makes its cards.
#[doc(hidden)]
pub struct OfTool(ErasedHooks);

impl Presenter for OfTool {
    fn call(&self, arguments: &str) -> Option<CallView> {
        self.0.present_call?(arguments)
    }

    fn result(&self, arguments: &str, result: &Finished<'_>) -> Option<ResultView> {
        self.0.present_result?(arguments, result)
    }
}

/// Meta as JSON text, checked as a value is.
///
/// # Errors
/// What the type cannot exclude.
pub fn meta_text<M: ToolValue>(meta: &M) -> Result<Box<str>, Violations> {
    crate::value::checked_text(meta).map(Into::into)
}

/// What `present_call` returns.
#[diagnostic::on_unimplemented(
    message = "`present_call` cannot return `{Self}`",
    label = "neither a `CallView` nor an `Option` of one",
    note = "make a card with `CallView::generic`, `CallView::terminal` or `CallView::diff`; `None` is the generic card"
)]
pub trait GivesCall {
    /// The card, if there is one.
    fn into_view(self) -> Option<CallView>;
}

impl GivesCall for CallView {
    fn into_view(self) -> Option<CallView> {
        Some(self)
    }
}

impl GivesCall for Option<CallView> {
    fn into_view(self) -> Option<CallView> {
        self
    }
}

/// What `present_result` returns.
#[diagnostic::on_unimplemented(
    message = "`present_result` cannot return `{Self}`",
    label = "neither an `Option<ResultView>` nor a `ResultView`",
    note = "make a card with `ResultView::terminal`, `ResultView::diff` and the like; `None` is the generic card"
)]
pub trait GivesResult {
    /// The card, if there is one.
    fn into_view(self) -> Option<ResultView>;
}

impl GivesResult for ResultView {
    fn into_view(self) -> Option<ResultView> {
        Some(self)
    }
}

impl GivesResult for Option<ResultView> {
    fn into_view(self) -> Option<ResultView> {
        self
    }
}

/// How the call ended, with the meta in the type that the projector makes.
pub fn presented<A: ?Sized, V: ?Sized, M: ToolValue>(finished: &Finished<'_>, _: fn(&A, &V) -> M) -> Presented<M> {
    finished.typed()
}

/// The card that the type of the meta declares, for the projector that makes it.
pub const fn meta_card<A: ?Sized, V: ?Sized, M: ToolValue>(
    _: fn(&A, &V) -> M,
) -> Option<fn(&Finished<'_>) -> Option<ResultView>> {
    match M::RESULT {
        Some(_) => Some(declared::<M>),
        None => None,
    }
}

fn declared<M: ToolValue>(result: &Finished<'_>) -> Option<ResultView> {
    let view = M::RESULT?;
    Some(view(result.typed::<M>().meta()?))
}
