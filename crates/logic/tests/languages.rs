//! Every step of the translation keeps the language: random formulas on random words.

mod common;

use burnside_logic::automaton::{Acceptance, Effort};
use burnside_logic::{Options, is_stutter_invariant, parse, translate};
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
            assert_eq!(
                holds(&simplified, &word),
                expected,
                "{formula} ~> {simplified} on {word:?}"
            );
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
    check(Options {
        effort: Effort::Fast,
        acceptance: Acceptance::Generalized,
        ..Options::default()
    });
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

#[test]
fn small_with_one_set_on_edges() {
    check(Options { acceptance: Acceptance::EdgeBuchi, ..Options::default() });
}

/// No word is accepted by the automata of a formula and of its negation, and each word by one of them.
#[test]
fn negation_is_complement() {
    for seed in 0..FORMULAS / 2 {
        let mut random = Random::new(seed);
        let size = 1 + random.below(10);
        let formula = random_formula(&mut random, size, 3);
        let [inside, outside] = [&formula, &formula.negated()].map(|f| {
            let automaton = translate(f, Options::default()).expect("small enough");
            assert!(automaton.is_state_based() && automaton.acceptance_sets() == 1, "{formula}");
            automaton
        });
        let both = inside.product(&outside).expect("few propositions");
        assert!(both.is_empty(), "seed {seed}: {formula}");
        assert!(both.accepted_word().is_none());
        for _ in 0..WORDS {
            let word = random_lasso(&mut random, 3);
            let accepted = [&inside, &outside].map(|a| a.accepts(&for_automaton(a, &word)));
            assert!(accepted[0] != accepted[1], "seed {seed}: {formula} on {word:?}");
        }
        for (automaton, formula) in [(&inside, &formula), (&outside, &formula.negated())] {
            let Some(word) = automaton.accepted_word() else { continue };
            assert!(automaton.accepts(&word), "seed {seed}: {formula}");
            let number = |text: &str| automaton.atoms().iter().position(|a| **a == *text);
            let holds = |letter: &u64, atom: &burnside_logic::formula::Atom| {
                number(&atom.text).is_some_and(|i| letter >> i & 1 == 1)
            };
            let truth = burnside_logic::semantics::satisfies(&word, formula, &holds);
            assert_eq!(truth, Ok(true), "seed {seed}: {formula} on its own witness {word:?}");
        }
    }
}

/// The public reductions keep the language as well.
#[test]
fn reductions_of_finished_automata() {
    for seed in 0..FORMULAS / 2 {
        let mut random = Random::new(seed);
        let size = 1 + random.below(8);
        let formula = random_formula(&mut random, size, 3);
        let options = Options {
            effort: Effort::Fast,
            acceptance: Acceptance::Generalized,
            ..Options::default()
        };
        let automaton = translate(&formula, options).expect("small enough");
        let states = automaton.to_state_based_buchi();
        let variants = [automaton.reduced(), states.reduced(), states];
        for _ in 0..WORDS {
            let word = for_automaton(&automaton, &random_lasso(&mut random, 3));
            let expected = automaton.accepts(&word);
            for variant in &variants {
                assert_eq!(variant.accepts(&word), expected, "seed {seed}: {formula} on {word:?}");
            }
        }
    }
}

#[test]
fn stutter_invariance_of_known_formulas() {
    let decide = |text: &str| {
        let formula = parse(text).expect(text);
        is_stutter_invariant(&formula).expect(text)
    };
    for text in
        ["[] (a -> <> b)", "F(a & X(!a & b))", "X a | !X a", "F(!a & X a) -> F a", "G F X a"]
    {
        assert!(decide(text), "{text}");
    }
    for text in ["X a", "F(a & X a)", "G(a -> X !a)", "a & X a", "F(a & X(!a & X b))", "X F a"] {
        assert!(!decide(text), "{text}");
    }
}

/// Stuttering letters by hand never contradicts the decision.
#[test]
fn stutter_invariance_on_words() {
    let mut told_apart = 0;
    for seed in 0..2 * FORMULAS {
        let mut random = Random::new(seed);
        let size = 1 + random.below(7);
        let formula = random_formula(&mut random, size, 2);
        let invariant = is_stutter_invariant(&formula).expect("small enough");
        let mut differs = false;
        for _ in 0..WORDS {
            let word = random_lasso(&mut random, 2);
            let mut longer = word.clone();
            longer.prefix =
                longer.prefix.iter().flat_map(|&l| vec![l; 1 + (l as usize % 2)]).collect();
            let repeat = 1 + random.below(2) as usize;
            longer.cycle = longer.cycle.iter().flat_map(|&l| vec![l; repeat]).collect();
            differs |= holds(&formula, &word) != holds(&formula, &longer);
        }
        assert!(!(invariant && differs), "seed {seed}: {formula}");
        told_apart += u64::from(differs);
    }
    assert!(told_apart > 50, "the test must see formulas that count: {told_apart}");
}

#[test]
fn classes() {
    for (text, class) in [
        ("[] p", "safety"),
        ("p U q", "guarantee"),
        ("p & X q", "bounded"),
        ("[] p | <> q", "obligation"),
        ("[] (p -> <> q)", "recurrence"),
        ("<> [] p", "persistence"),
        ("[] <> p -> [] <> q", "reactivity"),
        ("p W q", "safety"),
    ] {
        assert_eq!(parse(text).expect(text).class().expect(text).name(), class, "{text}");
    }
}

#[test]
fn strength_of_automata() {
    let automaton =
        |text: &str| translate(&parse(text).expect(text), Options::default()).expect(text);
    assert!(automaton("<> p").is_terminal());
    assert!(automaton("[] p").is_weak() && !automaton("[] p").is_terminal());
    assert!(!automaton("[] <> p").is_weak());
    assert!(automaton("[] (p -> <> q)").is_deterministic());
    assert!(!automaton("<> [] p").is_deterministic());
    assert_eq!(automaton("p && !p").states(), 1);
    assert!(automaton("p && !p").is_empty());
}

#[test]
fn limits_are_errors() {
    let many = (0..65).map(|i| format!("p{i}")).collect::<Vec<_>>().join(" && ");
    assert!(translate(&parse(&many).expect("it is right"), Options::default()).is_err());
    let wide = (0..24).map(|i| format!("(p{i} U q{i})")).collect::<Vec<_>>().join(" && ");
    let options = Options { max_states: 1000, ..Options::default() };
    assert!(translate(&parse(&wide).expect("it is right"), options).is_err());
    let formula = parse("forall i in P: x[i]").expect("it is right");
    assert!(translate(&formula, Options::default()).is_err());
}
