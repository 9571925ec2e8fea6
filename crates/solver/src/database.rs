//! Solved positions in a file.
//!
//! ```text
//! magic       16 bytes: `games solved `, the version of the format in two digits, a line feed
//! data        blocks of positions, in ascending order of volume and key: 4 bytes of checksum, and
//!             at most 256 positions as bits (see `block`), or at most 1024 deflated where that
//!             takes fewer bytes (see `plain`)
//! header      a block: what was solved, and the counts, as lines of text
//! models      blocks: for each volume its number, and how likely bits are in it (see `model`), or
//!             nothing more where it is deflated
//! index       blocks: for each data block its volume, its first key and where it begins (see
//!             `index`)
//! footer      where header, models and index begin, how many blocks models and index have, a
//!             checksum of these, and 8 bytes that mark the end
//! ```
//!
//! A volume is some tiers in a row whose positions are alike, mostly one
//! ([`Space::TIERS_ALIKE`](games_core::Space::TIERS_ALIKE)). Blocks but those of data are those of the
//! checkpoints: deflated, with checksums, so every byte of the file is looked after. The same
//! positions make the same bytes, however they were solved: there is no time, no machine and no
//! number of threads in them.

mod block;
mod coder;
mod context_tree;
mod index;
mod learned;
mod model;
mod plain;
mod probability;
mod read;
mod spool;
mod tree;
mod volume;
mod write;

pub use read::Database;
pub(crate) use read::Extent;
pub(crate) use write::Writer;

use crate::blocks;

const MAGIC: [u8; 16] = *b"games solved 05\n";
/// What files of all versions begin with.
const NAME: [u8; 13] = *b"games solved ";
/// The version that [`MAGIC`] tells. Files of others are refused.
const VERSION: u32 = 5;
const END: [u8; 8] = *b"solved.\n";
const FOOTER: usize = 48;

/// Positions in a data block: whoever looks one up unpacks its block, which is to take little time.
const BLOCK: usize = 256;

/// The same where blocks are deflated, which is quicker undone and worth more in larger blocks.
const PLAIN_BLOCK: usize = 1024;

/// How hard blocks but those of data are compressed: a higher level takes far longer and saves a few percent.
const LEVEL: u8 = 6;

/// Index entries in an index block.
const INDEX_BLOCK: usize = 4096;

/// Reads the version of the format from the first bytes of a file; `None` for a file of another
/// kind.
fn version(magic: &[u8; MAGIC.len()]) -> Option<u32> {
    let digits = magic.strip_prefix(&NAME)?.strip_suffix(b"\n")?;
    let is_number = digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0')))
}

/// Where a data block is and what it begins with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Entry {
    volume: u32,
    first: u128,
    offset: u64,
}

/// Bytes before the contents of a data block.
const SUM: usize = 4;

/// The checksum of a data block, in which is also what the index says of it. Half of the one that
/// other blocks have: a damaged block is taken for a sound one once in 2^32 times, and these blocks
/// are small.
fn checksum(entry: &Entry, contents: &[u8]) -> [u8; SUM] {
    let pieces = [&entry.volume.to_le_bytes()[..], &entry.first.to_le_bytes(), contents];
    (blocks::checksum(&pieces) as u32).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_a_block_is_that_of_its_place_too() {
        let entry = Entry { volume: 1, first: 2, offset: 3 };
        let sum = |entry: Entry, contents: &[u8]| checksum(&entry, contents);
        assert_eq!(sum(Entry { offset: 4, ..entry }, b"x"), sum(entry, b"x"));
        for other in [Entry { volume: 2, ..entry }, Entry { first: 1, ..entry }] {
            assert_ne!(sum(other, b"x"), sum(entry, b"x"));
        }
        assert_ne!(sum(entry, b"y"), sum(entry, b"x"));
    }
}
