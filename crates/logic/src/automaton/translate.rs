//! The way from a formula to a small automaton.
//!
//! *Idea:* simplify the formula, unfold it ([`tableau`]), reduce the automaton in the richest
//! acceptance ([`simulate`], `merge.rs`), then give up generality step by step
//! and reduce again. For obligations the minimal deterministic automaton is a second candidate. The
//! smaller one is taken.
//! *Source:* the architecture of `ltl2tgba`: Duret-Lutz, *LTL translation improvements in Spot* (VECoS 2011).
//! *Where we differ:* merging by trial against the automaton of the negation, and all small orders of
//! degeneralisation are tried.
//! *Guarantees:* the language is that of the formula. *Cost:* exponential at worst, as it must be.

use std::fmt;
use std::sync::Arc;

use super::Automaton;
use super::acceptance::drop_redundant_sets;
use super::degeneralize::{Wrap, degeneralize, orders};
use super::graph::Graph;
use super::merge::merge_by_trial;
use super::obligation::minimal_weak;
use super::simulate;
use super::state_based::{Entry, to_states};
use super::tableau::{self, Overflow};
use crate::bdd::Bdd;
use crate::formula::Formula;
use crate::formula::rewrite::simplify;
use crate::formula::term::{NotLinear, Term, Terms};

/// Which acceptance the automaton shall have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Acceptance {
    /// One set, on states.
    #[default]
    StateBuchi,
    /// One set, on edges.
    EdgeBuchi,
    /// Any number of sets, on edges.
    Generalized,
}

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Unfold and reduce by simulation.
    Fast,
    /// Find a small automaton, at the price of translating the negation as well.
    #[default]
    Small,
}

/// How to translate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The acceptance of the result.
    pub acceptance: Acceptance,
    /// How hard to try.
    pub effort: Effort,
    /// The largest number of states before reduction.
    pub max_states: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            acceptance: Acceptance::default(),
            effort: Effort::default(),
            max_states: 100_000,
        }
    }
}

/// Why there is no automaton.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TranslateError {
    /// The formula is not one of linear time, or has index quantifiers.
    NotLinear(NotLinear),
    /// More than 64 propositions.
    TooManyPropositions(usize),
    /// More than 64 different eventualities.
    TooManyEventualities,
    /// More states than the options allow.
    TooManyStates(usize),
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TranslateError::NotLinear(reason) => reason.fmt(f),
            TranslateError::TooManyPropositions(n) => {
                write!(f, "the formula has {n} propositions, 64 is the limit")
            }
            TranslateError::TooManyEventualities => {
                write!(f, "the formula has more than 64 different eventualities")
            }
            TranslateError::TooManyStates(n) => write!(f, "the automaton has more than {n} states"),
        }
    }
}

impl std::error::Error for TranslateError {}

/// Translates a formula of linear temporal logic to an automaton that accepts the words satisfying it.
///
/// ```
/// use burnside_logic::{Options, parse, translate};
/// let automaton = translate(&parse("[] (p -> <> q)").unwrap(), Options::default()).unwrap();
/// assert_eq!((automaton.states(), automaton.edge_count()), (2, 4));
/// ```
pub fn translate(formula: &Formula, options: Options) -> Result<Automaton, TranslateError> {
    let mut translation = Translation::new(formula, options)?;
    let term = translation.term;
    let mut graph = translation.small(term)?;
    // One set is one set, even if all runs are accepting or there is none.
    if graph.sets == 0 && options.acceptance != Acceptance::Generalized {
        graph.sets = 1;
        graph.out.iter_mut().flatten().for_each(|edge| edge.marks = 1);
    }
    let atoms: Vec<Arc<str>> = translation.terms.atoms().to_vec();
    Ok(Automaton::lower(&mut translation.bdd, &graph, atoms))
}

/// How much work merging by trial may do per translation, in pairs of product states.
const TRIAL_BUDGET: usize = 3_000_000;

/// Automata with more states are not reduced by simulation.
const SIMULATION_STATES: usize = 600;

/// For automata with more states only one order of degeneralisation is tried.
const ORDER_STATES: usize = 40;

/// The largest number of subsets for deterministic automata.
const MAX_SUBSETS: usize = 2_000;

/// The largest automaton of the negation that is used, before reduction.
const NEGATION_STATES: usize = 2_000;

pub(super) struct Translation {
    pub terms: Terms,
    pub bdd: Bdd,
    pub term: Term,
    options: Options,
    trial_budget: usize,
}

