//! Files of blocks, written at their end and read from their beginning.

use std::{
    fs::{self, File},
    io::{BufReader, Read, Take},
    path::PathBuf,
};

use super::folder::Folder;
use crate::{
    blocks::{HEADER, next_into, seal},
    disk::{GrowingFile, about, about_room},
    files::head,
    phase::Stop,
};

/// A file, as far as it is known to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) bytes: u64,
}

/// A file that grows by blocks. The first one says what it belongs to.
#[derive(Debug)]
pub(super) struct Sink {
    file: GrowingFile,
    name: String,
    path: PathBuf,
    block: Vec<u8>,
}

impl Sink {
    /// Begins a file with a name that no other had.
    pub(super) fn begin(folder: &mut Folder, what: &str) -> Result<Self, Stop> {
        let name = folder.new_name(what);
        let mut sink = Self::open(folder, Piece { name, bytes: 0 })?;
        sink.put(head(&sink.name, folder.identity()).as_bytes())?;
        Ok(sink)
    }

    /// Goes on with a file from where it was; what was written since is cut off.
    pub(super) fn go_on(folder: &Folder, piece: &Piece) -> Result<Self, Stop> {
        // Whether it is the right one is seen by reading it.
        Source::open(folder, piece)?;
        Self::open(folder, piece.clone())
    }

    fn open(folder: &Folder, Piece { name, bytes }: Piece) -> Result<Self, Stop> {
        let path = folder.path().join(&name);
        let file = folder.disk().grow(&path, bytes);
        let file = file.map_err(|e| Stop::Files(about(&path, &e)))?;
        Ok(Self { file, name, path, block: Vec::new() })
    }

    /// Appends a block.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`].
    pub(super) fn put(&mut self, contents: &[u8]) -> Result<(), Stop> {
        let Self { file, block, .. } = self;
        let written = seal(contents, block).and_then(|()| file.write(block));
        let most = self.file.bytes() + self.block.len() as u64;
        written.map_err(|e| Stop::Files(about_room(&self.path, &e, most)))
    }

    /// Returns the file as it is now.
    pub(super) fn piece(&self) -> Piece {
        Piece { name: self.name.clone(), bytes: self.file.bytes() }
    }
}

/// A file that is read block by block.
#[derive(Debug)]
pub(super) struct Source {
    file: BufReader<Take<File>>,
    path: PathBuf,
    block: Vec<u8>,
    /// The number of the block that is read next.
    number: u64,
}

/// Enough for the header of a block; its contents go around it.
const BUFFER: usize = 512;

impl Source {
    /// Opens a file and looks whether it belongs here.
    ///
    /// # Errors
    ///
    /// [`Stop::Foreign`] if it is missing, too short, damaged or of something else.
    pub(super) fn open(folder: &Folder, piece: &Piece) -> Result<Self, Stop> {
        let path = folder.path().join(&piece.name);
        let unreadable = |e| Stop::Foreign(about(&path, &e));
        let there = fs::metadata(&path).map_err(unreadable)?.len();
        let file = File::open(&path).map_err(unreadable)?;
        let file = BufReader::with_capacity(BUFFER, file.take(piece.bytes));
        let mut source = Self { file, path, block: Vec::new(), number: 0 };
        if there < piece.bytes {
            let whole = piece.bytes;
            return Err(source.damaged(&format!("it has {there} bytes, and {whole} belong to it")));
        }
        let expected = head(&piece.name, folder.identity());
        if source.next()? != Some(expected.as_bytes()) {
            return Err(source.damaged("it does not belong to this work"));
        }
        Ok(source)
    }

    /// Reads the next block; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`Stop::Foreign`] if it is damaged.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, Stop> {
        match next_into(&mut self.file, &mut self.block) {
            Ok(false) => Ok(None),
            Ok(true) => {
                self.number += 1;
                Ok(Some(&self.block[HEADER..]))
            }
            Err(what) => {
                self.number += 1;
                Err(self.damaged(&what))
            }
        }
    }

    /// Reads over so many blocks.
    pub(super) fn skip(&mut self, blocks: u64) -> Result<(), Stop> {
        for _ in 0..blocks {
            if self.next()?.is_none() {
                return Err(self.damaged("it is missing"));
            }
        }
        Ok(())
    }

    /// The error for what is wrong with the block that was read last.
    pub(super) fn damaged(&self, what: &str) -> Stop {
        let number = self.number.saturating_sub(1);
        Stop::Foreign(format!("{}: block {number}: {what}", self.path.display()))
    }
}
