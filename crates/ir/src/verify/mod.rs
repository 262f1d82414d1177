//! The verifier: what every system must satisfy before anything else looks at it.
//!
//! *Idea:* the rules of the IR are written here and nowhere else, and each is checked here. Front ends
//! and passes run [`verify`] on what they produce (in debug builds and in all tests); everything behind
//! it may index tables without asking. *Source:* Cranelift's verifier, whose header is the list of rules
//! of its IR. *Guarantees:* never panics, whatever the system; reports every violation it meets, each
//! with a place for people. *Cost:* linear in the size of the system.
//!
//! # Rules
//! Each error names its rule by the word in bold.
//!
//! *Declarations*
//! * **ids**: every id is an index into its table: variables, channels, templates, locations, sorts,
//!   enumerations, parameters of the edge at hand, source files.
//! * **types**: `Unsigned` has 1 to 31 bits, `Signed` 8, 16 or 32; `Range(lo, hi)` has lo ≤ hi.
//! * **enums**: values lie in 1..=255, and an enumeration has no value and no name twice.
//! * **sizes**: a variable has at most 2^24 cells. An array dimension or an edge parameter that a sort
//!   `Index(n)` indexes has at most n entries.
//! * **params**: a template has at least as many variables as parameters, and parameters are scalars.
//! * **init**: initial constants can be stored in the variable's type, are at least one and not more
//!   than it has cells. `Any` belongs to globals. `Chans` belongs to variables of type `Chan` and names
//!   one channel of the variable's scope for each cell. The initial value of a global mentions nothing
//!   that only a process or a running system has.
//! * **start**: a process at the start has one storable argument per parameter, and at most 255 run.
//! * **last**: if an expression mentions the last mover, it is remembered. (The converse is not a rule:
//!   a property may be the one that asks.)
//! * **origins**: a known origin names a source file, and its text is one line.
//!
//! *Control*
//! * **entry**: a template starts at a location that is not transit.
//! * **order**: edges are sorted by location and rank (see [`Template::seal`](crate::Template::seal)).
//! * **transit**: a transit location has an edge. (A rendezvous or an endless loop inside a step is a
//!   run-time error, not a rule: a model may contain one that is never reached.)
//!
//! *Expressions and operations*
//! * **indices**: a place has one index for each dimension of its variable.
//! * **scope**: what belongs to a process is mentioned only in its template; parameters of an edge only
//!   in that edge.
//! * **writes**: a process writes global variables and its own, never those of another process; an
//!   assignment assigns something.
//! * **calls**: `Run` has one argument for each parameter of its template.
//! * **messages**: a send, receive or poll on a channel that is known has at most as many fields as it.
//! * **depth**: expressions nest at most [`MAX_DEPTH`] deep, so that recursion over them is safe.

mod control;
mod expression;

use crate::entity::{Id, SortId};
use crate::expr::Expr;
use crate::system::{Channel, Init, Origin, System, Template, Var};
use crate::types::{Repr, SortKind, Type};
use expression::Within;

/// How deep expressions may nest.
pub const MAX_DEPTH: usize = 500;

/// How many cells a variable may have.
const MAX_CELLS: u64 = 1 << 24;

/// How many processes can run: ids have eight bits, and 255 is never one.
pub(crate) use crate::interpret::MAX_PROCESSES;

/// A rule that a system breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// Where, for people: ``template `P`, edge 12 (line 7: `x = 1`)``.
    pub place: String,
    /// The rule, by its word in the list above.
    pub rule: &'static str,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.message, self.rule)
    }
}

impl std::error::Error for VerifyError {}

/// Checks every rule; the result is empty if the system is well-formed.
pub fn verify(system: &System) -> Vec<VerifyError> {
    let mut v = Verifier { system, place: String::new(), errors: Vec::new() };
    v.declarations();
    for (i, template) in system.templates.iter().enumerate() {
        v.template(i, template);
    }
    v.start();
    v.errors
}

/// Collects errors; `place` is where the walk stands.
struct Verifier<'s> {
    system: &'s System,
    place: String,
    errors: Vec<VerifyError>,
}

