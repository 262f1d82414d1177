//! Groups: all steps of a process that begin with one edge, and how groups influence each other.

use super::constant::Actor;
use super::{Footprint, Footprints};
use crate::entity::{EdgeId, LocId, TemplateId};
use crate::system::{Edge, Op};
use std::collections::BTreeSet;

/// The steps of a process that begin with one edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The process.
    pub actor: Actor,
    /// The edge.
    pub edge: EdgeId,
    /// Where the process is before.
    pub from: LocId,
    /// Where it may be afterwards; nowhere if it has ended.
    pub rests: BTreeSet<LocId>,
    /// What the steps read, write and wait for.
    pub footprint: Footprint,
}

impl Group {
    /// Do both belong to one process? Of two groups of "an instance of P" this is assumed; to compare
    /// different instances, compute them for processes with ids.
    pub fn same_process(&self, other: &Group) -> bool {
        self.actor.template == other.actor.template && self.actor.who == other.actor.who
    }

    /// May a step of this group enable the other one, which was disabled before?
    pub fn may_enable(&self, other: &Group) -> bool {
        if self.same_process(other) {
            return self.rests.contains(&other.from);
        }
        self.footprint.may_write.overlaps(&other.footprint.enabling)
    }

    /// May a step of this group disable the other one, which was enabled before?
    pub fn may_disable(&self, other: &Group) -> bool {
        if self.same_process(other) {
            return self.from == other.from;
        }
        self.footprint.may_write.overlaps(&other.footprint.disabling)
    }

    /// May the order of their steps matter, when both are enabled?
    pub fn conflicts(&self, other: &Group) -> bool {
        self.same_process(other) || self.footprint.conflicts(&other.footprint)
    }
}

/// An edge that a step may pass, taken by the process that acts or by a partner.
type Passed = (Option<TemplateId>, EdgeId);

impl Footprints<'_> {
    /// Follows a step from its first edge through all it may pass.
    pub(super) fn step(&self, actor: &Actor, first: EdgeId) -> Group {
        let taker = |passed: Passed| passed.0.map_or_else(|| actor.clone(), Actor::partner);
        let mut footprint = self.alone(actor, first);
        self.certain_writes(actor, first, &mut footprint);
        let mut seen = BTreeSet::from([(None, first)]);
        let mut todo: Vec<Passed> = vec![(None, first)];
        while let Some(passed) = todo.pop() {
            for next in self.follow(&taker(passed), passed) {
                if seen.insert(next) {
                    footprint.then(self.alone(&taker(next), next.1));
                    todo.push(next);
                }
            }
        }
        // The process rests behind an edge of its own. If a partner goes on to meet others, it may meet
        // this process again, which then rests behind one of the receives.
        let edge = |(p, e): Passed| self.system.template(taker((p, e)).template).edge(e);
        let comes_back = seen.iter().any(|&passed| {
            passed.0.is_some() && !self.partners(&taker(passed), edge(passed)).is_empty()
        });
        let t = self.system.template(actor.template);
        let own = |p: &&Passed| p.0.is_none() || comes_back && p.0 == Some(actor.template);
        let ends = seen.iter().filter(own).map(|&p| edge(p)).filter(|e| e.op != Op::End);
        let rests = ends.map(|e| e.to).filter(|loc| !t.loc(*loc).transit).collect();
        let from = t.edge(first).from;
        Group { actor: actor.clone(), edge: first, from, rests, footprint }
    }

    /// The edges that may come next in the same step.
    fn follow(&self, actor: &Actor, (partner, id): Passed) -> Vec<Passed> {
        let t = self.system.template(actor.template);
        let edge = t.edge(id);
        let mut next: Vec<Passed> = Vec::new();
        if edge.op != Op::End && (t.loc(edge.to).transit || edge.hold) {
            next.extend(t.out(edge.to).map(|e| (partner, e)));
        }
        next.extend(self.partners(actor, edge).into_iter().map(|(t, e)| (Some(t), e)));
        next
    }

    /// One edge, with the partners it may need.
    fn alone(&self, actor: &Actor, id: EdgeId) -> Footprint {
        let mut footprint = self.effect(actor, id);
        self.rendezvous(actor, self.system.template(actor.template).edge(id), &mut footprint);
        footprint
    }

    /// Adds what a rendezvous waits for, and who may be met.
    fn rendezvous(&self, actor: &Actor, edge: &Edge, out: &mut Footprint) {
        let partners = self.partners(actor, edge);
        if !partners.is_empty() {
            self.rendezvous_condition(actor, edge, out);
            out.partners.extend(partners);
        }
    }

    /// Adds the certain writes of what certainly follows: transit locations with a single edge, which
    /// is taken, or else the step ends in a run-time error.
    fn certain_writes(&self, actor: &Actor, first: EdgeId, out: &mut Footprint) {
        let t = self.system.template(actor.template);
        let mut seen = BTreeSet::from([first]);
        let mut at = first;
        loop {
            let edge = t.edge(at);
            let mut follow = t.out(edge.to);
            let (Some(next), None) = (follow.next(), follow.next()) else { return };
            if edge.op == Op::End || !t.loc(edge.to).transit || !seen.insert(next) {
                return;
            }
            out.must_write.extend(&self.effect(actor, next).must_write);
            at = next;
        }
    }
}
