//! What a checked program's names, types and constants stand for.
//!
//! Idea: the syntax tree stays as the parser made it; the facts live in tables beside it, keyed by
//! [`NodeId`]. The lowering never looks up a name: it asks [`Resolved`] what a node means.
//!
//! Source: SPIN's rules. A declaration anywhere in a body makes a variable of the process, whose name is
//! visible from there to the end of its block; there is no shadowing. The names of one mtype are numbered
//! from the *end* of each list, lists one after the other: `mtype = {a, b}; mtype = {c}` gives b = 1,
//! a = 2, c = 3.
//!
//! Guarantees (of a program without errors): every [`VarRef`], declared variable, label, `goto`, `run` and
//! remote reference of the tree has an entry; array sizes are in 1..=65535, widths in 1..=31; a record
//! never contains itself.

use std::collections::HashMap;
use std::sync::Arc;

use super::ast::{NodeId, VarRef, Visibility};
use crate::source::Span;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index into its table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Names a [`Symbol`]. Symbols are numbered in the order of their declarations.
    SymbolId;
    /// Names a [`Body`].
    BodyId;
    /// Names a [`LabelInfo`].
    LabelId;
    /// Names a [`Record`] (a typedef).
    RecordId;
    /// Names an [`Mtype`].
    MtypeId;
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// One bit.
    Bit,
    /// One bit, meant as a truth value.
    Bool,
    /// 0..=255.
    Byte,
    /// A byte that holds a process number.
    Pid,
    /// 16 bits, signed.
    Short,
    /// 32 bits, signed.
    Int,
    /// So many bits, unsigned (1..=31).
    Unsigned(u8),
    /// A channel.
    Chan,
    /// A value of an mtype: a byte.
    Mtype(MtypeId),
    /// A typedef.
    Record(RecordId),
}

/// Something that a name in an expression can stand for.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is declared; none for what is built in.
    pub span: Option<Span>,
    /// What it is.
    pub kind: SymbolKind,
}

/// The kinds of [`Symbol`].
#[derive(Clone, Debug)]
pub enum SymbolKind {
    /// A variable or parameter.
    Variable(Variable),
    /// A constant of an mtype.
    MtypeValue {
        /// Of which.
        mtype: MtypeId,
        /// Its number, from 1.
        value: u8,
    },
    /// Something predefined.
    Builtin(Builtin),
}

/// A variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The type of it, or of its elements.
    pub ty: Type,
    /// The number of elements, if it is an array.
    pub size: Option<u32>,
    /// The process it belongs to; none for a global.
    pub body: Option<BodyId>,
    /// It is a parameter of its process.
    pub param: bool,
    /// `hidden`, `show`, `local`.
    pub visibility: Option<Visibility>,
    /// The [`VarDecl`](super::ast::VarDecl) that declares it.
    pub decl: NodeId,
    /// It has its initial value from the moment its process exists. Otherwise (a declaration behind a
    /// statement, or in a nested block) it is 0 then, and its declaration is an assignment step where it
    /// stands. Always true of globals and parameters.
    pub at_start: bool,
    /// The channel it is declared with, if any: the [`ChanInit`](super::ast::ChanInit)'s id.
    pub channel: Option<NodeId>,
}

/// What is predefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// `_`: takes any value and forgets it.
    Ignore,
    /// `_pid`: the number of this process.
    Pid,
    /// `_last`: the number of the process that made the last step.
    Last,
    /// `_nr_pr`: the number of processes that exist.
    ProcessCount,
    /// `_priority`: that of this process.
    Priority,
}

/// What a [`VarRef`] stands for.
#[derive(Clone, Debug)]
pub struct VarUse {
    /// What its first name stands for.
    pub symbol: SymbolId,
    /// For each name behind a `.`, the number of the field in its record.
    pub fields: Vec<u32>,
    /// The type of what is referred to (of its elements, if it is an array without index).
    pub ty: Type,
    /// The number of elements, if the reference is to a whole array. Only the array of a
    /// `for (i in a)` may be so.
    pub whole_array: Option<u32>,
}

