//! Labels and jumps of one process.
//!
//! Source: SPIN. A `goto` leads to the label of its name in the same block, else in the nearest block
//! around it, else anywhere in the process (the last one in the text). So an inline with a label can be
//! called more than once. No jump may cross the border of a `d_step`.

use std::sync::Arc;

use super::Checker;
use crate::diagnostic::{Diagnostic, nearest};
use crate::promela::ast::{Ident, Label, NodeId};
use crate::promela::resolved::{LabelId, LabelInfo};
use crate::source::Span;

/// A label and the blocks it is in.
pub(super) struct Landing {
    pub(super) name: Arc<str>,
    pub(super) span: Span,
    id: LabelId,
    path: Vec<u32>,
    d_step: Option<NodeId>,
}

impl Landing {
    /// Is the label's block this one, or around it?
    pub(super) fn encloses(&self, path: &[u32]) -> bool {
        path.starts_with(&self.path)
    }
}

/// A `goto` and the blocks it is in.
pub(super) struct Jump {
    node: NodeId,
    name: Arc<str>,
    span: Span,
    path: Vec<u32>,
    d_step: Option<NodeId>,
}

impl Checker<'_> {
    /// Takes in the labels of a statement.
    pub(super) fn land(&mut self, labels: &[Label], stmt: NodeId) {
        for label in labels {
            let name = &label.name;
            if let Some(super::Named::Symbol(id)) = self.lookup(&name.name) {
                let mut diagnostic =
                    Diagnostic::error(format!("label `{}` has the name of a variable", name.name))
                        .at(name.span, "expected a name of its own");
                if let Some(span) = self.res.symbol(id).span {
                    diagnostic = diagnostic.also(span, "declared here");
                }
                self.out.push(diagnostic);
            }
            let Some(place) = &mut self.place else { return };
            let before =
                place.landings.iter().find(|l| l.name == name.name && l.encloses(&place.path));
            if let Some(before) = before {
                self.out.push(
                    Diagnostic::error(format!("label `{}` is defined twice", name.name))
                        .at(name.span, "defined again here")
                        .also(before.span, "first defined here"),
                );
            }
            let id = LabelId(u32::try_from(self.res.labels.len()).unwrap_or(u32::MAX));
            self.res.labels.push(LabelInfo {
                name: Arc::clone(&name.name),
                span: name.span,
                body: place.body,
                stmt,
            });
            self.res.bodies[place.body.index()].labels.push(id);
            self.res.label_nodes.insert(label.id, id);
            place.landings.push(Landing {
                name: Arc::clone(&name.name),
                span: name.span,
                id,
                path: place.path.clone(),
                d_step: place.d_step,
            });
        }
    }

    /// Takes in a `goto`.
    pub(super) fn jump(&mut self, node: NodeId, label: &Ident) {
        if let Some(place) = &mut self.place {
            place.jumps.push(Jump {
                node,
                name: Arc::clone(&label.name),
                span: label.span,
                path: place.path.clone(),
                d_step: place.d_step,
            });
        }
    }

    /// Finds the label of every `goto` of the process that ends here.
    pub(super) fn connect_jumps(&mut self) {
        let Some(place) = &self.place else { return };
        for jump in &place.jumps {
            let named = || place.landings.iter().filter(|l| l.name == jump.name);
            let around = named().filter(|l| l.encloses(&jump.path)).max_by_key(|l| l.path.len());
            if self.broken.contains(&jump.name) && named().next().is_none() {
                continue;
            }
            let Some(landing) = around.or_else(|| named().next_back()) else {
                let near = nearest(&jump.name, place.landings.iter().map(|l| &*l.name));
                self.out.push(
                    Diagnostic::error(format!("there is no label `{}` in this process", jump.name))
                        .at(jump.span, "nowhere to go")
                        .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
                );
                continue;
            };
            if jump.d_step != landing.d_step {
                let message = match (jump.d_step, landing.d_step) {
                    (Some(_), None) => "this `goto` leaves a `d_step`",
                    (None, Some(_)) => "this `goto` jumps into a `d_step`",
                    _ => "this `goto` jumps from one `d_step` into another",
                };
                self.out.push(
                    Diagnostic::error(message)
                        .at(jump.span, "not allowed")
                        .also(landing.span, "the label is here")
                        .note("a `d_step` runs from its first statement to its last in one step"),
                );
            }
            self.res.label_nodes.insert(jump.node, landing.id);
        }
    }
}
