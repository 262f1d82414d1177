//! The sizes of automata for classic formulas, compared with other tools.
//!
//! `cargo test --release -p burnside-logic --test classic -- --nocapture` prints the table.

#![allow(clippy::print_stdout)] // The table is what the test is for.

mod common;

use std::time::Instant;

use burnside_logic::{Options, parse, translate};
use common::{Random, for_automaton, holds, random_lasso};

/// States and edges.
type Size = (usize, usize);

struct Row {
    formula: String,
    ours: Size,
    spot: Size,
    ltl2ba: Size,
    spin: Option<Size>,
}

fn size(text: &str) -> Option<Size> {
    let (states, edges) = text.split_once('/')?;
    Some((states.parse().ok()?, edges.parse().ok()?))
}

fn sum(sizes: impl Iterator<Item = Size>) -> Size {
    sizes.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
}

#[test]
fn classic_formulas_have_small_automata() {
    let table = include_str!("data/classic-formulas.tsv");
    let mut rows = Vec::new();
    let mut random = Random::new(1);
    let mut seconds = 0.0;
    for line in table.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let start = Instant::now();
        let formula = parse(columns[0]).expect(columns[0]);
        let automaton = translate(&formula, Options::default()).expect(columns[0]);
        seconds += start.elapsed().as_secs_f64();
        assert!(automaton.is_state_based() && automaton.acceptance_sets() == 1);
        for _ in 0..100 {
            let word = random_lasso(&mut random, 7);
            let accepted = automaton.accepts(&for_automaton(&automaton, &word));
            assert_eq!(accepted, holds(&formula, &word), "{formula} {word:?}");
        }
        rows.push(Row {
            formula: columns[0].to_string(),
            ours: (automaton.states(), automaton.edge_count()),
            spot: size(columns[1]).expect("Spot translates all"),
            ltl2ba: size(columns[4]).expect("ltl2ba translates all"),
            spin: size(columns[5]),
        });
    }
    assert_eq!(rows.len(), 186);
    println!("ours\tSpot\tltl2ba\tSPIN\tformula");
    for row in &rows {
        let show = |(states, edges): Size| format!("{states}/{edges}");
        let spin = row.spin.map_or("-".to_string(), show);
        let (ours, spot, ltl2ba) = (show(row.ours), show(row.spot), show(row.ltl2ba));
        println!("{ours}\t{spot}\t{ltl2ba}\t{spin}\t{}", row.formula);
    }
    // The target is 1.1 times Spot's states; what was reached must not be lost.
    for (name, part, limit) in [("given", &rows[..93], 329), ("negated", &rows[93..], 344)] {
        let ours = sum(part.iter().map(|row| row.ours));
        let spot = sum(part.iter().map(|row| row.spot));
        let ltl2ba = sum(part.iter().map(|row| row.ltl2ba));
        let spin = sum(part.iter().filter_map(|row| row.spin));
        let beside_spin = sum(part.iter().filter(|row| row.spin.is_some()).map(|row| row.ours));
        println!("{name}: ours {ours:?}, Spot {spot:?}, ltl2ba {ltl2ba:?}");
        println!("{name}, where SPIN has a result: ours {beside_spin:?}, SPIN {spin:?}");
        assert!(ours.0 <= limit, "{name}: {} states", ours.0);
        assert!(ours.0 * 10 <= spot.0 * 11);
    }
    println!("all translated in {seconds:.3} s");
    if !cfg!(debug_assertions) {
        assert!(seconds < 1.0, "translation took {seconds} s");
    }
    for row in &rows {
        let fits = row.spin.is_none_or(|spin| row.ours.0 <= spin.0);
        assert!(fits, "more states than SPIN: {}", row.formula);
    }
}
