//! The layout: where everything lies in a packed state.
//!
//! *Idea:* a state is a row of byte-aligned blocks (the globals, one per global channel, one per
//! process slot), and inside a block fields take just the bits they need. What a slot's block contains
//! depends only on the template that runs there, never on the slot: a permutation of processes is a
//! permutation of blocks. A slot that admits several templates is a union, as wide as the widest.
//! *Source:* SPIN's state vector; `DESIGN.md` for the blocks.
//! *Where we differ:* one number says both which template runs in a slot and where it is (0: none). It
//! is taken from one numbering per *class* of templates, those that share slots directly or in a chain,
//! so that it too means the same in every slot. Locations that no state rests in get no number, and
//! variables that never change (`constants.rs`) get no room.
//! *Guarantees:* equal states have equal bytes: empty slots, unused cells of channels and padding are 0.

use crate::bits;
use crate::constants::{Constants, Known};
use crate::shape::Shape;
use burnside_ir::ranges::{Interval, Ranges};
use burnside_ir::{
    Channel, Expr, Id, LocId, Op, Repr, System, Template, TemplateId, Type, Var, bits_for,
};

/// How one value is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Number of bits, 0 if there is only one value.
    pub width: u8,
    /// Sign-extended when it is read?
    pub signed: bool,
    /// Added when it is read.
    pub offset: i32,
}

impl Cell {
    /// An unsigned number of so many bits.
    pub fn unsigned(width: u8) -> Cell {
        Cell { width, signed: false, offset: 0 }
    }

    /// For values of a type that are known to lie in an interval.
    fn of(ty: Type, range: Interval, chan_width: u8) -> Cell {
        let full = match ty.repr {
            Repr::Signed(width) => Cell { width, signed: true, offset: 0 },
            Repr::Chan => Cell::unsigned(chan_width),
            _ => {
                let (offset, width) = ty.packing();
                Cell { width, signed: false, offset }
            }
        };
        let (Ok(lo), Ok(hi)) = (i32::try_from(range.lo), i32::try_from(range.hi)) else {
            return full;
        };
        // Zero stays zero where that costs nothing, so that most reads need no addition.
        let tight = bits_for(hi.wrapping_sub(lo) as u32);
        let offset = if lo >= 0 && bits_for(hi as u32) == tight { 0 } else { lo };
        let narrow = Cell { width: tight, signed: false, offset };
        if tight < full.width && ty.repr != Repr::Chan { narrow } else { full }
    }

    /// The bits that stand for a value.
    pub fn pack(self, value: i32) -> u32 {
        let raw = value.wrapping_sub(self.offset) as u32;
        if self.width == 0 { 0 } else { raw & (u32::MAX >> (32 - self.width)) }
    }

    /// Reads the value from the bits at `bit`.
    #[inline]
    pub fn read(self, state: &[u8], bit: usize) -> i32 {
        if self.width == 0 {
            return self.offset;
        }
        let raw = bits::get(state, bit, self.width);
        let raw = if self.signed { bits::extend(raw, self.width) } else { raw as i32 };
        raw.wrapping_add(self.offset)
    }

    /// Writes the value to the bits at `bit`.
    #[inline]
    pub fn write(self, state: &mut [u8], bit: usize, value: i32) {
        if self.width > 0 {
            bits::set(state, bit, self.width, self.pack(value));
        }
    }
}

/// A variable: its cells one after the other, or its values if they never change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VarLayout {
    /// In the state.
    Stored {
        /// Where the first cell begins, in its block (process) or in the state (global).
        bit: usize,
        /// How each cell is packed.
        cell: Cell,
        /// How many cells.
        count: usize,
    },
    /// Not in the state.
    Fixed(Known),
}

/// A channel: its length, then the messages, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanLayout {
    /// How many messages it holds.
    pub capacity: u32,
    /// Where the length lies; its width is 0 for a rendezvous channel.
    pub length: (usize, Cell),
    /// Where the first message begins.
    pub first: usize,
    /// Bits per message.
    pub stride: usize,
    /// For each field its type, its place in a message, and how it is packed.
    pub fields: Vec<(Type, usize, Cell)>,
}

impl ChanLayout {
    /// The same channel in a block that begins `bits` later.
    #[must_use]
    pub fn moved(&self, bits: usize) -> ChanLayout {
        let length = (self.length.0 + bits, self.length.1);
        ChanLayout { length, first: self.first + bits, ..self.clone() }
    }

    /// Where a field of the message at some position lies.
    #[inline]
    pub fn field_bit(&self, position: usize, field: usize) -> usize {
        self.first + position * self.stride + self.fields[field].1
    }
}

