//! Which addresses a page links to.

/// Whether an address leads to a page: `http` and `https` alone. A browser skips white space and control characters in a scheme,
/// so an address that holds one of them is no link at all.
pub(in crate::cards::html) fn leads_to_a_page(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    let sound = !url.chars().any(|c| c.is_control() || c.is_whitespace());
    sound && matches!(scheme.as_deref(), Some("http" | "https"))
}

#[cfg(test)]
mod tests {
    use super::leads_to_a_page;

    #[test]
    fn only_pages_are_linked() {
        for url in ["https://a.example/x?y#z", "HTTP://a.example", "https://é.example"] {
            assert!(leads_to_a_page(url), "{url}");
        }
        for url in [
            "javascript:alert(1)//https://",
            "java\nscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "//a.example",
            "",
            " https://a.example",
            "https://a.example/\u{7}",
        ] {
            assert!(!leads_to_a_page(url), "{url:?}");
        }
    }
}
