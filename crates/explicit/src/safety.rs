//! Deadlocks, faults and invariants in one pass over the reachable states.
//!
//! **Idea.** Every property of this kind is violated by a single state or step, so one search can
//! watch for all of them. A property is decided at its first violation; the search ends when all are
//! decided, or goes on and counts if asked to.
//!
//! **Source.** SPIN's notion of safety: invalid end states and assertions, searched together.
//!
//! **Where we differ.** Each property has its own verdict, number of violations and evidence.
//!
//! **Requires** an empty store. **Guarantees** that `Holds` is said only after every reachable state
//! has been expanded with an exact store; that a violation once found stays, whatever stops the search;
//! that evidence of the breadth-first search is shortest.
//!
//! **Cost.** That of the search; evidence is retraced at the end by expanding its states once more.

use crate::retrace::retrace;
use crate::search::Stop;
use crate::search::bfs::breadth_first;
use crate::search::control::Control;
use crate::search::dfs::depth_first;
use crate::search::expand::Expander;
use crate::search::visit::{DepthFirstVisitor, Expansion, Visitor};
use burnside_core::{ApId, Evidence, Labelled, Stats, StopReason, Verdict, Violation};
use burnside_store::{StateId, Store};
use std::ops::ControlFlow;

/// Something that a single state or step can violate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// No run ends where it must not. Counted per state.
    NoDeadlock,
    /// No step fails an assertion or meets a run-time error. Counted per step.
    NoFault,
    /// The proposition holds in every reachable state. Counted per state.
    Invariant(ApId),
}

/// In which order states are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Level by level; evidence is shortest.
    BreadthFirst,
    /// Along one path as far as it goes.
    DepthFirst,
}

/// What to check, and how.
#[derive(Clone, Debug)]
pub struct Query {
    /// The properties, all watched in the same search.
    pub properties: Vec<Property>,
    /// The order of the search.
    pub order: Order,
    /// Explore everything and count all violations, rather than one per property.
    pub keep_going: bool,
}

/// The answer for one property.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The property.
    pub property: Property,
    /// Whether it holds.
    pub verdict: Verdict,
    /// Violations seen; at most 1 unless the query keeps going.
    pub errors: u64,
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub struct Report {
    /// One outcome per property of the query, in its order.
    pub outcomes: Vec<Outcome>,
    /// Size and cost of the search.
    pub stats: Stats,
    /// What cut the search short, other than all properties being violated.
    pub stopped: Option<StopReason>,
}

/// Explores `system` and answers `query`. `store` must be empty and is left filled.
pub fn check_safety<S: Labelled, St: Store>(
    system: &S,
    scratch: &mut S::Scratch,
    store: &mut St,
    query: &Query,
    control: &mut Control<'_>,
) -> Report {
    assert!(store.is_empty(), "a search starts with an empty store");
    let mut monitor = Monitor::new(system, query);
    let mut stats = Stats::default();
    let expander = Expander::new(system, scratch, store);
    let result = match query.order {
        Order::BreadthFirst => breadth_first(expander, &mut monitor, control, &mut stats),
        Order::DepthFirst => depth_first(expander, &mut monitor, control, &mut stats),
    };
    let stopped = match result {
        Ok(()) | Err(Stop::Enough) => None,
        Err(Stop::Cut(reason)) => Some(reason),
    };
    let unviolated = match stopped {
        Some(reason) => Verdict::Unknown(reason),
        None if !St::EXACT => Verdict::Unknown(StopReason::LossyStore),
        None => Verdict::Holds,
    };
    let outcomes = monitor
        .watches
        .into_iter()
        .map(|watch| Outcome {
            property: watch.property,
            errors: watch.errors,
            verdict: watch.first.map_or_else(
                || unviolated.clone(),
                |Sighting { violation, path, last }| {
                    let path = retrace(system, scratch, store, &path, last);
                    Verdict::Violated(Box::new(Evidence { violation, path, cycle: None }))
                },
            ),
        })
        .collect();
    Report { outcomes, stats, stopped }
}