impl Translation {
    pub fn new(formula: &Formula, options: Options) -> Result<Translation, TranslateError> {
        let mut terms = Terms::new();
        let term = terms.import(formula).map_err(TranslateError::NotLinear)?;
        if terms.atoms().len() > 64 {
            return Err(TranslateError::TooManyPropositions(terms.atoms().len()));
        }
        let term = simplify(&mut terms, term);
        Ok(Translation { terms, bdd: Bdd::new(), term, options, trial_budget: TRIAL_BUDGET })
    }

    /// The reduced generalised automaton of a term.
    pub fn generalized(&mut self, term: Term, max: usize) -> Result<Graph, TranslateError> {
        let graph = tableau::translate(&mut self.terms, &mut self.bdd, term, max);
        let mut graph = graph.map_err(|overflow| match overflow {
            Overflow::States => TranslateError::TooManyStates(max),
            Overflow::Promises => TranslateError::TooManyEventualities,
        })?;
        self.reduce(&mut graph, None, simulate::Acceptance::Edges);
        Ok(graph)
    }

    fn small(&mut self, term: Term) -> Result<Graph, TranslateError> {
        let mut graph = self.generalized(term, self.options.max_states)?;
        let negation = match self.options.effort {
            Effort::Fast => None,
            Effort::Small => {
                let not = self.terms.not(term);
                self.generalized(not, self.options.max_states.min(NEGATION_STATES)).ok()
            }
        };
        let Some(negation) = negation else { return Ok(self.with_acceptance(&graph, None)) };
        let weak = minimal_weak(&mut self.bdd, &graph, &negation, MAX_SUBSETS);
        self.merge(&mut graph, &negation, simulate::Acceptance::Edges);
        let best = self.with_acceptance(&graph, Some(&negation));
        Ok(match weak {
            Some(weak) if size(&weak) <= size(&best) => weak,
            _ => best,
        })
    }

    /// The automaton with the acceptance that the options ask for.
    fn with_acceptance(&mut self, graph: &Graph, negation: Option<&Graph>) -> Graph {
        if self.options.acceptance == Acceptance::Generalized {
            return graph.clone();
        }
        let mut best: Option<Graph> = None;
        let mut propose = |candidate: Graph| {
            if best.as_ref().is_none_or(|b| size(&candidate) < size(b)) {
                best = Some(candidate);
            }
        };
        let orders = if graph.len() <= ORDER_STATES { orders(graph) } else { 1 };
        for (order, wrap) in (0..orders).flat_map(|o| [(o, Wrap::First), (o, Wrap::Onward)]) {
            let mut one_set = degeneralize(&mut self.bdd, graph, order, wrap);
            self.reduce(&mut one_set, negation, simulate::Acceptance::Edges);
            if self.options.acceptance == Acceptance::EdgeBuchi {
                propose(one_set);
                continue;
            }
            for entry in [Entry::Accepting, Entry::Rejecting] {
                let mut candidate = to_states(&mut self.bdd, &one_set, entry);
                self.reduce(&mut candidate, negation, simulate::Acceptance::States);
                propose(candidate);
            }
        }
        best.unwrap_or_else(Graph::nothing)
    }

    /// Reduces an automaton by all means that do not change its acceptance.
    fn reduce(
        &mut self,
        graph: &mut Graph,
        negation: Option<&Graph>,
        acceptance: simulate::Acceptance,
    ) {
        graph.prune();
        self.simulate(graph, acceptance);
        if let Some(negation) = negation {
            self.merge(graph, negation, acceptance);
        }
    }

    fn simulate(&mut self, graph: &mut Graph, acceptance: simulate::Acceptance) {
        let on_edges = acceptance == simulate::Acceptance::Edges;
        if on_edges {
            drop_redundant_sets(graph);
        }
        graph.join_edges(&mut self.bdd);
        if graph.len() <= SIMULATION_STATES {
            simulate::reduce(&mut self.bdd, graph, acceptance);
            if on_edges {
                drop_redundant_sets(graph);
                graph.join_edges(&mut self.bdd);
            }
        }
    }

    /// Merges by trial; what is merged can be reduced further.
    fn merge(&mut self, graph: &mut Graph, negation: &Graph, acceptance: simulate::Acceptance) {
        if merge_by_trial(&mut self.bdd, graph, negation, acceptance, &mut self.trial_budget) {
            self.simulate(graph, acceptance);
        }
    }
}

fn size(graph: &Graph) -> (usize, usize) {
    (graph.len(), graph.edge_count())
}
