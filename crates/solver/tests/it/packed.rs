//! Positions packed in memory: the same as in tables, in less memory.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use games_core::{Game, Outcome, Side, Solvable, Space, solvable::AnySpace, toy::TicTacToe};
use proptest::prelude::*;
use solver::{Checkpoint, Job, SolvedOnDisk, Stop, Store, solve_packed};

use crate::{
    external::{in_memory, take_table},
    folder::{Folder, disk},
    interruptions::identity,
    limits::tree,
    maze::{Backward, Room, Straight, mazes},
};

fn packed<S: Space>(space: &S, job: &Job) -> Result<SolvedOnDisk, Stop> {
    solve_packed(&AnySpace::new(space.clone()), job, &mut |_| {}, &AtomicBool::new(false))
}

fn assert_same<S: Space>(space: &S) -> Result<SolvedOnDisk, TestCaseError> {
    let folder = Folder::new();
    let store = Store::new(folder.path().with_extension("solved"), identity("0")).with_disk(disk());
    let solved = packed(space, &Job::default().with_store(store)).unwrap();
    let (summary, table) = in_memory(space);
    prop_assert_eq!(&solved.summary, &summary);
    prop_assert!(take_table(&folder) == table, "the tables differ");
    prop_assert_eq!((folder.names(), solved.disk), (Vec::<String>::new(), 0));
    Ok(solved)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn packed_positions_make_the_same_table(rooms in mazes(300, false)) {
        assert_same(&Straight::new(&rooms, 0))?;
    }
}

#[test]
fn tic_tac_toe_is_packed() {
    let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
    let solved = assert_same(&space).unwrap();
    assert_eq!((solved.summary.positions(), solved.summary.keys), (5478, 765));
}

/// Its last tiers are larger than what is asked at a time.
#[test]
fn tiers_that_ask_in_parts_are_solved_alike() {
    let solved = assert_same(&Straight::new(&tree(15), 0)).unwrap();
    assert_eq!(solved.largest_tier, 1 << 14);
}

/// Each share has a file of its own, but none that the system would have to open.
#[test]
fn any_number_of_shares_is_asked() {
    const SHARES: u32 = 250;
    let room = |tier, doors| Room { to_move: Side::First, tier, doors, outcome: Outcome::Draw };
    let mut rooms = vec![room(0, (1..=SHARES as usize).collect())];
    rooms.extend((1..=SHARES).map(|tier| room(tier, Vec::new())));
    assert_same(&Straight::new(&rooms, 0)).unwrap();
}

#[test]
fn work_that_does_not_fit_says_how_much_was_found() {
    let maze = Straight::new(&tree(15), 0);
    let enough = packed(&maze, &Job::default()).unwrap();
    assert_eq!(enough.summary.keys, (1 << 15) - 1);
    // Whatever is given is not gone beyond.
    let mut fitted = 0;
    for limit in (1..=24).map(|part| enough.memory * part / 12) {
        if let Ok(again) = packed(&maze, &Job::default().with_memory(limit)) {
            assert_eq!(again.summary, enough.summary);
            assert!(again.memory <= limit, "{} bytes of {limit}", again.memory);
            fitted += 1;
        }
    }
    assert!((6..24).contains(&fitted), "{fitted}");
    let limit = enough.memory / 4;
    let result = packed(&maze, &Job::default().with_memory(limit));
    let Err(Stop::Memory { limit: told, found }) = result else { panic!("{result:?}") };
    assert_eq!(told, limit);
    assert!((100..1 << 15).contains(&found), "{found}");
}

#[test]
fn work_that_is_stopped_ends() {
    let maze = AnySpace::new(Straight::new(&tree(15), 0));
    let stop = AtomicBool::new(false);
    let mut observer = |now: &solver::Progress| {
        assert_eq!(now.disk, 0);
        stop.fetch_or(now.status.found > 1000, Relaxed);
    };
    let result = solve_packed(&maze, &Job::default(), &mut observer, &stop);
    assert_eq!(result.err(), Some(Stop::Interrupted));
}

#[test]
fn loops_and_checkpoints_are_refused() {
    let Err(Stop::Unsuited(what)) = packed(&Backward::new(&tree(3), 0), &Job::default()) else {
        panic!("a space with loops is packed");
    };
    assert!(what.contains("can come again"), "{what}");
    let folder = Folder::new();
    let checkpoint = Checkpoint::new(folder.path().to_owned(), identity("0"));
    let job = Job::default().with_checkpoint(checkpoint);
    let Err(Stop::Unsuited(what)) = packed(&Straight::new(&tree(3), 0), &job) else {
        panic!("packed positions are kept");
    };
    assert!(what.contains("not kept"), "{what}");
    assert_eq!(folder.names(), [""; 0]);
}
