//! Questions about processes and channels that code asks rarely.
//!
//! None of them is on the path of an ordinary model; they are written for clarity.

use crate::bits;
use crate::code::{Addr, Location};
use crate::constants::Known;
use crate::exec::Outcome;
use crate::layout::{ChanLayout, VarLayout};
use crate::machine::Machine;
use crate::scratch::Cx;
use crate::shape::Shape;
use burnside_ir::{
    ChanId, ChanTest, ChannelRef, FaultKind, Id, MAX_PROCESSES, Repr, TemplateId, Type,
};

impl Machine {
    /// How many processes run.
    pub(crate) fn running(&self, state: &[u8]) -> usize {
        let slots = &self.program.slots;
        slots.iter().position(|slot| slot.number.get(state) == 0).unwrap_or(slots.len())
    }

    /// The process with this id, if it runs: its slot, the number of its location, and what it can do.
    pub(crate) fn location_of(&self, state: &[u8], pid: i32) -> Option<(usize, u32, &Location)> {
        let index = usize::try_from(pid).ok()?;
        let slot = self.program.slots.get(index)?;
        let number = slot.number.get(state);
        let location = &self.program.locations[(slot.locations + number) as usize];
        (number > 0).then_some((index, number, location))
    }

    /// The template that runs in a slot in which some process runs.
    fn template_at(&self, slot: usize, number: u32) -> TemplateId {
        self.layout.classes[self.layout.slots[slot].class].locations[number as usize - 1].0
    }

    /// Is no process at a progress location?
    pub(crate) fn non_progress(&self, state: &[u8]) -> bool {
        let mut all =
            (0..self.program.slots.len()).map_while(|s| self.location_of(state, s as i32));
        !all.any(|(_, _, location)| location.progress)
    }

    /// Is the process with this id at one of these locations?
    pub(crate) fn is_at(&self, state: &[u8], pid: i32, set: u32) -> bool {
        let set = &self.program.sets[set as usize];
        self.location_of(state, pid).is_some_and(|(slot, number, _)| {
            self.layout.slots[slot].class == set.class && set.members[number as usize]
        })
    }

    /// The priority of the process in a slot in which some process runs.
    pub(crate) fn priority(&self, state: &[u8], slot: usize) -> i32 {
        let number = self.program.slots[slot].number.get(state);
        let template = self.template_at(slot, number);
        match self.layout.templates[template.index()].priority {
            Ok((bit, cell)) => cell.read(state, self.layout.slots[slot].bit() + bit),
            Err(always) => always,
        }
    }

    /// Sets the priority of the process with this id, if it runs.
    pub(crate) fn set_priority(&self, state: &mut [u8], pid: i32, value: i32) {
        let Some((slot, number, _)) = self.location_of(state, pid) else { return };
        let template = self.template_at(slot, number);
        if let Ok((bit, cell)) = self.layout.templates[template.index()].priority {
            cell.write(state, self.layout.slots[slot].bit() + bit, value);
        }
    }

    /// A cell of a variable of another process; 0 if it does not run the template.
    pub(crate) fn load_of(
        &self,
        state: &[u8],
        pid: i32,
        (template, var, cell): (TemplateId, usize, usize),
    ) -> i32 {
        let found = self.location_of(state, pid);
        let Some((slot, _, _)) = found.filter(|(s, n, _)| self.template_at(*s, *n) == template)
        else {
            return 0;
        };
        match &self.layout.templates[template.index()].vars[var] {
            VarLayout::Stored { bit, cell: packing, .. } => {
                let bit = self.layout.slots[slot].bit() + bit + cell * usize::from(packing.width);
                packing.read(state, bit)
            }
            VarLayout::Fixed(Known::Cells(values)) => values[cell],
            VarLayout::Fixed(Known::OwnChans { first, .. }) => {
                self.system.own_channel_ref(slot, ChanId::new(first.index() + cell))
            }
            VarLayout::Fixed(Known::Varies) => unreachable!("what varies is stored"),
        }
    }

    /// Writes a cell of a variable of another process, if it runs the template.
    pub(crate) fn store_of(
        &self,
        state: &mut [u8],
        pid: i32,
        (template, var, cell): (TemplateId, usize, usize),
        value: i32,
    ) {
        let found = self.location_of(state, pid);
        let Some((slot, _, _)) = found.filter(|(s, n, _)| self.template_at(*s, *n) == template)
        else {
            return;
        };
        if let VarLayout::Stored { bit, cell: packing, .. } =
            self.layout.templates[template.index()].vars[var]
        {
            let bit = self.layout.slots[slot].bit() + bit + cell * usize::from(packing.width);
            packing.write(state, bit, value);
        }
    }

