//! Writes expressions and operations, with no more parentheses than needed.

use super::names::quoted;
use super::operators::{ATOM, COMPARISON, CONDITIONAL, PREFIX, TESTS, UNARY, spelling};
use super::print::Printer;
use crate::entity::Id;
use crate::expr::{Expr, Pattern, Place, Scope, Unary};
use crate::system::Op;

/// How strongly the outermost operator binds.
fn strength(e: &Expr) -> u8 {
    match e {
        Expr::Cond(_) => CONDITIONAL,
        Expr::Binary(op, _, _) => spelling(*op).1,
        Expr::Unary(..) => PREFIX,
        _ => ATOM,
    }
}

impl Printer<'_> {
    /// Prints an expression.
    pub(super) fn expr(&mut self, e: &Expr) {
        self.operand(e, CONDITIONAL);
    }

    /// Prints an expression where at least this strength is needed.
    fn operand(&mut self, e: &Expr, least: u8) {
        if strength(e) < least {
            self.put("(");
            self.bare(e);
            self.put(")");
        } else {
            self.bare(e);
        }
    }

    fn call(&mut self, name: &str, e: &Expr) {
        self.put(name);
        self.put("(");
        self.expr(e);
        self.put(")");
    }

    fn bare(&mut self, e: &Expr) {
        match e {
            Expr::Int(v) => self.put(&v.to_string()),
            Expr::Load(place) => self.place(place),
            Expr::SelfPid => self.put("self"),
            Expr::Param(p) => self.put(&self.params.reference(*p)),
            Expr::Chan(c) => {
                let name = self.names.chans.reference(*c);
                let hides = |t| {
                    let own = &self.names.within[Id::index(t)].chans;
                    self.names.chans.name(*c).is_none_or(|n| own.contains(n))
                };
                let scope = if self.template.is_some_and(hides) { "global::" } else { "" };
                self.put(&format!("&{scope}{name}"));
            }
            Expr::OwnChan(c) => {
                let own = self.template.map(|t| &self.names.within[t.index()].chans);
                match own.map(|chans| (chans.name(*c), chans.reference(*c))) {
                    Some((Some(_), name)) => self.put(&format!("&{name}")),
                    _ => self.put(&format!("&own::#{}", c.0)),
                }
            }
            Expr::Unary(op, e) => {
                let entry = UNARY.iter().find(|(o, _)| o == op).expect("every operator is there");
                self.put(entry.1);
                // `-1` is a constant; the negation of 1 is `-(1)`.
                let constant = *op == Unary::Neg && matches!(**e, Expr::Int(0..));
                self.operand(e, if constant { ATOM + 1 } else { PREFIX });
            }
            Expr::Binary(op, a, b) => {
                let (text, strength) = spelling(*op);
                let left = if strength == COMPARISON { strength + 1 } else { strength };
                self.operand(a, left);
                self.put(&format!(" {text} "));
                self.operand(b, strength + 1);
            }
            Expr::Cond(parts) => {
                let [c, a, b] = &**parts;
                self.operand(c, CONDITIONAL + 1);
                self.put(" ? ");
                self.operand(a, CONDITIONAL + 1);
                self.put(" : ");
                self.operand(b, CONDITIONAL);
            }
            Expr::Len(c) => self.call("len", c),
            Expr::Test(test, c) => {
                let entry = TESTS.iter().find(|(t, _)| t == test).expect("every test is there");
                self.call(entry.1, c);
            }
            Expr::Poll { chan, anywhere, fields } => {
                self.put(if *anywhere { "pollany(" } else { "poll(" });
                self.expr(chan);
                for pattern in fields {
                    self.put(", ");
                    self.pattern(pattern);
                }
                self.put(")");
            }
            Expr::Timeout => self.put("timeout"),
            Expr::Running => self.put("running"),
            Expr::LastPid => self.put("last"),
            Expr::NonProgress => self.put("nonprogress"),
            Expr::Enabled(e) => self.call("enabled", e),
            Expr::Pc(e) => self.call("pc", e),
            Expr::Priority(e) => self.call("priority", e),
            Expr::At(t, pid, locs) => {
                self.put(&self.names.templates.reference(*t));
                self.put("[");
                self.expr(pid);
                self.put("]@{");
                self.list(locs, |p, loc| {
                    let within = p.names.within.get(t.index());
                    let name = within.map(|n| n.locs.reference(*loc));
                    p.put(&name.unwrap_or(format!("#{}", loc.0)));
                });
                self.put("}");
            }
        }
    }

    fn place(&mut self, place: &Place) {
        let hidden_by_param = |name: &str| self.params.contains(name);
        let own = self.template.map(|t| &self.names.within[t.index()].vars);
        let name = match &place.scope {
            Scope::Global => {
                let globals = &self.names.globals;
                let hidden = |n| hidden_by_param(n) || own.is_some_and(|o| o.contains(n));
                let scoped = globals.name(place.var).is_none_or(hidden);
                format!("{}{}", if scoped { "global::" } else { "" }, globals.reference(place.var))
            }
            Scope::Own => match own {
                Some(own) => {
                    let scoped = own.name(place.var).is_none_or(hidden_by_param);
                    format!("{}{}", if scoped { "own::" } else { "" }, own.reference(place.var))
                }
                None => format!("own::#{}", place.var.0),
            },
            Scope::Of(t, pid) => {
                self.put(&self.names.templates.reference(*t));
                self.put("[");
                self.expr(pid);
                self.put("]::");
                let within = self.names.within.get(t.index());
                within.map_or(format!("#{}", place.var.0), |n| n.vars.reference(place.var))
            }
        };
        self.put(&name);
        for e in &place.index {
            self.put("[");
            self.expr(e);
            self.put("]");
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Bind(place) => self.place(place),
            Pattern::Match(e) => {
                self.put("=");
                self.expr(e);
            }
            Pattern::Any => self.put("_"),
        }
    }

    /// Prints an operation.
    pub(super) fn op(&mut self, op: &Op) {
        match op {
            Op::Skip => {}
            Op::Assign(list) => {
                for (i, (place, e)) in list.iter().enumerate() {
                    self.put(if i > 0 { "; " } else { "" });
                    self.place(place);
                    self.put(" := ");
                    self.expr(e);
                }
            }
            Op::Send { chan, args, sorted } => {
                self.put(if *sorted { "send sorted (" } else { "send (" });
                self.list(args, Self::expr);
                self.put(") to ");
                self.expr(chan);
            }
            Op::Receive { chan, fields, anywhere, keep } => {
                self.put(if *keep { "peek " } else { "receive " });
                self.put(if *anywhere { "any (" } else { "(" });
                self.list(fields, Self::pattern);
                self.put(") from ");
                self.expr(chan);
            }
            Op::Run { template, args, priority, pid } => {
                self.put(&format!("run {}(", self.names.templates.reference(*template)));
                self.list(args, Self::expr);
                self.put(")");
                self.priority(*priority);
                if let Some(place) = pid {
                    self.put(" into ");
                    self.place(place);
                }
            }
            Op::End => self.put("end"),
            Op::Assert(e) => {
                self.put("assert ");
                self.expr(e);
            }
            Op::Print(text, args) => {
                self.put(&format!("print {}", quoted(text, '"')));
                for e in args {
                    self.put(", ");
                    self.expr(e);
                }
            }
            Op::SetPriority(pid, priority) => {
                self.call("priority", pid);
                self.put(" := ");
                self.expr(priority);
            }
        }
    }
}
