//! Text on standard output, compared with snapshots.

use snapbox::{assert_data_eq, file};

use crate::{burnside, command};

/// Takes out what differs from run to run: times and memory.
fn normal(text: &str) -> String {
    let line = |line: &str| {
        if line.starts_with("  memory: ") {
            return "  memory: [MEMORY]\n".to_owned();
        }
        let depth = line.find(", depth ").map(|at| at + 8);
        match depth.and_then(|at| line[at..].find(", ").map(|comma| at + comma)) {
            Some(at) => format!("{}, [TIME]\n", &line[..at]),
            None => format!("{line}\n"),
        }
    };
    text.lines().map(line).collect()
}

fn shows(args: &[&str], code: i32, expected: snapbox::Data) {
    let run = burnside(args);
    assert_data_eq!(normal(&run.stdout), expected.raw());
    assert_eq!(run.code, Some(code), "{}", run.stderr);
}

#[test]
fn what_holds() {
    shows(&["check", "examples/tour/peterson.pml"], 0, file!["snapshots/peterson.txt"]);
}

#[test]
fn a_deadlock_says_who_waits_for_what() {
    shows(&["check", "examples/tour/philosophers.pml"], 1, file!["snapshots/philosophers.txt"]);
}

#[test]
fn an_assertion_with_the_run_to_it() {
    shows(&["check", "examples/tour/race.pml"], 1, file!["snapshots/race.txt"]);
}

#[test]
fn messages_are_drawn() {
    shows(&["check", "examples/tour/login.pml"], 1, file!["snapshots/login.txt"]);
}

#[test]
fn what_cannot_be_checked_yet_is_unknown() {
    shows(&["check", "examples/tour/lights.pml"], 3, file!["snapshots/lights.txt"]);
    let only = ["check", "examples/tour/lights.pml", "--property", "deadlock"];
    assert_eq!(burnside(&only).code, Some(0));
}

#[test]
fn long_runs_are_folded() {
    let args = ["check", "examples/tour/race.pml", "--show-steps", "4"];
    let run = burnside(&args);
    assert!(run.stdout.contains("9 steps not shown"), "{}", run.stdout);
    assert!(run.stdout.contains("    13  init[0]"), "{}", run.stdout);
    assert!(!run.stdout.contains("     5  "), "{}", run.stdout);
}

#[test]
fn the_plan() {
    let args = ["plan", "examples/tour/lights.pml", "--invariant", "!both_green"];
    shows(&args, 0, file!["snapshots/plan.txt"]);
}

#[test]
fn a_random_run_is_the_same_for_the_same_seed() {
    let args = ["simulate", "examples/tour/login.pml", "--seed", "3", "--chart"];
    shows(&args, 1, file!["snapshots/simulate.txt"]);
}

#[test]
fn a_run_chosen_by_hand() {
    use std::io::Write;
    let mut child = command(&["simulate", "examples/tour/race.pml", "--interactive"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let answers = b"1\n7\nhello\ns\n2\nu\nu\nu\n1\nq\n";
    child.stdin.take().expect("piped").write_all(answers).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_data_eq!(
        String::from_utf8(output.stdout).expect("UTF-8"),
        file!["snapshots/interactive.txt"].raw()
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_intermediate_representation() {
    shows(&["lower", "examples/tour/race.pml"], 0, file!["snapshots/lower.txt"]);
    let plain = burnside(&["lower", "examples/tour/race.pml"]).stdout;
    let simplified = burnside(&["lower", "examples/tour/race.pml", "--simplified"]).stdout;
    assert_ne!(plain, simplified);
    // What was printed can be read again, and has the same states.
    let again = crate::model("race.bir", &plain);
    assert_eq!(burnside(&["lower", &again]).stdout, plain);
}

#[test]
fn graphs() {
    let graph = |format| ["graph", "examples/tour/lights.pml", "--format", format];
    shows(&graph("dot"), 0, file!["snapshots/lights.dot"]);
    shows(&graph("aut"), 0, file!["snapshots/lights.aut"]);
    let cut = burnside(&["graph", "examples/tour/lights.pml", "--max-states", "3"]);
    assert_eq!(cut.code, Some(3));
    assert!(cut.stderr.contains("more than 3 states"), "{}", cut.stderr);
}

#[test]
fn completions_and_manual_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = burnside(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("exact-steps"), "{shell}");
    }
    assert!(burnside(&["man"]).stdout.contains(".TH burnside 1"));
    let dir = crate::temporary("man");
    let run = burnside(&["man", "--out", dir.to_str().expect("UTF-8")]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(dir.join("burnside-check.1").exists());
}

#[test]
fn help_fits_the_terminal() {
    for args in [&["--help"][..], &["check", "-h"], &["simulate", "--help"]] {
        let run = burnside(args);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("Examples:"), "{}", run.stdout);
        assert!(run.stdout.lines().all(|l| l.chars().count() <= 100), "{}", run.stdout);
    }
}

#[test]
fn no_colours_without_a_terminal_or_when_asked() {
    let forced = |no_colour: bool| {
        let mut command = command(&["check", "examples/tour/race.pml"]);
        command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
        if no_colour {
            command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
        }
        let output = command.output().expect("the program starts");
        output.stdout.contains(&0x1b)
    };
    assert!(forced(false));
    assert!(!forced(true));
    assert!(!burnside(&["check", "examples/tour/race.pml"]).stdout.contains('\x1b'));
}
