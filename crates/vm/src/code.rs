//! The instructions, and the tables around them.
//!
//! *Idea:* a register machine over 32-bit integers. Everything that is known when the code is made (the
//! process id, the slot's place in the state, the values of an edge's parameters, which channel) is part
//! of the instruction, and the frequent pairs (compare a field with a constant and branch, add to a
//! field) are one instruction. *Source:* the register bytecodes of Lua and LTSmin's DVE compiler.
//! *Guarantees:* an instruction has 16 bytes; every jump stays inside the code; `code[0]` is
//! [`Instr::Disabled`], the common target of guards that fail.

use crate::bits::Window;
use crate::layout::ChanLayout;
use burnside_ir::{Binary, ChanTest, FaultKind, TemplateId, Unary};

/// A register.
pub type Reg = u8;
/// The place of an instruction.
pub type Addr = u32;

/// The address of [`Instr::Disabled`].
pub const DISABLED: Addr = 0;
/// In place of the address of a guard: it always holds.
pub const ALWAYS: Addr = u32::MAX;

/// One instruction. Operands named `to` are jump targets.
#[derive(Clone, Copy, Debug, PartialEq)]
#[rustfmt::skip]
pub enum Instr {
    // --- values ---
    /// A constant.
    Const { dst: Reg, imm: i32 },
    /// Another register.
    Copy { dst: Reg, src: Reg },
    /// A field of the state.
    Load { dst: Reg, at: Window },
    /// A field of the state, sign-extended.
    LoadSigned { dst: Reg, at: Window },
    /// A cell of an array of `len` cells from bit `base`; an index beyond it is a fault.
    LoadCell { dst: Reg, index: Reg, width: u8, signed: bool, base: u32, len: u32 },
    /// A cell of an array that never changes.
    LoadFixed { dst: Reg, index: Reg, table: u32, len: u32 },
    /// `src + imm`.
    AddImm { dst: Reg, src: Reg, imm: i32 },
    /// An operator with one operand.
    Unary { op: Unary, dst: Reg, src: Reg },
    /// An operator with two operands.
    Binary { op: Binary, dst: Reg, a: Reg, b: Reg },
    /// An operator with a constant on the right.
    BinaryImm { op: Binary, dst: Reg, a: Reg, imm: i32 },
    /// `acc * len + index`; an index outside `0..len` is a fault.
    Scale { dst: Reg, acc: Reg, index: Reg, len: u32 },
    /// A value outside `lo..=hi` is a fault.
    Check { src: Reg, lo: i32, hi: i32 },
    /// A channel reference that the layout has no room for stops the machine.
    CheckChan { src: Reg },

    // --- the state ---
    /// Writes a field.
    Store { src: Reg, at: Window },
    /// Writes a constant to a field.
    StoreConst { at: Window, imm: u32 },
    /// Adds to a field, modulo its width.
    AddTo { at: Window, imm: u32 },
    /// Writes a cell of an array of `len` cells from bit `base`; an index beyond it is a fault.
    StoreCell { src: Reg, index: Reg, width: u8, base: u32, len: u32 },
    /// The same with a small constant.
    StoreCellConst { index: Reg, width: u8, imm: u8, base: u32, len: u32 },
    /// Writes `width` bits at `base + index * stride`.
    StoreAt { src: Reg, index: Reg, width: u8, base: u32, stride: u32 },
    /// Writes the same value to `len` cells.
    Fill { src: Reg, width: u8, base: u32, len: u32 },
    /// Clears whole bytes.
    Clear { byte: u32, len: u32 },

    // --- control ---
    /// Goes there.
    Jump { to: Addr },
    /// If not 0.
    If { src: Reg, to: Addr },
    /// If 0.
    IfNot { src: Reg, to: Addr },
    /// If two registers compare so.
    IfCompare { op: Binary, a: Reg, b: Reg, to: Addr },
    /// If a register compares so with a constant.
    IfCompareImm { op: Binary, a: Reg, imm: i32, to: Addr },
    /// If a field is this constant.
    IfField { at: Window, imm: u32, to: Addr },
    /// If a field is not this constant.
    IfFieldNot { at: Window, imm: u32, to: Addr },
    /// If a field of less than 32 bits compares so with a constant.
    IfFieldCompare { op: Binary, at: Window, imm: i32, to: Addr },
    /// If a cell of an array is this constant; an index beyond it is a fault.
    IfCell { index: Reg, width: u8, imm: u8, base: u32, len: u32, to: Addr },
    /// If a cell of an array is not this constant; an index beyond it is a fault.
    IfCellNot { index: Reg, width: u8, imm: u8, base: u32, len: u32, to: Addr },

