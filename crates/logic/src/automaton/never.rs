//! Never claims in SPIN's language.

use std::fmt::Write;

use super::{Automaton, LabelSymbols};

impl Automaton {
    /// The automaton as a never claim for SPIN; other than state-based Büchi acceptance is converted first.
    /// Propositions are written in parentheses as they are, so that they must be Promela expressions.
    pub fn to_never(&self) -> String {
        let automaton = self.to_state_based_buchi();
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = automaton.write_never(&mut out);
        out
    }

    fn write_never(&self, out: &mut String) -> std::fmt::Result {
        let symbols = LabelSymbols { and: " && ", or: ") || (", true_: "1", false_: "0" };
        // SPIN starts at the first state and recognises accepting states by the name.
        let mut order: Vec<usize> = (0..self.states()).collect();
        order.swap(0, self.initial());
        let name = |state: usize| {
            let accept = if self.is_accepting(state) { "accept" } else { "T0" };
            if state == self.initial() {
                format!("{accept}_init")
            } else {
                format!("{accept}_S{state}")
            }
        };
        out.push_str("never {\n");
        for state in order {
            writeln!(out, "{}:", name(state))?;
            if self.edges(state).is_empty() {
                out.push_str("\tfalse;\n");
                continue;
            }
            out.push_str("\tdo\n");
            for edge in self.edges(state) {
                let mut label = String::new();
                edge.label
                    .write(&mut label, symbols, |atom| format!("({})", self.atoms()[atom]))?;
                let label = if edge.label.cubes().len() > 1 { format!("({label})") } else { label };
                writeln!(out, "\t:: ({label}) -> goto {}", name(edge.target))?;
            }
            out.push_str("\tod;\n");
        }
        out.push_str("}\n");
        Ok(())
    }
}
