//! Expressions and references to variables.

use super::{Ident, NodeId, ReceiveArg, ReceiveOrder};
use crate::source::Span;

/// A reference to a variable: `a`, `a[i]`, `a[i].b.c[j]`.
#[derive(Clone, Debug)]
pub struct VarRef {
    /// Own id; resolution maps it to the symbol of the first name.
    pub id: NodeId,
    /// The variable.
    pub head: Access,
    /// The fields behind it.
    pub fields: Vec<Access>,
    /// The whole reference.
    pub span: Span,
}

/// A name with an optional index.
#[derive(Clone, Debug)]
pub struct Access {
    /// The name.
    pub name: Ident,
    /// `[e]`.
    pub index: Option<Box<Expr>>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Own id.
    pub id: NodeId,
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands, parentheses excluded.
    pub span: Span,
}

/// The expressions of Promela.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number, character, `true`, `false` or `skip`.
    Const {
        /// Its value.
        value: i32,
        /// How it was written.
        form: ConstForm,
    },
    /// A variable, a builtin (`_pid`, `_last`, `_nr_pr`, `_priority`) or an mtype constant.
    Var(VarRef),
    /// `-e`, `!e`, `~e`.
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(c -> a : b)`.
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `run P(args) [priority n]`. The expression's id is what resolution maps to the proctype.
    Run {
        /// The proctype.
        proctype: Ident,
        /// The arguments.
        args: Vec<Expr>,
        /// `priority n`. A constant expression.
        priority: Option<Box<Expr>>,
    },
    /// `len(q)`.
    Len(VarRef),
    /// `full(q)`, `empty(q)`, `nfull(q)`, `nempty(q)`.
    ChanTest(ChanTest, VarRef),
    /// `q?[…]`, `q??[…]`.
    Poll {
        /// The channel.
        chan: VarRef,
        /// Which message is looked at.
        order: ReceiveOrder,
        /// The patterns.
        args: Vec<ReceiveArg>,
    },
    /// `timeout`.
    Timeout,
    /// `np_`.
    NonProgress,
    /// `enabled(e)`.
    Enabled(Box<Expr>),
    /// `pc_value(e)`.
    PcValue(Box<Expr>),
    /// `get_priority(e)`.
    GetPriority(Box<Expr>),
    /// `P[e]@L`, `P@L`. The expression's id is what resolution maps to the label.
    RemoteLabel {
        /// The proctype.
        proctype: Ident,
        /// The process number; none where there is only one instance.
        pid: Option<Box<Expr>>,
        /// The label.
        label: Ident,
    },
    /// `P[e]:x`, `P:x`. The variable's id is what resolution maps to its symbol.
    RemoteVar {
        /// The proctype.
        proctype: Ident,
        /// The process number; none where there is only one instance.
        pid: Option<Box<Expr>>,
        /// The variable, perhaps with an index.
        var: VarRef,
    },
    /// Something that could not be understood; there is an error diagnostic.
    Error,
}

/// How a constant was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstForm {
    /// `12`.
    Number,
    /// `'a'`.
    Char,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `skip`, or implied behind a lone label.
    Skip,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`.
    Neg,
    /// `!`.
    Not,
    /// `~`.
    BitNot,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// The tests of how full a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChanTest {
    /// `full`.
    Full,
    /// `empty`.
    Empty,
    /// `nfull`.
    NotFull,
    /// `nempty`.
    NotEmpty,
}

impl BinaryOp {
    /// How it is written.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitXor => "^",
            BinaryOp::BitOr => "|",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
        }
    }
}
