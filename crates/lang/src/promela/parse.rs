//! From tokens to the syntax tree: recursive descent with recovery.
//!
//! Idea: one function per construct. A function that cannot go on has reported why and answers
//! [`Failed`]; the innermost *sequence* catches it, skips to the next separator or closing word and goes
//! on, so that one mistake costs one statement. What is open (`if`, `do`, `{`) is kept on a stack, so that
//! a closing word that fits an outer construct ends the inner ones with "this `if` is still open" rather
//! than with noise.
//!
//! Source: the grammar and lexer of SPIN 6.5.2. Separators are as lenient as there: a line's end counts as
//! `;` inside a body behind a token that can end a statement and outside parentheses, nothing is needed
//! behind `}` and `else`, and repeated separators are one. Where we differ (all on the generous side):
//! any number of separators in front of `fi`, `od` and `}`; `full(q)` and its like may be negated; a list
//! of channels with initialisers may go on behind `}`; arguments of an inline may be any tokens with
//! balanced parentheses.
//!
//! Guarantees: terminates; nesting is bounded ([`DEEPEST`]), so the call stack is safe; reports at least
//! one error for every [`StmtKind::Error`](super::ast::StmtKind::Error) it makes.

mod decl;
mod expr;
mod inline;
mod item;
mod keyword;
mod ltl;
mod stmt;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use self::inline::InlineBody;
use super::ast::{Ident, NodeId, Program};
use super::token::{Punct, Token, TokenKind};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{SourceMap, Span};

/// How deep statements and parentheses may be nested.
const DEEPEST: usize = 200;
/// How tall the tree of one expression may be; a chain `a + b + …` is as tall as it is long.
const TALLEST: usize = 1000;

/// The construct could not be read; the reason has been reported.
struct Failed;

type Parse<T> = Result<T, Failed>;

/// A construct that waits for its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    If,
    Do,
}

impl Open {
    fn closer(self) -> &'static str {
        match self {
            Open::Brace => "}",
            Open::If => "fi",
            Open::Do => "od",
        }
    }

    fn opener(self) -> &'static str {
        match self {
            Open::Brace => "{",
            Open::If => "if",
            Open::Do => "do",
        }
    }
}

/// What kind of token was read last, as far as separators are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Cannot end a statement.
    Other,
    /// Can end a statement: a line's end behind it is a separator.
    Ends,
    /// Needs no separator behind it at all: `}`, `else`, an inline call.
    Closed,
}

pub(super) struct Parser<'a> {
    map: &'a mut SourceMap,
    out: &'a mut Diagnostics,
    tokens: Rc<[Token]>,
    at: usize,
    last: Last,
    last_span: Span,
    /// Inside a body, where line ends may be separators.
    in_body: bool,
    parens: usize,
    depth: usize,
    nodes: u32,
    /// How tall expressions are, where more than 1.
    heights: HashMap<NodeId, usize>,
    /// Operators read so far in the formula at hand.
    formula_size: usize,
    open: Vec<(Open, Span)>,
    /// Constructs below this one belong to the text around an inline call.
    open_base: usize,
    /// Proctypes declared so far, as SPIN knows them at this point.
    proctypes: HashSet<Arc<str>>,
    /// All proctypes of the program; formulas may speak of those further down.
    all_proctypes: HashSet<Arc<str>>,
    typedefs: HashSet<Arc<str>>,
    inlines: HashMap<Arc<str>, Rc<InlineBody>>,
    /// Inlines being expanded, innermost last, each with the tokens of what `return` assigns to.
    calls: Vec<(Arc<str>, Option<Vec<Token>>)>,
    /// Tokens that inlines have produced so far.
    produced: usize,
    /// The number of the text being read (each inline call is one), and how many there were.
    text: usize,
    texts: usize,
    /// Where the last error was reported, to say only one thing about a token.
    last_error: Option<(usize, usize)>,
    /// A limit was hit: the rest is skipped in silence.
    gave_up: bool,
    /// Names in text that was skipped: they may be declared there.
    suspects: HashSet<Arc<str>>,
}

