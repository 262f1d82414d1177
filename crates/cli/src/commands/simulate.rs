//! `simulate`: one run, chosen at random or by the user.

use std::io::{BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use burnside::check::CheckError;
use burnside::simulate::{Choice, Simulation};
use burnside::trace::{TraceStep, Value, valuation};

use super::read_model;
use crate::args::{Format, SimulateArgs};
use crate::exit::{Exit, Failure};
use crate::output::run::{Table, readable};
use crate::output::{self, Pipe, chart, json, style, text};
use crate::units::counted;

/// Why a run ended.
pub enum End {
    /// No process can move, and it is not a valid end.
    Deadlock,
    /// No process can move, and none has to.
    Valid,
    /// A run-time error.
    Fault(String),
    /// As many steps as asked for.
    Limit,
    /// The user, or the reader of the output, has had enough.
    Quit,
}

impl End {
    /// A short name, for JSON.
    pub fn name(&self) -> &'static str {
        match self {
            End::Deadlock => "deadlock",
            End::Valid => "end",
            End::Fault(_) => "fault",
            End::Limit => "limit",
            End::Quit => "quit",
        }
    }

    fn exit(&self) -> Exit {
        match self {
            End::Deadlock | End::Fault(_) => Exit::Violated,
            End::Valid | End::Limit | End::Quit => Exit::Holds,
        }
    }
}

/// Runs a model.
pub fn run(args: &SimulateArgs) -> Result<Exit, Failure> {
    let loaded = read_model(&args.reading.source(&args.model, &[]))?;
    let seed = args.seed.unwrap_or_else(new_seed);
    let mut simulation = Simulation::new(&loaded.system, seed).map_err(CheckError::from)?;
    let mut log = Log { table: Table::of_system(&loaded.system), steps: Vec::new(), quiet: false };
    let end = if args.interactive {
        interactive(&mut simulation, &mut log)?
    } else {
        log.quiet = args.format == Format::Json;
        log.say(&format!("{}, seed {seed}\n\n{}", loaded.path.display(), log.table.header()))?;
        random(&mut simulation, args.steps, &mut log)?
    };
    if args.format == Format::Json {
        let text = json::simulation(&loaded, seed, &log.steps, &end);
        output::print(&text)?;
        return Ok(end.exit());
    }
    let steps = counted(log.steps.len() as u64, "statement");
    log.say(&match &end {
        End::Deadlock => format!(
            "\n{} after {steps}\n{}",
            style::paint(style::BAD, "Deadlock"),
            text::blocked(&simulation.positions())
        ),
        End::Valid => {
            format!("\nThe run ends after {steps}; every process may rest where it is.\n")
        }
        End::Fault(what) => {
            format!("\n{} after {steps}\n", style::paint(style::BAD, what))
        }
        End::Limit => {
            format!("\nStopped after {}; more with --steps N.\n", counted(args.steps, "step"))
        }
        End::Quit => String::new(),
    })?;
    if args.chart {
        output::print(&chart::of_run(&log.steps))?;
    }
    Ok(end.exit())
}

/// A seed that differs from run to run, short enough to be typed again.
fn new_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_nanos());
    (now % 1_000_000) as u64
}

/// What has happened so far.
struct Log {
    table: Table,
    steps: Vec<TraceStep>,
    quiet: bool,
}

impl Log {
    fn say(&self, text: &str) -> Result<Pipe, Failure> {
        if self.quiet { Ok(Pipe::Open) } else { output::print(text) }
    }

    /// Shows the statements of a step and keeps them.
    fn add(&mut self, steps: Vec<TraceStep>) -> Result<Pipe, Failure> {
        let mut text = String::new();
        for step in &steps {
            text += &self.table.row(self.steps.len() + 1, step);
            self.steps.push(step.clone());
        }
        self.say(&text)
    }
}

/// The end that a state without steps is.
fn resting(simulation: &Simulation<'_>) -> End {
    if simulation.is_valid_end() { End::Valid } else { End::Deadlock }
}

/// What went wrong in a step, with the place.
fn fault(choice: &Choice) -> Option<String> {
    let fault = choice.fault?;
    let last = choice.steps.last();
    let place = last.map_or_else(String::new, |s| format!(" at {}:{}", s.file, s.line));
    Some(format!("{}{place}", fault.kind.message()))
}

