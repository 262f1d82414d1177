//! Expressions, places and messages.
//!
//! *Idea:* one IR expression per Promela expression; names have been resolved, so that this is a plain
//! translation. A structure in a message, a receive or the arguments of `run` stands for its fields, cell
//! by cell, because the IR knows only scalars.

use burnside_ir as ir;

use super::Lower;
use crate::promela::ast::{
    BinaryOp, ChanTest, Expr, ExprKind, ReceiveArg, ReceiveOrder, UnaryOp, VarRef,
};
use crate::promela::resolved::{Builtin, SymbolKind, Type, VarUse};

/// What the first name of a reference stands for.
pub(super) enum Head {
    /// A variable.
    Var,
    /// A constant of an mtype.
    Mtype(i32),
    /// Something predefined.
    Builtin(Builtin),
}

impl<'a> Lower<'a> {
    /// What a reference stands for.
    pub(super) fn usage(&self, r: &VarRef) -> &'a VarUse {
        self.resolved.var(r).expect("checked: every reference is resolved")
    }

    pub(super) fn head(&self, r: &VarRef) -> Head {
        let symbol = self.usage(r).symbol;
        match &self.resolved.symbol(symbol).kind {
            SymbolKind::Variable(_) => Head::Var,
            SymbolKind::MtypeValue { value, .. } => Head::Mtype(i32::from(*value)),
            SymbolKind::Builtin(b) => Head::Builtin(*b),
        }
    }
}

/// Lowers expressions. What belongs to the evaluating process is written relative to it.
pub(super) struct Context<'l, 'a> {
    pub lower: &'l Lower<'a>,
}

