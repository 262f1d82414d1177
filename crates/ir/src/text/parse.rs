//! Reads declarations; the grammar is in the parent module.
//!
//! *Idea:* recursive descent over the tokens, without a syntax tree in between: each rule builds its
//! piece of the IR at once. A name may be used before it is declared, so the same parser runs twice:
//! the first run takes every name for entry 0 and yields the tables, the second resolves against them.

use super::lex::{ParseError, Tok, Token, lex};
use super::names::{Inner, Names, Ref, Table};
use super::print::USUAL_PRIORITY;
use crate::entity::{Id, LocId, SortId, TemplateId};
use crate::expr::Expr;
use crate::system::{Channel, Dim, Init, Param, Scheduling, Start, System, Var};
use crate::types::{Enum, Repr, Sort, SortKind, Type};

/// What a rule yields.
pub(super) type Parsed<T> = Result<T, ParseError>;

/// Reads a system from its text form.
pub fn parse(text: &str) -> Result<System, ParseError> {
    let tokens = lex(text)?;
    let declared = Parser::new(&tokens, None).system()?;
    let names = Names::of(&declared);
    Parser::new(&tokens, Some(&names)).system()
}

/// Where the parser stands, and what names mean there.
pub(super) struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    /// The names of the system; none in the first run.
    names: Option<&'t Names<'t>>,
    /// The template at hand.
    pub(super) template: Option<usize>,
    /// The parameters of the edge at hand.
    pub(super) params: Vec<Param>,
    /// How many expressions the one at hand is nested in.
    pub(super) nesting: usize,
}

impl<'t> Parser<'t> {
    fn new(tokens: &'t [Token], names: Option<&'t Names<'t>>) -> Self {
        Parser { tokens, at: 0, names, template: None, params: Vec::new(), nesting: 0 }
    }

