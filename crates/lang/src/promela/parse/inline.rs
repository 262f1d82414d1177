//! Inlines: their definitions, and their calls replaced by their bodies.
//!
//! Idea: a body is kept as tokens. A call puts the tokens of the arguments in for the formal parameters
//! and parses the result as a block in place of the call, so that names mean what they mean at the call.
//!
//! Source: SPIN does the same with text. Where we differ: an argument keeps its tokens (SPIN glues its text
//! together without blanks) and may contain commas in parentheses; recursion is found by name.
//!
//! Guarantees: recursion and explosive growth are errors.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::{Last, Parse, Parser};
use crate::diagnostic::Diagnostic;
use crate::promela::ast::{Ident, InlineDef, StmtKind};
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::{Expansion, ExpansionId, ExpansionKind, Span};

/// Tokens that inlines may produce in all; more is an error.
const MOST_TOKENS: usize = 2_000_000;

/// A definition.
pub(super) struct InlineBody {
    name: Ident,
    params: Vec<Ident>,
    /// Braces included.
    tokens: Vec<Token>,
}

impl Parser<'_> {
    pub(super) fn inline_definition(&mut self) -> Parse<InlineDef> {
        let start = self.bump().span;
        let name = self.expect_name("an inline")?;
        self.expect(Punct::OpenParen, "behind the name of an inline")?;
        let mut params: Vec<Ident> = Vec::new();
        while !self.eat(Punct::CloseParen) {
            params.push(self.expect_name("a parameter of an inline")?);
            if !self.eat(Punct::Comma) && !self.is(Punct::CloseParen) {
                return Err(self.expected("`,` or `)` behind a parameter"));
            }
        }
        let open = self.span();
        if !self.is(Punct::OpenBrace) {
            return Err(self.expected("`{` in front of the body of an inline"));
        }
        let from = self.at;
        let mut nesting = 0usize;
        loop {
            match self.peek() {
                TokenKind::Punct(Punct::OpenBrace) => nesting += 1,
                TokenKind::Punct(Punct::CloseBrace) => nesting -= 1,
                TokenKind::Eof => {
                    let diagnostic = Diagnostic::error(format!(
                        "the body of inline `{}` is never closed",
                        name.name
                    ))
                    .at(open, "this `{` is still open")
                    .help("add the missing `}`");
                    return Err(self.fail(diagnostic));
                }
                _ => {}
            }
            self.bump();
            if nesting == 0 {
                break;
            }
        }
        let tokens = self.tokens[from..self.at].to_vec();
        if let Some(old) = self.inlines.get(&name.name) {
            let diagnostic = Diagnostic::error(format!("inline `{}` is defined twice", name.name))
                .at(name.span, "defined again here")
                .also(old.name.span, "first defined here");
            self.complain(diagnostic);
        }
        let span = self.map.join(start, self.last_span);
        let body = InlineBody { name: name.clone(), params: params.clone(), tokens };
        self.inlines.insert(Arc::clone(&name.name), Rc::new(body));
        Ok(InlineDef { name, params, span })
    }

    /// A call, the name having been read and known to be an inline's. `target` spells the variable that
    /// takes what it returns.
    pub(super) fn inline_call(
        &mut self,
        name: Ident,
        target: Option<Vec<Token>>,
    ) -> Parse<StmtKind> {
        let Some(body) = self.inlines.get(&name.name).map(Rc::clone) else {
            return Err(self.expected("an inline"));
        };
        let args = self.actual_tokens(&name)?;
        let call = self.map.join(name.span, self.last_span);
        if self.calls.iter().any(|(n, _)| *n == name.name) {
            let diagnostic = Diagnostic::error(format!("inline `{}` calls itself", name.name))
                .at(name.span, "this call would never end")
                .also(body.name.span, "defined here")
                .help("use a proctype and `run` for recursion");
            return Err(self.fail(diagnostic));
        }
        if args.len() != body.params.len() {
            let (want, s) = (body.params.len(), if body.params.len() == 1 { "" } else { "s" });
            let message =
                format!("inline `{}` takes {want} argument{s}, {} given", name.name, args.len());
            self.complain(
                Diagnostic::error(message)
                    .at(call, format!("expected {want} argument{s}"))
                    .also(body.name.span, "defined here"),
            );
            return Ok(StmtKind::Error);
        }
        let id = self.map.add_expansion(Expansion {
            kind: ExpansionKind::Inline,
            name: Arc::clone(&name.name),
            call,
            definition: Some(body.name.span),
        });
        let tokens = self.put_in(&body, &args, id);
        self.produced += tokens.len();
        if self.produced > MOST_TOKENS {
            let at = self.map.outermost(call);
            let diagnostic =
                Diagnostic::error("inlines expand to too much text").at(at, "while expanding this");
            return Err(self.give_up(diagnostic));
        }
        self.calls.push((Arc::clone(&name.name), target));
        let block = self.nested(|p| p.in_other_text(tokens, Self::block));
        self.calls.pop();
        let block = block?;
        Ok(StmtKind::Inline { name, call, body: block })
    }

    /// Reads from other tokens, then comes back to these.
    fn in_other_text<T>(
        &mut self,
        tokens: Vec<Token>,
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let tokens = std::mem::replace(&mut self.tokens, Rc::from(tokens));
        let at = std::mem::replace(&mut self.at, 0);
        self.texts += 1;
        let text = std::mem::replace(&mut self.text, self.texts);
        let last_span = self.last_span;
        let parens = std::mem::replace(&mut self.parens, 0);
        let base = std::mem::replace(&mut self.open_base, self.open.len());
        let in_body = std::mem::replace(&mut self.in_body, true);
        self.last = Last::Other;
        let result = read(self);
        self.in_body = in_body;
        self.open.truncate(self.open_base);
        self.open_base = base;
        self.parens = parens;
        self.last_span = last_span;
        self.last = Last::Closed;
        self.text = text;
        self.tokens = tokens;
        self.at = if self.gave_up { self.tokens.len() - 1 } else { at };
        result
    }

    /// The tokens of the arguments of a call, split at the commas outside brackets.
    fn actual_tokens(&mut self, name: &Ident) -> Parse<Vec<Vec<Token>>> {
        self.bump();
        let mut args: Vec<Vec<Token>> = vec![Vec::new()];
        let mut nesting = 0usize;
        loop {
            match self.peek() {
                TokenKind::Eof => {
                    let diagnostic = Diagnostic::error(format!(
                        "the arguments of inline `{}` never end",
                        name.name
                    ))
                    .at(name.span, "expected `)` somewhere behind this");
                    return Err(self.fail(diagnostic));
                }
                TokenKind::Punct(Punct::OpenParen | Punct::OpenBracket | Punct::OpenBrace) => {
                    nesting += 1;
                }
                TokenKind::Punct(Punct::CloseParen) if nesting == 0 => {
                    self.bump();
                    break;
                }
                TokenKind::Punct(Punct::CloseParen | Punct::CloseBracket | Punct::CloseBrace) => {
                    nesting = nesting.saturating_sub(1);
                }
                TokenKind::Punct(Punct::Comma) if nesting == 0 => {
                    self.bump();
                    args.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            let token = self.bump();
            if let Some(arg) = args.last_mut() {
                arg.push(token);
            }
        }
        if args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        Ok(args)
    }

    /// The body with the arguments put in, ending in `Eof`.
    fn put_in(&mut self, body: &InlineBody, args: &[Vec<Token>], id: ExpansionId) -> Vec<Token> {
        let mut known = HashMap::new();
        let mut tokens: Vec<Token> = Vec::with_capacity(body.tokens.len() + 1);
        for token in &body.tokens {
            let param =
                token.kind.ident().and_then(|n| body.params.iter().position(|p| p.name == *n));
            match param {
                None => {
                    let span = self.rebase(token.span, id, &mut known);
                    tokens.push(Token { span, ..token.clone() });
                }
                Some(nth) => {
                    let first = tokens.len();
                    tokens.extend(
                        args[nth].iter().map(|t| Token { newline_before: false, ..t.clone() }),
                    );
                    if let Some(first) = tokens.get_mut(first) {
                        first.newline_before = token.newline_before;
                    }
                }
            }
            if self.produced + tokens.len() > MOST_TOKENS {
                break;
            }
        }
        let end = tokens.last().map_or(body.name.span, |t| t.span);
        tokens.push(end_behind(end));
        tokens
    }

    /// Places a span of the body into this call: the outermost of its expansions, if it has any, lies in
    /// the body and now happens inside the call.
    fn rebase(
        &mut self,
        span: Span,
        id: ExpansionId,
        known: &mut HashMap<ExpansionId, ExpansionId>,
    ) -> Span {
        let mut chain = Vec::new();
        let mut next = span.expansion;
        let mut base = id;
        while let Some(old) = next {
            if let Some(new) = known.get(&old) {
                base = *new;
                break;
            }
            chain.push(old);
            next = self.map.expansion(old).and_then(|e| e.call.expansion);
        }
        for old in chain.into_iter().rev() {
            let Some(expansion) = self.map.expansion(old) else { continue };
            let call = Span { expansion: Some(base), ..expansion.call };
            let copy = Expansion { call, ..expansion.clone() };
            base = self.map.add_expansion(copy);
            known.insert(old, base);
        }
        Span { expansion: Some(base), ..span }
    }

    /// `return e`: an assignment to what the call is assigned to.
    pub(super) fn return_stmt(&mut self) -> Parse<StmtKind> {
        let span = self.bump().span;
        let value = self.expr()?;
        match self.calls.last() {
            Some((_, Some(target))) => {
                let mut tokens = target.clone();
                let end = tokens.last().map_or(span, |t| t.span);
                tokens.push(end_behind(end));
                let target = self.in_other_text(tokens, Self::var_ref)?;
                self.last = Last::Closed;
                Ok(StmtKind::Assign { target, value })
            }
            Some((name, None)) => {
                let diagnostic =
                    Diagnostic::error(format!("the value that `{name}` returns is not used"))
                        .at(span, "nothing to assign it to")
                        .help(format!("call it as `x = {name}(…)`"));
                self.complain(diagnostic);
                Ok(StmtKind::Error)
            }
            None => {
                let diagnostic = Diagnostic::error("`return` outside an inline")
                    .at(span, "there is no call to return from");
                self.complain(diagnostic);
                Ok(StmtKind::Error)
            }
        }
    }
}

/// The end of a text whose last token is here.
fn end_behind(span: Span) -> Token {
    Token {
        kind: TokenKind::Eof,
        span: span.after(),
        newline_before: false,
        line_start: false,
        space_before: false,
        no_expand: true,
    }
}
