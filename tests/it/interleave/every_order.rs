use super::expected::run;
use super::{Event, Shape, Step};

/// Runs every order in which these sequences of steps can be merged; gives how many there are.
fn every_order(shape: Shape, calls: usize, sequences: &[Vec<Step>]) -> usize {
    fn merge(rest: &mut [&[Step]], order: &mut Vec<Step>, run: &mut impl FnMut(&[Step])) {
        if rest.iter().all(|sequence| sequence.is_empty()) {
            return run(order);
        }
        for at in 0..rest.len() {
            let Some((first, tail)) = rest[at].split_first() else { continue };
            let whole = std::mem::replace(&mut rest[at], tail);
            order.push(*first);
            merge(rest, order, run);
            order.pop();
            rest[at] = whole;
        }
    }
    let mut orders = 0;
    let mut rest: Vec<&[Step]> = sequences.iter().map(Vec::as_slice).collect();
    merge(&mut rest, &mut Vec::new(), &mut |order| {
        orders += 1;
        if let Err(wrong) = run(shape, calls, order) {
            panic!("{wrong}");
        }
    });
    orders
}

/// As many polls as a call of this shape has awaits.
fn polls(shape: Shape, number: usize) -> Vec<Step> {
    let bodies = if shape.twice { 4 } else { 2 };
    let stages = if shape.governed { 4 + usize::from(shape.asks) } else { 0 };
    vec![Step::Poll(number); bodies + stages]
}

/// A cancel, a disposal, a swap, a guard and a farewell at each await of each stage, alone and in twos.
// contract: E4, E9, E10, R4, P3
#[test]
fn whatever_happens_at_any_await_of_a_call_there_is_one_result() {
    let events = [Event::Dispose, Event::Swap, Event::Close, Event::Cancel(0), Event::Abandon(0)];
    let mut orders = 0;
    for shape in Shape::all() {
        let polls = polls(shape, 0);
        for first in events {
            orders += every_order(shape, 1, &[polls.clone(), vec![Step::Happens(first)]]);
            for second in events {
                let happens = vec![Step::Happens(first), Step::Happens(second)];
                orders += every_order(shape, 1, &[polls.clone(), happens]);
            }
        }
    }
    assert!(orders > 5_000, "{orders}");
}

/// Two calls, each at its own pace, while the tool is swapped and one of them cancelled.
// contract: E4, E9, R4
#[test]
fn two_calls_do_not_disturb_each_other() {
    let shape = Shape { governed: true, asks: false, twice: false, heeds: false };
    let short = vec![Step::Poll(0); 6];
    for happens in
        [[Event::Swap, Event::Cancel(0)], [Event::Cancel(1), Event::Dispose], [Event::Abandon(0), Event::Close]]
    {
        let happens = happens.map(Step::Happens).to_vec();
        let orders = every_order(shape, 2, &[short.clone(), vec![Step::Poll(1); 3], happens]);
        assert_eq!(orders, 4_620);
    }
    let plain = Shape { governed: false, ..shape };
    let both = [vec![Step::Poll(0); 3], vec![Step::Poll(1); 3]];
    let happens = [Event::Swap, Event::Cancel(0), Event::Dispose].map(Step::Happens).to_vec();
    assert_eq!(every_order(plain, 2, &[both[0].clone(), both[1].clone(), happens]), 1_680);
}
