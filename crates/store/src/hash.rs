//! Hash functions for states.

use std::hash::{BuildHasher, Hasher};

/// A hash of states. The upper 32 bits should be evenly distributed.
pub trait StateHash {
    /// The hash of a state.
    fn hash(&self, state: &[u8]) -> u64;
}

/// [foldhash](https://docs.rs/foldhash) with a fixed seed, so that runs are reproducible.
#[derive(Clone, Debug, Default)]
pub struct FoldHash(foldhash::quality::FixedState);

impl StateHash for FoldHash {
    #[inline]
    fn hash(&self, state: &[u8]) -> u64 {
        let mut hasher = self.0.build_hasher();
        hasher.write(state);
        hasher.finish()
    }
}
