//! Can a property tell how often a letter is repeated?
//!
//! *Idea:* the *closure* of an automaton may also take two edges in one step, on a letter that both allow:
//! it accepts what is left of its words when repetitions are removed. If a language is not
//! stutter-invariant, a word inside and a word outside have the same rest, which the closures of the
//! automaton and of its complement both accept; and conversely.
//! *Source:* Michaud and Duret-Lutz, *Practical stutter-invariance checks for ω-regular languages* (SPIN
//! 2015), the check "cl(A) ⊗ cl(Ā)".
//! *Guarantees:* exact. *Cost:* the closure adds at most states² × marks edges per label.

use super::emptiness::disjoint;
use super::graph::{Edge, Graph};
use super::translate::{Options, TranslateError, Translation};
use crate::bdd::{Bdd, Fun, QuickMap};
use crate::formula::Formula;

/// Is the formula stutter-invariant: does it hold of a word iff it holds of the word with letters repeated
/// any (finite) number of times? Partial order reduction is sound for such formulas only.
///
/// ```
/// use burnside_logic::{is_stutter_invariant, parse};
/// assert!(!is_stutter_invariant(&parse("X a").unwrap()).unwrap());
/// assert!(is_stutter_invariant(&parse("F(a & X(!a & b))").unwrap()).unwrap());
/// ```
pub fn is_stutter_invariant(formula: &Formula) -> Result<bool, TranslateError> {
    let options = Options::default();
    let mut translation = Translation::new(formula, options)?;
    if formula.is_next_free() {
        return Ok(true);
    }
    let term = translation.term;
    let not = translation.terms.not(term);
    let inside = translation.generalized(term, options.max_states)?;
    let outside = translation.generalized(not, options.max_states)?;
    let bdd = &mut translation.bdd;
    let (inside, outside) = (closure(bdd, inside), closure(bdd, outside));
    Ok(disjoint(bdd, &inside, &outside))
}

/// The automaton that accepts what is left of the words when repetitions of letters are removed.
pub(super) fn closure(bdd: &mut Bdd, mut graph: Graph) -> Graph {
    for state in 0..graph.len() {
        // For each target and set of marks, the letters for which it can be reached in one step or more.
        let mut reached: QuickMap<(usize, u64), Fun> = QuickMap::default();
        let mut open: Vec<Edge> = graph.out[state].clone();
        while let Some(edge) = open.pop() {
            let known = reached.entry((edge.target, edge.marks)).or_insert(Fun::FALSE);
            let fresh = bdd.minus(edge.label, *known);
            if fresh == Fun::FALSE {
                continue;
            }
            *known = bdd.or(*known, fresh);
            for next in &graph.out[edge.target] {
                let label = bdd.and(fresh, next.label);
                if label != Fun::FALSE {
                    let marks = edge.marks | next.marks;
                    open.push(Edge { label, target: next.target, marks });
                }
            }
        }
        let mut edges: Vec<((usize, u64), Fun)> = reached.into_iter().collect();
        edges.sort_unstable();
        let edge = |((target, marks), label)| Edge { label, target, marks };
        graph.out[state] = edges.into_iter().map(edge).collect();
    }
    graph
}