    /// The token at hand. The last one, the end, is never passed.
    pub(super) fn peek(&self) -> &'t Tok {
        &self.tokens[self.at].tok
    }

    /// The token after it.
    pub(super) fn peek_second(&self) -> Option<&'t Tok> {
        self.tokens.get(self.at + 1).map(|t| &t.tok)
    }

    pub(super) fn take(&mut self) -> &'t Tok {
        let tok = self.peek();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        tok
    }

    /// An error at the token at hand.
    pub(super) fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.error_at(self.at, message)
    }

    /// An error at a token.
    pub(super) fn error_at<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        let Token { line, column, .. } = self.tokens[at];
        Err(ParseError { line, column, message: message.into() })
    }

    pub(super) fn unexpected<T>(&self, expected: &str) -> Parsed<T> {
        self.error(format!("expected {expected}, found {}", self.peek()))
    }

    /// Takes this word of the language, if it is at hand.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let here = matches!(self.peek(), Tok::Word(w) if w == word);
        if here {
            self.take();
        }
        here
    }

    /// Takes this operator or bracket, if it is at hand.
    pub(super) fn punct(&mut self, punct: &str) -> bool {
        let here = matches!(self.peek(), Tok::Punct(p) if *p == punct);
        if here {
            self.take();
        }
        here
    }

    pub(super) fn expect(&mut self, punct: &str) -> Parsed<()> {
        if self.punct(punct) { Ok(()) } else { self.unexpected(&format!("`{punct}`")) }
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.word(word) { Ok(()) } else { self.unexpected(&format!("`{word}`")) }
    }

    pub(super) fn name(&mut self) -> Parsed<String> {
        let (Tok::Word(name) | Tok::Name(name)) = self.peek() else {
            return self.unexpected("a name");
        };
        self.take();
        Ok(name.clone())
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        let Tok::Str(text) = self.peek() else {
            return self.unexpected("a text in quotes");
        };
        self.take();
        Ok(text.clone())
    }

    pub(super) fn unsigned(&mut self) -> Parsed<u32> {
        let Tok::Int(n) = self.peek() else {
            return self.unexpected("a number");
        };
        self.take();
        Ok(*n)
    }

    /// A number with an optional sign.
    pub(super) fn int(&mut self) -> Parsed<i32> {
        let at = self.at;
        let sign = if self.punct("-") { -1 } else { 1 };
        let value = sign * i64::from(self.unsigned()?);
        match i32::try_from(value) {
            Ok(v) => Ok(v),
            Err(_) => self.error_at(at, format!("{value} does not fit into 32 bits")),
        }
    }

    /// Entries with commas between them up to a closing bracket.
    pub(super) fn list<T>(
        &mut self,
        close: &str,
        mut one: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        while !self.punct(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(one(self)?);
        }
        Ok(items)
    }

    /// A reference as it is written.
    pub(super) fn reference(&mut self) -> Parsed<Ref> {
        let at = self.at;
        let name = if matches!(self.peek(), Tok::Punct("#")) { None } else { Some(self.name()?) };
        let id = if self.punct("#") { Some(self.unsigned()?) } else { None };
        Ok(Ref { name, id, at })
    }

    /// What a reference means in a table.
    pub(super) fn resolve<I: Id>(
        &self,
        what: &str,
        table: impl Fn(&'t Names<'t>) -> Option<&'t Table<'t>>,
        r: &Ref,
    ) -> Parsed<I> {
        let Some(names) = self.names else { return Ok(I::new(0)) };
        let resolved = match table(names) {
            Some(table) => table.resolve(what, r),
            None => r.id.ok_or_else(|| format!("there is no {what} here")),
        };
        match resolved {
            Ok(id) => Ok(I::new(id as usize)),
            Err(message) => self.error_at(r.at, message),
        }
    }

    /// The names of the template at hand, if they are known.
    pub(super) fn inner(&self) -> Option<&'t Inner<'t>> {
        self.names?.within.get(self.template?)
    }

    pub(super) fn template_ref(&mut self) -> Parsed<TemplateId> {
        let r = self.reference()?;
        self.resolve("process", |n| Some(&n.templates), &r)
    }

    /// A location of the template at hand.
    pub(super) fn loc_ref(&mut self) -> Parsed<LocId> {
        let r = self.reference()?;
        self.resolve("location", |_| self.inner().map(|n| &n.locs), &r)
    }

    fn system(&mut self) -> Parsed<System> {
        self.expect_word("system")?;
        let mut s = System { name: self.string()?, ..System::default() };
        while *self.peek() != Tok::End {
            self.item(&mut s)?;
        }
        Ok(s)
    }

    fn item(&mut self, s: &mut System) -> Parsed<()> {
        let Tok::Word(word) = self.peek() else {
            return self.unexpected("a declaration");
        };
        match word.as_str() {
            "hidden" | "var" | "chan" => self.declaration(&mut s.globals, &mut s.chans)?,
            "file" => {
                self.take();
                s.files.push(self.string()?);
            }
            "enum" => {
                self.take();
                let name = self.name()?;
                self.expect("{")?;
                let values = self.list("}", |p| {
                    let name = p.name()?;
                    p.expect("=")?;
                    Ok((name, p.int()?))
                })?;
                s.enums.push(Enum { name, values });
            }
            "sort" => {
                self.take();
                let sort = self.sort_declaration()?;
                s.sorts.push(sort);
            }
            "scheduling" => {
                self.take();
                self.expect_word("priority")?;
                s.scheduling = Scheduling::Priority;
            }
            "remember" => {
                self.take();
                self.expect_word("last")?;
                s.remember_last = true;
            }
            "start" => {
                self.take();
                let template = self.template_ref()?;
                self.expect("(")?;
                let args = self.list(")", Self::int)?;
                let priority = self.priority()?;
                s.initial.push(Start { template, args, priority });
            }
            "process" => {
                self.take();
                self.template = Some(s.templates.len());
                s.templates.push(self.process()?);
                self.template = None;
            }
            _ => return self.unexpected("a declaration"),
        }
        Ok(())
    }

    pub(super) fn priority(&mut self) -> Parsed<i32> {
        if self.word("priority") { self.int() } else { Ok(USUAL_PRIORITY) }
    }

    fn sort_declaration(&mut self) -> Parsed<Sort> {
        let name = self.name()?;
        self.expect(":")?;
        let kind = if self.word("processes") {
            SortKind::Processes
        } else if self.word("channels") {
            SortKind::Channels
        } else if self.word("index") {
            SortKind::Index(self.unsigned()?)
        } else {
            return self.unexpected("`processes`, `channels` or `index`");
        };
        Ok(Sort { name, kind })
    }

    /// A variable or a channel.
    pub(super) fn declaration(
        &mut self,
        vars: &mut Vec<Var>,
        chans: &mut Vec<Channel>,
    ) -> Parsed<()> {
        if self.word("chan") {
            let name = self.name()?;
            self.expect(":")?;
            self.expect("[")?;
            let capacity = self.unsigned()?;
            self.expect("]")?;
            self.expect_word("of")?;
            self.expect("(")?;
            let fields = self.list(")", Self::ty)?;
            chans.push(Channel { name, capacity, fields });
            return Ok(());
        }
        let shown = !self.word("hidden");
        self.expect_word("var")?;
        vars.push(self.var(shown)?);
        Ok(())
    }

    pub(super) fn var(&mut self, shown: bool) -> Parsed<Var> {
        let name = self.name()?;
        self.expect(":")?;
        let ty = self.ty()?;
        let mut dims = Vec::new();
        while self.punct("[") {
            let len = self.unsigned()?;
            let sort = self.sort()?;
            self.expect("]")?;
            dims.push(Dim { len, sort });
        }
        let init = if self.punct("=") { self.init()? } else { Init::Expr(Expr::Int(0)) };
        Ok(Var { name, ty, dims, init, shown })
    }

    fn init(&mut self) -> Parsed<Init> {
        if self.word("any") {
            self.expect("{")?;
            return Ok(Init::Any(self.list("}", Self::int)?));
        }
        if self.punct("{") {
            return Ok(Init::Cells(self.list("}", Self::int)?));
        }
        // `&q..` and an expression that begins with `&q` differ only in what follows the name.
        let start = self.at;
        if self.punct("&") {
            let r = self.reference();
            if self.punct("..") {
                let own = self.template.is_some();
                let table = |n: &'t Names<'t>| match own {
                    true => self.inner().map(|n| &n.chans),
                    false => Some(&n.chans),
                };
                return Ok(Init::Chans(self.resolve("channel", table, &r?)?));
            }
            self.at = start;
        }
        Ok(Init::Expr(self.expr()?))
    }

    fn ty(&mut self) -> Parsed<Type> {
        let repr = self.repr()?;
        Ok(Type { repr, sort: self.sort()? })
    }

    fn repr(&mut self) -> Parsed<Repr> {
        let width = |digits: &str| digits.parse::<u8>().ok();
        let Tok::Word(word) = self.peek() else {
            let lo = self.int()?;
            self.expect("..=")?;
            return Ok(Repr::Range(lo, self.int()?));
        };
        let repr = match word.split_at_checked(1) {
            _ if word == "pid" => Repr::Pid,
            _ if word == "chan" => Repr::Chan,
            _ if word == "enum" => {
                self.take();
                let r = self.reference()?;
                return Ok(Repr::Enum(self.resolve("enum", |n| Some(&n.enums), &r)?));
            }
            Some(("u", w)) if width(w).is_some() => Repr::Unsigned(width(w).unwrap_or_default()),
            Some(("i", w)) if width(w).is_some() => Repr::Signed(width(w).unwrap_or_default()),
            _ => return self.unexpected("a type"),
        };
        self.take();
        Ok(repr)
    }

    /// An optional sort in angle brackets.
    pub(super) fn sort(&mut self) -> Parsed<Option<SortId>> {
        if !self.punct("<") {
            return Ok(None);
        }
        let r = self.reference()?;
        let sort = self.resolve("sort", |n| Some(&n.sorts), &r)?;
        self.expect(">")?;
        Ok(Some(sort))
    }
}
