/// Add two numbers.
#[tool(name = "sum", render_with = in_words)]
fn add(a: i64, #[cfg(feature = "three")] b: i64, State(db): State<Db>) -> i64 {
    a + db.base
}
