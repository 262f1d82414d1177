//! The system: process templates over variables and channels, and who runs at the start.
//!
//! *Idea:* a network of processes. A process is an instance of a [`Template`], a control graph whose
//! edges are guarded, imperative steps. One edge of one process instance is a *transition group*, the
//! unit that footprints, reductions and traces speak of.
//! *Source:* Promela's semantics as SPIN implements it; LTSmin's groups; Cranelift's habit of an IR with
//! a verifier (`verify.rs`), a text form (`text/`) and an interpreter (`interpret/`).
//!
//! # Semantics
//! The interpreter is the definition; this is its summary.
//!
//! * **Enabled.** An edge is enabled if its [`Guard`] holds and its [`Op`] can be carried out (a send
//!   needs room, a receive a matching message, an end the youngest process). At one location, edges of a
//!   higher [`Edge::rank`] are considered only if no edge of a lower rank is enabled. An
//!   [`Guard::Else`] edge is enabled if no edge before it in its location's list is. A rendezvous send is
//!   enabled if a partner is ready to receive; a rendezvous receive never is by itself (as in SPIN).
//! * **Who may move.** Any process whose `provided` clause holds; under [`Scheduling::Priority`] only
//!   those for which no process of strictly higher priority has an enabled edge.
//! * **Steps.** A step executes one edge of one process, or, on a channel of capacity 0, a send of one
//!   and a matching receive of another process. It goes on through *transit* locations, in which the
//!   first enabled edge is taken at once and being stuck is a run-time error (`d_step`, merged
//!   statements). After an edge that *holds* control (`atomic`), the same process moves on at once if it
//!   can; the states in between are not states of the system. After a rendezvous the receiver's edge
//!   decides.
//! * **Timeout.** If no process can move, all are tried once more with [`Expr::Timeout`] = 1.
//! * **Creation and death.** A new process gets the lowest free id, which is the number of running
//!   processes, because only the youngest process may end. Its channels live and die with it.
//! * **Faults.** A failed assertion is recorded and execution goes on; any other run-time error ends the
//!   run at that point.

use crate::entity::{ChanId, EdgeId, EnumId, Id, LocId, ParamId, SortId, TemplateId, VarId};
use crate::expr::{Expr, Pattern, Place};
use crate::types::{Enum, Sort, Type};

/// Where a piece of the IR comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Index into [`System::files`].
    pub file: u32,
    /// Line, from 1; 0 for unknown.
    pub line: u32,
    /// Column, from 1; 0 for unknown.
    pub column: u32,
    /// The source text, on one line.
    pub text: String,
}

/// A whole system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct System {
    /// Its name, for people.
    pub name: String,
    /// Names of the source files.
    pub files: Vec<String>,
    /// The enumerations.
    pub enums: Vec<Enum>,
    /// The sorts.
    pub sorts: Vec<Sort>,
    /// The global variables.
    pub globals: Vec<Var>,
    /// The global channels.
    pub chans: Vec<Channel>,
    /// The process templates.
    pub templates: Vec<Template>,
    /// The processes that run at the start, in the order of their ids.
    pub initial: Vec<Start>,
    /// Who may move.
    pub scheduling: Scheduling,
    /// Is the id of the last mover part of the state? (Only if something reads it.)
    pub remember_last: bool,
}

/// Who may move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheduling {
    /// Every process that can.
    #[default]
    Free,
    /// Only processes of the highest priority among those that can.
    Priority,
}

/// A process that runs at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// What it runs.
    pub template: TemplateId,
    /// Its arguments.
    pub args: Vec<i32>,
    /// Its priority.
    pub priority: i32,
}

/// A variable: a scalar, or an array of any number of dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Var {
    /// Its name; fields of records and block-scoped names are spelled out (`msg.kind`).
    pub name: String,
    /// The type of each cell.
    pub ty: Type,
    /// The dimensions, outermost first; none for a scalar.
    pub dims: Vec<Dim>,
    /// What it holds at first.
    pub init: Init,
    /// Show it in traces?
    pub shown: bool,
}

/// One dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Number of entries.
    pub len: u32,
    /// Whose identifiers index it, if any.
    pub sort: Option<SortId>,
}

/// Initial contents of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// This value in every cell, computed when the variable comes into being.
    Expr(Expr),
    /// One constant per cell, in row-major order; the last one is repeated.
    Cells(Vec<i32>),
    /// References to consecutive channels of the same scope, beginning with this one.
    Chans(ChanId),
    /// Any of these values, independently for every cell: several initial states. Globals only.
    Any(Vec<i32>),
}

/// A channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Its name.
    pub name: String,
    /// How many messages it holds; 0 for rendezvous.
    pub capacity: u32,
    /// The types of the fields of a message.
    pub fields: Vec<Type>,
}

