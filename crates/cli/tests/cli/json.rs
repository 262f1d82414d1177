//! JSON for programs: the keys that the contract promises, and their types.

use serde_json::Value;

use crate::burnside;

fn parse(args: &[&str]) -> (Value, i32) {
    let run = burnside(args);
    let value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|e| panic!("{e}:\n{}\n{}", run.stdout, run.stderr));
    (value, run.code.expect("an exit code"))
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn the_report_has_the_promised_keys() {
    let (report, code) = parse(&["check", "examples/tour/race.pml", "--format", "json"]);
    assert_eq!(code, 1);
    for key in ["burnside", "model", "language", "properties", "unreached", "seconds"] {
        assert!(keys(&report).contains(&key), "{key}");
    }
    let property = &report["properties"][1];
    for key in [
        "name",
        "kind",
        "formula",
        "verdict",
        "reason",
        "vacuous",
        "engine",
        "fairness",
        "reductions",
        "states",
        "transitions",
        "depth",
        "errors",
        "seconds",
        "peak_memory_bytes",
        "store_bytes",
        "evidence",
    ] {
        assert!(keys(property).contains(&key), "{key}");
    }
    assert_eq!(keys(&property["reductions"]), ["symmetry", "partial_order", "why_not"]);
    assert_eq!(property["name"], "assertions");
    assert_eq!(property["verdict"], "violated");
    assert_eq!(property["errors"], 1);
    assert_eq!(keys(&property["evidence"]), ["kind", "prefix", "cycle"]);
    assert_eq!(property["evidence"]["kind"], "assertion");
    let steps = property["evidence"]["prefix"].as_array().expect("steps");
    let change = steps.iter().find(|s| s["source"] == "count = mine").expect("the statement");
    for key in ["process", "instance", "line", "source", "changes"] {
        assert!(keys(change).contains(&key), "{key}");
    }
    assert_eq!(change["changes"]["count"], serde_json::json!([0, 1]));
}

#[test]
fn unreached_statements_have_a_place() {
    let (report, code) = parse(&["check", "examples/tour/peterson.pml", "--format", "json"]);
    assert_eq!(code, 0);
    let unreached = &report["unreached"][0];
    assert_eq!(unreached["process"], "P");
    assert_eq!(unreached["line"], 17);
    assert!(unreached["source"].is_string());
    assert!(report["properties"][0]["evidence"].is_null());
}

#[test]
fn several_models_give_an_array_and_the_worst_exit_code() {
    let tour = |name: &str| format!("examples/tour/{name}.pml");
    let (holds, race, lights) = (tour("peterson"), tour("race"), tour("lights"));
    let cases: [(&[&str], i32); 4] = [
        (&[&holds, &lights], 3),
        (&[&lights, &race], 1),
        (&[&race, "missing.pml", &holds], 2),
        (&[&holds, &holds], 0),
    ];
    for (models, expected) in cases {
        let args = [&["check", "--format", "json"], models].concat();
        let (reports, code) = parse(&args);
        assert_eq!(code, expected, "{models:?}");
        let reports = reports.as_array().expect("an array");
        assert_eq!(reports.len(), models.len());
        for (report, model) in reports.iter().zip(models) {
            assert_eq!(report["model"], **model);
            assert!(report["properties"].is_array() || report["error"].is_string());
        }
    }
}

#[test]
fn a_model_with_errors_is_an_object_with_an_error() {
    let (report, code) = parse(&["check", "corpus/errors/missing-fi.pml", "--format", "json"]);
    assert_eq!(code, 2);
    let error = report["error"].as_str().expect("a text");
    assert!(error.contains("missing-fi.pml:") && !error.contains('\x1b'), "{error}");
}

#[test]
fn limits_are_reasons() {
    let args = ["check", "examples/tour/peterson.pml", "--max-states", "5", "--format", "json"];
    let (report, code) = parse(&args);
    assert_eq!(code, 3);
    let property = &report["properties"][0];
    assert_eq!(property["verdict"], "unknown");
    assert!(property["reason"].as_str().expect("a reason").contains("--max-states"));
}

#[test]
fn exact_steps_count_every_statement() {
    let states = |args: &[&str]| {
        let args = [&["check", "examples/tour/race.pml", "--format", "json"], args].concat();
        parse(&args).0["properties"][0]["states"].as_u64().expect("a number")
    };
    assert!(states(&[]) < states(&["--exact-steps"]));
    assert_eq!(states(&["--exact-steps"]), states(&["--exact-steps", "--engine", "dfs"]));
}

#[test]
fn invariants_are_properties() {
    let args = ["check", "examples/tour/lights.pml", "--format", "json", "--property", "invariant"];
    let (report, code) = parse(&[&args[..], &["--invariant", "!both_green"]].concat());
    assert_eq!(code, 0);
    assert_eq!(report["properties"][0]["formula"], "!both_green");
    assert_eq!(report["properties"][0]["kind"], "invariant");
    let (report, code) = parse(&[&args[..], &["--invariant", "light[0] == red"]].concat());
    assert_eq!(code, 1);
    assert_eq!(report["properties"][0]["evidence"]["kind"], "invariant");
}

#[test]
fn plans_runs_and_graphs() {
    let model = "examples/tour/lights.pml";
    let (plan, _) = parse(&["plan", model, "--format", "json"]);
    assert_eq!(plan["properties"][0]["engine"], "bfs");
    assert_eq!(plan["properties"][2]["engine"], "none");
    let (run, _) = parse(&["simulate", model, "--seed", "1", "--steps", "5", "--format", "json"]);
    assert_eq!(run["end"], "limit");
    assert!(run["steps"].as_array().expect("steps").len() >= 5);
    let (graph, _) = parse(&["graph", model, "--format", "json"]);
    assert_eq!(graph["states"].as_array().expect("states").len(), 12);
    assert_eq!(graph["complete"], true);
}
