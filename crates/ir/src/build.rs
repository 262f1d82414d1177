//! A builder for systems: what tests and small front ends write instead of nested literals.
//!
//! *Idea:* one builder for the system and one for each template; every `add`-like method returns the id
//! of what it added, and an edge is returned by reference, so that a rare flag is set by a plain
//! assignment: `t.step(a, b, op).hold = true`. *Guarantees:* [`SystemBuilder::finish`] seals every
//! template and sets [`System::remember_last`] if something reads it. Nothing else is checked here; that
//! is the verifier's task. *Cost:* none worth naming.
//!
//! ```
//! use burnside_ir::{Expr, Op, Place, Type, SystemBuilder, TemplateBuilder, verify};
//!
//! let mut s = SystemBuilder::new("counter");
//! let x = s.global("x", Type::BYTE);
//! let mut t = TemplateBuilder::new("P");
//! let a = t.loc("start");
//! let next = Expr::from(Place::global(x)).plus(1);
//! t.step(a, a, Op::assign(Place::global(x), next));
//! let p = s.template(t);
//! s.start(p, &[]);
//! assert!(verify(&s.finish()).is_empty());
//! ```

use crate::entity::{ChanId, EnumId, Id, LocId, SortId, TemplateId, VarId};
use crate::expr::{Binary, Expr, Pattern, Place, Unary};
use crate::system::{
    Channel, Dim, Edge, Guard, Init, Loc, Op, Origin, Start, System, Template, Var,
};
use crate::types::{Enum, Sort, SortKind, Type};

/// Builds a [`System`].
#[derive(Debug, Default)]
pub struct SystemBuilder {
    system: System,
}

/// Builds a [`Template`].
#[derive(Debug)]
pub struct TemplateBuilder {
    template: Template,
}

/// Appends and returns the id of the new entry.
fn push<I: Id, T>(table: &mut Vec<T>, entry: T) -> I {
    table.push(entry);
    I::new(table.len() - 1)
}

/// A variable that is shown and holds 0 at first.
fn var(name: &str, ty: Type, dims: &[u32]) -> Var {
    let dims = dims.iter().map(|&len| Dim { len, sort: None }).collect();
    Var { name: name.into(), ty, dims, init: Init::Expr(Expr::Int(0)), shown: true }
}

fn channel(name: &str, capacity: u32, fields: &[Type]) -> Channel {
    Channel { name: name.into(), capacity, fields: fields.to_vec() }
}

impl SystemBuilder {
    /// An empty system.
    pub fn new(name: &str) -> Self {
        SystemBuilder { system: System { name: name.into(), ..System::default() } }
    }

    /// Adds the name of a source file; the result goes into [`Origin::file`].
    pub fn file(&mut self, name: &str) -> u32 {
        self.system.files.push(name.into());
        self.system.files.len() as u32 - 1
    }

    /// Adds an enumeration; the names get the values 1, 2, …
    pub fn enumeration(&mut self, name: &str, names: &[&str]) -> EnumId {
        let values = names.iter().zip(1..).map(|(n, v)| (n.to_string(), v)).collect();
        push(&mut self.system.enums, Enum { name: name.into(), values })
    }

    /// Adds a sort.
    pub fn sort(&mut self, name: &str, kind: SortKind) -> SortId {
        push(&mut self.system.sorts, Sort { name: name.into(), kind })
    }

    /// Adds a global scalar.
    pub fn global(&mut self, name: &str, ty: Type) -> VarId {
        self.array(name, ty, &[])
    }

    /// Adds a global array.
    pub fn array(&mut self, name: &str, ty: Type, dims: &[u32]) -> VarId {
        push(&mut self.system.globals, var(name, ty, dims))
    }

    /// A global variable, to change its initial contents or its sorts.
    pub fn global_mut(&mut self, id: VarId) -> &mut Var {
        &mut self.system.globals[id.index()]
    }

    /// Adds a global channel.
    pub fn channel(&mut self, name: &str, capacity: u32, fields: &[Type]) -> ChanId {
        push(&mut self.system.chans, channel(name, capacity, fields))
    }

    /// Adds a template.
    pub fn template(&mut self, template: TemplateBuilder) -> TemplateId {
        push(&mut self.system.templates, template.template)
    }

    /// Adds a process that runs at the start, with priority 1.
    pub fn start(&mut self, template: TemplateId, args: &[i32]) {
        self.system.initial.push(Start { template, args: args.to_vec(), priority: 1 });
    }

    /// The system under construction, for what has no method here.
    pub fn system(&mut self) -> &mut System {
        &mut self.system
    }

    /// The finished system, sealed.
    pub fn finish(mut self) -> System {
        self.system.templates.iter_mut().for_each(Template::seal);
        self.system.remember_last |= self.system.mentions(|e| matches!(e, Expr::LastPid));
        self.system
    }
}

