//! The program as its users meet it: what it prints, and what it exits with.
//!
//! Expected texts are in `snapshots/`; `SNAPSHOTS=overwrite cargo test -p burnside-cli` writes them anew.

mod json;
mod signals;
mod text;
mod trace;
mod usage;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the program left behind.
pub struct Run {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// The root of the repository, where the program runs.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command that runs the program.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_burnside"));
    command.current_dir(root()).args(args).stdin(Stdio::null());
    command
}

/// Runs the program.
pub fn burnside(args: &[&str]) -> Run {
    let output = command(args).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A file in a directory of this test run's own.
pub fn temporary(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&dir).expect("a directory for temporary files");
    dir.join(name)
}

/// Writes a model to a temporary file and gives its path.
pub fn model(name: &str, text: &str) -> String {
    let path = temporary(name);
    std::fs::write(&path, text).expect("the file can be written");
    path.to_str().expect("UTF-8").to_owned()
}
