//! Solved positions in files: what was stored is found again, and damage is noticed.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::{fs, io, path::Path};

use games_core::{Space, solvable::Key};
use proptest::{prelude::*, strategy::ValueTree};
use solver::{Database, Disk, Identity, Job, SolvedSpace, SolvedValue, Stop, Store};

use crate::{
    folder::{Folder, disk},
    maze::{Backward, Dense, Repeated, Straight, mazes, solve},
};

fn identity() -> Identity {
    Identity {
        game: "maze".to_owned(),
        rules: "doors=5".to_owned(),
        start: "room 0".to_owned(),
        whole: false,
        folded: false,
    }
}

fn stored<S: Space>(
    space: &S,
    path: &Path,
    threads: usize,
    disk: Disk,
) -> Result<SolvedSpace, Stop> {
    let store = Store::new(path.to_owned(), identity()).with_disk(disk);
    let job = Job::default().with_threads(threads).with_slice(7).with_store(store);
    solve(space, &job, &mut |_| {}, &AtomicBool::new(false))
}

/// Stores a maze and looks everything up again.
fn check<S: Space>(space: &S, keys: impl Iterator<Item = S::Key>) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.path().join("maze.solved");
    let solution = stored(space, &path, 1, disk()).unwrap();
    let database = Database::open(&path).unwrap();
    assert_eq!(*database.identity(), identity());
    let summary = solution.summary();
    assert_eq!((database.keys(), database.digest()), (summary.keys, summary.digest));
    assert_eq!(
        SolvedValue::ALL.map(|v| database.count(v)),
        SolvedValue::ALL.map(|v| summary.count(v))
    );
    for key in keys {
        let found = database.get(space.tier(key), key.to_u128()).unwrap();
        assert_eq!(found, solution.get(key.to_u128()), "{key:?}");
    }
    assert_eq!(database.get(0, u128::MAX), Ok(None));
    assert_eq!(database.get(u32::MAX, 0), Ok(None));
    assert_eq!(database.verify(2, &AtomicBool::new(false)), Ok(()));
    let bytes = fs::read(&path).unwrap();
    for threads in 2..=3 {
        let path = folder.path().join("again.solved");
        stored(space, &path, threads, disk()).unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes, "{threads} threads");
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn what_was_stored_is_found_again(rooms in mazes(200, true), straight in mazes(200, false)) {
        let maze = Backward::new(&rooms, 0);
        let keys = |n: usize| (0..n).map(|room| maze.key(room));
        let bytes = check(&maze, keys(rooms.len()));
        prop_assert_eq!(check(&Repeated::new(&rooms, 0), keys(rooms.len())), bytes);
        check(&Dense::new(&rooms, 0), 0..rooms.len() as u64);
        let maze = Straight::new(&straight, 0);
        check(&maze, (0..straight.len()).map(|room| maze.key(room)));
    }
}

/// A file of some kilobytes.
fn file() -> (Folder, std::path::PathBuf, Vec<u8>) {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = mazes(900, false);
    let rooms = |_| strategy.new_tree(&mut runner).unwrap().current();
    let rooms = (0..20).map(rooms).max_by_key(Vec::len).unwrap();
    let folder = Folder::new();
    let path = folder.path().join("maze.solved");
    stored(&Straight::new(&rooms, 0), &path, 1, disk()).unwrap();
    let bytes = fs::read(&path).unwrap();
    (folder, path, bytes)
}

/// Opens and verifies bytes as a file.
fn look_at(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    fs::write(path, bytes).unwrap();
    Database::open(path)?.verify(2, &AtomicBool::new(false))
}

#[test]
fn a_bit_that_is_flipped_in_any_byte_is_reported() {
    let (_folder, path, mut bytes) = file();
    assert!((500..20_000).contains(&bytes.len()), "{} bytes", bytes.len());
    let mut damaged = 0;
    // All eight of each byte are what the blocks are tested with.
    for bit in (0..bytes.len()).map(|byte| 8 * byte + byte * 5 % 8) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        match look_at(&path, &bytes) {
            Err(Stop::Foreign(message)) => {
                assert!(message.starts_with(&path.display().to_string()), "{message}");
            }
            Err(Stop::Damaged { what, offset }) => {
                assert!(what.starts_with(&path.display().to_string()), "{what}");
                // The first block comes after the name of the format.
                assert!((16..=bit as u64 / 8).contains(&offset), "bit {bit}: block at {offset}");
                damaged += 1;
            }
            other => panic!("bit {bit}: {other:?}"),
        }
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    assert!(damaged > 200, "{damaged} flips were placed in a block");
    assert_eq!(look_at(&path, &bytes), Ok(()));
}

