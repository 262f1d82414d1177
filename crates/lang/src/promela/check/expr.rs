//! Expressions: every name in them, and the operators that may not stand everywhere.

use super::message::POLLS;
use super::var::Mode;
use super::{Checker, Pending, RunCall};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{Expr, ExprKind, Ident, NodeId};
use crate::promela::resolved::{BodyId, BodyKind, SymbolKind, Type};
use crate::source::Span;

impl<'a> Checker<'a> {
    /// Checks an expression whose value is read. Gives its type if it is just a variable or constant.
    pub(super) fn value(&mut self, expr: &'a Expr) -> Option<Type> {
        self.expr(expr, Mode::Read)
    }

    /// Checks an expression; a record is allowed at its top if `mode` says so.
    pub(super) fn expr(&mut self, expr: &'a Expr, mode: Mode) -> Option<Type> {
        match &expr.kind {
            ExprKind::Const { .. } | ExprKind::Error => None,
            ExprKind::Var(var) => self.var_ref(var, mode).map(|found| found.ty),
            ExprKind::Unary(_, a) => {
                self.value(a);
                None
            }
            ExprKind::Binary(_, a, b) => {
                self.value(a);
                self.value(b);
                None
            }
            ExprKind::Cond(c, a, b) => {
                self.value(c);
                self.value(a);
                self.value(b);
                None
            }
            ExprKind::Run { proctype, args, priority } => {
                if let Some(priority) = priority {
                    self.priority(Some(priority));
                }
                self.run(expr.id, expr.span, proctype, args);
                Some(Type::Pid)
            }
            ExprKind::Len(chan) | ExprKind::ChanTest(_, chan) => {
                self.channel_ref(chan);
                None
            }
            ExprKind::Poll { chan, args, .. } => {
                self.receive(chan, args, POLLS, false);
                None
            }
            ExprKind::Timeout => {
                if self.place.as_ref().is_some_and(|p| p.d_step.is_some()) {
                    self.out.push(
                        Diagnostic::warning("`timeout` inside a `d_step`")
                            .at(expr.span, "nothing can time out while other processes cannot run"),
                    );
                }
                None
            }
            ExprKind::NonProgress => {
                if self.place.as_ref().is_some_and(|p| p.kind != BodyKind::Never) {
                    self.out.push(
                        Diagnostic::error("`np_` can only be used in a claim or formula")
                            .at(expr.span, "this is a process"),
                    );
                }
                None
            }
            ExprKind::Enabled(a) | ExprKind::PcValue(a) => {
                let enabled = matches!(expr.kind, ExprKind::Enabled(_));
                let name = if enabled { "enabled" } else { "pc_value" };
                if self.place.as_ref().is_some_and(|p| p.kind != BodyKind::Never) {
                    self.warn_once(
                        name,
                        Diagnostic::warning(format!("`{name}` is used outside a claim"))
                            .at(expr.span, "meant for claims"),
                    );
                }
                self.value(a);
                None
            }
            ExprKind::GetPriority(a) => {
                self.value(a);
                None
            }
            ExprKind::RemoteLabel { proctype, pid, label } => {
                self.remote_pid(pid.as_deref());
                self.pending.push(Pending::Label { expr: expr.id, proctype, label });
                None
            }
            ExprKind::RemoteVar { proctype, pid, var } => {
                self.remote_pid(pid.as_deref());
                for access in std::iter::once(&var.head).chain(&var.fields) {
                    if let Some(index) = &access.index {
                        self.value(index);
                    }
                }
                self.pending.push(Pending::Var { expr: expr.id, proctype, var });
                None
            }
        }
    }

    fn remote_pid(&mut self, pid: Option<&'a Expr>) {
        if let Some(pid) = pid {
            self.value(pid);
            self.no_run(pid, "a remote reference");
        }
    }

