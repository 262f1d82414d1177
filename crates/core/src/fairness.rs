//! Who moves: what an engine must know to speak about fairness between processes.
//!
//! **Weak** fairness demands of an infinite run that every process which is enabled from some point on for
//! ever moves again and again; **strong** fairness, that every process which is enabled again and again does.
//! A process is *enabled* in a state if it takes part in some step out of it. A process that is blocked, has
//! terminated or has not been created takes part in none, so it is disabled and owes nothing.

use crate::system::{Step, TransitionSystem};

/// A system that consists of processes.
///
/// # Contract
/// 1. Processes are numbered from 0 below [`processes`](Self::processes), at most
///    [`ProcessSet::CAPACITY`]; the numbers are those of slots, so a process created in the slot of a
///    terminated one takes over its identity.
/// 2. [`movers`](Self::movers) names *all* processes that execute something in a step: both sides of a
///    rendezvous; for an atomic chain, every process that runs in it, also those to which control passes
///    by a rendezvous. A [`Step`] names only the group that started, so a system whose groups do not
///    determine the rest keeps a record of its last expansion in its scratch.
/// 3. The steps that `successors` appends are all there are: a reduced system is not `Fair`.
///
/// For a machine of Promela processes: `processes` is the size of the table of process slots, and
/// `movers` the slot of the group's process, plus that of the partner for a handshake. A step of `timeout`
/// or `else` belongs to the process whose guard it is.
pub trait Fair: TransitionSystem {
    /// An upper bound on the numbers of processes.
    fn processes(&self) -> usize;

    /// The processes that take part in a step: number `index` of the last call of
    /// [`successors`](TransitionSystem::successors) with this scratch, which appended it as `step`.
    fn movers(&self, scratch: &Self::Scratch, index: usize, step: Step) -> ProcessSet;
}

/// A set of processes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ProcessSet([u64; 4]);

impl ProcessSet {
    /// Processes have numbers below this one.
    pub const CAPACITY: usize = 256;

    /// No process.
    pub const EMPTY: ProcessSet = ProcessSet([0; 4]);

    /// One process.
    ///
    /// # Panics
    /// If the number is not below [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn of(process: usize) -> Self {
        Self::EMPTY.with(process)
    }

    /// This set and one more process.
    ///
    /// # Panics
    /// If the number is not below [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn with(mut self, process: usize) -> Self {
        self.0[process / 64] |= 1 << (process % 64);
        self
    }

    /// The processes with numbers below `count`.
    ///
    /// # Panics
    /// If `count` is above [`CAPACITY`](Self::CAPACITY).
    #[must_use]
    pub fn below(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, Self::with)
    }

    /// Whether the process is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, process: usize) -> bool {
        self.0[process / 64] >> (process % 64) & 1 == 1
    }

    /// Whether no process is in the set.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The processes in one of the sets.
    #[inline]
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        ProcessSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The processes in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        ProcessSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The numbers of the processes, in order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..Self::CAPACITY).filter(move |&process| self.contains(process))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_processes() {
        let set = ProcessSet::of(3).with(200);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 200]);
        assert_eq!(set.minus(ProcessSet::below(64)), ProcessSet::of(200));
        assert_eq!(ProcessSet::below(256).iter().count(), ProcessSet::CAPACITY);
        assert!(set.minus(set).is_empty() && set.union(ProcessSet::EMPTY) == set);
    }
}
