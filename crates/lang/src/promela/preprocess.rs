//! The C preprocessor's job, on tokens.
//!
//! Idea: one pass that pulls tokens from a stack of open files, obeys the directives it meets, and pushes
//! what a macro stands for on a second stack that is read first. A macro is disabled while its own
//! replacement is being read, which is C's way of stopping recursion. Nothing is ever turned back into
//! text, so every token keeps the place where it was written and the chain of uses it came through.
//!
//! Source: the C standard (6.10) for what is replaced when; SPIN runs `gcc -E`, and line ends, which may
//! stand for semicolons in Promela, come out where gcc leaves them. Where we differ: no predefined macros
//! but `__LINE__` and `__FILE__`; `#include <x>` asks the loader just as `#include "x"` does.
//!
//! Requires: a loader that terminates. Guarantees: terminates on every input (limits below); the last
//! token is `Eof`; reads no file itself.

mod condition;
mod directive;
mod expand;

use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use super::lex::{Interner, Lexer};
use super::token::{Punct, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, SourceMap, Span};

/// Fetches an included file: given the path as written and the file that asks for it, gives the path
/// found and its text.
pub type Loader<'a> = dyn Fn(&str, &Path) -> io::Result<(PathBuf, String)> + 'a;

/// Tokens that macros may produce in all; more is an error. Far above any honest program.
const MOST_TOKENS: usize = 2_000_000;
/// How deep uses of macros may be nested in arguments.
const DEEPEST_ARGUMENTS: usize = 100;
/// How deep files may include each other.
const DEEPEST_INCLUDE: usize = 64;
/// How many files may be included in all.
const MOST_INCLUDES: usize = 1000;

/// A `#define`d macro.
struct Macro {
    name: Arc<str>,
    /// Where its name is written.
    span: Span,
    /// Formal parameters; none for `#define X …`, some (perhaps empty) for `#define X(…) …`.
    params: Option<Vec<Arc<str>>>,
    /// The last parameter takes all remaining arguments.
    variadic: bool,
    body: Vec<Token>,
    /// How many replacements of it are being read right now.
    active: Cell<u32>,
}

/// A file being read.
struct OpenFile {
    lexer: Lexer,
    /// A token read too far.
    pushed_back: Option<Token>,
    conditionals: Vec<Conditional>,
}

/// An `#if` that is still open.
struct Conditional {
    span: Span,
    /// The lines being read are wanted.
    active: bool,
    /// Some branch has been wanted already.
    taken: bool,
    seen_else: bool,
}

/// A replacement being read.
struct Context {
    tokens: std::vec::IntoIter<Token>,
    source: Option<Rc<Macro>>,
    /// The use spanned lines: what comes behind it is on a new one.
    newline_after: bool,
}

/// The state of a run.
struct Preprocessor<'a> {
    map: &'a mut SourceMap,
    out: &'a mut Diagnostics,
    loader: &'a Loader<'a>,
    names: Interner,
    macros: HashMap<Arc<str>, Rc<Macro>>,
    files: Vec<OpenFile>,
    contexts: Vec<Context>,
    /// An argument is being expanded on its own: the files are out of reach.
    isolated: bool,
    depth: usize,
    carry_newline: bool,
    produced: usize,
    includes: usize,
    /// A limit was hit; nothing more is replaced or included.
    exhausted: bool,
}

/// Reads a program: the text of `path` behind the `defines` (`NAME` or `NAME=VALUE`). `None` when a limit
/// was hit and the tokens would make no sense.
pub(super) fn preprocess(
    (path, text): (&Path, &str),
    defines: &[String],
    loader: &Loader<'_>,
    map: &mut SourceMap,
    out: &mut Diagnostics,
) -> Option<Vec<Token>> {
    let main = map.add_file(path, text);
    let mut pp = Preprocessor {
        map,
        out,
        loader,
        names: Interner::default(),
        macros: HashMap::new(),
        files: Vec::new(),
        contexts: Vec::new(),
        isolated: false,
        depth: 0,
        carry_newline: false,
        produced: 0,
        includes: 0,
        exhausted: false,
    };
    pp.predefine(defines);
    pp.open(main);
    let mut tokens = Vec::new();
    loop {
        let token = pp.next();
        let done = token.kind == TokenKind::Eof;
        tokens.push(token);
        if done {
            break;
        }
    }
    (!pp.exhausted).then_some(tokens)
}

