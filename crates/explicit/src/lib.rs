//! Explicit-state engines: searches over a [`TransitionSystem`](burnside_core::TransitionSystem), and
//! the checks built on them.
//!
//! All searches *intern, then traverse ids*: the successors of a state go into the store at once, and
//! from then on queue, stack, parents and colours speak of states by their 32-bit ids. The order of
//! the store is the queue of the breadth-first search; the stack of the depth-first search holds four
//! bytes per waiting state and none of the program's call stack.
//!
//! - [`search`]: the two skeletons, [`breadth_first`](search::bfs::breadth_first) and
//!   [`depth_first`](search::dfs::depth_first), what they tell a visitor, and limits.
//! - [`safety`]: deadlocks, faults and invariants in one pass.
//! - [`liveness`]: accepting cycles, in the product with an automaton ([`product`]) or of the system itself
//!   ([`accepting`]), of all runs or of the fair ones ([`fairness`]).
//! - [`retrace`] and [`shorten`]: from stored states to a counterexample, and to a short one.

pub mod accepting;
pub mod fairness;
pub mod liveness;
pub mod product;
pub mod retrace;
pub mod safety;
pub mod search;
pub mod shorten;

pub use liveness::{
    Engine, FairEngine, LiveQuery, LiveReport, check_fair_liveness, check_liveness, check_progress,
    non_progress,
};
pub use product::Ends;
pub use safety::{Order, Outcome, Property, Query, Report, check_safety};
pub use search::component::Strength;
pub use search::control::{Control, exact_store};
pub use search::nested_dfs::Nesting;
