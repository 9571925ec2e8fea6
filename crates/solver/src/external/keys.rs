//! Ascending keys in a file: a block is the number of its keys, the first, and the differences of
//! the others.

use std::mem;

use games_core::solvable::Key;

use super::{
    folder::Folder,
    stream::{Piece, Sink, Source},
};
use crate::{
    numbers::{put, put_wide, take, take_wide},
    phase::Stop,
};

/// A file of ascending keys on its way.
#[derive(Debug)]
pub(super) struct KeySink<K> {
    sink: Sink,
    block: usize,
    body: Vec<u8>,
    contents: Vec<u8>,
    count: usize,
    last: K,
}

impl<K: Key> KeySink<K> {
    /// Writes blocks of so many keys into a file.
    pub(super) fn new(sink: Sink, block: usize) -> Self {
        let (body, contents) = (Vec::new(), Vec::new());
        Self { sink, block, body, contents, count: 0, last: K::default() }
    }

    /// Appends a key that is greater than all before.
    #[inline]
    pub(super) fn put(&mut self, key: K) -> Result<(), Stop> {
        let number = key.to_u128();
        let base = if self.count == 0 { 0 } else { self.last.to_u128() };
        debug_assert!(self.count == 0 || base < number, "keys ascend");
        put_wide(number - base, &mut self.body);
        self.last = key;
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

/// A file of ascending keys that is read block by block.
#[derive(Debug)]
pub(super) struct KeySource<K> {
    source: Source,
    /// The keys of the block that was read last.
    pub(super) keys: Vec<K>,
    last: Option<K>,
}

impl<K: Key> KeySource<K> {
    pub(super) fn open(folder: &Folder, piece: &Piece) -> Result<Self, Stop> {
        Ok(Self { source: Source::open(folder, piece)?, keys: Vec::new(), last: None })
    }

    /// Reads the next block; `false` at the end.
    pub(super) fn next_block(&mut self) -> Result<bool, Stop> {
        let Self { source, keys, last } = self;
        keys.clear();
        let Some(contents) = source.next()? else { return Ok(false) };
        if decode(contents, keys).is_none() || keys.first().copied() <= *last {
            return Err(source.damaged("its contents do not make sense"));
        }
        *last = keys.last().copied();
        Ok(true)
    }

    /// Reads the next block's number of keys and its first key; `None` at the end.
    pub(super) fn next_head(&mut self) -> Result<Option<(u64, K)>, Stop> {
        let Some(mut contents) = self.source.next()? else { return Ok(None) };
        match (take(&mut contents), take_wide(&mut contents).and_then(narrow)) {
            (Some(count), Some(first)) => Ok(Some((count, first))),
            _ => Err(self.source.damaged("its contents do not make sense")),
        }
    }

    /// Reads over so many blocks; returns how many keys they have.
    pub(super) fn skip(&mut self, blocks: u64) -> Result<u64, Stop> {
        let mut keys = 0;
        for _ in 0..blocks {
            let head = self.next_head()?;
            keys += head.ok_or_else(|| self.source.damaged("it is missing"))?.0;
        }
        Ok(keys)
    }

    /// The error for what is wrong with the block that was read last.
    pub(super) fn damaged(&self, what: &str) -> Stop {
        self.source.damaged(what)
    }
}

fn decode<K: Key>(mut contents: &[u8], keys: &mut Vec<K>) -> Option<()> {
    let count = usize::try_from(take(&mut contents)?).ok()?;
    // Every key takes a byte at least.
    if count == 0 || count > contents.len() {
        return None;
    }
    let mut number = take_wide(&mut contents)?;
    keys.push(narrow(number)?);
    for _ in 1..count {
        let step = take_wide(&mut contents)?;
        number = number.checked_add(step).filter(|_| step > 0)?;
        keys.push(K::from_u128(number));
    }
    // The last key is the greatest: if it is one, all are.
    narrow::<K>(number).filter(|_| contents.is_empty()).map(|_| ())
}

/// The key that a number stands for, if it is not too large for one.
pub(super) fn narrow<K: Key>(number: u128) -> Option<K> {
    let key = K::from_u128(number);
    (key.to_u128() == number).then_some(key)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_keys_or_not(bytes: Vec<u8>) {
            let mut keys = Vec::<u64>::new();
            if decode(&bytes, &mut keys).is_some() {
                prop_assert!(keys.is_sorted_by(|a, b| a < b) && !keys.is_empty());
            }
        }
    }

    #[test]
    fn a_key_that_is_too_large_is_none() {
        let encode = |numbers: &[u128]| {
            let mut bytes = vec![numbers.len() as u8];
            numbers.iter().for_each(|&number| put_wide(number, &mut bytes));
            bytes
        };
        let most = u128::from(u64::MAX);
        assert_eq!(decode::<u64>(&encode(&[7, most - 7]), &mut Vec::new()), Some(()));
        for numbers in [&[most + 1][..], &[7, most], &[7, 0], &[1, u128::MAX], &[]] {
            assert_eq!(decode::<u64>(&encode(numbers), &mut Vec::new()), None, "{numbers:?}");
        }
    }
}
