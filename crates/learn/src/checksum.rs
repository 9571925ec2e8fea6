//! Numbers that tell damaged bytes from whole ones.

use games_core::zobrist::mix;

/// Returns 64 bits that depend on all bytes and their order.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mut sum = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        sum = mix(sum ^ u64::from_le_bytes(word)).wrapping_add(1);
    }
    sum
}
