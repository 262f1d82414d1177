//! Tokens of the text form.
//!
//! *Guarantees:* every text becomes a list of tokens that ends with [`Tok::End`], or an error with the
//! place of the first character that belongs to no token. Columns count characters.

use super::names::identifier_len;

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// What was expected there, or what is wrong.
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tok {
    /// An identifier or a word of the language.
    Word(String),
    /// A name in backquotes, never a word of the language.
    Name(String),
    /// A text in double quotes.
    Str(String),
    /// A number without sign.
    Int(u32),
    /// An operator or a bracket.
    Punct(&'static str),
    /// The end of the text.
    End,
}

/// A token and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) tok: Tok,
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Longer ones before their prefixes.
const PUNCT: [&str; 38] = [
    "..=", "..", "::", ":=", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "(", ")", "[", "]",
    "{", "}", ",", ";", ":", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?",
    "@", "#", ".",
];

impl std::fmt::Display for Tok {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tok::Word(w) => write!(f, "`{w}`"),
            Tok::Name(n) => write!(f, "the name `{n}`"),
            Tok::Str(_) => write!(f, "a text"),
            Tok::Int(n) => write!(f, "`{n}`"),
            Tok::Punct(p) => write!(f, "`{p}`"),
            Tok::End => write!(f, "the end of the file"),
        }
    }
}

/// Splits a text into tokens.
pub(super) fn lex(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_space();
        let (line, column) = (lexer.line, lexer.column);
        let tok = lexer.token().map_err(|message| ParseError { line, column, message })?;
        let done = tok == Tok::End;
        tokens.push(Token { tok, line, column });
        if done {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    line: u32,
    column: u32,
}

impl<'t> Lexer<'t> {
    /// Takes the first `len` bytes.
    fn take(&mut self, len: usize) -> &'t str {
        let (head, rest) = self.rest.split_at(len);
        self.rest = rest;
        for c in head.chars() {
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        head
    }

    fn skip_space(&mut self) {
        loop {
            let space = self.rest.len() - self.rest.trim_start().len();
            self.take(space);
            if !self.rest.starts_with("//") {
                return;
            }
            self.take(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn token(&mut self) -> Result<Tok, String> {
        let Some(first) = self.rest.chars().next() else {
            return Ok(Tok::End);
        };
        if first == '"' || first == '`' {
            let text = self.quoted(first)?;
            return Ok(if first == '"' { Tok::Str(text) } else { Tok::Name(text) });
        }
        if first.is_ascii_digit() {
            let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
            let digits = self.take(end);
            return digits.parse().map(Tok::Int).map_err(|_| format!("{digits} is too large"));
        }
        let len = identifier_len(self.rest);
        if len > 0 {
            return Ok(Tok::Word(self.take(len).into()));
        }
        let Some(punct) = PUNCT.iter().find(|p| self.rest.starts_with(**p)) else {
            return Err(format!("unexpected character `{}`", first.escape_debug()));
        };
        self.take(punct.len());
        Ok(Tok::Punct(punct))
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.take(1);
        let mut text = String::new();
        loop {
            let Some(c) = self.rest.chars().next().filter(|&c| c != '\n') else {
                return Err(format!("the closing {quote} is missing on this line"));
            };
            self.take(c.len_utf8());
            match c {
                '\\' => text.push(self.escape()?),
                c if c == quote => return Ok(text),
                c => text.push(c),
            }
        }
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Result<char, String> {
        let wrong = || "`\\` is followed by n, t, \\, a quote or u{…}".to_string();
        let c = self.rest.chars().next().ok_or_else(wrong)?;
        self.take(c.len_utf8());
        match c {
            'n' => Ok('\n'),
            't' => Ok('\t'),
            '\\' | '"' | '`' => Ok(c),
            'u' => {
                let hex = self.rest.strip_prefix('{').and_then(|r| r.split_once('}'));
                let (digits, _) = hex.ok_or_else(wrong)?;
                let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                self.take(digits.len() + 2);
                value.ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }
}
