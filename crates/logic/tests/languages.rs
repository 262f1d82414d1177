//! Every step of the translation keeps the language: random formulas on random words.

mod common;

use burnside_logic::automaton::{Acceptance, Effort};
use burnside_logic::{Options, translate};
use common::{Random, for_automaton, holds, random_formula, random_lasso};

/// Formulas × words that the tests try.
const FORMULAS: u64 = 1500;
const WORDS: u64 = 40;

#[test]
fn simplification_keeps_the_meaning() {
    for seed in 0..4 * FORMULAS {
        let mut random = Random::new(seed);
        let size = 1 + random.below(12);
        let formula = random_formula(&mut random, size, 3);
        let simplified = formula.simplified().expect("linear");
        let normal = formula.negation_normal_form().expect("linear");
        for _ in 0..WORDS {
            let word = random_lasso(&mut random, 3);
            let expected = holds(&formula, &word);
            assert_eq!(holds(&normal, &word), expected, "{formula} ~> {normal} on {word:?}");
            assert_eq!(holds(&simplified, &word), expected, "{formula} ~> {simplified} on {word:?}");
        }
    }
}

fn check(options: Options) {
    for seed in 0..FORMULAS {
        let mut random = Random::new(seed);
        let size = 1 + random.below(8);
        let formula = random_formula(&mut random, size, 3);
        let automaton = translate(&formula, options).expect("small enough");
        for _ in 0..WORDS {
            let word = random_lasso(&mut random, 3);
            let accepted = automaton.accepts(&for_automaton(&automaton, &word));
            assert_eq!(accepted, holds(&formula, &word), "seed {seed}: {formula} on {word:?}");
        }
    }
}

#[test]
fn fast_generalized() {
    check(Options { effort: Effort::Fast, acceptance: Acceptance::Generalized, ..Options::default() });
}

#[test]
fn small_generalized() {
    check(Options { acceptance: Acceptance::Generalized, ..Options::default() });
}

#[test]
fn fast_state_based() {
    check(Options { effort: Effort::Fast, ..Options::default() });
}

#[test]
fn small_state_based() {
    check(Options::default());
}