/// Reads a whole program. `tokens` must end in `Eof`. The second result are the names that occur in text
/// that could not be understood: that they are declared nowhere else is no news.
pub(super) fn parse(
    tokens: Vec<Token>,
    map: &mut SourceMap,
    out: &mut Diagnostics,
) -> (Program, HashSet<Arc<str>>) {
    let span = tokens.first().map_or(Span::new(crate::source::FileId(0), 0, 0), |t| t.span);
    let all_proctypes = proctype_names(&tokens);
    let mut parser = Parser {
        map,
        out,
        tokens: Rc::from(tokens),
        at: 0,
        last: Last::Other,
        last_span: Span { end: span.start, ..span },
        in_body: false,
        parens: 0,
        depth: 0,
        nodes: 0,
        heights: HashMap::new(),
        formula_size: 0,
        open: Vec::new(),
        open_base: 0,
        proctypes: HashSet::new(),
        all_proctypes,
        typedefs: HashSet::new(),
        inlines: HashMap::new(),
        calls: Vec::new(),
        produced: 0,
        text: 0,
        texts: 0,
        last_error: None,
        gave_up: false,
        suspects: HashSet::new(),
    };
    let program = parser.program();
    (program, parser.suspects)
}

/// The names behind `proctype` anywhere in a text.
fn proctype_names(tokens: &[Token]) -> HashSet<Arc<str>> {
    let keyword =
        |t: &Token| t.kind.ident().is_some_and(|w| matches!(&**w, "proctype" | "D_proctype"));
    let pairs = tokens.windows(2).filter(|pair| keyword(&pair[0]));
    pairs.filter_map(|pair| pair[1].kind.ident().cloned()).collect()
}

