//! Footprints: what a transition group reads and writes, and what may enable or disable it.
//!
//! *Idea:* one table that partial order reduction, dead-variable resets, image computation and variable
//! orders all read. A *group* is one edge of one process: all steps that begin with it. A step goes on
//! through transit locations and, after an edge that holds control, through the edges that follow; a
//! rendezvous moves a partner, too. The footprint of the group covers all of that.
//! *Source:* LTSmin's dependency matrices (Blom, van de Pol, Weber, CAV 2010) and the necessary enabling
//! sets of guard-based stubborn sets (Laarman, Pater, van de Pol, Hansen, STTT 2014).
//! *Where we differ:* slots are cells of the IR and not bits of a packed state; the two ends of a channel
//! are slots of their own; what asks about the whole system (`timeout`, `enabled`, priorities) simply
//! reads [`Slot::Everything`].
//!
//! # Strictness
//! * `reads` and `may_write` may hold too much, never too little, with one deliberate exception: the two
//!   ends of a channel share its length. A send touches only [`Slot::Tail`] and a receive only
//!   [`Slot::Head`], because two operations at different ends commute *whenever both are enabled*. That
//!   one may enable the other is said by `enabling`. Who needs all bits that a group looks at takes
//!   both ends of every channel in `channels`.
//! * `must_write` may hold too little, never too much. It lists variables and the own location; a slot
//!   in it gets a new value in every step of the group that ends without a run-time error.
//! * `enabling` (`disabling`) may hold too much: if a step of *another* process turns the group from
//!   disabled to enabled (from enabled to disabled), it may write one of these slots.
//!
//! # Which process
//! An [`Actor`] says for whom a footprint is computed. For "an instance of P" ([`Actor::of`]) the own
//! slots are marked [`Who::Own`], and the result serves all instances. For a process with a known id
//! ([`Actor::process`], [`Actor::initial`]) the id, and arguments that cannot change, are put into the
//! expressions, so that `flag[_pid]` is one cell.
//!
//! *Requires:* a verified system. *Cost:* an edge costs its size; a group the edges its steps may pass.

mod collect;
mod constant;
mod group;
mod slot;

pub use constant::Actor;
pub use group::Group;
pub use slot::{Cells, ChanSlot, Slot, SlotSet, Who};

use crate::entity::{EdgeId, Id, TemplateId};
use crate::expr::Expr;
use crate::sorts::Sorts;
use crate::system::{Op, System};
use constant::Constants;
use std::collections::BTreeSet;

/// What is done with a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChanOp {
    /// Appends a message.
    Send,
    /// Inserts a message by its order.
    SendSorted,
    /// Takes the first message.
    Receive,
    /// Takes the first message that matches.
    ReceiveAny,
    /// Reads the first message.
    Peek,
    /// Reads the first message that matches.
    PeekAny,
    /// Asks for the number of messages, or whether a message is there.
    Query,
}

/// The questions in a footprint that are about more than variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asks {
    /// Whether no process can move.
    pub timeout: bool,
    /// Whether other edges of its location are enabled.
    pub otherwise: bool,
    /// Whether some process is enabled.
    pub enabled: bool,
    /// Whether no process is at a progress location.
    pub nonprogress: bool,
    /// Who moved last.
    pub last: bool,
    /// What priority some process has, or who may move by priority.
    pub priority: bool,
}

/// What is read, written and waited for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// May influence whether and how it goes.
    pub reads: SlotSet,
    /// May be changed.
    pub may_write: SlotSet,
    /// Is certainly given a new value.
    pub must_write: SlotSet,
    /// Writing one of these may enable it.
    pub enabling: SlotSet,
    /// Writing one of these may disable it.
    pub disabling: SlotSet,
    /// The channels, by what is done with them.
    pub channels: BTreeSet<(ChanSlot, ChanOp)>,
    /// The edges that may take part as the receiver of a rendezvous.
    pub partners: BTreeSet<(TemplateId, EdgeId)>,
    /// The templates of which it may start a process.
    pub starts: BTreeSet<TemplateId>,
    /// May end the process.
    pub ends: bool,
    /// The questions it asks.
    pub asks: Asks,
}

impl Footprint {
    /// May one change what the other does, or its result, when both are enabled? Requires that they
    /// belong to different processes, or to none.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        self.may_write.overlaps(&other.may_write)
            || self.may_write.overlaps(&other.reads)
            || other.may_write.overlaps(&self.reads)
    }

    /// Adds what happens later in the same step.
    fn then(&mut self, later: Footprint) {
        self.reads.extend(&later.reads);
        self.may_write.extend(&later.may_write);
        self.channels.extend(later.channels);
        self.partners.extend(later.partners);
        self.starts.extend(later.starts);
        self.ends |= later.ends;
        self.asks.add(later.asks);
    }
}

impl Asks {
    fn add(&mut self, other: Asks) {
        self.timeout |= other.timeout;
        self.otherwise |= other.otherwise;
        self.enabled |= other.enabled;
        self.nonprogress |= other.nonprogress;
        self.last |= other.last;
        self.priority |= other.priority;
    }
}

/// What footprints are computed from.
pub struct Footprints<'s> {
    system: &'s System,
    constants: Constants,
    /// Which channels a variable may refer to.
    sorts: Sorts,
    /// The templates that are started by some edge.
    started: Vec<bool>,
    /// The receives that may be the second half of a rendezvous.
    receivers: Vec<(TemplateId, EdgeId)>,
}

impl<'s> Footprints<'s> {
    /// Prepares the analysis of a system.
    pub fn new(system: &'s System) -> Self {
        let mut started = vec![false; system.templates.len()];
        for edge in system.templates.iter().flat_map(|t| &t.edges) {
            if let Op::Run { template, .. } = edge.op {
                started[template.index()] = true;
            }
        }
        let mut footprints = Footprints {
            system,
            constants: Constants::of(system),
            sorts: crate::sorts::infer(system),
            started,
            receivers: Vec::new(),
        };
        footprints.receivers = footprints.rendezvous_receivers();
        footprints
    }

    /// One edge of a process by itself: its guard and its operation, without what follows in the same
    /// step, and without partners. For analyses that look at every edge, such as liveness of variables.
    pub fn edge(&self, actor: &Actor, edge: EdgeId) -> Footprint {
        self.effect(actor, edge)
    }

    /// A group: the steps of a process that begin with an edge.
    pub fn group(&self, actor: &Actor, edge: EdgeId) -> Group {
        self.step(actor, edge)
    }

    /// The groups of a process: its edges, but for those within a step and for receives that only the
    /// sender of a rendezvous can bring about.
    pub fn groups(&self, actor: &Actor) -> Vec<Group> {
        let t = self.system.template(actor.template);
        let begins =
            |e: &EdgeId| !t.loc(t.edge(*e).from).transit && !self.is_passive(actor, t.edge(*e));
        let edges = (0..t.edges.len()).map(EdgeId::new);
        edges.filter(begins).map(|e| self.group(actor, e)).collect()
    }

    /// An expression, for a process or, as in a proposition, for none.
    pub fn expr(&self, actor: Option<&Actor>, e: &Expr) -> Footprint {
        let mut footprint = Footprint::default();
        self.value(actor, e, &mut footprint);
        footprint.enabling = footprint.reads.clone();
        footprint.disabling = footprint.reads.clone();
        footprint
    }
}

#[cfg(test)]
mod tests;
