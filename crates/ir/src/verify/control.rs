//! The verifier's rules on control graphs; the list is in the parent module.

use super::Verifier;
use super::expression::known_channel;
use crate::entity::{EdgeId, Id, LocId};
use crate::expr::Expr;
use crate::system::{Edge, Guard, Op, Origin, Template};

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
            self.no_idle_cycle(template, t);
        }
    }

    fn location(&mut self, t: &Template, loc: LocId) {
        let out: Vec<&Edge> = t.out(loc).map(|e| t.edge(e)).collect();
        let elses = || out.iter().enumerate().filter(|(_, e)| e.guard == Guard::Else);
        for (i, e) in elses() {
            self.require(i > 0, "else", || {
                "`else` comes first; write an edge without guard".into()
            });
            let twice = elses().any(|(j, other)| j < i && other.rank == e.rank);
            self.require(!twice, "else", || format!("two `else` of rank {}", e.rank));
        }
        if t.loc(loc).transit {
            self.require(!out.is_empty(), "transit", || "a transit location without edges".into());
            let waits = out.iter().any(|e| {
                let (Op::Send { chan, .. } | Op::Receive { chan, .. }) = &e.op else {
                    return false;
                };
                known_channel(self.system, Some(t), chan).is_some_and(|c| c.capacity == 0)
            });
            self.require(!waits, "transit", || "a rendezvous would wait for its partner".into());
        }
    }

    /// Follows the first edges of transit locations as long as they are unconditional and do nothing.
    fn no_idle_cycle(&mut self, template: &str, t: &Template) {
        let next = |loc: LocId| {
            let edge = t.edge(t.out(loc).next()?);
            (t.loc(loc).transit && is_idle(edge)).then_some(edge.to)
        };
        // The graph has at most one successor per location: walk from each, and stop at what an
        // earlier walk has seen. A walk that meets itself has found a cycle, each cycle once.
        let mut seen_by = vec![usize::MAX; t.locs.len()];
        for start in 0..t.locs.len() {
            let mut loc = Some(LocId::new(start));
            while let Some(at) = loc {
                if seen_by[at.index()] == start {
                    self.place = format!("{template}, location {}", at.index());
                    self.error("transit", "the step that passes here would never end".into());
                }
                if seen_by[at.index()] != usize::MAX {
                    break;
                }
                seen_by[at.index()] = start;
                loc = next(at);
            }
        }
    }
}

/// Is the edge always enabled, and without effect?
fn is_idle(edge: &Edge) -> bool {
    let unconditional = matches!(edge.guard, Guard::When(Expr::Int(v)) if v != 0);
    unconditional && edge.op == Op::Skip && edge.params.iter().all(|p| p.len > 0)
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
