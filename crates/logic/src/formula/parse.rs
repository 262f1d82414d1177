//! Reading formulas.
//!
//! *Idea:* recursive descent over the tokens of [`scan`](super::scan). Words are operators only where an
//! operator can stand: in `X > 3` the name `X` is a variable of the model, in `X p` it is "next".
//! *Source:* the spellings of SPIN, Spot and the textbooks. Priorities, weakest first: quantifiers,
//! `->` and `<->`, `^`, `||`, `&&`, the `U` family, unary operators.
//! *Where we differ:* where the tools disagree, we ask for parentheses instead of choosing a side: SPIN
//! reads `a U b U c` and `a -> b -> c` from the left, Spot from the right; C reads `!x > 3` as `(!x) > 3`.
//! *Guarantees:* never panics; nesting is limited to [`MAX_DEPTH`]. *Cost:* linear.

use std::fmt;
use std::ops::Range;

use super::operand::{self, Operand};
use super::scan::{Kind, Symbol, Token, scan};
use super::{Atom, Formula, Index, Node, Quantifier};

/// How deep operators and parentheses may be nested.
pub const MAX_DEPTH: usize = 200;

/// Which constructs are formulas.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Syntax {
    /// Linear time: `A` and `E` are names of the model.
    #[default]
    Linear,
    /// CTL*: `A`, `E`, `AG`, `EX`, `A[p U q]` and so on quantify over paths.
    Branching,
}

/// Why a text is not a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// What is wrong, without the position.
    pub message: String,
    /// The offending part of the text, in bytes.
    pub span: Range<usize>,
}

impl ParseError {
    pub(super) fn new(message: impl Into<String>, span: Range<usize>) -> ParseError {
        ParseError { message: message.into(), span }
    }

    /// Line and column, from 1 and in characters, of the beginning of the offending part of `text`.
    pub fn position(&self, text: &str) -> (usize, usize) {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The message, the line of `text` it speaks about, and a marker below the offending part.
    pub fn render(&self, text: &str) -> String {
        let (line, column) = self.position(text);
        let source = text.lines().nth(line - 1).unwrap_or("");
        let marked = text.get(self.span.clone()).unwrap_or("").lines().next().unwrap_or("");
        let width = marked.chars().count().max(1);
        let blank = " ".repeat(column - 1);
        let marker = "^".repeat(width);
        format!("{line}:{column}: {}\n  {source}\n  {blank}{marker}", self.message)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.span.start, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Reads a formula of linear temporal logic.
///
/// ```
/// let f = burnside_logic::parse("[] (req[0] && x > 3 -> <> P[2]@cs)").unwrap();
/// let atoms: Vec<_> = f.atoms().iter().map(|a| a.text.to_string()).collect();
/// assert_eq!(atoms, ["req[0]", "x > 3", "P[2]@cs"]);
/// ```
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    parse_with(text, Syntax::Linear)
}

/// Reads a formula of the given logic.
pub fn parse_with(text: &str, syntax: Syntax) -> Result<Formula, ParseError> {
    let tokens = scan(text)?;
    let mut parser = Parser { text, tokens: &tokens, at: 0, depth: 0, syntax };
    let formula = parser.formula()?;
    match parser.kind() {
        Kind::End => Ok(formula),
        _ => Err(parser.unexpected()),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    syntax: Syntax,
}

impl Parser<'_> {
    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].span.clone()
    }

    fn lexeme(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn unexpected(&self) -> ParseError {
        let found = self.lexeme(self.at);
        let message = match self.kind() {
            Kind::End => "the formula ends too early".to_string(),
            Kind::Word | Kind::Number | Kind::Quoted | Kind::Open => {
                format!("an operator is missing before `{found}`")
            }
            _ => format!("`{found}` cannot stand here"),
        };
        ParseError::new(message, self.span())
    }

    /// Runs `step` one level deeper.
    fn nested<T>(
        &mut self,
        step: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        if self.depth >= MAX_DEPTH {
            let message = format!("the formula is nested more than {MAX_DEPTH} levels deep");
            return Err(ParseError::new(message, self.span()));
        }
        let before = self.depth;
        self.depth += 1;
        let result = step(self);
        self.depth = before;
        result
    }

    /// The binary operator at the present position, if there is one.
    fn binary_operator(&self) -> Option<Symbol> {
        match self.kind() {
            Kind::Symbol(symbol) => Some(symbol),
            Kind::Word => binary_word(self.lexeme(self.at)),
            _ => None,
        }
    }

    fn formula(&mut self) -> Result<Formula, ParseError> {
        self.nested(Parser::implication)
    }

    /// `forall`/`exists` are quantifiers where a bound name and `in` follow.
    fn is_quantifier(&self) -> bool {
        let name = self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Word);
        name && self.lexeme(self.at + 2) == "in"
    }

