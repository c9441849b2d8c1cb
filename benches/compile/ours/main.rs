//! A hundred tools as we have them written.

// for each group
mod group_g;
// end

use tool_sdk::prelude::*;

fn main() -> Result<(), RegisterError> {
    let registry = Registry::new();
    // for each group
    registry.register_all(group_g::tools())?.keep();
    // end
    for tool in registry.schemas().iter() {
        println!("{}", tool.name());
    }
    Ok(())
}
