use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Notify, Semaphore, mpsc};
use tool_sdk::CallInfo;
use tool_sdk::prelude::*;

use super::code;

/// Where the bodies of a test meet it: each says its name when it is entered, and leaves when the test lets it.
struct Stage {
    entered: mpsc::UnboundedSender<String>,
    leave: Semaphore,
    inside: AtomicUsize,
    most: AtomicUsize,
}

type Shared = Arc<Stage>;

impl Stage {
    fn new() -> (Shared, mpsc::UnboundedReceiver<String>) {
        let (entered, names) = mpsc::unbounded_channel();
        let stage = Self { entered, leave: Semaphore::new(0), inside: AtomicUsize::new(0), most: AtomicUsize::new(0) };
        (Arc::new(stage), names)
    }

    async fn play(&self, name: String) -> String {
        let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(inside, Ordering::SeqCst);
        let _ = self.entered.send(name.clone());
        self.leave.acquire().await.expect("the semaphore is never closed").forget();
        self.inside.fetch_sub(1, Ordering::SeqCst);
        name
    }
}

/// Look at something.
#[tool(parallel)]
async fn look(name: String, State(stage): State<Shared>) -> String {
    stage.play(name).await
}

/// Change something.
#[tool]
async fn change(name: String, State(stage): State<Shared>) -> String {
    stage.play(name).await
}

#[derive(ToolArgs)]
struct RunArgs {
    name: String,
    /// Whether something is changed.
    #[arg(default = false, alias = "w")]
    write: bool,
}

struct Run;

/// Look at something, or change it.
#[tool]
impl Run {
    async fn execute(&self, args: RunArgs, State(stage): State<Shared>) -> String {
        stage.play(args.name).await
    }

    fn concurrency_safe(args: &RunArgs) -> bool {
        assert!(args.name != "odd", "a classifier that fails");
        !args.write
    }
}

fn staged() -> (Registry, Shared, mpsc::UnboundedReceiver<String>) {
    let registry = Registry::new();
    let (stage, names) = Stage::new();
    registry.provide(stage.clone()).unwrap();
    registry.register_all(tools![Look, Change, Run]).unwrap().keep();
    (registry, stage, names)
}

