//! Slots: the pieces of a state that footprints speak of, and sets of them.

use crate::entity::{ChanId, TemplateId, VarId};
use std::collections::BTreeSet;

/// Whose slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Who {
    /// The process's that the footprint is computed for, whatever its id is.
    Own,
    /// That of the process with this id.
    Pid(usize),
    /// That of any process.
    Any,
}

impl Who {
    /// May they be the same process? Two footprints that both say `Own` speak of the same one.
    pub fn overlaps(self, other: Who) -> bool {
        match (self, other) {
            (Who::Pid(a), Who::Pid(b)) => a == b,
            _ => true,
        }
    }
}

/// Which cells of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cells {
    /// The cell at this row-major position; 0 of a scalar.
    One(usize),
    /// Some cell that is not known.
    All,
}

impl Cells {
    /// May they be the same cell?
    pub fn overlaps(self, other: Cells) -> bool {
        match (self, other) {
            (Cells::One(a), Cells::One(b)) => a == b,
            _ => true,
        }
    }
}

/// A channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChanSlot {
    /// A global channel.
    Global(ChanId),
    /// A channel of a process that runs this template.
    Own(TemplateId, Who, ChanId),
}

impl ChanSlot {
    /// May they be the same channel?
    pub fn overlaps(self, other: ChanSlot) -> bool {
        match (self, other) {
            (ChanSlot::Global(a), ChanSlot::Global(b)) => a == b,
            (ChanSlot::Own(s, who, a), ChanSlot::Own(t, other, b)) => {
                s == t && a == b && who.overlaps(other)
            }
            _ => false,
        }
    }
}

/// A piece of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Cells of a global variable.
    Global(VarId, Cells),
    /// Cells of a variable of a process that runs this template.
    Local(TemplateId, Who, VarId, Cells),
    /// The location of a process, which runs this template if one is given.
    Pc(Option<TemplateId>, Who),
    /// The end of a channel from which messages are taken.
    Head(ChanSlot),
    /// The end of a channel to which messages are added.
    Tail(ChanSlot),
    /// Which processes there are.
    Processes,
    /// Who moved last.
    Last,
    /// The priority of a process.
    Priority(Who),
    /// All of the state.
    Everything,
}

impl Slot {
    /// May they be, or have in common, a piece of the state?
    pub fn overlaps(self, other: Slot) -> bool {
        match (self, other) {
            (Slot::Everything, _) | (_, Slot::Everything) => true,
            (Slot::Global(a, i), Slot::Global(b, j)) => a == b && i.overlaps(j),
            (Slot::Local(s, who, a, i), Slot::Local(t, other, b, j)) => {
                s == t && a == b && who.overlaps(other) && i.overlaps(j)
            }
            (Slot::Pc(s, who), Slot::Pc(t, other)) => {
                (s.is_none() || t.is_none() || s == t) && who.overlaps(other)
            }
            (Slot::Head(a), Slot::Head(b)) | (Slot::Tail(a), Slot::Tail(b)) => a.overlaps(b),
            (Slot::Priority(a), Slot::Priority(b)) => a.overlaps(b),
            (Slot::Processes, Slot::Processes) | (Slot::Last, Slot::Last) => true,
            _ => false,
        }
    }
}

/// A set of slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SlotSet(BTreeSet<Slot>);

impl SlotSet {
    /// Adds a slot.
    pub fn insert(&mut self, slot: Slot) {
        self.0.insert(slot);
    }

    /// Adds all slots of another set.
    pub fn extend(&mut self, other: &SlotSet) {
        self.0.extend(&other.0);
    }

    /// Is this very slot in it? (Another one in it may overlap nevertheless.)
    pub fn contains(&self, slot: Slot) -> bool {
        self.0.contains(&slot)
    }

    /// Does it have a slot that overlaps one of the other set?
    pub fn overlaps(&self, other: &SlotSet) -> bool {
        self.0.iter().any(|a| other.0.iter().any(|b| a.overlaps(*b)))
    }

    /// The slots, in the order of [`Slot`].
    pub fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        self.0.iter().copied()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Slot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        SlotSet(slots.into_iter().collect())
    }
}
