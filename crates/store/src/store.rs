//! What a search may ask of a store.

/// A stored state: dense, from 0, in order of insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

impl StateId {
    /// The id as an index into a side table.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The result of interning a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interned {
    /// The state's id.
    pub id: StateId,
    /// Whether the state was not in the store before.
    pub fresh: bool,
}

/// A new state could not be stored. The store is unharmed, and known states are still recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    /// The memory limit was reached, or the operating system gave no more.
    Memory,
    /// The limit on the number of states was reached.
    States,
}

/// Bounds on a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreLimits {
    /// At most so many bytes, as counted by [`Store::bytes`].
    pub bytes: usize,
    /// At most so many states.
    pub states: u32,
}

impl Default for StoreLimits {
    /// As many bytes as there are, as many states as there are ids.
    fn default() -> Self {
        StoreLimits { bytes: usize::MAX, states: u32::MAX }
    }
}

/// A set of states of equal length that numbers its members.
pub trait Store {
    /// Whether distinct states always get distinct ids. If not, "not found" proves nothing.
    const EXACT: bool;

    /// Bytes per state, as handed in and out.
    fn state_len(&self) -> usize;

    /// Finds or inserts `state`.
    ///
    /// # Errors
    /// [`Full`] if the state is new and there is no room for it.
    fn intern(&mut self, state: &[u8]) -> Result<Interned, Full>;

    /// Interns states that lie back to back, in order, and appends the results to `out`.
    ///
    /// Equivalent to calling [`intern`](Self::intern) on each, but may overlap their memory accesses.
    ///
    /// # Errors
    /// [`Full`] at the first state that does not fit; the results before it have been appended.
    fn intern_batch(&mut self, states: &[u8], out: &mut Vec<Interned>) -> Result<(), Full> {
        for state in states.chunks_exact(self.state_len()) {
            out.push(self.intern(state)?);
        }
        Ok(())
    }

    /// The state with this id, which must come from this store: a slice of the store itself, or decoded
    /// into `buffer`.
    fn load<'a>(&'a self, id: StateId, buffer: &'a mut Vec<u8>) -> &'a [u8];

    /// Number of states.
    fn len(&self) -> usize;

    /// Whether no state has been stored.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use for states and index.
    fn bytes(&self) -> usize;
}
