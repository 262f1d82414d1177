//! What makes an infinite run matter: acceptance sets on the states of a system.
//!
//! Searches for accepting cycles know only [`Accepting`]. It is implemented by the product with an
//! automaton ([`Product`](crate::product::Product)), by the fairness construction on top of it
//! ([`WeaklyFair`](crate::fairness::WeaklyFair)), and by [`Marked`], a model with acceptance labels of its own.

use burnside_core::{
    ApId, Fair, Interrupt, Labelled, ProcessSet, Step, Successors, TransitionSystem,
};

/// A system with generalised Büchi acceptance: a run is accepting if it visits every set infinitely often.
pub trait Accepting: TransitionSystem {
    /// The number of acceptance sets, at most 64. Without any, every infinite run is accepting.
    fn acceptance_sets(&self) -> u32;

    /// The sets that contain `state`, one bit each.
    fn marks(&self, state: &[u8], scratch: &mut Self::Scratch) -> u64;

    /// The marks of a state that is in all sets.
    fn all_marks(&self) -> u64 {
        1u64.checked_shl(self.acceptance_sets()).map_or(u64::MAX, |bit| bit - 1)
    }

    /// Whether `state` is in all sets.
    #[inline]
    fn is_accepting(&self, state: &[u8], scratch: &mut Self::Scratch) -> bool {
        self.marks(state, scratch) == self.all_marks()
    }
}

/// A system built on top of another one, whose runs are runs of the other with something added.
///
/// Initial states correspond one to one, in order.
pub trait Overlay: TransitionSystem {
    /// The system below.
    type Base: TransitionSystem;

    /// The part of a state that belongs to the system below.
    fn base_state<'a>(&self, state: &'a [u8]) -> &'a [u8];

    /// The number of the step below that is behind step number `index` out of `state`; `None` if the
    /// system below rests.
    fn base_step(&self, state: &[u8], index: u32, scratch: &mut Self::Scratch) -> Option<u32>;
}

/// A system in which the states that satisfy a proposition are accepting, for instance those at a label
/// `accept…` of a Promela process. Runs that end are not prolonged.
///
/// The proposition is one that can always be evaluated; where it fails, it counts as false.
pub struct Marked<'a, S> {
    system: &'a S,
    accepting: ApId,
}

impl<'a, S: Labelled> Marked<'a, S> {
    /// The system with this proposition for acceptance.
    pub fn new(system: &'a S, accepting: ApId) -> Self {
        Marked { system, accepting }
    }
}

impl<S: Labelled> TransitionSystem for Marked<'_, S> {
    type Scratch = S::Scratch;

    fn scratch(&self) -> S::Scratch {
        self.system.scratch()
    }

    fn state_len(&self) -> usize {
        self.system.state_len()
    }

    fn initial(&self, scratch: &mut S::Scratch, out: &mut Successors) -> Result<(), Interrupt> {
        self.system.initial(scratch, out)
    }

    #[inline]
    fn successors(
        &self,
        state: &[u8],
        scratch: &mut S::Scratch,
        out: &mut Successors,
    ) -> Result<(), Interrupt> {
        self.system.successors(state, scratch, out)
    }

    fn is_valid_end(&self, state: &[u8]) -> bool {
        self.system.is_valid_end(state)
    }
}

impl<S: Labelled> Accepting for Marked<'_, S> {
    fn acceptance_sets(&self) -> u32 {
        1
    }

    fn marks(&self, state: &[u8], scratch: &mut S::Scratch) -> u64 {
        u64::from(self.system.holds(state, self.accepting, scratch) == Ok(true))
    }
}

impl<S: Labelled> Overlay for Marked<'_, S> {
    type Base = S;

    fn base_state<'a>(&self, state: &'a [u8]) -> &'a [u8] {
        state
    }

    fn base_step(&self, _: &[u8], index: u32, _: &mut S::Scratch) -> Option<u32> {
        Some(index)
    }
}

impl<S: Labelled + Fair> Fair for Marked<'_, S> {
    fn processes(&self) -> usize {
        self.system.processes()
    }

    fn movers(&self, scratch: &S::Scratch, index: usize, step: Step) -> ProcessSet {
        self.system.movers(scratch, index, step)
    }
}
