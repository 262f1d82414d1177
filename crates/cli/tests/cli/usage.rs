//! Bad requests: exit 2 and a message that helps.

use crate::{burnside, model};

/// The request is refused, and the message has all of these in it.
fn refused(args: &[&str], parts: &[&str]) {
    let run = burnside(args);
    assert_eq!(run.code, Some(2), "{args:?}: {}{}", run.stdout, run.stderr);
    assert!(run.stdout.is_empty(), "{args:?}: {}", run.stdout);
    for part in parts {
        assert!(run.stderr.contains(part), "{args:?} should say {part}: {}", run.stderr);
    }
}

const RACE: &str = "examples/tour/race.pml";

#[test]
fn files_that_are_none() {
    refused(&["check", "missing.pml"], &["cannot read missing.pml"]);
    refused(&["check", "examples"], &["cannot tell the language of examples", "--language"]);
    refused(&["check", "--language", "promela", "examples"], &["cannot read examples"]);
    refused(&["lower", "Cargo.toml"], &["cannot tell the language"]);
    refused(&["replay", RACE, "missing.json"], &["cannot read missing.json"]);
}

#[test]
fn models_with_errors() {
    refused(&["check", "corpus/errors/missing-fi.pml"], &["error: ", "missing-fi.pml:"]);
    let broken = model("broken.bir", "system \"x\"\nnonsense\n");
    refused(&["check", &broken], &["broken.bir:", "2:"]);
}

#[test]
fn options_that_do_not_exist() {
    refused(&[], &["Usage: burnside"]);
    refused(&["chekc", RACE], &["check"]);
    refused(&["check"], &["MODEL"]);
    refused(&["check", RACE, "--engine", "fast"], &["possible values: auto, bfs, dfs"]);
    refused(&["check", RACE, "--memory", "lots"], &["`lots` is not a size"]);
    refused(&["check", RACE, "--time", "soon"], &["`soon` is not a duration"]);
    refused(&["check", RACE, "--threads", "0"], &["--threads"]);
    refused(&["simulate", RACE, "--interactive", "--seed", "1"], &["cannot be used with"]);
}

#[test]
fn values_that_come_later_are_named() {
    for (option, value) in [
        ("--engine", "ndfs"),
        ("--engine", "symbolic"),
        ("--symmetry", "declared"),
        ("--por", "on"),
        ("--store", "tree"),
        ("--language", "smv"),
    ] {
        let message = format!("`{option} {value}` is not in this build of Burnside yet");
        refused(&["check", RACE, option, value], &[&message]);
    }
    refused(&["graph", RACE, "--of", "quotient"], &["`--of quotient` is not in this build"]);
}

#[test]
fn properties_and_invariants_that_do_not_exist() {
    refused(
        &["check", RACE, "--property", "mutex"],
        &["no property `mutex`", "`deadlock`, `assertions`"],
    );
    refused(&["check", RACE, "--invariant", "cuont < 3"], &["did you mean `count`?"]);
}

#[test]
fn one_trace_is_for_one_model() {
    refused(&["check", RACE, RACE, "--trace", "x.json"], &["one model"]);
    let nowhere = "no/such/directory/x.json";
    refused(&["check", RACE, "--trace", nowhere], &["cannot write no/such/directory/x.json"]);
}

#[test]
fn macros_reach_the_model() {
    let many = ["check", "examples/tour/philosophers.pml", "-DN=2", "--no-chart"];
    let run = burnside(&many);
    assert!(run.stdout.contains("Philosopher[2]") && !run.stdout.contains("Philosopher[3]"));
}

#[test]
fn an_error_before_the_first_step_is_a_violation() {
    let divides = model("divides.pml", "int z; int y = 1 / z;\nactive proctype P() { skip }\n");
    let run = burnside(&["check", &divides]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.contains("division by zero in an initial value"), "{}", run.stdout);
    assert_eq!(burnside(&["simulate", &divides]).code, Some(1));
}

#[test]
fn formulas_become_automata() {
    let hoa = burnside(&["automaton", "G F a"]);
    assert_eq!(hoa.code, Some(0), "{}", hoa.stderr);
    assert!(hoa.stdout.starts_with("HOA: v1"), "{}", hoa.stdout);
    let never = burnside(&["automaton", "[] (p -> <> q)", "--negate", "--format", "never"]);
    assert!(never.stdout.contains("never"), "{}", never.stdout);
    assert!(never.stdout.contains("accept"), "{}", never.stdout);
    let wrong = burnside(&["automaton", "G (a -> "]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.stderr.contains('^'), "{}", wrong.stderr);
}