    fn quantified(&mut self, quantifier: Quantifier) -> Result<Formula, ParseError> {
        let name = self.lexeme(self.at + 1).into();
        let first = self.at + 3;
        self.at = first;
        while self.kind() != Kind::Colon {
            match self.kind() {
                Kind::End | Kind::Close | Kind::Symbol(_) => {
                    let message = "expected `:` after the set of the quantifier";
                    return Err(ParseError::new(message, self.span()));
                }
                Kind::Open => self.at = self.tokens[self.at].partner + 1,
                _ => self.advance(),
            }
        }
        if self.at == first {
            return Err(ParseError::new("the set of the quantifier is missing", self.span()));
        }
        let span = self.tokens[first].span.start..self.tokens[self.at - 1].span.end;
        let index = Index { name, set: self.text[span].into() };
        self.advance();
        Ok(Node::Index(quantifier, index, self.formula()?).into())
    }

    /// `->` does not associate; `<->` does.
    fn implication(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.exclusive()?;
        let mut before: Option<Symbol> = None;
        while let Some(symbol @ (Symbol::Implies | Symbol::Equivalent)) = self.binary_operator() {
            if before.is_some_and(|b| b != Symbol::Equivalent || symbol != Symbol::Equivalent) {
                let message = "SPIN groups a chain of `->` from the left, other tools from the right: \
                               add parentheses";
                return Err(ParseError::new(message, self.span()));
            }
            before = Some(symbol);
            self.advance();
            let right = self.exclusive()?;
            left = match symbol {
                Symbol::Implies => Node::Implies(left, right),
                _ => Node::Equivalent(left, right),
            }
            .into();
            self.bound_chain()?;
        }
        Ok(left)
    }

    /// A chain grows the tree by one level per operator, and the tree must stay shallow. The level is
    /// given back at the end of the enclosing parentheses.
    fn bound_chain(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        self.nested(|_| Ok(()))
    }

    fn exclusive(&mut self) -> Result<Formula, ParseError> {
        let mut left = self.disjunction()?;
        while self.binary_operator() == Some(Symbol::Xor) {
            self.advance();
            let right = self.disjunction()?;
            left = Node::Not(Node::Equivalent(left, right).into()).into();
            self.depth += 1;
            self.bound_chain()?;
        }
        Ok(left)
    }

    fn disjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.conjunction()?];
        while self.binary_operator() == Some(Symbol::Or) {
            self.advance();
            parts.push(self.conjunction()?);
        }
        Ok(Formula::any(parts))
    }

    fn conjunction(&mut self) -> Result<Formula, ParseError> {
        let mut parts = vec![self.until()?];
        while self.binary_operator() == Some(Symbol::And) {
            self.advance();
            parts.push(self.until()?);
        }
        Ok(Formula::all(parts))
    }

    fn until(&mut self) -> Result<Formula, ParseError> {
        let left = self.unary()?;
        let Some(make) = self.binary_operator().and_then(until_family) else { return Ok(left) };
        self.advance();
        let right = self.unary()?;
        if self.binary_operator().and_then(until_family).is_some() {
            let message = "SPIN groups a chain of `U`, `W`, `R` from the left, other tools from the \
                           right: add parentheses";
            return Err(ParseError::new(message, self.span()));
        }
        Ok(make(left, right).into())
    }

    fn unary(&mut self) -> Result<Formula, ParseError> {
        // The body of a quantifier reaches as far to the right as possible.
        match self.lexeme(self.at) {
            "forall" if self.is_quantifier() => return self.quantified(Quantifier::All),
            "exists" if self.is_quantifier() => return self.quantified(Quantifier::Some),
            _ => {}
        }
        if let Kind::Symbol(symbol) = self.kind()
            && let Some(make) = prefix_symbol(symbol)
        {
            let not = symbol == Symbol::Not;
            self.advance();
            let start = self.at;
            let inner = self.nested(Parser::unary)?;
            return match inner.node() {
                Node::Atom(_) if not && self.is_compound(start) => {
                    let message = "`!` before a comparison or a sum can be read in two ways: add \
                                   parentheses";
                    Err(ParseError::new(message, self.tokens[start - 1].span.clone()))
                }
                _ => Ok(make(inner).into()),
            };
        }
        if self.kind() == Kind::Word
            && self.starts_operand(self.at + 1)
            && let Some(operators) = prefix_word(self.lexeme(self.at), self.syntax)
        {
            self.advance();
            let inner = self.nested(Parser::path_operand)?;
            return Ok(operators.iter().rev().fold(inner, |f, make| make(f).into()));
        }
        self.primary()
    }

    /// What follows `A` or `E`: also a formula in square brackets.
    fn path_operand(&mut self) -> Result<Formula, ParseError> {
        match self.lexeme(self.at) {
            "[" => self.group(),
            _ => self.unary(),
        }
    }

    /// Did the proposition that starts at token `start` contain an operator outside brackets?
    fn is_compound(&self, start: usize) -> bool {
        operand::collect(self.text, self.tokens, start).is_ok_and(|o| o.compound)
    }

    /// Can the token at `at` begin an operand of a unary operator?
    fn starts_operand(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        let text = &self.text[token.span.clone()];
        match token.kind {
            Kind::Symbol(symbol) => prefix_symbol(symbol).is_some(),
            Kind::Word => binary_word(text).is_none(),
            Kind::Number | Kind::Quoted => true,
            // After a name, `[` is a subscript, unless the name is a path quantifier.
            Kind::Open => text == "(" || (text == "[" && self.quantifies_path(at - 1)),
            _ => false,
        }
    }

    fn quantifies_path(&self, at: usize) -> bool {
        self.syntax == Syntax::Branching && matches!(self.lexeme(at), "A" | "E")
    }

    fn group(&mut self) -> Result<Formula, ParseError> {
        self.advance();
        let inner = self.formula()?;
        if self.kind() != Kind::Close {
            return Err(self.unexpected());
        }
        self.advance();
        Ok(inner)
    }

    fn primary(&mut self) -> Result<Formula, ParseError> {
        if self.lexeme(self.at) == "(" {
            let after = &self.tokens[self.tokens[self.at].partner + 1];
            if !operand::continues_expression(self.text, after) {
                return self.group();
            }
        }
        match self.kind() {
            Kind::End | Kind::Close | Kind::Symbol(_) | Kind::Colon => return Err(self.missing()),
            _ => {}
        }
        let Operand { span, end, .. } = operand::collect(self.text, self.tokens, self.at)?;
        let single = end == self.at + 1;
        let quoted = single && self.kind() == Kind::Quoted;
        self.at = end;
        let text = &self.text[span.clone()];
        Ok(match text {
            "true" | "1" => Formula::constant(true),
            "false" | "0" => Formula::constant(false),
            _ if quoted => {
                let text = text[1..text.len() - 1].into();
                Node::Atom(Atom { text, span: span.start + 1..span.end - 1 }).into()
            }
            _ => Node::Atom(Atom { text: text.into(), span }).into(),
        })
    }

    fn missing(&self) -> ParseError {
        let found = self.lexeme(self.at);
        let message = match self.kind() {
            Kind::End => "the formula ends where an operand is expected".to_string(),
            _ => format!("an operand is expected before `{found}`"),
        };
        ParseError::new(message, self.span())
    }
}

