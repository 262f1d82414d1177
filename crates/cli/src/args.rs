//! What can be asked on the command line.
//!
//! The options follow one contract for scripts; values of options that the contract names but that this
//! build does not have are refused by [`Choice`], which says so.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use burnside::config::{Config, Engine, Limits, Reduction};
use burnside::load::{Language, Source};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};

use crate::units::{parse_duration, parse_size};

const ABOUT: &str = "A model checker that takes symmetry seriously.";

const EXAMPLES: &str = "\
Examples:
  burnside check model.pml                   check everything the model states
  burnside check model.pml --trace bug.json  and keep the counterexamples
  burnside replay model.pml bug.json         run one again, statement by statement
  burnside simulate model.pml --seed 1       one random run
  burnside check --format json *.pml         a report for a program to read

Exit codes:
   0  every property holds
   1  at least one is violated
   2  bad usage, or a model with errors
   3  none is violated, at least one is unknown
  70  Burnside has a bug; please report it
 130  interrupted twice";

const CHECK_EXAMPLES: &str = "\
Examples:
  burnside check model.pml
  burnside check model.pml --property deadlock --time 5m --memory 2G
  burnside check model.pml --invariant 'ncrit <= 1' --trace bug.json
  burnside check model.pml -D N=4 --exact-steps --keep-going
  burnside check --format json a.pml b.pml

The properties `deadlock` (no run ends where it must not) and `assertions` (no assertion fails, no
division by zero, no index out of range, ...) belong to every model. Ctrl-C ends a long search and
reports what was found until then; a second Ctrl-C ends the program.";

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "burnside", version, about = ABOUT, after_help = EXAMPLES, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check all properties of models, or those named
    Check(CheckArgs),
    /// Show what `check` would do for each property, and why; nothing is searched
    Plan(PlanArgs),
    /// Run a model, at random or step by step
    Simulate(SimulateArgs),
    /// Run a saved counterexample again, on the reference interpreter
    Replay(ReplayArgs),
    /// Print the intermediate representation of a model
    Lower(LowerArgs),
    /// Export the state graph of a small model
    Graph(GraphArgs),
    /// Translate a formula of linear temporal logic to a Büchi automaton
    Automaton(AutomatonArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Write the pages of all commands into this directory instead
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// How a model is read.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading the model")]
pub struct ModelArgs {
    /// Define a macro, as for a C preprocessor
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// The language, if the extension does not tell: .pml .prm .promela is Promela, .bir is the
    /// intermediate representation
    #[arg(long, value_parser = LANGUAGES)]
    pub language: Option<Language>,
}

impl ModelArgs {
    /// What the library is to read.
    pub fn source(&self, path: &std::path::Path, invariants: &[String]) -> Source {
        Source {
            path: path.to_path_buf(),
            language: self.language,
            defines: self.define.clone(),
            invariants: invariants.to_vec(),
        }
    }
}

/// What to check, and how.
#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    /// Check only this property of the model (repeatable)
    #[arg(long, value_name = "NAME", help_heading = "Properties")]
    pub property: Vec<String>,
    /// Check that this expression of the model's language holds in every state, too (repeatable)
    #[arg(long, value_name = "EXPR", help_heading = "Properties")]
    pub invariant: Vec<String>,
    /// How to search
    #[arg(long, value_parser = ENGINES, default_value = "auto", help_heading = "Search")]
    pub engine: Engine,
    /// No statement merging, no dead-variable reset: the states are those of SPIN with -o1 -o2 -o3
    /// and -DNOREDUCE
    #[arg(long, help_heading = "Search")]
    pub exact_steps: bool,
    /// Symmetry reduction
    #[arg(long, value_parser = SYMMETRY, default_value = "auto", help_heading = "Search")]
    pub symmetry: Reduction,
    /// Partial order reduction
    #[arg(long, value_parser = POR, default_value = "auto", help_heading = "Search")]
    pub por: Reduction,
    /// How visited states are kept
    #[arg(long, value_parser = STORES, default_value = "auto", help_heading = "Search")]
    pub store: StoreKind,
    /// Do not stop a property at its first violation; count them all
    #[arg(long, help_heading = "Search")]
    pub keep_going: bool,
    /// Use at most N threads (this build always uses one)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    pub threads: Option<u32>,
    /// Memory for the search, such as 512M or 2G [default: 80 % of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, help_heading = "Limits")]
    pub memory: Option<u64>,
    /// Time for the search of one model, such as 90s or 5m
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, help_heading = "Limits")]
    pub time: Option<Duration>,
    /// Do not follow runs further than this
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u64>,
    /// Store no more than this many states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// How the model is read.
    #[command(flatten)]
    pub model: ModelArgs,
}

