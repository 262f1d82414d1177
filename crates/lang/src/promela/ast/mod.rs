//! The syntax tree of a Promela program, after macros and inlines have been expanded.
//!
//! Idea: one node per construct of the language, nothing desugared (a `for` is a `for`), so that the
//! lowering sees what the user wrote and diagnostics can speak of it. Every node has a [`Span`]; every
//! node that a later phase wants to attach facts to has a [`NodeId`], dense per program, so that facts
//! live in plain vectors beside the tree (see `resolved.rs`) and the tree itself is never rewritten.
//!
//! Source: the grammar of SPIN 6.5.2. Where we differ:
//! - names of mtype constants, variables and builtins are all [`VarRef`]s here; name resolution tells
//!   them apart (SPIN's lexer does it while reading);
//! - LTL formulas have a tree of their own, [`Ltl`], rather than a string;
//! - labels sit on the statement they name. In `L: {..} unless {..}` that is the `unless`.
//!
//! Guarantees (of a program without errors): no [`StmtKind::Error`] or [`ExprKind::Error`] node; blocks,
//! options and channel field lists are not empty; ids are unique and smaller than
//! [`Program::node_count`].

#![allow(
    clippy::large_enum_variant,
    reason = "a tree is small and built once; nodes without boxes are easier to match on"
)]

mod expr;
mod ltl;
mod stmt;

pub use expr::*;
pub use ltl::*;
pub use stmt::*;

use std::sync::Arc;

use crate::source::Span;

/// A number for a node, unique in its program and dense from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The id as an index into a table.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A name and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: Arc<str>,
    /// Where it stands.
    pub span: Span,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Everything at top level, in the order written.
    pub items: Vec<Item>,
    /// One more than the largest [`NodeId`].
    pub node_count: u32,
}

/// Something at top level.
#[derive(Clone, Debug)]
pub enum Item {
    /// `proctype P(…) { … }`.
    Proctype(Proctype),
    /// `init { … }`.
    Init(Init),
    /// `never [name] { … }`.
    Never(Never),
    /// `trace { … }` or `notrace { … }`.
    Trace(Trace),
    /// `ltl [name] { … }`.
    Ltl(LtlBlock),
    /// Variables and channels.
    Decl(Decl),
    /// `mtype [:name] = { … }`.
    Mtype(MtypeDecl),
    /// `typedef T { … }`.
    Typedef(Typedef),
    /// `inline f(…) { … }`; kept for its name and place, calls are expanded already.
    Inline(InlineDef),
}

/// `[active [n]] proctype P(params) [priority n] [provided (e)] { … }`.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Own id.
    pub id: NodeId,
    /// Its name.
    pub name: Ident,
    /// `D_proctype`: SPIN demands that it be deterministic.
    pub deterministic: bool,
    /// `active`, with the number of instances.
    pub active: Option<Active>,
    /// Parameters, grouped as written (`byte a, b; chan c` is two groups).
    pub params: Vec<Decl>,
    /// `priority n`: that of instances started by `active`. A constant expression.
    pub priority: Option<Expr>,
    /// `provided (e)`.
    pub provided: Option<Expr>,
    /// The body.
    pub body: Block,
    /// From `active` or `proctype` to the closing brace.
    pub span: Span,
}

