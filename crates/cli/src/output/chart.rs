//! The messages of a run as a sequence chart in plain characters.
//!
//! One column per process that sends or receives. `-q!1->` is a send; a rendezvous goes all the way to the
//! partner. A message that was buffered arrives later as `..q?1..>`, drawn from whoever sent it.

use std::collections::HashMap;

use burnside::trace::{MessageEvent, TraceStep, Value};

use super::run::joined;
use super::style::{DIM, STRONG, actor, paint};
use crate::units::counted;

/// The chart is not wider than this.
const WIDTH: usize = 100;
/// Room for the step's number.
const MARGIN: usize = 8;
/// Columns are at least this far apart.
const NARROW: usize = 12;
/// Labels are cut only beyond this, or where two columns are all there is room for.
const LABEL: usize = 18;
/// What an arrow needs besides its label.
const ROUND: usize = 4;
/// At most this many messages are drawn.
const ROWS: usize = 80;

/// One arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrow {
    /// The number of the step in the run.
    step: usize,
    /// From this process, if it is known,
    from: Option<usize>,
    /// to this one.
    to: Option<usize>,
    label: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Sender and receiver meet.
    Rendezvous,
    /// Into a buffer.
    Send,
    /// Out of a buffer.
    Receive,
}

/// The chart of a run, with a heading; empty if there are no messages in it.
pub fn of_run(steps: &[TraceStep]) -> String {
    let mut people = participants(steps);
    if people.is_empty() {
        return String::new();
    }
    let mut arrows = arrows(steps, &people);
    let longest = arrows.iter().map(|a| a.label.chars().count()).max().unwrap_or(0);
    let name = people.iter().map(String::len).max().unwrap_or(0);
    let first = people[0].len().div_ceil(2).max(2);
    let room = WIDTH - MARGIN - first;
    // Roomy if it fits, else close together; then processes are left out; labels are cut last.
    let roomy = (longest + 7).max(name + 2).max(NARROW);
    let close = (longest.min(LABEL) + ROUND).max(NARROW);
    let distance = (room / people.len()).clamp(close, roomy.max(close));
    let fit = (room / distance).max(2);
    let mut notes = Vec::new();
    if people.len() > fit {
        let hidden = people.split_off(fit);
        let visible = |p: Option<usize>| p.is_some_and(|p| p < fit);
        arrows.retain(|a| match a.kind {
            Kind::Rendezvous => visible(a.from) || visible(a.to),
            Kind::Send => visible(a.from),
            Kind::Receive => visible(a.to),
        });
        notes.push(format!("left out: {}", hidden.join(", ")));
    }
    if arrows.len() > ROWS {
        let hidden = arrows.len() - ROWS;
        arrows.drain(..hidden);
        notes.push(format!("the first {} left out", counted(hidden as u64, "message event")));
    }
    let paper = Paper { first: MARGIN + first, distance, columns: people.len() };
    let legend = "(-- sent or handed over, .. received from a buffer)";
    let mut text = format!("\n  {}  {}\n", paint(STRONG, "Messages"), paint(DIM, legend));
    text += &paper.names(&people);
    for arrow in &arrows {
        text += &paper.row(arrow);
    }
    for note in notes {
        text += &format!("  {}\n", paint(DIM, &note));
    }
    text
}

/// Those who send or receive, by process id.
fn participants(steps: &[TraceStep]) -> Vec<String> {
    let mut people: Vec<(usize, String)> = Vec::new();
    for step in steps.iter().filter(|s| s.message.is_some()) {
        let person = (step.instance, actor(step));
        if !people.contains(&person) {
            people.push(person);
        }
    }
    people.sort_by_key(|(instance, _)| *instance);
    people.into_iter().map(|(_, name)| name).collect()
}

fn arrows(steps: &[TraceStep], people: &[String]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    // Per channel: the arrows of the messages in it, and their contents.
    let mut buffered: HashMap<&str, Vec<(usize, &[Value])>> = HashMap::new();
    for (i, step) in steps.iter().enumerate() {
        let Some(m) = &step.message else { continue };
        let name = actor(step);
        let me = people.iter().position(|p| *p == name);
        let (step_number, label) = (i + 1, label(m));
        match (m.rendezvous, m.sent) {
            (true, true) => {
                let kind = Kind::Rendezvous;
                arrows.push(Arrow { step: step_number, from: me, to: None, label, kind });
            }
            (true, false) => {
                if let Some(last) = arrows.last_mut().filter(|a| a.kind == Kind::Rendezvous) {
                    last.to = me;
                }
            }
            (false, true) => {
                let waiting = buffered.entry(&m.channel).or_default();
                waiting.push((arrows.len(), &m.values));
                let kind = Kind::Send;
                arrows.push(Arrow { step: step_number, from: me, to: None, label, kind });
            }
            (false, false) => {
                let waiting = buffered.entry(&m.channel).or_default();
                let found = waiting.iter().position(|(_, values)| *values == m.values);
                let sent = found.map(|at| waiting[at].0);
                // A copy leaves the message where it is.
                let taken = step.changes.iter().any(|c| c.name == m.channel);
                if let Some(at) = found.filter(|_| taken) {
                    waiting.remove(at);
                }
                let from = sent.and_then(|s| arrows[s].from);
                if let Some(sent) = sent {
                    arrows[sent].to = arrows[sent].to.or(me);
                }
                let kind = Kind::Receive;
                arrows.push(Arrow { step: step_number, from, to: me, label, kind });
            }
        }
    }
    arrows
}

