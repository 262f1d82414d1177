//! From a file to a model: the only place of the library that reads files.

use std::path::{Path, PathBuf};

use burnside_ir::{Expr, System};
use burnside_lang::diagnostic::{Diagnostic, Severity};
use burnside_lang::model::{Claim, Model};
use burnside_lang::source::SourceMap;

/// Languages that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Promela.
    Promela,
    /// The text form of the intermediate representation.
    Ir,
}

impl Language {
    /// As it appears in reports.
    pub fn name(self) -> &'static str {
        match self {
            Language::Promela => "promela",
            Language::Ir => "ir",
        }
    }

    /// By a name as users write it.
    pub fn by_name(name: &str) -> Option<Language> {
        match name {
            "promela" | "pml" => Some(Language::Promela),
            "ir" | "bir" => Some(Language::Ir),
            _ => None,
        }
    }

    /// By the extension of a file.
    pub fn of_file(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "pml" | "prm" | "promela" | "spin" => Some(Language::Promela),
            "bir" => Some(Language::Ir),
            _ => None,
        }
    }
}

/// What to read, and how.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Its language, if the extension does not tell.
    pub language: Option<Language>,
    /// Macros: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Further invariants, as expressions of the model's language.
    pub invariants: Vec<String>,
}

/// A model that was read.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub path: PathBuf,
    /// Its language.
    pub language: Language,
    /// The system, as written: nothing merged, nothing reset.
    pub system: System,
    /// Properties that come with the model.
    pub claims: Vec<Claim>,
    /// The further invariants: text and expression.
    pub invariants: Vec<(String, Expr)>,
    /// What is suspicious.
    pub warnings: Problems,
}

/// Diagnostics together with the texts they point into.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    diagnostics: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Problems {
    /// Number of problems.
    pub fn len(&self) -> usize {
        self.diagnostics.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.diagnostics.is_empty()
    }

    /// The lines that each problem points at, the most important one first, and what is shown of it.
    pub fn messages(&self) -> impl Iterator<Item = (Vec<u32>, String)> {
        self.diagnostics.iter().map(|d| {
            let labels = || d.primary.iter().chain(&d.secondary);
            let line = |l: &burnside_lang::diagnostic::Label| {
                self.sources.location(self.sources.outermost(l.span)).line
            };
            let lines = labels().flat_map(|l| [line(l), self.sources.location(l.span).line]);
            (lines.collect(), d.render(&self.sources, false))
        })
    }

    /// As text for people, with or without colours.
    pub fn render(&self, colour: bool) -> String {
        let render = |d: &Diagnostic| d.render(&self.sources, colour);
        self.diagnostics.iter().map(render).collect::<Vec<_>>().join("\n")
    }
}

/// Why a model cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The extension is not known.
    #[error("cannot tell the language of {0}: use a known extension (.pml, .bir) or --language")]
    Language(PathBuf),
    /// The text form of the IR has errors.
    #[error("{path}: {message}")]
    Ir {
        /// Which file.
        path: PathBuf,
        /// What is wrong, with the place.
        message: String,
    },
    /// The text has errors.
    #[error("the model has errors")]
    Model(Problems),
}

/// Reads a model.
pub fn load(source: &Source) -> Result<Loaded, LoadError> {
    let language = source
        .language
        .or_else(|| Language::of_file(&source.path))
        .ok_or_else(|| LoadError::Language(source.path.clone()))?;
    let text = read(&source.path)?;
    match language {
        Language::Promela => load_promela(source, &text),
        Language::Ir => load_ir(source, &text),
    }
}

fn read(path: &Path) -> Result<String, LoadError> {
    let file = |error| LoadError::File { path: path.to_path_buf(), error };
    // Old models are often in Latin-1; only comments and strings can differ.
    let bytes = std::fs::read(path).map_err(file)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn load_promela(source: &Source, text: &str) -> Result<Loaded, LoadError> {
    let include = |name: &str, from: &Path| {
        let path = from.parent().unwrap_or(Path::new("")).join(name);
        let bytes = std::fs::read(&path)?;
        Ok((path, String::from_utf8_lossy(&bytes).into_owned()))
    };
    let input = burnside_lang::promela::Input {
        path: &source.path,
        text,
        defines: &source.defines,
        invariants: &source.invariants,
        loader: &include,
    };
    let (model, diagnostics, sources) = burnside_lang::promela::load(&input);
    let problems = Problems { diagnostics, sources };
    let Some(Model { system, claims, invariants }) = model else {
        return Err(LoadError::Model(problems));
    };
    debug_assert!(problems.diagnostics.iter().all(|d| d.severity < Severity::Error));
    Ok(Loaded {
        path: source.path.clone(),
        language: Language::Promela,
        system,
        claims,
        invariants: source.invariants.iter().cloned().zip(invariants).collect(),
        warnings: problems,
    })
}

fn load_ir(source: &Source, text: &str) -> Result<Loaded, LoadError> {
    let problem = |message: String| LoadError::Ir { path: source.path.clone(), message };
    if !source.invariants.is_empty() {
        return Err(problem("further invariants are not supported for .bir files".into()));
    }
    let mut system = burnside_ir::text::parse(text)
        .map_err(|e| problem(format!("{}:{}: {}", e.line, e.column, e.message)))?;
    let wrong = burnside_ir::verify(&system);
    if !wrong.is_empty() {
        let line = |e: &burnside_ir::VerifyError| format!("{}: {}", e.place, e.message);
        return Err(problem(wrong.iter().map(line).collect::<Vec<_>>().join("\n  ")));
    }
    // As the front ends do, so that the searched system has the same expressions.
    burnside_ir::simplify::fold(&mut system);
    Ok(Loaded {
        path: source.path.clone(),
        language: Language::Ir,
        system,
        claims: Vec::new(),
        invariants: Vec::new(),
        warnings: Problems::default(),
    })
}
