//! Names, types, numbers of arguments, and the rules about what may stand where.
//!
//! Idea: one walk over the tree in the order of the text, since a name means something from its
//! declaration on; formulas come last, as in SPIN, and so do the questions that need the whole program
//! (remote references, channels that are never given another value, is there a process at all). The
//! answers go into [`Resolved`].
//!
//! Source: SPIN 6.5.2. What it refuses is an error here, what it warns about is a warning, what it takes
//! without a word we take; mixing integers, mtypes and channels freely is of the last kind. Where we
//! differ: two `init`s are refused (SPIN makes C code that does not compile); `int a = 1, b = a` is taken;
//! a message of the wrong length is found here when the channel is known (SPIN finds it when it runs).
//!
//! Requires: a tree from the parser (bounded depth). Guarantees: terminates, does not panic, whether or
//! not the program has errors; if it reports none, [`Resolved`] keeps its promises.

mod constant;
mod decl;
mod expr;
mod label;
mod message;
mod stmt;
mod var;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use self::label::{Jump, Landing};
use super::ast::{Ident, Item, Ltl, LtlKind, NodeId, Program};
use super::resolved::{
    Body, BodyId, BodyKind, Builtin, Mtype, MtypeId, RecordId, Resolved, Symbol, SymbolId,
    SymbolKind, Type,
};
use crate::diagnostic::{Diagnostic, Diagnostics, nearest};
use crate::source::Span;

/// What a global name stands for.
#[derive(Clone, Copy)]
enum Named {
    Symbol(SymbolId),
    Record(RecordId),
    Proctype,
    Inline,
}

/// A question that waits for the whole program to be known.
enum Pending<'a> {
    /// `P@L`.
    Label { expr: NodeId, proctype: &'a Ident, label: &'a Ident },
    /// `P:x`.
    Var { expr: NodeId, proctype: &'a Ident, var: &'a super::ast::VarRef },
    /// A message of `count` fields on a channel declared by `init`, if that never changes.
    Message { chan: SymbolId, init: NodeId, count: usize, span: Span, verb: &'static str },
}

/// A `run` to be compared with the parameters of its proctype.
struct RunCall {
    body: BodyId,
    span: Span,
    /// How many simple values are given; none if an error hides that.
    count: Option<u64>,
    /// Type, where it is known, and place of each argument.
    args: Vec<(Option<Type>, Span)>,
}

/// Where the walk is, inside a process.
struct Place {
    body: BodyId,
    kind: BodyKind,
    /// Some statement has been seen: declarations are steps from now on.
    started: bool,
    /// Names of this process, innermost block last.
    scopes: Vec<HashMap<Arc<str>, SymbolId>>,
    /// A number for each block around here, outermost first.
    path: Vec<u32>,
    next_scope: u32,
    /// The `d_step` around here, if any.
    d_step: Option<NodeId>,
    /// For each loop around here, the `d_step` it is in.
    loops: Vec<Option<NodeId>>,
    landings: Vec<Landing>,
    jumps: Vec<Jump>,
}

pub(super) struct Checker<'a> {
    out: &'a mut Diagnostics,
    res: Resolved,
    globals: HashMap<Arc<str>, (Named, Option<Span>)>,
    place: Option<Place>,
    pending: Vec<Pending<'a>>,
    /// The `run`s seen so far, to be compared with the parameters.
    pending_runs: Vec<RunCall>,
    /// Process texts whose parameters are all known.
    complete_params: HashSet<BodyId>,
    /// Channel variables that are assigned to or received into.
    changed: HashSet<SymbolId>,
    /// Who claims to be the only receiver or sender of a channel.
    claims: HashMap<(SymbolId, bool), (BodyId, Span)>,
    has_exclusive: bool,
    /// Names whose declarations went wrong: nothing more is said about them.
    broken: HashSet<Arc<str>>,
    /// Warnings that are given once.
    warned: HashSet<&'static str>,
    /// The constants that scalar variables are initialised with.
    initial: HashMap<SymbolId, i32>,
    /// What is known of each record, by record.
    facts: Vec<decl::RecordFacts>,
}

/// Checks a program and resolves its names. `suspects` are names that may be declared in text that could
/// not be understood; `end` is the end of the program's text.
pub(super) fn check(
    program: &Program,
    suspects: HashSet<Arc<str>>,
    end: Option<Span>,
    out: &mut Diagnostics,
) -> Resolved {
    let mut checker = Checker {
        out,
        res: Resolved::default(),
        globals: HashMap::new(),
        place: None,
        pending: Vec::new(),
        pending_runs: Vec::new(),
        complete_params: HashSet::new(),
        changed: HashSet::new(),
        claims: HashMap::new(),
        has_exclusive: false,
        broken: suspects,
        warned: HashSet::new(),
        initial: HashMap::new(),
        facts: Vec::new(),
    };
    checker.builtins();
    let bodies = checker.bodies(program);
    for (at, item) in program.items.iter().enumerate() {
        checker.item(at, item, &bodies);
    }
    let formulas = program.items.iter().filter_map(|i| match i {
        Item::Ltl(block) => Some(block),
        _ => None,
    });
    checker.formulas(formulas);
    checker.answer_pending();
    checker.whole_program(program, end);
    checker.res
}

