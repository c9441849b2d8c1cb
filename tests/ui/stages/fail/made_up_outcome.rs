use tool_sdk::prelude::*;

fn success_of(failed: Outcome, fine: &Outcome) -> Outcome {
    Outcome { result: fine.result.clone(), ..failed } // error
}

fn main() {}
