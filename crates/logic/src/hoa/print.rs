//! Writing HOA.

use std::fmt::Write;

use crate::automaton::{Automaton, LabelSymbols};

impl Automaton {
    /// The automaton in the HOA format, version 1. `name` may be the formula it comes from.
    pub fn to_hoa(&self, name: Option<&str>) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_hoa(&mut out, name);
        out
    }

    fn write_hoa(&self, out: &mut String, name: Option<&str>) -> std::fmt::Result {
        let on_states = self.is_state_based();
        out.push_str("HOA: v1\n");
        if let Some(name) = name {
            writeln!(out, "name: {}", quoted(name))?;
        }
        writeln!(out, "States: {}\nStart: {}", self.states(), self.initial())?;
        write!(out, "AP: {}", self.atoms().len())?;
        self.atoms().iter().try_for_each(|atom| write!(out, " {}", quoted(atom)))?;
        let sets = self.acceptance_sets();
        match sets {
            0 => out.push_str("\nacc-name: all\nAcceptance: 0 t\n"),
            1 => out.push_str("\nacc-name: Buchi\nAcceptance: 1 Inf(0)\n"),
            _ => {
                let all: Vec<String> = (0..sets).map(|set| format!("Inf({set})")).collect();
                writeln!(out, "\nacc-name: generalized-Buchi {sets}")?;
                writeln!(out, "Acceptance: {sets} {}", all.join("&"))?;
            }
        }
        out.push_str("properties: trans-labels explicit-labels");
        out.push_str(if on_states { " state-acc" } else { " trans-acc" });
        for (holds, word) in [
            (self.is_complete(), " complete"),
            (self.is_deterministic(), " deterministic"),
            (self.is_weak(), " weak"),
            (self.is_terminal(), " terminal"),
        ] {
            out.push_str(if holds { word } else { "" });
        }
        out.push_str("\n--BODY--\n");
        let symbols = LabelSymbols { and: "&", or: " | ", true_: "t", false_: "f" };
        for state in 0..self.states() {
            let marks = self.edges(state).first().map_or(0, |e| e.marks);
            let on_state = if on_states { signature(marks) } else { String::new() };
            writeln!(out, "State: {state}{on_state}")?;
            for edge in self.edges(state) {
                out.push('[');
                edge.label.write(out, symbols, |atom| atom.to_string())?;
                let on_edge = if on_states { String::new() } else { signature(edge.marks) };
                writeln!(out, "] {}{on_edge}", edge.target)?;
            }
        }
        out.push_str("--END--\n");
        Ok(())
    }
}

/// The acceptance sets in braces, after a space; nothing if there are none.
fn signature(marks: u64) -> String {
    let sets: Vec<String> =
        (0..64).filter(|set| marks >> set & 1 == 1).map(|set: u32| set.to_string()).collect();
    if sets.is_empty() { String::new() } else { format!(" {{{}}}", sets.join(" ")) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
