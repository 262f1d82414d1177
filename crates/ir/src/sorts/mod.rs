//! Which values are identifiers, and what is done to them that a permutation would notice.
//!
//! *Idea:* Promela keeps process ids and array indices in plain integers, so sorts are found by data
//! flow. Everything that can hold a value is a [`Member`]: variables, message fields, parameters, and
//! beside them the dimensions of arrays, "the ids of the instances of P", and each channel. An
//! assignment, a send, a receive, an argument, a comparison for equality and an index put two members
//! into one *class*. A class with process ids, channels or dimensions in it is a sort. Whatever else is
//! done with its values is recorded as a [`Break`], with the statement that does it.
//! *Source:* scalarsets (Ip and Dill, Better verification through symmetry, 1996) turned from a check of
//! declarations into an inference by unification, as Steensgaard does for pointers (POPL 1996).
//! *Where we differ:* a class with breaks is still a sort and [`annotate`] still writes it down; it is the
//! break that tells later stages which permutations to leave out. A break by a literal says which one,
//! because a permutation that fixes it is not disturbed.
//!
//! What is *not* a break: printing; the number 0 for "no channel"; initial values of globals and of
//! processes that run from the start, because they belong to the initial state and not to a step. Those
//! of a template that is `run` are part of a step, and are breaks.
//!
//! *Requires:* a verified system. *Guarantees:* if values of two members can be the same identifier by
//! any flow, the members are in one class; every operation on a class that is not invariant under
//! permuting it is among its breaks. (Whether the control graphs, the initial state and the property are
//! symmetric is for later stages.) *Cost:* nearly linear in the size of the system.

mod flow;
mod settle;
mod unify;

use crate::entity::{ChanId, EdgeId, Id, ParamId, SortId, TemplateId, VarId};
use crate::system::{Origin, System, Template};
use crate::types::{Sort, SortKind};
use std::collections::BTreeMap;

/// Something that holds, or stands for, identifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Member {
    /// The values of a global variable.
    Global(VarId),
    /// The indices of a global array in one dimension.
    GlobalDim(VarId, usize),
    /// The values of a variable of a template.
    Own(TemplateId, VarId),
    /// The indices of an array of a template in one dimension.
    OwnDim(TemplateId, VarId, usize),
    /// A field of the messages of a global channel.
    Field(ChanId, usize),
    /// A field of the messages of a template's channel.
    OwnField(TemplateId, ChanId, usize),
    /// A parameter of an edge.
    Param(TemplateId, EdgeId, ParamId),
    /// The ids of the instances of a template.
    Pid(TemplateId),
    /// The ids of all processes.
    AnyPid,
    /// The references to a global channel.
    Channel(ChanId),
    /// The references to a channel of the instances of a template.
    OwnChannel(TemplateId, ChanId),
    /// The references to all channels.
    AnyChannel,
    /// The identifiers of a declared sort.
    Declared(SortId),
}

/// Members between which identifiers flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What they identify. Of an index set: as many as the longest dimension has entries.
    pub kind: SortKind,
    /// The members, in the order of [`Member`].
    pub members: Vec<Member>,
}

/// Why values of a class are not interchangeable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Why {
    /// Met by this number: compared with it, set to it, or indexed by it.
    Literal(i32),
    /// Compared by `<` or the like, or sorted in a channel.
    Order,
    /// Used in arithmetic, or as a number.
    Arithmetic,
    /// Met by a value that is computed and identifies nothing.
    Computed,
    /// The id of a new process is the next free one.
    Creation,
    /// Only the youngest process can end.
    Death,
    /// Index arrays of different lengths.
    Sizes,
    /// Stored in a type that cannot hold all of them.
    Narrow,
    /// Identify things of different kinds, or of two declared sorts.
    Mixed,
}

/// A place where the values of a class are told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// Index into [`Sorts::classes`].
    pub class: usize,
    /// What happens there.
    pub why: Why,
    /// In which template, if in one.
    pub template: Option<TemplateId>,
    /// In which edge, if in one; else in a declaration.
    pub edge: Option<EdgeId>,
    /// The statement.
    pub origin: Origin,
}

/// The sorts of a system.
#[derive(Clone, Debug, Default)]
pub struct Sorts {
    /// The classes that are sorts.
    pub classes: Vec<Class>,
    /// What breaks them, by class, in the order of the system.
    pub breaks: Vec<Break>,
    class_of: BTreeMap<Member, usize>,
}