/// A process template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// Its name.
    pub name: String,
    /// Its variables; the first [`Template::params`] of them are set from the arguments.
    pub vars: Vec<Var>,
    /// Number of parameters.
    pub params: usize,
    /// The channels that each instance owns.
    pub chans: Vec<Channel>,
    /// The control locations.
    pub locs: Vec<Loc>,
    /// The edges, sorted by location, rank and order of trial (see [`Template::seal`]).
    pub edges: Vec<Edge>,
    /// Where an instance starts.
    pub entry: LocId,
    /// An instance may move only while this holds.
    pub provided: Option<Expr>,
    /// Where it is declared.
    pub origin: Origin,
}

/// A control location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loc {
    /// The labels that name it.
    pub labels: Vec<String>,
    /// A process may rest here for ever.
    pub end: bool,
    /// Passing here infinitely often is progress.
    pub progress: bool,
    /// Passing here infinitely often is an acceptance cycle.
    pub accept: bool,
    /// Never a state: the first enabled edge is taken at once.
    pub transit: bool,
    /// The number that Promela's `pcvalue` gives it.
    pub number: u32,
    /// Variables of the process whose values nobody will ask for from here on: they are set to
    /// [`Type::zero`] on arrival, so that states do not differ in them.
    pub reset: Vec<VarId>,
}

/// When an edge may be taken, beside what its operation requires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Whenever this expression is not 0.
    When(Expr),
    /// When no edge before it at the same location is enabled.
    Else,
}

/// One step of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// From here
    pub from: LocId,
    /// to there.
    pub to: LocId,
    /// One transition for each value of each parameter: a quantified choice.
    pub params: Vec<Param>,
    /// When.
    pub guard: Guard,
    /// What.
    pub op: Op,
    /// After it, the same process moves on at once if it can.
    pub hold: bool,
    /// Edges of a lower rank take precedence at the same location.
    pub rank: u8,
    /// The statement.
    pub origin: Origin,
}

/// A parameter of a quantified edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// It ranges over `0..len`
    pub len: u32,
    /// and identifies members of this sort, if any.
    pub sort: Option<SortId>,
}

/// What an edge does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Nothing.
    Skip,
    /// Assigns, one after the other.
    Assign(Vec<(Place, Expr)>),
    /// Sends a message.
    Send {
        /// To this channel.
        chan: Expr,
        /// The message; fields that are left out are 0.
        args: Vec<Expr>,
        /// In front of the first message that is greater, field by field, instead of at the end.
        sorted: bool,
    },
    /// Receives a message.
    Receive {
        /// From this channel.
        chan: Expr,
        /// What must match, and where the fields go.
        fields: Vec<Pattern>,
        /// Take the first message that matches instead of the head.
        anywhere: bool,
        /// Leave the message in the channel.
        keep: bool,
    },
    /// Starts a process.
    Run {
        /// What it runs.
        template: TemplateId,
        /// Its arguments.
        args: Vec<Expr>,
        /// Its priority.
        priority: i32,
        /// Where its id goes.
        pid: Option<Place>,
    },
    /// Ends the process, which must be the youngest.
    End,
    /// Fails if the expression is 0.
    Assert(Expr),
    /// Prints; `%d` and friends are replaced as in Promela's `printf`.
    Print(String, Vec<Expr>),
    /// Sets the priority of the process with the given id.
    SetPriority(Expr, Expr),
}

impl Edge {
    /// Calls `f` on every expression of the edge, assigned places' indices included.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        if let Guard::When(e) = &self.guard {
            e.walk(f);
        }
        match &self.op {
            Op::Skip | Op::End => {}
            Op::Assign(list) => list.iter().for_each(|(p, e)| {
                p.walk(f);
                e.walk(f);
            }),
            Op::Send { chan, args, .. } => {
                chan.walk(f);
                args.iter().for_each(|e| e.walk(f));
            }
            Op::Receive { chan, fields, .. } => {
                chan.walk(f);
                fields.iter().for_each(|p| p.walk(f));
            }
            Op::Run { args, pid, .. } => {
                args.iter().for_each(|e| e.walk(f));
                pid.iter().for_each(|p| p.walk(f));
            }
            Op::Assert(e) => e.walk(f),
            Op::Print(_, args) => args.iter().for_each(|e| e.walk(f)),
            Op::SetPriority(a, b) => {
                a.walk(f);
                b.walk(f);
            }
        }
    }

    /// Rebuilds every expression of the edge, see [`Expr::map`].
    pub fn map(self, f: &mut dyn FnMut(Expr) -> Expr) -> Edge {
        let guard = match self.guard {
            Guard::When(e) => Guard::When(e.map(f)),
            Guard::Else => Guard::Else,
        };
        let op = match self.op {
            Op::Skip => Op::Skip,
            Op::End => Op::End,
            Op::Assign(list) => {
                Op::Assign(list.into_iter().map(|(p, e)| (p.map(f), e.map(f))).collect())
            }
            Op::Send { chan, args, sorted } => Op::Send {
                chan: chan.map(f),
                args: args.into_iter().map(|e| e.map(f)).collect(),
                sorted,
            },
            Op::Receive { chan, fields, anywhere, keep } => Op::Receive {
                chan: chan.map(f),
                fields: fields.into_iter().map(|p| p.map(f)).collect(),
                anywhere,
                keep,
            },
            Op::Run { template, args, priority, pid } => Op::Run {
                template,
                args: args.into_iter().map(|e| e.map(f)).collect(),
                priority,
                pid: pid.map(|p| p.map(f)),
            },
            Op::Assert(e) => Op::Assert(e.map(f)),
            Op::Print(text, args) => Op::Print(text, args.into_iter().map(|e| e.map(f)).collect()),
            Op::SetPriority(a, b) => {
                let a = a.map(f);
                Op::SetPriority(a, b.map(f))
            }
        };
        Edge { guard, op, ..self }
    }
}

