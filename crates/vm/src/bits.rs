//! Bit fields in a byte vector.
//!
//! *Idea:* a field of at most 32 bits lies within one 8-byte little-endian word, so that reading it is
//! a load and two shifts wherever it begins. *Where we differ* from a padded working buffer: the window
//! of a field near the end of the state is moved down so that it ends with the state; states can then be
//! read and written in place, in the engine's own buffers.
//! *Requires:* states of at least [`MIN_LEN`] bytes. *Cost:* one unaligned load (and store) per access.

/// The least number of bytes of a state: one word.
pub const MIN_LEN: usize = 8;

/// Where a field lies: a word, and the shifts that cut the field out of it.
///
/// Packed to six bytes so that an instruction with a field, a constant and a target has sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, packed(2))]
pub struct Window {
    byte: u32,
    /// Shift left that drops what lies above the field.
    left: u8,
    /// Shift right that brings the field down: 64 less its width.
    right: u8,
}

impl Window {
    /// The window of the `width` bits from `bit` in states of `len` bytes.
    pub fn new(bit: usize, width: u8, len: usize) -> Window {
        debug_assert!(width > 0 && width <= 32 && bit + usize::from(width) <= len * 8);
        let byte = (bit / 8).min(len - MIN_LEN);
        let shift = (bit - byte * 8) as u8;
        Window { byte: byte as u32, left: 64 - shift - width, right: 64 - width }
    }

    /// The field, zero-extended.
    #[inline(always)]
    pub fn get(self, state: &[u8]) -> u32 {
        (word(state, self.byte as usize) << self.left >> self.right) as u32
    }

    /// The field, sign-extended.
    #[inline(always)]
    pub fn get_signed(self, state: &[u8]) -> i32 {
        ((word(state, self.byte as usize) << self.left) as i64 >> self.right) as i32
    }

    /// Overwrites the field by the low bits of `value`.
    #[inline(always)]
    pub fn set(self, state: &mut [u8], value: u32) {
        let byte = self.byte as usize;
        let shift = self.right - self.left;
        let mask = u64::MAX >> self.right;
        let kept = word(state, byte) & !(mask << shift);
        set_word(state, byte, kept | (u64::from(value) & mask) << shift);
    }
}

/// The `width` bits from `bit`, zero-extended.
#[inline(always)]
pub fn get(state: &[u8], bit: usize, width: u8) -> u32 {
    let byte = (bit / 8).min(state.len() - MIN_LEN);
    let shift = bit - byte * 8;
    (word(state, byte) >> shift & (u64::MAX >> (64 - width))) as u32
}

/// Overwrites the `width` bits from `bit` by the low bits of `value`.
#[inline(always)]
pub fn set(state: &mut [u8], bit: usize, width: u8, value: u32) {
    let byte = (bit / 8).min(state.len() - MIN_LEN);
    let shift = bit - byte * 8;
    let mask = u64::MAX >> (64 - width);
    let kept = word(state, byte) & !(mask << shift);
    set_word(state, byte, kept | (u64::from(value) & mask) << shift);
}

/// Sign-extends a value of `width` bits.
#[inline(always)]
pub fn extend(value: u32, width: u8) -> i32 {
    let unused = 32 - width;
    (value << unused) as i32 >> unused
}

/// Moves the `count` bits from `from` down to `to`, which must be lower.
pub fn move_down(state: &mut [u8], from: usize, to: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let width = (count - done).min(32) as u8;
        let piece = get(state, from + done, width);
        set(state, to + done, width, piece);
        done += usize::from(width);
    }
}

/// Moves the `count` bits from `from` up to `to`, which must be higher.
pub fn move_up(state: &mut [u8], from: usize, to: usize, count: usize) {
    let mut left = count;
    while left > 0 {
        let width = left.min(32) as u8;
        left -= usize::from(width);
        let piece = get(state, from + left, width);
        set(state, to + left, width, piece);
    }
}

/// Clears the `count` bits from `from`.
pub fn clear(state: &mut [u8], from: usize, count: usize) {
    let mut done = 0;
    while done < count {
        let width = (count - done).min(32) as u8;
        set(state, from + done, width, 0);
        done += usize::from(width);
    }
}

#[inline(always)]
fn word(state: &[u8], byte: usize) -> u64 {
    let bytes = &state[byte..byte + 8];
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

#[inline(always)]
fn set_word(state: &mut [u8], byte: usize, word: u64) {
    state[byte..byte + 8].copy_from_slice(&word.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_back_wherever_they_lie() {
        for len in [8, 12, 20] {
            for width in 1..=32u8 {
                for bit in 0..=len * 8 - usize::from(width) {
                    let mut state = vec![0xa5; len];
                    let window = Window::new(bit, width, len);
                    let before = state.clone();
                    let value = 0x9e37_79b9u32 >> (32 - width);
                    window.set(&mut state, value);
                    assert_eq!(window.get(&state), value);
                    assert_eq!(get(&state, bit, width), value);
                    assert_eq!(window.get_signed(&state), extend(value, width));
                    set(&mut state, bit, width, get(&before, bit, width));
                    assert_eq!(state, before, "bits around {bit}+{width} of {len}");
                }
            }
        }
    }

    #[test]
    fn ranges_of_bits_move_both_ways() {
        let mut state: Vec<u8> = (0..24u32).map(|i| (i * 37 + 11) as u8).collect();
        let pieces: Vec<u32> = (0..10).map(|i| get(&state, 20 + i * 13, 13)).collect();
        move_up(&mut state, 20, 33, 10 * 13);
        move_down(&mut state, 33, 5, 10 * 13);
        let moved: Vec<u32> = (0..10).map(|i| get(&state, 5 + i * 13, 13)).collect();
        assert_eq!(pieces, moved);
        clear(&mut state, 5, 130);
        assert!((0..13).all(|i| get(&state, 5 + i * 10, 10) == 0));
    }
}
