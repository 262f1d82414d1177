//! What a search tells its visitor.

use crate::search::Stop;
use crate::search::control::Control;
use crate::search::dfs::Walk;
use crate::search::expand::Expander;
use burnside_core::{Step, TransitionSystem};
use burnside_store::{Interned, StateId, Store};
use std::ops::ControlFlow;

/// All steps out of one state, or the initial states.
pub struct Expansion<'a> {
    /// The state the steps lead out of; `None` for the initial states.
    pub from: Option<StateId>,
    /// Whether a run must not end in `from`, and yet there is no step.
    pub deadlock: bool,
    /// Whether some step has a fault.
    pub faulty: bool,
    /// The steps with a target.
    pub steps: &'a [Step],
    /// Their targets.
    pub targets: &'a [Interned],
    /// The steps without a target, numbered after the others.
    pub dead_ends: &'a [Step],
    /// The targets' bytes, back to back.
    pub states: &'a [u8],
    /// How the search came here.
    pub trail: &'a dyn Trail,
}

impl Expansion<'_> {
    /// The states that the search met here for the first time, with their ids.
    pub fn fresh(&self) -> impl Iterator<Item = (StateId, &[u8])> {
        let state_len = self.states.len() / self.targets.len().max(1);
        self.targets
            .iter()
            .enumerate()
            .filter(|(_, target)| target.fresh)
            .map(move |(i, target)| (target.id, &self.states[i * state_len..(i + 1) * state_len]))
    }

    /// The stored states from an initial one to `from`; none if `from` is.
    #[must_use]
    pub fn path(&self) -> Vec<StateId> {
        self.from.map_or_else(Vec::new, |from| self.trail.path_to(from))
    }
}

/// Knows how a search came to the state it is expanding.
pub trait Trail {
    /// The stored states from an initial one to `state`, which is being expanded.
    fn path_to(&self, state: StateId) -> Vec<StateId>;
}

/// Sees every expansion of a search.
pub trait Visitor<S: TransitionSystem> {
    /// All steps out of a state have been generated, and their targets stored.
    fn expanded(&mut self, expansion: &Expansion<'_>, scratch: &mut S::Scratch) -> ControlFlow<()>;
}

/// What an edge of a depth-first search leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// A state entered for the first time, which becomes the top of the stack.
    Tree,
    /// A state on the stack; the edge closes a cycle.
    Back,
    /// A state that has been left before.
    Done,
}

/// Where a depth-first search stands.
pub struct Around<'a, S: TransitionSystem, St> {
    /// The system, and all states found.
    pub expander: &'a Expander<'a, S, St>,
    /// The stack and the colours.
    pub walk: &'a Walk,
}

/// Where a depth-first search stands, at moments when it can be interrupted by another one.
pub struct Pause<'a, 'e, 'c, S: TransitionSystem, St> {
    /// The system, and all states found; nothing is being expanded.
    pub expander: &'a mut Expander<'e, S, St>,
    /// The limits, which hold for both searches together.
    pub control: &'a mut Control<'c>,
    /// The stack and the colours of the interrupted search.
    pub walk: &'a mut Walk,
}

/// Sees the structure of a depth-first search as well.
///
/// For each state: the tree edge to it is reported (unless it is a root), it is entered, expanded, its back
/// edges and those to left states are reported, then its other edges one by one with the search below them
/// in between, then it is left. Each edge is reported exactly once, but not in the order of the steps.
pub trait DepthFirstVisitor<S: TransitionSystem>: Visitor<S> {
    /// Whether a state that has not been entered may be; if not, it is treated as left from now on.
    #[inline]
    fn admits<St: Store>(&mut self, _state: StateId, _expander: &mut Expander<'_, S, St>) -> bool {
        true
    }

    /// An edge out of the top of the stack is being followed.
    #[inline]
    fn edge<St: Store>(
        &mut self,
        _from: StateId,
        _to: StateId,
        _kind: Edge,
        _around: &Around<'_, S, St>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The state has become the top of the stack and grey, and will be expanded next.
    ///
    /// # Errors
    /// If the search shall end.
    #[inline]
    fn enter<St: Store>(
        &mut self,
        _state: StateId,
        _pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// The top of the stack and all that is reachable from it has been seen; it is still grey and about
    /// to leave the stack.
    ///
    /// # Errors
    /// If the search shall end.
    #[inline]
    fn leave<St: Store>(
        &mut self,
        _state: StateId,
        _pause: &mut Pause<'_, '_, '_, S, St>,
    ) -> Result<(), Stop> {
        Ok(())
    }

    /// Bytes of the visitor's tables.
    fn bytes(&self) -> usize {
        0
    }
}
