//! Sends, receives and polls; and what waits for the end: messages on known channels, remote references.
//!
//! A channel counts as known when its variable is declared with `= [n] of { … }` and never assigned to or
//! received into. Then a message of another length can never be right, and is an error.

use super::var::Mode;
use super::{Checker, Pending};
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{Expr, Ident, NodeId, ReceiveArg, VarRef};
use crate::promela::resolved::{
    BodyKind, Builtin, LabelInfo, Symbol, SymbolId, SymbolKind, Type, VarUse,
};
use crate::source::Span;

/// What a poll does, for messages.
pub(super) const POLLS: &str = "polls for";

impl<'a> Checker<'a> {
    /// A reference that must be a channel. SPIN lets a number be used as one when it runs, but not here.
    pub(super) fn channel_ref(&mut self, chan: &'a VarRef) -> Option<VarUse> {
        let found = self.var_ref(chan, Mode::Read)?;
        if found.ty == Type::Chan {
            return Some(found);
        }
        let declared = self.res.symbol(found.symbol).span;
        let mut diagnostic =
            Diagnostic::error(format!("`{}` is not a channel", chan.head.name.name))
                .at(chan.span, format!("this is a {}", self.res.type_name(found.ty)));
        if let Some(span) = declared {
            diagnostic = diagnostic.also(span, "declared here");
        }
        self.out.push(diagnostic);
        None
    }

    pub(super) fn send(&mut self, chan: &'a VarRef, args: &'a [Expr]) {
        let found = self.channel_ref(chan);
        let mut count = Some(0u64);
        // In a trace a send is a pattern: `_` stands for any value.
        let kind = self.place.as_ref().map(|p| p.kind);
        let in_trace = matches!(kind, Some(BodyKind::Trace | BodyKind::Notrace));
        let mode = if in_trace { Mode::Pattern } else { Mode::ReadMessage };
        for arg in args {
            let ty = self.expr(arg, mode);
            self.no_run(arg, "a message");
            count = count.and_then(|n| Some(n + self.message_length(arg, ty)?));
        }
        self.note_message(found, count, chan.span, "sends");
    }

    /// How many fields an argument fills; `None` if that is not known because of an error.
    fn message_length(&mut self, arg: &Expr, ty: Option<Type>) -> Option<u64> {
        use crate::promela::ast::ExprKind;
        match (&arg.kind, ty) {
            (ExprKind::Error, _) | (ExprKind::Var(_), None) => None,
            (ExprKind::Var(var), Some(Type::Record(id))) => {
                self.fits_message(id, var.span).then(|| self.flat_length(Type::Record(id), None))
            }
            _ => Some(1),
        }
    }

    pub(super) fn receive(
        &mut self,
        chan: &'a VarRef,
        args: &'a [ReceiveArg],
        verb: &'static str,
        takes: bool,
    ) {
        let found = self.channel_ref(chan);
        let mut count = Some(0u64);
        let mut targets: Vec<SymbolId> = Vec::new();
        for arg in args {
            let length = match arg {
                ReceiveArg::Ref(var) => {
                    let target = self.var_ref(var, Mode::Pattern);
                    if takes && let Some(target) = &target {
                        self.receive_target(var, target, &mut targets);
                    }
                    match target.map(|t| t.ty) {
                        None => None,
                        Some(Type::Record(id)) => self
                            .fits_message(id, var.span)
                            .then(|| self.flat_length(Type::Record(id), None)),
                        Some(_) => Some(1),
                    }
                }
                ReceiveArg::Const(value) | ReceiveArg::Eval(value) => {
                    self.value(value);
                    self.no_run(value, "a message");
                    Some(1)
                }
            };
            count = count.and_then(|n| Some(n.saturating_add(length?)));
        }
        self.note_message(found, count, chan.span, verb);
    }

    /// A variable that a receive writes.
    fn receive_target(&mut self, var: &VarRef, target: &VarUse, targets: &mut Vec<SymbolId>) {
        let symbol = target.symbol;
        match &self.res.symbol(symbol).kind {
            SymbolKind::Variable(variable) => {
                let scalar = variable.size.is_none() && !matches!(variable.ty, Type::Record(_));
                if scalar && targets.contains(&symbol) {
                    self.out.push(
                        Diagnostic::error(format!(
                            "`{}` takes more than one field of a message",
                            var.head.name.name
                        ))
                        .at(var.span, "used before in this receive")
                        .help("`_` takes a field that is not needed"),
                    );
                }
                targets.push(symbol);
                self.changed.insert(symbol);
            }
            SymbolKind::Builtin(_) if &*var.head.name.name != "_" => {
                self.out.push(
                    Diagnostic::error(format!("`{}` cannot be assigned to", var.head.name.name))
                        .at(var.span, "a receive would change it")
                        .help(format!("to compare, write `eval({})`", var.head.name.name)),
                );
            }
            _ => {}
        }
    }

