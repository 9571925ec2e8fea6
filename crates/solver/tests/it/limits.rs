//! Work that does not fit, or is not wanted any more.

use core::{
    mem::discriminant,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};
use std::time::Duration;

use games_core::{Outcome, Side, solvable::AnySpace};
use solver::{
    Checkpoint, Identity, Job, SolvedValue, Stop,
    driving::{Packet, Step, Turn, shard},
};

use crate::{
    folder::{Folder, disk},
    maze::{Dense, Repeated, Room, Straight, solve},
};

/// Rooms in a row, with doors to the next two.
fn row(rooms: usize) -> Vec<Room> {
    let room = |i: usize| Room {
        to_move: if i.is_multiple_of(2) { Side::First } else { Side::Second },
        tier: i as u32 / 64,
        doors: (i + 1..rooms.min(i + 3)).filter(|next| next / 64 > i / 64).collect(),
        outcome: Outcome::Draw,
    };
    (0..rooms).map(room).collect()
}

/// Rooms in a row, with one door to the next; the last is lost.
fn corridor(rooms: usize) -> Vec<Room> {
    let room = |i: usize| Room {
        to_move: if i.is_multiple_of(2) { Side::First } else { Side::Second },
        tier: 0,
        doors: (i + 1..rooms.min(i + 2)).collect(),
        outcome: Outcome::Win(if rooms.is_multiple_of(2) { Side::First } else { Side::Second }),
    };
    (0..rooms).map(room).collect()
}

#[test]
fn a_dense_space_that_does_not_fit_is_refused_before_it_begins() {
    let maze = Dense::new(&row(1000), 0);
    for threads in [1, 2] {
        let job = Job::default().with_threads(threads).with_memory(2000);
        let mut steps = 0;
        let result = solve(&maze, &job, &mut |_| steps += 1, &AtomicBool::new(false));
        let Err(Stop::TooLarge { bound, bytes, limit }) = result else { panic!("it fits") };
        assert_eq!((bound, limit, steps), (1000, 2000, 0));
        assert!((3000..6000).contains(&bytes), "{bytes}");
    }
}

/// A tree: twice as many rooms in each tier as in the one before.
pub(crate) fn tree(tiers: u32) -> Vec<Room> {
    let rooms = (1 << tiers) - 1;
    let room = |i: usize| Room {
        to_move: Side::First,
        tier: (i + 1).ilog2(),
        doors: [2 * i + 1, 2 * i + 2].into_iter().filter(|&door| door < rooms).collect(),
        outcome: Outcome::Win(Side::First),
    };
    (0..rooms).map(room).collect()
}

/// Solves a tree in a dense space in two shards; returns the bytes that they take after each step,
/// and those that they send in it.
fn steps_of_tree(tiers: u32, job: &Job) -> Vec<(u64, u64)> {
    let space = AnySpace::new(Dense::new(&tree(tiers), 0));
    let mut shards = [0, 1].map(|thread| shard(&space, job, thread).unwrap());
    let (mut inboxes, mut known) = ([Vec::new(), Vec::new()], Vec::new());
    loop {
        let never = AtomicBool::new(false);
        let mut turn = Turn { stop: &never, is_awaited: &mut || false };
        let steps = [0, 1].map(|i| shards[i].step(core::mem::take(&mut inboxes[i]), &mut turn));
        let bytes: u64 = shards.iter().map(|shard| shard.bytes()).sum();
        let [Step::Send(first), Step::Send(second)] = steps else { return known };
        let sent = first.iter().chain(&second).map(Packet::bytes_len).sum::<usize>() as u64;
        known.push((bytes, sent));
        inboxes = [second, first];
    }
}

/// They passed the limit: only tables were counted. Those of a dense space do not grow with what is
/// found, so that from one step to the next only messages come and go.
#[test]
fn messages_on_their_way_count_as_memory() {
    let known = steps_of_tree(14, &Job::default().with_threads(2).with_slice(1 << 20));
    let tables = known.iter().map(|(bytes, _)| *bytes).min().unwrap();
    let (at, (_, sent)) =
        known.iter().copied().enumerate().max_by_key(|(_, (_, sent))| *sent).unwrap();
    let (after, _) = known[at + 1];
    assert!(sent > 10_000, "{sent} bytes are sent at the most");
    // Whoever gets them has them in that step. Over the wire it is more, but not twice as much.
    assert!(after >= tables + sent / 2, "{tables} bytes of tables, {sent} came, then {after}");
}