impl Sorts {
    /// The class of a member, if it is in one.
    pub fn class_of(&self, member: Member) -> Option<usize> {
        self.class_of.get(&member).copied()
    }

    /// What breaks a class.
    pub fn breaks_of(&self, class: usize) -> impl Iterator<Item = &Break> {
        self.breaks.iter().filter(move |b| b.class == class)
    }
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Why::Literal(v) => write!(f, "meets the number {v}"),
            Why::Order => write!(f, "is compared by order"),
            Why::Arithmetic => write!(f, "is calculated with"),
            Why::Computed => write!(f, "meets a computed value"),
            Why::Creation => write!(f, "is given out in order"),
            Why::Death => write!(f, "ends in order"),
            Why::Sizes => write!(f, "indexes arrays of different lengths"),
            Why::Narrow => write!(f, "is stored in a type that is too small"),
            Why::Mixed => write!(f, "identifies things of different kinds"),
        }
    }
}

/// Finds the sorts of a system.
pub fn infer(system: &System) -> Sorts {
    flow::Flows::of(system).sorts()
}

/// Finds the sorts of a system and writes them into its types and dimensions. A class that contains a
/// declared sort keeps it; every other one whose identifiers are stored or index something gets a new
/// one. Running it again changes nothing.
pub fn annotate(system: &mut System) -> Sorts {
    let sorts = infer(system);
    for class in &sorts.classes {
        if !class.members.iter().any(|m| sort_of(system, *m).is_some()) {
            continue;
        }
        let declared = class.members.iter().find_map(|m| match m {
            Member::Declared(sort) => Some(*sort),
            _ => None,
        });
        let sort = declared.unwrap_or_else(|| {
            let name = name_for(system, class);
            system.sorts.push(Sort { name, kind: class.kind });
            SortId::new(system.sorts.len() - 1)
        });
        for &member in &class.members {
            // A dimension that is longer than a declared index set stays without it.
            let fits = match (settle::kind_of(system, member), system.sorts[sort.index()].kind) {
                (Some(SortKind::Index(len)), SortKind::Index(n)) => len <= n,
                _ => true,
            };
            if let Some(place) = sort_of(system, member).filter(|_| fits) {
                place.get_or_insert(sort);
            }
        }
    }
    sorts
}

/// Where a member's sort is written.
fn sort_of(system: &mut System, member: Member) -> Option<&mut Option<SortId>> {
    fn template(system: &mut System, t: TemplateId) -> &mut Template {
        &mut system.templates[t.index()]
    }
    Some(match member {
        Member::Global(v) => &mut system.globals[v.index()].ty.sort,
        Member::GlobalDim(v, k) => &mut system.globals[v.index()].dims[k].sort,
        Member::Field(c, k) => &mut system.chans[c.index()].fields[k].sort,
        Member::Own(t, v) => &mut template(system, t).vars[v.index()].ty.sort,
        Member::OwnDim(t, v, k) => &mut template(system, t).vars[v.index()].dims[k].sort,
        Member::OwnField(t, c, k) => &mut template(system, t).chans[c.index()].fields[k].sort,
        Member::Param(t, e, p) => &mut template(system, t).edges[e.index()].params[p.index()].sort,
        _ => return None,
    })
}

/// A name for a new sort: of the processes or of the first channel, array or parameter in the class.
fn name_for(system: &System, class: &Class) -> String {
    let template = |t: TemplateId| system.template(t);
    let naming = |m: &Member| match *m {
        Member::Pid(t) => Some((0, template(t).name.clone())),
        Member::Channel(c) => Some((1, system.chans[c.index()].name.clone())),
        Member::OwnChannel(t, c) => Some((1, template(t).chans[c.index()].name.clone())),
        Member::GlobalDim(v, _) => Some((2, format!("{}.index", system.global(v).name))),
        Member::OwnDim(t, v, _) => Some((3, format!("{}.index", template(t).var(v).name))),
        Member::Param(t, e, p) => Some((4, template(t).edge(e)[p].name.clone())),
        _ => None,
    };
    let best = class.members.iter().filter_map(naming).min_by_key(|(rank, _)| *rank);
    best.map_or_else(|| "pid".into(), |(_, name)| name)
}

#[cfg(test)]
mod tests;
