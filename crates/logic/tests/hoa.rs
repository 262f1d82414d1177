//! Reading and writing HOA, and the other output formats.

mod common;

use burnside_logic::automaton::{Acceptance, Effort};
use burnside_logic::{Automaton, Options, parse, translate};
use common::{Random, for_automaton, random_formula, random_lasso};

#[test]
fn what_is_written_can_be_read() {
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let size = random.below(8);
        let formula = random_formula(&mut random, size, 3);
        for acceptance in [Acceptance::StateBuchi, Acceptance::EdgeBuchi, Acceptance::Generalized] {
            let options = Options { acceptance, effort: Effort::Fast, ..Options::default() };
            let automaton = translate(&formula, options).expect("small enough");
            let text = automaton.to_hoa(Some(&formula.to_string()));
            assert_eq!(Automaton::from_hoa(&text).as_ref(), Ok(&automaton), "{text}");
        }
    }
}

#[test]
fn the_exact_text() {
    let formula = parse("[] (p -> <> \"x > 3\")").expect("it is right");
    let automaton = translate(&formula, Options::default()).expect("small enough");
    assert_eq!(
        automaton.to_hoa(Some("[] (p -> <> (x > 3))")),
        "HOA: v1\nname: \"[] (p -> <> (x > 3))\"\nStates: 2\nStart: 0\nAP: 2 \"p\" \"x > 3\"\n\
         acc-name: Buchi\nAcceptance: 1 Inf(0)\n\
         properties: trans-labels explicit-labels state-acc complete deterministic\n--BODY--\n\
         State: 0 {0}\n[!0 | 1] 0\n[0&!1] 1\nState: 1\n[!1] 1\n[1] 0\n--END--\n"
    );
    assert_eq!(
        automaton.to_never(),
        "never {\naccept_init:\n\tdo\n\t:: ((!(p)) || ((x > 3))) -> goto accept_init\n\
         \t:: ((p) && !(x > 3)) -> goto T0_S1\n\tod;\nT0_S1:\n\tdo\n\
         \t:: (!(x > 3)) -> goto T0_S1\n\t:: ((x > 3)) -> goto accept_init\n\tod;\n}\n"
    );
    assert!(automaton.to_dot().contains("0 [shape=doublecircle]"));
}

/// The same language, written in five ways.
#[test]
fn all_kinds_of_labels_and_acceptance() {
    let head = "HOA: v1 States: 2 Start: 0 AP: 1 \"p0\"";
    let texts = [
        "acc-name: Buchi Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 [!0] 0 State: 1 {0} [0] 1 [!0] 0 --END--",
        "Acceptance: 1 (Inf(0)) --BODY-- State: 0 0 1 {0} State: 1 0 1 {0} --END--",
        "Alias: @a 0 Acceptance: 2 Inf(1)&t --BODY-- State: 0 [@a] 1 {1} [!@a] 0 State: 1 \"s\" [t&@a|f] 1 {0 1} [!(@a)] 0 --END--",
        "Acceptance: 1 Inf(!0) /* a /* nested */ comment */ --BODY-- State: 0 {0} [0] 1 [!0] 0 State: 1 [0] 1 [!0] 0 --END--",
        "tool: \"x\" \"1.0\" properties: state-labels Acceptance: 1 Inf(0) Start: 1 --BODY-- State: [0] 1 {0} 0 1 State: [!0] 0 0 1 --END--",
    ];
    let expected = parse("[] <> p0").expect("it is right");
    let mut random = Random::new(3);
    for text in texts {
        let text = format!("{head} {text}");
        let automaton = Automaton::from_hoa(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        for _ in 0..200 {
            let word = random_lasso(&mut random, 1);
            let accepted = automaton.accepts(&for_automaton(&automaton, &word));
            assert_eq!(accepted, common::holds(&expected, &word), "{text} {word:?}");
        }
        // Two initial states cost one more.
        let reduced = automaton.reduced().to_state_based_buchi().reduced();
        assert_eq!(reduced.states(), if text.contains("Start: 1") { 3 } else { 2 }, "{text}");
    }
}

#[test]
fn errors_say_where_and_what() {
    let error = |text: &str| Automaton::from_hoa(text).expect_err(text).to_string();
    let head = "HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"a\"\n";
    assert_eq!(error("never {}"), "1:1: expected `HOA: v1`");
    assert_eq!(error("HOA: v2"), "1:8: only version `v1` of the format is supported");
    assert_eq!(
        error(&format!("{head}Acceptance: 1 Fin(0)\n--BODY--")),
        "5:15: only (generalised) Büchi acceptance is supported"
    );
    assert_eq!(
        error(&format!("{head}Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 1\n--END--")),
        "8:5: there is no state 1"
    );
    assert_eq!(
        error(&format!("{head}Acceptance: 1 Inf(0)\n--BODY--\nState: 0\n[1] 0\n--END--")),
        "8:2: there is no proposition 1"
    );
    assert_eq!(
        error(&format!("{head}Acceptance: 0 t\n--BODY--\nState: 0\n[0] 0&0\n--END--")),
        "8:6: alternating automata are not supported"
    );
    assert_eq!(error(&format!("{head}--BODY--")), "5:1: the header has no `Acceptance:`");
    assert!(
        error(&format!("{head}Acceptance: 0 t\n--BODY--\nState: 0\n[0] 0\n")).contains("--END--")
    );
    assert!(error(&format!("{head}Fairness: 3\n")).contains("not supported"));
    assert!(error(&format!("{head}Alias: @a {}", "!".repeat(9999))).contains("too deeply"));
}

#[test]
fn no_text_makes_it_panic() {
    let seed = "HOA: v1 name: \"n\" States: 3 Start: 0 Start: 1 AP: 2 \"a\" \"b\" Alias: @x 0&!1 \
                acc-name: generalized-Buchi 2 Acceptance: 2 Inf(0)&Inf(!1) properties: trans-acc --BODY-- \
                State: 0 \"s\" {0} [@x | t] 1 {1} State: [0] 1 0 1 {0 1} State: 2 0 1 2 0 --END--";
    let words: Vec<&str> = seed.split_inclusive(' ').collect();
    let mut random = Random::new(11);
    for _ in 0..30_000 {
        let mut text: Vec<String> = words.iter().map(|w| w.to_string()).collect();
        for _ in 0..1 + random.below(5) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(5) {
                0 => drop(text.remove(at)),
                1 => text[at] = words[random.below(words.len() as u64) as usize].to_string(),
                2 => text[at] = "99 ".to_string(),
                3 => drop(text[at].pop()),
                _ => text.insert(at, words[random.below(words.len() as u64) as usize].to_string()),
            }
            if text.is_empty() {
                break;
            }
        }
        if let Ok(automaton) = Automaton::from_hoa(&text.concat()) {
            let reduced = automaton.reduced();
            assert_eq!(automaton.is_empty(), reduced.is_empty(), "{}", text.concat());
            let written = automaton.to_hoa(None);
            assert_eq!(Automaton::from_hoa(&written), Ok(automaton));
        }
    }
}
