//! Reading HOA. See the [parent module](super) for what is accepted.

use std::collections::HashMap;
use std::sync::Arc;

use super::HoaError;
use super::lex::{Kind, Token, lex};
use crate::automaton::{Automaton, Edge, Label};
use crate::bdd::{Bdd, Fun};

/// How deep expressions may be nested.
const MAX_DEPTH: usize = 200;

/// How many states may be declared or used; a guard against absurd numbers.
const MAX_STATES: u64 = 1_000_000;

/// With more propositions, implicit labels would need too many edges.
const MAX_IMPLICIT: usize = 20;

impl Automaton {
    /// Reads the first automaton of a text in the HOA format.
    pub fn from_hoa(text: &str) -> Result<Automaton, HoaError> {
        let tokens = lex(text)?;
        let mut parser = Parser {
            tokens,
            at: 0,
            depth: 0,
            bdd: Bdd::new(),
            aliases: HashMap::new(),
            header: Header::default(),
        };
        parser.header()?;
        parser.body()
    }
}

/// What the header says.
#[derive(Default)]
struct Header {
    states: Option<u64>,
    starts: Vec<u64>,
    atoms: Option<Vec<Arc<str>>>,
    /// For each declared set, the bits of marks for being in it and for not being in it.
    marks: Vec<(u64, u64)>,
    sets: u32,
    accepts_nothing: bool,
    has_acceptance: bool,
}

/// An edge: label, target and marks.
type RawEdge = (Fun, u64, u64);

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    bdd: Bdd,
    aliases: HashMap<String, Fun>,
    header: Header,
}

impl Parser {
    fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, HoaError> {
        let token = &self.tokens[self.at];
        Err(HoaError { message: message.into(), line: token.line, column: token.column })
    }

    fn advance(&mut self) -> Kind {
        let kind = self.kind().clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        kind
    }

    fn eat(&mut self, sign: char) -> bool {
        let found = *self.kind() == Kind::Sign(sign);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, sign: char) -> Result<(), HoaError> {
        if self.eat(sign) { Ok(()) } else { self.error(format!("expected `{sign}`")) }
    }

    fn number(&mut self, what: &str) -> Result<u64, HoaError> {
        match *self.kind() {
            Kind::Number(n) => {
                self.advance();
                Ok(n)
            }
            _ => self.error(format!("expected {what}")),
        }
    }

    fn state(&mut self) -> Result<u64, HoaError> {
        match *self.kind() {
            Kind::Number(n) if n >= MAX_STATES => {
                return self.error("the state number is too large");
            }
            Kind::Number(n) if self.header.states.is_some_and(|states| n >= states) => {
                return self.error(format!("there is no state {n}"));
            }
            _ => {}
        }
        let state = self.number("a state number")?;
        match self.kind() {
            Kind::Sign('&') => self.error("alternating automata are not supported"),
            _ => Ok(state),
        }
    }

    fn header(&mut self) -> Result<(), HoaError> {
        if !matches!(self.kind(), Kind::Header(name) if name == "HOA") {
            return self.error("expected `HOA: v1`");
        }
        self.advance();
        match self.advance() {
            Kind::Name(version) if version == "v1" => {}
            _ => return self.error("only version `v1` of the format is supported"),
        }
        loop {
            match self.kind().clone() {
                Kind::Header(name) => {
                    self.advance();
                    self.header_item(&name)?;
                }
                Kind::Body => break,
                Kind::Abort => return self.error("the automaton was aborted by its producer"),
                _ => return self.error("expected a header item or `--BODY--`"),
            }
        }
        if !self.header.has_acceptance {
            return self.error("the header has no `Acceptance:`");
        }
        self.advance();
        Ok(())
    }

