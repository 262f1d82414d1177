//! Traces: written by `check`, read by `replay`, and what happens to those that are damaged.

use serde_json::{Value, json};

use crate::{Run, burnside, model, temporary};

/// Checks a model, keeping its counterexamples.
fn record(name: &str, args: &[&str]) -> (String, Value) {
    let file = temporary(name).to_str().expect("UTF-8").to_owned();
    let run = burnside(&[&["check", "--trace", &file], args].concat());
    assert!(run.code.is_some_and(|c| c < 2), "{}", run.stderr);
    let text = std::fs::read_to_string(&file).expect("the trace was written");
    (file, serde_json::from_str(&text).expect("JSON"))
}

/// Replays a trace after a change to it.
fn replay_changed(name: &str, args: &[&str], change: impl FnOnce(&mut Value)) -> Run {
    let (file, mut trace) = record(name, args);
    change(&mut trace);
    std::fs::write(&file, trace.to_string()).expect("it can be written");
    burnside(&["replay", args[0], &file])
}

fn refused(run: &Run, part: &str) {
    assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains(part), "should say {part}: {}", run.stderr);
}

const RACE: &str = "examples/tour/race.pml";

#[test]
fn what_was_written_is_replayed() {
    for (i, args) in [
        &[RACE][..],
        &["examples/tour/philosophers.pml", "-DN=4"],
        &["examples/tour/login.pml", "--engine", "dfs"],
        &[RACE, "--invariant", "count < 2", "--invariant", "done < 2", "--exact-steps"],
    ]
    .iter()
    .enumerate()
    {
        let (file, trace) = record(&format!("good-{i}.json"), args);
        for key in ["burnside", "model", "defines", "properties"] {
            assert!(!trace[key].is_null(), "{key}");
        }
        let run = burnside(&["replay", args[0], &file]);
        assert_eq!(run.code, Some(1), "{args:?}: {}", run.stderr);
        let properties = trace["properties"].as_array().expect("an array");
        assert_eq!(run.stdout.matches("replayed: ").count(), properties.len());
    }
}

#[test]
fn only_the_property_asked_for() {
    let (file, _) = record("only.json", &[RACE, "--invariant", "count < 2"]);
    let run = burnside(&["replay", RACE, &file, "--property", "invariant"]);
    assert_eq!(run.stdout.matches("replayed: ").count(), 1);
    refused(&burnside(&["replay", RACE, &file, "--property", "deadlock"]), "no counterexample to");
}

#[test]
fn a_trace_without_counterexamples() {
    let (file, trace) = record("empty.json", &["examples/tour/peterson.pml"]);
    assert_eq!(trace["properties"], json!([]));
    refused(&burnside(&["replay", "examples/tour/peterson.pml", &file]), "no counterexample");
}

#[test]
fn a_truncated_trace() {
    let (file, _) = record("cut.json", &[RACE]);
    let text = std::fs::read_to_string(&file).expect("it is there");
    for length in [0, 1, text.len() / 2, text.len() - 3] {
        std::fs::write(&file, &text[..length]).expect("it can be written");
        refused(&burnside(&["replay", RACE, &file]), "the file is cut off");
    }
    std::fs::write(&file, [0xff, 0xfe, 0]).expect("it can be written");
    refused(&burnside(&["replay", RACE, &file]), "not a trace");
}

#[test]
fn a_damaged_step_is_named() {
    let run = replay_changed("damaged.json", &[RACE], |t| {
        t["properties"][0]["prefix"][2] = json!({"process": "Worker"});
    });
    refused(&run, "step 3: missing field `instance`");
    let run = replay_changed("kind.json", &[RACE], |t| t["properties"][0]["kind"] = json!(7));
    refused(&run, "invalid type");
}

#[test]
fn an_impossible_step_is_named() {
    // The counter is read twice by the same process.
    let run = replay_changed("impossible.json", &[RACE], |t| {
        let again = t["properties"][0]["prefix"][2].clone();
        t["properties"][0]["prefix"][3] = again;
    });
    refused(&run, "step 4: Worker[1] cannot execute `mine = count` here");
    let run = replay_changed("start.json", &[RACE], |t| t["properties"][0]["start"] = json!(9));
    refused(&run, "no initial state number 9");
    let run = replay_changed("edge.json", &[RACE], |t| {
        t["properties"][0]["prefix"][1]["edge"] = json!(4_000_000);
    });
    refused(&run, "step 2: init has no statement");
}

#[test]
fn a_run_that_violates_nothing() {
    let run = replay_changed("harmless.json", &[RACE], |t| {
        let steps = t["properties"][0]["prefix"].as_array_mut().expect("steps");
        steps.truncate(5);
    });
    refused(&run, "does not violate");
}

#[test]
fn the_trace_of_another_model() {
    let (file, _) = record("other.json", &[RACE]);
    let run = burnside(&["replay", "examples/tour/login.pml", &file]);
    refused(&run, "recorded from examples/tour/race.pml");
    // Comments and empty lines do not make it another model.
    let text = std::fs::read_to_string(crate::root().join(RACE)).expect("it is there");
    let moved = model("moved.pml", &format!("/* moved */\n\n{text}"));
    assert_eq!(burnside(&["replay", &moved, &file]).code, Some(1));
}
