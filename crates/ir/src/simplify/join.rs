//! Joining control locations that have the same future.
//!
//! *Idea:* the coarsest partition of a template's locations in which members of a class have the same
//! marks and equal edges into equal classes; every edge goes to one member of its target's class. SPIN numbers the braces of an
//! atomic sequence and its first loop apart, for instance, which doubles states for nothing.
//! *Source:* Moore's partition refinement. *Cost:* rounds × edges; templates are small.

use std::collections::HashMap;

use super::Observed;
use crate::entity::{Id, LocId, TemplateId};
use crate::system::{Edge, Guard, Loc, Op, Origin, System, Template};

/// Joins equivalent locations in every template.
pub(super) fn join_locations(system: &mut System, observed: &Observed) {
    // Location numbers are visible to `pcvalue`.
    if system.mentions(|e| matches!(e, crate::Expr::Pc(_))) {
        return;
    }
    let ids: Vec<TemplateId> = system.templates().map(|(id, _)| id).collect();
    for id in ids {
        let classes = partition(id, system.template(id), observed);
        keep_one_of_each(&mut system.templates[id.index()], &classes);
    }
}

/// An edge without its source; the target by its class.
type Signature<'a> = (usize, &'a [crate::Param], &'a Guard, &'a Op, bool, u8, &'a Origin);

/// The class of every location.
fn partition(id: TemplateId, t: &Template, observed: &Observed) -> Vec<usize> {
    // Locations that differ in marks, or that something asks for by name, are never joined.
    let mut marks: Vec<(&Loc, Option<LocId>)> = Vec::new();
    let mut classes: Vec<usize> = Vec::new();
    for (i, loc) in t.locs.iter().enumerate() {
        let loc_id = LocId::new(i);
        let apart = observed.loc(id, loc_id).then_some(loc_id);
        let same = |(l, a): &(&Loc, Option<LocId>)| {
            *a == apart
                && (l.end, l.progress, l.accept, l.transit)
                    == (loc.end, loc.progress, loc.accept, loc.transit)
        };
        let class = marks.iter().position(same).unwrap_or_else(|| {
            marks.push((loc, apart));
            marks.len() - 1
        });
        classes.push(class);
    }
    loop {
        let mut seen: HashMap<(usize, String), usize> = HashMap::new();
        let refined: Vec<usize> = (0..t.locs.len())
            .map(|i| {
                let signature: Vec<Signature<'_>> =
                    t.out(LocId::new(i)).map(|e| signature(t.edge(e), &classes)).collect();
                let next = seen.len();
                *seen.entry((classes[i], format!("{signature:?}"))).or_insert(next)
            })
            .collect();
        if refined == classes {
            return classes;
        }
        classes = refined;
    }
}

fn signature<'a>(e: &'a Edge, classes: &[usize]) -> Signature<'a> {
    // A run of the joined system must name the statements of the original, or it cannot be replayed.
    (classes[e.to.index()], &e.params, &e.guard, &e.op, e.hold, e.rank, &e.origin)
}

/// Sends every edge to the first member of its target's class. The other members stay, unreachable, so
/// that ids keep their meaning and a run can be followed in the original system.
fn keep_one_of_each(t: &mut Template, classes: &[usize]) {
    let first = |loc: LocId| {
        let class = classes[loc.index()];
        LocId::new(classes.iter().position(|c| *c == class).expect("a class has a member"))
    };
    for e in &mut t.edges {
        e.to = first(e.to);
    }
    t.entry = first(t.entry);
}
