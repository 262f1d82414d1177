//! Directives: lines that start with `#`.
//!
//! Source: C 6.10. Where we differ: `#pragma` and `#ident` are passed over, as SPIN does.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::{Conditional, DEEPEST_INCLUDE, MOST_INCLUDES, Macro, Preprocessor};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::promela::lex::unquote;
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::Span;

/// The directives there are, for suggestions.
const KNOWN: [&str; 14] = [
    "define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "include", "line",
    "error", "warning", "pragma", "ident",
];

impl Preprocessor<'_> {
    /// Obeys the directive whose `#` has just been read.
    pub(super) fn directive(&mut self, hash: &Token) {
        let line = self.rest_of_line();
        let Some(first) = line.first() else { return };
        let rest = &line[1..];
        match &first.kind {
            TokenKind::Number(_) => self.line_mark(hash, &line),
            TokenKind::Ident(name) => match &**name {
                "define" => self.define(first.span, rest),
                "undef" => self.undef(first.span, rest),
                "include" => self.include(first.span, rest),
                "line" => self.line_mark(hash, rest),
                "error" | "warning" => self.message(first.span, name, rest),
                "pragma" | "ident" => {}
                "if" | "ifdef" | "ifndef" => {
                    let wanted = self.condition(name, first.span, rest);
                    self.push_conditional(first.span, wanted);
                    self.skip_unwanted();
                }
                "elif" | "else" | "endif" => {
                    self.turn_conditional(first, rest);
                    self.skip_unwanted();
                }
                _ => {
                    let help = nearest(name, KNOWN).map(|n| format!("did you mean `#{n}`?"));
                    self.out.push(
                        Diagnostic::error(format!("unknown directive `#{name}`"))
                            .at(first.span, "")
                            .maybe_help(help),
                    );
                }
            },
            _ => self.out.push(
                Diagnostic::error("expected the name of a directive behind `#`").at(first.span, ""),
            ),
        }
    }

    /// The tokens up to the end of the line.
    fn rest_of_line(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        loop {
            let token = self.read();
            if token.line_start || token.kind == TokenKind::Eof {
                self.unread(token);
                return line;
            }
            line.push(token);
        }
    }

    fn define(&mut self, at: Span, line: &[Token]) {
        let Some((name, span)) = self.macro_name(at, line) else { return };
        let mut body = &line[1..];
        let mut params = None;
        let mut variadic = false;
        if let Some(open) = body.first()
            && open.kind.is(Punct::OpenParen)
            && !open.space_before
        {
            let Some((names, rest, more)) = self.parameters(open.span, &body[1..]) else { return };
            (params, body, variadic) = (Some(names), rest, more);
        }
        let new = Macro {
            name: Arc::clone(&name),
            span,
            params,
            variadic,
            body: body.to_vec(),
            active: Cell::new(0),
        };
        if let Some(old) = self.macros.get(&name)
            && !same(old, &new)
        {
            self.out.push(
                Diagnostic::warning(format!("macro `{name}` is defined again, differently"))
                    .at(span, "the new definition counts from here on")
                    .also(old.span, "defined before here"),
            );
        }
        self.macros.insert(name, Rc::new(new));
    }

    /// The formal parameters behind `(`, what follows `)`, and whether the last is variadic.
    #[allow(clippy::type_complexity, reason = "three results that are only taken apart at once")]
    fn parameters<'t>(
        &mut self,
        open: Span,
        line: &'t [Token],
    ) -> Option<(Vec<Arc<str>>, &'t [Token], bool)> {
        let mut names: Vec<Arc<str>> = Vec::new();
        let mut variadic = false;
        let mut at = 0;
        if line.first().is_some_and(|t| t.kind.is(Punct::CloseParen)) {
            return Some((names, &line[1..], false));
        }
        loop {
            match line.get(at).map(|t| &t.kind) {
                Some(TokenKind::Ident(name)) if !variadic => names.push(Arc::clone(name)),
                Some(TokenKind::Punct(Punct::Ellipsis)) if !variadic => {
                    variadic = true;
                    names.push(self.names.intern("__VA_ARGS__"));
                }
                _ => break,
            }
            match line.get(at + 1).map(|t| &t.kind) {
                Some(TokenKind::Punct(Punct::CloseParen)) => {
                    return Some((names, &line[at + 2..], variadic));
                }
                Some(TokenKind::Punct(Punct::Comma)) => at += 2,
                _ => {
                    at += 1;
                    break;
                }
            }
        }
        let span = line.get(at).or(line.last()).map_or(open, |t| t.span);
        self.out.push(
            Diagnostic::error("malformed parameter list of a macro")
                .at(span, "expected names separated by `,` and then `)`"),
        );
        None
    }

    fn undef(&mut self, at: Span, line: &[Token]) {
        if let Some((name, _)) = self.macro_name(at, line) {
            self.macros.remove(&name);
        }
    }

    /// The name that a `#define`, `#undef`, `#ifdef` or `#ifndef` speaks of.
    fn macro_name(&mut self, at: Span, line: &[Token]) -> Option<(Arc<str>, Span)> {
        match line.first() {
            Some(token) if token.kind.ident().is_some_and(|n| &**n != "defined") => {
                Some((Arc::clone(token.kind.ident()?), token.span))
            }
            Some(token) => {
                self.out.push(
                    Diagnostic::error("a macro's name must be an identifier")
                        .at(token.span, "expected a name"),
                );
                None
            }
            None => {
                self.out.push(
                    Diagnostic::error("the name of a macro is missing")
                        .at(at.after(), "expected a name"),
                );
                None
            }
        }
    }

    fn include(&mut self, at: Span, line: &[Token]) {
        let mut line = line.to_vec();
        if line.first().is_some_and(|t| t.kind.ident().is_some()) {
            line = self.expand_alone(line);
        }
        let path = match line.first().map(|t| (&t.kind, t.span)) {
            Some((TokenKind::Str(text), span)) => Some((unquote(text), span)),
            Some((TokenKind::Punct(Punct::Lt), open)) => {
                line.iter().find(|t| t.kind.is(Punct::Gt)).map(|close| {
                    let inside = Span { start: open.end, end: close.span.start, ..open };
                    (self.map.snippet(inside).to_owned(), self.map.join(open, close.span))
                })
            }
            _ => None,
        };
        let Some((path, span)) = path else {
            let span = line.first().map_or(at.after(), |t| t.span);
            self.out.push(
                Diagnostic::error("malformed `#include`").at(span, "expected `\"file\"` here"),
            );
            return;
        };
        if self.exhausted {
            return;
        }
        self.includes += 1;
        if self.files.len() >= DEEPEST_INCLUDE || self.includes > MOST_INCLUDES {
            self.give_up("files include each other without end", span);
            return;
        }
        let from = self.map.path(at.file).to_path_buf();
        match (self.loader)(&path, &from) {
            Ok((found, text)) => {
                let file = self.map.add_file(&found, &text);
                self.open(file);
            }
            Err(error) => self
                .out
                .push(Diagnostic::error(format!("cannot include `{path}`: {error}")).at(span, "")),
        }
    }

    /// `#line 12 "file"` and `# 12 "file"`.
    fn line_mark(&mut self, hash: &Token, line: &[Token]) {
        let line = self.expand_alone(line.to_vec());
        let number = match line.first().map(|t| &t.kind) {
            Some(TokenKind::Number(text)) => text.parse::<u32>().ok(),
            _ => None,
        };
        let Some(number) = number else {
            let span = line.first().map_or(hash.span.after(), |t| t.span);
            self.out.push(
                Diagnostic::error("malformed line directive").at(span, "expected a line number"),
            );
            return;
        };
        let name = match line.get(1).map(|t| &t.kind) {
            Some(TokenKind::Str(text)) => Some(Arc::from(&*unquote(text))),
            _ => None,
        };
        let file = hash.span.file;
        let next = self.map.line_index(file, hash.span.start) + 1;
        let offset = u32::try_from(self.map.line_range(file, next).start).unwrap_or(u32::MAX);
        self.map.add_line_mark(file, offset, number, name);
    }

    /// `#error` and `#warning`.
    fn message(&mut self, at: Span, name: &str, line: &[Token]) {
        let text = match (line.first(), line.last()) {
            (Some(first), Some(last)) => {
                self.map.snippet(self.map.join(first.span, last.span)).to_owned()
            }
            _ => format!("`#{name}`"),
        };
        let new = if name == "error" { Diagnostic::error } else { Diagnostic::warning };
        self.out.push(new(text).at(at, ""));
    }

    /// Is the text behind this `#if`, `#ifdef` or `#ifndef` wanted?
    fn condition(&mut self, name: &str, at: Span, line: &[Token]) -> bool {
        if name == "if" {
            return self.evaluate(at, line);
        }
        let Some((found, _)) = self.macro_name(at, line) else { return false };
        self.macros.contains_key(&found) == (name == "ifdef")
    }

    fn push_conditional(&mut self, span: Span, wanted: bool) {
        if let Some(file) = self.files.last_mut() {
            let conditional = Conditional { span, active: wanted, taken: wanted, seen_else: false };
            file.conditionals.push(conditional);
        }
    }

    /// `#elif`, `#else`, `#endif`.
    fn turn_conditional(&mut self, directive: &Token, rest: &[Token]) {
        let name = directive.kind.ident().map_or("", |n| n);
        let Some(mut open) = self.files.last_mut().and_then(|f| f.conditionals.pop()) else {
            self.out
                .push(Diagnostic::error(format!("`#{name}` without `#if`")).at(directive.span, ""));
            return;
        };
        if name == "endif" {
            return;
        }
        if open.seen_else {
            self.out.push(
                Diagnostic::error(format!("`#{name}` behind `#else`"))
                    .at(directive.span, "expected `#endif`")
                    .also(open.span, "of this conditional"),
            );
        }
        open.active = !open.taken && (name == "else" || self.condition("if", directive.span, rest));
        open.taken |= open.active;
        open.seen_else |= name == "else";
        if let Some(file) = self.files.last_mut() {
            file.conditionals.push(open);
        }
    }

    /// Passes over text until the innermost conditional wants it.
    fn skip_unwanted(&mut self) {
        let mut nested = 0usize;
        while self.files.last().and_then(|f| f.conditionals.last()).is_some_and(|c| !c.active) {
            let hash = self.read_quietly();
            if hash.kind == TokenKind::Eof {
                self.unread(hash);
                return;
            }
            if !(hash.line_start && hash.kind.is(Punct::Hash)) {
                continue;
            }
            let name = self.read_quietly();
            let Some(text) = name.kind.ident().filter(|_| !name.line_start).cloned() else {
                self.unread(name);
                continue;
            };
            match &*text {
                "if" | "ifdef" | "ifndef" => nested += 1,
                "endif" if nested > 0 => nested -= 1,
                "elif" | "else" | "endif" if nested == 0 => {
                    let rest = self.rest_of_line();
                    self.turn_conditional(&name, &rest);
                }
                _ => {}
            }
        }
    }

    /// Reads a token of unwanted text, which need not be well formed.
    fn read_quietly(&mut self) -> Token {
        let mut scratch = Diagnostics::default();
        let Some(file) = self.files.last_mut() else { return self.eof() };
        match file.pushed_back.take() {
            Some(token) => token,
            None => file.lexer.next_token(&mut self.names, &mut scratch),
        }
    }
}

/// Do two macros mean the same?
fn same(a: &Macro, b: &Macro) -> bool {
    a.params == b.params
        && a.variadic == b.variadic
        && a.body.len() == b.body.len()
        && a.body.iter().zip(&b.body).all(|(x, y)| x.kind == y.kind)
}
