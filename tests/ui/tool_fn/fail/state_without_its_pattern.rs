use tool_sdk::prelude::*;

struct Db;

/// Count rows.
#[tool]
async fn count(
    db: State<Db>, // error
) -> u32 {
    drop(db);
    0
}

fn main() {}