/// One process text: a proctype, `init`, a claim, a trace.
#[derive(Clone, Debug)]
pub struct Body {
    /// Which kind.
    pub kind: BodyKind,
    /// Its name; SPIN's `:init:`, `never_0`, `:trace:` where it has none of its own.
    pub name: Arc<str>,
    /// Its place in [`Program::items`](super::ast::Program::items).
    pub item: usize,
    /// The parameters in order (also the first of `locals`).
    pub params: Vec<SymbolId>,
    /// All variables, parameters and those of nested blocks included, in the order of declaration.
    pub locals: Vec<SymbolId>,
    /// The labels, in the order of the text.
    pub labels: Vec<LabelId>,
    /// How many instances exist from the start (`active`; 1 for `init`).
    pub active: u32,
    /// The priority of those instances, 1 unless given.
    pub priority: u8,
}

/// The kinds of [`Body`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// `proctype`.
    Proctype,
    /// `init`.
    Init,
    /// `never`.
    Never,
    /// `trace`.
    Trace,
    /// `notrace`.
    Notrace,
}

/// A label.
#[derive(Clone, Debug)]
pub struct LabelInfo {
    /// Its name.
    pub name: Arc<str>,
    /// Where it stands.
    pub span: Span,
    /// The process text it is in.
    pub body: BodyId,
    /// The statement it names.
    pub stmt: NodeId,
}

/// A typedef.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its name.
    pub name: Arc<str>,
    /// Where its name is declared.
    pub span: Span,
    /// Its place in [`Program::items`](super::ast::Program::items).
    pub item: usize,
    /// Its fields in order.
    pub fields: Vec<Field>,
}

/// A field of a [`Record`].
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Arc<str>,
    /// Where it is declared.
    pub span: Span,
    /// The type of it, or of its elements.
    pub ty: Type,
    /// The number of elements, if it is an array.
    pub size: Option<u32>,
    /// The [`VarDecl`](super::ast::VarDecl) that declares it.
    pub decl: NodeId,
    /// The channel it is declared with, if any: the [`ChanInit`](super::ast::ChanInit)'s id.
    pub channel: Option<NodeId>,
}

/// A set of named constants.
#[derive(Clone, Debug)]
pub struct Mtype {
    /// Its name; none for plain `mtype`.
    pub name: Option<Arc<str>>,
    /// Where it is named first; none for plain `mtype`.
    pub span: Option<Span>,
    /// The names: the one with value `v` is at `v - 1`.
    pub values: Vec<Arc<str>>,
}

/// What messages a declared channel takes.
#[derive(Clone, Debug)]
pub struct ChanShape {
    /// How many messages it holds; 0 for a rendezvous.
    pub capacity: u32,
    /// The types as declared.
    pub fields: Vec<Type>,
    /// The same with records taken apart into their fields, arrays into their elements.
    pub flat: Vec<Type>,
}

/// All tables.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// By [`SymbolId`].
    pub symbols: Vec<Symbol>,
    /// By [`BodyId`]; in the order of the text.
    pub bodies: Vec<Body>,
    /// By [`LabelId`].
    pub labels: Vec<LabelInfo>,
    /// By [`RecordId`].
    pub records: Vec<Record>,
    /// By [`MtypeId`]; the first is plain `mtype`, which may be empty.
    pub mtypes: Vec<Mtype>,
    pub(super) uses: HashMap<NodeId, VarUse>,
    pub(super) declared: HashMap<NodeId, SymbolId>,
    pub(super) label_nodes: HashMap<NodeId, LabelId>,
    pub(super) processes: HashMap<NodeId, BodyId>,
    pub(super) channels: HashMap<NodeId, ChanShape>,
    pub(super) constants: HashMap<NodeId, i32>,
}