/// The `active` in front of a proctype.
#[derive(Clone, Debug)]
pub struct Active {
    /// The constant expression in brackets; `active` alone means 1.
    pub count: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// `init [priority n] { … }`.
#[derive(Clone, Debug)]
pub struct Init {
    /// Own id.
    pub id: NodeId,
    /// `priority n`. A constant expression.
    pub priority: Option<Expr>,
    /// The body.
    pub body: Block,
    /// The keyword.
    pub keyword: Span,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// `never [name] { … }`.
#[derive(Clone, Debug)]
pub struct Never {
    /// Own id.
    pub id: NodeId,
    /// Its name, if given (SPIN calls the others `never_0`, `never_1`, …).
    pub name: Option<Ident>,
    /// The body.
    pub body: Block,
    /// The keyword.
    pub keyword: Span,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// `trace { … }` or `notrace { … }`.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Own id.
    pub id: NodeId,
    /// `notrace`: the sequences that must not happen.
    pub negated: bool,
    /// The body.
    pub body: Block,
    /// The keyword.
    pub keyword: Span,
    /// From the keyword to the closing brace.
    pub span: Span,
}

/// `ltl [name] { formula }`.
#[derive(Clone, Debug)]
pub struct LtlBlock {
    /// Own id.
    pub id: NodeId,
    /// Its name, if given (SPIN calls the others `ltl_0`, `ltl_1`, …, counting the unnamed only).
    pub name: Option<Ident>,
    /// The formula.
    pub formula: Ltl,
    /// From `ltl` to the closing brace.
    pub span: Span,
}

/// `mtype [:name] = { A, B, … }`.
#[derive(Clone, Debug)]
pub struct MtypeDecl {
    /// Own id.
    pub id: NodeId,
    /// The subtype declared into; none for plain `mtype`.
    pub subtype: Option<Ident>,
    /// The names in the order written (SPIN numbers each list from its end, see `resolved.rs`).
    pub names: Vec<Ident>,
    /// The whole declaration.
    pub span: Span,
}

/// `typedef T { fields }`.
#[derive(Clone, Debug)]
pub struct Typedef {
    /// Own id.
    pub id: NodeId,
    /// Its name.
    pub name: Ident,
    /// The fields, grouped as written.
    pub fields: Vec<Decl>,
    /// The whole declaration.
    pub span: Span,
}

/// `inline f(a, b) { … }`.
#[derive(Clone, Debug)]
pub struct InlineDef {
    /// Its name.
    pub name: Ident,
    /// The formal parameters.
    pub params: Vec<Ident>,
    /// The whole definition.
    pub span: Span,
}

/// `hidden`, `show` or `local` in front of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Not part of the state.
    Hidden,
    /// To be shown in message sequence charts.
    Show,
    /// A global that only one process uses.
    Local,
}

/// One declaration: a type and what is declared with it.
#[derive(Clone, Debug)]
pub struct Decl {
    /// `hidden`, `show`, `local`.
    pub visibility: Option<Visibility>,
    /// The type in front.
    pub ty: TypeRef,
    /// The variables, at least one.
    pub vars: Vec<VarDecl>,
    /// The whole declaration without its separator.
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Debug)]
pub struct TypeRef {
    /// Which type.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The types of Promela.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeKind {
    /// `bit`.
    Bit,
    /// `bool`; the same as `bit` but for how it was meant.
    Bool,
    /// `byte`, 0..255.
    Byte,
    /// `pid`; a byte that holds a process number.
    Pid,
    /// `short`, 16 bits, signed.
    Short,
    /// `int`, 32 bits, signed.
    Int,
    /// `unsigned`; the width is on each variable (`unsigned x : 5`).
    Unsigned,
    /// `chan`.
    Chan,
    /// `mtype` or `mtype:name`.
    Mtype(Option<Ident>),
    /// A typedef's name.
    User(Ident),
}

/// One declared variable, parameter or field.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// Own id; resolution maps it to its symbol.
    pub id: NodeId,
    /// Its name.
    pub name: Ident,
    /// `: n` behind the name, for `unsigned`. A constant expression.
    pub width: Option<Expr>,
    /// `[n]` behind the name. A constant expression.
    pub size: Option<Expr>,
    /// What follows `=`.
    pub init: Option<Initialiser>,
    /// Name, size and initialiser.
    pub span: Span,
}

/// What a variable starts as.
#[derive(Clone, Debug)]
pub enum Initialiser {
    /// `= e`. For an array: every element (SPIN makes no assignment step of a late one, and warns).
    Expr(Expr),
    /// `= { a, b, … }`, for arrays. In SPIN the last value serves for all elements behind it too, and
    /// values that are too many are ignored.
    List(Vec<Expr>, Span),
    /// `= [n] of { types }`, for channels. For an array: one channel per element.
    Chan(ChanInit),
}

/// `[capacity] of { field types }`.
#[derive(Clone, Debug)]
pub struct ChanInit {
    /// Own id.
    pub id: NodeId,
    /// How many messages it holds; 0 is a rendezvous. A constant expression.
    pub capacity: Expr,
    /// The types of a message's fields (a typedef counts as the sequence of its fields).
    pub fields: Vec<TypeRef>,
    /// From the bracket to the brace.
    pub span: Span,
}
