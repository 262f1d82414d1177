//! Reads Promela files and prints what is wrong with them; for work on the front end.
//!
//! Usage: `cargo run --example front -- [-DNAME[=VALUE]] FILE…`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool for a terminal")]

use std::path::{Path, PathBuf};

fn main() {
    let (defines, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("-D"));
    let defines: Vec<String> = defines.iter().map(|d| d[2..].to_owned()).collect();
    let loader = |path: &str, from: &Path| -> std::io::Result<(PathBuf, String)> {
        let path = from.parent().unwrap_or(Path::new("")).join(path);
        let text = std::fs::read_to_string(&path)?;
        Ok((path, text))
    };
    let mut failed = false;
    for file in files {
        let path = Path::new(&file);
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                eprintln!("{file}: {error}");
                failed = true;
                continue;
            }
        };
        let reading = burnside_lang::promela::parse(path, &text, &defines, &loader);
        failed |= reading.model.is_none();
        for diagnostic in reading.diagnostics {
            println!("{}", diagnostic.render(&reading.sources, false));
        }
    }
    std::process::exit(i32::from(failed));
}
