//! The sizes of automata for classic formulas, compared with other tools.

mod common;

use std::time::Instant;

use burnside_logic::{Options, parse, translate};
use common::{Random, for_automaton, holds, random_lasso};

struct Row {
    formula: String,
    spot: (usize, usize),
    spin: Option<usize>,
    ltl2ba: usize,
    ours: (usize, usize),
}

fn size(text: &str) -> Option<(usize, usize)> {
    let (states, edges) = text.split_once('/')?;
    Some((states.parse().ok()?, edges.parse().ok()?))
}

#[test]
fn classic_formulas_have_small_automata() {
    let table = include_str!("data/classic-formulas.tsv");
    let mut rows = Vec::new();
    let mut random = Random::new(1);
    let mut seconds = 0.0;
    for line in table.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let formula = parse(columns[0]).expect(columns[0]);
        let start = Instant::now();
        let automaton = translate(&formula, Options::default()).expect(columns[0]);
        let time = start.elapsed().as_secs_f64();
        seconds += time;
        if time > 0.02 { println!("slow: {time} {formula}"); }
        assert!(automaton.is_state_based());
        for _ in 0..100 {
            let word = random_lasso(&mut random, 7);
            let accepted = automaton.accepts(&for_automaton(&automaton, &word));
            assert_eq!(accepted, holds(&formula, &word), "{formula} {word:?}");
        }
        rows.push(Row {
            formula: columns[0].to_string(),
            spot: size(columns[1]).expect("Spot translates all"),
            ltl2ba: size(columns[4]).expect("ltl2ba translates all").0,
            spin: size(columns[5]).map(|s| s.0),
            ours: (automaton.states(), automaton.edge_count()),
        });
    }
    assert_eq!(rows.len(), 186);
    println!("ours\tSpot\tltl2ba\tSPIN\tformula");
    for r in &rows {
        let spin = r.spin.map_or("-".to_string(), |s| s.to_string());
        let mark = if r.ours.0 > r.spot.0 { "  <--" } else if r.ours.0 < r.spot.0 { " ++" } else { "" };
        println!("{}/{}\t{}/{}\t{}\t{spin}\t{}{mark}", r.ours.0, r.ours.1, r.spot.0, r.spot.1, r.ltl2ba, r.formula);
    }
    for (name, part, limit) in [("given", &rows[..93], 371), ("negated", &rows[93..], 387)] {
        let ours: usize = part.iter().map(|r| r.ours.0).sum();
        let edges: usize = part.iter().map(|r| r.ours.1).sum();
        let spot: usize = part.iter().map(|r| r.spot.0).sum();
        let spot_edges: usize = part.iter().map(|r| r.spot.1).sum();
        let ltl2ba: usize = part.iter().map(|r| r.ltl2ba).sum();
        let with_spin = || part.iter().filter(|r| r.spin.is_some());
        let spin: usize = with_spin().filter_map(|r| r.spin).sum();
        let ours_spin: usize = with_spin().map(|r| r.ours.0).sum();
        println!(
            "{name}: ours {ours}/{edges}, Spot {spot}/{spot_edges}, ltl2ba {ltl2ba}; where SPIN has one: ours {ours_spin}, SPIN {spin}"
        );
        assert!(ours <= limit, "{name}: {ours} states");
    }
    println!("all translated in {seconds:.3} s");
    for r in &rows {
        assert!(r.spin.is_none_or(|spin| r.ours.0 <= spin), "more states than SPIN: {}", r.formula);
    }
}