impl Verifier<'_> {
    fn error(&mut self, rule: &'static str, message: String) {
        self.errors.push(VerifyError { place: self.place.clone(), rule, message });
    }

    fn require(&mut self, holds: bool, rule: &'static str, message: impl FnOnce() -> String) {
        if !holds {
            self.error(rule, message());
        }
    }

    /// Is the id an index into a table of this length?
    fn in_range(&mut self, id: impl Id + std::fmt::Debug, len: usize) -> bool {
        self.require(id.index() < len, "ids", || format!("{id:?} is not one of {len}"));
        id.index() < len
    }

    fn declarations(&mut self) {
        let system = self.system;
        for e in &system.enums {
            self.place = format!("enumeration `{}`", e.name);
            for (i, (name, value)) in e.values.iter().enumerate() {
                let fits = (1..=255).contains(value);
                self.require(fits, "enums", || format!("`{name}` = {value} is not in 1..=255"));
                let twice = e.values[..i].iter().any(|(n, v)| n == name || v == value);
                self.require(!twice, "enums", || format!("`{name}` = {value} occurs twice"));
            }
        }
        for var in &system.globals {
            self.place = format!("variable `{}`", var.name);
            self.var(var, &Within::System);
        }
        for chan in &system.chans {
            self.place = format!("channel `{}`", chan.name);
            self.channel(chan);
        }
        self.place = "system".into();
        let asked = system.mentions(|e| matches!(e, Expr::LastPid));
        self.require(system.remember_last || !asked, "last", || {
            "an expression asks for the last mover, which is not remembered".into()
        });
    }

    fn start(&mut self) {
        let system = self.system;
        self.place = "system".into();
        let n = system.initial.len();
        self.require(n <= MAX_PROCESSES, "start", || format!("{n} processes at the start"));
        for (pid, start) in system.initial.iter().enumerate() {
            self.place = format!("process {pid} at the start");
            if !self.in_range(start.template, system.templates.len()) {
                continue;
            }
            let t = system.template(start.template);
            let (given, wanted) = (start.args.len(), t.params);
            self.require(given == wanted, "start", || {
                format!("`{}` takes {wanted} arguments, not {given}", t.name)
            });
            for (var, &arg) in t.vars.iter().zip(&start.args) {
                self.storable(var.ty, arg, "start");
            }
        }
    }

    fn channel(&mut self, chan: &Channel) {
        chan.fields.iter().for_each(|&ty| self.ty(ty));
    }

    fn var(&mut self, var: &Var, within: &Within<'_>) {
        self.ty(var.ty);
        for dim in &var.dims {
            if let Some(sort) = dim.sort {
                self.sort_len(sort, dim.len);
            }
        }
        let cells = var.dims.iter().try_fold(1u64, |n, d| n.checked_mul(d.len.into()));
        let Some(cells) = cells.filter(|&n| n <= MAX_CELLS) else {
            self.error("sizes", format!("more than {MAX_CELLS} cells"));
            return;
        };
        match &var.init {
            Init::Expr(Expr::Int(v)) => self.storable(var.ty, *v, "init"),
            Init::Expr(e) => self.initial_value(e, within),
            Init::Cells(values) => self.initial_constants(var, values, cells),
            Init::Any(values) => {
                self.require(matches!(within, Within::System), "init", || {
                    "only a global variable can have several initial values".into()
                });
                self.initial_constants(var, values, u64::MAX);
            }
            Init::Chans(first) => {
                self.require(var.ty.repr == Repr::Chan, "init", || {
                    "holds channels but has another type".into()
                });
                let chans = match within {
                    Within::System => self.system.chans.len(),
                    Within::Template(t) | Within::Edge(t, _) => t.chans.len(),
                };
                self.require(first.0 as u64 + cells <= chans as u64, "init", || {
                    format!("needs {cells} channels from {first:?} on, but there are {chans}")
                });
            }
        }
    }

    fn initial_constants(&mut self, var: &Var, values: &[i32], most: u64) {
        self.require(!values.is_empty() && values.len() as u64 <= most, "init", || {
            format!("{} initial values", values.len())
        });
        values.iter().for_each(|&v| self.storable(var.ty, v, "init"));
    }

    fn storable(&mut self, ty: Type, v: i32, rule: &'static str) {
        // The widths are checked before a value is shifted by them.
        if well_formed(ty.repr) {
            self.require(ty.store(v).is_some(), rule, || format!("{v} is out of range"));
        }
    }

    fn ty(&mut self, ty: Type) {
        self.require(well_formed(ty.repr), "types", || format!("{:?} is not a type", ty.repr));
        if let Repr::Enum(e) = ty.repr {
            self.in_range(e, self.system.enums.len());
        }
        if let Some(sort) = ty.sort {
            self.in_range(sort, self.system.sorts.len());
        }
    }

    /// Can identifiers of this sort index something of this length?
    fn sort_len(&mut self, sort: SortId, len: u32) {
        if self.in_range(sort, self.system.sorts.len())
            && let SortKind::Index(n) = self.system.sorts[sort.index()].kind
        {
            self.require(len <= n, "sizes", || format!("{len} entries for a sort of {n}"));
        }
    }

    fn origin(&mut self, origin: &Origin) {
        let files = self.system.files.len();
        let known = origin.line == 0 || (origin.file as usize) < files;
        self.require(known, "origins", || format!("file {} is not one of {files}", origin.file));
        self.require(!origin.text.contains('\n'), "origins", || "text of several lines".into());
    }

    fn template(&mut self, i: usize, t: &Template) {
        let name = if t.name.is_empty() { i.to_string() } else { format!("`{}`", t.name) };
        let place = format!("template {name}");
        for var in &t.vars {
            self.place = format!("{place}, variable `{}`", var.name);
            self.var(var, &Within::Template(t));
        }
        for chan in &t.chans {
            self.place = format!("{place}, channel `{}`", chan.name);
            self.channel(chan);
        }
        self.place = place.clone();
        self.origin(&t.origin);
        self.require(t.params <= t.vars.len(), "params", || {
            format!("{} parameters but {} variables", t.params, t.vars.len())
        });
        let scalars = t.vars.iter().take(t.params).all(|v| v.dims.is_empty());
        self.require(scalars, "params", || "a parameter is an array".into());
        if let Some(e) = &t.provided {
            self.expr(e, &Within::Template(t));
        }
        self.control(&place, t);
    }
}

fn well_formed(repr: Repr) -> bool {
    match repr {
        Repr::Unsigned(bits) => (1..=31).contains(&bits),
        Repr::Signed(bits) => matches!(bits, 8 | 16 | 32),
        Repr::Range(lo, hi) => lo <= hi,
        Repr::Enum(_) | Repr::Pid | Repr::Chan => true,
    }
}

#[cfg(test)]
mod tests;
