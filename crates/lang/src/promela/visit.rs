//! Walks over the syntax tree.

use super::ast::{
    Access, Block, Decl, Expr, ExprKind, ForHeader, Initialiser, Item, Ltl, LtlKind, Program,
    ReceiveArg, Step, Stmt, StmtKind, VarRef,
};

/// Receives what a walk comes across; every method may be left out.
pub(super) trait Visitor<'a> {
    /// An expression, before those inside it.
    fn expr(&mut self, _: &'a Expr) {}
    /// A declaration of variables or fields.
    fn decl(&mut self, _: &'a Decl) {}
    /// A statement, before those inside it.
    fn stmt(&mut self, _: &'a Stmt) {}
}

/// Walks over a whole program.
pub(super) fn program<'a>(program: &'a Program, v: &mut dyn Visitor<'a>) {
    for item in &program.items {
        self::item(item, v);
    }
}

/// Walks over one item.
pub(super) fn item<'a>(item: &'a Item, v: &mut dyn Visitor<'a>) {
    match item {
        Item::Proctype(p) => {
            p.params.iter().for_each(|d| decl(d, v));
            p.provided.iter().for_each(|e| expr(e, v));
            block(&p.body, v);
        }
        Item::Init(i) => block(&i.body, v),
        Item::Never(n) => block(&n.body, v),
        Item::Trace(t) => block(&t.body, v),
        Item::Ltl(l) => ltl(&l.formula, v),
        Item::Decl(d) => decl(d, v),
        Item::Typedef(t) => t.fields.iter().for_each(|d| decl(d, v)),
        Item::Mtype(_) | Item::Inline(_) => {}
    }
}

fn ltl<'a>(formula: &'a Ltl, v: &mut dyn Visitor<'a>) {
    match &formula.kind {
        LtlKind::Prop(e) => expr(e, v),
        LtlKind::Not(f) | LtlKind::Always(f) | LtlKind::Eventually(f) | LtlKind::Next(f) => {
            ltl(f, v);
        }
        LtlKind::Binary(_, a, b) => {
            ltl(a, v);
            ltl(b, v);
        }
    }
}

fn decl<'a>(d: &'a Decl, v: &mut dyn Visitor<'a>) {
    v.decl(d);
    for var in &d.vars {
        match &var.init {
            Some(Initialiser::Expr(e)) => expr(e, v),
            Some(Initialiser::List(list, _)) => list.iter().for_each(|e| expr(e, v)),
            Some(Initialiser::Chan(_)) | None => {}
        }
    }
}

/// Walks over a block.
pub(super) fn block<'a>(b: &'a Block, v: &mut dyn Visitor<'a>) {
    for step in &b.steps {
        match step {
            Step::Decl(d) => decl(d, v),
            Step::Exclusive(x) => x.channels.iter().for_each(|r| var_ref(r, v)),
            Step::Stmt(s) => stmt(s, v),
        }
    }
}

fn stmt<'a>(s: &'a Stmt, v: &mut dyn Visitor<'a>) {
    v.stmt(s);
    match &s.kind {
        StmtKind::Expr(e) | StmtKind::Assert(e) | StmtKind::Printm(e) => expr(e, v),
        StmtKind::Assign { target, value } => {
            var_ref(target, v);
            expr(value, v);
        }
        StmtKind::IncDec { target, .. } => var_ref(target, v),
        StmtKind::Printf { args, .. } => args.iter().for_each(|e| expr(e, v)),
        StmtKind::If(options) | StmtKind::Do(options) => {
            options.iter().for_each(|b| block(b, v));
        }
        StmtKind::For { header, body } => {
            match header {
                ForHeader::Range { var, from, to } => {
                    var_ref(var, v);
                    expr(from, v);
                    expr(to, v);
                }
                ForHeader::In { var, over } => {
                    var_ref(var, v);
                    var_ref(over, v);
                }
            }
            block(body, v);
        }
        StmtKind::Select { var, from, to } => {
            var_ref(var, v);
            expr(from, v);
            expr(to, v);
        }
        StmtKind::Atomic(b) | StmtKind::DStep(b) | StmtKind::Block(b) => block(b, v),
        StmtKind::Inline { body, .. } => block(body, v),
        StmtKind::Unless { main, escape } => {
            stmt(main, v);
            stmt(escape, v);
        }
        StmtKind::Send { chan, args, .. } => {
            var_ref(chan, v);
            args.iter().for_each(|e| expr(e, v));
        }
        StmtKind::Receive { chan, args, .. } => {
            var_ref(chan, v);
            args.iter().for_each(|a| receive_arg(a, v));
        }
        StmtKind::SetPriority { pid, priority } => {
            expr(pid, v);
            expr(priority, v);
        }
        StmtKind::Goto(_) | StmtKind::Break | StmtKind::Else | StmtKind::Error => {}
    }
}

fn receive_arg<'a>(arg: &'a ReceiveArg, v: &mut dyn Visitor<'a>) {
    match arg {
        ReceiveArg::Ref(r) => var_ref(r, v),
        ReceiveArg::Const(e) | ReceiveArg::Eval(e) => expr(e, v),
    }
}

fn var_ref<'a>(r: &'a VarRef, v: &mut dyn Visitor<'a>) {
    let access = |a: &'a Access, v: &mut dyn Visitor<'a>| {
        if let Some(i) = &a.index {
            expr(i, v);
        }
    };
    access(&r.head, v);
    r.fields.iter().for_each(|f| access(f, v));
}

/// Walks over an expression.
pub(super) fn expr<'a>(e: &'a Expr, v: &mut dyn Visitor<'a>) {
    v.expr(e);
    match &e.kind {
        ExprKind::Const { .. } | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::Error => {}
        ExprKind::Var(r) | ExprKind::Len(r) | ExprKind::ChanTest(_, r) => var_ref(r, v),
        ExprKind::Unary(_, a)
        | ExprKind::Enabled(a)
        | ExprKind::PcValue(a)
        | ExprKind::GetPriority(a) => expr(a, v),
        ExprKind::Binary(_, a, b) => {
            expr(a, v);
            expr(b, v);
        }
        ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, v)),
        ExprKind::Run { args, .. } => args.iter().for_each(|e| expr(e, v)),
        ExprKind::Poll { chan, args, .. } => {
            var_ref(chan, v);
            args.iter().for_each(|a| receive_arg(a, v));
        }
        ExprKind::RemoteLabel { pid, .. } => pid.iter().for_each(|e| expr(e, v)),
        ExprKind::RemoteVar { pid, var, .. } => {
            pid.iter().for_each(|e| expr(e, v));
            var_ref(var, v);
        }
    }
}
