//! Positions with their codes in a file.

use std::{
    fs,
    io::{self, BufReader},
    path::Path,
};

use games_core::solvable::Key;

use super::kept::{Digest, Kept, head};
use crate::{
    blocks,
    code::Code,
    disk::{Disk, NewFile},
    identity::Identity,
};

/// Records in a block of a checkpoint.
const BLOCK: usize = 1 << 16;
/// Quick: most of what is written is soon written over.
const LEVEL: u8 = 1;

/// A file on its way.
struct Blocks {
    file: NewFile,
    digest: Digest,
}

impl Blocks {
    fn write(&mut self, contents: &[u8]) -> io::Result<()> {
        let block = blocks::pack(contents, LEVEL)?;
        self.digest.add(&block);
        self.file.write(&block)
    }
}

pub(super) fn write_records<K: Key>(
    disk: &Disk,
    folder: &Path,
    name: String,
    identity: &Identity,
    mut records: impl Iterator<Item = (K, Code)>,
    goes_on: &dyn Fn() -> bool,
) -> io::Result<Kept> {
    let mut blocks = Blocks { file: disk.begin(&folder.join(&name))?, digest: Digest::default() };
    blocks.write(head(&name, identity).as_bytes())?;
    loop {
        if !goes_on() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (mut keys, mut codes) = (Vec::new(), Vec::new());
        for (key, code) in records.by_ref().take(BLOCK) {
            keys.extend_from_slice(&key.to_u128().to_le_bytes()[..K::BYTES]);
            codes.extend_from_slice(&code.to_le_bytes());
        }
        let is_last = keys.is_empty();
        keys.append(&mut codes);
        blocks.write(&keys)?;
        // An empty block at the end tells that nothing is missing.
        if is_last {
            let kept = Kept { name, bytes: blocks.file.bytes(), digest: blocks.digest.0 };
            return blocks.file.finish().map(|()| kept);
        }
    }
}

/// Reads the positions of a file that was checked.
pub(super) fn read_records<K: Key>(
    path: &Path,
    take: &mut impl FnMut(K, Code),
) -> Result<(), String> {
    let file = fs::File::open(path).map_err(|e| e.to_string())?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut number = 0;
    loop {
        let block = blocks::read_next(&mut file)
            .and_then(|block| block.ok_or_else(|| "it is missing".to_owned()))
            .map_err(|what| format!("block {number}: {what}"))?;
        if block.is_empty() {
            return Ok(());
        }
        if number > 0 {
            take_records(&block, take)
                .ok_or_else(|| format!("block {number}: its length is wrong"))?;
        }
        number += 1;
    }
}

fn take_records<K: Key>(block: &[u8], take: &mut impl FnMut(K, Code)) -> Option<()> {
    let n = block.len() / (K::BYTES + size_of::<Code>());
    let (keys, codes) = block.split_at(n * K::BYTES);
    if codes.len() != n * size_of::<Code>() {
        return None;
    }
    for (key, code) in keys.chunks_exact(K::BYTES).zip(codes.chunks_exact(2)) {
        let mut bytes = [0; 16];
        bytes[..K::BYTES].copy_from_slice(key);
        let key = K::from_u128(u128::from_le_bytes(bytes));
        take(key, Code::from_le_bytes([code[0], code[1]]));
    }
    Some(())
}