    fn run(&mut self, node: NodeId, span: Span, proctype: &'a Ident, args: &'a [Expr]) {
        let mut count = Some(0u64);
        let mut types = Vec::new();
        for arg in args {
            let ty = self.expr(arg, Mode::ReadMessage);
            self.no_run(arg, "an argument of `run`");
            let length = match (&arg.kind, ty) {
                (ExprKind::Error, _) | (ExprKind::Var(_), None) => None,
                (_, Some(ty)) => Some(self.flat_length(ty, None)),
                (_, None) => Some(1),
            };
            count = count.and_then(|n| Some(n.saturating_add(length?)));
            types.push((ty, arg.span));
        }
        match self.place.as_ref() {
            None => self.out.push(
                Diagnostic::error("`run` outside a process")
                    .at(span, "only a process can start another"),
            ),
            Some(p) if p.kind == BodyKind::Never => self.out.push(
                Diagnostic::error("a claim cannot start processes")
                    .at(span, "expected a condition"),
            ),
            Some(p) if p.d_step.is_some() => self.out.push(
                Diagnostic::error("`run` inside a `d_step`")
                    .at(span, "a process cannot be started here")
                    .help("use `atomic`"),
            ),
            Some(_) => {}
        }
        let Some(body) = self.find_proctype(proctype, "run") else { return };
        self.res.processes.insert(node, body);
        // The parameters of a proctype further down are not known yet.
        self.pending_runs.push(RunCall { body, span, count, args: types });
    }

    /// The proctype of this name.
    pub(super) fn find_proctype(&mut self, name: &Ident, verb: &str) -> Option<BodyId> {
        let found = self.res.proctype(&name.name);
        if found.is_none() && !self.broken.contains(&name.name) {
            let known = self.res.bodies.iter().filter(|b| b.kind == BodyKind::Proctype);
            let near = nearest(&name.name, known.map(|b| &*b.name));
            self.out.push(
                Diagnostic::error(format!("there is no proctype `{}`", name.name))
                    .at(name.span, format!("nothing to {verb}"))
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
            );
        }
        found
    }

    /// Compares the arguments of every `run` with the parameters.
    pub(super) fn check_runs(&mut self) {
        for RunCall { body, span, count, args } in std::mem::take(&mut self.pending_runs) {
            let info = &self.res.bodies[body.index()];
            let params: Vec<(Type, Option<Span>)> = info
                .params
                .iter()
                .filter_map(|id| Some((self.res.variable(*id)?.ty, self.res.symbol(*id).span)))
                .collect();
            let want = params
                .iter()
                .fold(0u64, |n, (ty, _)| n.saturating_add(self.flat_length(*ty, None)));
            let complete = self.complete_params.contains(&body);
            let name = std::sync::Arc::clone(&info.name);
            if let Some(count) = count
                && complete
                && want != count
            {
                let s = if want == 1 { "" } else { "s" };
                let mut diagnostic =
                    Diagnostic::error(format!("`{name}` takes {want} argument{s}, {count} given"))
                        .at(span, format!("expected {want} argument{s}"));
                if let Some((_, Some(declared))) = params.first() {
                    diagnostic = diagnostic.also(*declared, "the parameters are declared here");
                }
                self.out.push(diagnostic);
                continue;
            }
            if params.len() == args.len() {
                for ((want, _), (given, span)) in params.iter().zip(args) {
                    let Some(given) = given else { continue };
                    if (*want == Type::Chan) != (given == Type::Chan) {
                        self.out.push(
                            Diagnostic::warning(format!(
                                "a {} is given where `{name}` takes a {}",
                                self.res.type_name(given),
                                self.res.type_name(*want)
                            ))
                            .at(span, format!("expected a {}", self.res.type_name(*want))),
                        );
                    }
                }
            }
        }
    }

    /// Complains about a `run` where none may be.
    pub(super) fn no_run(&mut self, expr: &Expr, place: &str) {
        if let Some(span) = find_run(expr) {
            self.out.push(
                Diagnostic::error(format!("`run` cannot be used in {place}"))
                    .at(span, "not allowed here")
                    .help("assign the result of `run` to a variable first"),
            );
        }
    }

