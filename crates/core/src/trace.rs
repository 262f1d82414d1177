//! Runs as data that another implementation of the same system can replay.

/// A run from an initial state, or a part of a run.
///
/// `steps[0]` is the number of the initial state, `steps[i]` the number of the step taken out of
/// state `i - 1`, both counted as in [`Successors`](crate::Successors). State `i` is what step `i`
/// leads to; the last step has no state if it failed without reaching one. A path that continues another
/// has no initial state: its `steps[0]` leads out of the last state of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    state_len: usize,
    steps: Vec<u32>,
    states: Vec<u8>,
}

impl Path {
    /// In place of a step's number: the run has ended, and its last state is repeated.
    pub const STUTTER: u32 = u32::MAX;

    /// The empty path over states of `state_len` bytes.
    #[must_use]
    pub fn new(state_len: usize) -> Self {
        Path { state_len, steps: Vec::new(), states: Vec::new() }
    }

    /// Appends a step and the state it leads to.
    ///
    /// # Panics
    /// If the path already ended in a step without a state, or the state has the wrong length.
    pub fn push(&mut self, step: u32, state: &[u8]) {
        assert!(!self.ends_in_dead_end(), "a path ends at a step without a state");
        assert_eq!(state.len(), self.state_len);
        self.steps.push(step);
        self.states.extend_from_slice(state);
    }

    /// Appends a final step that reaches no state.
    ///
    /// # Panics
    /// If the path already ended in such a step.
    pub fn push_dead_end(&mut self, step: u32) {
        assert!(!self.ends_in_dead_end(), "a path ends at a step without a state");
        self.steps.push(step);
    }

    /// The numbers of the steps, the initial state's first.
    #[must_use]
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// The states passed, the initial one first.
    pub fn states(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.states.chunks_exact(self.state_len)
    }

    /// The last state.
    #[must_use]
    pub fn last_state(&self) -> Option<&[u8]> {
        self.states.rchunks_exact(self.state_len).next()
    }

    /// Whether the last step failed without reaching a state.
    #[must_use]
    pub fn ends_in_dead_end(&self) -> bool {
        self.states.len() != self.steps.len() * self.state_len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_end_has_a_step_but_no_state() {
        let mut path = Path::new(4);
        path.push(0, &[1, 0, 0, 0]);
        path.push(2, &[2, 0, 0, 0]);
        assert!(!path.ends_in_dead_end());
        path.push_dead_end(5);
        assert!(path.ends_in_dead_end());
        assert_eq!(path.steps(), [0, 2, 5]);
        assert_eq!(path.states().count(), 2);
        assert_eq!(path.last_state(), Some(&[2u8, 0, 0, 0][..]));
    }
}
