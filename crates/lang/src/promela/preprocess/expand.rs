//! Replacing macros.
//!
//! Source: C 6.10.3. An argument is expanded on its own before it is put in, except next to `#` or `##`;
//! the result is read again together with what follows, the macro's own name being left alone.

use std::rc::Rc;
use std::sync::Arc;

use super::{Context, DEEPEST_ARGUMENTS, MOST_TOKENS, Macro, Preprocessor};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::promela::lex::Lexer;
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::{Expansion, ExpansionId, ExpansionKind, Span};

/// An argument as written and, once asked for, expanded.
struct Argument {
    raw: Vec<Token>,
    expanded: Option<Vec<Token>>,
}

impl Preprocessor<'_> {
    /// Replaces a use of a macro, or gives the name back where it is not a use.
    pub(super) fn expand(&mut self, name: Token, found: &Rc<Macro>) -> Option<Token> {
        let mut call = name.span;
        let mut arguments = Vec::new();
        let mut newline_after = false;
        if let Some(params) = &found.params {
            if !self.open_paren_follows() {
                return Some(name);
            }
            if self.depth >= DEEPEST_ARGUMENTS {
                self.give_up("uses of macros are nested too deeply", name.span);
                return Some(name);
            }
            let Some((collected, end, newline)) = self.collect_arguments(&name, found) else {
                return Some(Token { no_expand: true, ..name });
            };
            newline_after = newline;
            call = self.map.join(call, end);
            arguments = self.fit_arguments(collected, params.len(), call, found);
        }
        let id = self.map.add_expansion(Expansion {
            kind: ExpansionKind::Macro,
            name: Arc::clone(&found.name),
            call,
            definition: Some(found.span),
        });
        let mut tokens = self.substitute(found, &mut arguments, id);
        self.produced += tokens.len() + 1;
        if self.produced > MOST_TOKENS {
            self.give_up("macros expand to too much text", self.map.outermost(call));
            return None;
        }
        match tokens.first_mut() {
            Some(first) => {
                first.newline_before = name.newline_before;
                first.space_before = name.space_before;
            }
            None => self.carry_newline |= name.newline_before,
        }
        found.active.set(found.active.get() + 1);
        self.contexts.push(Context {
            tokens: tokens.into_iter(),
            source: Some(Rc::clone(found)),
            newline_after,
        });
        None
    }

    /// Reads `( … )` behind a macro's name: the arguments, the place of the closing parenthesis, and
    /// whether lines were crossed.
    fn collect_arguments(
        &mut self,
        name: &Token,
        found: &Macro,
    ) -> Option<(Vec<Vec<Token>>, Span, bool)> {
        let mut newline = self.pull().newline_before;
        let mut arguments = vec![Vec::new()];
        let mut nesting = 0usize;
        let params = found.params.as_ref().map_or(0, Vec::len);
        loop {
            let mut token = self.pull();
            match &token.kind {
                TokenKind::Eof => {
                    self.out.push(
                        Diagnostic::error(format!(
                            "the argument list of macro `{}` is never closed",
                            found.name
                        ))
                        .at(name.span, "expected `)` somewhere behind this")
                        .also(found.span, "the macro is defined here"),
                    );
                    return None;
                }
                TokenKind::Punct(Punct::OpenParen) => nesting += 1,
                TokenKind::Punct(Punct::CloseParen) if nesting == 0 => {
                    return Some((arguments, token.span, newline | token.newline_before));
                }
                TokenKind::Punct(Punct::CloseParen) => nesting -= 1,
                TokenKind::Punct(Punct::Comma)
                    if nesting == 0 && !(found.variadic && arguments.len() >= params) =>
                {
                    newline |= token.newline_before;
                    arguments.push(Vec::new());
                    continue;
                }
                // An active macro's name stays what it is for good (C 6.10.3.4).
                TokenKind::Ident(name)
                    if self.macros.get(name).is_some_and(|m| m.active.get() > 0) =>
                {
                    token.no_expand = true;
                }
                _ => {}
            }
            newline |= token.newline_before;
            token.space_before |= token.newline_before;
            token.newline_before = false;
            if let Some(last) = arguments.last_mut() {
                last.push(token);
            }
        }
    }

    /// Checks the number of arguments; what is missing is empty, what is too much is dropped.
    fn fit_arguments(
        &mut self,
        mut collected: Vec<Vec<Token>>,
        params: usize,
        call: Span,
        found: &Macro,
    ) -> Vec<Argument> {
        if params == 0 && collected.len() == 1 && collected[0].is_empty() {
            collected.clear();
        }
        if found.variadic && collected.len() + 1 == params {
            collected.push(Vec::new());
        }
        if collected.len() != params {
            let s = if params == 1 { "" } else { "s" };
            self.out.push(
                Diagnostic::error(format!(
                    "macro `{}` takes {params} argument{s}, {} given",
                    found.name,
                    collected.len()
                ))
                .at(call, format!("expected {params} argument{s}"))
                .also(found.span, "the macro is defined here"),
            );
            collected.resize_with(params, Vec::new);
        }
        collected.into_iter().map(|raw| Argument { raw, expanded: None }).collect()
    }

    /// The macro's body with the arguments put in.
    fn substitute(
        &mut self,
        found: &Macro,
        arguments: &mut [Argument],
        id: ExpansionId,
    ) -> Vec<Token> {
        let param = |token: &Token| {
            let name = token.kind.ident()?;
            found.params.as_ref()?.iter().position(|p| p == name)
        };
        let is_paste = |token: Option<&Token>| token.is_some_and(|t| t.kind.is(Punct::HashHash));
        let mut result: Vec<Token> = Vec::new();
        let mut body = found.body.iter().enumerate().peekable();
        while let Some((at, token)) = body.next() {
            if self.exhausted {
                break;
            }
            let own = |token: &Token| Token {
                span: Span { expansion: Some(id), ..token.span },
                newline_before: false,
                line_start: false,
                ..token.clone()
            };
            if token.kind.is(Punct::Hash)
                && found.params.is_some()
                && let Some(nth) = found.body.get(at + 1).and_then(param)
            {
                body.next();
                let text = stringise(&arguments[nth].raw);
                result.push(Token { kind: TokenKind::Str(self.names.intern(&text)), ..own(token) });
                continue;
            }
            if token.kind.is(Punct::HashHash) && at > 0 && at + 1 < found.body.len() {
                let Some((_, next)) = body.next() else { break };
                let right = match param(next) {
                    Some(nth) => arguments[nth].raw.clone(),
                    None => vec![own(next)],
                };
                self.paste(&mut result, right, token.span);
                continue;
            }
            match param(token) {
                None => result.push(own(token)),
                Some(nth) => {
                    let pasted = is_paste(found.body.get(at + 1));
                    let argument = &mut arguments[nth];
                    let mut tokens = if pasted {
                        argument.raw.clone()
                    } else if let Some(known) = &argument.expanded {
                        known.clone()
                    } else {
                        let raw = argument.raw.clone();
                        let expanded = self.expand_alone(raw);
                        arguments[nth].expanded = Some(expanded.clone());
                        expanded
                    };
                    if let Some(first) = tokens.first_mut() {
                        first.space_before = token.space_before;
                        first.newline_before = false;
                    }
                    self.produced += tokens.len();
                    if self.produced > MOST_TOKENS {
                        let call = self.map.expansion(id).map_or(token.span, |e| e.call);
                        self.give_up("macros expand to too much text", self.map.outermost(call));
                        break;
                    }
                    result.extend(tokens);
                }
            }
        }
        result
    }

    /// Expands an argument as if it were the whole text.
    pub(super) fn expand_alone(&mut self, tokens: Vec<Token>) -> Vec<Token> {
        if tokens.iter().all(|t| t.kind.ident().is_none_or(|n| !self.macros.contains_key(n))) {
            return tokens;
        }
        let context = Context { tokens: tokens.into_iter(), source: None, newline_after: false };
        let outer = std::mem::replace(&mut self.contexts, vec![context]);
        let was_isolated = std::mem::replace(&mut self.isolated, true);
        let carry = std::mem::take(&mut self.carry_newline);
        self.depth += 1;
        let mut result = Vec::new();
        loop {
            let token = self.next();
            if token.kind == TokenKind::Eof {
                break;
            }
            result.push(Token { newline_before: false, ..token });
        }
        self.depth -= 1;
        self.carry_newline = carry;
        self.isolated = was_isolated;
        self.contexts = outer;
        result
    }

    /// `a ## b`: joins the last token so far with the first of `right`.
    fn paste(&mut self, result: &mut Vec<Token>, mut right: Vec<Token>, operator: Span) {
        if right.is_empty() {
            return;
        }
        let Some(left) = result.pop() else {
            result.append(&mut right);
            return;
        };
        let first = right.remove(0);
        let text = spelling(&left) + &spelling(&first);
        let mut scratch = Diagnostics::default();
        let mut lexer = Lexer::new(left.span.file, Arc::from(&*text));
        let joined = lexer.next_token(&mut self.names, &mut scratch).kind;
        let alone = lexer.next_token(&mut self.names, &mut scratch).kind == TokenKind::Eof;
        if alone && !scratch.has_errors() && joined != TokenKind::Eof {
            result.push(Token { kind: joined, no_expand: false, ..left });
        } else {
            self.out.push(
                Diagnostic::error(format!("`##` makes `{text}`, which is not one token"))
                    .at(operator, ""),
            );
            result.push(left);
            result.push(first);
        }
        result.append(&mut right);
    }
}

/// The text of a token.
fn spelling(token: &Token) -> String {
    match &token.kind {
        TokenKind::Ident(text)
        | TokenKind::Number(text)
        | TokenKind::Char(text)
        | TokenKind::Str(text) => text.to_string(),
        TokenKind::Punct(punct) => punct.text().to_owned(),
        TokenKind::Unknown(c) => c.to_string(),
        TokenKind::Eof => String::new(),
    }
}

/// `#x`: a string that spells the argument.
fn stringise(tokens: &[Token]) -> String {
    let mut text = String::from("\"");
    for (nth, token) in tokens.iter().enumerate() {
        if nth > 0 && token.space_before {
            text.push(' ');
        }
        let spelt = spelling(token);
        if matches!(token.kind, TokenKind::Str(_) | TokenKind::Char(_)) {
            text.push_str(&spelt.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            text.push_str(&spelt);
        }
    }
    text.push('"');
    text
}