/// The block of a process that runs one template; positions are relative to the block.
#[derive(Clone, Debug)]
pub struct TemplateLayout {
    /// The class whose numbering its locations use; `None` if it runs in no slot.
    pub class: Option<usize>,
    /// The number of each location, 0 for those that no state rests in.
    pub numbers: Vec<u32>,
    /// Its variables.
    pub vars: Vec<VarLayout>,
    /// Its channels.
    pub chans: Vec<ChanLayout>,
    /// Its priority: a field, or always the same.
    pub priority: Result<(usize, Cell), i32>,
    /// Size of the block.
    pub bits: usize,
}

/// A numbering of locations that templates share.
#[derive(Clone, Debug)]
pub struct Class {
    /// What number `i + 1` stands for.
    pub locations: Vec<(TemplateId, LocId)>,
    /// The field that holds the number, at the beginning of the block.
    pub cell: Cell,
}

/// A process slot.
#[derive(Clone, Debug)]
pub struct SlotLayout {
    /// Its class.
    pub class: usize,
    /// First byte of its block.
    pub byte: usize,
    /// Bytes of its block.
    pub bytes: usize,
    /// The templates that may run there.
    pub templates: Vec<TemplateId>,
}

impl SlotLayout {
    /// Where its block begins.
    pub fn bit(&self) -> usize {
        self.byte * 8
    }
}

/// Where everything lies in a packed state.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Bytes per state, a multiple of 4.
    pub state_len: usize,
    /// The global variables.
    pub globals: Vec<VarLayout>,
    /// The id of the last mover, if it is part of the state.
    pub last: Option<(usize, Cell)>,
    /// The global channels.
    pub chans: Vec<ChanLayout>,
    /// The blocks of the templates.
    pub templates: Vec<TemplateLayout>,
    /// The numberings.
    pub classes: Vec<Class>,
    /// The process slots.
    pub slots: Vec<SlotLayout>,
    /// The greatest channel reference that a variable can hold.
    pub max_chan: i32,
}

/// Who a field belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The whole system.
    System,
    /// The process in a slot while it runs this template.
    Process(usize, TemplateId),
}

/// One field or array of fields of the state, for analyses and for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// Whose it is.
    pub owner: Owner,
    /// Its name: a variable, `chan.len`, `chan[i].j`, `_pc`, `_priority`, `_last`.
    pub name: String,
    /// Its first bit in the state.
    pub bit: usize,
    /// How each cell is packed.
    pub cell: Cell,
    /// How many cells follow each other.
    pub count: usize,
}

impl Layout {
    /// Lays out a system whose processes live in this shape.
    pub(crate) fn new(system: &System, shape: &Shape, constants: &Constants) -> Layout {
        let slots: Vec<Vec<TemplateId>> =
            shape.slots().iter().take_while(|list| !list.is_empty()).cloned().collect();
        let max_chan = match shape.wide_chans() {
            true => 0xffff,
            false => (system.chans.len() + slots.len() * system.own_chans()).min(0xffff) as i32,
        };
        let ranges = Ranges::new(system, slots.len());
        let packer = Packer { system, ranges, chan_width: bits_for(max_chan as u32) };

        let mut bit = 0;
        let globals =
            packer.vars(&system.globals, &constants.globals, &packer.ranges.globals, &mut bit);
        let last = system.remember_last.then(|| (take(&mut bit, 8), Cell::unsigned(8)));
        let mut chans = Vec::new();
        for (chan, ranges) in system.chans.iter().zip(&packer.ranges.chans) {
            bit = bit.next_multiple_of(8);
            chans.push(packer.chan(chan, ranges, &mut bit));
        }
        let (classes, class_of) = packer.classes(&slots);
        let templates: Vec<TemplateLayout> = system
            .templates()
            .map(|(id, t)| {
                let class = class_of[id.index()];
                packer.template(id, t, class.map(|c| (c, &classes[c])), constants)
            })
            .collect();
        let slots = slots
            .into_iter()
            .map(|list| {
                let bits = list.iter().map(|t| templates[t.index()].bits).max();
                let (byte, bytes) = (bit.div_ceil(8), bits.unwrap_or(0).div_ceil(8));
                bit = (byte + bytes) * 8;
                let class = class_of[list[0].index()].expect("a template in a slot has a class");
                SlotLayout { class, byte, bytes, templates: list }
            })
            .collect();
        let state_len = bit.div_ceil(8).max(bits::MIN_LEN).next_multiple_of(4);
        Layout { state_len, globals, last, chans, templates, classes, slots, max_chan }
    }

