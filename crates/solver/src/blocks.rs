//! Blocks of bytes in a file: compressed, and each with a checksum that any damage breaks.
//!
//! ```text
//! 4 bytes   the length of what follows the checksum
//! 4 bytes   its length before it was compressed
//! 8 bytes   checksum of both lengths and of what follows
//! ...       a stream of deflate (RFC 1951)
//! ```
//!
//! Numbers are little-endian.

use std::{
    io::{self, Read},
    iter,
};

use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_slice_iter_to_slice};

/// The bytes before a block's contents.
pub(crate) const HEADER: usize = 16;

/// No block is longer than this, so that a damaged length does not make a reader ask for memory. The
/// longest are those of checkpoints, with 65,536 positions of at most 18 bytes.
pub(crate) const MOST_BYTES: u32 = 2 << 20;

/// Makes a block.
///
/// # Errors
///
/// If it is too long.
pub(crate) fn pack(contents: &[u8], level: u8) -> io::Result<Vec<u8>> {
    let packed = compress_to_vec(contents, level);
    let lengths = [packed.len(), contents.len()].map(u32::try_from);
    let [Ok(packed_len), Ok(len)] = lengths else {
        return Err(io::Error::other("a block is too long"));
    };
    if packed_len.max(len) > MOST_BYTES {
        return Err(io::Error::other("a block is too long"));
    }
    let mut block = Vec::with_capacity(HEADER + packed.len());
    block.extend(packed_len.to_le_bytes());
    block.extend(len.to_le_bytes());
    let sum = checksum(&[&block[..], &packed]);
    block.extend(sum.to_le_bytes());
    block.extend(packed);
    Ok(block)
}

/// Reads a block.
///
/// # Errors
///
/// What is wrong with it, in a few words.
pub(crate) fn unpack(block: &[u8]) -> Result<Vec<u8>, String> {
    let (packed, length) = packed_in(block)?;
    if length > MOST_BYTES {
        return Err("its length is wrong".to_owned());
    }
    let mut contents = vec![0; length as usize];
    let found = decompress_slice_iter_to_slice(&mut contents, iter::once(packed), false, true)
        .map_err(|status| format!("it cannot be unpacked: {status:?}"))?;
    if found != contents.len() {
        return Err("its length is wrong".to_owned());
    }
    Ok(contents)
}

/// The frame of a block whose checksum is right, and the length of what is packed in it.
fn packed_in(block: &[u8]) -> Result<(&[u8], u32), String> {
    let Some((header, packed)) = block.split_at_checked(HEADER) else {
        return Err("it is cut short".to_owned());
    };
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    let sum = u64::from_le_bytes(header[8..].try_into().expect("eight bytes"));
    if word(0) as usize != packed.len() {
        return Err("its length is wrong".to_owned());
    }
    if checksum(&[&header[..8], packed]) != sum {
        return Err("its checksum is wrong".to_owned());
    }
    Ok((packed, word(4)))
}

/// Reads the next block of a file and unpacks it; `None` at the end.
///
/// # Errors
///
/// As [`unpack`], or that of the file system.
pub(crate) fn read_next(file: &mut impl Read) -> Result<Option<Vec<u8>>, String> {
    next(file)?.map(|block| unpack(&block)).transpose()
}

/// Reads the next block of a file as it stands there; `None` at the end.
///
/// # Errors
///
/// As [`unpack`], or that of the file system.
pub(crate) fn next(file: &mut impl Read) -> Result<Option<Vec<u8>>, String> {
    let mut block = Vec::new();
    Ok(next_into(file, &mut block)?.then_some(block))
}

/// The same into memory that is used again; `false` at the end.
///
/// # Errors
///
/// As [`unpack`], or that of the file system.
pub(crate) fn next_into(file: &mut impl Read, block: &mut Vec<u8>) -> Result<bool, String> {
    let mut header = [0; HEADER];
    match file.read(&mut header[..1]) {
        Ok(0) => return Ok(false),
        Ok(_) => {}
        Err(error) => return Err(error.to_string()),
    }
    let cut = |error: io::Error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "it is cut short".to_owned(),
        _ => error.to_string(),
    };
    file.read_exact(&mut header[1..]).map_err(cut)?;
    let length = u32::from_le_bytes(header[..4].try_into().expect("four bytes"));
    if length > MOST_BYTES {
        return Err("its length is wrong".to_owned());
    }
    block.clear();
    block.extend(header);
    block.resize(HEADER + length as usize, 0);
    file.read_exact(&mut block[HEADER..]).map_err(cut)?;
    packed_in(block)?;
    Ok(true)
}

