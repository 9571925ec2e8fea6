//! The positions of a tier on their way into a table.
//!
//! How likely a bit is in a volume is known when all of the volume is; until then its positions wait
//! here, in memory while they are few and else in a file beside the table.

use core::mem;
use std::{
    fs::File,
    io::{self, BufReader, Cursor, Read, Take},
    path::{Path, PathBuf},
};

use crate::{
    blocks::{HEADER, next_into, seal},
    code::Code,
    disk::{Disk, Scratch, about},
    numbers::{put_wide, take_wide},
};

/// Positions in ascending order of keys.
#[derive(Debug)]
pub(super) struct Spool {
    disk: Disk,
    path: PathBuf,
    /// Positions that are no block yet: differences of keys, and codes in two bytes.
    open: Vec<u8>,
    last: u128,
    /// Blocks that are not in the file.
    waiting: Vec<u8>,
    block: Vec<u8>,
    file: Option<Scratch>,
}

/// Bytes of a block.
const BLOCK: usize = 1 << 13;
/// Bytes that stay in memory.
const MOST_WAITING: usize = 1 << 18;

impl Spool {
    /// An empty one that makes a file with this path if it needs one.
    pub(super) fn new(disk: Disk, path: PathBuf) -> Self {
        let (open, waiting, block) = (Vec::new(), Vec::new(), Vec::new());
        Self { disk, path, open, last: 0, waiting, block, file: None }
    }

    /// Appends a position whose key is greater than all before.
    pub(super) fn put(&mut self, key: u128, code: Code) -> io::Result<()> {
        put_wide(key - mem::replace(&mut self.last, key), &mut self.open);
        self.open.extend(code.to_le_bytes());
        if self.open.len() < BLOCK { Ok(()) } else { self.end_block() }
    }

    fn end_block(&mut self) -> io::Result<()> {
        let Self { open, waiting, block, .. } = self;
        seal(open, block)?;
        open.clear();
        waiting.extend(&*block);
        if waiting.len() < MOST_WAITING {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(self.disk.scratch(&self.path).map_err(|e| named(&self.path, &e))?),
        };
        file.write(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Forgets all positions.
    pub(super) fn empty(&mut self) -> io::Result<()> {
        self.open.clear();
        self.waiting.clear();
        self.last = 0;
        self.file.as_mut().map_or(Ok(()), Scratch::empty)
    }

    /// Reads all positions from the first one on.
    pub(super) fn read(&mut self) -> io::Result<Spooled> {
        if !self.open.is_empty() {
            self.end_block()?;
        }
        let file = self.file.as_ref().map(Scratch::read).transpose()?;
        let waiting = Cursor::new(self.waiting.clone());
        let (block, at, last) = (Vec::new(), 0, 0);
        let mut spooled = Spooled { file, waiting, block, at, last, next: None };
        spooled.go_on()?;
        Ok(spooled)
    }
}

/// Positions that come back.
#[derive(Debug)]
pub(super) struct Spooled {
    file: Option<BufReader<Take<File>>>,
    waiting: Cursor<Vec<u8>>,
    block: Vec<u8>,
    /// How much of the block was read.
    at: usize,
    last: u128,
    /// The position that comes next.
    pub(super) next: Option<(u128, Code)>,
}

impl Spooled {
    /// Goes on to the next position.
    #[inline]
    pub(super) fn go_on(&mut self) -> io::Result<()> {
        if self.at == self.block.len() && !self.next_block()? {
            self.next = None;
            return Ok(());
        }
        let mut bytes = &self.block[self.at..];
        let step = take_wide(&mut bytes).ok_or_else(damaged)?;
        let code = bytes.split_off(..2).ok_or_else(damaged)?;
        self.at = self.block.len() - bytes.len();
        self.last += step;
        self.next = Some((self.last, Code::from_le_bytes([code[0], code[1]])));
        Ok(())
    }

    fn next_block(&mut self) -> io::Result<bool> {
        let mut next = |from: &mut dyn Read| next_into(&mut { from }, &mut self.block);
        let is_there = match &mut self.file {
            Some(file) => next(file).and_then(|is_there| Ok(is_there || next(&mut self.waiting)?)),
            None => next(&mut self.waiting),
        };
        self.at = HEADER;
        is_there.map_err(io::Error::other)
    }
}

/// The table is not to blame.
fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), about(path, error))
}

fn damaged() -> io::Error {
    io::Error::other("what was written does not come back")
}

#[cfg(test)]
mod tests {
    use std::{env, process};

    use super::*;

    fn spool(name: &str, disk: Disk) -> Spool {
        Spool::new(disk, env::temp_dir().join(format!("games-spool-{name}-{}", process::id())))
    }

    fn key(i: u64) -> u128 {
        u128::from(i * i) << (i % 7) | u128::from(i) << 90
    }

    fn all(spool: &mut Spool) -> Vec<(u128, Code)> {
        let mut spooled = spool.read().unwrap();
        let next = || {
            let next = spooled.next?;
            spooled.go_on().unwrap();
            Some(next)
        };
        core::iter::from_fn(next).collect()
    }

    #[test]
    fn positions_come_back_as_often_as_one_likes() {
        let mut spool = spool("back", Disk::default());
        for count in [0, 1, 5000, 100_000, 7] {
            let positions: Vec<_> = (0..count).map(|i| (key(i), i as Code)).collect();
            for &(key, code) in &positions {
                spool.put(key, code).unwrap();
            }
            assert_eq!(all(&mut spool), positions);
            assert_eq!(all(&mut spool), positions);
            assert_eq!(spool.path.exists(), count >= 7 && spool.file.is_some());
            spool.empty().unwrap();
        }
        let path = spool.path.clone();
        assert!(path.exists(), "there were too many for memory");
        drop(spool);
        assert!(!path.exists());
    }

    #[test]
    fn a_full_disk_is_told() {
        let full = |call| match call {
            "write" => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        };
        let mut spool = spool("full", Disk::faulty(full));
        let error = (0..100_000).find_map(|i| spool.put(key(i), 0).err()).unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn a_folder_in_the_way_is_named() {
        let mut spool = spool("folder", Disk::default());
        std::fs::create_dir(&spool.path).unwrap();
        let error = (0..100_000).find_map(|i| spool.put(key(i), 0).err()).unwrap();
        std::fs::remove_dir(&spool.path).unwrap();
        assert!(error.to_string().contains("games-spool-folder"), "{error}");
    }

    #[test]
    fn a_position_that_does_not_come_back_is_told() {
        let mut spool = spool("damaged", Disk::default());
        (0..9).for_each(|i| spool.put(key(i), 0).unwrap());
        assert_eq!(all(&mut spool).len(), 9);
        spool.waiting[HEADER + 3] ^= 1;
        assert!(spool.read().is_err());
    }
}