fn random(simulation: &mut Simulation<'_>, most: u64, log: &mut Log) -> Result<End, Failure> {
    for _ in 0..most {
        let mut choices = simulation.choices();
        if choices.is_empty() {
            return Ok(resting(simulation));
        }
        let chosen = choices.swap_remove(simulation.pick(choices.len()));
        if log.add(chosen.steps.clone())? == Pipe::Closed {
            return Ok(End::Quit);
        }
        if let Some(what) = fault(&chosen) {
            return Ok(End::Fault(what));
        }
        simulation.take(chosen);
    }
    Ok(if simulation.choices().is_empty() { resting(simulation) } else { End::Limit })
}

fn interactive(simulation: &mut Simulation<'_>, log: &mut Log) -> Result<End, Failure> {
    let mut history: Vec<(Simulation<'_>, usize)> = Vec::new();
    loop {
        let mut choices = simulation.choices();
        if choices.is_empty() {
            return Ok(resting(simulation));
        }
        log.say(&menu(&choices))?;
        loop {
            let Some(answer) = ask(choices.len())? else { return Ok(End::Quit) };
            match answer.as_str() {
                "q" => return Ok(End::Quit),
                "s" => {
                    log.say(&state(simulation))?;
                    continue;
                }
                "u" => {
                    let Some((before, steps)) = history.pop() else {
                        log.say("This is the first state.\n")?;
                        continue;
                    };
                    *simulation = before;
                    log.steps.truncate(steps);
                }
                number => {
                    let number = number.parse().ok().filter(|n| (1..=choices.len()).contains(n));
                    let Some(number) = number else {
                        log.say("Not one of the choices.\n")?;
                        continue;
                    };
                    let chosen = choices.swap_remove(number - 1);
                    history.push((simulation.clone(), log.steps.len()));
                    log.add(chosen.steps.clone())?;
                    if let Some(what) = fault(&chosen) {
                        return Ok(End::Fault(what));
                    }
                    simulation.take(chosen);
                }
            }
            break;
        }
    }
}

/// The numbered choices.
fn menu(choices: &[Choice]) -> String {
    let first = |c: &Choice| c.steps.first().map_or_else(String::new, style::actor);
    let width = choices.iter().map(|c| first(c).len()).max().unwrap_or(0);
    let mut text = String::from("\n");
    for (i, choice) in choices.iter().enumerate() {
        let sources: Vec<String> = choice.steps.iter().map(|s| readable(&s.source)).collect();
        let line = choice.steps.first().map_or(0, |s| s.line);
        let fault = fault(choice).map_or_else(String::new, |f| format!("  ({f})"));
        text += &format!(
            "{:4}) {:width$}  line {line:<4} {}{fault}\n",
            i + 1,
            first(choice),
            sources.join("; ")
        );
    }
    text
}

/// Where the processes are, and all values.
fn state(simulation: &Simulation<'_>) -> String {
    let mut text = String::new();
    for p in simulation.positions() {
        let sources: Vec<String> = p.next.iter().map(|s| readable(&s.source)).collect();
        let (line, next) = (p.line(), sources.join(" | "));
        text += &format!("    {}[{}] at line {line}: {next}\n", p.process, p.instance);
    }
    for (name, value) in valuation(simulation.system(), simulation.state()) {
        if value != Value::Name("running".into()) {
            text += &format!("    {name} = {value}\n");
        }
    }
    text
}

/// The next word from standard input, in lower case; none at its end.
fn ask(choices: usize) -> Result<Option<String>, Failure> {
    let range = if choices == 1 { "1".into() } else { format!("1-{choices}") };
    output::print(&style::paint(style::DIM, &format!("  {range}, u(ndo), s(tate), q(uit)> ")))?;
    let mut line = String::new();
    let read = std::io::stdout()
        .flush()
        .and_then(|()| std::io::stdin().lock().read_line(&mut line))
        .map_err(|e| Failure::usage(format!("cannot read the answer: {e}")))?;
    Ok((read > 0).then(|| line.trim().to_lowercase()))
}
