//! Simplification: the same behaviour in fewer states.
//!
//! *Idea:* four passes that each keep every property of the system that is asked for: constants are folded,
//! control locations with the same future are joined, steps that only the process itself can notice are
//! merged into the step before them, and variables that will not be read again are reset.
//! *Source:* SPIN's statement merging and dead variable elimination (its options `-o3`, `-o1`); joining
//! locations is ordinary bisimulation minimisation.
//! *Where we differ:* what must stay visible is computed from the system and the properties at hand
//! ([`Observed`]), not declared.
//! *Guarantees:* verdicts for assertions, deadlocks, and stutter-invariant properties over the observed
//! expressions are those of the original; `exact-steps` runs skip all of it.

mod constants;
mod dead;
mod fold;
mod join;
mod merge;
mod observed;

pub use constants::{drop_unread, resolve_constants};
pub use fold::{fold, fold_expr};
pub use observed::Observed;

use crate::system::System;

/// Applies all passes. `observed` says what the properties look at.
pub fn simplify(system: &mut System, observed: &Observed) {
    fold(system);
    join::join_locations(system, observed);
    merge::merge_steps(system, observed);
    dead::reset_dead_variables(system, observed);
}
