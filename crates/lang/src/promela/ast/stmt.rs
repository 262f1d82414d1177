//! Sequences and statements.

use std::sync::Arc;

use super::{Decl, Expr, Ident, NodeId, VarRef};
use crate::source::Span;

/// A sequence of steps in braces, or behind `::`.
#[derive(Clone, Debug)]
pub struct Block {
    /// Own id; a scope of its own for `{ }`, not for the options of `if` and `do`.
    pub id: NodeId,
    /// The steps, at least one statement among them.
    pub steps: Vec<Step>,
    /// Braces included; for an option, from `::` to the end of its last step.
    pub span: Span,
}

/// An element of a sequence.
#[derive(Clone, Debug)]
pub enum Step {
    /// A declaration, kept in its place: SPIN turns one that follows a statement (or sits in a nested
    /// block) into an assignment at that place.
    Decl(Decl),
    /// `xr q, …` or `xs q, …`.
    Exclusive(Exclusive),
    /// A statement.
    Stmt(Stmt),
}

/// The claim that only this process receives from (or sends to) some channels.
#[derive(Clone, Debug)]
pub struct Exclusive {
    /// `xr` or `xs`.
    pub direction: Direction,
    /// The channels.
    pub channels: Vec<VarRef>,
    /// The whole claim.
    pub span: Span,
}

/// Which side of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Receiving.
    Receive,
    /// Sending.
    Send,
}

/// A label in front of a statement.
#[derive(Clone, Debug)]
pub struct Label {
    /// Own id; resolution maps it to its symbol.
    pub id: NodeId,
    /// Its name.
    pub name: Ident,
}

/// A statement with its labels.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Own id.
    pub id: NodeId,
    /// The labels in front of it, in the order written.
    pub labels: Vec<Label>,
    /// What it does.
    pub kind: StmtKind,
    /// Without labels.
    pub span: Span,
}

/// The statements of Promela.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// An expression, executable when it is not 0. `skip` and `true` are the constant 1; a label with
    /// nothing behind it stands before such a `skip` with an empty span.
    Expr(Expr),
    /// `x = e`.
    Assign {
        /// The variable.
        target: VarRef,
        /// The new value.
        value: Expr,
    },
    /// `x++` or `x--`.
    IncDec {
        /// The variable.
        target: VarRef,
        /// Up or down.
        op: IncDec,
    },
    /// `assert(e)`.
    Assert(Expr),
    /// `printf("…", args)`.
    Printf {
        /// The format, escapes resolved.
        format: StringLit,
        /// The arguments.
        args: Vec<Expr>,
    },
    /// `printm(e)`: prints the name of an mtype constant or value.
    Printm(Expr),
    /// `goto L`. The statement's id is what resolution maps to the label.
    Goto(Ident),
    /// `break`.
    Break,
    /// `if :: … fi`.
    If(Vec<Block>),
    /// `do :: … od`.
    Do(Vec<Block>),
    /// `for (…) { … }`.
    For {
        /// What it runs over.
        header: ForHeader,
        /// The body.
        body: Block,
    },
    /// `select (x : a .. b)`.
    Select {
        /// The variable that gets a value.
        var: VarRef,
        /// The least value.
        from: Expr,
        /// The greatest value.
        to: Expr,
    },
    /// `atomic { … }`.
    Atomic(Block),
    /// `d_step { … }`.
    DStep(Block),
    /// `{ … }`.
    Block(Block),
    /// `main unless escape`. Labels in front of `main` are on this statement, not on `main`. (SPIN
    /// refuses them unless `main` is a block, an `atomic` or a `d_step`, and makes `L: atomic { A }
    /// unless B` an atomic sequence that holds the `unless`.)
    Unless {
        /// What runs.
        main: Box<Stmt>,
        /// What takes over as soon as its first statement is executable.
        escape: Box<Stmt>,
    },
    /// `q!e, …`, `q!t(e, …)`, `q!!…`.
    Send {
        /// The channel.
        chan: VarRef,
        /// Where the message goes in the queue.
        order: SendOrder,
        /// The message; the tag of `q!t(…)` is its first element.
        args: Vec<Expr>,
    },
    /// `q?x, …`, `q?t(x, …)`, `q??…`, `q?<…>`, `q??<…>`.
    Receive {
        /// The channel.
        chan: VarRef,
        /// Which message is looked at.
        order: ReceiveOrder,
        /// `?< >`: the message stays in the channel.
        keep: bool,
        /// The patterns; the tag of `q?t(…)` is the first.
        args: Vec<ReceiveArg>,
    },
    /// `set_priority(pid, priority)`.
    SetPriority {
        /// The process.
        pid: Expr,
        /// Its new priority.
        priority: Expr,
    },
    /// `else`.
    Else,
    /// An inline call, with the body it was replaced by (parameters substituted). `x = f(…)` and
    /// `return e` in the body have become assignments to `x`.
    Inline {
        /// The inline's name, at the place of the call.
        name: Ident,
        /// Name and arguments at the place of the call.
        call: Span,
        /// The body, for this call. A scope of its own.
        body: Block,
    },
    /// Something that could not be understood; there is an error diagnostic.
    Error,
}

/// `++` or `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncDec {
    /// `++`.
    Increment,
    /// `--`.
    Decrement,
}

/// What a `for` runs over.
#[derive(Clone, Debug)]
pub enum ForHeader {
    /// `for (i : a .. b)`.
    Range {
        /// The running variable.
        var: VarRef,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
    },
    /// `for (x in y)`: the indices of an array, or the messages of a channel; `y`'s type decides.
    In {
        /// The running variable.
        var: VarRef,
        /// The array or channel.
        over: VarRef,
    },
}

/// Where a sent message goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendOrder {
    /// `!`: to the end.
    Fifo,
    /// `!!`: before the first greater one.
    Sorted,
}

/// Which message a receive looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiveOrder {
    /// `?`: the oldest only.
    Fifo,
    /// `??`: the oldest that matches.
    Random,
}

/// One field of a receive or poll.
#[derive(Clone, Debug)]
pub enum ReceiveArg {
    /// A name: a variable that takes the field's value, `_` which drops it, or (resolution tells) an
    /// mtype constant that must match.
    Ref(VarRef),
    /// A constant that must match (negative ones included).
    Const(Expr),
    /// `eval(e)`: a value that must match.
    Eval(Expr),
}

/// A string with its escapes resolved.
#[derive(Clone, Debug)]
pub struct StringLit {
    /// The characters.
    pub text: Arc<str>,
    /// Quotes included.
    pub span: Span,
}
