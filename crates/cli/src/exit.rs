//! Exit codes, and the failures that lead to them.

use std::process::ExitCode;

use burnside::check::CheckError;
use burnside::load::LoadError;

/// What the process tells its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every property holds; the command did what it should.
    Holds,
    /// None is violated, at least one is unknown.
    Unknown,
    /// At least one property is violated.
    Violated,
    /// Bad usage, or a model with errors.
    Usage,
    /// Burnside has a bug.
    Internal,
}

impl Exit {
    /// The number, as promised in the manual.
    pub fn code(self) -> u8 {
        match self {
            Exit::Holds => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::Internal => 70,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

/// Why a command could not be carried out.
#[derive(Debug)]
pub struct Failure {
    /// What to exit with.
    pub exit: Exit,
    /// What to say: one or more lines.
    pub message: String,
    /// The message is a drawing of diagnostics, to be shown as it is.
    pub drawn: bool,
}

impl Failure {
    /// The user's request makes no sense.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Usage, message: message.into(), drawn: false }
    }

    /// Shows it on standard error.
    pub fn show(&self) {
        use crate::output::style::{ERROR, paint};
        if self.drawn {
            anstream::eprint!("{}", self.message);
        } else {
            anstream::eprintln!("{}: {}", paint(ERROR, "error"), self.message);
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Model(problems) => {
                Failure { exit: Exit::Usage, message: problems.render(true), drawn: true }
            }
            other => Failure::usage(other.to_string()),
        }
    }
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Self {
        let exit = match error {
            CheckError::Plan(_) | CheckError::TooLarge(_) => Exit::Usage,
            CheckError::Initial(_) => Exit::Violated,
            CheckError::Internal(_) => Exit::Internal,
        };
        Failure { exit, message: error.to_string(), drawn: false }
    }
}

/// A panic is a bug of ours: it ends with the exit code for that, and asks for a report.
pub fn on_panic() {
    std::panic::set_hook(Box::new(|info| {
        eprintln!(
            "\ninternal error: {info}\nThis is a bug in Burnside; please report it together with the model."
        );
        std::process::exit(i32::from(Exit::Internal.code()));
    }));
}
