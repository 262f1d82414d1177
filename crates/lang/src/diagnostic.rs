//! What is wrong with a text, where, and what to do about it.
//!
//! Idea: a [`Diagnostic`] is data; the phases make them, the surfaces show them. Each has one primary
//! place (what to look at first), further labelled places (where the `if` was opened), notes (facts) and
//! helps (suggestions). [`Diagnostics`] collects them, dropping repeats: an error inside a macro or an
//! inline is reported for its first use only.
//!
//! How it is drawn is in `render.rs`.

mod render;

use std::collections::HashSet;

use crate::source::{Location, SourceMap, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Suspicious, but has a meaning.
    Warning,
    /// Has no meaning; nothing can be checked.
    Error,
}

/// A place with a remark on it.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; may be empty.
    pub text: String,
}

/// One problem.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where.
    pub primary: Option<Label>,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Facts that explain.
    pub notes: Vec<String>,
    /// What to do.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// An error with this message.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message.into())
    }

    /// A warning with this message.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message.into())
    }

    fn new(severity: Severity, message: String) -> Self {
        let (secondary, notes, helps) = (Vec::new(), Vec::new(), Vec::new());
        Diagnostic { severity, message, primary: None, secondary, notes, helps }
    }

    /// Sets the primary place.
    #[must_use]
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.primary = Some(Label { span, text: text.into() });
        self
    }

    /// Adds a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds a suggestion.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds a suggestion, if there is one.
    #[must_use]
    pub fn maybe_help(mut self, text: Option<String>) -> Self {
        self.helps.extend(text);
        self
    }

    /// The position to print first: that of the use for what a macro brought about, that of the text
    /// itself for everything else.
    #[must_use]
    pub fn location(&self, map: &SourceMap) -> Option<Location> {
        let label = self.primary.as_ref()?;
        Some(map.location(render::place(map, label.span).0))
    }

    /// Draws it, with ANSI colours or without. Ends in a newline.
    #[must_use]
    pub fn render(&self, map: &SourceMap, colour: bool) -> String {
        render::render(self, map, colour)
    }
}

/// A collection of problems.
#[derive(Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    seen: HashSet<(Option<(u32, u32)>, String)>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// More errors, or more warnings, than this are not kept: the first ones are those that help.
    const MOST: usize = 50;

    /// Takes one in, unless the same was said about the same text before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.primary.as_ref().map(|l| (l.span.file.0, l.span.start));
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= Self::MOST && self.seen.insert((place, diagnostic.message.clone())) {
            self.list.push(diagnostic);
        }
    }

    /// Is there an error among them?
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// How many errors were reported, repeats included.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.errors
    }

    /// All that were kept, in the order of the places they are shown at.
    #[must_use]
    pub fn into_vec(mut self, map: &SourceMap) -> Vec<Diagnostic> {
        self.list.sort_by_key(|d| {
            let shown = d.primary.as_ref().map(|l| render::place(map, l.span).0);
            shown.map(|span| (span.file.0, span.start))
        });
        self.list
    }
}

/// Of some known names the one that a misspelt one is most likely meant to be.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = name.chars().count().div_ceil(3).max(1);
    known
        .into_iter()
        .filter(|k| *k != name)
        .map(|k| (edit_distance(name, k), k))
        // Something of the name must be right: `x` is not near `y`, but `X` is.
        .filter(|(distance, k)| {
            *distance <= allowed
                && (*distance < name.chars().count() || name.eq_ignore_ascii_case(k))
        })
        .min()
        .map(|(_, k)| k)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into another; a change
/// of case alone counts for one.
fn edit_distance(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return 1;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut current = vec![i + 1];
        for j in 0..b.len() {
            let replace = previous[j] + usize::from(a[i] != b[j]);
            let mut best = replace.min(previous[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                best = best.min(before[j - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_name() {
        assert_eq!(nearest("coutner", ["count", "counter", "x"]), Some("counter"));
        assert_eq!(nearest("X", ["x", "y"]), Some("x"));
        assert_eq!(nearest("x", ["a", "y"]), None);
        assert_eq!(nearest("abc", ["xyz", "abcdef"]), None);
        assert_eq!(nearest("", ["abc"]), None);
    }

    #[test]
    fn repeats_are_dropped() {
        let mut all = Diagnostics::default();
        all.push(Diagnostic::error("a"));
        all.push(Diagnostic::error("a"));
        assert_eq!(all.error_count(), 2);
        assert_eq!(all.into_vec(&SourceMap::new()).len(), 1);
    }
}
