//! Files of blocks, written at their end and read from their beginning; on disk, or in memory.

use std::{
    fs::{self, File},
    io::{BufReader, Read, Take},
    path::{Path, PathBuf},
    rc::Rc,
};

use super::{folder::Folder, shelf::Shelf};
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

/// A file that grows by blocks. On disk the first one says what it belongs to.
#[derive(Debug)]
pub(super) struct Sink {
    to: To,
    name: String,
}

#[derive(Debug)]
enum To {
    Disk { file: GrowingFile, path: PathBuf, block: Vec<u8> },
    Memory { shelf: Shelf, bytes: u64 },
}

impl Sink {
    /// Begins a file with a name that no other had.
    pub(super) fn begin(folder: &mut Folder, what: &str) -> Result<Self, Stop> {
        let name = folder.new_name(what);
        let mut sink = Self::open(folder, Piece { name, bytes: 0 })?;
        if let To::Disk { .. } = sink.to {
            sink.put(head(&sink.name, folder.identity()).as_bytes())?;
        }
        Ok(sink)
    }

    /// Goes on with a file from where it was; what was written since is cut off.
    pub(super) fn go_on(folder: &Folder, piece: &Piece) -> Result<Self, Stop> {
        // Whether it is the right one is seen by reading it.
        Source::open(folder, piece)?;
        Self::open(folder, piece.clone())
    }

    fn open(folder: &Folder, Piece { name, bytes }: Piece) -> Result<Self, Stop> {
        if let Some(shelf) = folder.shelf() {
            let to = To::Memory { shelf: shelf.clone(), bytes };
            return Ok(Self { to, name });
        }
        let path = folder.path().join(&name);
        let file = folder.disk().grow(&path, bytes);
        let file = file.map_err(|e| Stop::Files(about(&path, &e)))?;
        Ok(Self { to: To::Disk { file, path, block: Vec::new() }, name })
    }

    /// Appends a block.
    ///
    /// # Errors
    ///
    /// [`Stop::Files`], in memory [`Stop::Memory`].
    pub(super) fn put(&mut self, contents: &[u8]) -> Result<(), Stop> {
        match &mut self.to {
            To::Disk { file, path, block } => {
                let written = seal(contents, block).and_then(|()| file.write(block));
                let most = file.bytes() + block.len() as u64;
                written.map_err(|e| Stop::Files(about_room(path, &e, most)))
            }
            To::Memory { shelf, bytes } => {
                *bytes += contents.len() as u64;
                shelf.put(&self.name, contents)
            }
        }
    }

    /// Returns the file as it is now.
    pub(super) fn piece(&self) -> Piece {
        Piece { name: self.name.clone(), bytes: self.bytes() }
    }

    /// The bytes that were written.
    pub(super) const fn bytes(&self) -> u64 {
        match &self.to {
            To::Disk { file, .. } => file.bytes(),
            To::Memory { bytes, .. } => *bytes,
        }
    }
}

/// A file that is read block by block.
#[derive(Debug)]
pub(super) struct Source {
    from: From,
    path: PathBuf,
    /// The number of the block that is read next.
    number: u64,
}

#[derive(Debug)]
enum From {
    Disk {
        file: BufReader<Take<File>>,
        block: Vec<u8>,
    },
    /// The name of the file, and the block that was read last.
    Memory {
        shelf: Shelf,
        name: String,
        block: Rc<[u8]>,
    },
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
        if let Some(shelf) = folder.shelf() {
            let (shelf, name) = (shelf.clone(), piece.name.clone());
            let from = From::Memory { shelf, name, block: Rc::default() };
            return Ok(Self { from, path, number: 0 });
        }
        let unreadable = |e| Stop::Foreign(about(&path, &e));
        let there = fs::metadata(&path).map_err(unreadable)?.len();
        let file = File::open(&path).map_err(unreadable)?;
        let file = BufReader::with_capacity(BUFFER, file.take(piece.bytes));
        let from = From::Disk { file, block: Vec::new() };
        let mut source = Self { from, path, number: 0 };
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
        let number = self.number;
        let read = match &mut self.from {
            From::Disk { file, block } => {
                next_into(file, block).map(|is_there| is_there.then(|| &block[HEADER..]))
            }
            From::Memory { shelf, name, block } => {
                let next = shelf.block(name, number);
                Ok(next.map(|next| {
                    *block = next;
                    &block[..]
                }))
            }
        };
        if !matches!(read, Ok(None)) {
            self.number += 1;
        }
        read.map_err(|what| damaged(&self.path, number, &what))
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
        damaged(&self.path, self.number.saturating_sub(1), what)
    }
}

fn damaged(path: &Path, number: u64, what: &str) -> Stop {
    Stop::Foreign(format!("{}: block {number}: {what}", path.display()))
}