/// Watches the expansions of a search for violations.
struct Monitor<'a, S> {
    system: &'a S,
    keep_going: bool,
    watches: Vec<Watch>,
    /// Watches without a violation.
    undecided: usize,
    has_invariants: bool,
}

/// One property under observation.
struct Watch {
    property: Property,
    errors: u64,
    first: Option<Sighting>,
}

/// The first violation of a property, in terms of the search.
struct Sighting {
    violation: Violation,
    /// The states from an initial one on.
    path: Vec<StateId>,
    /// The number of the step out of the last state that is to blame.
    last: Option<u32>,
}

impl<'a, S: Labelled> Monitor<'a, S> {
    fn new(system: &'a S, query: &Query) -> Self {
        let watch = |&property| Watch { property, errors: 0, first: None };
        let is_invariant = |property: &Property| matches!(property, Property::Invariant(_));
        Monitor {
            system,
            keep_going: query.keep_going,
            watches: query.properties.iter().map(watch).collect(),
            undecided: query.properties.len(),
            has_invariants: query.properties.iter().any(is_invariant),
        }
    }

    /// Notes a violation of watch number `watch`.
    #[cold]
    fn note(&mut self, watch: usize, sighting: impl FnOnce() -> Sighting) {
        let watch = &mut self.watches[watch];
        if watch.first.is_none() {
            watch.first = Some(sighting());
            watch.errors = 1;
            self.undecided -= 1;
        } else if self.keep_going {
            watch.errors += 1;
        }
    }

    #[cold]
    fn note_deadlock(&mut self, expansion: &Expansion<'_>) {
        for watch in 0..self.watches.len() {
            if self.watches[watch].property == Property::NoDeadlock {
                self.note(watch, || Sighting {
                    violation: Violation::Deadlock,
                    path: expansion.path(),
                    last: None,
                });
            }
        }
    }

    #[cold]
    fn note_faults(&mut self, expansion: &Expansion<'_>) {
        for watch in 0..self.watches.len() {
            if self.watches[watch].property != Property::NoFault {
                continue;
            }
            for (number, step) in expansion.steps.iter().chain(expansion.dead_ends).enumerate() {
                if let Some(fault) = step.fault {
                    self.note(watch, || Sighting {
                        violation: Violation::Fault(fault),
                        path: expansion.path(),
                        last: Some(number as u32),
                    });
                }
            }
        }
    }

    fn check_invariants(&mut self, expansion: &Expansion<'_>, scratch: &mut S::Scratch) {
        for watch in 0..self.watches.len() {
            let Property::Invariant(ap) = self.watches[watch].property else { continue };
            if self.watches[watch].first.is_some() && !self.keep_going {
                continue;
            }
            for (id, state) in expansion.fresh() {
                let violation = match self.system.holds(state, ap, scratch) {
                    Ok(true) => continue,
                    Ok(false) => Violation::Invariant(ap),
                    Err(fault) => Violation::BrokenInvariant(ap, fault),
                };
                self.note(watch, || {
                    let mut path = expansion.path();
                    path.push(id);
                    Sighting { violation, path, last: None }
                });
            }
        }
    }
}

impl<S: Labelled> Visitor<S> for Monitor<'_, S> {
    #[inline]
    fn expanded(&mut self, expansion: &Expansion<'_>, scratch: &mut S::Scratch) -> ControlFlow<()> {
        let undecided = self.undecided;
        if expansion.deadlock {
            self.note_deadlock(expansion);
        }
        if expansion.faulty {
            self.note_faults(expansion);
        }
        if self.has_invariants {
            self.check_invariants(expansion, scratch);
        }
        if self.undecided == 0 && undecided > 0 && !self.keep_going {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<S: Labelled> DepthFirstVisitor<S> for Monitor<'_, S> {}
