//! Ctrl-C, and readers that go away.

use std::io::Read;
use std::process::Stdio;

use crate::{command, model};

/// More states than any test has time for.
const ENDLESS: &str = "byte a, b, c, d, e;\n\
    active [5] proctype P() { do :: a++ :: b++ :: c++ :: d++ :: e++ od }\n";

#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_what_it_found() {
    use std::time::Duration;
    let model = model("endless.pml", ENDLESS);
    let property = ["--invariant", "a < 3", "--format", "json"];
    // Should the machine be so slow that the signal comes before the program watches for it, again.
    for seconds in [1, 3, 9] {
        let child = command(&[&["check", &model], &property[..]].concat())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_secs(seconds));
        let pid = child.id().to_string();
        let kill = std::process::Command::new("kill").args(["-INT", &pid]).status();
        assert!(kill.expect("kill exists").success());
        let output = child.wait_with_output().expect("it ends");
        let Some(code) = output.status.code() else { continue };
        assert_eq!(code, 1, "an interrupted search keeps the violation it found");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let property = |i: usize| &report["properties"][i];
        assert_eq!(property(0)["verdict"], "unknown");
        assert_eq!(property(0)["reason"], "the search was interrupted");
        assert!(property(0)["states"].as_u64().expect("a number") > 0);
        assert_eq!(property(2)["verdict"], "violated");
        return;
    }
    panic!("the program does not watch for the signal");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for (args, code) in [
        (&["check", "examples/tour/race.pml"][..], 1),
        (&["check", "examples/tour/peterson.pml", "--format", "json"], 0),
        (&["lower", "examples/tour/race.pml"], 0),
        (&["graph", "examples/tour/race.pml"], 0),
        (&["simulate", "corpus/bench/phils.pml", "--seed", "1", "--steps", "100000000"], 0),
    ] {
        let mut child = command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("UTF-8");
        assert_eq!(child.wait().expect("it ends").code(), Some(code), "{args:?}: {stderr}");
        assert!(stderr.is_empty(), "{args:?}: {stderr}");
    }
}

#[test]
fn limits_hold() {
    let model = model("limited.pml", ENDLESS);
    for limit in [["--time", "200ms"], ["--memory", "4M"], ["--max-states", "1000"]] {
        let output = command(&["check", &model, limit[0], limit[1]]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(3), "{limit:?}");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(text.contains(limit[0]), "{limit:?}: {text}");
    }
}
