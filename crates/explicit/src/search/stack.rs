//! The stack of a depth-first search: states entered, and under each the states to try next.
//!
//! Two vectors of 32-bit words. `entered` holds the path; `waiting` holds, from bottom to top, for each
//! state of the path a mark and then the ids of its successors that wait, the next one last. Eight
//! bytes per level and four per waiting state, so that ten million levels are nothing.

use crate::search::visit::Trail;
use burnside_store::StateId;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Try this successor of the top (or this root, if nothing is entered).
    Try(StateId),
    /// Nothing waits under this state, which was the top and has been removed.
    Leave(StateId),
    /// The stack is empty.
    Empty,
}

/// The stack.
#[derive(Debug, Default)]
pub struct Stack {
    entered: Vec<StateId>,
    waiting: Vec<u32>,
}

impl Stack {
    /// Opens the list of a state's successors in `waiting`. No state has this id.
    const MARK: u32 = u32::MAX;

    /// Makes `state` the top, with nothing waiting under it.
    #[inline]
    pub fn enter(&mut self, state: StateId) {
        self.entered.push(state);
        self.waiting.push(Self::MARK);
    }

    /// Puts states under the top, the first to be tried first.
    #[inline]
    pub fn wait(&mut self, states: impl Iterator<Item = StateId>) {
        let start = self.waiting.len();
        self.waiting.extend(states.map(|state| state.0));
        self.waiting[start..].reverse();
    }

    /// Takes what comes next.
    #[inline]
    pub fn take_next(&mut self) -> Next {
        match self.waiting.pop() {
            Some(Self::MARK) => match self.entered.pop() {
                Some(state) => Next::Leave(state),
                None => unreachable!("a mark belongs to an entered state"),
            },
            Some(id) => Next::Try(StateId(id)),
            None => Next::Empty,
        }
    }

    /// The path from the root to the top.
    #[inline]
    #[must_use]
    pub fn path(&self) -> &[StateId] {
        &self.entered
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        (self.entered.capacity() + self.waiting.capacity()) * size_of::<u32>()
    }
}

impl Trail for Stack {
    fn path_to(&self, state: StateId) -> Vec<StateId> {
        debug_assert_eq!(self.entered.last(), Some(&state));
        self.entered.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn successors_are_tried_in_order_and_states_left_after_them() {
        let mut stack = Stack::default();
        let ids = |ids: &'static [u32]| ids.iter().map(|&id| StateId(id));
        stack.wait(ids(&[0]));
        assert_eq!(stack.take_next(), Next::Try(StateId(0)));
        stack.enter(StateId(0));
        stack.wait(ids(&[1, 2]));
        assert_eq!(stack.take_next(), Next::Try(StateId(1)));
        stack.enter(StateId(1));
        assert_eq!(stack.path(), [StateId(0), StateId(1)]);
        assert_eq!(stack.take_next(), Next::Leave(StateId(1)));
        assert_eq!(stack.take_next(), Next::Try(StateId(2)));
        assert_eq!(stack.take_next(), Next::Leave(StateId(0)));
        assert_eq!(stack.take_next(), Next::Empty);
    }
}
