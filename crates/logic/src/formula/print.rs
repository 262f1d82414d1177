//! Writing formulas.
//!
//! What is written can be read back by [`parse`](super::parse()) (path quantifiers need
//! [`Syntax::Branching`](super::Syntax)), and by the tool after which the [`Spelling`] is named.

use std::fmt;

use super::{Formula, Node, Quantifier};

/// Whose symbols are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    /// `[] <> && || V`, propositions in parentheses; `M`, which SPIN does not have, is written with `U`.
    Spin,
    /// `G F & | R`, propositions that are not names in double quotes.
    Spot,
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spelled(Spelling::Spin))
    }
}

impl Formula {
    /// The formula as text.
    pub fn spelled(&self, spelling: Spelling) -> String {
        let mut out = String::new();
        write(self, spelling, &mut out);
        out
    }
}

fn write(formula: &Formula, spelling: Spelling, out: &mut String) {
    let spin = spelling == Spelling::Spin;
    let of = |spin_text, spot_text| if spin { spin_text } else { spot_text };
    match formula.node() {
        Node::Constant(true) => out.push_str(of("true", "1")),
        Node::Constant(false) => out.push_str(of("false", "0")),
        Node::Atom(atom) if is_plain_name(&atom.text) => out.push_str(&atom.text),
        Node::Atom(atom) if spin => out.push_str(&format!("({})", atom.text)),
        Node::Atom(atom) => out.push_str(&format!("\"{}\"", atom.text)),
        Node::And(parts) => write_chain(parts, of(" && ", " & "), spelling, out),
        Node::Or(parts) => write_chain(parts, of(" || ", " | "), spelling, out),
        Node::Not(a) => write_prefix("!", a, spelling, out),
        Node::Next(a) => write_prefix("X ", a, spelling, out),
        Node::Eventually(a) => write_prefix(of("<> ", "F "), a, spelling, out),
        Node::Always(a) => write_prefix(of("[] ", "G "), a, spelling, out),
        Node::Path(Quantifier::All, a) => write_prefix("A ", a, spelling, out),
        Node::Path(Quantifier::Some, a) => write_prefix("E ", a, spelling, out),
        Node::Implies(a, b) => write_infix(a, " -> ", b, spelling, out),
        Node::Equivalent(a, b) => write_infix(a, " <-> ", b, spelling, out),
        Node::Until(a, b) => write_infix(a, " U ", b, spelling, out),
        Node::WeakUntil(a, b) => write_infix(a, " W ", b, spelling, out),
        Node::Release(a, b) => write_infix(a, of(" V ", " R "), b, spelling, out),
        Node::StrongRelease(a, b) if spin => {
            let both = Formula::all(vec![a.clone(), b.clone()]);
            write_infix(b, " U ", &both, spelling, out);
        }
        Node::StrongRelease(a, b) => write_infix(a, " M ", b, spelling, out),
        Node::Index(quantifier, index, body) => {
            let word = if *quantifier == Quantifier::All { "forall" } else { "exists" };
            out.push_str(&format!("{word} {} in {}: ", index.name, index.set));
            write_operand(body, spelling, out);
        }
    }
}

fn write_chain(parts: &[Formula], between: &str, spelling: Spelling, out: &mut String) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        write_operand(part, spelling, out);
    }
}

fn write_infix(a: &Formula, operator: &str, b: &Formula, spelling: Spelling, out: &mut String) {
    write_operand(a, spelling, out);
    out.push_str(operator);
    write_operand(b, spelling, out);
}

fn write_prefix(operator: &str, a: &Formula, spelling: Spelling, out: &mut String) {
    out.push_str(operator);
    write_operand(a, spelling, out);
}

/// Parentheses around everything that is not a single operand.
fn write_operand(formula: &Formula, spelling: Spelling, out: &mut String) {
    let single = matches!(
        formula.node(),
        Node::Constant(_)
            | Node::Atom(_)
            | Node::Not(_)
            | Node::Next(_)
            | Node::Eventually(_)
            | Node::Always(_)
            | Node::Path(..)
    );
    if single {
        write(formula, spelling, out);
    } else {
        out.push('(');
        write(formula, spelling, out);
        out.push(')');
    }
}

/// Is it a name that no parser takes for an operator?
fn is_plain_name(text: &str) -> bool {
    let mut chars = text.chars();
    let name = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_');
    const WORDS: &[&str] = &[
        "U",
        "W",
        "R",
        "V",
        "M",
        "A",
        "E",
        "and",
        "or",
        "not",
        "xor",
        "implies",
        "equivalent",
        "until",
        "weakuntil",
        "stronguntil",
        "release",
        "always",
        "eventually",
        "next",
        "true",
        "false",
        "in",
        "forall",
        "exists",
    ];
    name && !WORDS.contains(&text) && !text.chars().all(|c| "GFXAE".contains(c))
}
