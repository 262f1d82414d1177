//! Order that can be checked by a machine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use burnside_testkit::corpus::root;

/// Which crates a crate may depend on. ARCHITECTURE.md explains the table.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("store", &[]),
    ("ir", &[]),
    ("logic", &[]),
    ("explicit", &["core", "store", "logic"]),
    ("vm", &["core", "ir"]),
    ("lang", &["ir", "logic"]),
    ("burnside", &["core", "store", "ir", "logic", "lang", "explicit", "vm"]),
    ("cli", &["burnside", "core", "ir", "logic"]),
    ("testkit", &["burnside", "core", "store", "ir", "logic", "lang", "explicit", "vm"]),
];

/// No source file is longer.
const MOST_LINES: usize = 900;

/// Folders whose files hold algorithms: each opens with its idea and what it guarantees.
const ALGORITHMS: &[&str] = &[
    "crates/explicit/src",
    "crates/ir/src/simplify",
    "crates/ir/src/ranges.rs",
    "crates/lang/src/promela/lower",
    "crates/store/src",
];

/// The only files with `unsafe` code.
const UNSAFE: &[&str] = &["crates/store/src/bucket.rs", "crates/store/src/prefetch.rs"];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// All files below a folder of the repository with this extension, as paths from its root.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, list: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                walk(&path, list);
            } else {
                list.push(path);
            }
        }
    }
    let (root, mut list) = (root(), Vec::new());
    let start = root.join(folder);
    if start.is_file() {
        list.push(start);
    } else {
        walk(&start, &mut list);
    }
    list.retain(|p| p.extension().is_some_and(|e| e == extension));
    list.sort();
    list.iter().map(|p| p.strip_prefix(&root).expect("below the root").to_path_buf()).collect()
}

fn sources() -> Vec<PathBuf> {
    files("crates", "rs")
}

#[test]
fn crates_depend_on_whom_they_may() {
    for entry in std::fs::read_dir(root().join("crates")).expect("there are crates") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let (_, allowed) = DEPENDENCIES
            .iter()
            .find(|(n, _)| *n == name)
            .unwrap_or_else(|| panic!("crate {name} is not in the table of dependencies"));
        let manifest = read(&path.join("Cargo.toml"));
        let normal = manifest.split("[dev-dependencies]").next().unwrap_or("");
        for line in normal.lines().filter(|l| l.contains("workspace = true")) {
            let Some((key, _)) = line.split_once(".workspace") else { continue };
            let dependency = match key.trim() {
                "burnside" => "burnside",
                key => match key.strip_prefix("burnside-") {
                    Some(short) => short,
                    None => continue,
                },
            };
            assert!(allowed.contains(&dependency), "{name} must not depend on {dependency}");
        }
    }
}

#[test]
fn files_are_small() {
    for path in sources() {
        let lines = read(&root().join(&path)).lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn files_open_with_their_purpose() {
    for path in sources().iter().filter(|p| p.components().any(|c| c.as_os_str() == "src")) {
        let text = read(&root().join(path));
        assert!(text.starts_with("//!"), "{} does not say what it is for", path.display());
    }
    for folder in ALGORITHMS {
        for path in files(folder, "rs") {
            let text = read(&root().join(&path));
            let header: Vec<&str> = text.lines().take_while(|l| l.starts_with("//!")).collect();
            let code = text.lines().count();
            // A short helper may be short on words, too.
            let long = code > 150;
            let says =
                header.iter().any(|l| l.to_lowercase().contains("idea")) || header.len() >= 5;
            assert!(!long || says, "{} does not explain its idea", path.display());
        }
    }
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    for path in sources() {
        let text = read(&root().join(&path));
        let allowed = UNSAFE.iter().any(|u| Path::new(u) == path);
        let uses = text.lines().any(|l| {
            let l = l.trim_start();
            !l.starts_with("//") && (l.contains("unsafe {") || l.contains("unsafe fn"))
        });
        let itself = path.ends_with("tests/tidy.rs");
        assert!(allowed || itself || !uses, "{} has unsafe code", path.display());
    }
}

#[test]
fn documents_name_files_that_exist() {
    let mut documents = vec!["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .into_iter()
        .map(PathBuf::from)
        .collect::<Vec<_>>();
    documents.extend(files("docs", "md"));
    let mut missing = BTreeSet::new();
    for document in documents {
        let text = read(&root().join(&document));
        for quoted in text.split('`').skip(1).step_by(2) {
            let is_path = ["crates/", "corpus/", "docs/", "scripts/", "bench/", "examples/"]
                .iter()
                .any(|p| quoted.starts_with(p));
            let word = quoted.split_whitespace().next().unwrap_or("");
            let word = word.split_once(':').map_or(word, |(path, _)| path);
            if is_path && !word.contains('*') && !root().join(word).exists() {
                missing.insert(format!("{}: {word}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn nothing_is_left_for_later() {
    for path in sources() {
        if path.ends_with("tests/tidy.rs") {
            continue;
        }
        let text = read(&root().join(&path));
        for word in ["todo!(", "unimplemented!(", "FIXME", "#[ignore"] {
            assert!(!text.contains(word), "{} contains {word}", path.display());
        }
    }
}