    fn header_item(&mut self, name: &str) -> Result<(), HoaError> {
        match name {
            "States" => match self.number("the number of states")? {
                n if n > MAX_STATES => self.error("too many states"),
                n => {
                    self.header.states = Some(n);
                    Ok(())
                }
            },
            "Start" => {
                let state = self.state()?;
                self.header.starts.push(state);
                Ok(())
            }
            "AP" => self.propositions(),
            "Alias" => {
                let Kind::Alias(alias) = self.kind().clone() else {
                    return self.error("expected `@` and a name");
                };
                self.advance();
                let label = self.label()?;
                self.aliases.insert(alias, label);
                Ok(())
            }
            "Acceptance" => self.acceptance(),
            // Names with a capital letter may change the meaning; others may be ignored.
            _ if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                self.error(format!("the header item `{name}:` is not supported"))
            }
            _ => {
                while !matches!(self.kind(), Kind::Header(_) | Kind::Body | Kind::Abort | Kind::Eof)
                {
                    self.advance();
                }
                Ok(())
            }
        }
    }

    fn propositions(&mut self) -> Result<(), HoaError> {
        let count = self.number("the number of propositions")?;
        if count > 64 {
            return self.error(format!("{count} propositions; 64 is the limit"));
        }
        let mut atoms = Vec::new();
        while let Kind::Text(text) = self.kind().clone() {
            atoms.push(text.into());
            self.advance();
        }
        if atoms.len() as u64 != count {
            return self
                .error(format!("{count} propositions are announced, {} named", atoms.len()));
        }
        self.header.atoms = Some(atoms);
        Ok(())
    }

    fn atom_count(&self) -> usize {
        self.header.atoms.as_ref().map_or(0, Vec::len)
    }

    /// A conjunction of `Inf`, `t` and `f`.
    fn acceptance(&mut self) -> Result<(), HoaError> {
        let count = self.number("the number of acceptance sets")?;
        if count > 64 {
            return self.error(format!("{count} acceptance sets; 64 is the limit"));
        }
        self.header.has_acceptance = true;
        self.header.marks = vec![(0, 0); count as usize];
        self.acceptance_conjunction()
    }

    fn acceptance_conjunction(&mut self) -> Result<(), HoaError> {
        if self.depth >= MAX_DEPTH {
            return self.error("the condition is nested too deeply");
        }
        self.depth += 1;
        loop {
            match self.kind().clone() {
                Kind::Sign('(') => {
                    self.advance();
                    self.acceptance_conjunction()?;
                    self.expect(')')?;
                }
                Kind::Name(name) if name == "t" => {
                    self.advance();
                }
                Kind::Name(name) if name == "f" => {
                    self.advance();
                    self.header.accepts_nothing = true;
                }
                Kind::Name(name) if name == "Inf" => self.infinitely_often()?,
                _ => return self.error("only (generalised) Büchi acceptance is supported"),
            }
            if *self.kind() == Kind::Sign('|') {
                return self.error("only (generalised) Büchi acceptance is supported");
            }
            if !self.eat('&') {
                break;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn infinitely_often(&mut self) -> Result<(), HoaError> {
        self.advance();
        self.expect('(')?;
        let complemented = self.eat('!');
        let set = self.number("the number of an acceptance set")? as usize;
        if set >= self.header.marks.len() {
            return self.error(format!("there is no acceptance set {set}"));
        }
        if self.header.sets >= 64 {
            return self.error("more than 64 acceptance sets");
        }
        let bit = 1 << self.header.sets;
        self.header.sets += 1;
        let (inside, outside) = &mut self.header.marks[set];
        *(if complemented { outside } else { inside }) |= bit;
        self.expect(')')
    }

    /// A Boolean expression over propositions and aliases.
    fn label(&mut self) -> Result<Fun, HoaError> {
        let mut sum = self.label_product()?;
        while self.eat('|') {
            let right = self.label_product()?;
            sum = self.bdd.or(sum, right);
        }
        Ok(sum)
    }

    fn label_product(&mut self) -> Result<Fun, HoaError> {
        let mut product = self.label_factor()?;
        while self.eat('&') {
            let right = self.label_factor()?;
            product = self.bdd.and(product, right);
        }
        Ok(product)
    }

    fn label_factor(&mut self) -> Result<Fun, HoaError> {
        if self.depth >= MAX_DEPTH {
            return self.error("the label is nested too deeply");
        }
        self.depth += 1;
        let factor = match self.kind().clone() {
            Kind::Sign('!') => {
                self.advance();
                let inner = self.label_factor()?;
                self.bdd.not(inner)
            }
            Kind::Sign('(') => {
                self.advance();
                let inner = self.label()?;
                self.expect(')')?;
                inner
            }
            Kind::Name(name) if name == "t" || name == "f" => {
                self.advance();
                Fun::constant(name == "t")
            }
            Kind::Number(n) => {
                // Aliases may stand before the propositions are declared; then only the format's limit holds.
                if n >= 64
                    || self.header.atoms.as_ref().is_some_and(|atoms| n >= atoms.len() as u64)
                {
                    return self.error(format!("there is no proposition {n}"));
                }
                self.advance();
                self.bdd.literal(n as u32, true)
            }
            Kind::Alias(name) => match self.aliases.get(&name) {
                Some(&label) => {
                    self.advance();
                    label
                }
                None => return self.error(format!("there is no alias `@{name}`")),
            },
            _ => return self.error("expected a label"),
        };
        self.depth -= 1;
        Ok(factor)
    }

    /// The bits of marks of an acceptance signature such as `{0 2}`, which may be missing.
    fn signature(&mut self, sets: &mut Vec<usize>) -> Result<(), HoaError> {
        if self.eat('{') {
            while let Kind::Number(n) = *self.kind() {
                if n >= self.header.marks.len() as u64 {
                    return self.error(format!("there is no acceptance set {n}"));
                }
                sets.push(n as usize);
                self.advance();
            }
            self.expect('}')?;
        }
        Ok(())
    }

    fn marks(&self, sets: &[usize]) -> u64 {
        let all = self.header.marks.iter().enumerate();
        all.fold(0, |out, (i, (inside, outside))| {
            out | if sets.contains(&i) { inside } else { outside }
        })
    }

    fn body(mut self) -> Result<Automaton, HoaError> {
        let mut edges: Vec<Vec<RawEdge>> = Vec::new();
        let mut defined: Vec<bool> = Vec::new();
        let grow = |edges: &mut Vec<Vec<RawEdge>>, state: u64| {
            if edges.len() as u64 <= state {
                edges.resize(state as usize + 1, Vec::new());
            }
        };
        while *self.kind() != Kind::End {
            match self.kind().clone() {
                Kind::Header(name) if name == "State" => {}
                Kind::Abort => return self.error("the automaton was aborted by its producer"),
                _ => return self.error("expected `State:` or `--END--`"),
            }
            self.advance();
            let (state, out) = self.state_definition()?;
            grow(&mut edges, state);
            defined.resize(edges.len().max(defined.len()), false);
            if std::mem::replace(&mut defined[state as usize], true) {
                return self.error(format!("state {state} is defined twice"));
            }
            edges[state as usize] = out;
        }
        let largest =
            edges.iter().flatten().map(|e| e.1).chain(self.header.starts.iter().copied()).max();
        grow(&mut edges, largest.unwrap_or(0));
        if let Some(states) = self.header.states.filter(|&n| n > 0) {
            grow(&mut edges, states - 1);
        }
        self.finish(edges)
    }

    /// A state and its edges: label, target and marks.
    fn state_definition(&mut self) -> Result<(u64, Vec<RawEdge>), HoaError> {
        let mut state_label = None;
        if self.eat('[') {
            state_label = Some(self.label()?);
            self.expect(']')?;
        }
        let state = self.state()?;
        if let Kind::Text(_) = self.kind() {
            self.advance();
        }
        let mut state_sets = Vec::new();
        self.signature(&mut state_sets)?;
        let mut out = Vec::new();
        let mut implicit = 0;
        loop {
            let mut label = state_label;
            if *self.kind() == Kind::Sign('[') {
                if state_label.is_some() {
                    return self.error("the state has a label, so its edges must not");
                }
                self.advance();
                label = Some(self.label()?);
                self.expect(']')?;
            } else if !matches!(self.kind(), Kind::Number(_)) {
                break;
            }
            let label = match label {
                Some(label) => label,
                None => self.implicit_label(&mut implicit)?,
            };
            let target = self.state()?;
            let mut sets = state_sets.clone();
            self.signature(&mut sets)?;
            out.push((label, target, self.marks(&sets)));
        }
        if implicit > 0 && (implicit != 1 << self.atom_count() || implicit != out.len() as u64) {
            let expected = 1u64 << self.atom_count();
            return self
                .error(format!("state {state} has implicit labels and needs {expected} edges"));
        }
        Ok((state, out))
    }

    /// The label of the next edge without one: the letters in the order of binary numbers.
    fn implicit_label(&mut self, next: &mut u64) -> Result<Fun, HoaError> {
        let atoms = self.atom_count();
        if atoms > MAX_IMPLICIT || *next >= 1 << atoms {
            return self.error("too many edges without labels");
        }
        let letter = *next;
        *next += 1;
        Ok(self.bdd.product((0..atoms as u32).map(|i| (i, letter >> i & 1 == 1))))
    }

    fn finish(mut self, mut edges: Vec<Vec<RawEdge>>) -> Result<Automaton, HoaError> {
        if self.header.accepts_nothing || self.header.starts.is_empty() {
            edges = vec![Vec::new()];
            self.header.starts = vec![0];
        }
        // Several initial states are joined in a new one.
        self.header.starts.dedup();
        let initial = match self.header.starts.as_slice() {
            [only] => *only as usize,
            several => {
                let all = several.iter().flat_map(|&s| edges[s as usize].clone()).collect();
                edges.push(all);
                edges.len() - 1
            }
        };
        let bdd = &mut self.bdd;
        let mut finished = Vec::with_capacity(edges.len());
        for out in edges {
            let edge = |(label, target, marks)| Edge {
                label: Label::from_function(bdd, label),
                target: target as usize,
                marks,
            };
            finished.push(out.into_iter().filter(|e| e.0 != Fun::FALSE).map(edge).collect());
        }
        let atoms = self.header.atoms.take().unwrap_or_default();
        match Automaton::new(atoms, self.header.sets, initial, finished) {
            Some(automaton) => Ok(automaton),
            None => self.error("an alias uses a proposition that does not exist"),
        }
    }
}
