//! Visited-state stores: sets of equally long byte strings that number their members.
//!
//! A search *interns* a state and from then on speaks of it by its [`StateId`]. Ids are dense and in
//! order of insertion, so that the order of the store is a breadth-first queue and facts about states
//! live in plain vectors indexed by id.
//!
//! This crate knows nothing of transition systems, and is the only one of the explicit engines that
//! may contain `unsafe`: at present a prefetch and a vector comparison.

mod arena;
mod bucket;
mod exact;
mod hash;
mod index;
mod memory;
mod prefetch;
mod store;

pub use exact::ExactStore;
pub use hash::{FoldHash, StateHash};
pub use store::{Full, Interned, StateId, Store, StoreLimits};