impl Preprocessor<'_> {
    /// Writes the command line's definitions as a file of their own and reads it.
    fn predefine(&mut self, defines: &[String]) {
        if defines.is_empty() {
            return;
        }
        let line = |define: &String| match define.split_once('=') {
            Some((name, value)) => format!("#define {name} {value}\n"),
            None => format!("#define {define} 1\n"),
        };
        let text: String = defines.iter().map(line).collect();
        let file = self.map.add_file(Path::new("<command line>"), &text);
        self.open(file);
        let token = self.next();
        if token.kind != TokenKind::Eof {
            self.out.push(
                Diagnostic::error("a definition on the command line is more than a definition")
                    .at(token.span, "")
                    .help("the form is `-D NAME` or `-D NAME=VALUE`"),
            );
        }
        self.files.clear();
    }

    fn open(&mut self, file: FileId) {
        let text: Arc<str> = Arc::from(self.map.text(file));
        self.files.push(OpenFile {
            lexer: Lexer::new(file, text),
            pushed_back: None,
            conditionals: Vec::new(),
        });
    }

    /// The next token of the program, macros replaced.
    fn next(&mut self) -> Token {
        loop {
            let mut token = self.pull();
            let TokenKind::Ident(name) = &token.kind else { return token };
            if token.no_expand || self.exhausted {
                return token;
            }
            let name = Arc::clone(name);
            match self.macros.get(&name) {
                Some(found) if found.active.get() > 0 => {
                    token.no_expand = true;
                    return token;
                }
                Some(found) => {
                    let found = Rc::clone(found);
                    if let Some(token) = self.expand(token, &found) {
                        return token;
                    }
                }
                None => return self.builtin(token),
            }
        }
    }

    /// `__LINE__` and `__FILE__`; any other token as it is.
    fn builtin(&mut self, token: Token) -> Token {
        let TokenKind::Ident(name) = &token.kind else { return token };
        let kind = match &**name {
            "__LINE__" => {
                let line = self.map.location(self.map.outermost(token.span)).line;
                TokenKind::Number(self.names.intern(&line.to_string()))
            }
            "__FILE__" => {
                let file = self.map.location(self.map.outermost(token.span)).file;
                TokenKind::Str(self.names.intern(&format!("\"{}\"", file.replace('\\', "\\\\"))))
            }
            _ => return token,
        };
        Token { kind, ..token }
    }

    /// The next token, macros not replaced: from the innermost replacement, else from the files.
    fn pull(&mut self) -> Token {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(mut token) = context.tokens.next() {
                token.newline_before |= std::mem::take(&mut self.carry_newline);
                return token;
            }
            if let Some(done) = self.contexts.pop() {
                self.carry_newline |= done.newline_after;
                if let Some(source) = done.source {
                    source.active.set(source.active.get().saturating_sub(1));
                }
            }
        }
        let mut token = if self.isolated { self.eof() } else { self.pull_from_files() };
        token.newline_before |= std::mem::take(&mut self.carry_newline);
        token
    }

    /// Is the next token an opening parenthesis? Reads nothing.
    fn open_paren_follows(&mut self) -> bool {
        for context in self.contexts.iter().rev() {
            if let Some(token) = context.tokens.as_slice().first() {
                return token.kind.is(Punct::OpenParen);
            }
        }
        if self.isolated {
            return false;
        }
        let token = self.read();
        let found = token.kind.is(Punct::OpenParen);
        self.unread(token);
        found
    }

    /// The next token of the files, directives obeyed.
    fn pull_from_files(&mut self) -> Token {
        loop {
            let token = self.read();
            if token.line_start && token.kind.is(Punct::Hash) {
                self.directive(&token);
                continue;
            }
            if token.kind != TokenKind::Eof {
                return token;
            }
            self.close_file();
            if self.files.len() <= 1 {
                return token;
            }
            self.files.pop();
            // What follows the `#include` is on a line of its own.
            self.carry_newline = true;
        }
    }

    /// Complains about conditionals that the file at its end has left open.
    fn close_file(&mut self) {
        let Some(file) = self.files.last_mut() else { return };
        for open in std::mem::take(&mut file.conditionals) {
            self.out.push(
                Diagnostic::error("this conditional is never closed")
                    .at(open.span, "opened here")
                    .help("add `#endif`"),
            );
        }
    }

    /// The next token of the innermost file as it stands.
    fn read(&mut self) -> Token {
        let Some(file) = self.files.last_mut() else { return self.eof() };
        match file.pushed_back.take() {
            Some(token) => token,
            None => file.lexer.next_token(&mut self.names, self.out),
        }
    }

    fn unread(&mut self, token: Token) {
        if let Some(file) = self.files.last_mut() {
            file.pushed_back = Some(token);
        }
    }

    /// An end of text where the innermost file is.
    fn eof(&self) -> Token {
        let (file, at) = match self.files.last() {
            Some(open) => (open.lexer.file(), open.lexer.offset()),
            None => (FileId(0), 0),
        };
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        Token {
            kind: TokenKind::Eof,
            span: Span::new(file, at, at),
            newline_before: true,
            line_start: true,
            space_before: true,
            no_expand: true,
        }
    }

    /// Reports that a limit was hit, once, and stops replacing.
    fn give_up(&mut self, message: &str, span: Span) {
        if !std::mem::replace(&mut self.exhausted, true) {
            self.out.push(Diagnostic::error(message).at(span, "while reading this"));
        }
    }
}

#[cfg(test)]
mod tests;
