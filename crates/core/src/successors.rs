//! The caller-owned buffer into which a system writes successors.
//!
//! States lie back to back in one byte vector that is reused for every expansion. A producer asks
//! for a copy of the state it comes from, mutates that copy in place, and commits it with a
//! [`Step`]: no state is copied twice and nothing is allocated once the buffer has grown.
//!
//! A step is numbered by its place in the buffer. Steps that fail without reaching a state
//! ([`Successors::fault_only`]) are numbered after all those that reach one; these numbers are what a
//! counterexample consists of.

use crate::system::Step;

/// The steps out of one state (or the initial states), filled by a
/// [`TransitionSystem`](crate::TransitionSystem).
#[derive(Clone, Debug)]
pub struct Successors {
    state_len: usize,
    /// The targets of `steps` back to back, then the open state if there is one.
    states: Vec<u8>,
    steps: Vec<Step>,
    /// Steps that fail and have no target.
    dead_ends: Vec<Step>,
    /// Whether one of `steps` or `dead_ends` has a fault.
    faulty: bool,
}

impl Successors {
    /// An empty buffer for states of `state_len` bytes.
    ///
    /// # Panics
    /// Unless `state_len` is a positive multiple of 4.
    #[must_use]
    pub fn new(state_len: usize) -> Self {
        assert!(
            state_len > 0 && state_len.is_multiple_of(4),
            "a state has a positive multiple of 4 bytes, not {state_len}"
        );
        Successors {
            state_len,
            states: Vec::new(),
            steps: Vec::new(),
            dead_ends: Vec::new(),
            faulty: false,
        }
    }

    /// Forgets all steps, and keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.steps.clear();
        self.dead_ends.clear();
        self.faulty = false;
    }

    /// Opens a new state as a copy of `base` and lends it for mutation.
    ///
    /// The state becomes a successor by [`commit`](Self::commit) and vanishes by
    /// [`abandon`](Self::abandon); one of them must come before the next `begin`.
    #[inline]
    pub fn begin(&mut self, base: &[u8]) -> &mut [u8] {
        debug_assert!(!self.is_open(), "the previous state was neither committed nor abandoned");
        debug_assert_eq!(base.len(), self.state_len);
        let start = self.states.len();
        self.states.extend_from_slice(base);
        &mut self.states[start..]
    }

    /// Opens a new state of zero bytes.
    #[inline]
    pub fn begin_zeroed(&mut self) -> &mut [u8] {
        debug_assert!(!self.is_open(), "the previous state was neither committed nor abandoned");
        let start = self.states.len();
        self.states.resize(start + self.state_len, 0);
        &mut self.states[start..]
    }

    /// Opens a new state that starts with the bytes of `base`, which may be shorter, and goes on with
    /// zeros.
    #[inline]
    pub fn begin_extended(&mut self, base: &[u8]) -> &mut [u8] {
        debug_assert!(!self.is_open(), "the previous state was neither committed nor abandoned");
        debug_assert!(base.len() <= self.state_len);
        let start = self.states.len();
        self.states.extend_from_slice(base);
        self.states.resize(start + self.state_len, 0);
        &mut self.states[start..]
    }

    /// Lends the open state once more.
    ///
    /// # Panics
    /// If no state is open.
    #[inline]
    pub fn open(&mut self) -> &mut [u8] {
        let start = self.steps.len() * self.state_len;
        &mut self.states[start..start + self.state_len]
    }

    /// Whether a state was begun and neither committed nor abandoned.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.states.len() != self.steps.len() * self.state_len
    }

    /// Makes the open state a successor reached by `step`.
    #[inline]
    pub fn commit(&mut self, step: Step) {
        debug_assert!(self.is_open(), "nothing to commit");
        self.faulty |= step.fault.is_some();
        self.steps.push(step);
    }

    /// Drops the open state.
    #[inline]
    pub fn abandon(&mut self) {
        debug_assert!(self.is_open(), "nothing to abandon");
        self.states.truncate(self.steps.len() * self.state_len);
    }

    /// Appends a finished state.
    #[inline]
    pub fn push(&mut self, state: &[u8], step: Step) {
        self.begin(state);
        self.commit(step);
    }

    /// Appends a step that fails and reaches no state, for instance an unrecoverable run-time error.
    ///
    /// # Panics
    /// If the step has no fault.
    pub fn fault_only(&mut self, step: Step) {
        assert!(step.fault.is_some(), "a step without a target must have a fault");
        self.faulty = true;
        self.dead_ends.push(step);
    }

    /// Number of successors, that is of steps with a target.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there is no step at all, with or without a target.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.dead_ends.is_empty()
    }

    /// Whether some step has a fault.
    #[inline]
    #[must_use]
    pub fn has_faults(&self) -> bool {
        self.faulty
    }

    /// Bytes per state.
    #[inline]
    #[must_use]
    pub fn state_len(&self) -> usize {
        self.state_len
    }

    /// The target of successor `index`.
    #[inline]
    #[must_use]
    pub fn state(&self, index: usize) -> &[u8] {
        &self.states[index * self.state_len..(index + 1) * self.state_len]
    }

    /// All targets back to back.
    #[inline]
    #[must_use]
    pub fn states(&self) -> &[u8] {
        &self.states[..self.steps.len() * self.state_len]
    }

    /// The steps with a target, in order of commitment.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps without a target, in order. Number `len() + i` is the i-th of them.
    #[inline]
    #[must_use]
    pub fn dead_ends(&self) -> &[Step] {
        &self.dead_ends
    }

    /// The steps with their targets.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Step, &[u8])> {
        self.steps.iter().copied().zip(self.states.chunks_exact(self.state_len))
    }

    /// Step number `index` and its target; see the module's note on numbering.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<(Step, Option<&[u8]>)> {
        match self.steps.get(index) {
            Some(&step) => Some((step, Some(self.state(index)))),
            None => self.dead_ends.get(index - self.steps.len()).map(|&step| (step, None)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{FaultId, GroupId};

    #[test]
    fn states_are_built_in_place() {
        let mut out = Successors::new(4);
        out.begin(&[1, 2, 3, 4])[0] = 9;
        out.open()[1] = 8;
        out.commit(Step::new(GroupId(7)));
        out.begin(&[0; 4]);
        out.abandon();
        out.begin_zeroed()[3] = 1;
        out.commit(Step::INITIAL);
        assert!(!out.is_open());
        assert_eq!(out.len(), 2);
        assert_eq!(out.state(0), [9, 8, 3, 4]);
        assert_eq!(out.states(), [9, 8, 3, 4, 0, 0, 0, 1]);
        assert_eq!(
            out.iter().map(|(s, _)| s.group).collect::<Vec<_>>(),
            [GroupId(7), GroupId::INITIAL]
        );
        out.clear();
        assert!(out.is_empty());
    }

    #[test]
    fn steps_without_a_target_are_numbered_last() {
        let mut out = Successors::new(4);
        let broken = Step::faulty(GroupId(1), FaultId::new(0));
        out.fault_only(broken);
        out.push(&[0; 4], Step::new(GroupId(2)));
        assert!(!out.is_empty() && out.has_faults());
        assert_eq!(out.get(0), Some((Step::new(GroupId(2)), Some(&[0u8; 4][..]))));
        assert_eq!(out.get(1), Some((broken, None)));
        assert_eq!(out.get(2), None);
    }

    #[test]
    fn a_step_is_small() {
        assert_eq!(size_of::<Step>(), 8);
        assert_eq!(FaultId::new(41).code(), 41);
    }
}
