//! Values in files: of all positions of a tier in the order of their keys, or of some, with ranks.

use std::mem;

use super::{
    folder::Folder,
    stream::{Piece, Sink, Source},
};
use crate::{
    code::Code,
    numbers::{of_code, put, take, to_code},
    phase::Stop,
};

/// Values with the ranks that they belong to, on their way.
///
/// A block is the number of values, then for each the difference of its rank to the one before,
/// and itself.
#[derive(Debug)]
pub(super) struct AnswerSink {
    sink: Sink,
    block: usize,
    count: usize,
    last: u64,
    body: Vec<u8>,
    contents: Vec<u8>,
}

impl AnswerSink {
    /// Writes blocks of so many values.
    pub(super) const fn new(sink: Sink, block: usize) -> Self {
        Self { sink, block, count: 0, last: 0, body: Vec::new(), contents: Vec::new() }
    }

    /// Appends a value; ranks never descend.
    #[inline]
    pub(super) fn put(&mut self, rank: u64, code: Code) -> Result<(), Stop> {
        let base = if self.count == 0 { 0 } else { self.last };
        put(rank - base, &mut self.body);
        put(of_code(code), &mut self.body);
        self.last = rank;
        self.count += 1;
        if self.count == self.block { self.flush() } else { Ok(()) }
    }

    /// Ends the block, and returns the file as it is now.
    pub(super) fn end_block(&mut self) -> Result<Piece, Stop> {
        self.flush()?;
        Ok(self.sink.piece())
    }

    fn flush(&mut self) -> Result<(), Stop> {
        if self.count == 0 {
            return Ok(());
        }
        self.contents.clear();
        put(mem::take(&mut self.count) as u64, &mut self.contents);
        self.contents.append(&mut self.body);
        self.sink.put(&self.contents)
    }
}

/// Values with ranks that are read from the least rank on.
#[derive(Debug)]
pub(super) struct AnswerSource {
    source: Source,
    block: Vec<(u64, Code)>,
    at: usize,
    last: u64,
}

impl AnswerSource {
    pub(super) fn open(folder: &Folder, piece: &Piece) -> Result<Self, Stop> {
        let source = Source::open(folder, piece)?;
        Ok(Self { source, block: Vec::new(), at: 0, last: 0 })
    }

    /// Hands out what belongs to ranks below `end` and was not handed out before.
    #[inline]
    pub(super) fn each_below(
        &mut self,
        end: u64,
        mut take: impl FnMut(u64, Code),
    ) -> Result<(), Stop> {
        loop {
            while let Some(&(rank, code)) = self.block.get(self.at) {
                if rank >= end {
                    return Ok(());
                }
                take(rank, code);
                self.at += 1;
            }
            if !self.next_block()? {
                return Ok(());
            }
        }
    }

    fn next_block(&mut self) -> Result<bool, Stop> {
        self.block.clear();
        self.at = 0;
        let Some(contents) = self.source.next()? else { return Ok(false) };
        let is_sound = decode(contents, &mut self.block).is_some()
            && self.block.first().is_some_and(|&(rank, _)| rank >= self.last);
        if !is_sound {
            return Err(self.source.damaged("its contents do not make sense"));
        }
        self.last = self.block.last().map_or(0, |&(rank, _)| rank);
        Ok(true)
    }
}

fn decode(mut contents: &[u8], block: &mut Vec<(u64, Code)>) -> Option<()> {
    let count = usize::try_from(take(&mut contents)?).ok()?;
    if count > contents.len() {
        return None;
    }
    let mut rank = 0_u64;
    for _ in 0..count {
        rank = rank.checked_add(take(&mut contents)?)?;
        block.push((rank, to_code(take(&mut contents)?)?));
    }
    contents.is_empty().then_some(())
}

/// Appends the values of a block of keys.
pub(super) fn put_values(
    sink: &mut Sink,
    codes: &[Code],
    contents: &mut Vec<u8>,
) -> Result<(), Stop> {
    contents.clear();
    for &code in codes {
        put(of_code(code), contents);
    }
    sink.put(contents)
}

/// Reads the values of a block of so many keys, in the place of what is in `codes`.
pub(super) fn next_values(
    source: &mut Source,
    count: usize,
    codes: &mut Vec<Code>,
) -> Result<(), Stop> {
    codes.clear();
    let read = match source.next()? {
        None => None,
        Some(mut contents) => {
            while codes.len() < count
                && let Some(code) = take(&mut contents).and_then(to_code)
            {
                codes.push(code);
            }
            (codes.len() == count && contents.is_empty()).then_some(())
        }
    };
    read.ok_or_else(|| source.damaged("its values are not those of the keys"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_answers_or_not(bytes: Vec<u8>) {
            let mut block = Vec::new();
            if decode(&bytes, &mut block).is_some() {
                prop_assert!(block.is_sorted_by_key(|&(rank, _)| rank));
            }
        }
    }
}