impl Parser<'_> {
    fn id(&mut self) -> NodeId {
        self.nodes += 1;
        NodeId(self.nodes - 1)
    }

    // ---- looking at tokens ----

    fn token(&self) -> &Token {
        &self.tokens[self.at]
    }

    fn peek(&self) -> &TokenKind {
        &self.token().kind
    }

    /// The token `n` places ahead (the last one, `Eof`, for ever).
    fn ahead(&self, n: usize) -> &Token {
        &self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    fn span(&self) -> Span {
        self.token().span
    }

    fn is(&self, punct: Punct) -> bool {
        self.peek().is(punct)
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek().ident().is_some_and(|n| &**n == word)
    }

    /// A name that is no keyword.
    fn name_at(&self, n: usize) -> Option<&Arc<str>> {
        self.ahead(n).kind.ident().filter(|name| !keyword::is_keyword(name))
    }

    /// Does a line's end that counts as a separator stand in front of the next token?
    fn line_ended(&self) -> bool {
        self.in_body && self.parens == 0 && self.last != Last::Other && self.token().newline_before
    }

    /// The operator at hand, unless a line's end has closed the statement before it.
    fn operator(&self) -> Option<Punct> {
        match self.peek() {
            TokenKind::Punct(punct) if !self.line_ended() => Some(*punct),
            _ => None,
        }
    }

    // ---- taking tokens ----

    /// Takes the next token. At the end of the text it stays where it is.
    fn bump(&mut self) -> Token {
        let token = self.token().clone();
        self.last = self.classify(&token.kind);
        self.last_span = token.span;
        match &token.kind {
            TokenKind::Punct(Punct::OpenParen) => self.parens += 1,
            TokenKind::Punct(Punct::CloseParen) => self.parens = self.parens.saturating_sub(1),
            _ => {}
        }
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn classify(&self, kind: &TokenKind) -> Last {
        match kind {
            TokenKind::Punct(Punct::CloseBrace) => Last::Closed,
            TokenKind::Punct(
                Punct::CloseParen | Punct::CloseBracket | Punct::Increment | Punct::Decrement,
            )
            | TokenKind::Number(_)
            | TokenKind::Char(_) => Last::Ends,
            TokenKind::Ident(name) if &**name == "else" => Last::Closed,
            TokenKind::Ident(name) if keyword::is_keyword(name) => {
                if keyword::ends_statement(name) { Last::Ends } else { Last::Other }
            }
            TokenKind::Ident(name) => {
                let special = self.proctypes.contains(name)
                    || self.typedefs.contains(name)
                    || self.inlines.contains_key(name);
                if special { Last::Other } else { Last::Ends }
            }
            _ => Last::Other,
        }
    }

    fn eat(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Takes separators that stand right in front of `}`, which SPIN's lexer drops wherever they are.
    fn eat_before_brace(&mut self) {
        while self.is(Punct::Semi) && self.ahead(1).kind.is(Punct::CloseBrace) {
            self.bump();
        }
    }

    fn expect(&mut self, punct: Punct, place: &str) -> Parse<Span> {
        if self.is(punct) {
            return Ok(self.bump().span);
        }
        Err(self.expected(&format!("`{}` {place}", punct.text())))
    }

    /// A name that is no keyword; `what` says of what.
    fn expect_name(&mut self, what: &str) -> Parse<Ident> {
        if let Some(name) = self.name_at(0).cloned() {
            let span = self.bump().span;
            return Ok(Ident { name, span });
        }
        if let TokenKind::Ident(word) = self.peek() {
            let message = format!("`{word}` is a keyword and cannot be the name of {what}");
            let diagnostic = Diagnostic::error(message).at(self.span(), "expected a name");
            let failed = self.fail(diagnostic);
            // What is used as a name should not be taken for the start of something else.
            if let TokenKind::Punct(
                Punct::Semi | Punct::Comma | Punct::Assign | Punct::OpenBracket | Punct::OpenParen,
            ) = self.ahead(1).kind
            {
                self.bump();
            }
            return Err(failed);
        }
        Err(self.expected(&format!("the name of {what}")))
    }

    // ---- reporting ----

    /// Reports that something else should stand where the next token is.
    fn expected(&mut self, what: &str) -> Failed {
        // What is missing at a line's end is missing there, not at the start of the next line.
        let missing = self.token().newline_before || *self.peek() == TokenKind::Eof;
        let label = format!("expected {what}");
        let message = format!("expected {what}, found {}", self.peek().describe());
        let span = if missing { self.last_span.after() } else { self.span() };
        let mut diagnostic = Diagnostic::error(message).at(span, label);
        if self.line_ended() && matches!(self.peek(), TokenKind::Punct(_)) {
            diagnostic = diagnostic
                .note("a line's end closes the statement here, as if there were a `;`")
                .help("put an expression that spans lines in parentheses");
        }
        self.fail(diagnostic)
    }

    fn fail(&mut self, diagnostic: Diagnostic) -> Failed {
        let here = (self.text, self.at);
        if !self.gave_up && self.last_error != Some(here) {
            self.out.push(diagnostic);
        }
        self.last_error = Some(here);
        Failed
    }

    /// Reports a problem that does not keep the parser from going on.
    fn complain(&mut self, diagnostic: Diagnostic) {
        if !self.gave_up {
            self.out.push(diagnostic);
        }
    }

    /// Reports that a limit was hit and skips the rest of the program.
    fn give_up(&mut self, diagnostic: Diagnostic) -> Failed {
        self.complain(diagnostic);
        self.gave_up = true;
        self.at = self.tokens.len() - 1;
        Failed
    }

    /// Runs a function one level deeper, unless that is too deep.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= DEEPEST {
            let diagnostic = Diagnostic::error("the program is nested too deeply")
                .at(self.span(), format!("more than {DEEPEST} levels"));
            return Err(self.give_up(diagnostic));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    // ---- recovery ----

    /// Does something start here that can only stand at top level?
    fn at_item(&self) -> bool {
        let Some(word) = self.peek().ident() else { return false };
        match &**word {
            "proctype" | "D_proctype" | "active" | "typedef" | "inline" | "init" | "ltl"
            | "never" | "trace" | "notrace" => true,
            "mtype" => {
                self.ahead(1).kind.is(Punct::Assign) || self.ahead(1).kind.is(Punct::OpenBrace)
            }
            _ => false,
        }
    }

    /// Does the next token close something, or the text?
    fn at_closer(&self) -> bool {
        match self.peek() {
            TokenKind::Eof | TokenKind::Punct(Punct::CloseBrace | Punct::DoubleColon) => true,
            TokenKind::Ident(word) => matches!(&**word, "fi" | "od") || self.at_item(),
            _ => false,
        }
    }

    /// Takes note of the names since a place, which belong to something that could not be understood.
    fn suspect_since(&mut self, from: usize) {
        let upto = self.at.max(from).min(self.tokens.len());
        let names = self.tokens[from..upto].iter().filter_map(|t| t.kind.ident());
        self.suspects.extend(names.cloned());
    }

    /// Skips to the next separator or closing word of this sequence.
    fn skip_statement(&mut self) {
        let mut nesting: Vec<Open> = Vec::new();
        loop {
            let opened = match self.peek() {
                TokenKind::Eof => return,
                TokenKind::Punct(Punct::OpenBrace) => Some(Open::Brace),
                TokenKind::Ident(word) if &**word == "if" => Some(Open::If),
                TokenKind::Ident(word) if &**word == "do" => Some(Open::Do),
                _ => None,
            };
            let separator = self.is(Punct::Semi) || self.is(Punct::Arrow);
            if nesting.is_empty() && (separator || self.at_closer()) || self.at_item() {
                break;
            }
            let closed = match self.peek() {
                TokenKind::Punct(Punct::CloseBrace) => Some(Open::Brace),
                TokenKind::Ident(word) if &**word == "fi" => Some(Open::If),
                TokenKind::Ident(word) if &**word == "od" => Some(Open::Do),
                _ => None,
            };
            if let Some(open) = opened {
                nesting.push(open);
            } else if let Some(open) = closed
                && let Some(found) = nesting.iter().rposition(|o| *o == open)
            {
                nesting.truncate(found);
            }
            self.bump();
        }
        self.parens = 0;
    }

    /// Skips a balanced `( … )`, `[ … ]` or `{ … }` that starts here; gives the place of its end.
    fn skip_balanced(&mut self) -> Span {
        let mut nesting = 0usize;
        loop {
            match self.peek() {
                TokenKind::Eof => return self.last_span,
                TokenKind::Punct(Punct::OpenParen | Punct::OpenBracket | Punct::OpenBrace) => {
                    nesting += 1;
                }
                TokenKind::Punct(Punct::CloseParen | Punct::CloseBracket | Punct::CloseBrace) => {
                    nesting = nesting.saturating_sub(1);
                }
                _ => {}
            }
            let span = self.bump().span;
            if nesting == 0 {
                return span;
            }
        }
    }

    // ---- brackets of constructs ----

    fn enter(&mut self, open: Open, span: Span) {
        self.open.push((open, span));
    }

    /// Is a construct of this kind open around here (within the inline being read)?
    fn is_open(&self, open: Open) -> bool {
        self.open[self.open_base..].iter().any(|(o, _)| *o == open)
    }

    /// Takes the end of the innermost construct. Where it is missing, says so and goes on.
    fn close(&mut self, open: Open) -> Span {
        let begin = self.open.pop().map_or(self.last_span, |(_, span)| span);
        let found = match open {
            Open::Brace => self.is(Punct::CloseBrace),
            Open::If | Open::Do => self.is_word(open.closer()),
        };
        if found {
            return self.bump().span;
        }
        let (opener, closer) = (open.opener(), open.closer());
        let wrong = match open {
            Open::If if self.is_word("od") && !self.is_open(Open::Do) => true,
            Open::Do if self.is_word("fi") && !self.is_open(Open::If) => true,
            _ => false,
        };
        let found = self.peek().describe();
        let span = if wrong || *self.peek() != TokenKind::Eof {
            self.span()
        } else {
            self.last_span.after()
        };
        let diagnostic = Diagnostic::error(format!("expected `{closer}`, found {found}"))
            .at(span, format!("expected `{closer}` before this"))
            .also(begin, format!("this `{opener}` is still open"))
            .help(if wrong {
                format!("`{opener}` ends in `{closer}`")
            } else {
                format!("add the missing `{closer}`")
            });
        let _ = self.fail(diagnostic);
        if wrong {
            return self.bump().span;
        }
        self.last = Last::Closed;
        self.last_span
    }
}

#[cfg(test)]
mod tests;