impl<'a> Context<'_, 'a> {
    pub fn expr(&mut self, e: &'a Expr) -> ir::Expr {
        let boxed = |cx: &mut Self, e: &'a Expr| Box::new(cx.expr(e));
        match &e.kind {
            ExprKind::Const { value, .. } => ir::Expr::Int(*value),
            ExprKind::Var(r) => self.variable(r),
            ExprKind::Unary(op, a) => ir::Expr::Unary(unary(*op), boxed(self, a)),
            ExprKind::Binary(op, a, b) => {
                let a = boxed(self, a);
                ir::Expr::Binary(binary(*op), a, boxed(self, b))
            }
            ExprKind::Cond(c, a, b) => {
                ir::Expr::Cond(Box::new([self.expr(c), self.expr(a), self.expr(b)]))
            }
            ExprKind::Len(q) => ir::Expr::Len(Box::new(self.chan(q))),
            ExprKind::ChanTest(test, q) => {
                let test = match test {
                    ChanTest::Full => ir::ChanTest::Full,
                    ChanTest::Empty => ir::ChanTest::Empty,
                    ChanTest::NotFull => ir::ChanTest::NotFull,
                    ChanTest::NotEmpty => ir::ChanTest::NotEmpty,
                };
                ir::Expr::Test(test, Box::new(self.chan(q)))
            }
            ExprKind::Poll { chan, order, args } => ir::Expr::Poll {
                chan: Box::new(self.chan(chan)),
                anywhere: *order == ReceiveOrder::Random,
                fields: self.patterns(args),
            },
            ExprKind::Timeout => ir::Expr::Timeout,
            ExprKind::NonProgress => ir::Expr::NonProgress,
            ExprKind::Enabled(e) => ir::Expr::Enabled(boxed(self, e)),
            ExprKind::PcValue(e) => ir::Expr::Pc(boxed(self, e)),
            ExprKind::GetPriority(e) => ir::Expr::Priority(boxed(self, e)),
            ExprKind::RemoteLabel { pid, .. } => {
                let template = self.lower.process(e.id);
                let pid = self.remote_pid(template, pid.as_deref());
                // The location is known once all bodies are lowered: see `Lower::finish`.
                let label = ir::LocId(self.lower.label(e.id).0);
                ir::Expr::At(template, Box::new(pid), vec![label])
            }
            ExprKind::RemoteVar { pid, var, .. } => {
                let template = self.lower.process(e.id);
                let pid = self.remote_pid(template, pid.as_deref());
                if matches!(self.lower.head(var), Head::Builtin(_)) {
                    return pid; // `P[e]:_pid`
                }
                let mut place = self.place(var);
                place.scope = ir::Scope::Of(template, Box::new(pid));
                ir::Expr::Load(place)
            }
            ExprKind::Run { .. } | ExprKind::Error => {
                unreachable!("checked: run stands alone, and there are no errors")
            }
        }
    }

    /// The process that a remote reference means; without a number, the template's first process.
    fn remote_pid(&mut self, template: ir::TemplateId, pid: Option<&'a Expr>) -> ir::Expr {
        match pid {
            Some(e) => self.expr(e),
            None => {
                let first = self.lower.system.initial.iter().position(|s| s.template == template);
                ir::Expr::Int(first.unwrap_or(0) as i32)
            }
        }
    }

    fn variable(&mut self, r: &'a VarRef) -> ir::Expr {
        match self.lower.head(r) {
            Head::Mtype(value) => ir::Expr::Int(value),
            Head::Var => ir::Expr::Load(self.place(r)),
            Head::Builtin(b) => match b {
                Builtin::Pid => ir::Expr::SelfPid,
                Builtin::Last => ir::Expr::LastPid,
                Builtin::ProcessCount => ir::Expr::Running,
                Builtin::Priority => ir::Expr::Priority(Box::new(ir::Expr::SelfPid)),
                Builtin::Ignore => ir::Expr::Int(0),
            },
        }
    }

    /// The place of a scalar.
    pub fn place(&mut self, r: &'a VarRef) -> ir::Place {
        let usage = self.lower.usage(r);
        let mut index = self.indices(r);
        let (scope, var) = self.lower.variable(usage.symbol, &usage.fields);
        // SPIN takes the first cell where an index is left out.
        index.resize(self.lower.var_of(usage.symbol, var).dims.len(), ir::Expr::Int(0));
        ir::Place { scope, var, index }
    }

    fn indices(&mut self, r: &'a VarRef) -> Vec<ir::Expr> {
        let accesses = std::iter::once(&r.head).chain(&r.fields);
        accesses.filter_map(|a| a.index.as_ref()).map(|i| self.expr(i)).collect()
    }

    /// A channel.
    pub fn chan(&mut self, r: &'a VarRef) -> ir::Expr {
        self.variable(r)
    }

    /// The scalar cells of a structure, in order.
    pub fn leaves(&mut self, r: &'a VarRef) -> Vec<ir::Place> {
        let usage = self.lower.usage(r);
        let outer = self.indices(r);
        let (scope, mut places) = (self.lower.scope(usage.symbol), Vec::new());
        for var in self.lower.parts_below(usage.symbol, &usage.fields) {
            let dims = &self.lower.var_of(usage.symbol, var).dims;
            let mut all = vec![outer.clone()];
            for dim in dims.iter().skip(outer.len()) {
                let extend = |prefix: &Vec<ir::Expr>| {
                    let prefix = prefix.clone();
                    (0..dim.len as i32).map(move |i| [&prefix[..], &[ir::Expr::Int(i)]].concat())
                };
                all = all.iter().flat_map(extend).collect();
            }
            let place = |index| ir::Place { scope: scope.clone(), var, index };
            places.extend(all.into_iter().map(place));
        }
        places
    }

    /// An argument of a send or of `run`: a structure stands for its fields.
    pub fn message_part(&mut self, e: &'a Expr) -> Vec<ir::Expr> {
        match &e.kind {
            ExprKind::Var(r) if self.is_structure(r) => {
                self.leaves(r).into_iter().map(ir::Expr::Load).collect()
            }
            _ => vec![self.expr(e)],
        }
    }

    fn is_structure(&self, r: &'a VarRef) -> bool {
        matches!(self.lower.head(r), Head::Var) && matches!(self.lower.usage(r).ty, Type::Record(_))
    }

    pub fn patterns(&mut self, args: &'a [ReceiveArg]) -> Vec<ir::Pattern> {
        args.iter().flat_map(|arg| self.pattern(arg)).collect()
    }

    fn pattern(&mut self, arg: &'a ReceiveArg) -> Vec<ir::Pattern> {
        match arg {
            ReceiveArg::Const(e) | ReceiveArg::Eval(e) => {
                self.message_part(e).into_iter().map(ir::Pattern::Match).collect()
            }
            ReceiveArg::Ref(r) => match self.lower.head(r) {
                Head::Mtype(value) => vec![ir::Pattern::Match(ir::Expr::Int(value))],
                Head::Builtin(Builtin::Ignore) => vec![ir::Pattern::Any],
                Head::Var if self.is_structure(r) => {
                    self.leaves(r).into_iter().map(ir::Pattern::Bind).collect()
                }
                Head::Var => vec![ir::Pattern::Bind(self.place(r))],
                Head::Builtin(_) => vec![ir::Pattern::Match(self.variable(r))],
            },
        }
    }
}

fn unary(op: UnaryOp) -> ir::Unary {
    match op {
        UnaryOp::Neg => ir::Unary::Neg,
        UnaryOp::Not => ir::Unary::Not,
        UnaryOp::BitNot => ir::Unary::Complement,
    }
}

fn binary(op: BinaryOp) -> ir::Binary {
    match op {
        BinaryOp::Add => ir::Binary::Add,
        BinaryOp::Sub => ir::Binary::Sub,
        BinaryOp::Mul => ir::Binary::Mul,
        BinaryOp::Div => ir::Binary::Div,
        BinaryOp::Rem => ir::Binary::Rem,
        BinaryOp::BitAnd => ir::Binary::BitAnd,
        BinaryOp::BitXor => ir::Binary::BitXor,
        BinaryOp::BitOr => ir::Binary::BitOr,
        BinaryOp::Shl => ir::Binary::Shl,
        BinaryOp::Shr => ir::Binary::Shr,
        BinaryOp::Eq => ir::Binary::Eq,
        BinaryOp::Ne => ir::Binary::Ne,
        BinaryOp::Lt => ir::Binary::Lt,
        BinaryOp::Le => ir::Binary::Le,
        BinaryOp::Gt => ir::Binary::Gt,
        BinaryOp::Ge => ir::Binary::Ge,
        BinaryOp::And => ir::Binary::And,
        BinaryOp::Or => ir::Binary::Or,
    }
}
