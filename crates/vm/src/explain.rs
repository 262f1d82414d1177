//! What the numbers mean that a machine hands out.
//!
//! A fault is named by a *site* (an edge of a process) and a kind, packed into 32 bits: 20 for the edge
//! among all edges, 8 for the process, 4 for the kind. Faults outside of edges have process 255, which
//! never exists.

use burnside_core::{ApId, FaultId};
use burnside_ir::{EdgeId, Fault, FaultKind, Id, System, TemplateId};

/// What a [`FaultId`] of a machine stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explanation {
    /// An edge failed.
    Edge(Fault),
    /// An initialiser failed.
    Initial(FaultKind),
    /// The evaluation of a proposition failed.
    Proposition(ApId, FaultKind),
}

/// What a [`GroupId`](burnside_core::GroupId) of a machine stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupInfo {
    /// The process, by slot.
    pub pid: usize,
    /// What it runs.
    pub template: TemplateId,
    /// The edge.
    pub edge: EdgeId,
    /// The values of its parameters.
    pub params: Vec<i32>,
}

const EDGE_SHIFT: u32 = 12;
const PID_SHIFT: u32 = 4;
/// The process of faults that belong to none.
const NOBODY: u32 = 255;

const KINDS: [FaultKind; 13] = [
    FaultKind::Assertion,
    FaultKind::DivisionByZero,
    FaultKind::Index,
    FaultKind::NoChannel,
    FaultKind::FieldCount,
    FaultKind::Range,
    FaultKind::Stuck,
    FaultKind::Endless,
    FaultKind::RendezvousInStep,
    FaultKind::PollRendezvous,
    FaultKind::EnabledSelf,
    FaultKind::Priority,
    FaultKind::TooManyProcesses,
];

/// Numbers the edges of all templates.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// The number of each template's first edge, and at the end the number of edges.
    first: Vec<u32>,
}

impl Sites {
    /// The most edges, and the most propositions, that can be numbered.
    pub const MAX: usize = (1 << 20) - 2;

    /// The numbering for a system.
    pub fn new(system: &System) -> Sites {
        let mut first = vec![0];
        for t in &system.templates {
            first.push(first[first.len() - 1] + t.edges.len() as u32);
        }
        Sites { first }
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// The number of an edge.
    pub fn number(&self, template: TemplateId, edge: EdgeId) -> usize {
        self.first[template.index()] as usize + edge.index()
    }

    /// The site of an edge of a process.
    pub fn site(&self, pid: usize, template: TemplateId, edge: EdgeId) -> u32 {
        (self.number(template, edge) as u32) << EDGE_SHIFT | (pid as u32) << PID_SHIFT
    }

    /// The number of the edge of a site.
    #[inline(always)]
    pub fn edge_of(site: u32) -> usize {
        (site >> EDGE_SHIFT) as usize
    }

    /// The fault of a kind at a site.
    pub fn fault(site: u32, kind: FaultKind) -> FaultId {
        FaultId::new(site | kind as u32)
    }

    /// The fault of an initialiser.
    pub fn initial_fault(kind: FaultKind) -> FaultId {
        Sites::fault(NOBODY << PID_SHIFT, kind)
    }

    /// The fault of a proposition.
    pub fn proposition_fault(ap: ApId, kind: FaultKind) -> FaultId {
        Sites::fault((ap.0 + 1) << EDGE_SHIFT | NOBODY << PID_SHIFT, kind)
    }

    /// What a fault stands for.
    pub fn explain(&self, id: FaultId) -> Explanation {
        let code = id.code();
        let kind = KINDS[(code & 15) as usize];
        let (pid, number) = (code >> PID_SHIFT & 255, code >> EDGE_SHIFT);
        if pid == NOBODY {
            return match number.checked_sub(1) {
                None => Explanation::Initial(kind),
                Some(ap) => Explanation::Proposition(ApId(ap), kind),
            };
        }
        let template = self.first.partition_point(|first| *first <= number) - 1;
        Explanation::Edge(Fault {
            kind,
            pid: pid as usize,
            template: TemplateId::new(template),
            edge: EdgeId(number - self.first[template]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_found_by_their_number() {
        for (i, kind) in KINDS.iter().enumerate() {
            assert_eq!(*kind as usize, i);
        }
    }

    #[test]
    fn faults_are_explained() {
        let sites = Sites { first: vec![0, 3, 3, 8] };
        let fault =
            Fault { kind: FaultKind::Priority, pid: 254, template: TemplateId(2), edge: EdgeId(1) };
        let id = Sites::fault(sites.site(254, TemplateId(2), EdgeId(1)), FaultKind::Priority);
        assert_eq!(sites.explain(id), Explanation::Edge(fault));
        let id = Sites::proposition_fault(ApId(5), FaultKind::Index);
        assert_eq!(sites.explain(id), Explanation::Proposition(ApId(5), FaultKind::Index));
        let id = Sites::initial_fault(FaultKind::Range);
        assert_eq!(sites.explain(id), Explanation::Initial(FaultKind::Range));
    }
}
