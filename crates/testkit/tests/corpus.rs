//! Every model of the corpus, by every engine, compared with its header and with the naive judge.

use burnside::check::check;
use burnside::config::{Config, Engine};
use burnside::load::Loaded;
use burnside::report::{Report, Verdict};
use burnside_core::Cancel;
use burnside_testkit::corpus::{Entry, entries};
use burnside_testkit::naive::{self, Space};

/// Larger models are left to the engines.
const MOST_FOR_JUDGE: u64 = 40_000;

fn run(entry: &Entry, loaded: &Loaded, config: &Config) -> Report {
    check(loaded, config, &mut (), &Cancel::new())
        .unwrap_or_else(|e| panic!("{}: {config:?}: {e}", entry.name()))
}

fn verdict(report: &Report, name: &str) -> Verdict {
    let p = report.properties.iter().find(|p| p.name == name);
    p.unwrap_or_else(|| panic!("no property {name}")).verdict
}

fn holds(expected: bool) -> Verdict {
    if expected { Verdict::Holds } else { Verdict::Violated }
}

/// Compares a report with the header, and with the judge where there is one.
fn compare(entry: &Entry, config: &Config, report: &Report, space: Option<&Space>) {
    let context = || format!("{} with {config:?}", entry.name());
    let expect = &entry.expect;
    for (name, expected) in [("deadlock", expect.deadlock), ("assertions", expect.assertions)] {
        if let Some(expected) = expected {
            assert_eq!(verdict(report, name), holds(expected), "{name} of {}", context());
        }
    }
    let deadlock = &report.properties[0];
    if config.exact_steps && config.keep_going {
        if let Some(states) = expect.states {
            assert_eq!(deadlock.states, states, "states of {}", context());
        }
        if let Some(space) = space {
            assert_eq!(deadlock.states, space.states, "states of {}", context());
            assert_eq!(deadlock.transitions, space.transitions, "transitions of {}", context());
            assert_eq!(deadlock.errors, space.deadlocks, "deadlocks of {}", context());
            assert_eq!(report.properties[1].errors, space.faults, "faults of {}", context());
        }
    }
}

#[test]
fn engines_agree_with_headers_and_with_the_judge() {
    let models = entries("promela");
    assert!(models.len() >= 60, "the corpus has shrunk");
    for entry in models {
        let loaded = entry.load();
        let wrong = burnside_ir::verify(&loaded.system);
        assert!(wrong.is_empty(), "{}: {wrong:?}", entry.name());
        let space = naive::explore(&loaded.system, MOST_FOR_JUDGE);
        for engine in [Engine::Bfs, Engine::Dfs] {
            for (exact_steps, keep_going) in [(true, true), (false, true), (true, false)] {
                let config = Config { engine, exact_steps, keep_going, ..Config::default() };
                let report = run(&entry, &loaded, &config);
                compare(&entry, &config, &report, space.as_ref());
            }
        }
    }
}

#[test]
fn simplification_never_adds_states() {
    for entry in entries("promela") {
        let loaded = entry.load();
        let states = |exact_steps| {
            let config = Config { exact_steps, keep_going: true, ..Config::default() };
            run(&entry, &loaded, &config).properties[0].states
        };
        let (exact, simplified) = (states(true), states(false));
        assert!(simplified <= exact, "{}: {simplified} > {exact}", entry.name());
    }
}

#[test]
fn the_text_form_round_trips() {
    for entry in entries("promela") {
        let system = entry.load().system;
        let text = burnside_ir::text::print(&system);
        let again = burnside_ir::text::parse(&text)
            .unwrap_or_else(|e| panic!("{}: {}:{}: {}", entry.name(), e.line, e.column, e.message));
        assert_eq!(again, system, "{}", entry.name());
    }
}

#[test]
fn breadth_first_counterexamples_are_shortest() {
    for entry in entries("promela") {
        let loaded = entry.load();
        let Some(space) = naive::explore(&loaded.system, MOST_FOR_JUDGE) else { continue };
        let config = Config { engine: Engine::Bfs, exact_steps: true, ..Config::default() };
        let report = run(&entry, &loaded, &config);
        for (p, shortest) in report.properties.iter().zip([space.deadlock_depth, space.fault_depth])
        {
            let found = p.evidence.as_ref().map(|e| e.steps as u64);
            assert_eq!(found, shortest, "{} of {}", p.name, entry.name());
        }
    }
}