    // --- ends ---
    /// A guard fails.
    Disabled,
    /// A guard holds.
    Enabled,
    /// A guard holds, and the operation is a rendezvous on this channel.
    Offer { chan: Reg },
    /// An effect is complete; does the process hold control?
    Done { hold: bool },
    /// Writes a constant to a field, and the effect is complete.
    Finish { at: Window, imm: u32, hold: bool },
    /// A guard holds if and only if a field of less than 32 bits compares so with a constant.
    Require { op: Binary, at: Window, imm: i32 },
    /// A guard holds if and only if a cell of an array is this constant, or is not.
    RequireCell { index: Reg, width: u8, imm: u8, is: bool, base: u32, len: u32 },
    /// An expression has this value.
    Value { src: Reg },
    /// The end of the code that initialises a process.
    Return,
    /// A run-time error at the edge at hand.
    Fault { kind: FaultKind },
    /// A failed assertion at the edge at hand.
    Note,
    /// A run-time error: an indivisible step cannot go on.
    Stuck,
    /// The layout has no room for a channel reference.
    Unrepresentable,

    // --- indivisible steps ---
    /// Errors from here on belong to this edge.
    Try { site: u32 },
    /// This edge was executed in the middle of a step.
    Taken { site: u32 },

    // --- processes ---
    /// How many run.
    Running { dst: Reg },
    /// Is this the second attempt?
    Timeout { dst: Reg },
    /// Is no process at a progress location?
    NonProgress { dst: Reg },
    /// Could the process move? `own` is the one that asks, or -1.
    CanMove { dst: Reg, pid: Reg, own: i32 },
    /// The number of its location, as Promela counts.
    LocationNumber { dst: Reg, pid: Reg },
    /// Its priority.
    Priority { dst: Reg, pid: Reg },
    /// Is its location in this set?
    At { dst: Reg, pid: Reg, set: u32 },
    /// A cell of a variable of another process.
    LoadOf { dst: Reg, pid: Reg, cell: Reg, template: u32, var: u32 },
    /// The same, written.
    StoreOf { src: Reg, pid: Reg, cell: Reg, template: u32, var: u32 },
    /// Changes the priority of a process.
    SetPriority { pid: Reg, value: Reg },
    /// Sets an argument for [`Instr::Run`].
    SetArg { index: u16, src: Reg },
    /// Starts a process with `args` arguments.
    Run { dst: Reg, args: u16, template: u32, priority: i32 },
    /// An argument, in the code that initialises a process.
    Arg { dst: Reg, index: u16 },
    /// If there is no such argument.
    IfNoArg { index: u16, to: Addr },

    // --- channels; a register names one by its place in the table ---
    /// The channel that a value refers to; none is a fault.
    Resolve { dst: Reg, src: Reg },
    /// How many messages.
    Length { dst: Reg, chan: Reg },
    /// Full, empty, …?
    Test { test: ChanTest, dst: Reg, chan: Reg },
    /// If the channel can hold messages.
    IfBuffered { chan: Reg, to: Addr },
    /// If it has no room.
    IfFull { chan: Reg, to: Addr },
    /// Begins a message of so many fields; another number is a fault.
    Begin { chan: Reg, fields: u16 },
    /// Sets a field of the message, as its type demands.
    Pack { chan: Reg, src: Reg, field: u16 },
    /// Puts the message into the channel.
    Enqueue { chan: Reg, sorted: bool },
    /// More patterns than the channel has fields is a fault.
    AtMost { chan: Reg, fields: u16 },
    /// A field of a message in the channel.
    LoadMessage { dst: Reg, chan: Reg, position: Reg, field: u16 },
    /// Takes a message out.
    Dequeue { chan: Reg, position: Reg },
    /// Takes the first message out of a known channel.
    Shift { chan: u32 },

    // --- the receiving side of a rendezvous ---
    /// If the offer is on another channel.
    IfOther { chan: Reg, to: Addr },
    /// More patterns than the message offered has fields is a fault.
    OfferAtMost { fields: u16 },
    /// A field of the message offered.
    Offered { dst: Reg, field: u16 },
}

