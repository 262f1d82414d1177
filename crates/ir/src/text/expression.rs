//! Reads expressions and places; the grammar is in the parent module.
//!
//! *Idea:* precedence climbing: one loop reads operands and the operators between them, and calls itself
//! with a higher minimal strength for what an operator's right side may contain. *Source:* Pratt, Top
//! down operator precedence, 1973. *Where we differ:* every result carries its height, and what nests
//! deeper than [`MAX_DEPTH`] is an error: neither reading nor dropping an expression can overflow the
//! stack.

use super::lex::Tok;
use super::names::{Names, Ref, Table};
use super::operators::{COMPARISON, CONDITIONAL, PREFIX, TESTS, UNARY, binary};
use super::parse::{Parsed, Parser};
use crate::entity::{Id, ParamId, TemplateId};
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::verify::MAX_DEPTH;

/// An expression and how deep it nests.
struct Tall(Expr, usize);

/// What a name with indices turns out to be.
enum Named {
    Place(Place, usize),
    Other(Expr, usize),
}

impl<'t> Parser<'t> {
    /// An expression.
    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        Ok(self.climb(CONDITIONAL)?.0)
    }

    /// A place to read or to write.
    pub(super) fn place(&mut self) -> Parsed<Place> {
        match self.named()? {
            Named::Place(place, _) => Ok(place),
            Named::Other(..) => self.error("this cannot be assigned to"),
        }
    }

    /// One field of a receive or a poll, and its height.
    pub(super) fn pattern(&mut self) -> Parsed<(Pattern, usize)> {
        if self.punct("=") {
            let Tall(e, height) = self.climb(CONDITIONAL)?;
            return Ok((Pattern::Match(e), height));
        }
        if self.word("_") {
            return Ok((Pattern::Any, 0));
        }
        match self.named()? {
            Named::Place(place, height) => Ok((Pattern::Bind(place), height)),
            Named::Other(..) => self.error("this cannot be assigned to; write `=` to match it"),
        }
    }

    /// One level above its highest part.
    fn over(&self, e: Expr, parts: usize) -> Parsed<Tall> {
        if parts >= MAX_DEPTH {
            return self.error(format!("an expression nests deeper than {MAX_DEPTH}"));
        }
        Ok(Tall(e, parts + 1))
    }

    /// An expression whose operators outside parentheses have at least this strength.
    fn climb(&mut self, least: u8) -> Parsed<Tall> {
        if self.nesting >= MAX_DEPTH {
            return self.error(format!("an expression nests deeper than {MAX_DEPTH}"));
        }
        self.nesting += 1;
        let mut left = self.prefix()?;
        let mut compared = false;
        while let Tok::Punct(punct) = self.peek() {
            if *punct == "?" && least <= CONDITIONAL {
                self.punct(punct);
                let a = self.climb(CONDITIONAL)?;
                self.expect(":")?;
                let b = self.climb(CONDITIONAL)?;
                let height = left.1.max(a.1).max(b.1);
                left = self.over(Expr::Cond(Box::new([left.0, a.0, b.0])), height)?;
                break;
            }
            let Some((op, strength)) = binary(punct).filter(|o| o.1 >= least) else { break };
            if strength == COMPARISON && std::mem::replace(&mut compared, true) {
                return self.error("comparisons in a row need parentheses");
            }
            compared &= strength >= COMPARISON;
            self.punct(punct);
            let right = self.climb(strength + 1)?;
            left = self.over(Expr::binary(op, left.0, right.0), left.1.max(right.1))?;
        }
        self.nesting -= 1;
        Ok(left)
    }

    /// An operand with the prefix operators before it.
    fn prefix(&mut self) -> Parsed<Tall> {
        let Tok::Punct(punct) = self.peek() else { return self.atom() };
        let Some((op, _)) = UNARY.iter().find(|(_, text)| text == punct) else {
            return self.atom();
        };
        if *punct == "-" && matches!(self.peek_second(), Some(Tok::Int(_))) {
            return Ok(Tall(Expr::Int(self.int()?), 1));
        }
        self.punct(punct);
        let e = self.climb(PREFIX)?;
        self.over(Expr::unary(*op, e.0), e.1)
    }

    fn atom(&mut self) -> Parsed<Tall> {
        match self.peek() {
            Tok::Int(_) => Ok(Tall(Expr::Int(self.int()?), 1)),
            Tok::Punct("(") => {
                self.expect("(")?;
                let e = self.climb(CONDITIONAL)?;
                self.expect(")")?;
                Ok(e)
            }
            Tok::Punct("&") => self.channel(),
            Tok::Word(word) => match self.builtin(word)? {
                Some(e) => Ok(e),
                None => self.named_value(),
            },
            Tok::Name(_) | Tok::Punct("#") => self.named_value(),
            _ => self.unexpected("an expression"),
        }
    }

    fn named_value(&mut self) -> Parsed<Tall> {
        match self.named()? {
            Named::Place(place, parts) => self.over(Expr::Load(place), parts),
            Named::Other(e, parts) => self.over(e, parts),
        }
    }

    /// An expression that begins with a word of the language.
    fn builtin(&mut self, word: &str) -> Parsed<Option<Tall>> {
        let constant = match word {
            "self" => Some(Expr::SelfPid),
            "running" => Some(Expr::Running),
            "last" => Some(Expr::LastPid),
            "timeout" => Some(Expr::Timeout),
            "nonprogress" => Some(Expr::NonProgress),
            _ => None,
        };
        if let Some(e) = constant {
            self.word(word);
            return Ok(Some(Tall(e, 1)));
        }
        if word == "poll" || word == "pollany" {
            self.word(word);
            self.expect("(")?;
            let Tall(chan, mut height) = self.climb(CONDITIONAL)?;
            let mut fields = Vec::new();
            while self.punct(",") {
                let (pattern, parts) = self.pattern()?;
                height = height.max(parts);
                fields.push(pattern);
            }
            self.expect(")")?;
            let anywhere = word == "pollany";
            let poll = Expr::Poll { chan: Box::new(chan), anywhere, fields };
            return self.over(poll, height).map(Some);
        }
        let test = TESTS.iter().find(|(_, text)| *text == word).map(|(test, _)| *test);
        if test.is_none() && !["len", "enabled", "pc", "priority"].contains(&word) {
            return Ok(None);
        }
        self.word(word);
        self.expect("(")?;
        let Tall(e, height) = self.climb(CONDITIONAL)?;
        self.expect(")")?;
        let e = Box::new(e);
        let call = match (test, word) {
            (Some(test), _) => Expr::Test(test, e),
            (None, "len") => Expr::Len(e),
            (None, "enabled") => Expr::Enabled(e),
            (None, "pc") => Expr::Pc(e),
            (None, _) => Expr::Priority(e),
        };
        self.over(call, height).map(Some)
    }

    /// A reference to a channel, own ones first.
    fn channel(&mut self) -> Parsed<Tall> {
        self.expect("&")?;
        let scope = self.scope()?;
        let r = self.reference()?;
        let own = match (&scope, &r.name, self.inner()) {
            (Some(Scope::Own), _, _) => true,
            (None, Some(name), Some(inner)) => inner.chans.contains(name),
            _ => false,
        };
        let e = if own {
            let table = |_| self.inner().map(|n| &n.chans);
            Expr::OwnChan(self.resolve("channel of this process", table, &r)?)
        } else {
            Expr::Chan(self.resolve("channel", |n| Some(&n.chans), &r)?)
        };
        Ok(Tall(e, 1))
    }

    /// `own::` or `global::`, if it is at hand.
    fn scope(&mut self) -> Parsed<Option<Scope>> {
        let scope = if self.word("own") {
            Scope::Own
        } else if self.word("global") {
            Scope::Global
        } else {
            return Ok(None);
        };
        self.expect("::")?;
        Ok(Some(scope))
    }

    /// Expressions in square brackets, and the height of the highest.
    fn indices(&mut self) -> Parsed<(Vec<Expr>, usize)> {
        let (mut index, mut height) = (Vec::new(), 0);
        while self.punct("[") {
            let e = self.climb(CONDITIONAL)?;
            self.expect("]")?;
            height = height.max(e.1);
            index.push(e.0);
        }
        Ok((index, height))
    }

    /// A variable, a variable or the location of another process, or a parameter.
    fn named(&mut self) -> Parsed<Named> {
        if let Some(scope) = self.scope()? {
            let r = self.reference()?;
            let var = match scope {
                Scope::Own => self.resolve("own variable", |_| self.own_vars(), &r)?,
                _ => self.resolve("global variable", |n| Some(&n.globals), &r)?,
            };
            let (index, height) = self.indices()?;
            return Ok(Named::Place(Place { scope, var, index }, height));
        }
        let r = self.reference()?;
        if let Some(param) = self.param(&r)? {
            return Ok(Named::Other(Expr::Param(param), 0));
        }
        let (mut index, height) = self.indices()?;
        if index.len() == 1 && self.punct("::") {
            let t: TemplateId = self.resolve("process", |n| Some(&n.templates), &r)?;
            let scope = Scope::Of(t, Box::new(index.remove(0)));
            let r = self.reference()?;
            let vars = |n: &'t Names<'t>| n.within.get(t.index()).map(|n| &n.vars);
            let var = self.resolve("variable of that process", vars, &r)?;
            let (index, more) = self.indices()?;
            return Ok(Named::Place(Place { scope, var, index }, height.max(more)));
        }
        if index.len() == 1 && self.punct("@") {
            let t: TemplateId = self.resolve("process", |n| Some(&n.templates), &r)?;
            let pid = Box::new(index.remove(0));
            let labels = |n: &'t Names<'t>| n.within.get(t.index()).map(|n| &n.locs);
            self.expect("{")?;
            let locs = self.list("}", |p| {
                let r = p.reference()?;
                p.resolve("location", labels, &r)
            })?;
            return Ok(Named::Other(Expr::At(t, pid, locs), height));
        }
        let own = r.name.as_deref().is_some_and(|n| self.own_vars().is_some_and(|o| o.contains(n)));
        let (scope, var) = if own {
            (Scope::Own, self.resolve("own variable", |_| self.own_vars(), &r)?)
        } else {
            (Scope::Global, self.resolve("variable", |n| Some(&n.globals), &r)?)
        };
        Ok(Named::Place(Place { scope, var, index }, height))
    }

    pub(super) fn own_vars(&self) -> Option<&'t Table<'t>> {
        self.inner().map(|n| &n.vars)
    }

    /// The parameter of the edge at hand that is meant, if one is: by name, or by an id that stands
    /// alone. What has an index is a variable or a template.
    fn param(&self, r: &Ref) -> Parsed<Option<ParamId>> {
        if matches!(self.peek(), Tok::Punct("[")) {
            return Ok(None);
        }
        let params = Table::new(self.params.iter().map(|p| p.name.as_str()));
        if r.name.as_ref().is_some_and(|name| !params.contains(name)) {
            return Ok(None);
        }
        match params.resolve("parameter", r) {
            Ok(id) => Ok(Some(ParamId(id))),
            Err(message) => self.error_at(r.at, message),
        }
    }
}