    /// Begins a process: returns its id and the code that initialises it.
    pub(crate) fn start(
        &self,
        state: &mut [u8],
        template: TemplateId,
        priority: i32,
    ) -> Result<(usize, Addr), Outcome> {
        let pid = self.running(state);
        if pid >= MAX_PROCESSES {
            return Err(Outcome::Fault(FaultKind::TooManyProcesses));
        }
        let slot = self.program.slots.get(pid);
        let resident = slot.and_then(|s| s.templates.iter().find(|r| r.template == template));
        let (Some(slot), Some(resident)) = (slot, resident) else {
            return Err(Outcome::Interrupt(Shape::missing(pid, template)));
        };
        slot.number.set(state, resident.entry);
        self.set_priority(state, pid as i32, priority);
        Ok((pid, resident.start))
    }

    /// The channel that a value refers to.
    pub(crate) fn resolve(&self, state: &[u8], value: i32) -> Option<u32> {
        match self.system.channel_of(value)? {
            ChannelRef::Global(c) => Some(c.0),
            ChannelRef::Own(pid, c) => {
                let (slot, number, _) = self.location_of(state, i32::try_from(pid).ok()?)?;
                let template = self.template_at(slot, number);
                let mut residents = self.program.slots[slot].templates.iter();
                let resident = residents.find(|r| r.template == template)?;
                let count = self.layout.templates[template.index()].chans.len();
                (c.index() < count).then(|| resident.chans + c.0)
            }
        }
    }

    /// A channel by its place in the table.
    #[inline(always)]
    pub(crate) fn chan(&self, place: i32) -> &ChanLayout {
        &self.program.chans[place as usize]
    }

    /// Is it a channel reference that the layout has no room for?
    pub(crate) fn is_unrepresentable(&self, ty: Type, value: i32) -> bool {
        ty.repr == Repr::Chan && value > self.layout.max_chan
    }

    /// Has the process with this id an enabled edge? Registers and the offer under way are kept.
    pub(crate) fn answer_enabled(&self, state: &[u8], pid: i32, cx: &mut Cx) -> bool {
        // More questions within questions than processes: they ask each other in a circle.
        if cx.nesting > MAX_PROCESSES {
            return false;
        }
        let Some((_, _, location)) = self.location_of(state, pid) else { return false };
        let kept = (cx.regs, cx.offer.chan);
        cx.nesting += 1;
        let answer = self.is_enabled(state, location, cx);
        cx.nesting -= 1;
        (cx.regs, cx.offer.chan) = kept;
        answer
    }

    /// Has a process at this location an enabled edge? A send in a rendezvous counts, a receive does
    /// not, and an error counts as not enabled.
    pub(crate) fn is_enabled(&self, state: &[u8], location: &Location, cx: &mut Cx) -> bool {
        let groups = &self.program.groups[location.groups.0 as usize..location.groups.1 as usize];
        groups.iter().any(|group| {
            group.is_else
                || matches!(self.guard(state, group.guard, cx), Outcome::Enabled | Outcome::Offer)
        })
    }
}

impl ChanLayout {
    /// How many messages it holds.
    #[inline]
    pub(crate) fn len(&self, state: &[u8]) -> usize {
        self.length.1.read(state, self.length.0) as usize
    }

    pub(crate) fn test(&self, state: &[u8], test: ChanTest) -> bool {
        let len = self.len(state);
        // A rendezvous channel counts as empty and as having room.
        let full = len >= self.capacity.max(1) as usize;
        match test {
            ChanTest::Full => full,
            ChanTest::NotFull => !full,
            ChanTest::Empty => len == 0,
            ChanTest::NotEmpty => len != 0,
        }
    }

    /// A field of the message at a position.
    pub(crate) fn read(&self, state: &[u8], position: usize, field: usize) -> i32 {
        self.fields[field].2.read(state, self.field_bit(position, field))
    }

    /// Puts a message in front of the first greater one, or at the end. There is room.
    pub(crate) fn enqueue(&self, state: &mut [u8], message: &[i32], sorted: bool) {
        let len = self.len(state);
        let greater = |position: &usize| {
            let fields = (0..self.fields.len()).map(|i| self.read(state, *position, i));
            fields.cmp(message[..self.fields.len()].iter().copied()).is_gt()
        };
        let position = if sorted { (0..len).find(greater).unwrap_or(len) } else { len };
        let from = self.first + position * self.stride;
        bits::move_up(state, from, from + self.stride, (len - position) * self.stride);
        for (i, value) in message[..self.fields.len()].iter().enumerate() {
            self.fields[i].2.write(state, self.field_bit(position, i), *value);
        }
        self.length.1.write(state, self.length.0, len as i32 + 1);
    }

    /// Takes out the message at a position.
    pub(crate) fn dequeue(&self, state: &mut [u8], position: usize) {
        let last = self.len(state) - 1;
        let to = self.first + position * self.stride;
        bits::move_down(state, to + self.stride, to, (last - position) * self.stride);
        bits::clear(state, self.first + last * self.stride, self.stride);
        self.length.1.write(state, self.length.0, last as i32);
    }
}
