//! The expressions of `#if` and `#elif`.
//!
//! Source: C 6.10.1 and 6.5: 64-bit integers, `defined`, names that are no macros count as 0.
//!
//! Guarantees: terminates, never overflows the stack (nesting is bounded), never panics; a malformed
//! expression is reported once and counts as false.

use std::sync::Arc;

use super::Preprocessor;
use crate::diagnostic::Diagnostic;
use crate::promela::lex::unquote;
use crate::promela::token::{Punct, Token, TokenKind};
use crate::source::Span;

const DEEPEST: usize = 100;

/// What went wrong, and where.
type Problem = (String, Option<Span>);

impl Preprocessor<'_> {
    /// Is the expression behind an `#if` true?
    pub(super) fn evaluate(&mut self, at: Span, line: &[Token]) -> bool {
        let line = self.replace_defined(line);
        let line = self.expand_alone(line);
        let mut reader = Reader { tokens: &line, at: 0, depth: 0 };
        let result = reader.ternary(true).and_then(|value| match reader.tokens.get(reader.at) {
            None => Ok(value),
            Some(token) => Err((format!("unexpected {}", token.kind.describe()), Some(token.span))),
        });
        match result {
            Ok(value) => value != 0,
            Err((message, span)) => {
                let span = span.unwrap_or_else(|| line.last().map_or(at, |t| t.span).after());
                self.out.push(
                    Diagnostic::error(format!("{message} in the condition of a directive"))
                        .at(span, "")
                        .note("it counts as false"),
                );
                false
            }
        }
    }

    /// `defined X` and `defined(X)` become 1 or 0 before macros are replaced.
    fn replace_defined(&mut self, line: &[Token]) -> Vec<Token> {
        let mut result = Vec::new();
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            if token.kind.ident().is_none_or(|n| &**n != "defined") {
                result.push(token.clone());
                continue;
            }
            let paren = line.get(at).is_some_and(|t| t.kind.is(Punct::OpenParen));
            let name = line.get(at + usize::from(paren)).and_then(|t| t.kind.ident());
            let closed = !paren || line.get(at + 2).is_some_and(|t| t.kind.is(Punct::CloseParen));
            let Some(name) = name.filter(|_| closed) else {
                result.push(token.clone());
                continue;
            };
            let value = if self.macros.contains_key(name) { "1" } else { "0" };
            let kind = TokenKind::Number(self.names.intern(value));
            result.push(Token { kind, ..token.clone() });
            at += if paren { 3 } else { 1 };
        }
        result
    }
}

/// Reads an expression by precedence climbing. `live` is false in branches whose value does not matter,
/// where a division by zero is no error.
struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Punct> {
        match self.tokens.get(self.at).map(|t| &t.kind) {
            Some(TokenKind::Punct(punct)) => Some(*punct),
            _ => None,
        }
    }

    fn ternary(&mut self, live: bool) -> Result<i64, Problem> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(("too deep nesting".to_owned(), None));
        }
        let condition = self.binary(0, live)?;
        let mut value = condition;
        if self.peek() == Some(Punct::Question) {
            self.at += 1;
            let yes = self.ternary(live && condition != 0)?;
            if self.peek() != Some(Punct::Colon) {
                return Err(("missing `:`".to_owned(), self.span()));
            }
            self.at += 1;
            let no = self.ternary(live && condition == 0)?;
            value = if condition != 0 { yes } else { no };
        }
        self.depth -= 1;
        Ok(value)
    }

    fn span(&self) -> Option<Span> {
        self.tokens.get(self.at).map(|t| t.span)
    }

    fn binary(&mut self, least: u8, live: bool) -> Result<i64, Problem> {
        let mut left = self.unary(live)?;
        while let Some(op) = self.peek()
            && let Some(level) = precedence(op)
            && level >= least
        {
            let span = self.span();
            self.at += 1;
            let live = live
                && match op {
                    Punct::AndAnd => left != 0,
                    Punct::OrOr => left == 0,
                    _ => true,
                };
            let right = self.binary(level + 1, live)?;
            left = match apply(op, left, right) {
                Some(value) => value,
                None if live => return Err(("division by zero".to_owned(), span)),
                None => 0,
            };
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<i64, Problem> {
        let mut signs = Vec::new();
        while let Some(op @ (Punct::Minus | Punct::Plus | Punct::Bang | Punct::Tilde)) = self.peek()
        {
            signs.push(op);
            self.at += 1;
        }
        let mut value = self.primary(live)?;
        for sign in signs.into_iter().rev() {
            value = match sign {
                Punct::Minus => value.wrapping_neg(),
                Punct::Bang => i64::from(value == 0),
                Punct::Tilde => !value,
                _ => value,
            };
        }
        Ok(value)
    }

    fn primary(&mut self, live: bool) -> Result<i64, Problem> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err(("something is missing".to_owned(), None));
        };
        self.at += 1;
        let problem = |text: String| Err((text, Some(token.span)));
        match &token.kind {
            TokenKind::Number(text) => {
                number(text).map_or_else(|| problem(format!("`{text}` is not an integer")), Ok)
            }
            TokenKind::Char(text) => Ok(unquote(text).chars().next().map_or(0, |c| c as i64)),
            TokenKind::Ident(name) if Arc::as_ref(name) == "defined" => {
                problem("`defined` needs a name".to_owned())
            }
            TokenKind::Ident(_) => Ok(0),
            TokenKind::Punct(Punct::OpenParen) => {
                let value = self.ternary(live)?;
                if self.peek() != Some(Punct::CloseParen) {
                    return Err(("missing `)`".to_owned(), self.span()));
                }
                self.at += 1;
                Ok(value)
            }
            other => problem(format!("unexpected {}", other.describe())),
        }
    }
}

/// C's integers: decimal, octal, hexadecimal, with suffixes.
fn number(text: &str) -> Option<i64> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, radix) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (&digits[1..], 8),
        None => (digits, 10),
    };
    i64::from_str_radix(digits, radix).ok()
}

fn precedence(op: Punct) -> Option<u8> {
    Some(match op {
        Punct::OrOr => 1,
        Punct::AndAnd => 2,
        Punct::Or => 3,
        Punct::Caret => 4,
        Punct::And => 5,
        Punct::EqEq | Punct::NotEq => 6,
        Punct::Lt | Punct::Le | Punct::Gt | Punct::Ge => 7,
        Punct::Shl | Punct::Shr => 8,
        Punct::Plus | Punct::Minus => 9,
        Punct::Star | Punct::Slash | Punct::Percent => 10,
        _ => return None,
    })
}

/// `None` for a division by zero.
fn apply(op: Punct, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        Punct::OrOr => i64::from(a != 0 || b != 0),
        Punct::AndAnd => i64::from(a != 0 && b != 0),
        Punct::Or => a | b,
        Punct::Caret => a ^ b,
        Punct::And => a & b,
        Punct::EqEq => i64::from(a == b),
        Punct::NotEq => i64::from(a != b),
        Punct::Lt => i64::from(a < b),
        Punct::Le => i64::from(a <= b),
        Punct::Gt => i64::from(a > b),
        Punct::Ge => i64::from(a >= b),
        Punct::Shl => a.wrapping_shl((b & 63) as u32),
        Punct::Shr => a.wrapping_shr((b & 63) as u32),
        Punct::Plus => a.wrapping_add(b),
        Punct::Minus => a.wrapping_sub(b),
        Punct::Star => a.wrapping_mul(b),
        Punct::Slash if b != 0 => a.wrapping_div(b),
        Punct::Percent if b != 0 => a.wrapping_rem(b),
        _ => return None,
    })
}