/// Makes a block whose contents stand in it as they are, for what is read once and soon: its
/// length before it was compressed is that of the contents. Such blocks are read by [`next_into`].
///
/// # Errors
///
/// If it is too long.
pub(crate) fn seal(contents: &[u8], block: &mut Vec<u8>) -> io::Result<()> {
    let length = u32::try_from(contents.len()).ok().filter(|&length| length <= MOST_BYTES);
    let length = length.ok_or_else(|| io::Error::other("a block is too long"))?.to_le_bytes();
    let lengths = [length, length].concat();
    block.clear();
    block.extend(&lengths);
    block.extend(checksum(&[&lengths, contents]).to_le_bytes());
    block.extend(contents);
    Ok(())
}

/// A checksum of 64 bits over several pieces: not against malice, against everything else.
///
/// Each word changes the sum one to one, and each sum goes over into the next one to one: so a
/// single word that differs is always noticed, and anything else but for once in 2^64 times.
pub(crate) fn checksum(pieces: &[&[u8]]) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut sum = ODD;
    let mut add = |word: u64| {
        sum = (sum ^ word).wrapping_mul(ODD).rotate_left(29);
        sum ^= sum >> 32;
    };
    for piece in pieces {
        add(piece.len() as u64);
        let mut words = piece.chunks_exact(8);
        for word in &mut words {
            add(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        add(u64::from_le_bytes(last));
    }
    sum
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A block that says it is so long, with the checksum for it.
    fn forged(packed_len: u32, len: u32, packed: &[u8]) -> Vec<u8> {
        let lengths = [packed_len, len].map(u32::to_le_bytes).concat();
        let sum = checksum(&[&lengths, packed]).to_le_bytes();
        [&lengths[..], &sum, packed].concat()
    }

    #[test]
    fn a_forged_length_is_refused() {
        let contents = vec![0; MOST_BYTES as usize + 1];
        let packed = compress_to_vec(&contents, 6);
        let (packed_len, most) = (packed.len() as u32, MOST_BYTES);
        // As long as it says, but longer than any block.
        for len in [most, most + 1, u32::MAX] {
            assert!(unpack(&forged(packed_len, len, &packed)).is_err(), "{len}");
        }
        let mut reader = &forged(most + 1, 1, &vec![0; contents.len()])[..];
        assert_eq!(read_next(&mut reader), Err("its length is wrong".to_owned()));
        assert_eq!(reader.len(), contents.len(), "nothing behind the header was read");
    }

    proptest! {
        #[test]
        fn blocks_come_out_as_they_went_in_and_damage_is_noticed(
            contents: Vec<u8>, next: Vec<u8>, flips: Vec<u16>,
        ) {
            let block = pack(&contents, 6).unwrap();
            prop_assert_eq!(unpack(&block), Ok(contents.clone()));
            let mut file = [block.clone(), pack(&next, 6).unwrap()].concat();
            let mut reader = &file[..];
            prop_assert_eq!(read_next(&mut reader), Ok(Some(contents)));
            prop_assert_eq!(read_next(&mut reader), Ok(Some(next)));
            prop_assert_eq!(read_next(&mut reader), Ok(None));
            for bit in flips.into_iter().map(usize::from).chain([0]) {
                let bit = bit % (8 * block.len());
                let mut damaged = block.clone();
                damaged[bit / 8] ^= 1 << (bit % 8);
                prop_assert!(unpack(&damaged).is_err(), "bit {}", bit);
            }
            file.truncate(file.len() - 1);
            let mut reader = &file[..];
            prop_assert!(read_next(&mut reader).is_ok());
            prop_assert!(read_next(&mut reader).is_err());
        }

        #[test]
        fn any_bytes_are_a_block_or_not(bytes: Vec<u8>) {
            let _ = unpack(&bytes);
            let _ = read_next(&mut &bytes[..]);
        }
    }
}
