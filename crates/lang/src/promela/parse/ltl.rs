//! Formulas of `ltl` blocks.
//!
//! Source: SPIN reads a formula with its grammar for expressions, to which the temporal operators are
//! added: `->` and `<->` bind loosest, then `||`, `&&`, then `U W V`, then everything that makes values;
//! `! [] <> X` bind tightest, and what has two operands groups to the left. So `[] x == 1` is `([] x) == 1`,
//! which is an error here with the advice to use parentheses.
//!
//! The words `U V W X always eventually until stronguntil weakuntil release next implies equivalent` are
//! reserved in here.

use super::expr::binary_operator;
use super::{Parse, Parser, TALLEST};
use crate::diagnostic::Diagnostic;
use crate::promela::ast::{BinaryOp, Expr, ExprKind, Ltl, LtlBinary, LtlKind, UnaryOp};
use crate::promela::token::{Punct, TokenKind};
use crate::source::Span;

/// An operator with two operands, of formulas or of values.
#[derive(Clone, Copy)]
enum Operator {
    Temporal(LtlBinary),
    Value(BinaryOp),
}

impl Parser<'_> {
    pub(super) fn ltl(&mut self) -> Parse<Ltl> {
        self.formula_size = 0;
        self.ltl_level(0)
    }

    fn ltl_level(&mut self, least: u8) -> Parse<Ltl> {
        let mut left = self.ltl_unary()?;
        while let Some((operator, tokens, level)) = self.ltl_operator()
            && level >= least
        {
            self.formula_size += 1;
            if self.formula_size > TALLEST {
                let diagnostic = Diagnostic::error("this formula is too large")
                    .at(self.span(), format!("more than {TALLEST} operators"));
                return Err(self.give_up(diagnostic));
            }
            let sign = self.span();
            for _ in 0..tokens {
                self.bump();
            }
            let right = self.ltl_level(level + 1)?;
            let span = self.map.join(left.span, right.span);
            left = match operator {
                Operator::Temporal(op) => {
                    let kind = LtlKind::Binary(op, Box::new(left), Box::new(right));
                    Ltl { kind, span }
                }
                Operator::Value(op @ (BinaryOp::BitAnd | BinaryOp::BitOr))
                    if !(is_value(&left) && is_value(&right)) =>
                {
                    let (op, text, meant) = match op {
                        BinaryOp::BitAnd => (LtlBinary::And, "&", "&&"),
                        _ => (LtlBinary::Or, "|", "||"),
                    };
                    self.complain(
                        Diagnostic::warning(format!("`{text}` joins formulas"))
                            .at(sign, format!("read as `{meant}`"))
                            .help(format!("write `{meant}`; `{text}` is for the bits of numbers")),
                    );
                    Ltl { kind: LtlKind::Binary(op, Box::new(left), Box::new(right)), span }
                }
                Operator::Value(op) => {
                    let left = self.value(left, op.symbol(), sign)?;
                    let right = self.value(right, op.symbol(), sign)?;
                    let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
                    Ltl { kind: LtlKind::Prop(self.make(kind, span)), span }
                }
            };
        }
        Ok(left)
    }

    /// The operator at hand, how many tokens it takes, and how tightly it binds.
    fn ltl_operator(&self) -> Option<(Operator, usize, u8)> {
        use LtlBinary as L;
        let temporal = |op, tokens, level| Some((Operator::Temporal(op), tokens, level));
        let joined = |punct| {
            let next = self.ahead(1);
            next.kind.is(punct) && !next.space_before && !next.newline_before
        };
        match self.peek() {
            TokenKind::Ident(word) => match &**word {
                "implies" => temporal(L::Implies, 1, 1),
                "equivalent" => temporal(L::Equivalent, 1, 1),
                "U" | "until" | "stronguntil" => temporal(L::Until, 1, 4),
                "W" | "weakuntil" => temporal(L::WeakUntil, 1, 4),
                "V" | "release" => temporal(L::Release, 1, 4),
                _ => None,
            },
            TokenKind::Punct(Punct::Arrow) => temporal(L::Implies, 1, 1),
            TokenKind::Punct(Punct::OrOr) => temporal(L::Or, 1, 2),
            TokenKind::Punct(Punct::AndAnd) => temporal(L::And, 1, 3),
            TokenKind::Punct(Punct::Lt) if joined(Punct::Arrow) => temporal(L::Equivalent, 2, 1),
            TokenKind::Punct(Punct::Backslash) if joined(Punct::Slash) => temporal(L::Or, 2, 2),
            TokenKind::Punct(Punct::Slash) if joined(Punct::Backslash) => temporal(L::And, 2, 3),
            TokenKind::Punct(punct) => {
                let (op, level) = binary_operator(*punct)?;
                Some((Operator::Value(op), 1, level + 3))
            }
            _ => None,
        }
    }

    fn ltl_unary(&mut self) -> Parse<Ltl> {
        let start = self.span();
        let next = self.ahead(1);
        let adjacent = !next.space_before && !next.newline_before;
        let (make, tokens): (fn(Box<Ltl>) -> LtlKind, usize) = match self.peek() {
            TokenKind::Punct(Punct::Bang) => (LtlKind::Not, 1),
            TokenKind::Punct(Punct::OpenBracket)
                if next.kind.is(Punct::CloseBracket) && adjacent =>
            {
                (LtlKind::Always, 2)
            }
            TokenKind::Punct(Punct::Lt) if next.kind.is(Punct::Gt) && adjacent => {
                (LtlKind::Eventually, 2)
            }
            TokenKind::Ident(word) => match &**word {
                "always" => (LtlKind::Always, 1),
                "eventually" => (LtlKind::Eventually, 1),
                "X" | "next" => (LtlKind::Next, 1),
                "U" | "V" | "W" | "until" | "stronguntil" | "weakuntil" | "release" | "implies"
                | "equivalent" => return Err(self.expected("a formula")),
                _ => return self.ltl_operand(),
            },
            _ => return self.ltl_operand(),
        };
        for _ in 0..tokens {
            self.bump();
        }
        let operand = self.nested(Self::ltl_unary)?;
        let span = self.map.join(start, operand.span);
        Ok(Ltl { kind: make(Box::new(operand)), span })
    }

    /// Parentheses, arithmetic signs, and what an expression may start with.
    fn ltl_operand(&mut self) -> Parse<Ltl> {
        let start = self.span();
        match self.peek() {
            TokenKind::Punct(Punct::OpenParen) => self.nested(|p| {
                p.bump();
                let inner = p.ltl_level(0)?;
                if !p.is(Punct::CloseParen) {
                    return Err(p.expected("an operator or `)`"));
                }
                let end = p.bump().span;
                Ok(Ltl { span: p.map.join(start, end), ..inner })
            }),
            TokenKind::Punct(sign @ (Punct::Minus | Punct::Tilde)) => {
                let (op, text) = if *sign == Punct::Minus {
                    (UnaryOp::Neg, "-")
                } else {
                    (UnaryOp::BitNot, "~")
                };
                self.bump();
                let operand = self.nested(Self::ltl_unary)?;
                let span = self.map.join(start, operand.span);
                let operand = Box::new(self.value(operand, text, start)?);
                let expr = self.make(ExprKind::Unary(op, operand), span);
                Ok(Ltl { kind: LtlKind::Prop(expr), span })
            }
            _ => {
                let expr = self.primary()?;
                let span = expr.span;
                Ok(Ltl { kind: LtlKind::Prop(expr), span })
            }
        }
    }

    /// A formula without temporal operators as an expression, for operators that work on values.
    fn value(&mut self, formula: Ltl, operator: &str, sign: Span) -> Parse<Expr> {
        let span = formula.span;
        match formula.kind {
            LtlKind::Prop(expr) => Ok(expr),
            LtlKind::Not(inner) => {
                let inner = Box::new(self.value(*inner, operator, sign)?);
                Ok(self.make(ExprKind::Unary(UnaryOp::Not, inner), span))
            }
            LtlKind::Binary(op @ (LtlBinary::And | LtlBinary::Or), left, right) => {
                let op = if op == LtlBinary::And { BinaryOp::And } else { BinaryOp::Or };
                let left = Box::new(self.value(*left, operator, sign)?);
                let right = Box::new(self.value(*right, operator, sign)?);
                Ok(self.make(ExprKind::Binary(op, left, right), span))
            }
            _ => {
                let diagnostic = Diagnostic::error(format!(
                    "`{operator}` cannot be applied to a temporal formula"
                ))
                .at(span, "this is a formula, not a value")
                .also(sign, "operand of this operator")
                .help(
                    "`[]`, `<>`, `X` and `!` bind tighter than any other operator: \
                               write `[] (x == 1)`",
                );
                Err(self.fail(diagnostic))
            }
        }
    }
}

/// Is a formula free of temporal operators, so that it has a value?
fn is_value(formula: &Ltl) -> bool {
    match &formula.kind {
        LtlKind::Prop(_) => true,
        LtlKind::Not(inner) => is_value(inner),
        LtlKind::Binary(LtlBinary::And | LtlBinary::Or, a, b) => is_value(a) && is_value(b),
        _ => false,
    }
}
