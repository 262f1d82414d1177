//! From characters to tokens.
//!
//! The scanner knows the symbols of the logic and leaves everything else, which belongs to the model's
//! own expression language, as words, numbers and punctuation. What a word such as `X` or `until` means
//! depends on its position and is decided by the parser.

use std::ops::Range;

use super::ParseError;

/// A symbol of the logic, however it is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symbol {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Equivalent,
    Next,
    Eventually,
    Always,
    Until,
    WeakUntil,
    Release,
    StrongRelease,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A symbol of the logic.
    Symbol(Symbol),
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A text in double quotes.
    Quoted,
    /// `(`, `[` or `{`.
    Open,
    /// `)`, `]` or `}`.
    Close,
    /// `:`, which may end the head of a quantifier.
    Colon,
    /// An operator of the model's expression language.
    Operator,
    /// The end of the text.
    End,
}

/// A token and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
    /// For brackets: the index of the token that closes or opens them.
    pub partner: usize,
}

/// Spellings of the logic's symbols; of two that fit, the longer one comes first.
const SYMBOLS: &[(&str, Symbol)] = &[
    ("<->", Symbol::Equivalent),
    ("<=>", Symbol::Equivalent),
    ("[]", Symbol::Always),
    ("<>", Symbol::Eventually),
    ("->", Symbol::Implies),
    ("=>", Symbol::Implies),
    ("&&", Symbol::And),
    ("/\\", Symbol::And),
    ("||", Symbol::Or),
    ("\\/", Symbol::Or),
    ("&", Symbol::And),
    ("|", Symbol::Or),
    ("^", Symbol::Xor),
    ("~", Symbol::Not),
    ("□", Symbol::Always),
    ("◇", Symbol::Eventually),
    ("○", Symbol::Next),
    ("¬", Symbol::Not),
    ("∧", Symbol::And),
    ("∨", Symbol::Or),
    ("→", Symbol::Implies),
    ("↔", Symbol::Equivalent),
];

/// Operators of model expressions; of two that fit, the longer one comes first.
const OPERATORS: &[&str] = &[
    "==", "!=", "<=", ">=", "<<", ">>", "..", "??", "<", ">", "=", "+", "-", "*", "/", "%", "@",
    ".", "?", ",",
];

/// Splits `text` into tokens; the last one is [`Kind::End`].
pub(super) fn scan(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (kind, length) = next_token(&text[at..], c, at)?;
        tokens.push(Token { kind, span: at..at + length, partner: usize::MAX });
        at += length;
    }
    tokens.push(Token { kind: Kind::End, span: text.len()..text.len(), partner: usize::MAX });
    match_brackets(text, &mut tokens)?;
    Ok(tokens)
}

/// The token at the beginning of `rest`, whose first character is `c`.
fn next_token(rest: &str, c: char, at: usize) -> Result<(Kind, usize), ParseError> {
    let run = |test: fn(char) -> bool| rest.find(|c| !test(c)).unwrap_or(rest.len());
    if let Some((spelling, symbol)) = SYMBOLS.iter().find(|(s, _)| rest.starts_with(s)) {
        return Ok((Kind::Symbol(*symbol), spelling.len()));
    }
    if let Some(operator) = OPERATORS.iter().find(|s| rest.starts_with(*s)) {
        return Ok((Kind::Operator, operator.len()));
    }
    match c {
        '!' => Ok((Kind::Symbol(Symbol::Not), 1)),
        '(' | '[' | '{' => Ok((Kind::Open, 1)),
        ')' | ']' | '}' => Ok((Kind::Close, 1)),
        ':' => Ok((Kind::Colon, 1)),
        '"' => match rest[1..].find('"') {
            Some(length) => Ok((Kind::Quoted, length + 2)),
            None => Err(ParseError::new("this quotation mark is never closed", at..at + 1)),
        },
        c if c.is_ascii_digit() => Ok((Kind::Number, run(|c| c.is_ascii_alphanumeric()))),
        c if c.is_alphabetic() || c == '_' => {
            Ok((Kind::Word, run(|c| c.is_alphanumeric() || c == '_')))
        }
        c => {
            let message = format!("the character `{}` has no meaning here", c.escape_default());
            Err(ParseError::new(message, at..at + c.len_utf8()))
        }
    }
}

/// Connects each bracket with its partner.
fn match_brackets(text: &str, tokens: &mut [Token]) -> Result<(), ParseError> {
    let mut open: Vec<usize> = Vec::new();
    for i in 0..tokens.len() {
        match tokens[i].kind {
            Kind::Open => open.push(i),
            Kind::Close => {
                let closing = &text[tokens[i].span.clone()];
                let Some(j) = open.pop() else {
                    let message = format!("`{closing}` closes nothing");
                    return Err(ParseError::new(message, tokens[i].span.clone()));
                };
                let opening = &text[tokens[j].span.clone()];
                if !matches!((opening, closing), ("(", ")") | ("[", "]") | ("{", "}")) {
                    let message = format!("`{opening}` is closed by `{closing}`");
                    return Err(ParseError::new(message, tokens[i].span.clone()));
                }
                tokens[i].partner = j;
                tokens[j].partner = i;
            }
            _ => {}
        }
    }
    match open.pop() {
        None => Ok(()),
        Some(j) => {
            let message = format!("`{}` is never closed", &text[tokens[j].span.clone()]);
            Err(ParseError::new(message, tokens[j].span.clone()))
        }
    }
}
