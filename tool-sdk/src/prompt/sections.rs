//! The sections that one scope sees, and the text that they make together.

use std::sync::Arc;

use super::error::PromptError;
use super::section::{Section, SectionContext};

/// Sections with different names, in the order in which they came. Cloning shares them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections(Arc<[Section]>);

impl Sections {
    /// What a scope inherits, with its own on top: one that shadows another takes its place.
    pub(crate) fn resolve<'a>(inherited: Option<&Self>, own: impl ExactSizeIterator<Item = &'a Section>) -> Self {
        let inherited = inherited.cloned().unwrap_or_default();
        if own.len() == 0 {
            return inherited;
        }
        let mut all = inherited.0.to_vec();
        for section in own {
            match all.iter_mut().find(|other| other.name() == section.name()) {
                Some(shadowed) => *shadowed = section.clone(),
                None => all.push(section.clone()),
            }
        }
        Self(all.into())
    }

    /// What they say together.
    pub(super) fn text(&self, cx: &SectionContext<'_>) -> Result<String, PromptError> {
        let mut sorted: Vec<&Section> = self.0.iter().collect();
        // The sort is stable, so that equals stay in the order in which they came.
        sorted.sort_by(|a, b| a.order().total_cmp(&b.order()));
        let (complete, others): (Vec<_>, Vec<_>) = sorted.into_iter().partition(|section| section.is_complete());
        let mut whole = said(&complete, cx)?.into_iter();
        match (whole.next(), whole.next()) {
            (Some((_, text)), None) => Ok(text),
            (Some((first, _)), Some((second, _))) => {
                Err(PromptError::TwoComplete { first: first.name().to_owned(), second: second.name().to_owned() })
            }
            (None, _) => {
                let texts: Vec<String> = said(&others, cx)?.into_iter().map(|(_, text)| text).collect();
                Ok(texts.join("\n\n"))
            }
        }
    }
}

/// Those with something to say, and what they say.
fn said<'a>(sections: &[&'a Section], cx: &SectionContext<'_>) -> Result<Vec<(&'a Section, String)>, PromptError> {
    let said = sections.iter().map(|section| Ok(section.said(cx)?.map(|text| (*section, text))));
    said.filter_map(Result::transpose).collect()
}