impl Instr {
    /// The jump target.
    pub fn target(&mut self) -> Option<&mut Addr> {
        match self {
            Instr::Jump { to }
            | Instr::If { to, .. }
            | Instr::IfNot { to, .. }
            | Instr::IfCompare { to, .. }
            | Instr::IfCompareImm { to, .. }
            | Instr::IfField { to, .. }
            | Instr::IfFieldNot { to, .. }
            | Instr::IfFieldCompare { to, .. }
            | Instr::IfCell { to, .. }
            | Instr::IfCellNot { to, .. }
            | Instr::IfNoArg { to, .. }
            | Instr::IfBuffered { to, .. }
            | Instr::IfFull { to, .. }
            | Instr::IfOther { to, .. } => Some(to),
            _ => None,
        }
    }
}

/// One edge of one process with one choice of its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Is it enabled? [`ALWAYS`] or code that ends in `Enabled`, `Disabled` or `Offer`.
    pub guard: Addr,
    /// What it does: code that ends in `Done`.
    pub effect: Addr,
    /// Names the edge and the process in faults, see [`Sites`](crate::explain::Sites).
    pub site: u32,
    /// Its part in a rendezvous, an index into [`Program::handshakes`], if it can send in one.
    pub handshake: u32,
    /// Its rank.
    pub rank: u8,
    /// Enabled only if nothing before it was.
    pub is_else: bool,
}

/// The sending side of a rendezvous.
#[derive(Clone, Copy, Debug)]
pub struct Handshake {
    /// Computes the message on the source state.
    pub message: Addr,
    /// Moves the sender to its target.
    pub arrive: Addr,
}

/// A receive as the other side of a rendezvous.
#[derive(Clone, Copy, Debug)]
pub struct Receive {
    /// Does it take the message? Ends in `Enabled` or `Disabled`.
    pub guard: Addr,
    /// Takes it. Ends in `Done`.
    pub effect: Addr,
    /// Names the edge and the process.
    pub site: u32,
    /// The only channel on which it can receive, or `u32::MAX` if the guard must be asked.
    pub only: u32,
    /// Its rank.
    pub rank: u8,
}

/// What a process can do at one location.
#[derive(Clone, Copy, Debug, Default)]
pub struct Location {
    /// Its groups, a range of [`Program::groups`].
    pub groups: (u32, u32),
    /// Its receives, a range of [`Program::receives`].
    pub receives: (u32, u32),
    /// The code of the template's `provided` clause; 0 if there is none.
    pub provided: Addr,
    /// The number that Promela's `pcvalue` gives it.
    pub number: i32,
    /// May a process rest here?
    pub end: bool,
    /// Is it a progress location?
    pub progress: bool,
}

/// A process slot at run time.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The field with the number of the location.
    pub number: Window,
    /// Where its entries in [`Program::locations`] begin.
    pub locations: u32,
    /// The templates that may run here.
    pub templates: Vec<Resident>,
}

/// A template in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Resident {
    /// Which.
    pub template: TemplateId,
    /// The number of its first location.
    pub entry: u32,
    /// The code that initialises a process.
    pub start: Addr,
    /// Its first channel in [`Program::chans`].
    pub chans: u32,
}

/// A set of locations of one class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocationSet {
    /// The class.
    pub class: usize,
    /// By number.
    pub members: Vec<bool>,
}

/// All code and tables of a compiled system.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The instructions.
    pub code: Vec<Instr>,
    /// The groups, those of one location next to each other.
    pub groups: Vec<Group>,
    /// The sending sides of rendezvous.
    pub handshakes: Vec<Handshake>,
    /// The receiving sides, those of one location next to each other.
    pub receives: Vec<Receive>,
    /// The locations, those of one slot next to each other, by number.
    pub locations: Vec<Location>,
    /// The slots.
    pub slots: Vec<Slot>,
    /// Every channel: the global ones, then those of each template in each slot.
    pub chans: Vec<ChanLayout>,
    /// The sets that [`Instr::At`] refers to.
    pub sets: Vec<LocationSet>,
    /// The cells that [`Instr::LoadFixed`] refers to.
    pub fixed: Vec<i32>,
    /// The code of the propositions.
    pub propositions: Vec<Addr>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_has_sixteen_bytes() {
        assert_eq!(size_of::<Instr>(), 16);
        assert_eq!(size_of::<Group>(), 20);
    }
}
