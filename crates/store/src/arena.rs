//! Records of equal length, numbered in order of insertion, that never move.

use crate::memory::{BLOCK_BYTES, add_block};
use crate::store::Full;
use memmap2::MmapMut;

/// An append-only table of records in large blocks: growth copies nothing.
pub(crate) struct Arena {
    record_len: usize,
    /// A block holds `1 << shift` records.
    shift: u32,
    blocks: Vec<MmapMut>,
    len: usize,
}

impl Arena {
    /// An empty arena for records of `record_len` bytes.
    pub(crate) fn new(record_len: usize) -> Self {
        assert!(record_len > 0, "a record has at least one byte");
        let shift = (BLOCK_BYTES / record_len).max(1).ilog2();
        Arena { record_len, shift, blocks: Vec::new(), len: 0 }
    }

    /// Bytes per record.
    pub(crate) fn record_len(&self) -> usize {
        self.record_len
    }

    /// Number of records.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.len * self.record_len
    }

    /// Appends a record; its number is the previous `len()`.
    #[inline]
    pub(crate) fn push(&mut self, record: &[u8]) -> Result<(), Full> {
        debug_assert_eq!(record.len(), self.record_len);
        let (block, offset) = self.place(self.len);
        if block == self.blocks.len() {
            add_block(&mut self.blocks, self.record_len << self.shift)?;
        }
        self.blocks[block][offset..offset + self.record_len].copy_from_slice(record);
        self.len += 1;
        Ok(())
    }

    /// Record number `index`.
    ///
    /// # Panics
    /// If `index` lies beyond the last block; within it, a record never pushed is zero.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[u8] {
        debug_assert!(index < self.len);
        let (block, offset) = self.place(index);
        &self.blocks[block][offset..offset + self.record_len]
    }

    /// Block and offset of a record.
    #[inline]
    fn place(&self, index: usize) -> (usize, usize) {
        (index >> self.shift, (index & ((1 << self.shift) - 1)) * self.record_len)
    }
}
