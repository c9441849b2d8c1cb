use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use super::call::Call;

pub(super) fn calls() -> Vec<Call> {
    let glob = |what, arguments: &Value| Call::new(what, "glob", arguments).files(files);
    vec![
        glob("all of a kind", &json!({"pattern": "*.rs"})),
        glob("below a folder", &json!({"pattern": "**/*.rs", "path": "src"})),
        glob("a page", &json!({"pattern": "*.rs", "limit": 1, "offset": 1})),
        glob("behind the last page", &json!({"pattern": "*.rs", "offset": 7})),
        glob("nothing", &json!({"pattern": "*.py"})),
        glob("a folder", &json!({"pattern": "src/deep"})),
        glob("a class that was a name", &json!({"pattern": "pages/[slug].rs"})),
        glob("version control", &json!({"pattern": "*", "path": ".git"})),
        glob("no pattern", &json!({"pattern": " "})),
        glob("a broken pattern", &json!({"pattern": "src/{a,b"})),
        glob("no such folder", &json!({"pattern": "*", "path": "lib"})),
        glob("a file", &json!({"pattern": "*", "path": "build.rs"})),
    ]
}

/// Each file is a second older than the one before.
fn files(folder: &Path) {
    let names = ["src/deep/a.rs", "src/main.rs", "build.rs", "pages/id.rs", ".git/HEAD"];
    let now = SystemTime::now();
    for (age, name) in (0..).zip(names) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("the folder is made");
        let file = File::create(path).expect("the file is made");
        file.set_modified(now - Duration::from_secs(age)).expect("the time is set");
    }
}
