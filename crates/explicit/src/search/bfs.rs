//! Breadth-first search.
//!
//! **Idea.** Ids are handed out in order of discovery, so the store itself is the queue: the next
//! state to expand is the next id. A table of parents gives shortest paths.
//!
//! **Source.** Folklore; the queue-less form needs a store with dense ids, as in Stern and Dill's
//! Murphi (state table plus queue of references), minus the queue.
//!
//! **Where we differ.** States are expanded several at a time, so that the store can overlap the
//! cache misses of their successors; order and result are those of one at a time.
//!
//! **Requires** an empty store. **Guarantees** that states are expanded in order of their distance
//! from the initial states, each exactly once, and that [`Trail`] paths are shortest.
//!
//! **Cost.** Four bytes per state beside the store.

use crate::search::Stop;
use crate::search::control::Control;
use crate::search::expand::Expander;
use crate::search::visit::{Trail, Visitor};
use burnside_core::{Progress, Stats, StopReason, TransitionSystem};
use burnside_store::{StateId, Store};

/// Successors that are interned together, at least; the last state taken may add more.
const BATCH: usize = 64;

/// Explores everything reachable, level by level, and fills in `stats`.
///
/// # Errors
/// Why the search ended early.
pub fn breadth_first<S: TransitionSystem, St: Store, V: Visitor<S>>(
    expander: Expander<'_, S, St>,
    visitor: &mut V,
    control: &mut Control<'_>,
    stats: &mut Stats,
) -> Result<(), Stop> {
    let mut search = BreadthFirst { expander, parents: Parents(Vec::new()), next: 0, depth: 0 };
    let result = search.run(visitor, control, stats);
    let elapsed = control.elapsed();
    *stats = Stats { elapsed, truncated: stats.truncated, ..search.stats() };
    result
}

struct BreadthFirst<'a, S: TransitionSystem, St> {
    expander: Expander<'a, S, St>,
    parents: Parents,
    /// The first state that has not been expanded.
    next: u32,
    depth: u64,
}

impl<S: TransitionSystem, St: Store> BreadthFirst<'_, S, St> {
    fn run<V: Visitor<S>>(
        &mut self,
        visitor: &mut V,
        control: &mut Control<'_>,
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        let max_depth = control.limits().depth.unwrap_or(u64::MAX);
        self.expander.generate_initial()?;
        self.settle(visitor)?;
        loop {
            let level_end = self.expander.store().len() as u32;
            if self.next == level_end {
                return Ok(());
            }
            if self.depth == max_depth {
                stats.truncated = u64::from(level_end - self.next);
                return Err(StopReason::Depth.into());
            }
            self.depth += 1;
            while self.next < level_end {
                let generated = self.generate_batch(level_end, control);
                self.settle(visitor)?;
                generated?;
            }
        }
    }

    /// Expands states of the present level until a batch of successors is ready.
    fn generate_batch(&mut self, level_end: u32, control: &mut Control<'_>) -> Result<(), Stop> {
        self.expander.clear();
        while self.next < level_end && self.expander.waiting() < BATCH {
            control.tick(|| self.progress())?;
            self.expander.generate(StateId(self.next))?;
            self.next += 1;
        }
        Ok(())
    }

    /// Interns the batch, notes the parents of new states, and tells the visitor.
    fn settle<V: Visitor<S>>(&mut self, visitor: &mut V) -> Result<(), Stop> {
        let interned = self.expander.intern();
        for (from, targets) in self.expander.edges() {
            for target in targets {
                if target.fresh {
                    self.parents.0.push(from.map_or(Parents::NONE, |from| from.0));
                }
            }
        }
        self.expander.visit(visitor, &self.parents)?;
        interned
    }

    #[cold]
    fn progress(&self) -> Progress {
        let stats = self.stats();
        Progress { stats, frontier: stats.states - u64::from(self.next) }
    }

    fn stats(&self) -> Stats {
        Stats {
            states: self.expander.store().len() as u64,
            transitions: self.expander.transitions(),
            depth: self.depth,
            store_bytes: self.expander.store().bytes() as u64,
            search_bytes: (self.parents.0.capacity() * size_of::<u32>()) as u64,
            ..Stats::default()
        }
    }
}

/// For each state the one from which it was found.
struct Parents(Vec<u32>);

impl Parents {
    /// In place of the parent of an initial state.
    const NONE: u32 = u32::MAX;
}

impl Trail for Parents {
    fn path_to(&self, state: StateId) -> Vec<StateId> {
        let mut path = vec![state];
        let mut current = state;
        while self.0[current.index()] != Parents::NONE {
            current = StateId(self.0[current.index()]);
            path.push(current);
        }
        path.reverse();
        path
    }
}
