//! The corpus: models with expectations.

use std::path::{Path, PathBuf};

use burnside::load::{Loaded, Source, load};

use crate::expect::{self, Expectation};

/// A model of the corpus.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file.
    pub path: PathBuf,
    /// What its header says.
    pub expect: Expectation,
}

/// The folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All models in a folder of the corpus, in alphabetical order.
///
/// # Panics
/// If the folder cannot be read or a header is not in the grammar: the corpus is part of the repository.
pub fn entries(folder: &str) -> Vec<Entry> {
    let folder = root().join("corpus").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
        .map(|f| f.expect("a readable folder").path())
        .filter(|p| p.extension().is_some_and(|e| e == "pml"))
        .collect();
    files.sort();
    let entry = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a readable model");
        let expect = expect::read(&String::from_utf8_lossy(&bytes))
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        Entry { path, expect }
    };
    files.into_iter().map(entry).collect()
}

impl Entry {
    /// What to load.
    pub fn source(&self) -> Source {
        Source {
            path: self.path.clone(),
            defines: self.expect.defines.clone(),
            ..Source::default()
        }
    }

    /// The model.
    ///
    /// # Panics
    /// If it has errors.
    pub fn load(&self) -> Loaded {
        load(&self.source()).unwrap_or_else(|e| {
            let detail = match &e {
                burnside::load::LoadError::Model(p) => p.render(false),
                _ => String::new(),
            };
            panic!("{}: {e}\n{detail}", self.path.display())
        })
    }

    /// The name of the file.
    pub fn name(&self) -> String {
        self.path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned())
    }
}
