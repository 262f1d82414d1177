//! Draws a diagnostic as text: message, `file:line:column`, the lines it speaks of with the places
//! underlined, notes and helps.
//!
//! Source: the layout is the one of rustc, which people know how to read. Written here rather than taken
//! from `annotate-snippets` because positions must follow `#line` line by line and one diagnostic may
//! speak of several files.
//!
//! Guarantees: total; the first line under the message always has `file:line:column` when there is a
//! primary place; no line of the drawing ends in white space.

use std::fmt::Write as _;

use super::{Diagnostic, Label, Severity};
use crate::source::{ExpansionKind, FileId, SourceMap, Span};

const RED: &str = "\x1b[1;31m";
const YELLOW: &str = "\x1b[1;33m";
const BLUE: &str = "\x1b[1;34m";
const GREEN: &str = "\x1b[1;32m";
const BOLD: &str = "\x1b[1m";
const RESET: &str = "\x1b[0m";

/// Lines that are longer than this are cut around what matters.
const WIDEST: usize = 160;

/// Where to point for a span, and the further places that explain it.
///
/// What a macro brought about is shown at its use, with the definition beside it; what stands in the body
/// of an inline is shown there, with the call beside it.
pub(super) fn place(map: &SourceMap, span: Span) -> (Span, Vec<Label>) {
    let mut shown = Span { expansion: None, ..span };
    let mut others: Vec<Label> = Vec::new();
    let mut in_inline = false;
    let mut current = span;
    while let Some(expansion) = current.expansion.and_then(|id| map.expansion(id)) {
        let here = Span { expansion: None, ..current };
        match expansion.kind {
            ExpansionKind::Macro => {
                let text = format!("in the definition of macro `{}`", expansion.name);
                let call = Span { expansion: None, ..expansion.call };
                if in_inline {
                    // The place just pushed is in a macro's body: say so, and show the use as well.
                    others.push(Label {
                        span: call,
                        text: format!("in this use of macro `{}`", expansion.name),
                    });
                } else {
                    others.push(Label { span: here, text });
                    shown = call;
                }
            }
            ExpansionKind::Inline => {
                in_inline = true;
                others.push(Label {
                    span: Span { expansion: None, ..expansion.call },
                    text: format!("in this call of inline `{}`", expansion.name),
                });
            }
        }
        current = expansion.call;
        if others.len() > 8 {
            break;
        }
    }
    (shown, others)
}

/// A label on a line, ready to draw.
struct Mark {
    file: FileId,
    line: usize,
    /// Columns (characters of the drawn line), from 0.
    from: usize,
    to: usize,
    text: String,
    primary: bool,
}

pub(super) fn render(diagnostic: &Diagnostic, map: &SourceMap, colour: bool) -> String {
    let paint = |code: &'static str| if colour { code } else { "" };
    let (word, tone) = match diagnostic.severity {
        Severity::Error => ("error", RED),
        Severity::Warning => ("warning", YELLOW),
    };
    let mut out = String::new();
    let (tone, reset, bold, blue) = (paint(tone), paint(RESET), paint(BOLD), paint(BLUE));
    let _ = writeln!(out, "{tone}{word}{reset}{bold}: {}{reset}", diagnostic.message);

    let marks = collect(diagnostic, map);
    let number_width = marks
        .iter()
        .map(|m| map.presumed_line(m.file, m.line).1.to_string().len())
        .max()
        .unwrap_or(1);
    let gutter = " ".repeat(number_width);

    let mut files: Vec<FileId> = Vec::new();
    for mark in &marks {
        if !files.contains(&mark.file) {
            files.push(mark.file);
        }
    }
    for (nth, file) in files.iter().enumerate() {
        let mut here: Vec<&Mark> = marks.iter().filter(|m| m.file == *file).collect();
        let first = here[0];
        let (name, line) = map.presumed_line(*file, first.line);
        let column = display_to_column(map, first);
        let arrow = if nth == 0 { "-->" } else { ":::" };
        let _ = writeln!(out, "{gutter}{blue}{arrow}{reset} {name}:{line}:{column}");
        let _ = writeln!(out, "{gutter} {blue}|{reset}");
        here.sort_by_key(|m| (m.line, m.from, !m.primary));
        draw_file(&mut out, map, &here, &gutter, (tone, blue, reset));
    }
    let has_more = !diagnostic.notes.is_empty() || !diagnostic.helps.is_empty();
    if has_more && !marks.is_empty() {
        let _ = writeln!(out, "{gutter} {blue}|{reset}");
    }
    for note in &diagnostic.notes {
        let _ = writeln!(out, "{gutter} {blue}={reset} {bold}note{reset}: {note}");
    }
    for help in &diagnostic.helps {
        let _ = writeln!(out, "{gutter} {blue}={reset} {}help{reset}: {help}", paint(GREEN));
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// All labels with the places of expansions added; the primary one first.
fn collect(diagnostic: &Diagnostic, map: &SourceMap) -> Vec<Mark> {
    let mut marks = Vec::new();
    let labels = diagnostic
        .primary
        .iter()
        .map(|label| (label, true))
        .chain(diagnostic.secondary.iter().map(|label| (label, false)));
    for (label, primary) in labels {
        let (span, others) = place(map, label.span);
        marks.push(mark(map, span, label.text.clone(), primary));
        // A secondary place inside an expansion needs no story of its own.
        if primary {
            marks.extend(others.into_iter().map(|l| mark(map, l.span, l.text, false)));
        }
    }
    marks
}

fn mark(map: &SourceMap, span: Span, text: String, primary: bool) -> Mark {
    let line = map.line_index(span.file, span.start);
    let range = map.line_range(span.file, line);
    let source = map.text(span.file).get(range.clone()).unwrap_or("");
    let column = |byte: u32| {
        let upto = (byte as usize).saturating_sub(range.start).min(source.len());
        let upto = (0..=upto).rev().find(|i| source.is_char_boundary(*i)).unwrap_or(0);
        expand_tabs(&source[..upto]).chars().count()
    };
    let from = column(span.start);
    let to = column(span.end).max(from + 1);
    Mark { file: span.file, line, from, to, text, primary }
}

/// The column to print: in characters of the text, not of the drawing.
fn display_to_column(map: &SourceMap, mark: &Mark) -> usize {
    let range = map.line_range(mark.file, mark.line);
    let source = map.text(mark.file).get(range).unwrap_or("");
    let mut width = 0;
    for (nth, c) in source.chars().enumerate() {
        if width >= mark.from {
            return nth + 1;
        }
        width += if c == '\t' { 4 } else { 1 };
    }
    source.chars().count() + 1
}

fn expand_tabs(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let (c, times) = if c == '\t' { (' ', 4) } else { (c, 1) };
            std::iter::repeat_n(if c.is_control() { ' ' } else { c }, times)
        })
        .collect()
}