#[test]
fn what_is_cut_short_or_something_else_is_reported() {
    let (_folder, path, bytes) = file();
    for length in 0..bytes.len() {
        assert!(matches!(look_at(&path, &bytes[..length]), Err(Stop::Foreign(_))), "{length}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(look_at(&path, &longer), Err(Stop::Foreign(_))));
    let message = look_at(&path, b"(w \"\" wbwb bwb- w-wb)\n").unwrap_err().to_string();
    assert!(message.contains("no database of solved positions"), "{message}");
    assert!(matches!(Database::open(Path::new("/no/such/file")), Err(Stop::Files(_))));
}

#[test]
fn a_file_of_another_version_is_refused_by_name() {
    let (_folder, path, mut bytes) = file();
    assert_eq!(&bytes[..16], b"games solved 05\n");
    bytes[13..15].copy_from_slice(b"12");
    let message = look_at(&path, &bytes).unwrap_err().to_string();
    let expected = "it has version 12 of the format, and 5 is the latest that this program reads";
    assert_eq!(message, format!("{}: {expected}", path.display()));
    bytes[13..15].copy_from_slice(b"04");
    let message = look_at(&path, &bytes).unwrap_err().to_string();
    assert!(message.ends_with("version 4 of the format, and this program reads version 5"));
    // It is one of ours all the same.
    assert_eq!(Database::is_one(&path), Ok(true));
    bytes[13..15].copy_from_slice(b"0x");
    let message = look_at(&path, &bytes).unwrap_err().to_string();
    assert!(message.contains("no database of solved positions"), "{message}");
}

/// Between the parts of a file, where no checksum would tell.
#[test]
fn bytes_that_belong_to_nothing_are_reported() {
    let (_folder, path, bytes) = file();
    let word = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let footer = bytes.len() - 56;
    let [header_at, models_at, index_at] = [0, 8, 16].map(|at| word(footer + at));
    for at in [footer, index_at, models_at, header_at, 16] {
        for more in [1, 73] {
            let longer = [&bytes[..at], &vec![0; more], &bytes[at..]].concat();
            assert!(matches!(look_at(&path, &longer), Err(Stop::Foreign(_))), "{more} at {at}");
        }
    }
    let longer = [&bytes[..footer], &[0; 73], &bytes[footer..]].concat();
    let message = look_at(&path, &longer).unwrap_err().to_string();
    assert!(message.ends_with("there are bytes in it that belong to nothing"), "{message}");
}

#[test]
fn blocks_that_changed_places_are_reported() {
    let (_folder, path, bytes) = file();
    // Damage is told with where its block begins.
    let begins = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1;
        match look_at(&path, &bytes) {
            Err(Stop::Damaged { offset, .. }) => offset as usize,
            other => panic!("{at}: {other:?}"),
        }
    };
    let second = (16..).map(begins).find(|&begin| begin > 16).unwrap();
    let end = (second..).map(begins).find(|&begin| begin > second).unwrap();
    let (a, b) = (&bytes[16..second], &bytes[second..end]);
    assert_ne!(a, b);
    let swapped = [&bytes[..16], b, a, &bytes[end..]].concat();
    let message = look_at(&path, &swapped).unwrap_err().to_string();
    assert!(message.contains("block 0"), "{message}");
}

#[test]
fn a_damaged_block_is_named_and_the_others_can_be_read() {
    let (_folder, path, mut bytes) = file();
    bytes[20] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let database = Database::open(&path).unwrap();
    let message = database.verify(2, &AtomicBool::new(false)).unwrap_err().to_string();
    assert!(message.contains("block 0"), "{message}");
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_old_one_as_it_was() {
    let (_folder, path, bytes) = file();
    let maze = Dense::new(
        &[crate::maze::Room {
            to_move: games_core::Side::First,
            tier: 0,
            doors: Vec::new(),
            outcome: games_core::Outcome::Draw,
        }],
        0,
    );
    let mut failures = 0;
    for at in 0..100 {
        let calls = AtomicU64::new(0);
        let disk = Disk::faulty(move |call| {
            // What frees space still works.
            let fails = calls.fetch_add(1, Relaxed) >= at && call != "remove";
            if fails { Err(io::Error::from(io::ErrorKind::StorageFull)) } else { Ok(()) }
        });
        match stored(&maze, &path, 1, disk) {
            Err(Stop::Files(message)) => assert!(message.contains("maze.solved"), "{message}"),
            Ok(_) => break,
            Err(other) => panic!("{other}"),
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert!(!path.with_extension("solved.unfinished").exists());
        failures += 1;
    }
    assert!(failures >= 4, "create, write, sync, rename");
    assert_ne!(fs::read(&path).unwrap(), bytes);
}

/// The first of two ended well, with a file that was no database.
#[test]
fn a_second_run_with_the_same_file_is_refused_and_the_first_one_ends_well() {
    let (_folder, path, bytes) = file();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let strategy = mazes(200, false);
    let maze = Straight::new(&strategy.new_tree(&mut runner).unwrap().current(), 0);
    let store = |disk| Store::new(path.clone(), identity()).with_disk(disk);
    let first = Job::default().with_slice(7).with_store(store(disk()));
    let mut tried = 0;
    let mut observer = |_: &_| {
        tried += 1;
        let Err(Stop::InUse(message)) = stored(&maze, &path, 1, disk()) else {
            panic!("it is refused")
        };
        assert!(message.ends_with("maze.solved: another run is writing it"), "{message}");
    };
    solve(&maze, &first, &mut observer, &AtomicBool::new(false)).unwrap();
    assert!(tried > 3, "{tried}");
    assert_ne!(fs::read(&path).unwrap(), bytes);
    assert_eq!(Database::open(&path).unwrap().verify(2, &AtomicBool::new(false)), Ok(()));
    // What a killed run has left is taken over, however long it is.
    let beside = path.with_extension("solved.unfinished");
    fs::write(&beside, vec![7; 1 << 20]).unwrap();
    stored(&maze, &path, 1, disk()).unwrap();
    assert_eq!(Database::open(&path).unwrap().verify(2, &AtomicBool::new(false)), Ok(()));
    assert!(!beside.exists());
}

proptest! {
    #[test]
    fn any_bytes_are_refused(bytes: Vec<u8>, whole_magic: bool) {
        let folder = Folder::new();
        let path = folder.path().join("x");
        let magic: &[u8] = if whole_magic { b"games solved 05\n" } else { b"" };
        prop_assert!(look_at(&path, &[magic, &bytes].concat()).is_err());
    }
}