    /// The number of the location at which the process in a slot is, 0 if there is none.
    pub fn location_number(&self, state: &[u8], slot: usize) -> u32 {
        let slot = &self.slots[slot];
        self.classes[slot.class].cell.read(state, slot.bit()) as u32
    }

    /// What the process in a slot runs and where it is.
    pub fn location(&self, state: &[u8], slot: usize) -> Option<(TemplateId, LocId)> {
        let number = self.location_number(state, slot).checked_sub(1)?;
        Some(self.classes[self.slots[slot].class].locations[number as usize])
    }

    /// Every field, in the order of the state. Fields of templates that share a slot overlap.
    pub fn fields(&self, system: &System) -> Vec<FieldInfo> {
        let mut list = Vec::new();
        list_vars(&mut list, Owner::System, 0, &system.globals, &self.globals);
        if let Some((bit, cell)) = self.last {
            list.push(FieldInfo {
                owner: Owner::System,
                name: "_last".into(),
                bit,
                cell,
                count: 1,
            });
        }
        list_chans(&mut list, Owner::System, 0, &system.chans, &self.chans);
        for (i, slot) in self.slots.iter().enumerate() {
            for id in &slot.templates {
                let (template, layout) = (system.template(*id), &self.templates[id.index()]);
                let owner = Owner::Process(i, *id);
                let cell = self.classes[slot.class].cell;
                list.push(FieldInfo { owner, name: "_pc".into(), bit: slot.bit(), cell, count: 1 });
                if let Ok((bit, cell)) = layout.priority {
                    let bit = slot.bit() + bit;
                    list.push(FieldInfo { owner, name: "_priority".into(), bit, cell, count: 1 });
                }
                list_vars(&mut list, owner, slot.bit(), &template.vars, &layout.vars);
                list_chans(&mut list, owner, slot.bit(), &template.chans, &layout.chans);
            }
        }
        list
    }
}

fn list_vars(
    list: &mut Vec<FieldInfo>,
    owner: Owner,
    base: usize,
    vars: &[Var],
    layouts: &[VarLayout],
) {
    for (var, layout) in vars.iter().zip(layouts) {
        if let VarLayout::Stored { bit, cell, count } = *layout {
            list.push(FieldInfo { owner, name: var.name.clone(), bit: base + bit, cell, count });
        }
    }
}

fn list_chans(
    list: &mut Vec<FieldInfo>,
    owner: Owner,
    base: usize,
    chans: &[Channel],
    layouts: &[ChanLayout],
) {
    for (chan, layout) in chans.iter().zip(layouts) {
        let (bit, cell) = layout.length;
        let name = format!("{}.len", chan.name);
        list.push(FieldInfo { owner, name, bit: base + bit, cell, count: 1 });
        for position in 0..layout.capacity as usize {
            for (i, (_, _, cell)) in layout.fields.iter().enumerate() {
                let name = format!("{}[{position}].{i}", chan.name);
                let bit = base + layout.field_bit(position, i);
                list.push(FieldInfo { owner, name, bit, cell: *cell, count: 1 });
            }
        }
    }
}

/// Takes so many bits.
fn take(bit: &mut usize, width: usize) -> usize {
    let start = *bit;
    *bit += width;
    start
}

struct Packer<'a> {
    system: &'a System,
    ranges: Ranges,
    chan_width: u8,
}

