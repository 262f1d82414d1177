//! Reads templates: locations and edges; the grammar is in the parent module.

use super::lex::Tok;
use super::parse::{Parsed, Parser};
use crate::entity::{Id, LocId};
use crate::expr::Expr;
use crate::system::{Edge, Guard, Loc, Op, Origin, Param, Template};

impl Parser<'_> {
    /// A template, after the word `process`.
    pub(super) fn process(&mut self) -> Parsed<Template> {
        let name = self.name()?;
        self.expect("(")?;
        let vars = self.list(")", |p| {
            let shown = !p.word("hidden");
            p.var(shown)
        })?;
        let mut t = Template {
            name,
            params: vars.len(),
            vars,
            chans: Vec::new(),
            locs: Vec::new(),
            edges: Vec::new(),
            entry: LocId(0),
            provided: None,
            origin: self.origin()?,
        };
        self.expect("{")?;
        while !self.punct("}") {
            if self.word("provided") {
                t.provided = Some(self.expr()?);
            } else if self.word("entry") {
                t.entry = self.loc_ref()?;
            } else if self.word("loc") {
                self.location(&mut t)?;
            } else {
                self.declaration(&mut t.vars, &mut t.chans)?;
            }
        }
        Ok(t)
    }

    fn location(&mut self, t: &mut Template) -> Parsed<()> {
        let next = t.locs.len();
        if !(self.punct("#") && matches!(self.peek(), Tok::Int(n) if *n as usize == next)) {
            return self.unexpected(&format!("`#{next}`, the number of the next location"));
        }
        self.take();
        let mut loc = Loc::default();
        let is_label = matches!(self.peek(), Tok::Name(_) | Tok::Word(_));
        if is_label && !self.is_pc_clause() && !self.is_reset_clause() {
            loc.labels.push(self.name()?);
            while self.punct(",") {
                loc.labels.push(self.name()?);
            }
        }
        if self.punct("[") {
            for flag in self.list("]", Self::name)? {
                match flag.as_str() {
                    "end" => loc.end = true,
                    "progress" => loc.progress = true,
                    "accept" => loc.accept = true,
                    "transit" => loc.transit = true,
                    _ => return self.error(format!("there is no flag `{flag}`")),
                }
            }
        }
        if self.word("pc") {
            loc.number = self.unsigned()?;
        }
        if self.word("reset") {
            loop {
                let r = self.reference()?;
                loc.reset.push(self.resolve("own variable", |_| self.own_vars(), &r)?);
                if !self.punct(",") {
                    break;
                }
            }
        }
        self.expect(":")?;
        t.locs.push(loc);
        while let Tok::Word(w) = self.peek() {
            if !["for", "rank", "when", "else", "do", "goto"].contains(&w.as_str()) {
                break;
            }
            let edge = self.edge(LocId::new(next))?;
            t.edges.push(edge);
        }
        Ok(())
    }

    /// A label may be called `pc`; the clause `pc 7` has a number behind the word.
    fn is_pc_clause(&self) -> bool {
        let pc = matches!(self.peek(), Tok::Word(w) if w == "pc");
        pc && matches!(self.peek_second(), Some(Tok::Int(_)))
    }

    /// A label may be called `reset`; the clause `reset x` has a name or an id behind the word.
    fn is_reset_clause(&self) -> bool {
        let reset = matches!(self.peek(), Tok::Word(w) if w == "reset");
        let next = self.peek_second();
        reset && matches!(next, Some(Tok::Name(_) | Tok::Word(_) | Tok::Punct("#")))
    }

    fn edge(&mut self, from: LocId) -> Parsed<Edge> {
        if self.word("for") {
            loop {
                let name = self.name()?;
                self.expect_word("in")?;
                let len = self.unsigned()?;
                let sort = self.sort()?;
                self.params.push(Param { name, len, sort });
                if !self.punct(",") {
                    break;
                }
            }
        }
        let rank = if self.word("rank") { self.unsigned()? } else { 0 };
        let Ok(rank) = u8::try_from(rank) else {
            return self.error("a rank is at most 255");
        };
        let guard = if self.word("when") {
            Guard::When(self.expr()?)
        } else if self.word("else") {
            Guard::Else
        } else {
            Guard::When(Expr::TRUE)
        };
        let op = if self.word("do") { self.op()? } else { Op::Skip };
        self.expect_word("goto")?;
        let to = self.loc_ref()?;
        let hold = self.word("hold");
        let origin = self.origin()?;
        let params = std::mem::take(&mut self.params);
        Ok(Edge { from, to, params, guard, op, hold, rank, origin })
    }

    fn origin(&mut self) -> Parsed<Origin> {
        if !self.punct("@") {
            return Ok(Origin::default());
        }
        let first = self.unsigned()?;
        self.expect(":")?;
        let second = self.unsigned()?;
        let (file, line, column) = match self.punct(":") {
            true => (first, second, self.unsigned()?),
            false => (0, first, second),
        };
        let text = if matches!(self.peek(), Tok::Str(_)) { self.string()? } else { String::new() };
        Ok(Origin { file, line, column, text })
    }
}
