//! Comparison with SPIN, where it is installed: every example model that its package ships, and the whole
//! corpus; the same verdict and the same number of states.
//!
//! SPIN's side is measured by `scripts/spin-count` (no statement merging, no dataflow optimisation, no
//! partial order reduction, claims compiled out, going on after errors), Burnside's by the library with
//! exact steps.
#![allow(clippy::print_stdout, reason = "what was compared is part of the test's output")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use burnside::check::check;
use burnside::config::{Config, Limits};
use burnside::load::{LoadError, Source, load};
use burnside::report::Verdict;
use burnside_core::Cancel;
use burnside_testkit::corpus::root;

/// Where Debian's package puts the examples.
const EXAMPLES: &str = "/usr/share/doc/spin/examples";

/// One line of `scripts/spin-count`.
#[derive(Debug)]
struct Counted {
    states: Option<u64>,
    first_error: String,
    complete: bool,
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

fn spin_is_here() -> bool {
    let here = has("spin") && has("gcc");
    if !here {
        println!("!!! SKIPPED: SPIN or gcc is not installed, nothing was compared !!!");
    }
    here
}

/// All Promela models below a folder.
fn models(folder: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            list.extend(models(&path));
        } else if path.extension().is_some_and(|e| e == "pml") {
            list.push(path);
        }
    }
    list.sort();
    list
}

/// Runs `scripts/spin-count` on models, with a limit in seconds for each.
fn count(models: &[PathBuf], seconds: u32) -> Vec<Counted> {
    let output = Command::new(root().join("scripts/spin-count"))
        .args(models)
        .env("SPIN_COUNT_TIMEOUT", seconds.to_string())
        .output()
        .expect("scripts/spin-count runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), models.len(), "one line per model:\n{text}");
    let parse = |line: &&str| {
        let columns: Vec<&str> = line.split('\t').collect();
        Counted {
            states: columns[1].parse().ok(),
            first_error: columns[4].to_owned(),
            complete: columns[5] == "y",
        }
    };
    lines.iter().map(parse).collect()
}

#[test]
fn the_corpus_has_spins_numbers() {
    if !spin_is_here() {
        return;
    }
    let models = models(&root().join("corpus/promela"));
    let output = Command::new(root().join("scripts/spin-count"))
        .arg("--check")
        .args(&models)
        .output()
        .expect("scripts/spin-count runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "SPIN disagrees with a header:\n{text}");
    println!("{} models of the corpus have SPIN's numbers", models.len());
}

#[test]
fn spins_examples_give_the_same_verdicts_and_counts() {
    if !spin_is_here() {
        return;
    }
    let folder = Path::new(EXAMPLES);
    if !folder.is_dir() {
        println!("!!! SKIPPED: {EXAMPLES} is not there, nothing was compared !!!");
        return;
    }
    let models = models(folder);
    assert!(models.len() >= 70, "SPIN ships more examples than {}", models.len());
    let spin = count(&models, 30);
    let (mut compared, mut equal, mut wrong) = (0, 0, Vec::new());
    for (path, spin) in models.iter().zip(&spin) {
        let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        let source = Source { path: path.clone(), ..Source::default() };
        let loaded = match load(&source) {
            Ok(loaded) => loaded,
            Err(LoadError::Model(p)) => panic!("{name}:\n{}", p.render(false)),
            Err(e) => panic!("{name}: {e}"),
        };
        let limits = Limits {
            time: Some(Duration::from_secs(if spin.complete { 300 } else { 5 })),
            ..Limits::default()
        };
        let config = Config { exact_steps: true, keep_going: true, limits, ..Config::default() };
        let report = check(&loaded, &config, &mut (), &Cancel::new())
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        let [deadlock, assertions] = &report.properties[..2] else { unreachable!("always there") };
        let mine = format!(
            "{} states, deadlock {}, assertions {}",
            deadlock.states,
            deadlock.verdict.name(),
            assertions.verdict.name()
        );
        println!("{name}: {mine}; SPIN: {spin:?}");
        if !spin.complete {
            continue;
        }
        let same_verdict = match spin.first_error.as_str() {
            "none" => [deadlock, assertions].iter().all(|p| p.verdict == Verdict::Holds),
            "invalid end state" => deadlock.verdict == Verdict::Violated,
            _ => assertions.verdict == Verdict::Violated,
        };
        if !same_verdict {
            wrong.push(format!("{name}: {mine}; SPIN: {spin:?}"));
        }
        compared += 1;
        if spin.states == Some(deadlock.states) {
            equal += 1;
        } else {
            println!("    DIFFERENT NUMBER OF STATES");
        }
    }
    println!("{equal} of {compared} state counts are equal");
    assert!(wrong.is_empty(), "verdicts differ:\n{}", wrong.join("\n"));
    assert!(equal * 100 >= compared * 95, "only {equal} of {compared} counts are equal");
}