/// `q!req,1` or `q?req,1`.
fn label(m: &MessageEvent) -> String {
    let sign = if m.sent { '!' } else { '?' };
    format!("{}{sign}{}", m.channel, joined(&m.values))
}

/// Where the columns are.
struct Paper {
    first: usize,
    distance: usize,
    columns: usize,
}

impl Paper {
    fn x(&self, column: usize) -> usize {
        self.first + column * self.distance
    }

    /// The names over the columns, and the beginning of their lines.
    fn names(&self, people: &[String]) -> String {
        let mut line = String::new();
        for (i, name) in people.iter().enumerate() {
            let name = short_name(name, self.distance - 1);
            let start = self.x(i) - name.len().div_ceil(2).min(self.x(i));
            let pad = start.saturating_sub(line.chars().count());
            line.extend(std::iter::repeat_n(' ', pad));
            line += &name;
        }
        let lines = finish(self.blank());
        format!("{line}\n{lines}")
    }

    /// A row with nothing but the lines of the processes.
    fn blank(&self) -> Vec<char> {
        let mut row = vec![' '; self.x(self.columns)];
        for column in 0..self.columns {
            row[self.x(column)] = '|';
        }
        row
    }

    fn row(&self, arrow: &Arrow) -> String {
        let mut row = self.blank();
        write(&mut row, 0, &format!("{:6}", arrow.step));
        let visible = |p: Option<usize>| p.filter(|p| *p < self.columns);
        let (from, to) = (visible(arrow.from), visible(arrow.to));
        let dash = if arrow.kind == Kind::Receive { '.' } else { '-' };
        match (from, to) {
            (Some(a), Some(b)) if a != b && arrow.kind != Kind::Send => {
                self.across(&mut row, (a, b), dash, &arrow.label);
            }
            // Not further than half way: the message is in a buffer, or the other side unknown.
            (Some(a), b) if arrow.kind != Kind::Receive => {
                let label = cut(&arrow.label, self.distance - ROUND);
                match arrow.to.or(b) {
                    Some(b) if b < a => {
                        let stub = format!("<-{label}-");
                        let start = self.x(a).saturating_sub(stub.chars().count());
                        write(&mut row, start, &stub);
                    }
                    _ => write(&mut row, self.x(a) + 1, &format!("-{label}->")),
                }
            }
            (_, Some(b)) => {
                let label = cut(&arrow.label, self.distance - ROUND);
                write(&mut row, self.x(b) + 1, &format!("<.{label}."));
            }
            _ => {}
        }
        finish(row)
    }

    /// An arrow from one line to another.
    fn across(&self, row: &mut [char], (a, b): (usize, usize), dash: char, label: &str) {
        let (left, right) = (self.x(a.min(b)) + 1, self.x(a.max(b)) - 1);
        row[left..=right].fill(dash);
        if a < b {
            row[right] = '>';
        } else {
            row[left] = '<';
        }
        let length = right + 1 - left;
        let label = cut(label, length.saturating_sub(ROUND - 1));
        write(row, left + (length - label.chars().count()) / 2, &label);
    }
}

/// Puts text into a row, as far as it reaches.
fn write(row: &mut [char], start: usize, text: &str) {
    for (place, c) in row.iter_mut().skip(start).zip(text.chars()) {
        *place = c;
    }
}

/// A row as text.
fn finish(row: Vec<char>) -> String {
    let text: String = row.into_iter().collect();
    text.trim_end().to_owned() + "\n"
}

/// A process's name in at most `most` characters; its number stays.
fn short_name(name: &str, most: usize) -> String {
    let number = name.rfind('[').unwrap_or(name.len());
    let (name, number) = name.split_at(number);
    cut(name, most.saturating_sub(number.len())) + number
}

/// At most `most` characters, the last one `~` if there were more.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('~');
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use burnside::trace::Change;

    fn event(instance: usize, sent: bool, rendezvous: bool, value: i32) -> TraceStep {
        let queue = Change {
            name: "q".into(),
            before: Value::Queue(Vec::new()),
            after: Value::Queue(Vec::new()),
        };
        TraceStep {
            process: "P".into(),
            instance,
            template: 0,
            edge: 0,
            params: Vec::new(),
            file: "".into(),
            line: 1,
            source: "".into(),
            changes: if rendezvous { Vec::new() } else { vec![queue] },
            message: Some(MessageEvent {
                channel: "q".into(),
                sent,
                rendezvous,
                values: vec![Value::Int(value)],
            }),
            printed: None,
        }
    }

    #[test]
    fn a_rendezvous_is_one_arrow_and_a_buffered_message_two() {
        let run = [
            event(0, true, true, 1),
            event(1, false, true, 1),
            event(1, true, false, 2),
            event(1, true, false, 3),
            event(0, false, false, 3),
        ];
        let text = anstream::adapter::strip_str(&of_run(&run)).to_string();
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            rows,
            [
                "        P[0]        P[1]",
                "          |           |",
                "     1    |----q!1--->|",
                "     3    |           |-q!2->",
                "     4    |     <-q!3-|",
                "     5    |<...q?3....|",
            ]
        );
    }

    #[test]
    fn wide_charts_leave_processes_out() {
        let run: Vec<TraceStep> = (0..30).map(|i| event(i, true, false, i as i32)).collect();
        let text = anstream::adapter::strip_str(&of_run(&run)).to_string();
        assert!(text.lines().take(6).all(|l| l.len() <= WIDTH), "{text}");
        assert!(text.contains("left out: P[7], "), "{text}");
    }
}
