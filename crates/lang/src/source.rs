//! Source text and places in it.
//!
//! Idea: a [`SourceMap`] owns the text of every file that took part in a run; a [`Span`] is a small
//! `Copy` value that names a range of bytes in one of them. A token that came out of a macro or an
//! inline call keeps two places: where its characters are *spelled* (the byte range) and how they came
//! to stand where the parser saw them (the [`ExpansionId`], a link to the place of use, which may
//! itself lie in another expansion). A diagnostic can so point at both.
//!
//! Source: the scheme is the one of modern compilers (spelling and expansion locations); `#line` is kept
//! beside the text rather than in the spans, so that a snippet can always be cut from the real bytes
//! while the printed position is the one the user's generator asked for.
//!
//! Requires: files smaller than 4 GiB. Guarantees: every lookup is total; a span that does not belong to
//! the map gives an empty text and line 1 rather than a panic.

use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names one file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// Names one expansion (a macro use or an inline call) recorded in a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExpansionId(pub u32);

/// A range of bytes in one file, with the expansion it came through, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// The file in which the characters are spelled.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The innermost expansion that placed the characters where they were read.
    pub expansion: Option<ExpansionId>,
}

impl Span {
    /// A span that is written where it stands (no expansion).
    #[must_use]
    pub fn new(file: FileId, start: u32, end: u32) -> Self {
        Span { file, start, end, expansion: None }
    }

    /// The empty span just behind this one; where something missing should have been.
    #[must_use]
    pub fn after(self) -> Self {
        Span { start: self.end, ..self }
    }
}

/// Why an [`Expansion`] took place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpansionKind {
    /// A `#define`d macro was replaced.
    Macro,
    /// An `inline` was called.
    Inline,
}

/// One use of a macro or inline.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// Macro or inline.
    pub kind: ExpansionKind,
    /// Its name.
    pub name: Arc<str>,
    /// Where it was used; may itself be inside an expansion.
    pub call: Span,
    /// Where its name is written in its definition; none for a definition from the command line.
    pub definition: Option<Span>,
}

/// A `#line` or `# 12 "file"` directive: what the lines behind it want to be called.
#[derive(Clone, Debug)]
struct LineMark {
    /// First byte of the line that follows the directive.
    offset: u32,
    line: u32,
    /// The name to print from here on; none keeps the file's own.
    name: Option<Arc<str>>,
}

/// A file with its text.
#[derive(Clone, Debug)]
struct SourceFile {
    path: PathBuf,
    text: Arc<str>,
    /// Offset of the first byte of each line.
    lines: Vec<u32>,
    marks: Vec<LineMark>,
}

/// A place as a user wants to read it: `file:line:column`, lines and columns from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The name of the file, as given or as a `#line` directive demands.
    pub file: String,
    /// Line, from 1, as `#line` demands.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// All text of a run, and all expansions.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    expansions: Vec<Expansion>,
}

