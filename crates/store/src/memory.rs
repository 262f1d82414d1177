//! Large zeroed blocks straight from the operating system.
//!
//! A fresh anonymous mapping is zero and costs nothing until it is touched, so a block can be asked
//! for generously. Accesses to a state store are random, and with small pages each of them would miss
//! the TLB as well as the cache; blocks of a large store therefore ask for huge pages.

use crate::store::Full;
use memmap2::MmapMut;

/// Bytes per block of a table, as near as its record size allows.
pub(crate) const BLOCK_BYTES: usize = 16 << 20;

/// Maps one more block of a table that consists of `blocks`.
pub(crate) fn add_block(blocks: &mut Vec<MmapMut>, bytes: usize) -> Result<(), Full> {
    let block = MmapMut::map_anon(bytes).map_err(|_| Full::Memory)?;
    // The first block keeps small pages: most models are small, and a huge page is slow to clear.
    #[cfg(target_os = "linux")]
    if !blocks.is_empty() {
        // Only a hint: where there are no huge pages it fails, and nothing is lost.
        let _ = block.advise(memmap2::Advice::HugePage);
    }
    blocks.push(block);
    Ok(())
}
