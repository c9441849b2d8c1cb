//! The page in a real browser: what it holds is read back, and how it looks is written to a picture.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tool_sdk::present::Card;

use super::examples::{Example, examples, hostile};
use super::states;
use crate::cards::Page;

/// A folder that goes with its test.
struct Folder(PathBuf);

impl Folder {
    fn of(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("toolbox-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn page(path: &Path, examples: &[Example]) -> Vec<Card> {
    let mut page = Page::begin(std::fs::File::create(path).expect("a file"), "Session & <replay>").expect("written");
    let cards: Vec<Card> = examples.iter().flat_map(|example| states(example).map(|(_, card)| card)).collect();
    for card in &cards {
        page.card(card).expect("written");
    }
    page.end().expect("written");
    cards
}

/// Debian's browser without a window. `cargo xtask test` installs it where it is missing.
fn chromium(folder: &Path, arguments: &[String]) -> Vec<u8> {
    let output = Command::new("chromium")
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("chromium is installed (apt-get install chromium)");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn dom(folder: &Path, page: &Path) -> String {
    let dom = chromium(folder, &["--dump-dom".to_owned(), format!("file://{}", page.display())]);
    String::from_utf8(dom).expect("a page is text")
}

/// The page as a browser understood it, element by element: the articles, and the text between their tags.
fn articles(dom: &str) -> Vec<String> {
    let article = |rest: &str| rest.split("</article>").next().unwrap_or_default().to_owned();
    dom.split("<article ").skip(1).map(article).collect()
}

// contract: U5, L3, H4
#[test]
fn the_cards_are_read_back_from_the_page() {
    let folder = Folder::of("page");
    let path = folder.0.join("page.html");
    let cards = page(&path, &examples());
    let dom = dom(&folder.0, &path);
    let articles = articles(&dom);
    assert_eq!(articles.len(), cards.len());
    for (article, card) in articles.iter().zip(&cards) {
        let (head, _) = article.split_once("</header>").expect("a header");
        assert!(head.contains(&format!("data-tool=\"{}\"", card.name)), "{head}");
        assert!(head.contains(card.state.as_str()), "{head}");
        assert!(card.code.as_deref().is_none_or(|code| head.contains(code)), "{head}");
    }
    let text = |needle: &str| assert!(dom.contains(needle), "{needle} is not on the page");
    // As the browser writes text again: only what it took for text is escaped.
    text("<mark>read_to_string</mark>");
    text("//! TODO &lt;b&gt;document&lt;/b&gt; &amp; test");
    text("href=\"https://blog.example/async-traits\"");
    text("step 60 of the deployment");
    text("18446744073709551615");
    text("<title>Session &amp; &lt;replay&gt;</title>");
    assert!(!dom.contains("href=\"javascript"));

    for (name, scheme) in [("light", 1), ("dark", 2)] {
        let picture = folder.0.join(format!("{name}.png"));
        let arguments = [
            format!("--screenshot={}", picture.display()),
            "--window-size=1000,4400".to_owned(),
            format!("--blink-settings=preferredColorScheme={}", 2 - scheme),
            format!("file://{}", path.display()),
        ];
        chromium(&folder.0, &arguments);
        let png = std::fs::read(&picture).expect("a picture");
        assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000, "{} bytes", png.len());
        if let Some(keep) = std::env::var_os("KEEP_SCREENSHOTS") {
            std::fs::copy(&picture, Path::new(&keep).join(format!("{name}.png"))).expect("it is kept");
            std::fs::copy(&path, Path::new(&keep).join("page.html")).expect("it is kept");
        }
    }
}

// contract: U5
#[test]
fn nothing_of_a_tool_does_harm_on_the_page() {
    let folder = Folder::of("hostile");
    let path = folder.0.join("page.html");
    let evil = "</pre></article></main><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\
                <style>*{display:none}</style>\u{1b}[31m\u{202e}\" onclick='x' ]]>-->";
    let cards = page(&path, &hostile(&format!("{evil}\n{}\n{evil}", "x".repeat(100_000))));
    let dom = dom(&folder.0, &path);
    assert_eq!(articles(&dom).len(), cards.len());
    assert!(dom.contains("<title>Session &amp; &lt;replay&gt;</title>"), "a script ran");
    assert!(!dom.contains("<script") && !dom.contains("<img") && !dom.contains("onclick='x'>"));
    assert_eq!(dom.matches("<style>").count(), 1);
    assert!(!dom.contains(['\u{1b}', '\u{202e}']));
}
