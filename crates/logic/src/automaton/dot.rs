//! Automata as pictures, in the language of Graphviz.

use std::fmt::Write;

use super::{Automaton, LabelSymbols};

impl Automaton {
    /// The automaton in the language of Graphviz. With state-based acceptance accepting states have two
    /// circles; else the acceptance sets of an edge are written behind its label.
    pub fn to_dot(&self) -> String {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_dot(&mut out);
        out
    }

    fn write_dot(&self, out: &mut String) -> std::fmt::Result {
        let symbols = LabelSymbols { and: " & ", or: " | ", true_: "1", false_: "0" };
        let on_states = self.is_state_based();
        out.push_str(
            "digraph automaton {\n  rankdir=LR\n  node [shape=circle]\n  start [shape=point]\n",
        );
        writeln!(out, "  start -> {}", self.initial())?;
        for state in 0..self.states() {
            let accepting = on_states && self.acceptance_sets() > 0 && self.is_accepting(state);
            let shape = if accepting { " [shape=doublecircle]" } else { "" };
            writeln!(out, "  {state}{shape}")?;
            for edge in self.edges(state) {
                let mut label = String::new();
                edge.label.write(&mut label, symbols, |atom| self.atoms()[atom].to_string())?;
                if !on_states {
                    let sets = (0..self.acceptance_sets()).filter(|s| edge.marks >> s & 1 == 1);
                    sets.for_each(|set| label.push_str(&format!(" ({set})")));
                }
                let label = label.replace('\\', "\\\\").replace('"', "\\\"");
                writeln!(out, "  {state} -> {} [label=\"{label}\"]", edge.target)?;
            }
        }
        out.push_str("}\n");
        Ok(())
    }
}
