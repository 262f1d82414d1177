//! Resetting variables whose values will not be read again.
//!
//! *Idea:* if on every way from a location a variable of the process is written before it is read, its
//! value is forgotten on arrival, and states that differ only in it become one.
//! *Source:* backward liveness analysis (any compiler book); in model checking: SPIN's `-o1`, Bozga et al.
//! *Where we differ:* arrays are left alone, as in SPIN.
//! *Requires:* `observed` names every variable that another process or a property reads.
//! *Cost:* rounds × edges × words of the variable set.

use super::Observed;
use super::constants::written_places;
use crate::entity::{Id, TemplateId, VarId};
use crate::expr::{Expr, Pattern, Place, Scope};
use crate::system::{Edge, Guard, Op, System, Template};

/// A set of a template's variables.
type Set = Vec<bool>;

/// Notes at every location which variables are dead there.
pub(super) fn reset_dead_variables(system: &mut System, observed: &Observed) {
    let ids: Vec<TemplateId> = system.templates().map(|(id, _)| id).collect();
    for id in ids {
        let t = system.template(id);
        let live = live_variables(id, t, observed);
        // What is never written is a constant, and makes no states differ.
        let mut scalars: Vec<VarId> = (t.edges.iter().flat_map(written_places))
            .filter(|p| p.scope == Scope::Own && p.index.is_empty())
            .map(|p| p.var)
            .collect();
        scalars.sort();
        scalars.dedup();
        for (i, live) in live.into_iter().enumerate() {
            let loc = &mut system.templates[id.index()].locs[i];
            // Nobody sees a transit location.
            if !loc.transit {
                loc.reset = scalars.iter().copied().filter(|v| !live[v.index()]).collect();
            }
        }
    }
}

/// The variables that may be read from each location on.
fn live_variables(id: TemplateId, t: &Template, observed: &Observed) -> Vec<Set> {
    let mut always: Set = (0..t.vars.len()).map(|v| observed.var(id, VarId::new(v))).collect();
    t.provided.iter().for_each(|e| read(e, &mut always));
    let mut live = vec![always; t.locs.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for e in &t.edges {
            let mut set = live[e.to.index()].clone();
            before(t, e, &mut set);
            let here = &mut live[e.from.index()];
            for (there, here) in set.iter().zip(here) {
                changed |= *there && !*here;
                *here |= *there;
            }
        }
    }
    live
}

/// From what is live behind an edge to what is live before it.
fn before(t: &Template, e: &Edge, live: &mut Set) {
    let kill = |p: &Place, live: &mut Set| {
        if p.scope == Scope::Own && t.var(p.var).dims.is_empty() {
            live[p.var.index()] = false;
        }
    };
    match &e.op {
        Op::Assign(list) => {
            for (place, value) in list.iter().rev() {
                kill(place, live);
                place.walk(&mut |x| read_node(x, live));
                read(value, live);
            }
        }
        Op::Receive { chan, fields, .. } => {
            for field in fields.iter().rev() {
                match field {
                    Pattern::Bind(place) => {
                        kill(place, live);
                        place.walk(&mut |x| read_node(x, live));
                    }
                    // What must match is read before anything is written.
                    Pattern::Match(_) | Pattern::Any => {}
                }
            }
            for field in fields {
                if let Pattern::Match(e) = field {
                    read(e, live);
                }
            }
            read(chan, live);
        }
        Op::Run { args, pid, .. } => {
            if let Some(place) = pid {
                kill(place, live);
                place.walk(&mut |x| read_node(x, live));
            }
            args.iter().for_each(|e| read(e, live));
        }
        Op::End => live.fill(false),
        Op::Skip | Op::Send { .. } | Op::Assert(_) | Op::Print(..) | Op::SetPriority(..) => {
            e.walk(&mut |x| read_node(x, live));
        }
    }
    if let Guard::When(g) = &e.guard {
        read(g, live);
    }
}

fn read(e: &Expr, live: &mut Set) {
    e.walk(&mut |x| read_node(x, live));
}

fn read_node(e: &Expr, live: &mut Set) {
    if let Expr::Load(Place { scope: Scope::Own, var, .. }) = e {
        live[var.index()] = true;
    }
}
