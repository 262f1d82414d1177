//! Model expressions inside formulas.
//!
//! *Idea:* a proposition is the longest stretch of text that cannot be split by an operator of the logic:
//! operands and operators of the model's language in turn, where brackets are skipped as a whole. So
//! `len(q) == (a && b)` is one proposition and `x > 3 && y` is two.
//! *Requires:* tokens with matched brackets. *Guarantees:* progress; the text is not interpreted.
//! *Cost:* linear.

use std::ops::Range;

use super::ParseError;
use super::scan::{Kind, Symbol, Token};

/// A proposition found in the token list.
pub(super) struct Operand {
    /// Where it stands in the text.
    pub span: Range<usize>,
    /// The index of the first token after it.
    pub end: usize,
    /// Is there a comparison or arithmetic outside all brackets? A `!` in front would then be ambiguous.
    pub compound: bool,
}

/// Does the token at `at`, which follows an operand, carry the model expression on?
pub(super) fn continues_expression(text: &str, token: &Token) -> bool {
    match token.kind {
        Kind::Operator => &text[token.span.clone()] != ",",
        Kind::Colon => true,
        Kind::Open => matches!(&text[token.span.clone()], "[" | "("),
        _ => false,
    }
}

/// Collects the proposition that starts at token `start`.
pub(super) fn collect(text: &str, tokens: &[Token], start: usize) -> Result<Operand, ParseError> {
    let mut at = start;
    let mut compound = false;
    loop {
        // An operand, perhaps with signs of the model's language in front of it.
        while is_prefix(text, &tokens[at]) && at > start {
            at += 1;
        }
        if at == start && &text[tokens[at].span.clone()] == "-" {
            at += 1;
        }
        at = match tokens[at].kind {
            Kind::Word | Kind::Number | Kind::Quoted => at + 1,
            Kind::Open => tokens[at].partner + 1,
            Kind::End => return Err(ParseError::new("the formula ends too early", last(tokens))),
            _ => {
                let message =
                    format!("`{}` needs an operand before it", &text[tokens[at].span.clone()]);
                return Err(ParseError::new(message, tokens[at].span.clone()));
            }
        };
        // Calls and subscripts.
        while tokens[at].kind == Kind::Open && matches!(&text[tokens[at].span.clone()], "[" | "(") {
            at = tokens[at].partner + 1;
        }
        // An operator, after which there must be an operand again.
        if !continues_expression(text, &tokens[at]) {
            break;
        }
        let names = ["@", ".", ":", "?", "??"];
        compound |= !names.contains(&&text[tokens[at].span.clone()]);
        at += 1;
    }
    Ok(Operand { span: tokens[start].span.start..tokens[at - 1].span.end, end: at, compound })
}

/// Is it a sign that may stand before an operand inside a model expression?
fn is_prefix(text: &str, token: &Token) -> bool {
    token.kind == Kind::Symbol(Symbol::Not) || matches!(&text[token.span.clone()], "-" | "+")
}

/// Where the last real token stands.
pub(super) fn last(tokens: &[Token]) -> Range<usize> {
    let end = tokens.last().map_or(0, |token| token.span.end);
    end..end
}
