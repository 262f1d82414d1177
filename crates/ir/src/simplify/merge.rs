//! Merging steps that nobody else can notice into the step before them.
//!
//! *Idea:* where a process can always go on, in exactly one way, touching nothing but its own unobserved
//! variables, no other process can tell whether it has gone on already. Such a location becomes *transit*.
//! *Source:* SPIN's statement merging. *Where we differ:* SPIN merges straight lines; here a decision on
//! local variables (`c` / `else`) is merged as well.
//! *Requires:* a property that cannot count steps (no next-time operator).
//! *Guarantees:* every cycle of a control graph keeps a location that is not transit, so a step ends.
//! *Cost:* locations × edges.

use super::Observed;
use crate::entity::{Id, LocId, TemplateId};
use crate::expr::{Expr, Place, Scope, Unary};
use crate::system::{Edge, Guard, Op, Scheduling, System, Template};

/// Marks all locations that can be passed through.
pub(super) fn merge_steps(system: &mut System, observed: &Observed) {
    // Whether a process *can* move, or moved last, is visible in these cases.
    if observed.steps || system.remember_last || system.scheduling == Scheduling::Priority {
        return;
    }
    let buffered = |chan: &Expr| match chan {
        Expr::Chan(c) => system.chans[c.index()].capacity > 0,
        _ => false,
    };
    let candidates: Vec<Vec<LocId>> = system
        .templates()
        .map(|(id, t)| {
            let all = (0..t.locs.len()).map(LocId::new);
            all.filter(|loc| is_private(id, t, *loc, observed))
                .filter(|loc| !follows_rendezvous(t, *loc, &buffered))
                .collect()
        })
        .collect();
    for (t, candidates) in system.templates.iter_mut().zip(candidates) {
        for loc in candidates {
            t.locs[loc.index()].transit = true;
            if on_transit_cycle(t, loc) {
                t.locs[loc.index()].transit = false;
            }
        }
    }
}

/// Can the process always go on from here, in one way, unnoticed?
fn is_private(id: TemplateId, t: &Template, loc: LocId, observed: &Observed) -> bool {
    let l = t.loc(loc);
    if loc == t.entry || t.provided.is_some() || observed.loc(id, loc) {
        return false;
    }
    if l.end || l.accept || l.progress || l.transit {
        return false;
    }
    let edges: Vec<&Edge> = t.out(loc).map(|e| t.edge(e)).collect();
    let decided = match edges.as_slice() {
        [only] => matches!(&only.guard, Guard::When(Expr::Int(v)) if *v != 0),
        [yes, no] => match (&yes.guard, &no.guard) {
            (Guard::When(_), Guard::Else) => true,
            (Guard::When(c), Guard::When(Expr::Unary(Unary::Not, d))) => c == &**d,
            _ => false,
        },
        _ => false,
    };
    decided && edges.iter().all(|e| touches_only_own(id, e, observed))
}

/// Does the edge read and write nothing but unobserved variables of its own process?
fn touches_only_own(id: TemplateId, e: &Edge, observed: &Observed) -> bool {
    let own = |p: &Place| p.scope == Scope::Own && !observed.var(id, p.var);
    let plain = match &e.op {
        Op::Skip | Op::Assert(_) | Op::Print(..) => true,
        Op::Assign(list) => list.iter().all(|(p, _)| own(p)),
        _ => false,
    };
    let mut private = plain && e.params.is_empty();
    e.walk(&mut |x| {
        private &= match x {
            Expr::Load(p) => own(p),
            Expr::Int(_)
            | Expr::SelfPid
            | Expr::OwnChan(_)
            | Expr::Chan(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Cond(_) => true,
            _ => false,
        };
    });
    private
}

/// Does a step lead here that may be one half of a rendezvous? The other half must come first.
fn follows_rendezvous(t: &Template, loc: LocId, buffered: &dyn Fn(&Expr) -> bool) -> bool {
    let sends = |e: &Edge| matches!(&e.op, Op::Send { chan, .. } if !buffered(chan));
    t.edges.iter().any(|e| e.to == loc && sends(e))
}

/// Is there a way from a location back to itself through transit locations only?
fn on_transit_cycle(t: &Template, start: LocId) -> bool {
    let mut seen = vec![false; t.locs.len()];
    let mut stack = vec![start];
    while let Some(loc) = stack.pop() {
        for e in t.out(loc) {
            let to = t.edge(e).to;
            if to == start {
                return true;
            }
            if t.loc(to).transit && !std::mem::replace(&mut seen[to.index()], true) {
                stack.push(to);
            }
        }
    }
    false
}
