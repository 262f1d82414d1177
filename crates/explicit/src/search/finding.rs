//! What a search for accepting cycles hands back, in terms of stored states.

use crate::search::Stop;
use crate::search::visit::Expansion;
use burnside_core::{FaultId, GroupId, StopReason};
use burnside_store::StateId;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// An accepting cycle.
    Cycle(Lasso),
    /// A state in which a proposition cannot be evaluated, and how to get there.
    Broken(Vec<StateId>, FaultId),
}

impl Finding {
    /// The proposition that could not be evaluated in this expansion, if there is one.
    pub fn broken(expansion: &Expansion<'_>) -> Option<Finding> {
        let failed = |step: &&burnside_core::Step| step.group == GroupId::STUTTER;
        let fault = expansion.dead_ends.iter().find(failed)?.fault?;
        Some(Finding::Broken(expansion.path(), fault))
    }
}

/// A path from an initial state, and a cycle from its last state back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The states from an initial one to the one where the cycle begins.
    pub prefix: Vec<Hop>,
    /// The states after that, and at last that state again.
    pub cycle: Vec<Hop>,
}

/// A state of a path, and how it is reached from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The number of the step; if `None`, any step to the state will do.
    pub step: Option<u32>,
    /// The state.
    pub state: StateId,
}

impl From<StateId> for Hop {
    fn from(state: StateId) -> Self {
        Hop { step: None, state }
    }
}

impl Lasso {
    /// A lasso whose cycle begins at the last state of `stem`'s part up to `knot`, runs through the rest of
    /// `stem` and `rest`, and returns to `knot`.
    ///
    /// # Panics
    /// If `knot` is not on the stem.
    #[must_use]
    pub fn close(stem: &[StateId], rest: &[StateId], knot: StateId) -> Lasso {
        let at = stem.iter().rposition(|&state| state == knot).expect("the knot is on the stem");
        let cycle = stem[at + 1..].iter().chain(rest).chain([&knot]);
        Lasso {
            prefix: stem[..=at].iter().map(|&state| state.into()).collect(),
            cycle: cycle.map(|&state| state.into()).collect(),
        }
    }
}

/// The end of a search for accepting cycles.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// What was found; the search then stopped.
    pub finding: Option<Finding>,
    /// What cut the search short.
    pub stopped: Option<StopReason>,
    /// Steps that were generated again, by nested searches or in order to look at a component more closely.
    pub repeated: u64,
}

impl Hunt {
    /// From what a search returned.
    pub(crate) fn new(result: Result<(), Stop>, finding: Option<Finding>, repeated: u64) -> Hunt {
        let stopped = match result {
            Ok(()) | Err(Stop::Enough) => None,
            Err(Stop::Cut(reason)) => Some(reason),
        };
        Hunt { finding, stopped, repeated }
    }
}