/// They passed the limit in a dense space: its slices were of so many positions, whatever they send.
#[test]
fn little_memory_makes_small_messages_in_a_dense_space() {
    let job = Job::default().with_threads(2).with_slice(1 << 20);
    let most = |job| steps_of_tree(17, &job).iter().map(|(_, sent)| *sent).max().unwrap();
    let free = most(job.clone());
    assert!(free > 200_000, "{free} bytes in a step");
    // Two shards send 4096 keys of 8 bytes each, and what a bundle of positions goes beyond that.
    let bounded = most(job.with_memory(700_000));
    assert!((10_000..100_000).contains(&bounded), "{bounded} bytes in a step");
}

#[test]
fn hashed_positions_stop_at_the_limit_and_go_on_from_there_with_more() {
    let maze = Straight::new(&tree(15), 0);
    let plain = solve(&maze, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).unwrap();
    for threads in [1, 3] {
        let folder = Folder::new();
        let identity = Identity {
            game: "maze".to_owned(),
            rules: String::new(),
            start: String::new(),
            whole: false,
            folded: false,
        };
        let checkpoint = Checkpoint::new(folder.path().to_owned(), identity)
            .with_every(Duration::from_secs(1 << 20))
            .with_disk(disk());
        let limit = 150_000;
        let job = Job::default()
            .with_threads(threads)
            .with_memory(limit)
            .with_slice(50)
            .with_checkpoint(checkpoint.clone());
        let mut most = 0;
        let mut observer = |p: &solver::Progress| most = most.max(p.status.bytes);
        let result = solve(&maze, &job, &mut observer, &AtomicBool::new(false));
        let Err(Stop::Memory { limit: told, found }) = result else { panic!("it fits") };
        assert!(told.abs_diff(limit) < 3);
        assert!((3000..20_000).contains(&found), "{found}");
        assert!(most <= limit, "{most} bytes");
        let mut begun_with = None;
        let job = Job::default().with_threads(threads).with_checkpoint(checkpoint);
        let mut observer = |p: &solver::Progress| {
            if p.status.found > 0 {
                begun_with.get_or_insert(p.status.found);
            }
        };
        let solution = solve(&maze, &job, &mut observer, &AtomicBool::new(false)).unwrap();
        assert_eq!(solution.summary(), plain.summary());
        assert!(begun_with.unwrap() >= found, "it goes on from the checkpoint");
    }
}

#[test]
fn tables_take_few_bytes_a_position() {
    let maze = Straight::new(&tree(17), 0);
    let mut most = 0.0_f64;
    let mut observer = |p: &solver::Progress| {
        if p.status.found > 50_000 {
            most = most.max(p.status.bytes as f64 / p.status.found as f64);
        }
    };
    let solution = solve(&maze, &Job::default(), &mut observer, &AtomicBool::new(false)).unwrap();
    let bytes = solution.bytes() as f64 / solution.summary().keys as f64;
    assert!(bytes <= 16.0, "{bytes} bytes a position at the end");
    assert!(most <= 24.0, "{most} bytes a position on the way");
    let rooms = corridor(5000);
    let solution =
        solve(&Dense::new(&rooms, 0), &Job::default(), &mut |_| {}, &AtomicBool::new(false))
            .unwrap();
    assert_eq!(solution.bytes(), 2 * 5000);
}

#[test]
fn the_flag_ends_the_work_in_every_phase() {
    let maze = Repeated::new(&corridor(300), 0);
    let run = |observer: &mut dyn FnMut(&solver::Progress), stop: &AtomicBool| {
        let job = Job::default().with_slice(3);
        solve(&maze, &job, observer, stop).map(|_| ())
    };
    // The first step of each phase of an unbroken run.
    let (mut step, mut firsts) = (0, Vec::new());
    let mut note = |p: &solver::Progress| {
        step += 1;
        let phase = discriminant(&p.phase);
        if firsts.iter().all(|&(known, _)| known != phase) {
            firsts.push((phase, step));
        }
    };
    run(&mut note, &AtomicBool::new(false)).unwrap();
    assert!(firsts.len() >= 3, "{firsts:?}");
    let last = step;
    for (_, first) in firsts.into_iter().filter(|&(_, first)| first < last) {
        let (stop, mut step) = (AtomicBool::new(false), 0);
        let mut observer = |_: &solver::Progress| {
            step += 1;
            stop.store(step >= first, Relaxed);
        };
        assert_eq!(run(&mut observer, &stop), Err(Stop::Interrupted), "at step {first} of {last}");
        assert!(step <= first + 1, "it ends at once: {step} steps, asked at {first}");
    }
}

#[test]
fn games_that_are_longer_than_codes_can_tell_are_reported() {
    let solve = |rooms: usize| {
        let maze = Dense::new(&corridor(rooms), 0);
        solve(&maze, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).map(|s| s.start())
    };
    let solved = solve(16_381).unwrap();
    assert_eq!((solved.value, solved.remoteness), (SolvedValue::Lose, Some(16_380)));
    assert_eq!(solve(16_500).err(), Some(Stop::TooLong));
}