impl Packer<'_> {
    fn vars(
        &self,
        vars: &[Var],
        known: &[Known],
        ranges: &[Interval],
        bit: &mut usize,
    ) -> Vec<VarLayout> {
        let place = |((var, known), range): ((&Var, &Known), &Interval)| match known {
            Known::Varies => {
                let (cell, count) = (Cell::of(var.ty, *range, self.chan_width), var.cells());
                VarLayout::Stored { bit: take(bit, count * usize::from(cell.width)), cell, count }
            }
            fixed => VarLayout::Fixed(fixed.clone()),
        };
        vars.iter().zip(known).zip(ranges).map(place).collect()
    }

    fn chan(&self, chan: &Channel, ranges: &[Interval], bit: &mut usize) -> ChanLayout {
        let length = Cell::unsigned(bits_for(chan.capacity));
        let length = (take(bit, usize::from(length.width)), length);
        let mut stride = 0;
        let mut fields = Vec::new();
        for (ty, range) in chan.fields.iter().zip(ranges) {
            let cell = Cell::of(*ty, *range, self.chan_width);
            fields.push((*ty, take(&mut stride, usize::from(cell.width)), cell));
        }
        let first = take(bit, stride * chan.capacity as usize);
        ChanLayout { capacity: chan.capacity, length, first, stride, fields }
    }

    fn template(
        &self,
        id: TemplateId,
        template: &Template,
        class: Option<(usize, &Class)>,
        constants: &Constants,
    ) -> TemplateLayout {
        let mut numbers = vec![0; template.locs.len()];
        let mut bit = 0;
        if let Some((_, class)) = class {
            for (i, (owner, loc)) in class.locations.iter().enumerate() {
                if *owner == id {
                    numbers[loc.index()] = i as u32 + 1;
                }
            }
            bit = usize::from(class.cell.width);
        }
        let priority = self.priority(id).ok_or(()).map_or_else(
            |()| {
                let cell = self.priority_cell();
                Ok((take(&mut bit, usize::from(cell.width)), cell))
            },
            Err,
        );
        let (known, ranges) = (&constants.templates[id.index()], &self.ranges.own[id.index()]);
        let vars = self.vars(&template.vars, known, ranges, &mut bit);
        let chans = template.chans.iter().zip(&self.ranges.own_chans[id.index()]);
        let chans = chans.map(|(chan, ranges)| self.chan(chan, ranges, &mut bit)).collect();
        let class = class.map(|(number, _)| number);
        TemplateLayout { class, numbers, vars, chans, priority, bits: bit }
    }

    /// Every priority that a process may be started with, and of which template.
    fn priorities(&self) -> impl Iterator<Item = (TemplateId, i32)> {
        let starts = self.system.initial.iter().map(|s| (s.template, s.priority));
        let edges = self.system.templates.iter().flat_map(|t| &t.edges);
        starts.chain(edges.filter_map(|e| match &e.op {
            Op::Run { template, priority, .. } => Some((*template, *priority)),
            _ => None,
        }))
    }

    /// The priority of all processes of a template, if it is always the same.
    fn priority(&self, id: TemplateId) -> Option<i32> {
        let edges = self.system.templates.iter().flat_map(|t| &t.edges);
        if edges.into_iter().any(|e| matches!(e.op, Op::SetPriority(..))) {
            return None;
        }
        let mut given = self.priorities().filter(|(t, _)| *t == id).map(|(_, p)| p);
        let first = given.next().unwrap_or(0);
        given.all(|p| p == first).then_some(first)
    }

    fn priority_cell(&self) -> Cell {
        match self.priorities().all(|(_, p)| (0..=255).contains(&p)) {
            true => Cell::unsigned(8),
            false => Cell { width: 32, signed: true, offset: 0 },
        }
    }

    /// The classes of templates that share slots, and the class of each template.
    fn classes(&self, slots: &[Vec<TemplateId>]) -> (Vec<Class>, Vec<Option<usize>>) {
        let mut leader: Vec<Option<usize>> = vec![None; self.system.templates.len()];
        slots.iter().flatten().for_each(|t| leader[t.index()] = Some(t.index()));
        loop {
            let before = leader.clone();
            for list in slots {
                let least = list.iter().filter_map(|t| leader[t.index()]).min();
                list.iter().for_each(|t| leader[t.index()] = least);
            }
            if leader == before {
                break;
            }
        }
        let mut classes = Vec::new();
        let mut class_of = vec![None; leader.len()];
        for first in 0..leader.len() {
            if leader[first] != Some(first) {
                continue;
            }
            let mut locations = Vec::new();
            for (id, template) in self.system.templates() {
                if leader[id.index()] == Some(first) {
                    class_of[id.index()] = Some(classes.len());
                    let resting = self.resting(template).into_iter();
                    locations.extend(resting.map(|loc| (id, loc)));
                }
            }
            let cell = Cell::unsigned(bits_for(locations.len() as u32));
            classes.push(Class { locations, cell });
        }
        (classes, class_of)
    }

    /// The reachable locations in which a process can be found when somebody looks.
    fn resting(&self, template: &Template) -> Vec<LocId> {
        let mut reached = vec![false; template.locs.len()];
        let mut todo = vec![template.entry];
        while let Some(loc) = todo.pop() {
            if !std::mem::replace(&mut reached[loc.index()], true) {
                todo.extend(template.out(loc).map(|e| template.edge(e).to));
            }
        }
        let all = looks_at_locations(self.system);
        let seen = |loc: &LocId| {
            reached[loc.index()] && (all || *loc == template.entry || !template.loc(*loc).transit)
        };
        (0..template.locs.len()).map(LocId::new).filter(seen).collect()
    }
}

/// Can an edge see where a process is, even in the middle of an indivisible step?
pub fn looks_at_locations(system: &System) -> bool {
    system.mentions(|e| {
        matches!(e, Expr::At(..) | Expr::Pc(_) | Expr::NonProgress | Expr::Enabled(_))
    })
}