impl TemplateBuilder {
    /// A template without locations; the first one that is added is its entry.
    pub fn new(name: &str) -> Self {
        let template = Template {
            name: name.into(),
            vars: Vec::new(),
            params: 0,
            chans: Vec::new(),
            locs: Vec::new(),
            edges: Vec::new(),
            entry: LocId(0),
            provided: None,
            origin: Origin::default(),
        };
        TemplateBuilder { template }
    }

    /// Adds a parameter. Requires that no other variable has been added yet.
    pub fn param(&mut self, name: &str, ty: Type) -> VarId {
        assert_eq!(self.template.params, self.template.vars.len(), "parameters come first");
        self.template.params += 1;
        self.local(name, ty)
    }

    /// Adds a scalar.
    pub fn local(&mut self, name: &str, ty: Type) -> VarId {
        self.array(name, ty, &[])
    }

    /// Adds an array.
    pub fn array(&mut self, name: &str, ty: Type, dims: &[u32]) -> VarId {
        push(&mut self.template.vars, var(name, ty, dims))
    }

    /// A variable, to change its initial contents or its sorts.
    pub fn local_mut(&mut self, id: VarId) -> &mut Var {
        &mut self.template.vars[id.index()]
    }

    /// Adds a channel that each instance owns.
    pub fn channel(&mut self, name: &str, capacity: u32, fields: &[Type]) -> ChanId {
        push(&mut self.template.chans, channel(name, capacity, fields))
    }

    /// Adds a location with one label, or with none if the label is empty.
    pub fn loc(&mut self, label: &str) -> LocId {
        let labels = if label.is_empty() { Vec::new() } else { vec![label.into()] };
        push(&mut self.template.locs, Loc { labels, ..Loc::default() })
    }

    /// Adds a location that is never a state.
    pub fn transit(&mut self) -> LocId {
        push(&mut self.template.locs, Loc { transit: true, ..Loc::default() })
    }

    /// A location, to set its flags.
    pub fn loc_mut(&mut self, id: LocId) -> &mut Loc {
        &mut self.template.locs[id.index()]
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: LocId, to: LocId, guard: Guard, op: Op) -> &mut Edge {
        self.template.edges.push(Edge {
            from,
            to,
            params: Vec::new(),
            guard,
            op,
            hold: false,
            rank: 0,
            origin: Origin::default(),
        });
        self.template.edges.last_mut().expect("just pushed")
    }

    /// Adds an edge that waits for a condition and does nothing else.
    pub fn when(&mut self, from: LocId, to: LocId, guard: Expr) -> &mut Edge {
        self.edge(from, to, Guard::When(guard), Op::Skip)
    }

    /// Adds an edge without a guard of its own.
    pub fn step(&mut self, from: LocId, to: LocId, op: Op) -> &mut Edge {
        self.edge(from, to, Guard::When(Expr::TRUE), op)
    }

    /// Adds an edge that is taken when no edge before it at its location is enabled.
    pub fn otherwise(&mut self, from: LocId, to: LocId) -> &mut Edge {
        self.edge(from, to, Guard::Else, Op::Skip)
    }

    /// The template under construction, for what has no method here.
    pub fn template(&mut self) -> &mut Template {
        &mut self.template
    }
}

impl From<i32> for Expr {
    fn from(v: i32) -> Expr {
        Expr::Int(v)
    }
}

impl From<Place> for Expr {
    fn from(place: Place) -> Expr {
        Expr::Load(place)
    }
}

/// Operators in the order in which they are read.
impl Expr {
    /// `self == other`.
    pub fn equals(self, other: impl Into<Expr>) -> Expr {
        Expr::binary(Binary::Eq, self, other.into())
    }

    /// `self < other`.
    pub fn less(self, other: impl Into<Expr>) -> Expr {
        Expr::binary(Binary::Lt, self, other.into())
    }

    /// `self + other`.
    pub fn plus(self, other: impl Into<Expr>) -> Expr {
        Expr::binary(Binary::Add, self, other.into())
    }

    /// `self && other`.
    pub fn and(self, other: impl Into<Expr>) -> Expr {
        Expr::binary(Binary::And, self, other.into())
    }

    /// `!self`.
    pub fn negated(self) -> Expr {
        Expr::unary(Unary::Not, self)
    }
}

impl Place {
    /// The cell of this array at one index more.
    #[must_use]
    pub fn at(mut self, index: impl Into<Expr>) -> Place {
        self.index.push(index.into());
        self
    }
}

impl Op {
    /// One assignment.
    pub fn assign(place: Place, value: impl Into<Expr>) -> Op {
        Op::Assign(vec![(place, value.into())])
    }

    /// A send to the end of a channel.
    pub fn send(chan: Expr, args: Vec<Expr>) -> Op {
        Op::Send { chan, args, sorted: false }
    }

    /// A receive of the first message of a channel.
    pub fn receive(chan: Expr, fields: Vec<Pattern>) -> Op {
        Op::Receive { chan, fields, anywhere: false, keep: false }
    }
}

impl Origin {
    /// A place in the first source file.
    pub fn at(line: u32, column: u32, text: &str) -> Origin {
        Origin { file: 0, line, column, text: text.into() }
    }
}