impl SearchArgs {
    /// The configuration for the library.
    pub fn config(&self) -> Config {
        Config {
            properties: self.property.clone(),
            engine: self.engine,
            symmetry: self.symmetry,
            partial_order: self.por,
            exact_steps: self.exact_steps,
            keep_going: self.keep_going,
            limits: Limits {
                memory: self.memory,
                time: self.time,
                depth: self.max_depth,
                states: self.max_states,
            },
        }
    }
}

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct CheckArgs {
    /// The models
    #[arg(required = true, value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    /// What to check, and how.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Write the counterexamples to FILE, as JSON that `replay` reads
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trace: Option<PathBuf>,
    /// Form of the report on standard output
    #[arg(long, value_parser = FORMATS, default_value = "text", help_heading = "Output")]
    pub format: Format,
    /// Show at most N steps of a counterexample, the first and the last ones; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Output")]
    pub show_steps: usize,
    /// Leave out the message sequence chart of a counterexample
    #[arg(long, help_heading = "Output")]
    pub no_chart: bool,
}

/// Arguments of `plan`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The model
    pub model: PathBuf,
    /// What to check, and how.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Form of the output
    #[arg(long, value_parser = FORMATS, default_value = "text", help_heading = "Output")]
    pub format: Format,
}

/// Arguments of `simulate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  burnside simulate model.pml                 a random run; the seed is printed
  burnside simulate model.pml --seed 7 --chart
  burnside simulate model.pml --interactive   you choose every step

Exit codes: 0, or 1 if the run ends in a deadlock or a run-time error.")]
pub struct SimulateArgs {
    /// The model
    pub model: PathBuf,
    /// The same seed gives the same run [default: a new one each time]
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    pub seed: Option<u64>,
    /// Stop after this many steps
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub steps: u64,
    /// Choose every step yourself
    #[arg(long)]
    pub interactive: bool,
    /// Draw the messages as a sequence chart at the end
    #[arg(long)]
    pub chart: bool,
    /// Form of the output
    #[arg(long, value_parser = FORMATS, default_value = "text", conflicts_with = "interactive")]
    pub format: Format,
    /// How the model is read.
    #[command(flatten)]
    pub reading: ModelArgs,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  burnside check model.pml --trace bug.json; burnside replay model.pml bug.json

The macros (-D) of the check are taken from the trace unless others are given. Exit codes: 1 if the
violations are seen again, 2 if the trace is damaged, belongs to another model or violates nothing.")]
pub struct ReplayArgs {
    /// The model
    pub model: PathBuf,
    /// The file that `check --trace` wrote
    pub trace: PathBuf,
    /// Replay only the counterexample to this property (repeatable)
    #[arg(long, value_name = "NAME")]
    pub property: Vec<String>,
    /// Leave out the message sequence chart
    #[arg(long)]
    pub no_chart: bool,
    /// How the model is read.
    #[command(flatten)]
    pub reading: ModelArgs,
}

/// Arguments of `lower`.
#[derive(Debug, Args)]
pub struct LowerArgs {
    /// The model
    pub model: PathBuf,
    /// Show it as `check` searches it: statements merged, dead variables reset
    #[arg(long)]
    pub simplified: bool,
    /// How the model is read.
    #[command(flatten)]
    pub reading: ModelArgs,
}

/// Arguments of `graph`.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  burnside graph model.pml | dot -Tsvg > model.svg

If the graph is larger than --max-states, the part that was explored is printed and the exit code is 3.")]
pub struct GraphArgs {
    /// The model
    pub model: PathBuf,
    /// Which graph
    #[arg(long, value_parser = GRAPHS, default_value = "full")]
    pub of: GraphOf,
    /// dot for Graphviz, aut for CADP and mCRL2 (Aldebaran)
    #[arg(long, value_parser = GRAPH_FORMATS, default_value = "dot")]
    pub format: GraphFormat,
    /// Explore at most this many states
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_states: usize,
    /// How the model is read.
    #[command(flatten)]
    pub reading: ModelArgs,
}

/// Arguments of `automaton`.
#[derive(Clone, Debug, Args)]
pub struct AutomatonArgs {
    /// The formula, in the spelling of SPIN, of Spot or of textbooks: `[] (p -> <> q)`, `G(p -> F q)`
    pub formula: String,
    /// hoa for other tools, dot for Graphviz, never for a claim in Promela
    #[arg(long, value_enum, default_value_t = AutomatonFormat::Hoa)]
    pub format: AutomatonFormat,
    /// Where the acceptance is: one set on states, one on transitions, or several on transitions
    #[arg(long, value_enum, default_value_t = AcceptanceKind::State)]
    pub acceptance: AcceptanceKind,
    /// Translate the negation, which is what a model is searched for
    #[arg(long)]
    pub negate: bool,
}

/// Forms of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AutomatonFormat {
    /// Hanoi omega-automata.
    Hoa,
    /// Graphviz.
    Dot,
    /// A never claim.
    Never,
}