impl Var {
    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.dims.iter().map(|d| d.len as usize).product()
    }
}

impl Template {
    /// Sorts the edges by location and rank, keeping the given order within a rank.
    pub fn seal(&mut self) {
        self.edges.sort_by_key(|e| (e.from, e.rank));
    }

    /// The edges that leave a location, in the order of trial. Requires [`Template::seal`].
    pub fn out(&self, loc: LocId) -> impl DoubleEndedIterator<Item = EdgeId> + Clone + use<> {
        let first = self.edges.partition_point(|e| e.from < loc);
        let last = self.edges.partition_point(|e| e.from <= loc);
        (first..last).map(EdgeId::new)
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id.index()]
    }

    /// A location.
    pub fn loc(&self, id: LocId) -> &Loc {
        &self.locs[id.index()]
    }

    /// A variable.
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id.index()]
    }
}

impl System {
    /// A template.
    pub fn template(&self, id: TemplateId) -> &Template {
        &self.templates[id.index()]
    }

    /// A global variable.
    pub fn global(&self, id: VarId) -> &Var {
        &self.globals[id.index()]
    }

    /// All templates with their ids.
    pub fn templates(&self) -> impl Iterator<Item = (TemplateId, &Template)> {
        self.templates.iter().enumerate().map(|(i, t)| (TemplateId::new(i), t))
    }

    /// The most channels that one process owns.
    pub fn own_chans(&self) -> usize {
        self.templates.iter().map(|t| t.chans.len()).max().unwrap_or(0)
    }

    /// The value that refers to a global channel. 0 refers to none.
    pub fn channel_ref(&self, chan: ChanId) -> i32 {
        1 + chan.0 as i32
    }

    /// The value that refers to a channel of the process `pid`.
    pub fn own_channel_ref(&self, pid: usize, chan: ChanId) -> i32 {
        (1 + self.chans.len() + pid * self.own_chans() + chan.index()) as i32
    }

    /// What a channel value refers to: a global channel, or one of a process.
    pub fn channel_of(&self, value: i32) -> Option<ChannelRef> {
        let i = usize::try_from(value).ok()?.checked_sub(1)?;
        if i < self.chans.len() {
            return Some(ChannelRef::Global(ChanId::new(i)));
        }
        let (i, own) = (i - self.chans.len(), self.own_chans());
        (own > 0).then(|| ChannelRef::Own(i / own, ChanId::new(i % own)))
    }

    /// The name of an enumeration's value.
    pub fn enum_name(&self, id: EnumId, value: i32) -> Option<&str> {
        let named = self.enums[id.index()].values.iter().find(|(_, v)| *v == value);
        named.map(|(name, _)| name.as_str())
    }

    /// Does any expression of the system satisfy the predicate?
    pub fn mentions(&self, pred: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= pred(e));
        found
    }

    /// Calls `f` on every expression of every template.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        for t in &self.templates {
            t.provided.iter().for_each(|e| e.walk(f));
            t.edges.iter().for_each(|e| e.walk(f));
            for v in &t.vars {
                if let Init::Expr(e) = &v.init {
                    e.walk(f);
                }
            }
        }
    }
}

/// What a channel value refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelRef {
    /// A global channel.
    Global(ChanId),
    /// A channel of the process with this id.
    Own(usize, ChanId),
}

/// A parameter of the edge by its id.
impl std::ops::Index<ParamId> for Edge {
    type Output = Param;
    fn index(&self, id: ParamId) -> &Param {
        &self.params[id.index()]
    }
}
