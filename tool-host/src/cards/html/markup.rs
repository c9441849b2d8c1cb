//! Text into markup: the one place where text of a tool becomes part of a page.

use crate::cards::visible::visible;

pub(super) mod link;

/// Markup that grows.
pub(super) struct Markup(String);

impl Markup {
    pub(super) fn new() -> Self {
        Self(String::new())
    }

    pub(super) fn finish(self) -> String {
        self.0
    }

    /// Markup of ours. Never given anything that a tool said.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.0.push_str(markup);
        self
    }

    /// Text of anybody's, as text, also between quotes: nothing in it is markup, and nothing in it is invisible.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for c in visible(text).chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
        self
    }

    /// An element with nothing but text in it; tag and class are ours.
    pub(super) fn element(&mut self, tag: &str, class: &str, text: &str) {
        self.raw("<").raw(tag);
        if !class.is_empty() {
            self.raw(" class=\"").raw(class).raw("\"");
        }
        self.raw(">").text(text).raw("</").raw(tag).raw(">");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        let mut out = Markup::new();
        out.element("p", "", "</p><script>alert(\"1\")</script>&amp;'\u{202e}\u{1b}[31m");
        let shown =
            "<p>&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;&lt;U+202E&gt;␛[31m</p>";
        assert_eq!(out.finish(), shown);
    }
}