/// Where the acceptance of an automaton is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum AcceptanceKind {
    /// One set of states.
    State,
    /// One set of transitions.
    Transition,
    /// Several sets of transitions.
    Generalized,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// How visited states are kept; one way so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// Every state in full.
    Exact,
}

/// Graphs that can be exported; one kind so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphOf {
    /// All states, every statement a step.
    Full,
}

/// Forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// Graphviz.
    Dot,
    /// JSON.
    Json,
    /// Aldebaran.
    Aut,
}

const ENGINES: Choice<Engine> = Choice {
    now: &[
        ("auto", Engine::Auto, "what suits the property"),
        ("bfs", Engine::Bfs, "breadth first: shortest counterexamples"),
        ("dfs", Engine::Dfs, "depth first"),
    ],
    later: &["ndfs", "scc", "qs", "aqs", "gqs", "symbolic"],
};
const SYMMETRY: Choice<Reduction> = Choice {
    now: &[
        ("auto", Reduction::Auto, "wherever it is sound and helps"),
        ("off", Reduction::Off, "never"),
    ],
    later: &["declared"],
};
const POR: Choice<Reduction> = Choice { later: &["on"], ..SYMMETRY };
const STORES: Choice<StoreKind> = Choice {
    now: &[
        ("auto", StoreKind::Exact, "what suits the search"),
        ("exact", StoreKind::Exact, "every state in full"),
    ],
    later: &["tree", "compact", "bitstate"],
};
const LANGUAGES: Choice<Language> = Choice {
    now: &[
        ("promela", Language::Promela, "Promela"),
        ("ir", Language::Ir, "the intermediate representation"),
    ],
    later: &["smc", "smv"],
};
const FORMATS: Choice<Format> = Choice {
    now: &[("text", Format::Text, "for people"), ("json", Format::Json, "for programs")],
    later: &[],
};
const GRAPHS: Choice<GraphOf> = Choice {
    now: &[("full", GraphOf::Full, "all states, every statement a step")],
    later: &["quotient", "annotated"],
};
const GRAPH_FORMATS: Choice<GraphFormat> = Choice {
    now: &[
        ("dot", GraphFormat::Dot, "Graphviz"),
        ("json", GraphFormat::Json, "JSON"),
        ("aut", GraphFormat::Aut, "Aldebaran"),
    ],
    later: &[],
};

/// One of several named values, some of which are promised for later.
#[derive(Clone, Copy, Debug)]
struct Choice<T: 'static> {
    /// Name, value, explanation.
    now: &'static [(&'static str, T, &'static str)],
    /// Names that a later build will accept.
    later: &'static [&'static str],
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(
        &self,
        cmd: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let names: Vec<&str> = self.now.iter().map(|(name, ..)| *name).collect();
        if let Some(later) = self.later.iter().find(|l| value == **l) {
            let option = arg.and_then(clap::Arg::get_long).unwrap_or_default();
            let message = format!(
                "`--{option} {later}` is not in this build of Burnside yet; it has {}\n",
                names.join(", ")
            );
            return Err(clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(cmd));
        }
        let name = PossibleValuesParser::new(names).parse_ref(cmd, arg, value)?;
        Ok(self.now[self.now.iter().position(|(n, ..)| *n == name).unwrap_or_default()].1)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let value = |(name, _, help): &(&'static str, T, &'static str)| {
            PossibleValue::new(*name).help(*help)
        };
        Some(Box::new(self.now.iter().map(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
