//! Expressions: side-effect free, over `i32`, with C's wrapping arithmetic and short-circuit operators.
//!
//! *Idea:* one small tree that Promela's, SMC's and SMV's expressions all fit into. What depends on the
//! process that evaluates (`_pid`, locals) is written relative to it, so that a template is stored once.
//! *Where we differ:* records are flattened by the front ends (`x.f[i]` is a variable named `x.f` with
//! one dimension more), so that there is one kind of [`Place`] and layouts, footprints and permutations
//! need no notion of fields.

use crate::entity::{ChanId, LocId, ParamId, TemplateId, VarId};

/// Where a variable lives.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A global variable.
    Global,
    /// A variable of the process that evaluates.
    Own,
    /// A variable of another process: of the process with this id, provided it runs the template.
    Of(TemplateId, Box<Expr>),
}

/// A variable, or a cell of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Whose variable.
    pub scope: Scope,
    /// Which variable.
    pub var: VarId,
    /// One expression per dimension; each is checked against its bound.
    pub index: Vec<Expr>,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// Logical negation: 0 becomes 1, all else 0.
    Not,
    /// Arithmetic negation.
    Neg,
    /// Bitwise complement.
    Complement,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // their names say it; the semantics are C's on 32-bit integers
pub enum Binary {
    Add,
    Sub,
    Mul,
    /// Truncating; division by zero is a run-time error.
    Div,
    /// Sign of the dividend; modulo zero is a run-time error.
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    /// The count is taken modulo 32.
    Shl,
    /// Arithmetic; the count is taken modulo 32.
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    /// Short-circuit.
    And,
    /// Short-circuit.
    Or,
}

/// A question about the number of messages in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ChanTest {
    Full,
    Empty,
    NotFull,
    NotEmpty,
}

/// One field of a receive or of a poll.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Takes any value and assigns it. In a poll nothing is assigned.
    Bind(Place),
    /// Matches only this value, computed before the receive.
    Match(Expr),
    /// Takes any value and drops it.
    Any,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Int(i32),
    /// The value of a variable.
    Load(Place),
    /// The id of the process that evaluates.
    SelfPid,
    /// The value of a parameter of the quantified edge at hand.
    Param(ParamId),
    /// A reference to a global channel.
    Chan(ChanId),
    /// A reference to a channel of the process that evaluates.
    OwnChan(ChanId),
    /// One operand.
    Unary(Unary, Box<Expr>),
    /// Two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `c ? a : b`.
    Cond(Box<[Expr; 3]>),
    /// Number of messages in a channel.
    Len(Box<Expr>),
    /// Is a channel full, empty, …
    Test(ChanTest, Box<Expr>),
    /// Would a receive with these patterns find its message? `anywhere`: not only at the head.
    Poll {
        /// The channel.
        chan: Box<Expr>,
        /// Look beyond the first message.
        anywhere: bool,
        /// The fields.
        fields: Vec<Pattern>,
    },
    /// 1 in the second attempt to find a step, made when no process could move in the first.
    Timeout,
    /// Number of running processes.
    Running,
    /// Id of the process that made the last step.
    LastPid,
    /// 1 if no process is at a progress location.
    NonProgress,
    /// Could the process with this id make a step?
    Enabled(Box<Expr>),
    /// The number of the location of the process with this id, 0 if there is none.
    Pc(Box<Expr>),
    /// The priority of the process with this id, 0 if there is none.
    Priority(Box<Expr>),
    /// Is the process with this id an instance of the template and at one of these locations?
    At(TemplateId, Box<Expr>, Vec<LocId>),
}

impl Expr {
    /// The constant 1.
    pub const TRUE: Expr = Expr::Int(1);

    /// `a op b`.
    pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    /// `op a`.
    pub fn unary(op: Unary, a: Expr) -> Expr {
        Expr::Unary(op, Box::new(a))
    }

    /// The value of a scalar.
    pub fn load(scope: Scope, var: VarId) -> Expr {
        Expr::Load(Place { scope, var, index: Vec::new() })
    }