    /// Remembers a message on a channel whose declaration may be known.
    fn note_message(
        &mut self,
        found: Option<VarUse>,
        count: Option<u64>,
        span: Span,
        verb: &'static str,
    ) {
        let (Some(found), Some(count)) = (found, count) else { return };
        let init = match found.fields.last() {
            None => self.res.variable(found.symbol).and_then(|v| v.channel),
            Some(_) => None,
        };
        if let Some(init) = init {
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            self.pending.push(Pending::Message { chan: found.symbol, init, count, span, verb });
        }
    }

    /// Answers what had to wait for the whole program.
    pub(super) fn answer_pending(&mut self) {
        self.check_runs();
        for question in std::mem::take(&mut self.pending) {
            match question {
                Pending::Message { chan, init, count, span, verb } => {
                    self.known_message(chan, init, count, span, verb);
                }
                Pending::Label { expr, proctype, label } => {
                    self.remote_label(expr, proctype, label)
                }
                Pending::Var { expr, proctype, var } => self.remote_var(expr, proctype, var),
            }
        }
    }

    fn known_message(
        &mut self,
        chan: SymbolId,
        init: NodeId,
        count: usize,
        span: Span,
        verb: &str,
    ) {
        if self.changed.contains(&chan) {
            return;
        }
        let Some(want) = self.res.channel(init).map(|c| c.flat.len()) else { return };
        // A poll may look at the first fields only.
        if want == count || want == 0 || (verb == POLLS && count < want) {
            return;
        }
        let symbol = self.res.symbol(chan);
        let plural = |n: usize| format!("{n} field{}", if n == 1 { "" } else { "s" });
        let mut diagnostic = Diagnostic::error(format!(
            "messages of `{}` have {}, this one has {count}",
            symbol.name,
            plural(want)
        ))
        .at(span, format!("{verb} {}, expected {want}", plural(count)));
        if let Some(declared) = symbol.span {
            diagnostic = diagnostic.also(declared, "the channel is declared here");
        }
        self.out.push(diagnostic);
    }

    fn remote_label(&mut self, expr: NodeId, proctype: &Ident, label: &Ident) {
        let Some(body) = self.find_proctype(proctype, "refer to") else { return };
        self.res.processes.insert(expr, body);
        let labels = &self.res.bodies[body.index()].labels;
        let found =
            labels.iter().find(|id| self.res.labels[id.index()].name == label.name).copied();
        match found {
            Some(id) => {
                self.res.label_nodes.insert(expr, id);
            }
            None if self.broken.contains(&label.name) => {}
            None => {
                let info = |id: &crate::promela::resolved::LabelId| -> &LabelInfo {
                    &self.res.labels[id.index()]
                };
                let near = nearest(&label.name, labels.iter().map(|id| &*info(id).name));
                self.out.push(
                    Diagnostic::error(format!(
                        "proctype `{}` has no label `{}`",
                        proctype.name, label.name
                    ))
                    .at(label.span, "no such label")
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                );
            }
        }
    }

    /// What `_pid` stands for.
    fn builtin_pid(&self) -> Option<VarUse> {
        let is_pid = |s: &Symbol| matches!(s.kind, SymbolKind::Builtin(Builtin::Pid));
        let at = self.res.symbols.iter().position(is_pid)?;
        let symbol = SymbolId(u32::try_from(at).ok()?);
        Some(VarUse { symbol, fields: Vec::new(), ty: Type::Pid, whole_array: None })
    }

    fn remote_var(&mut self, expr: NodeId, proctype: &Ident, var: &VarRef) {
        let Some(body) = self.find_proctype(proctype, "refer to") else { return };
        self.res.processes.insert(expr, body);
        let name = &var.head.name;
        let locals = &self.res.bodies[body.index()].locals;
        let found = locals.iter().find(|id| self.res.symbol(**id).name == name.name).copied();
        match found {
            Some(symbol) => {
                if let Some(found) = self.follow(symbol, var, Mode::Read) {
                    self.res.uses.insert(var.id, found);
                }
            }
            None if self.broken.contains(&name.name) => {}
            // Every process has one, though nobody declares it.
            None if &*name.name == "_pid" && var.fields.is_empty() => {
                if let Some(found) = self.builtin_pid() {
                    self.res.uses.insert(var.id, found);
                }
            }
            None => {
                let near = nearest(&name.name, locals.iter().map(|id| &*self.res.symbol(*id).name));
                self.out.push(
                    Diagnostic::error(format!(
                        "proctype `{}` has no variable `{}`",
                        proctype.name, name.name
                    ))
                    .at(name.span, "no such variable")
                    .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                );
            }
        }
    }
}
