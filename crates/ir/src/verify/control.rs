//! The verifier's rules on control graphs; the list is in the parent module.

use super::Verifier;
use crate::entity::{EdgeId, Id, LocId};
use crate::system::{Origin, Template};

impl Verifier<'_> {
    /// Checks locations and edges.
    pub(super) fn control(&mut self, template: &str, t: &Template) {
        let ordered = t.edges.is_sorted_by_key(|e| (e.from, e.rank));
        self.require(ordered, "order", || "edges are not sorted by location and rank".into());
        if self.in_range(t.entry, t.locs.len()) {
            self.require(!t.loc(t.entry).transit, "entry", || {
                "starts at a transit location".into()
            });
        }
        let mut graph_is_sound = ordered;
        for (i, edge) in t.edges.iter().enumerate() {
            self.place = format!("{template}, {}", edge_for_people(i, &edge.origin));
            graph_is_sound &= self.in_range(edge.from, t.locs.len());
            graph_is_sound &= self.in_range(edge.to, t.locs.len());
            self.origin(&edge.origin);
            for p in &edge.params {
                if let Some(sort) = p.sort {
                    self.sort_len(sort, p.len);
                }
            }
            self.edge(t, edge);
        }
        // The rules on whole locations need edges that can be followed.
        if graph_is_sound {
            for i in 0..t.locs.len() {
                self.place = format!("{template}, location {i}");
                self.location(t, LocId::new(i));
            }
        }
    }

    fn location(&mut self, t: &Template, id: LocId) {
        let loc = t.loc(id);
        if loc.transit {
            let stuck = t.out(id).next().is_none();
            self.require(!stuck, "transit", || "a transit location without edges".into());
        }
        for var in &loc.reset {
            self.in_range(*var, t.vars.len());
        }
    }
}

/// ``edge 12 (line 7: `x = 1`)``.
fn edge_for_people(i: usize, origin: &Origin) -> String {
    let id = EdgeId::new(i);
    match (origin.line, origin.text.as_str()) {
        (0, "") => format!("edge {}", id.0),
        (0, text) => format!("edge {} (`{text}`)", id.0),
        (line, "") => format!("edge {} (line {line})", id.0),
        (line, text) => format!("edge {} (line {line}: `{text}`)", id.0),
    }
}
