//! The verifier's rules on expressions and operations; the list is in the parent module.

use super::{MAX_DEPTH, Verifier};
use crate::entity::Id;
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::system::{Channel, Edge, Guard, Op, System, Template};

/// What an expression may mention.
pub(super) enum Within<'a> {
    /// What all processes share.
    System,
    /// And what a process of this template has.
    Template(&'a Template),
    /// And the parameters of this edge.
    Edge(&'a Template, &'a Edge),
}

impl<'a> Within<'a> {
    fn template(&self) -> Option<&'a Template> {
        match self {
            Within::System => None,
            Within::Template(t) | Within::Edge(t, _) => Some(t),
        }
    }
}

/// The channel, if the expression is a constant that names one.
pub(super) fn known_channel<'a>(
    system: &'a System,
    template: Option<&'a Template>,
    chan: &Expr,
) -> Option<&'a Channel> {
    match chan {
        Expr::Chan(c) => system.chans.get(c.index()),
        Expr::OwnChan(c) => template?.chans.get(c.index()),
        _ => None,
    }
}

impl Verifier<'_> {
    /// A global's initial value is computed before there are processes.
    pub(super) fn initial_value(&mut self, e: &Expr, within: &Within<'_>) {
        self.expr(e, within);
        let mut early = false;
        e.walk(&mut |e| {
            early |= matches!(
                e,
                Expr::Len(_)
                    | Expr::Test(..)
                    | Expr::Poll { .. }
                    | Expr::Timeout
                    | Expr::Running
                    | Expr::LastPid
                    | Expr::NonProgress
                    | Expr::Enabled(_)
                    | Expr::Pc(_)
                    | Expr::Priority(_)
                    | Expr::At(..)
            ) || matches!(e, Expr::Load(Place { scope: Scope::Of(..), .. }));
        });
        self.require(!(early && matches!(within, Within::System)), "init", || {
            "a global's initial value asks for a running system".into()
        });
    }

    /// Checks an expression with all its parts.
    pub(super) fn expr(&mut self, e: &Expr, within: &Within<'_>) {
        self.nested(e, within, 0);
    }

    fn nested(&mut self, e: &Expr, within: &Within<'_>, depth: usize) {
        if depth >= MAX_DEPTH {
            self.error("depth", format!("an expression nests deeper than {MAX_DEPTH}"));
            return;
        }
        let depth = depth + 1;
        match e {
            Expr::Int(_) | Expr::Timeout | Expr::Running | Expr::LastPid | Expr::NonProgress => {}
            Expr::SelfPid => {
                self.require(within.template().is_some(), "scope", || {
                    "there is no process whose id could be meant".into()
                });
            }
            Expr::Param(p) => match within {
                Within::Edge(_, edge) => {
                    self.in_range(*p, edge.params.len());
                }
                _ => self.error("scope", format!("{p:?} is used outside of an edge")),
            },
            Expr::Chan(c) => {
                self.in_range(*c, self.system.chans.len());
            }
            Expr::OwnChan(c) => match within.template() {
                Some(t) => {
                    self.in_range(*c, t.chans.len());
                }
                None => self.error("scope", "there is no process that could own a channel".into()),
            },
            Expr::Load(place) => self.place(place, within, depth),
            Expr::Unary(_, e)
            | Expr::Len(e)
            | Expr::Test(_, e)
            | Expr::Enabled(e)
            | Expr::Pc(e)
            | Expr::Priority(e) => self.nested(e, within, depth),
            Expr::Binary(_, a, b) => {
                self.nested(a, within, depth);
                self.nested(b, within, depth);
            }
            Expr::Cond(parts) => parts.iter().for_each(|e| self.nested(e, within, depth)),
            Expr::Poll { chan, fields, .. } => self.message(chan, fields, within, depth),
            Expr::At(t, e, locs) => {
                self.nested(e, within, depth);
                if self.in_range(*t, self.system.templates.len()) {
                    let n = self.system.template(*t).locs.len();
                    locs.iter().for_each(|l| {
                        self.in_range(*l, n);
                    });
                }
            }
        }
    }

    fn place(&mut self, place: &Place, within: &Within<'_>, depth: usize) {
        let system = self.system;
        let vars = match &place.scope {
            Scope::Global => &system.globals,
            Scope::Own => match within.template() {
                Some(t) => &t.vars,
                None => {
                    self.error("scope", "there is no process that could have variables".into());
                    return;
                }
            },
            Scope::Of(t, pid) => {
                self.nested(pid, within, depth);
                if !self.in_range(*t, system.templates.len()) {
                    return;
                }
                &system.template(*t).vars
            }
        };
        if self.in_range(place.var, vars.len()) {
            let var = &vars[place.var.index()];
            let (given, wanted) = (place.index.len(), var.dims.len());
            self.require(given == wanted, "indices", || {
                format!("`{}` has {wanted} dimensions, not {given}", var.name)
            });
        }
        place.index.iter().for_each(|e| self.nested(e, within, depth));
    }

    fn written(&mut self, place: &Place, within: &Within<'_>) {
        self.place(place, within, 0);
        self.require(!matches!(place.scope, Scope::Of(..)), "writes", || {
            "assigns to a variable of another process".into()
        });
    }

    fn message(&mut self, chan: &Expr, fields: &[Pattern], within: &Within<'_>, depth: usize) {
        self.nested(chan, within, depth);
        self.arity(chan, fields.len(), within);
        for pattern in fields {
            match pattern {
                Pattern::Bind(place) => self.place(place, within, depth),
                Pattern::Match(e) => self.nested(e, within, depth),
                Pattern::Any => {}
            }
        }
    }

    fn arity(&mut self, chan: &Expr, given: usize, within: &Within<'_>) {
        if let Some(chan) = known_channel(self.system, within.template(), chan) {
            self.require(given <= chan.fields.len(), "messages", || {
                format!("{given} fields on `{}`, which has {}", chan.name, chan.fields.len())
            });
        }
    }

    /// Checks what an edge asks and does.
    pub(super) fn edge(&mut self, t: &Template, edge: &Edge) {
        let within = &Within::Edge(t, edge);
        if let Guard::When(e) = &edge.guard {
            self.expr(e, within);
        }
        match &edge.op {
            Op::Skip | Op::End => {}
            Op::Assign(list) => {
                self.require(!list.is_empty(), "writes", || "assigns nothing: a skip".into());
                for (place, e) in list {
                    self.written(place, within);
                    self.expr(e, within);
                }
            }
            Op::Send { chan, args, .. } => {
                self.expr(chan, within);
                self.arity(chan, args.len(), within);
                args.iter().for_each(|e| self.expr(e, within));
            }
            Op::Receive { chan, fields, .. } => {
                self.message(chan, fields, within, 0);
                for pattern in fields {
                    if let Pattern::Bind(Place { scope: Scope::Of(..), .. }) = pattern {
                        self.error("writes", "receives into another process".into());
                    }
                }
            }
            Op::Run { template, args, pid, .. } => {
                if self.in_range(*template, self.system.templates.len()) {
                    let t = self.system.template(*template);
                    let (given, wanted) = (args.len(), t.params);
                    self.require(given == wanted, "calls", || {
                        format!("`{}` takes {wanted} arguments, not {given}", t.name)
                    });
                }
                args.iter().for_each(|e| self.expr(e, within));
                pid.iter().for_each(|p| self.written(p, within));
            }
            Op::Assert(e) => self.expr(e, within),
            Op::Print(_, args) => args.iter().for_each(|e| self.expr(e, within)),
            Op::SetPriority(a, b) => {
                self.expr(a, within);
                self.expr(b, within);
            }
        }
    }
}
