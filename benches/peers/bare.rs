//! What one writes by hand around the body: serde in, serde out.

#[derive(serde::Deserialize)]
struct Arguments {
    path: String,
    offset: Option<u32>,
    limit: u32,
}

#[derive(serde::Serialize)]
struct Grabbed {
    path: String,
    lines: u32,
}

pub fn call(text: &str) -> String {
    let Arguments { path, offset, limit } = serde_json::from_str(text).expect("the arguments fit");
    let value = Grabbed { path, lines: crate::lines(offset, limit) };
    serde_json::to_string(&value).expect("a struct of text and number is JSON")
}
