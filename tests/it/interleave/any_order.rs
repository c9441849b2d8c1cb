use proptest::prelude::*;

use super::expected::run;
use super::{Event, Shape, Step};

const CALLS: usize = 5;

fn step() -> impl Strategy<Value = Step> {
    let call = 0..CALLS;
    prop_oneof![
        12 => call.clone().prop_map(Step::Poll),
        1 => Just(Step::Happens(Event::Dispose)),
        2 => Just(Step::Happens(Event::Swap)),
        1 => Just(Step::Happens(Event::Close)),
        1 => Just(Step::Happens(Event::Open)),
        1 => call.clone().prop_map(|number| Step::Happens(Event::Cancel(number))),
        1 => call.prop_map(|number| Step::Happens(Event::Abandon(number))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    // contract: E4, E9, E10, R4, P3
    #[test]
    fn many_calls_and_much_that_happens(
        shape in proptest::sample::select(Shape::all()),
        schedule in proptest::collection::vec(step(), 0..80),
    ) {
        prop_assert_eq!(run(shape, CALLS, &schedule), Ok(()));
    }
}
