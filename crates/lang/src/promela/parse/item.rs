//! What stands at top level.

use std::sync::Arc;

use super::{Open, Parse, Parser, keyword};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{
    Active, Block, Init, Item, LtlBlock, MtypeDecl, Never, Proctype, Program, Trace, Typedef,
};
use crate::promela::token::{Punct, TokenKind};
use crate::source::Span;

/// Words that start something at top level, for suggestions.
const STARTERS: [&str; 14] = [
    "proctype", "active", "init", "never", "trace", "notrace", "ltl", "typedef", "inline", "mtype",
    "chan", "byte", "bool", "int",
];

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Program {
        let mut items = Vec::new();
        loop {
            while self.is(Punct::Semi) || self.is(Punct::Arrow) {
                self.bump();
            }
            if *self.peek() == TokenKind::Eof {
                break;
            }
            self.open.clear();
            (self.in_body, self.parens, self.depth) = (false, 0, 0);
            let from = self.at;
            match self.item() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => {}
                Err(_) => {
                    self.skip_item();
                    self.suspect_since(from);
                }
            }
        }
        Program { items, node_count: self.nodes }
    }

    /// Skips to the next thing that starts an item.
    fn skip_item(&mut self) {
        let mut nesting = 0usize;
        loop {
            match self.peek() {
                TokenKind::Eof => return,
                TokenKind::Punct(Punct::OpenBrace) => nesting += 1,
                TokenKind::Punct(Punct::CloseBrace) => {
                    nesting = nesting.saturating_sub(1);
                    if nesting == 0 {
                        self.bump();
                        return;
                    }
                }
                TokenKind::Punct(Punct::Semi) if nesting == 0 => return,
                _ if self.at_item() => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// One item; `None` for something that leaves no trace in the tree (embedded C).
    fn item(&mut self) -> Parse<Option<Item>> {
        let TokenKind::Ident(word) = self.peek() else {
            return Err(self.expected("a declaration or a process"));
        };
        let word = Arc::clone(word);
        Ok(Some(match &*word {
            "active" | "proctype" | "D_proctype" => Item::Proctype(self.proctype()?),
            "init" => Item::Init(self.init()?),
            "never" => Item::Never(self.never()?),
            "trace" | "notrace" => Item::Trace(self.trace()?),
            "ltl" => Item::Ltl(self.ltl_block()?),
            "typedef" => Item::Typedef(self.typedef()?),
            "inline" => Item::Inline(self.inline_definition()?),
            "mtype" if self.at_mtype_list() => Item::Mtype(self.mtype_list()?),
            _ if keyword::is_c(&word) => {
                self.embedded_c();
                return Ok(None);
            }
            _ if self.at_decl() => Item::Decl(self.decl()?),
            _ if keyword::is_visibility(&word)
                && self.ahead(1).kind.ident().is_some_and(|n| &**n == "mtype") =>
            {
                let span = self.bump().span;
                self.complain(
                    Diagnostic::warning(format!(
                        "`{word}` has no meaning for the names of an mtype"
                    ))
                    .at(span, "ignored"),
                );
                Item::Mtype(self.mtype_list()?)
            }
            _ => {
                let help = nearest(&word, STARTERS).map(|n| format!("did you mean `{n}`?"));
                let message = format!("expected a declaration or a process, found `{word}`");
                let diagnostic = Diagnostic::error(message)
                    .at(self.span(), "statements can only stand in the body of a process")
                    .maybe_help(help);
                return Err(self.fail(diagnostic));
            }
        }))
    }

    fn proctype(&mut self) -> Parse<Proctype> {
        let start = self.span();
        let active = if self.is_word("active") { Some(self.active()?) } else { None };
        let deterministic = self.is_word("D_proctype");
        if !deterministic && !self.is_word("proctype") {
            return Err(self.expected("`proctype`"));
        }
        self.bump();
        let name = self.expect_name("a proctype")?;
        self.proctypes.insert(Arc::clone(&name.name));
        self.expect(Punct::OpenParen, "behind the name of a proctype")?;
        let params = self.parameters()?;
        let priority = self.priority()?;
        let provided = if self.eat_word("provided") {
            self.expect(Punct::OpenParen, "behind `provided`")?;
            let condition = self.expr()?;
            self.expect(Punct::CloseParen, "behind the condition")?;
            Some(condition)
        } else {
            None
        };
        let body = self.body()?;
        let span = self.map.join(start, body.span);
        let id = self.id();
        Ok(Proctype { id, name, deterministic, active, params, priority, provided, body, span })
    }

    fn active(&mut self) -> Parse<Active> {
        let start = self.bump().span;
        if !self.eat(Punct::OpenBracket) {
            return Ok(Active { count: None, span: start });
        }
        let count = self.expr()?;
        let end = self.expect(Punct::CloseBracket, "behind the number of processes")?;
        Ok(Active { count: Some(count), span: self.map.join(start, end) })
    }

    fn init(&mut self) -> Parse<Init> {
        let keyword = self.bump().span;
        let priority = self.priority()?;
        let body = self.body()?;
        let span = self.map.join(keyword, body.span);
        Ok(Init { id: self.id(), priority, body, keyword, span })
    }

    fn never(&mut self) -> Parse<Never> {
        let keyword = self.bump().span;
        let name =
            if self.name_at(0).is_some() { Some(self.expect_name("a claim")?) } else { None };
        let body = self.body()?;
        let span = self.map.join(keyword, body.span);
        Ok(Never { id: self.id(), name, body, keyword, span })
    }

    fn trace(&mut self) -> Parse<Trace> {
        let negated = self.is_word("notrace");
        let keyword = self.bump().span;
        let body = self.body()?;
        let span = self.map.join(keyword, body.span);
        Ok(Trace { id: self.id(), negated, body, keyword, span })
    }

    /// The braces of a process, in which line ends count.
    fn body(&mut self) -> Parse<Block> {
        if !self.is(Punct::OpenBrace) {
            return Err(self.expected("`{`"));
        }
        self.in_body = true;
        let block = self.block();
        self.in_body = false;
        block
    }

    fn ltl_block(&mut self) -> Parse<LtlBlock> {
        let start = self.bump().span;
        let name =
            if self.name_at(0).is_some() { Some(self.expect_name("a formula")?) } else { None };
        let open = self.expect(Punct::OpenBrace, "in front of a formula")?;
        self.enter(Open::Brace, open);
        let known = std::mem::replace(&mut self.proctypes, self.all_proctypes.clone());
        let formula = self.ltl();
        self.proctypes = known;
        let formula = formula?;
        while self.eat(Punct::Semi) {}
        if !self.is(Punct::CloseBrace) {
            return Err(self.expected("an operator or `}`"));
        }
        let end = self.close(Open::Brace);
        Ok(LtlBlock { id: self.id(), name, formula, span: self.map.join(start, end) })
    }

    fn typedef(&mut self) -> Parse<Typedef> {
        let start = self.bump().span;
        let name = self.expect_name("a type")?;
        self.typedefs.insert(Arc::clone(&name.name));
        let open = self.expect(Punct::OpenBrace, "behind the name of a type")?;
        self.enter(Open::Brace, open);
        self.in_body = true;
        let mut fields = Vec::new();
        let mut separated = true;
        while !self.at_closer() {
            if self.eat(Punct::Semi) {
                separated = true;
                continue;
            }
            if !separated && !self.line_ended() {
                let diagnostic = Diagnostic::error("expected `;` between fields")
                    .at(self.last_span.after(), "expected `;`");
                let _ = self.fail(diagnostic);
            }
            if !self.at_decl() {
                return Err(self.expected("the declaration of a field"));
            }
            fields.push(self.decl()?);
            separated = false;
        }
        self.in_body = false;
        let end = self.close(Open::Brace);
        let span = self.map.join(start, end);
        if fields.is_empty() {
            self.complain(
                Diagnostic::error(format!("type `{}` has no fields", name.name))
                    .at(span, "expected at least one field"),
            );
        }
        Ok(Typedef { id: self.id(), name, fields, span })
    }

    /// `mtype = {`, `mtype {`, `mtype : name = {`, `mtype : name {`?
    pub(super) fn at_mtype_list(&self) -> bool {
        let from = if self.ahead(1).kind.is(Punct::Colon) { 3 } else { 1 };
        let next = &self.ahead(from).kind;
        next.is(Punct::OpenBrace)
            || (next.is(Punct::Assign) && self.ahead(from + 1).kind.is(Punct::OpenBrace))
    }

    fn mtype_list(&mut self) -> Parse<MtypeDecl> {
        let start = self.bump().span;
        let subtype =
            if self.eat(Punct::Colon) { Some(self.expect_name("an mtype")?) } else { None };
        self.eat(Punct::Assign);
        let open = self.expect(Punct::OpenBrace, "in front of the names")?;
        self.enter(Open::Brace, open);
        let mut names = Vec::new();
        while !self.at_closer() {
            // SPIN takes commas as optional.
            self.eat_before_brace();
            if !self.eat(Punct::Comma) && !self.is(Punct::CloseBrace) {
                names.push(self.expect_name("an mtype value")?);
            }
        }
        let end = self.close(Open::Brace);
        let span = self.map.join(start, end);
        if names.is_empty() {
            self.complain(Diagnostic::error("an mtype needs at least one name").at(span, ""));
        }
        Ok(MtypeDecl { id: self.id(), subtype, names, span })
    }

    /// Reports embedded C and skips it; gives the place of its end.
    pub(super) fn embedded_c(&mut self) -> Span {
        let word = self.bump();
        let name = word.kind.describe();
        self.complain(
            Diagnostic::error(format!("embedded C code ({name}) is not supported"))
                .at(word.span, "no C compiler takes part in a check")
                .help("express this part of the model in Promela"),
        );
        let mut end = word.span;
        while matches!(self.peek(), TokenKind::Str(_)) {
            end = self.bump().span;
        }
        if self.is(Punct::OpenBracket) {
            end = self.skip_balanced();
        }
        if self.is(Punct::OpenBrace) {
            end = self.skip_balanced();
        }
        self.map.join(word.span, end)
    }
}
