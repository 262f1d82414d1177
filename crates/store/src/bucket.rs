//! One cache line of the index: eight entries whose hashes are compared at once.

/// Entries per bucket.
pub(crate) const WIDTH: usize = 8;
/// Bytes per bucket.
pub(crate) const BUCKET_BYTES: usize = 8 * WIDTH;

/// Eight hashes, then the eight ids that belong to them, each plus 1; 0 where there is no entry.
/// Entries fill a bucket from the front.
pub(crate) type Bucket = [u8; BUCKET_BYTES];

/// The hash and the id of an entry, if there is one.
#[inline(always)]
pub(crate) fn entry(bucket: &Bucket, entry: usize) -> Option<(u32, u32)> {
    let id = word(bucket, WIDTH + entry).checked_sub(1)?;
    Some((word(bucket, entry), id))
}

/// Writes an entry.
#[inline(always)]
pub(crate) fn set_entry(bucket: &mut Bucket, entry: usize, hash: u32, id: u32) {
    let words = bucket.as_chunks_mut().0;
    words[entry] = hash.to_ne_bytes();
    words[WIDTH + entry] = (id + 1).to_ne_bytes();
}

/// Which entries have this hash, as one bit each. Where there is no entry, the hash is 0.
#[inline(always)]
pub(crate) fn with_hash(bucket: &Bucket, hash: u32) -> u32 {
    let (hashes, _) = halves(bucket);
    equal(hashes, hash)
}

/// The first place in the bucket without an entry.
#[inline(always)]
pub(crate) fn vacancy(bucket: &Bucket) -> Option<usize> {
    let (_, ids) = halves(bucket);
    let free = equal(ids, 0);
    (free != 0).then(|| free.trailing_zeros() as usize)
}

/// Eight words of four bytes.
type Half = [u8; BUCKET_BYTES / 2];

#[inline(always)]
fn halves(bucket: &Bucket) -> (&Half, &Half) {
    let (halves, _) = bucket.as_chunks();
    (&halves[0], &halves[1])
}

#[inline(always)]
fn word(bucket: &Bucket, index: usize) -> u32 {
    u32::from_ne_bytes(bucket.as_chunks().0[index])
}

/// Which words equal `value`, as one bit each.
///
/// Seven instructions, which the compiler does not find by itself: 10 % of a store that fits into the
/// cache.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(unsafe_code)]
fn equal(words: &Half, value: u32) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16,
        _mm_packs_epi32, _mm_set1_epi32, _mm_setzero_si128,
    };
    // SAFETY: SSE2 is part of every x86_64 target. The two loads, which need no alignment, read bytes
    // 0..16 and 16..32 of an array of 32.
    unsafe {
        let words = words.as_ptr().cast::<__m128i>();
        let value = _mm_set1_epi32(value.cast_signed());
        let low = _mm_cmpeq_epi32(_mm_loadu_si128(words), value);
        let high = _mm_cmpeq_epi32(_mm_loadu_si128(words.add(1)), value);
        let bytes = _mm_packs_epi16(_mm_packs_epi32(low, high), _mm_setzero_si128());
        _mm_movemask_epi8(bytes).cast_unsigned()
    }
}

/// Which words equal `value`, as one bit each.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn equal(words: &Half, value: u32) -> u32 {
    equal_portably(words, value)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn equal_portably(words: &Half, value: u32) -> u32 {
    let (words, _) = words.as_chunks();
    words.iter().enumerate().fold(0, |bits, (entry, word)| {
        bits | u32::from(u32::from_ne_bytes(*word) == value) << entry
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_as_the_portable_version_does() {
        let values = [0, 1, 0x8000_0000, u32::MAX];
        for pattern in 0..4usize.pow(8) {
            let mut words: Half = [0; 32];
            for entry in 0..WIDTH {
                let value = values[pattern >> (2 * entry) & 3];
                words.as_chunks_mut().0[entry] = value.to_ne_bytes();
            }
            for value in values {
                assert_eq!(equal(&words, value), equal_portably(&words, value));
            }
        }
    }

    #[test]
    fn entries_are_found() {
        let mut bucket = [0; BUCKET_BYTES];
        for i in 0..WIDTH as u32 {
            assert_eq!(vacancy(&bucket), Some(i as usize));
            set_entry(&mut bucket, i as usize, i % 3, 100 + i);
            assert_eq!(entry(&bucket, i as usize), Some((i % 3, 100 + i)));
        }
        assert_eq!(vacancy(&bucket), None);
        assert_eq!(with_hash(&bucket, 1), 0b1001_0010);
    }
}
