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
    /// Nothing waits under this state, the top, which [`Stack::leave`] removes.
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

    /// Removes the top, under which nothing waits any more.
    #[inline]
    pub fn leave(&mut self) {
        self.entered.pop();
    }

    /// Lets a state wait under the top. After the last one, [`settle`](Self::settle) must be called with
    /// the place that [`place`](Self::place) gave before the first.
    #[inline]
    pub fn wait(&mut self, state: StateId) {
        self.waiting.push(state.0);
    }

    /// Where the next state to wait will be.
    #[inline]
    #[must_use]
    pub fn place(&self) -> usize {
        self.waiting.len()
    }

    /// Puts the states that wait from `place` on in order, such that the first is tried first.
    #[inline]
    pub fn settle(&mut self, place: usize) {
        self.waiting[place..].reverse();
    }

    /// Takes what comes next.
    #[inline]
    pub fn take_next(&mut self) -> Next {
        match self.waiting.pop() {
            Some(Self::MARK) => match self.entered.last() {
                Some(&state) => Next::Leave(state),
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

    /// Forgets everything, and keeps the memory.
    pub fn clear(&mut self) {
        self.entered.clear();
        self.waiting.clear();
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
        let wait = |stack: &mut Stack, ids: &[u32]| {
            let place = stack.place();
            ids.iter().for_each(|&id| stack.wait(StateId(id)));
            stack.settle(place);
        };
        wait(&mut stack, &[0]);
        assert_eq!(stack.take_next(), Next::Try(StateId(0)));
        stack.enter(StateId(0));
        wait(&mut stack, &[1, 2]);
        assert_eq!(stack.take_next(), Next::Try(StateId(1)));
        stack.enter(StateId(1));
        assert_eq!(stack.path(), [StateId(0), StateId(1)]);
        assert_eq!(stack.take_next(), Next::Leave(StateId(1)));
        stack.leave();
        assert_eq!(stack.take_next(), Next::Try(StateId(2)));
        assert_eq!(stack.take_next(), Next::Leave(StateId(0)));
        stack.leave();
        assert_eq!(stack.take_next(), Next::Empty);
    }
}
