//! Declarations of variables, channels, parameters and fields.

use super::{Open, Parse, Parser, keyword};
use crate::diagnostic::Diagnostic;
use crate::promela::ast::{
    ChanInit, Decl, Expr, Ident, Initialiser, TypeKind, TypeRef, VarDecl, Visibility,
};
use crate::promela::token::{Punct, TokenKind};

impl Parser<'_> {
    /// Does a declaration start here? A name counts as a type when it is one, or when another name
    /// follows it on the same line.
    pub(super) fn at_decl(&self) -> bool {
        let Some(word) = self.peek().ident() else { return false };
        if keyword::is_visibility(word) {
            let next = self.ahead(1).kind.ident();
            return next
                .is_some_and(|n| !(&**n == "mtype" && self.ahead(2).kind.is(Punct::Assign)));
        }
        if keyword::is_type(word) {
            return true;
        }
        self.name_at(0).is_some()
            && self.name_at(1).is_some()
            && (self.typedefs.contains(word) || !self.ahead(1).newline_before)
    }

    /// A type and the variables declared with it, without the separator behind.
    pub(super) fn decl(&mut self) -> Parse<Decl> {
        let start = self.span();
        let visibility = match self.peek().ident().map(|n| &**n) {
            Some("hidden") => Some(Visibility::Hidden),
            Some("show") => Some(Visibility::Show),
            Some("local") => Some(Visibility::Local),
            _ => None,
        };
        if visibility.is_some() {
            self.bump();
        }
        let ty = self.type_ref()?;
        let mut vars = vec![self.var_decl()?];
        while self.eat(Punct::Comma) {
            if self.peek().ident().is_some_and(|n| keyword::is_type(n)) {
                let diagnostic = Diagnostic::error(format!(
                    "expected a name, found type {}",
                    self.peek().describe()
                ))
                .at(self.span(), "a new type here")
                .help("declarations with different types are separated by `;`, not `,`");
                return Err(self.fail(diagnostic));
            }
            vars.push(self.var_decl()?);
        }
        let span = self.map.join(start, self.last_span);
        Ok(Decl { visibility, ty, vars, span })
    }

    /// A type's name, with the subtype behind `mtype:`.
    pub(super) fn type_ref(&mut self) -> Parse<TypeRef> {
        let span = self.span();
        let kind = match self.peek().ident().map(|n| &**n) {
            Some("bit") => TypeKind::Bit,
            Some("bool") => TypeKind::Bool,
            Some("byte") => TypeKind::Byte,
            Some("pid") => TypeKind::Pid,
            Some("short") => TypeKind::Short,
            Some("int") => TypeKind::Int,
            Some("unsigned") => TypeKind::Unsigned,
            Some("chan") => TypeKind::Chan,
            Some("mtype") => TypeKind::Mtype(None),
            _ => {
                let Ok(name) = self.expect_type_name() else { return Err(super::Failed) };
                let span = name.span;
                return Ok(TypeRef { kind: TypeKind::User(name), span });
            }
        };
        self.bump();
        if kind == TypeKind::Mtype(None) && self.eat(Punct::Colon) {
            let name = self.expect_name("an mtype")?;
            let span = self.map.join(span, name.span);
            return Ok(TypeRef { kind: TypeKind::Mtype(Some(name)), span });
        }
        Ok(TypeRef { kind, span })
    }

    fn expect_type_name(&mut self) -> Parse<Ident> {
        if self.name_at(0).is_some() {
            self.expect_name("a type")
        } else {
            Err(self.expected("a type"))
        }
    }

    fn var_decl(&mut self) -> Parse<VarDecl> {
        let name = self.expect_name("a variable")?;
        let (mut width, mut size, mut init) = (None, None, None);
        if self.operator() == Some(Punct::Colon) {
            self.bump();
            width = Some(self.constant("the width")?);
        } else if self.operator() == Some(Punct::OpenBracket) {
            self.bump();
            size = Some(self.expr()?);
            self.expect(Punct::CloseBracket, "behind the size of an array")?;
        }
        if self.operator() == Some(Punct::Assign) {
            self.bump();
            init = Some(self.initialiser()?);
        }
        let span = self.map.join(name.span, self.last_span);
        Ok(VarDecl { id: self.id(), name, width, size, init, span })
    }

    fn initialiser(&mut self) -> Parse<Initialiser> {
        if self.is(Punct::OpenBracket) {
            return Ok(Initialiser::Chan(self.chan_init()?));
        }
        if !self.is(Punct::OpenBrace) {
            return Ok(Initialiser::Expr(self.expr()?));
        }
        let open = self.bump().span;
        self.enter(Open::Brace, open);
        let mut values = vec![self.expr()?];
        while self.eat(Punct::Comma) {
            values.push(self.expr()?);
        }
        self.eat_before_brace();
        let end = self.close(Open::Brace);
        Ok(Initialiser::List(values, self.map.join(open, end)))
    }

    /// `[n] of { types }`.
    fn chan_init(&mut self) -> Parse<ChanInit> {
        let start = self.bump().span;
        let capacity = self.expr()?;
        self.expect(Punct::CloseBracket, "behind the capacity of a channel")?;
        if !self.eat_word("of") {
            return Err(self.expected("`of` behind the capacity of a channel"));
        }
        let open = self.expect(Punct::OpenBrace, "in front of the types of a message")?;
        self.enter(Open::Brace, open);
        let mut fields = vec![self.type_ref()?];
        while self.eat(Punct::Comma) {
            fields.push(self.type_ref()?);
        }
        self.eat_before_brace();
        if !self.is(Punct::CloseBrace) {
            return Err(self.expected("`,` or `}` in the types of a message"));
        }
        let end = self.close(Open::Brace);
        Ok(ChanInit { id: self.id(), capacity, fields, span: self.map.join(start, end) })
    }

    /// The parameters of a proctype, the closing parenthesis included.
    pub(super) fn parameters(&mut self) -> Parse<Vec<Decl>> {
        let mut params = Vec::new();
        while !self.is(Punct::CloseParen) {
            if self.eat(Punct::Semi) {
                continue;
            }
            if !self.at_decl() {
                return Err(self.expected("a parameter or `)`"));
            }
            params.push(self.decl()?);
            if !self.is(Punct::CloseParen) && !self.is(Punct::Semi) {
                return Err(self.expected("`;` or `)` behind a parameter"));
            }
        }
        self.bump();
        Ok(params)
    }

    /// `priority n`, if it is there.
    pub(super) fn priority(&mut self) -> Parse<Option<Expr>> {
        if self.eat_word("priority") { Ok(Some(self.constant("the priority")?)) } else { Ok(None) }
    }

    /// A single constant: a number or the name of one.
    fn constant(&mut self, what: &str) -> Parse<Expr> {
        match self.peek() {
            TokenKind::Number(_) | TokenKind::Char(_) => self.primary(),
            TokenKind::Ident(_) if self.name_at(0).is_some() => self.primary(),
            TokenKind::Punct(Punct::OpenParen) => self.primary(),
            _ => Err(self.expected(&format!("a constant, {what}"))),
        }
    }
}