/// What makes a formula of the operand of a prefix operator.
type Prefix = fn(Formula) -> Node;

/// Operators spelled as words, between two operands.
fn binary_word(word: &str) -> Option<Symbol> {
    Some(match word {
        "U" | "until" | "stronguntil" => Symbol::Until,
        "W" | "weakuntil" => Symbol::WeakUntil,
        "R" | "V" | "release" => Symbol::Release,
        "M" => Symbol::StrongRelease,
        "and" => Symbol::And,
        "or" => Symbol::Or,
        "xor" => Symbol::Xor,
        "implies" => Symbol::Implies,
        "equivalent" => Symbol::Equivalent,
        _ => return None,
    })
}

/// Operators spelled as words, before an operand; `GF` is `G F`, and `AG` is `A G` in branching time.
fn prefix_word(word: &str, syntax: Syntax) -> Option<Vec<Prefix>> {
    let whole: Option<Prefix> = match word {
        "always" => Some(Node::Always),
        "eventually" => Some(Node::Eventually),
        "next" => Some(Node::Next),
        "not" => Some(Node::Not),
        _ => None,
    };
    if let Some(make) = whole {
        return Some(vec![make]);
    }
    let letter = |c| -> Option<Prefix> {
        Some(match c {
            'G' => Node::Always,
            'F' => Node::Eventually,
            'X' => Node::Next,
            'A' if syntax == Syntax::Branching => |f| Node::Path(Quantifier::All, f),
            'E' if syntax == Syntax::Branching => |f| Node::Path(Quantifier::Some, f),
            _ => return None,
        })
    };
    // Longer words are names of the model, not spells of twenty operators.
    if word.len() > 4 { None } else { word.chars().map(letter).collect() }
}

fn prefix_symbol(symbol: Symbol) -> Option<Prefix> {
    match symbol {
        Symbol::Not => Some(Node::Not),
        Symbol::Next => Some(Node::Next),
        Symbol::Eventually => Some(Node::Eventually),
        Symbol::Always => Some(Node::Always),
        _ => None,
    }
}

fn until_family(symbol: Symbol) -> Option<fn(Formula, Formula) -> Node> {
    match symbol {
        Symbol::Until => Some(Node::Until),
        Symbol::WeakUntil => Some(Node::WeakUntil),
        Symbol::Release => Some(Node::Release),
        Symbol::StrongRelease => Some(Node::StrongRelease),
        _ => None,
    }
}
