//! Expressions.
//!
//! Source: the precedences of `spin.y`, which are those of C but for one thing: there is no assignment
//! and no comma inside an expression, and `(c -> a : b)` exists in parentheses only. All operators with
//! two operands group to the left.

use std::sync::Arc;

use super::{Failed, Parse, Parser, TALLEST, keyword};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{
    Access, BinaryOp, ChanTest, ConstForm, Expr, ExprKind, Ident, ReceiveArg, ReceiveOrder,
    UnaryOp, VarRef,
};
use crate::promela::lex::unquote;
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::Span;

/// The operator of two operands that a token is, and how tightly it binds.
pub(super) fn binary_operator(punct: Punct) -> Option<(BinaryOp, u8)> {
    Some(match punct {
        Punct::OrOr => (BinaryOp::Or, 1),
        Punct::AndAnd => (BinaryOp::And, 2),
        Punct::Or => (BinaryOp::BitOr, 3),
        Punct::Caret => (BinaryOp::BitXor, 4),
        Punct::And => (BinaryOp::BitAnd, 5),
        Punct::EqEq => (BinaryOp::Eq, 6),
        Punct::NotEq => (BinaryOp::Ne, 6),
        Punct::Gt => (BinaryOp::Gt, 7),
        Punct::Lt => (BinaryOp::Lt, 7),
        Punct::Ge => (BinaryOp::Ge, 7),
        Punct::Le => (BinaryOp::Le, 7),
        Punct::Shl => (BinaryOp::Shl, 8),
        Punct::Shr => (BinaryOp::Shr, 8),
        Punct::Plus => (BinaryOp::Add, 9),
        Punct::Minus => (BinaryOp::Sub, 9),
        Punct::Star => (BinaryOp::Mul, 10),
        Punct::Slash => (BinaryOp::Div, 10),
        Punct::Percent => (BinaryOp::Rem, 10),
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn expr(&mut self) -> Parse<Expr> {
        let first = self.unary()?;
        self.operators(first, 0)
    }

    /// The rest of an expression whose first operand has been read.
    pub(super) fn expr_from(&mut self, first: Expr) -> Parse<Expr> {
        self.operators(first, 0)
    }

    fn operators(&mut self, mut left: Expr, least: u8) -> Parse<Expr> {
        while let Some((op, level)) = self.operator().and_then(binary_operator)
            && level >= least
        {
            let sign = self.bump().span;
            let right = self.unary()?;
            let right = self.operators(right, level + 1)?;
            let span = self.map.join(left.span, right.span);
            if self.height(&left).max(self.height(&right)) >= TALLEST {
                let diagnostic = Diagnostic::error("this expression is too large")
                    .at(sign, format!("more than {TALLEST} operators above each other"));
                return Err(self.give_up(diagnostic));
            }
            left = self.make(ExprKind::Binary(op, Box::new(left), Box::new(right)), span);
        }
        Ok(left)
    }

    pub(super) fn make(&mut self, kind: ExprKind, span: Span) -> Expr {
        let height = 1 + self.height_below(&kind);
        let id = self.id();
        if height > 1 {
            self.heights.insert(id, height);
        }
        Expr { id, kind, span }
    }

    fn height_below(&self, kind: &ExprKind) -> usize {
        let all = |exprs: &[Expr]| exprs.iter().map(|e| self.height(e)).max().unwrap_or(0);
        match kind {
            ExprKind::Const { .. }
            | ExprKind::Timeout
            | ExprKind::NonProgress
            | ExprKind::Error => 0,
            ExprKind::Unary(_, a)
            | ExprKind::Enabled(a)
            | ExprKind::PcValue(a)
            | ExprKind::GetPriority(a) => self.height(a),
            ExprKind::Binary(_, a, b) => self.height(a).max(self.height(b)),
            ExprKind::Cond(c, a, b) => self.height(c).max(self.height(a)).max(self.height(b)),
            ExprKind::Run { args, .. } => all(args),
            ExprKind::Var(v) | ExprKind::Len(v) | ExprKind::ChanTest(_, v) => self.var_height(v),
            ExprKind::Poll { chan, args, .. } => {
                let arg = |a: &ReceiveArg| match a {
                    ReceiveArg::Ref(v) => self.var_height(v),
                    ReceiveArg::Const(e) | ReceiveArg::Eval(e) => self.height(e),
                };
                args.iter().map(arg).max().unwrap_or(0).max(self.var_height(chan))
            }
            ExprKind::RemoteLabel { pid, .. } => pid.as_ref().map_or(0, |e| self.height(e)),
            ExprKind::RemoteVar { pid, var, .. } => {
                pid.as_ref().map_or(0, |e| self.height(e)).max(self.var_height(var))
            }
        }
    }

    fn var_height(&self, var: &VarRef) -> usize {
        let accesses = std::iter::once(&var.head).chain(&var.fields);
        accesses.filter_map(|a| a.index.as_ref()).map(|e| self.height(e)).max().unwrap_or(0)
    }

    /// How many expressions lie above each other in this one, itself included.
    fn height(&self, expr: &Expr) -> usize {
        self.heights.get(&expr.id).copied().unwrap_or(1)
    }

    fn unary(&mut self) -> Parse<Expr> {
        let op = match self.peek() {
            TokenKind::Punct(Punct::Minus) => UnaryOp::Neg,
            TokenKind::Punct(Punct::Bang) => UnaryOp::Not,
            TokenKind::Punct(Punct::Tilde) => UnaryOp::BitNot,
            _ => return self.primary(),
        };
        let start = self.bump().span;
        let operand = self.nested(Self::unary)?;
        let span = self.map.join(start, operand.span);
        Ok(self.make(ExprKind::Unary(op, Box::new(operand)), span))
    }

    /// An operand: anything but an operator.
    pub(super) fn primary(&mut self) -> Parse<Expr> {
        self.nested(|p| match p.peek().clone() {
            TokenKind::Number(_) | TokenKind::Char(_) => {
                let token = p.bump();
                p.literal(&token)
            }
            TokenKind::Punct(Punct::OpenParen) => p.parenthesised(),
            TokenKind::Ident(word) if keyword::is_keyword(&word) => p.keyword_operand(&word),
            TokenKind::Ident(_) => {
                let name = p.expect_name("a variable")?;
                p.named_operand(name)
            }
            TokenKind::Str(_) => {
                let diagnostic = Diagnostic::error("a string can only be the format of `printf`")
                    .at(p.span(), "expected an expression");
                Err(p.fail(diagnostic))
            }
            TokenKind::Unknown(c) => {
                let diagnostic =
                    Diagnostic::error(format!("unexpected character `{}`", c.escape_default()))
                        .at(p.span(), "expected an expression");
                Err(p.fail(diagnostic))
            }
            _ => Err(p.expected("an expression")),
        })
    }

    /// `(e)` or `(c -> a : b)`.
    fn parenthesised(&mut self) -> Parse<Expr> {
        let open = self.bump().span;
        let first = self.expr()?;
        let result = if self.eat(Punct::Arrow) {
            let yes = self.expr()?;
            self.expect(Punct::Colon, "in a conditional expression `(condition -> yes : no)`")?;
            let no = self.expr()?;
            let span = self.map.join(open, no.span);
            let (first, yes, no) = (Box::new(first), Box::new(yes), Box::new(no));
            self.make(ExprKind::Cond(first, yes, no), span)
        } else {
            first
        };
        self.close_paren(open)?;
        Ok(result)
    }

    /// Takes `)`, with the likely mistakes told apart.
    fn close_paren(&mut self, open: Span) -> Parse<()> {
        if self.eat(Punct::CloseParen) {
            return Ok(());
        }
        let diagnostic = if self.is(Punct::Assign) {
            Diagnostic::error("an assignment cannot stand inside an expression")
                .at(self.span(), "expected an operator or `)`")
                .help("use `==` to compare")
        } else {
            let missing = self.token().newline_before || *self.peek() == TokenKind::Eof;
            let at = if missing { self.last_span.after() } else { self.span() };
            Diagnostic::error(format!(
                "expected an operator or `)`, found {}",
                self.peek().describe()
            ))
            .at(at, "expected `)`")
            .also(open, "this `(` is still open")
        };
        Err(self.fail(diagnostic))
    }

    /// An operand that starts with a name: a variable, a poll, or a remote reference.
    pub(super) fn named_operand(&mut self, name: Ident) -> Parse<Expr> {
        if self.is(Punct::OpenParen) && !self.line_ended() && !self.in_message() {
            return Err(self.unexpected_call(&name));
        }
        if self.proctypes.contains(&name.name)
            && matches!(self.operator(), Some(Punct::OpenBracket | Punct::At | Punct::Colon))
        {
            return self.remote(name);
        }
        let var = self.var_ref_from(name)?;
        self.operand_from(var)
    }

    /// The operand that a variable, just read, starts: a remote reference, a poll, or just its value.
    pub(super) fn operand_from(&mut self, var: VarRef) -> Parse<Expr> {
        if self.operator() == Some(Punct::At) && var.fields.is_empty() {
            let (proctype, pid) = (var.head.name, var.head.index);
            return self.remote_label(proctype, pid);
        }
        match self.operator() {
            Some(Punct::Question | Punct::QuestionQuestion)
                if self.ahead(1).kind.is(Punct::OpenBracket) =>
            {
                self.poll(var)
            }
            _ => {
                let span = var.span;
                Ok(self.make(ExprKind::Var(var), span))
            }
        }
    }

    /// Is the name just read the tag of a message, so that `(` may follow? Only the caller can know; a
    /// tag stands directly behind `!` or `!!`.
    fn in_message(&self) -> bool {
        let before = self.at.checked_sub(2).map(|at| &self.tokens[at].kind);
        before.is_some_and(|k| k.is(Punct::Bang) || k.is(Punct::BangBang))
    }

    /// Reports `f(…)` in an expression.
    fn unexpected_call(&mut self, name: &Ident) -> Failed {
        let diagnostic = if self.inlines.contains_key(&name.name) {
            Diagnostic::error(format!("inline `{}` cannot be called in an expression", name.name))
                .at(name.span, "an inline is a sequence of statements, not a value")
                .help("call it as a statement, or as `x = f(…)` where it has a `return`")
        } else if self.proctypes.contains(&name.name) {
            Diagnostic::error(format!("proctype `{}` is started by `run`", name.name))
                .at(name.span, "expected `run` before this")
                .help(format!("write `run {}(…)`", name.name))
        } else {
            let known = ["len", "full", "empty", "nfull", "nempty", "enabled", "pc_value", "eval"];
            let known = self.inlines.keys().map(|n| &**n).chain(known);
            let help = nearest(&name.name, known).map(|n| format!("did you mean `{n}`?"));
            Diagnostic::error(format!("`{}` is not something that can be called", name.name))
                .at(name.span, "expected an expression")
                .maybe_help(help)
        };
        self.fail(diagnostic)
    }

    /// `P[e]@L`, `P@L`, `P[e]:x`, `P:x`, the name having been read.
    fn remote(&mut self, proctype: Ident) -> Parse<Expr> {
        let mut pid = None;
        if self.eat(Punct::OpenBracket) {
            pid = Some(Box::new(self.expr()?));
            self.expect(Punct::CloseBracket, "behind a process number")?;
        }
        if self.is(Punct::At) {
            return self.remote_label(proctype, pid);
        }
        if !self.eat(Punct::Colon) {
            return Err(self.expected("`@label` or `:variable` of a remote reference"));
        }
        let name = self.expect_name("a variable of another process")?;
        let var = self.var_ref_from(name)?;
        let span = self.map.join(proctype.span, var.span);
        Ok(self.make(ExprKind::RemoteVar { proctype, pid, var }, span))
    }

    fn remote_label(&mut self, proctype: Ident, pid: Option<Box<Expr>>) -> Parse<Expr> {
        self.bump();
        let label = self.expect_name("a label of another process")?;
        let span = self.map.join(proctype.span, label.span);
        Ok(self.make(ExprKind::RemoteLabel { proctype, pid, label }, span))
    }

    /// `q?[…]` or `q??[…]`, the channel having been read.
    fn poll(&mut self, chan: VarRef) -> Parse<Expr> {
        let random = self.bump().kind.is(Punct::QuestionQuestion);
        let order = if random { ReceiveOrder::Random } else { ReceiveOrder::Fifo };
        self.bump();
        let args = self.receive_args()?;
        let end = self.expect(Punct::CloseBracket, "behind the fields of a poll")?;
        let span = self.map.join(chan.span, end);
        Ok(self.make(ExprKind::Poll { chan, order, args }, span))
    }

    /// The fields of a receive or poll: `a, b`, `t(a, b)`, `(a, b)`.
    pub(super) fn receive_args(&mut self) -> Parse<Vec<ReceiveArg>> {
        self.nested(|p| {
            if p.is(Punct::OpenParen) {
                p.bump();
                let args = p.receive_args()?;
                p.expect(Punct::CloseParen, "behind the fields")?;
                return Ok(args);
            }
            let mut args = vec![p.receive_arg()?];
            loop {
                if p.operator() == Some(Punct::Comma) {
                    p.bump();
                    args.push(p.receive_arg()?);
                } else if p.operator() == Some(Punct::OpenParen) {
                    p.bump();
                    args.extend(p.receive_args()?);
                    p.expect(Punct::CloseParen, "behind the fields")?;
                    return Ok(args);
                } else {
                    return Ok(args);
                }
            }
        })
    }

    fn receive_arg(&mut self) -> Parse<ReceiveArg> {
        let start = self.span();
        match self.peek().clone() {
            TokenKind::Ident(word) if &*word == "eval" => {
                self.bump();
                let open = self.expect(Punct::OpenParen, "behind `eval`")?;
                let value = self.expr()?;
                self.close_paren(open)?;
                Ok(ReceiveArg::Eval(value))
            }
            TokenKind::Punct(Punct::Minus) => {
                self.bump();
                if !matches!(self.peek(), TokenKind::Number(_) | TokenKind::Char(_)) {
                    return Err(self.expected("a number behind `-`"));
                }
                let value = self.primary()?;
                let span = self.map.join(start, value.span);
                Ok(ReceiveArg::Const(
                    self.make(ExprKind::Unary(UnaryOp::Neg, Box::new(value)), span),
                ))
            }
            TokenKind::Number(_) | TokenKind::Char(_) => Ok(ReceiveArg::Const(self.primary()?)),
            TokenKind::Ident(word) if matches!(&*word, "true" | "false" | "skip") => {
                Ok(ReceiveArg::Const(self.primary()?))
            }
            TokenKind::Ident(word) if !keyword::is_keyword(&word) => {
                Ok(ReceiveArg::Ref(self.var_ref()?))
            }
            _ => Err(self.expected("a variable, a constant, `eval(…)` or `_`")),
        }
    }

    /// `a[i].b.c[j]`.
    pub(super) fn var_ref(&mut self) -> Parse<VarRef> {
        let name = self.expect_name("a variable")?;
        self.var_ref_from(name)
    }

    pub(super) fn var_ref_from(&mut self, name: Ident) -> Parse<VarRef> {
        let start = name.span;
        let head = self.access(name)?;
        let mut fields = Vec::new();
        while self.operator() == Some(Punct::Dot) {
            self.bump();
            let name = self.expect_name("a field")?;
            fields.push(self.access(name)?);
        }
        let span = self.map.join(start, self.last_span);
        Ok(VarRef { id: self.id(), head, fields, span })
    }

    fn access(&mut self, name: Ident) -> Parse<Access> {
        let mut index = None;
        // `x[]` is never an index; in a formula it is `x` and then "always", which is reported there.
        if self.operator() == Some(Punct::OpenBracket)
            && !self.ahead(1).kind.is(Punct::CloseBracket)
        {
            self.bump();
            index = Some(Box::new(self.expr()?));
            self.expect(Punct::CloseBracket, "behind an index")?;
        }
        Ok(Access { name, index })
    }

    /// An operand that starts with a keyword.
    fn keyword_operand(&mut self, word: &str) -> Parse<Expr> {
        let start = self.span();
        let constant = |value, form| ExprKind::Const { value, form };
        let simple = match word {
            "true" => Some(constant(1, ConstForm::True)),
            "false" => Some(constant(0, ConstForm::False)),
            "skip" => Some(constant(1, ConstForm::Skip)),
            "timeout" => Some(ExprKind::Timeout),
            "np_" => Some(ExprKind::NonProgress),
            _ => None,
        };
        if let Some(kind) = simple {
            self.bump();
            return Ok(self.make(kind, start));
        }
        match word {
            "run" => self.run(),
            "len" | "full" | "empty" | "nfull" | "nempty" => self.channel_test(word),
            "enabled" | "pc_value" | "get_priority" => {
                self.bump();
                let open = self.expect(Punct::OpenParen, &format!("behind `{word}`"))?;
                let operand = Box::new(self.expr()?);
                self.close_paren(open)?;
                let span = self.map.join(start, self.last_span);
                let kind = match word {
                    "enabled" => ExprKind::Enabled(operand),
                    "pc_value" => ExprKind::PcValue(operand),
                    _ => ExprKind::GetPriority(operand),
                };
                Ok(self.make(kind, span))
            }
            "c_expr" => {
                let span = self.embedded_c();
                Ok(self.make(ExprKind::Error, span))
            }
            "else" => {
                let diagnostic = Diagnostic::error("`else` cannot be part of an expression")
                    .at(start, "expected an expression")
                    .help("`else` stands alone, as the guard of an option");
                Err(self.fail(diagnostic))
            }
            _ => Err(self.expected("an expression")),
        }
    }

    fn run(&mut self) -> Parse<Expr> {
        let start = self.bump().span;
        let proctype = self.expect_name("a proctype")?;
        self.expect(Punct::OpenParen, "behind the name of the proctype")?;
        let args = self.arguments()?;
        let priority = self.priority()?.map(Box::new);
        let span = self.map.join(start, self.last_span);
        Ok(self.make(ExprKind::Run { proctype, args, priority }, span))
    }

    /// Expressions separated by `,` up to and including `)`.
    pub(super) fn arguments(&mut self) -> Parse<Vec<Expr>> {
        let mut args = Vec::new();
        if self.eat(Punct::CloseParen) {
            return Ok(args);
        }
        loop {
            args.push(self.expr()?);
            if self.eat(Punct::CloseParen) {
                return Ok(args);
            }
            if !self.eat(Punct::Comma) {
                return Err(self.expected("`,` or `)` behind an argument"));
            }
        }
    }

    fn channel_test(&mut self, word: &str) -> Parse<Expr> {
        let start = self.bump().span;
        let open = self.expect(Punct::OpenParen, &format!("behind `{word}`"))?;
        let chan = self.var_ref()?;
        self.close_paren(open)?;
        let span = self.map.join(start, self.last_span);
        let kind = match word {
            "len" => ExprKind::Len(chan),
            "full" => ExprKind::ChanTest(ChanTest::Full, chan),
            "empty" => ExprKind::ChanTest(ChanTest::Empty, chan),
            "nfull" => ExprKind::ChanTest(ChanTest::NotFull, chan),
            _ => ExprKind::ChanTest(ChanTest::NotEmpty, chan),
        };
        Ok(self.make(kind, span))
    }

    /// The value of a number or character.
    fn literal(&mut self, token: &Token) -> Parse<Expr> {
        let (value, form) = match &token.kind {
            TokenKind::Char(text) => (self.character(text, token.span), ConstForm::Char),
            TokenKind::Number(text) => (self.number(text, token.span), ConstForm::Number),
            _ => return Err(self.expected("a constant")),
        };
        Ok(self.make(ExprKind::Const { value, form }, token.span))
    }

    fn number(&mut self, text: &Arc<str>, span: Span) -> i32 {
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            let hex = text.strip_prefix("0x").or(text.strip_prefix("0X"));
            let help = hex
                .and_then(|h| u64::from_str_radix(h, 16).ok())
                .map(|value| format!("write `{value}`"));
            self.complain(
                Diagnostic::error(format!("`{text}` is not a number"))
                    .at(span, "numbers have decimal digits only")
                    .maybe_help(help),
            );
            return 0;
        }
        let wide = text.parse::<i64>().unwrap_or(i64::MAX);
        if let Ok(value) = i32::try_from(wide) {
            return value;
        }
        // SPIN reads a `long` and keeps its low 32 bits.
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the truncation is SPIN's, and is reported"
        )]
        let value = wide as i32;
        self.complain(
            Diagnostic::warning(format!("`{text}` does not fit into 32 bits"))
                .at(span, format!("read as {value}, as SPIN does")),
        );
        value
    }

    fn character(&mut self, text: &Arc<str>, span: Span) -> i32 {
        let inner = unquote(text);
        let mut chars = inner.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => {
                if text.starts_with("'\\") && c.is_ascii_digit() {
                    self.complain(
                        Diagnostic::warning(format!("`{text}` is the character `{c}`"))
                            .at(span, "Promela knows the escapes \\n, \\r, \\t and \\f only"),
                    );
                }
                i32::try_from(u32::from(c)).unwrap_or(0)
            }
            _ => {
                self.complain(
                    Diagnostic::error(format!("{text} is not one character"))
                        .at(span, "expected one character between the quotes"),
                );
                0
            }
        }
    }
}
