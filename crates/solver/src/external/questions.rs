//! What a tier asks of later ones: positions, each with the rank of the parent that asks.
//!
//! A block is the number of questions, the first rank and the differences of the others, then for
//! each question the difference to the first key of its share, in so many bytes.

use std::mem;

use games_core::solvable::Key;

use super::{
    keys::narrow,
    stream::{Sink, Source},
};
use crate::{
    numbers::{put, take},
    phase::Stop,
};

/// Questions to a share on their way.
#[derive(Debug)]
pub(super) struct QuestionSink {
    sink: Sink,
    block: usize,
    first: u128,
    width: usize,
    count: usize,
    last: u64,
    ranks: Vec<u8>,
    keys: Vec<u8>,
    contents: Vec<u8>,
}

impl QuestionSink {
    /// Writes blocks of so many questions about keys from `first` on.
    pub(super) fn new(sink: Sink, block: usize, (first, width): (u128, usize)) -> Self {
        let (ranks, keys, contents) = (Vec::new(), Vec::new(), Vec::new());
        Self { sink, block, first, width, count: 0, last: 0, ranks, keys, contents }
    }

    /// Asks; ranks never descend.
    #[inline]
    pub(super) fn put<K: Key>(&mut self, rank: u64, key: K) -> Result<(), Stop> {
        let base = if self.count == 0 { 0 } else { self.last };
        put(rank - base, &mut self.ranks);
        self.last = rank;
        let step = (key.to_u128() - self.first).to_le_bytes();
        self.keys.extend_from_slice(&step[..self.width]);
        self.count += 1;
        if self.count == self.block { self.flush() } else { Ok(()) }
    }

    /// The bytes of what was asked.
    pub(super) const fn bytes(&self) -> u64 {
        self.sink.bytes() + (self.ranks.len() + self.keys.len()) as u64
    }

    /// Ends the block, and returns the file.
    pub(super) fn end_block(&mut self) -> Result<&Sink, Stop> {
        self.flush()?;
        Ok(&self.sink)
    }

    fn flush(&mut self) -> Result<(), Stop> {
        if self.count == 0 {
            return Ok(());
        }
        self.contents.clear();
        put(mem::take(&mut self.count) as u64, &mut self.contents);
        self.contents.append(&mut self.ranks);
        self.contents.append(&mut self.keys);
        self.sink.put(&self.contents)
    }
}

/// Reads a block of questions, in the place of what is in the lists; `false` at the end.
pub(super) fn next_questions<K: Key>(
    source: &mut Source,
    (first, width): (u128, usize),
    ranks: &mut Vec<u64>,
    keys: &mut Vec<K>,
) -> Result<bool, Stop> {
    ranks.clear();
    keys.clear();
    let Some(contents) = source.next()? else { return Ok(false) };
    match decode(contents, (first, width), ranks, keys) {
        Some(()) => Ok(true),
        None => Err(source.damaged("its contents do not make sense")),
    }
}

fn decode<K: Key>(
    mut contents: &[u8],
    (first, width): (u128, usize),
    ranks: &mut Vec<u64>,
    keys: &mut Vec<K>,
) -> Option<()> {
    let count = usize::try_from(take(&mut contents)?).ok()?;
    if count == 0 || count > contents.len() {
        return None;
    }
    let mut rank = 0_u64;
    for _ in 0..count {
        rank = rank.checked_add(take(&mut contents)?)?;
        ranks.push(rank);
    }
    if contents.len() != count * width {
        return None;
    }
    if width == 0 {
        keys.resize(count, narrow(first)?);
        return Some(());
    }
    for step in contents.chunks_exact(width) {
        let mut bytes = [0; 16];
        bytes[..width].copy_from_slice(step);
        keys.push(narrow(first.checked_add(u128::from_le_bytes(bytes))?)?);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_questions_or_not(bytes: Vec<u8>, first: u128, width in 0..=16_usize) {
            let (mut ranks, mut keys) = (Vec::new(), Vec::<u64>::new());
            if decode(&bytes, (first, width), &mut ranks, &mut keys).is_some() {
                prop_assert_eq!(ranks.len(), keys.len());
                prop_assert!(ranks.is_sorted());
            }
        }
    }
}