impl<'a> Checker<'a> {
    fn builtins(&mut self) {
        self.res.mtypes.push(Mtype { name: None, span: None, values: Vec::new() });
        let all = [
            ("_", Builtin::Ignore),
            ("_pid", Builtin::Pid),
            ("_last", Builtin::Last),
            ("_nr_pr", Builtin::ProcessCount),
            ("_priority", Builtin::Priority),
        ];
        for (name, builtin) in all {
            let name: Arc<str> = Arc::from(name);
            let id = self.add_symbol(Arc::clone(&name), None, SymbolKind::Builtin(builtin));
            self.globals.insert(name, (Named::Symbol(id), None));
        }
    }

    fn add_symbol(&mut self, name: Arc<str>, span: Option<Span>, kind: SymbolKind) -> SymbolId {
        let id = SymbolId(u32::try_from(self.res.symbols.len()).unwrap_or(u32::MAX));
        self.res.symbols.push(Symbol { name, span, kind });
        id
    }

    /// Makes an entry for every process text, so that `run` may speak of what comes later.
    fn bodies(&mut self, program: &Program) -> HashMap<usize, BodyId> {
        let mut bodies = HashMap::new();
        let (mut init, mut trace): (Option<Span>, Option<Span>) = (None, None);
        let mut claims = 0;
        let mut names: HashMap<Arc<str>, Span> = HashMap::new();
        for (at, item) in program.items.iter().enumerate() {
            let (kind, name, span) = match item {
                Item::Proctype(p) => (BodyKind::Proctype, Arc::clone(&p.name.name), p.name.span),
                Item::Init(i) => {
                    self.only_one(&mut init, i.keyword, "init");
                    (BodyKind::Init, Arc::from(":init:"), i.keyword)
                }
                Item::Never(n) => {
                    let name = match &n.name {
                        Some(name) => Arc::clone(&name.name),
                        None => Arc::from(format!("never_{claims}")),
                    };
                    claims += 1;
                    (BodyKind::Never, name, n.keyword)
                }
                Item::Trace(t) => {
                    self.only_one(&mut trace, t.keyword, "trace` or `notrace");
                    let (kind, name) = if t.negated {
                        (BodyKind::Notrace, ":notrace:")
                    } else {
                        (BodyKind::Trace, ":trace:")
                    };
                    (kind, Arc::from(name), t.keyword)
                }
                _ => continue,
            };
            if kind == BodyKind::Never
                && let Some(before) = names.insert(Arc::clone(&name), span)
            {
                self.out.push(
                    Diagnostic::error(format!("claim `{name}` is defined twice"))
                        .at(span, "defined again here")
                        .also(before, "first defined here"),
                );
            }
            let id = BodyId(u32::try_from(self.res.bodies.len()).unwrap_or(u32::MAX));
            bodies.insert(at, id);
            self.res.bodies.push(Body {
                kind,
                name,
                item: at,
                params: Vec::new(),
                locals: Vec::new(),
                labels: Vec::new(),
                active: u32::from(kind == BodyKind::Init),
                priority: 1,
            });
        }
        bodies
    }

    fn only_one(&mut self, first: &mut Option<Span>, span: Span, what: &str) {
        match first {
            None => *first = Some(span),
            Some(before) => self.out.push(
                Diagnostic::error(format!("more than one `{what}`"))
                    .at(span, "a second one here")
                    .also(*before, "the first is here"),
            ),
        }
    }

    fn item(&mut self, at: usize, item: &'a Item, bodies: &HashMap<usize, BodyId>) {
        let body = bodies.get(&at).copied();
        match (item, body) {
            (Item::Decl(decl), _) => self.declare(decl),
            (Item::Mtype(decl), _) => self.mtype(decl),
            (Item::Typedef(typedef), _) => self.typedef(at, typedef),
            (Item::Inline(inline), _) => {
                let known = self.globals.get(&inline.name.name).map(|(named, _)| *named);
                // The parser has reported a second definition of the same inline.
                let repeated = matches!(known, Some(Named::Inline));
                let _ = repeated || self.claim_name(&inline.name, Named::Inline);
            }
            (Item::Proctype(proctype), Some(id)) => {
                self.claim_name(&proctype.name, Named::Proctype);
                self.proctype(id, proctype);
            }
            (Item::Init(init), Some(id)) => {
                self.res.bodies[id.index()].priority = self.priority(init.priority.as_ref());
                self.process(id, BodyKind::Init, &[], None, &init.body);
            }
            (Item::Never(never), Some(id)) => {
                self.process(id, BodyKind::Never, &[], None, &never.body);
            }
            (Item::Trace(trace), Some(id)) => {
                let kind = self.res.bodies[id.index()].kind;
                self.process(id, kind, &[], None, &trace.body);
            }
            _ => {}
        }
    }

    /// Gives a global name a meaning, unless it has one.
    fn claim_name(&mut self, name: &Ident, named: Named) -> bool {
        if self.is_taken(name) {
            return false;
        }
        self.globals.insert(Arc::clone(&name.name), (named, Some(name.span)));
        true
    }

