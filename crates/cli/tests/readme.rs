//! Every command in the documents is run, and the output that the README shows is what comes out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|e| panic!("{document}: {e}"))
}

/// The code blocks of a document that have this word behind the fence.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = read(document);
    let mut found = Vec::new();
    let mut inside: Option<(bool, String)> = None;
    for line in text.lines() {
        match (&mut inside, line.strip_prefix("```")) {
            (None, Some(word)) => inside = Some((word == language, String::new())),
            (Some((wanted, block)), Some(_)) => {
                if *wanted {
                    found.push(std::mem::take(block));
                }
                inside = None;
            }
            (Some((_, block)), None) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

/// The commands of a document that call Burnside, without the word itself.
fn commands(document: &str) -> Vec<String> {
    let lines = blocks(document, "").join("");
    let burnside = |l: &str| l.trim().strip_prefix("burnside ").map(str::to_owned);
    lines.lines().filter_map(burnside).collect()
}

/// A folder of its own in which the examples are found.
fn workplace(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("examples/tour")).expect("a folder for the test");
    for file in std::fs::read_dir(root().join("examples/tour")).expect("the tour") {
        let path = file.expect("readable").path();
        let name = path.file_name().expect("a name");
        std::fs::copy(&path, folder.join("examples/tour").join(name)).expect("copied");
    }
    folder
}

/// Splits at spaces, except inside single quotes.
fn words(command: &str) -> Vec<String> {
    let mut list = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => list.push(String::new()),
            c => list.last_mut().expect("not empty").push(c),
        }
    }
    list.retain(|w| !w.is_empty());
    list
}

fn run(folder: &Path, command: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_burnside"))
        .args(words(command))
        .current_dir(folder)
        .output()
        .expect("burnside runs")
}

#[test]
fn commands_of_the_readme_work() {
    let folder = workplace("readme");
    let commands = commands("README.md");
    assert!(commands.len() >= 5, "the README shows few commands: {commands:?}");
    for command in commands {
        let output = run(&folder, &command);
        let code = output.status.code();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(code, Some(0 | 1 | 3)), "`burnside {command}` gives {code:?}:\n{text}");
    }
}

#[test]
fn the_readme_shows_what_comes_out() {
    let folder = workplace("readme-output");
    let output = run(&folder, "check examples/tour/race.pml");
    let real = String::from_utf8_lossy(&output.stdout).into_owned();
    let shown = blocks("README.md", "text").join("");
    for line in shown.lines().filter(|l| !l.is_empty() && !l.contains('…')) {
        // Times differ from run to run.
        let line =
            line.rsplit_once(", ").filter(|(_, end)| end.ends_with("ms")).map_or(line, |(l, _)| l);
        assert!(real.contains(line), "the README shows `{line}`, but the output is\n{real}");
    }
}