    /// A condition may be a `run`, but not contain one among other things.
    pub(super) fn no_run_inside(&mut self, expr: &Expr) {
        if !matches!(expr.kind, ExprKind::Run { .. }) {
            self.no_run(expr, "a compound expression");
        }
    }

    /// May this value be stored in a variable of this type?
    pub(super) fn assignable(
        &mut self,
        name: &str,
        ty: Type,
        value: &'a Expr,
        given: Option<Type>,
    ) {
        if ty == Type::Chan && self.known_value(value).is_some() {
            self.out.push(
                Diagnostic::error(format!("channel `{name}` cannot be set to a number"))
                    .at(value.span, "expected a channel"),
            );
            return;
        }
        if !matches!(value.kind, ExprKind::Var(_)) {
            self.no_channel_operand(value);
        }
        if let (Type::Mtype(want), ExprKind::Var(var)) = (ty, &value.kind)
            && let Some(Type::Mtype(have)) = given
            && want != have
            && want.0 != 0
            && self.res.var(var).is_some_and(|u| {
                matches!(self.res.symbol(u.symbol).kind, SymbolKind::MtypeValue { .. })
            })
        {
            let (have, want) =
                (self.res.type_name(Type::Mtype(have)), self.res.type_name(Type::Mtype(want)));
            self.out.push(
                Diagnostic::error(format!("`{name}` cannot hold this constant"))
                    .at(value.span, format!("of type `{have}`, expected `{want}`")),
            );
        }
        if let Some(constant) = self.known_value(value)
            && ty.truncate(constant) != constant
        {
            let becomes = ty.truncate(constant);
            self.out.push(
                Diagnostic::warning(format!(
                    "{constant} does not fit into `{name}`, which is a {}",
                    self.res.type_name(ty)
                ))
                .at(value.span, format!("becomes {becomes}")),
            );
        }
    }

    /// Channels are not numbers: none may be an operand in the value of an assignment.
    fn no_channel_operand(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) if self.res.var(var).is_some_and(|u| u.ty == Type::Chan) => {
                self.out.push(
                    Diagnostic::error(format!("`{}` is a channel", var.head.name.name))
                        .at(var.span, "a channel cannot be an operand"),
                );
            }
            ExprKind::Unary(_, a) => self.no_channel_operand(a),
            ExprKind::Binary(_, a, b) => {
                self.no_channel_operand(a);
                self.no_channel_operand(b);
            }
            // The branches are values of their own: `c = (b -> q : r)` is fine here.
            ExprKind::Cond(c, _, _) => self.no_channel_operand(c),
            _ => {}
        }
    }

    /// `priority n`, from 1 to 255; 1 if there is none.
    pub(super) fn priority(&mut self, priority: Option<&'a Expr>) -> u8 {
        let Some(expr) = priority else { return 1 };
        let Some(value) = self.constant(expr, "a priority") else { return 1 };
        match u8::try_from(value).ok().filter(|p| *p > 0) {
            Some(priority) => priority,
            None => {
                self.out.push(
                    Diagnostic::error(format!("{value} is not a priority"))
                        .at(expr.span, "expected a number from 1 to 255"),
                );
                1
            }
        }
    }
}

/// The place of the first `run` in an expression.
fn find_run(expr: &Expr) -> Option<Span> {
    match &expr.kind {
        ExprKind::Run { .. } => Some(expr.span),
        ExprKind::Unary(_, a)
        | ExprKind::Enabled(a)
        | ExprKind::PcValue(a)
        | ExprKind::GetPriority(a) => find_run(a),
        ExprKind::Binary(_, a, b) => find_run(a).or_else(|| find_run(b)),
        ExprKind::Cond(c, a, b) => find_run(c).or_else(|| find_run(a)).or_else(|| find_run(b)),
        _ => None,
    }
}