    /// Reports a name that is in use already.
    fn is_taken(&mut self, name: &Ident) -> bool {
        let local = self
            .place
            .as_ref()
            .and_then(|p| p.scopes.iter().rev().find_map(|s| s.get(&name.name)))
            .map(|id| self.res.symbol(*id).span);
        let label = self
            .place
            .as_ref()
            .and_then(|p| p.landings.iter().find(|l| l.name == name.name && l.encloses(&p.path)))
            .map(|l| Some(l.span));
        let global = self.globals.get(&name.name).map(|(_, span)| *span);
        let Some(before) = local.or(label).or(global) else { return false };
        let mut diagnostic = Diagnostic::error(format!("`{}` is declared twice", name.name))
            .at(name.span, "declared again here");
        diagnostic = match before {
            Some(before) => diagnostic.also(before, "first declared here"),
            None => diagnostic.note(format!("`{}` is predefined", name.name)),
        };
        if local.is_some() || (global.is_some() && self.place.is_some()) {
            diagnostic = diagnostic
                .note("in Promela a name cannot be declared again where it is already visible");
        }
        self.out.push(diagnostic);
        true
    }

    fn formulas(&mut self, blocks: impl Iterator<Item = &'a super::ast::LtlBlock>) {
        let mut names: HashMap<&str, Span> = HashMap::new();
        for block in blocks {
            if let Some(name) = &block.name {
                let claim = self
                    .res
                    .bodies
                    .iter()
                    .any(|b| b.kind == BodyKind::Never && b.name == name.name);
                let before = names.insert(&name.name, name.span);
                if before.is_some() || claim {
                    let mut diagnostic =
                        Diagnostic::error(format!("formula `{}` is defined twice", name.name))
                            .at(name.span, "defined again here");
                    if let Some(before) = before {
                        diagnostic = diagnostic.also(before, "first defined here");
                    }
                    self.out.push(diagnostic);
                }
            }
            self.formula(&block.formula);
        }
    }

    fn formula(&mut self, formula: &'a Ltl) {
        match &formula.kind {
            LtlKind::Prop(expr) => {
                self.value(expr);
                self.no_run(expr, "a formula");
            }
            LtlKind::Not(f) | LtlKind::Always(f) | LtlKind::Eventually(f) | LtlKind::Next(f) => {
                self.formula(f);
            }
            LtlKind::Binary(_, a, b) => {
                self.formula(a);
                self.formula(b);
            }
        }
    }

    fn whole_program(&mut self, program: &Program, end: Option<Span>) {
        let runs = self.res.bodies.iter().any(|b| b.active > 0);
        if !runs && !self.out.has_errors() {
            let mut diagnostic = Diagnostic::error("no process ever runs")
                .help("add `init { … }`, or put `active` in front of a proctype");
            let first = program.items.iter().find_map(|item| match item {
                Item::Proctype(p) => Some(p.name.span),
                _ => None,
            });
            if let Some(span) = first {
                diagnostic = diagnostic.at(span, "never started");
            } else if let Some(span) = end {
                diagnostic = diagnostic.at(span, "expected a process before the end");
            }
            self.out.push(diagnostic);
        }
        for mtype in self.res.mtypes.iter().skip(1).filter(|m| m.values.is_empty()) {
            let name = mtype.name.as_deref().unwrap_or("");
            let mut warning = Diagnostic::warning(format!("`mtype:{name}` has no values"));
            if let Some(span) = mtype.span {
                warning = warning.at(span, "named here");
            }
            self.out.push(warning);
        }
    }

    /// The mtype of this name, made if need be.
    fn mtype_named(&mut self, name: Option<&Ident>) -> MtypeId {
        let wanted = name.map(|n| &n.name);
        let found = self.res.mtypes.iter().position(|m| m.name.as_ref() == wanted);
        let at = found.unwrap_or_else(|| {
            let span = name.map(|n| n.span);
            self.res.mtypes.push(Mtype { name: wanted.cloned(), span, values: Vec::new() });
            self.res.mtypes.len() - 1
        });
        MtypeId(u32::try_from(at).unwrap_or(0))
    }

    /// Every name that an expression could use here.
    fn visible_names(&self) -> Vec<&str> {
        let locals = self.place.iter().flat_map(|p| p.scopes.iter().flat_map(HashMap::keys));
        let globals = self.globals.iter().filter(|(_, (n, _))| matches!(n, Named::Symbol(_)));
        locals.chain(globals.map(|(name, _)| name)).map(|n| &**n).filter(|n| *n != "_").collect()
    }

    /// "Did you mean …?", if a visible name is near.
    fn suggestion(&self, name: &str) -> Option<String> {
        nearest(name, self.visible_names()).map(|n| format!("did you mean `{n}`?"))
    }

    fn warn_once(&mut self, key: &'static str, diagnostic: Diagnostic) {
        if self.warned.insert(key) {
            self.out.push(diagnostic);
        }
    }
}

#[cfg(test)]
mod tests;