impl SourceMap {
    /// A map without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a file in and names it. The same path may be added twice (it is then two files).
    pub fn add_file(&mut self, path: &Path, text: &str) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let lines = std::iter::once(0)
            .chain(
                text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| to_u32(i + 1)),
            )
            .collect();
        self.files.push(SourceFile {
            path: path.to_path_buf(),
            text: Arc::from(text),
            lines,
            marks: Vec::new(),
        });
        id
    }

    /// Records that the lines from byte `offset` on want to be numbered from `line` (and be said to
    /// come from `name`). Calls must come in order of `offset`.
    pub fn add_line_mark(&mut self, file: FileId, offset: u32, line: u32, name: Option<Arc<str>>) {
        if let Some(file) = self.files.get_mut(file.0 as usize) {
            file.marks.push(LineMark { offset, line, name });
        }
    }

    /// Records a use of a macro or inline.
    pub fn add_expansion(&mut self, expansion: Expansion) -> ExpansionId {
        let id = ExpansionId(to_u32(self.expansions.len()));
        self.expansions.push(expansion);
        id
    }

    /// The expansion behind an id.
    #[must_use]
    pub fn expansion(&self, id: ExpansionId) -> Option<&Expansion> {
        self.expansions.get(id.0 as usize)
    }

    /// Number of files.
    #[must_use]
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// The path under which a file was added.
    #[must_use]
    pub fn path(&self, file: FileId) -> &Path {
        self.files.get(file.0 as usize).map_or(Path::new(""), |f| &f.path)
    }

    /// The whole text of a file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        self.files.get(file.0 as usize).map_or("", |f| &f.text)
    }

    /// The characters a span covers, as spelled.
    #[must_use]
    pub fn snippet(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line (from 0) of the real file that holds a byte.
    #[must_use]
    pub fn line_index(&self, file: FileId, offset: u32) -> usize {
        self.files
            .get(file.0 as usize)
            .map_or(0, |f| f.lines.partition_point(|start| *start <= offset).saturating_sub(1))
    }

    /// The byte range of a line (from 0) of the real file, without its newline.
    #[must_use]
    pub fn line_range(&self, file: FileId, line: usize) -> std::ops::Range<usize> {
        let Some(f) = self.files.get(file.0 as usize) else { return 0..0 };
        let start = f.lines.get(line).map_or(f.text.len(), |s| *s as usize);
        let end = f.lines.get(line + 1).map_or(f.text.len(), |s| *s as usize - 1);
        start..end.max(start)
    }

    /// Where a span starts, as a user wants to read it (spelling place, `#line` respected).
    #[must_use]
    pub fn location(&self, span: Span) -> Location {
        let index = self.line_index(span.file, span.start);
        let range = self.line_range(span.file, index);
        let text = self.text(span.file);
        let upto = text.get(range.start..(span.start as usize).min(text.len())).unwrap_or("");
        let (file, line) = self.presumed_line(span.file, index);
        Location { file, line, column: to_u32(upto.chars().count() + 1) }
    }

    /// The name and number that a line (from 0) of the real file wants to be known by.
    #[must_use]
    pub fn presumed_line(&self, file: FileId, index: usize) -> (String, u32) {
        let own = || self.path(file).display().to_string();
        let Some(f) = self.files.get(file.0 as usize) else { return (own(), 1) };
        let start = f.lines.get(index).copied().unwrap_or(0);
        let behind = &f.marks[..f.marks.partition_point(|m| m.offset <= start)];
        match behind.last() {
            None => (own(), to_u32(index + 1)),
            Some(mark) => {
                let base = self.line_index(file, mark.offset);
                let name = behind.iter().rev().find_map(|m| m.name.as_ref());
                let line = mark.line.saturating_add(to_u32(index.saturating_sub(base)));
                (name.map_or_else(own, |n| n.to_string()), line)
            }
        }
    }

    /// The span of the outermost use that brought a span about: what the user wrote in the program text
    /// outside any macro or inline. A span without expansion is its own outermost use.
    #[must_use]
    pub fn outermost(&self, mut span: Span) -> Span {
        while let Some(expansion) = span.expansion.and_then(|id| self.expansion(id)) {
            span = expansion.call;
        }
        span
    }

    /// The smallest span that covers both. Where one lies in an expansion that the other does not share,
    /// it counts as the place of use; where they lie in different files, the first is the answer.
    #[must_use]
    pub fn join(&self, mut a: Span, mut b: Span) -> Span {
        if a.expansion != b.expansion {
            let (deep_a, deep_b) = (self.depth(a), self.depth(b));
            for _ in deep_b..deep_a {
                a = self.parent(a);
            }
            for _ in deep_a..deep_b {
                b = self.parent(b);
            }
            while a.expansion != b.expansion {
                (a, b) = (self.parent(a), self.parent(b));
            }
        }
        if a.file == b.file {
            Span { start: a.start.min(b.start), end: a.end.max(b.end), ..a }
        } else {
            a
        }
    }

    /// How many expansions a span lies in.
    fn depth(&self, mut span: Span) -> usize {
        let mut depth = 0;
        while span.expansion.is_some() {
            span = self.parent(span);
            depth += 1;
        }
        depth
    }

    /// The use that the innermost expansion around a span replaced.
    fn parent(&self, span: Span) -> Span {
        match span.expansion.and_then(|id| self.expansion(id)) {
            Some(expansion) => expansion.call,
            None => Span { expansion: None, ..span },
        }
    }
}

/// Offsets are 32 bits wide; longer texts are refused before they get here.
fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
