//! The contract between models and engines: a transition system over packed states.
//!
//! A state is a byte slice of fixed length ([`TransitionSystem::state_len`]); only the system knows
//! what the bytes mean. Engines compare, hash, store and hand back states, and never look inside.
//! Two states are the same state exactly when their bytes are equal, so a system keeps padding and
//! dead fields at fixed values.
//!
//! Knowledge beyond the successor function is an extra trait ([`Labelled`]), so that an engine which
//! needs it says so in its bounds.

use crate::successors::Successors;
use std::num::NonZeroU32;

/// Something that can be explored: initial states and a successor function.
///
/// # Contract
/// 1. Every state handed out has exactly `state_len()` bytes, a positive multiple of 4.
/// 2. `initial` and `successors` are functions: for equal states they append equal successors in
///    the same order, whatever the scratch held before. Counterexamples are paths of successor
///    indices, so another implementation of the same system (an interpreter, say) that keeps the
///    same order can replay them.
/// 3. Equal successors may be appended more than once, by different groups or by the same; each
///    counts as a transition.
pub trait TransitionSystem: Sync {
    /// Working memory of the successor function, one per thread (registers, coverage, …).
    type Scratch: Send;

    /// Makes working memory for one thread.
    fn scratch(&self) -> Self::Scratch;

    /// Bytes per state.
    fn state_len(&self) -> usize;

    /// Appends the initial states, each with a step of group [`GroupId::INITIAL`].
    ///
    /// # Errors
    /// [`Interrupt`] if the system cannot be explored in this instantiation.
    fn initial(&self, scratch: &mut Self::Scratch, out: &mut Successors) -> Result<(), Interrupt>;

    /// Appends every successor of `state`, in a deterministic order.
    ///
    /// # Errors
    /// [`Interrupt`] if the system cannot go on in this instantiation. What was appended before is
    /// then ignored.
    fn successors(
        &self,
        state: &[u8],
        scratch: &mut Self::Scratch,
        out: &mut Successors,
    ) -> Result<(), Interrupt>;

    /// Whether a run may end in `state`. Asked only of states without any step.
    fn is_valid_end(&self, state: &[u8]) -> bool;
}

/// A system whose states can be asked for atomic propositions.
pub trait Labelled: TransitionSystem {
    /// Whether proposition `ap` holds in `state`.
    ///
    /// # Errors
    /// The fault met while evaluating the proposition (a division by zero, say).
    fn holds(&self, state: &[u8], ap: ApId, scratch: &mut Self::Scratch) -> Result<bool, FaultId>;
}

/// A transition group: one edge of one process instance, or whatever unit the system chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

impl GroupId {
    /// The pseudo group of the steps that lead to the initial states.
    pub const INITIAL: GroupId = GroupId(u32::MAX);

    /// The pseudo group of a step in which the system rests, so that a run that has ended goes on for
    /// ever. Only adapters that look at infinite runs make such steps.
    pub const STUTTER: GroupId = GroupId(u32::MAX - 1);
}

/// An atomic proposition of a [`Labelled`] system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ApId(pub u32);

/// A failed assertion or a run-time error. The system that issued the code can explain it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaultId(NonZeroU32); // code + 1, so that `Option<FaultId>` is four bytes

impl FaultId {
    /// Wraps a code of the system's choice.
    ///
    /// # Panics
    /// If `code` is `u32::MAX`.
    #[must_use]
    pub const fn new(code: u32) -> Self {
        match NonZeroU32::new(code.wrapping_add(1)) {
            Some(stored) => FaultId(stored),
            None => panic!("u32::MAX is not a fault code"),
        }
    }

    /// The code given to [`FaultId::new`].
    #[must_use]
    pub const fn code(self) -> u32 {
        self.0.get() - 1
    }
}

impl std::fmt::Debug for FaultId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FaultId({})", self.code())
    }
}

/// How a successor was reached: by which group, and whether something failed on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The group that fired (for an atomic chain: the group that started it).
    pub group: GroupId,
    /// The failed assertion or run-time error met by this step.
    pub fault: Option<FaultId>,
}

impl Step {
    /// A step to an initial state.
    pub const INITIAL: Step = Step::new(GroupId::INITIAL);

    /// A step of `group` on which nothing failed.
    #[must_use]
    pub const fn new(group: GroupId) -> Self {
        Step { group, fault: None }
    }

    /// A step of `group` on which `fault` happened.
    #[must_use]
    pub const fn faulty(group: GroupId, fault: FaultId) -> Self {
        Step { group, fault: Some(fault) }
    }
}

/// The system cannot go on in this instantiation (its table of process slots is too small, say).
///
/// Not a fault of the model: the search stops with an unknown verdict and the code tells the caller
/// what to enlarge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interrupt(pub u32);