fn named(tool: &'static str, name: &str) -> ToolCall<'static> {
    ToolCall::new(tool, format!(r#"{{"name": "{name}"}}"#)).id(name)
}

/// How many bodies are entered before the first may leave.
async fn overlapping(calls: Vec<ToolCall<'static>>, limits: Limits) -> usize {
    let (registry, stage, mut names) = staged();
    let wanted = calls.len();
    let batch = tokio::spawn(async move { registry.call_all(calls, limits).await });
    names.recv().await.expect("the first body is entered");
    // Everything that may start has started when the batch waits.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    let together = 1 + std::iter::from_fn(|| names.try_recv().ok()).count();
    stage.leave.add_permits(wanted);
    assert_eq!(batch.await.unwrap().len(), wanted);
    assert_eq!(stage.most.load(Ordering::SeqCst), together);
    together
}

// contract: C2
#[tokio::test]
async fn safe_neighbours_overlap_and_an_exclusive_call_is_a_barrier() {
    let (registry, stage, mut names) = staged();
    let calls = [named("look", "a"), named("look", "b"), named("change", "c"), named("look", "d")];
    let batch = tokio::spawn(async move { registry.call_all(calls, Limits::parallel(8)).await });
    for group in [&["a", "b"][..], &["c"], &["d"]] {
        for name in group {
            assert_eq!(names.recv().await.as_deref(), Some(*name));
        }
        tokio::task::yield_now().await;
        assert!(names.try_recv().is_err(), "nothing passes the barrier beside {group:?}");
        assert_eq!(stage.inside.load(Ordering::SeqCst), group.len());
        stage.leave.add_permits(group.len());
    }
    let outcomes = batch.await.unwrap();
    let told: Vec<String> = outcomes.iter().map(Outcome::text).collect();
    assert_eq!(told, ["a", "b", "c", "d"]);
    let ids: Vec<&str> = outcomes.iter().map(|outcome| outcome.call_id().as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d"]);
}

// contract: C2
#[tokio::test]
async fn the_limit_is_kept_and_used() {
    for limit in 1..=4 {
        let calls = (0..4).map(|n| named("look", &n.to_string())).collect();
        assert_eq!(overlapping(calls, Limits::parallel(limit)).await, limit);
    }
    let many = || (0..12).map(|n| named("look", &n.to_string())).collect();
    assert_eq!(overlapping(many(), Limits::default()).await, 10);
    assert_eq!(overlapping(many(), Limits::parallel(0)).await, 1);
}

// contract: C1
#[tokio::test]
async fn a_classifier_is_asked_of_the_arguments_that_the_body_will_see() {
    let beside = |arguments: &'static str| async move {
        let first = named("look", "first");
        overlapping(vec![first, ToolCall::new("run", arguments)], Limits::parallel(8)).await == 2
    };
    assert!(beside(r#"{"name": "a"}"#).await);
    assert!(beside(r#"{"name": "a", "write": "false", "more": 1}"#).await, "mended and ignored first");
    assert!(beside(r#""{\"name\": \"a\"}""#).await);
    assert!(!beside(r#"{"name": "a", "write": true}"#).await);
    assert!(!beside(r#"{"name": "a", "w": true}"#).await, "an alias is the key that it stands for");
    assert!(!beside(r#"{"name": "odd"}"#).await, "a classifier that panics says no");
}

// contract: C1, E15
#[tokio::test]
async fn calls_that_cannot_run_are_exclusive_and_answered() {
    for bad in [ToolCall::new("look", "{"), ToolCall::new("look", r#"{"name": 5}"#), ToolCall::new("lok", "{}")] {
        let (registry, stage, mut names) = staged();
        let (bad_name, calls) = (format!("{bad:?}"), vec![named("look", "a"), bad, named("look", "b")]);
        let batch = tokio::spawn(async move { registry.call_all(calls, Limits::parallel(8)).await });
        assert_eq!(names.recv().await.as_deref(), Some("a"));
        tokio::task::yield_now().await;
        assert!(names.try_recv().is_err(), "{bad_name} is no barrier");
        stage.leave.add_permits(2);
        let outcomes = batch.await.unwrap();
        let codes: Vec<&str> = outcomes.iter().map(code).collect();
        assert!(["INVALID_ARGS", "UNKNOWN_TOOL"].contains(&codes[1]), "{codes:?}");
        assert_eq!((codes[0], codes[2]), ("", ""));
    }
    let registry = Registry::new();
    assert!(registry.call_all([], Limits::default()).await.is_empty());
}

// contract: C3, E15
#[tokio::test]
async fn after_a_cancel_started_calls_are_awaited_and_the_others_never_start() {
    let (registry, stage, mut names) = staged();
    let first = named("look", "a");
    let signal = first.signal().clone();
    let broken = ToolCall::new("look", "{");
    let others = [named("look", "b"), named("change", "c"), broken, named("look", "d")];
    let calls: Vec<_> = std::iter::once(first).chain(others.map(|call| call.cancelled_by(signal.clone()))).collect();
    let batch = tokio::spawn(async move { registry.call_all(calls, Limits::parallel(2)).await });
    assert_eq!((names.recv().await, names.recv().await), (Some("a".to_owned()), Some("b".to_owned())));
    signal.cancel();
    tokio::task::yield_now().await;
    assert!(!batch.is_finished(), "bodies that run are waited for");
    stage.leave.add_permits(8);
    let outcomes = batch.await.unwrap();
    let codes: Vec<&str> = outcomes.iter().map(code).collect();
    let never = "ABORTED_BEFORE_DISPATCH";
    assert_eq!(codes, ["ABORTED", "ABORTED", never, never, never]);
    assert!(names.try_recv().is_err(), "no other body was entered");
    assert_eq!(outcomes[2].call_id().as_str(), "c");
    assert_eq!(outcomes[2].text(), "Error: tool call aborted before it started");
}

// contract: C3
#[tokio::test]
async fn a_cancel_of_one_call_is_a_cancel_of_that_call() {
    let (registry, stage, _names) = staged();
    stage.leave.add_permits(8);
    let calls = [named("look", "a"), named("change", "b"), named("look", "c")];
    calls[1].signal().cancel();
    let outcomes = registry.call_all(calls, Limits::parallel(2)).await;
    assert_eq!(outcomes.iter().map(code).collect::<Vec<_>>(), ["", "ABORTED_BEFORE_DISPATCH", ""]);
}

// contract: E9
#[tokio::test]
async fn dropping_a_batch_drops_its_bodies() {
    struct Gone(Arc<AtomicUsize>);

    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Wait for ever.
    #[tool(parallel)]
    async fn hang(State(gone): State<Arc<AtomicUsize>>, State(inside): State<Notify>) -> String {
        let _gone = Gone(Arc::clone(&gone));
        inside.notify_one();
        std::future::pending().await
    }

    let (registry, gone) = (Registry::new(), Arc::new(AtomicUsize::new(0)));
    registry.provide(gone.clone()).unwrap();
    registry.provide(Notify::new()).unwrap();
    registry.register(Hang).unwrap().keep();
    let calls =
        [ToolCall::new("hang", ""), ToolCall::new("hang", "null"), ToolCall::new("hang", serde_json::json!({}))];
    let mut batch = Box::pin(registry.call_all(calls, Limits::default()));
    let entered = std::future::poll_fn(|task| {
        assert!(batch.as_mut().poll(task).is_pending());
        std::task::Poll::Ready(())
    });
    entered.await;
    assert_eq!(gone.load(Ordering::SeqCst), 0);
    drop(batch);
    assert_eq!(gone.load(Ordering::SeqCst), 3, "an empty text and a tree are safe arguments too");
}

// contract: R4, C2
#[tokio::test]
async fn a_tool_that_is_swapped_while_a_batch_runs_is_the_new_one_for_calls_that_start_later() {
    /// Say so.
    #[tool(name = "late")]
    fn old() -> String {
        "old".to_owned()
    }
    /// Say so.
    #[tool(name = "late")]
    fn new() -> String {
        "new".to_owned()
    }
    let (registry, stage, mut names) = staged();
    let old = registry.register(Old).unwrap();
    let calls = [named("change", "a"), ToolCall::new("late", "")];
    let running = registry.clone();
    let batch = tokio::spawn(async move { running.call_all(calls, Limits::default()).await });
    names.recv().await;
    old.dispose();
    registry.register(New).unwrap().keep();
    stage.leave.add_permits(1);
    assert_eq!(batch.await.unwrap()[1].text(), "new");
}

/// Meet the other one.
#[tool(parallel)]
async fn meet(State(pair): State<Arc<tokio::sync::Barrier>>) -> bool {
    pair.wait().await.is_leader()
}

// contract: C1, E16, L1
#[tokio::test(start_paused = true)]
async fn a_call_without_a_word_overlaps_and_is_told_as_the_model_wrote_it() {
    let registry = Registry::new();
    registry.provide(Arc::new(tokio::sync::Barrier::new(2))).unwrap();
    registry.register(Meet).unwrap().keep();
    let raw: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let heard = raw.clone();
    let hear = move |call: &CallInfo, _: &Outcome| heard.lock().unwrap().push(call.raw_arguments().to_owned());
    registry.on_result(hear).keep();
    // Each waits for the other: they end only beside each other.
    let calls = ["", " "].map(|arguments| ToolCall::new("meet", arguments));
    let batch = registry.call_all(calls, Limits::parallel(2));
    let outcomes = tokio::time::timeout(std::time::Duration::from_secs(1), batch).await.expect("the calls overlap");
    assert!(outcomes.iter().all(Outcome::is_ok), "{outcomes:?}");
    assert_eq!(*raw.lock().unwrap(), ["", " "]);
}
