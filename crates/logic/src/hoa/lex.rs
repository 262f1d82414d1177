//! From characters to tokens of the HOA format.

use super::HoaError;

/// A token with the line and column where it starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub line: usize,
    pub column: usize,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `name:`, the beginning of a header item or a state.
    Header(String),
    /// A name, among them `t`, `f`, `Inf` and `Fin`.
    Name(String),
    /// `@name`
    Alias(String),
    /// A text in double quotes.
    Text(String),
    /// A number.
    Number(u64),
    /// One of `! & | ( ) [ ] { }`.
    Sign(char),
    /// `--BODY--`
    Body,
    /// `--END--`
    End,
    /// `--ABORT--`
    Abort,
    /// The end of the input.
    Eof,
}

/// Splits a text into tokens; the last one is [`Kind::Eof`].
pub(super) fn lex(text: &str) -> Result<Vec<Token>, HoaError> {
    let mut lexer = Lexer { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip_space()?;
        let (line, column) = (lexer.line, lexer.column);
        let kind = lexer.token()?;
        let end = kind == Kind::Eof;
        tokens.push(Token { kind, line, column });
        if end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

impl Lexer<'_> {
    fn error(&self, message: impl Into<String>) -> HoaError {
        HoaError { message: message.into(), line: self.line, column: self.column }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) {
        if let Some(c) = self.peek() {
            self.rest = &self.rest[c.len_utf8()..];
            if c == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
    }

    /// Skips space and comments, which nest.
    fn skip_space(&mut self) -> Result<(), HoaError> {
        let mut depth = 0;
        loop {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.bump();
                self.bump();
            } else if depth > 0 && self.rest.starts_with("*/") {
                depth -= 1;
                self.bump();
                self.bump();
            } else {
                match self.peek() {
                    None if depth > 0 => return Err(self.error("the comment is not closed")),
                    Some(c) if depth > 0 || c.is_whitespace() => self.bump(),
                    _ => return Ok(()),
                }
            }
        }
    }

    fn take(&mut self, test: impl Fn(char) -> bool) -> String {
        let mut out = String::new();
        while let Some(c) = self.peek().filter(|&c| test(c)) {
            out.push(c);
            self.bump();
        }
        out
    }

    fn token(&mut self) -> Result<Kind, HoaError> {
        let name_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let Some(c) = self.peek() else { return Ok(Kind::Eof) };
        Ok(match c {
            '!' | '&' | '|' | '(' | ')' | '[' | ']' | '{' | '}' => {
                self.bump();
                Kind::Sign(c)
            }
            '"' => self.text()?,
            '0'..='9' => {
                let digits = self.take(|c| c.is_ascii_digit());
                Kind::Number(digits.parse().map_err(|_| self.error("the number is too large"))?)
            }
            '@' => {
                self.bump();
                Kind::Alias(self.take(name_part))
            }
            '-' => match self.take(name_part).as_str() {
                "--BODY--" => Kind::Body,
                "--END--" => Kind::End,
                "--ABORT--" => Kind::Abort,
                other => return Err(self.error(format!("`{other}` has no meaning here"))),
            },
            c if c.is_ascii_alphabetic() || c == '_' => {
                let name = self.take(name_part);
                if self.peek() == Some(':') {
                    self.bump();
                    Kind::Header(name)
                } else {
                    Kind::Name(name)
                }
            }
            c => return Err(self.error(format!("`{}` has no meaning here", c.escape_default()))),
        })
    }

    fn text(&mut self) -> Result<Kind, HoaError> {
        self.bump();
        let mut out = String::new();
        loop {
            match self.peek() {
                None => return Err(self.error("the text is not closed")),
                Some('"') => {
                    self.bump();
                    return Ok(Kind::Text(out));
                }
                Some('\\') => {
                    self.bump();
                    out.extend(self.peek());
                    self.bump();
                }
                Some(c) => {
                    out.push(c);
                    self.bump();
                }
            }
        }
    }
}
