//! The table with threads that are interrupted wherever it may matter, see [`sync`](crate::sync).

use std::sync::Arc;

use loom::thread;

use super::{blocks::Bucket, *};
use crate::{Score, sync::interleave};

/// An entry that is a function of its key, so that a reader can tell those of two keys apart.
fn entry(key: u64, depth: u16) -> Entry {
    Entry {
        score: Score::estimate(key as i32),
        bound: Bound::Exact,
        complete: true,
        depth,
        best: 3,
    }
}

/// A table of one bucket that may double so many times, with deep entries for these keys and a
/// shallow one for 8.
fn full_table(doublings: u32, keys: [u64; 3]) -> Table {
    let mut table = Table::of_bytes(size_of::<Bucket>() << doublings);
    table.generation = 1;
    for key in keys {
        table.put(key, entry(key, 50));
    }
    table.put(8, entry(8, 1));
    table
}

/// Puts shallow entries for these keys, a thread a key.
fn put(table: &Arc<Table>, keys: [u64; 2]) -> [thread::JoinHandle<()>; 2] {
    keys.map(|key| {
        let table = Arc::clone(table);
        thread::spawn(move || table.put(key, entry(key, 1)))
    })
}

fn assert_whole(table: &Table, keys: &[u64]) {
    for &key in keys {
        let found = table.get(key);
        assert!(found.is_none_or(|found| found.score == entry(key, 0).score), "{key}: {found:?}");
    }
}

#[test]
fn nobody_sees_half_an_entry() {
    interleave(3, || {
        let table = Arc::new(full_table(0, [2, 4, 6]));
        let threads = put(&table, [5, 7]);
        assert_whole(&table, &[5, 7, 8]);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_whole(&table, &[5, 7, 8]);
    });
}

#[test]
fn nobody_sees_half_an_entry_while_it_grows() {
    interleave(2, || {
        let table = Arc::new(full_table(1, [1, 3, 2]));
        // One of them pushes out what lay in the slot, and doubles the table.
        let threads = put(&table, [5, 7]);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_whole(&table, &[1, 2, 3, 5, 7, 8]);
    });
}

#[test]
fn growing_loses_nothing_that_lies_still() {
    interleave(2, || {
        let table = Arc::new(full_table(2, [1, 3, 2]));
        let threads = put(&table, [4, 12]);
        for thread in threads {
            thread.join().unwrap();
        }
        assert!(table.blocks.doublings_left() < 2);
        for key in [1, 3, 2] {
            assert_eq!(table.get(key), Some(entry(key, 50)), "{key}");
        }
    });
}
