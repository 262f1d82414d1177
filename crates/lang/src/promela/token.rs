//! Tokens of Promela and of its preprocessor.
//!
//! One token type serves both: the preprocessor needs whole-token replacement and the positions of
//! newlines, the parser needs keywords and the positions of newlines (a line's end may stand for a
//! semicolon). Keywords are not told apart from names here, since a macro may be called `if`.
//!
//! Source: SPIN's lexer for what is a token; C for `#` and `##`.

use std::sync::Arc;

use crate::source::Span;

/// A token with its place.
#[derive(Clone, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is spelled, and through which macro it came.
    pub span: Span,
    /// There is a line's end between it and the token in front of it.
    pub newline_before: bool,
    /// It is the first on its line in the sense of C (a line's end inside a comment does not count):
    /// a `#` here starts a directive.
    pub line_start: bool,
    /// There is white space or a comment between it and the token in front of it.
    pub space_before: bool,
    /// A macro's own name found while that macro was being replaced: never to be replaced again.
    pub no_expand: bool,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A name or keyword.
    Ident(Arc<str>),
    /// Digits, with any letters that follow (checked when its value is asked for).
    Number(Arc<str>),
    /// A character in single quotes, as written.
    Char(Arc<str>),
    /// A string in double quotes, as written.
    Str(Arc<str>),
    /// An operator or bracket.
    Punct(Punct),
    /// A character that Promela has no use for.
    Unknown(char),
    /// The end of the text.
    Eof,
}

impl TokenKind {
    /// Is it this operator or bracket?
    #[must_use]
    pub fn is(&self, punct: Punct) -> bool {
        *self == TokenKind::Punct(punct)
    }

    /// Its name, if it is a name or keyword.
    #[must_use]
    pub fn ident(&self) -> Option<&Arc<str>> {
        match self {
            TokenKind::Ident(name) => Some(name),
            _ => None,
        }
    }

    /// How a message should call it.
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            TokenKind::Ident(text) | TokenKind::Number(text) | TokenKind::Char(text) => {
                format!("`{text}`")
            }
            TokenKind::Str(_) => "a string".to_owned(),
            TokenKind::Punct(punct) => format!("`{}`", punct.text()),
            TokenKind::Unknown(c) => format!("`{}`", c.escape_default()),
            TokenKind::Eof => "the end of the file".to_owned(),
        }
    }
}

macro_rules! puncts {
    ($($name:ident $text:literal,)*) => {
        /// Operators and brackets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Punct {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl Punct {
            /// How it is written.
            #[must_use]
            pub fn text(self) -> &'static str {
                match self { $(Punct::$name => $text,)* }
            }

            /// The longest one that a text starts with.
            #[must_use]
            pub fn prefix_of(text: &str) -> Option<Punct> {
                $(if text.starts_with($text) { return Some(Punct::$name); })*
                None
            }
        }
    };
}

// Longer ones first: `prefix_of` takes the first that fits. `<->`, `[]`, `<>`, `/\` and `\/` exist only
// in formulas and are put together by the parser there.
puncts! {
    Ellipsis "...",
    HashHash "##",
    Arrow "->",
    DotDot "..",
    DoubleColon "::",
    Increment "++",
    Decrement "--",
    Shl "<<",
    Shr ">>",
    Le "<=",
    Ge ">=",
    EqEq "==",
    NotEq "!=",
    BangBang "!!",
    QuestionQuestion "??",
    AndAnd "&&",
    OrOr "||",
    Hash "#",
    OpenParen "(",
    CloseParen ")",
    OpenBracket "[",
    CloseBracket "]",
    OpenBrace "{",
    CloseBrace "}",
    Semi ";",
    Comma ",",
    Colon ":",
    Dot ".",
    At "@",
    Assign "=",
    Bang "!",
    Question "?",
    Lt "<",
    Gt ">",
    Plus "+",
    Minus "-",
    Star "*",
    Slash "/",
    Percent "%",
    And "&",
    Caret "^",
    Or "|",
    Tilde "~",
    Backslash "\\",
}
