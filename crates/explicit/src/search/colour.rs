//! Two bits per state.

use burnside_store::StateId;

/// Where a depth-first search stands with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// Perhaps known to the store, but not entered.
    White,
    /// On the stack.
    Grey,
    /// Entered and left.
    Black,
}

/// The colours of all states; those never set are white.
#[derive(Debug, Default)]
pub struct Colours {
    /// 32 states per word.
    words: Vec<u64>,
}

impl Colours {
    /// The value that is no colour stands for grey with a mark.
    const MARKED: u64 = 3;

    /// The colour of a state.
    #[inline]
    #[must_use]
    pub fn get(&self, state: StateId) -> Colour {
        let word = self.words.get(state.index() / 32).copied().unwrap_or(0);
        match (word >> (state.index() % 32 * 2)) & 3 {
            0 => Colour::White,
            2 => Colour::Black,
            _ => Colour::Grey,
        }
    }

    /// Marks a grey state, until its colour is set again.
    #[inline]
    pub fn mark(&mut self, state: StateId) {
        debug_assert_eq!(self.get(state), Colour::Grey);
        self.words[state.index() / 32] |= Self::MARKED << (state.index() % 32 * 2);
    }

    /// Whether the state is grey and marked.
    #[inline]
    #[must_use]
    pub fn is_marked(&self, state: StateId) -> bool {
        let word = self.words.get(state.index() / 32).copied().unwrap_or(0);
        (word >> (state.index() % 32 * 2)) & 3 == Self::MARKED
    }

    /// Colours a state.
    #[inline]
    pub fn set(&mut self, state: StateId, colour: Colour) {
        let index = state.index() / 32;
        if index >= self.words.len() {
            self.words.resize(index + 1, 0);
        }
        let shift = state.index() % 32 * 2;
        self.words[index] = self.words[index] & !(3 << shift) | (colour as u64) << shift;
    }

    /// Makes all states white again, and keeps the memory.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_do_not_disturb_each_other() {
        let mut colours = Colours::default();
        let pattern = [Colour::White, Colour::Black, Colour::Grey, Colour::Black, Colour::Grey];
        for i in (0..1000).rev() {
            colours.set(StateId(i), Colour::Grey);
            colours.set(StateId(i), pattern[i as usize % 5]);
        }
        for i in 0..1000 {
            assert_eq!(colours.get(StateId(i)), pattern[i as usize % 5]);
        }
        assert_eq!(colours.get(StateId(1_000_000)), Colour::White);
    }

    #[test]
    fn a_mark_lasts_as_long_as_the_state_is_grey() {
        let mut colours = Colours::default();
        colours.set(StateId(5), Colour::Grey);
        assert!(!colours.is_marked(StateId(5)));
        colours.mark(StateId(5));
        assert!(colours.is_marked(StateId(5)) && colours.get(StateId(5)) == Colour::Grey);
        colours.set(StateId(5), Colour::Black);
        assert!(!colours.is_marked(StateId(5)) && colours.get(StateId(5)) == Colour::Black);
    }
}