impl Resolved {
    /// The symbol behind an id.
    #[must_use]
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }

    /// The variable behind an id, if it is one.
    #[must_use]
    pub fn variable(&self, id: SymbolId) -> Option<&Variable> {
        match &self.symbol(id).kind {
            SymbolKind::Variable(variable) => Some(variable),
            _ => None,
        }
    }

    /// What a reference stands for.
    #[must_use]
    pub fn var(&self, var: &VarRef) -> Option<&VarUse> {
        self.uses.get(&var.id)
    }

    /// The symbol that a [`VarDecl`](super::ast::VarDecl) declares (none for a field of a typedef).
    #[must_use]
    pub fn declared(&self, decl: NodeId) -> Option<SymbolId> {
        self.declared.get(&decl).copied()
    }

    /// The label that a [`Label`](super::ast::Label) is, a `goto` statement leads to, or a
    /// `P@L` expression asks about.
    #[must_use]
    pub fn label(&self, node: NodeId) -> Option<LabelId> {
        self.label_nodes.get(&node).copied()
    }

    /// The process text that a `run` or remote reference (an expression's id) speaks of.
    #[must_use]
    pub fn process(&self, node: NodeId) -> Option<BodyId> {
        self.processes.get(&node).copied()
    }

    /// The shape of the channel that a [`ChanInit`](super::ast::ChanInit) makes.
    #[must_use]
    pub fn channel(&self, init: NodeId) -> Option<&ChanShape> {
        self.channels.get(&init)
    }

    /// The value of a constant expression: an array size, width, capacity, number of active instances or
    /// priority (by the expression's id).
    #[must_use]
    pub fn constant(&self, expr: NodeId) -> Option<i32> {
        self.constants.get(&expr).copied()
    }

    /// The body of a proctype, by name.
    #[must_use]
    pub fn proctype(&self, name: &str) -> Option<BodyId> {
        let found = |b: &Body| b.kind == BodyKind::Proctype && &*b.name == name;
        self.bodies.iter().position(found).and_then(|i| u32::try_from(i).ok()).map(BodyId)
    }

    /// A type taken apart: a record becomes its fields, an array its elements. The types of messages and
    /// parameters are checked to be short; that of a variable may be very long.
    #[must_use]
    pub fn flatten(&self, ty: Type, size: Option<u32>) -> Vec<Type> {
        let one = match ty {
            Type::Record(id) => self.records[id.index()]
                .fields
                .iter()
                .flat_map(|f| self.flatten(f.ty, f.size))
                .collect(),
            other => vec![other],
        };
        match size {
            None => one,
            Some(n) => (0..n).flat_map(|_| one.iter().copied()).collect(),
        }
    }

    /// How a message should call a type.
    #[must_use]
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "bit".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Byte => "byte".to_owned(),
            Type::Pid => "pid".to_owned(),
            Type::Short => "short".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Unsigned(width) => format!("unsigned : {width}"),
            Type::Chan => "chan".to_owned(),
            Type::Mtype(id) => match &self.mtypes[id.index()].name {
                Some(name) => format!("mtype:{name}"),
                None => "mtype".to_owned(),
            },
            Type::Record(id) => self.records[id.index()].name.to_string(),
        }
    }
}

impl Type {
    /// What a number becomes when it is stored in a variable of this type.
    #[must_use]
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "cutting off bits is what an assignment does in Promela"
    )]
    pub fn truncate(self, value: i32) -> i32 {
        match self {
            Type::Bit | Type::Bool => value & 1,
            Type::Byte | Type::Pid | Type::Mtype(_) => i32::from(value as u8),
            Type::Short => i32::from(value as i16),
            Type::Unsigned(width) => value & ((1i64 << width) - 1) as i32,
            Type::Int | Type::Chan | Type::Record(_) => value,
        }
    }
}
