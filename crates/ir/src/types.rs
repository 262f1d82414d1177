//! Types of values: finite integers, enumerations, channel references, and the sorts over them.
//!
//! *Idea:* every value is an `i32` at run time; a [`Type`] says which of them a variable can hold, what
//! happens to one that does not fit, and whether it is an *identifier* of some sort.
//! *Where we differ:* a sort is an attribute of an integer type rather than a type of its own, because
//! Promela keeps identifiers in plain bytes; `sorts.rs` finds out which. A value with a sort may be
//! compared for equality, stored, sent and used as an index; anything else done to it is a *break* of
//! the symmetry, visible in the IR.

use crate::entity::{EnumId, SortId};

/// The representation of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repr {
    /// `0..2^bits`, wrapping on assignment; at most 31 bits.
    Unsigned(u8),
    /// Two's complement of 8, 16 or 32 bits, wrapping on assignment.
    Signed(u8),
    /// `lo..=hi`; assigning anything else is a run-time error.
    Range(i32, i32),
    /// A name of an enumeration, or 0; eight bits, as `mtype` has in SPIN.
    Enum(EnumId),
    /// A process id; eight bits.
    Pid,
    /// A reference to a channel, 0 for none (see [`crate::System::channel_ref`]).
    Chan,
}

/// The type of a variable cell, a message field or an edge parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// Which integers.
    pub repr: Repr,
    /// Whose identifiers they are, if any.
    pub sort: Option<SortId>,
}

impl Type {
    /// One bit.
    pub const BOOL: Type = Type::of(Repr::Unsigned(1));
    /// Eight bits, unsigned.
    pub const BYTE: Type = Type::of(Repr::Unsigned(8));
    /// Sixteen bits, signed.
    pub const SHORT: Type = Type::of(Repr::Signed(16));
    /// Thirty-two bits, signed.
    pub const INT: Type = Type::of(Repr::Signed(32));
    /// A channel reference.
    pub const CHAN: Type = Type::of(Repr::Chan);
    /// A process id.
    pub const PID: Type = Type::of(Repr::Pid);

    /// The type with this representation and no sort.
    pub const fn of(repr: Repr) -> Type {
        Type { repr, sort: None }
    }

    /// What is stored when `v` is assigned, or `None` if that is a run-time error.
    pub fn store(self, v: i32) -> Option<i32> {
        match self.repr {
            Repr::Unsigned(bits) => Some(v & low_mask(bits)),
            Repr::Signed(32) => Some(v),
            Repr::Signed(bits) => Some(v << (32 - bits) >> (32 - bits)),
            Repr::Range(lo, hi) => (lo..=hi).contains(&v).then_some(v),
            Repr::Enum(_) | Repr::Pid => Some(v & 0xff),
            Repr::Chan => Some(v & 0xffff),
        }
    }

    /// The value of a variable that does not matter: 0, or the least one if 0 is not in its range.
    pub fn zero(self) -> i32 {
        self.store(0).unwrap_or(self.packing().0)
    }

    /// The least value and the number of bits that hold every value less it.
    pub fn packing(self) -> (i32, u8) {
        match self.repr {
            Repr::Unsigned(bits) => (0, bits),
            Repr::Signed(bits) => (if bits == 32 { 0 } else { -1 << (bits - 1) }, bits),
            Repr::Range(lo, hi) => (lo, bits_for(hi.wrapping_sub(lo) as u32)),
            Repr::Enum(_) | Repr::Pid => (0, 8),
            Repr::Chan => (0, 16),
        }
    }
}

/// The mask of the `bits` lowest bits, for up to 31 bits.
fn low_mask(bits: u8) -> i32 {
    ((1u32 << bits) - 1) as i32
}

/// How many bits the numbers `0..=max` need.
pub fn bits_for(max: u32) -> u8 {
    (32 - max.leading_zeros()) as u8
}

/// A set of identifiers that a symmetry may permute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// Its name, for people.
    pub name: String,
    /// What it identifies.
    pub kind: SortKind,
}

/// What the identifiers of a sort stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// Running processes, by process id.
    Processes,
    /// The index set `0..n` of arrays; 0 and 1 are legal sizes.
    Index(u32),
    /// Channels.
    Channels,
}

/// An enumeration: named constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// Its name.
    pub name: String,
    /// The names with their values.
    pub values: Vec<(String, i32)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignment_wraps_as_in_c() {
        assert_eq!(Type::BYTE.store(256 + 7), Some(7));
        assert_eq!(Type::BYTE.store(-1), Some(255));
        assert_eq!(Type::SHORT.store(0x8000), Some(-0x8000));
        assert_eq!(Type::INT.store(i32::MIN), Some(i32::MIN));
        assert_eq!(Type::BOOL.store(2), Some(0));
        assert_eq!(Type::of(Repr::Range(3, 5)).store(6), None);
        assert_eq!(Type::of(Repr::Range(3, 5)).packing(), (3, 2));
        assert_eq!(bits_for(0), 0);
        assert_eq!(bits_for(8), 4);
    }
}