/// Draws the lines of one file that have marks on them.
fn draw_file(
    out: &mut String,
    map: &SourceMap,
    marks: &[&Mark],
    gutter: &str,
    (tone, blue, reset): (&str, &str, &str),
) {
    let mut previous: Option<usize> = None;
    let mut rest = marks;
    while let Some(first) = rest.first() {
        let line = first.line;
        let count = rest.iter().take_while(|m| m.line == line).count();
        let (here, behind) = rest.split_at(count);
        rest = behind;
        if previous.is_some_and(|p| line > p + 1) {
            let _ = writeln!(out, "{blue}...{reset}");
        }
        previous = Some(line);
        let range = map.line_range(first.file, line);
        let source = expand_tabs(map.text(first.file).get(range).unwrap_or(""));
        let cut = first.from.saturating_sub(WIDEST / 2);
        let shown: String = source.chars().skip(cut).take(WIDEST).collect();
        let number = map.presumed_line(first.file, line).1.to_string();
        let _ = writeln!(out, "{blue}{number:>width$} |{reset} {shown}", width = gutter.len());
        // Each mark on a line of its own: simple, and never ambiguous.
        for mark in here {
            let from = mark.from.saturating_sub(cut);
            if from > WIDEST {
                continue;
            }
            let to = mark.to.saturating_sub(cut).min(WIDEST + 1).max(from + 1);
            let (sign, colour) = if mark.primary { ("^", tone) } else { ("-", blue) };
            let _ = writeln!(
                out,
                "{gutter} {blue}|{reset} {}{colour}{} {}{reset}",
                " ".repeat(from),
                sign.repeat(to - from),
                mark.text
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn two_places_and_help() {
        let mut map = SourceMap::new();
        let file = map.add_file(Path::new("a.pml"), "if\n:: a\n\n\tb }\n");
        let text = Diagnostic::error("expected `fi`, found `}`")
            .at(Span::new(file, 12, 13), "expected `fi`")
            .also(Span::new(file, 0, 2), "this `if` is still open")
            .help("add `fi`")
            .render(&map, false);
        assert_eq!(
            text,
            "error: expected `fi`, found `}`\n --> a.pml:4:4\n  |\n1 | if\n  | -- this `if` is still open\n\
             ...\n4 |     b }\n  |       ^ expected `fi`\n  |\n  = help: add `fi`\n"
        );
    }

    #[test]
    fn total_on_odd_spans() {
        let mut map = SourceMap::new();
        let file = map.add_file(Path::new("ä.pml"), "ä\u{7}ö");
        for start in 0..8 {
            for end in 0..8 {
                let span = Span::new(file, start, end);
                assert!(!Diagnostic::warning("w").at(span, "x").render(&map, true).is_empty());
            }
        }
        assert_eq!(Diagnostic::error("e").render(&map, false), "error: e\n");
    }
}