    /// Calls `f` on this expression and on all expressions in it, outermost first.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        match self {
            Expr::Int(_)
            | Expr::SelfPid
            | Expr::Param(_)
            | Expr::Chan(_)
            | Expr::OwnChan(_)
            | Expr::Timeout
            | Expr::Running
            | Expr::LastPid
            | Expr::NonProgress => {}
            Expr::Load(place) => place.walk(f),
            Expr::Unary(_, e)
            | Expr::Len(e)
            | Expr::Test(_, e)
            | Expr::Enabled(e)
            | Expr::Pc(e)
            | Expr::Priority(e)
            | Expr::At(_, e, _) => e.walk(f),
            Expr::Binary(_, a, b) => {
                a.walk(f);
                b.walk(f);
            }
            Expr::Cond(parts) => parts.iter().for_each(|e| e.walk(f)),
            Expr::Poll { chan, fields, .. } => {
                chan.walk(f);
                fields.iter().for_each(|p| p.walk(f));
            }
        }
    }

    /// Rebuilds the expression bottom-up: `f` is applied to every node after its operands.
    pub fn map(self, f: &mut dyn FnMut(Expr) -> Expr) -> Expr {
        let boxed = |e: Box<Expr>, f: &mut dyn FnMut(Expr) -> Expr| Box::new(e.map(f));
        let e = match self {
            Expr::Load(place) => Expr::Load(place.map(f)),
            Expr::Unary(op, e) => Expr::Unary(op, boxed(e, f)),
            Expr::Binary(op, a, b) => {
                let a = boxed(a, f);
                Expr::Binary(op, a, boxed(b, f))
            }
            Expr::Cond(parts) => Expr::Cond(Box::new(parts.map(|e| e.map(f)))),
            Expr::Len(e) => Expr::Len(boxed(e, f)),
            Expr::Test(t, e) => Expr::Test(t, boxed(e, f)),
            Expr::Poll { chan, anywhere, fields } => {
                let chan = boxed(chan, f);
                let fields = fields.into_iter().map(|p| p.map(f)).collect();
                Expr::Poll { chan, anywhere, fields }
            }
            Expr::Enabled(e) => Expr::Enabled(boxed(e, f)),
            Expr::Pc(e) => Expr::Pc(boxed(e, f)),
            Expr::Priority(e) => Expr::Priority(boxed(e, f)),
            Expr::At(t, e, locs) => Expr::At(t, boxed(e, f), locs),
            leaf => leaf,
        };
        f(e)
    }
}

impl Place {
    /// A global scalar.
    pub fn global(var: VarId) -> Place {
        Place { scope: Scope::Global, var, index: Vec::new() }
    }

    /// A scalar of the own process.
    pub fn own(var: VarId) -> Place {
        Place { scope: Scope::Own, var, index: Vec::new() }
    }

    /// Calls `f` on all expressions in it.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        if let Scope::Of(_, pid) = &self.scope {
            pid.walk(f);
        }
        self.index.iter().for_each(|e| e.walk(f));
    }

    /// Rebuilds the expressions in it, see [`Expr::map`].
    pub fn map(self, f: &mut dyn FnMut(Expr) -> Expr) -> Place {
        let scope = match self.scope {
            Scope::Of(t, pid) => Scope::Of(t, Box::new(pid.map(f))),
            other => other,
        };
        let index = self.index.into_iter().map(|e| e.map(f)).collect();
        Place { scope, var: self.var, index }
    }
}

impl Pattern {
    /// Calls `f` on all expressions in it, the indices of a bound place included.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        match self {
            Pattern::Bind(place) => place.walk(f),
            Pattern::Match(e) => e.walk(f),
            Pattern::Any => {}
        }
    }

    /// Rebuilds the expressions in it, see [`Expr::map`].
    pub fn map(self, f: &mut dyn FnMut(Expr) -> Expr) -> Pattern {
        match self {
            Pattern::Bind(place) => Pattern::Bind(place.map(f)),
            Pattern::Match(e) => Pattern::Match(e.map(f)),
            Pattern::Any => Pattern::Any,
        }
    }
}

impl Unary {
    /// The result on a value.
    pub fn apply(self, a: i32) -> i32 {
        match self {
            Unary::Not => i32::from(a == 0),
            Unary::Neg => a.wrapping_neg(),
            Unary::Complement => !a,
        }
    }
}

impl Binary {
    /// The result on two values; `None` for a division by zero.
    pub fn apply(self, a: i32, b: i32) -> Option<i32> {
        Some(match self {
            Binary::Add => a.wrapping_add(b),
            Binary::Sub => a.wrapping_sub(b),
            Binary::Mul => a.wrapping_mul(b),
            Binary::Div if b == 0 => return None,
            Binary::Div => a.wrapping_div(b),
            Binary::Rem if b == 0 => return None,
            Binary::Rem => a.wrapping_rem(b),
            Binary::BitAnd => a & b,
            Binary::BitOr => a | b,
            Binary::BitXor => a ^ b,
            Binary::Shl => a.wrapping_shl(b as u32),
            Binary::Shr => a.wrapping_shr(b as u32),
            Binary::Eq => i32::from(a == b),
            Binary::Ne => i32::from(a != b),
            Binary::Lt => i32::from(a < b),
            Binary::Le => i32::from(a <= b),
            Binary::Gt => i32::from(a > b),
            Binary::Ge => i32::from(a >= b),
            Binary::And => i32::from(a != 0 && b != 0),
            Binary::Or => i32::from(a != 0 || b != 0),
        })
    }
}
