//! From characters to tokens, one file at a time.
//!
//! Source: SPIN's lexer. Where we differ: `0..N` is a number, `..` and a name (C's preprocessor, which
//! SPIN runs first, takes it for one number and so never replaces `N`).
//!
//! Requires: text shorter than 4 GiB. Guarantees: terminates on every input; every byte belongs to a
//! token, to white space or to a comment; problems are reported once, at the token.

use std::collections::HashSet;
use std::sync::Arc;

use super::token::{Punct, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Span};

/// Reads the tokens of one file.
pub struct Lexer {
    file: FileId,
    text: Arc<str>,
    offset: usize,
    newline: bool,
    line_start: bool,
    space: bool,
}

/// Keeps one copy of each name.
#[derive(Default)]
pub struct Interner {
    names: HashSet<Arc<str>>,
}

impl Interner {
    /// The shared copy of a name.
    pub fn intern(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.names.get(name) {
            return Arc::clone(known);
        }
        let new: Arc<str> = Arc::from(name);
        self.names.insert(Arc::clone(&new));
        new
    }
}

impl Lexer {
    /// Starts at the first character of a file.
    #[must_use]
    pub fn new(file: FileId, text: Arc<str>) -> Self {
        Lexer { file, text, offset: 0, newline: true, line_start: true, space: false }
    }

    /// The file being read.
    #[must_use]
    pub fn file(&self) -> FileId {
        self.file
    }

    /// The offset of the next character.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The next token; `Eof` again and again at the end.
    pub fn next_token(&mut self, names: &mut Interner, out: &mut Diagnostics) -> Token {
        self.skip_blanks(out);
        let start = self.offset;
        let kind = self.scan(names, out);
        Token {
            kind,
            span: self.span(start, self.offset),
            newline_before: std::mem::take(&mut self.newline),
            line_start: std::mem::take(&mut self.line_start),
            space_before: std::mem::take(&mut self.space),
            no_expand: false,
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span::new(self.file, narrow(start), narrow(end))
    }

    fn rest(&self) -> &str {
        self.text.get(self.offset..).unwrap_or("")
    }

    /// White space, continued lines and comments.
    fn skip_blanks(&mut self, out: &mut Diagnostics) {
        loop {
            let text = Arc::clone(&self.text);
            let rest = &text.as_bytes()[self.offset..];
            let length = match rest {
                [b'\n', ..] => {
                    (self.newline, self.line_start) = (true, true);
                    1
                }
                // A null byte is dropped, as SPIN does.
                [b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0, ..] => 1,
                [b'\\', b'\n', ..] => 2,
                [b'\\', b'\r', b'\n', ..] => 3,
                [b'/', b'/', ..] => rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len()),
                [b'/', b'*', ..] => match self.rest()[2..].find("*/") {
                    Some(end) => {
                        self.newline |= self.rest()[..end + 2].contains('\n');
                        end + 4
                    }
                    None => {
                        out.push(
                            Diagnostic::error("this comment is never closed")
                                .at(self.span(self.offset, self.offset + 2), "opened here")
                                .help("add `*/`"),
                        );
                        self.newline = true;
                        rest.len()
                    }
                },
                _ => return,
            };
            self.offset += length;
            self.space = true;
        }
    }

    fn scan(&mut self, names: &mut Interner, out: &mut Diagnostics) -> TokenKind {
        let start = self.offset;
        let Some(first) = self.rest().chars().next() else { return TokenKind::Eof };
        if first.is_ascii_alphabetic() || first == '_' {
            let length = word_length(self.rest());
            self.offset += length;
            return TokenKind::Ident(names.intern(&self.text[start..self.offset]));
        }
        if first.is_ascii_digit() {
            self.offset += word_length(self.rest());
            return TokenKind::Number(names.intern(&self.text[start..self.offset]));
        }
        if first == '"' || first == '\'' {
            return self.scan_quoted(first, names, out);
        }
        if let Some(punct) = Punct::prefix_of(self.rest()) {
            self.offset += punct.text().len();
            return TokenKind::Punct(punct);
        }
        self.offset += first.len_utf8();
        TokenKind::Unknown(first)
    }

    /// A string or character: up to the same quote, a backslash protecting what follows it.
    fn scan_quoted(
        &mut self,
        quote: char,
        names: &mut Interner,
        out: &mut Diagnostics,
    ) -> TokenKind {
        let start = self.offset;
        let mut closed = false;
        let mut chars = self.rest().char_indices().skip(1);
        let mut length = self.rest().len();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => {
                    chars.next();
                }
                '\n' => {
                    length = at;
                    break;
                }
                _ if c == quote => {
                    (length, closed) = (at + 1, true);
                    break;
                }
                _ => {}
            }
        }
        self.offset += length;
        let text = self.text[start..self.offset].to_owned();
        if !closed {
            let what = if quote == '"' { "string" } else { "character" };
            out.push(
                Diagnostic::error(format!("this {what} is not closed on its line"))
                    .at(self.span(start, self.offset), format!("expected `{quote}` before here")),
            );
        }
        let text = names.intern(&text);
        if quote == '"' { TokenKind::Str(text) } else { TokenKind::Char(text) }
    }
}

/// How many bytes of letters, digits and underscores a text starts with.
fn word_length(text: &str) -> usize {
    text.bytes().position(|b| !b.is_ascii_alphanumeric() && b != b'_').unwrap_or(text.len())
}

/// The characters of a string or character token, quotes removed and escapes resolved.
#[must_use]
pub fn unquote(raw: &str) -> String {
    let quote = raw.chars().next().unwrap_or('"');
    let inner = raw.get(1..).unwrap_or("");
    let inner = inner.strip_suffix(quote).unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('f') => text.push('\u{c}'),
            Some('\n') | None => {}
            Some(other) => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        let mut names = Interner::default();
        let mut out = Diagnostics::default();
        let mut lexer = Lexer::new(FileId(0), Arc::from(text));
        let mut kinds = Vec::new();
        loop {
            let token = lexer.next_token(&mut names, &mut out);
            if token.kind == TokenKind::Eof {
                return kinds;
            }
            let mark = if token.newline_before { "^" } else { "" };
            kinds.push(format!("{mark}{}", token.kind.describe()));
        }
    }

    #[test]
    fn ranges_are_not_numbers() {
        assert_eq!(kinds("0..N"), ["^`0`", "`..`", "`N`"]);
        assert_eq!(kinds("0x1F"), ["^`0x1F`"]);
    }

    #[test]
    fn comments_and_continued_lines_are_blank() {
        assert_eq!(kinds("a/*\n*/b //x\nc \\\nd"), ["^`a`", "^`b`", "^`c`", "`d`"]);
        assert_eq!(kinds("/* open"), Vec::<String>::new());
    }

    #[test]
    fn quotes() {
        assert_eq!(kinds(r#"'a' '\'' "x\"y""#), ["^`'a'`", r"`'\''`", "a string"]);
        assert_eq!(unquote(r#""a\n\"b\q""#), "a\n\"bq");
        assert_eq!(unquote("'"), "");
    }
}
