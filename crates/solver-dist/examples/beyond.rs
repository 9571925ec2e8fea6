//! How fast solving on disk is beside solving in memory, and what a position takes.
//!
//! `cargo run --release -p solver-dist --example beyond -- GAME ROWS COLS [PART [DIR]]` solves
//! `konane`, `surround` or `tictactoe` in memory, and then in a folder with so much less memory than
//! the largest tier took there: a tenth, if PART is not given, and not at all if it is 0. Between
//! the two it looks positions up in the table.

#![forbid(unsafe_code)]

use core::sync::atomic::AtomicBool;
use std::{
    env, fs,
    path::{Path, PathBuf},
    time::Instant,
};

use cs3_games::{Konane, Surround, TicTacToe};
use games_core::{
    Game, Solvable, Status,
    solvable::{AnySpace, ErasedSpace, Key, Lists},
};
use nix::sys::resource::{UsageWho, getrusage};
use solver::{
    Checkpoint, Database, Identity, Job, Progress, Store, Summary, solve, solve_on_disk,
    solve_packed,
};

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let mut args = env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "konane".to_owned());
    let mut number = |default: usize| {
        args.next().map_or(default, |arg| arg.parse().expect("sizes and parts are numbers"))
    };
    let (size, part) = ((number(5), number(5)), number(10));
    let folder = args.next().map_or_else(env::temp_dir, PathBuf::from);
    let folder = folder.join(format!("games-beyond-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let space = match &*game {
        "konane" => space(&Konane::<u64>::new(size, false, false).expect("a board")),
        "surround" => space(&Surround::<u64>::new(size, false, false).expect("a board")),
        "tictactoe" => space(&TicTacToe::<u64>::new(size, false, true).expect("a board")),
        other => panic!("no game {other:?}"),
    };
    measure(&space, part as u64, &folder);
    fs::remove_dir_all(folder).expect("the folder is there");
}

fn space<G: Game + Solvable>(game: &G) -> AnySpace {
    AnySpace::new(game.space(&game.initial()).expect("boards of this size are solved"))
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn measure(space: &AnySpace, part: u64, folder: &Path) {
    let [game, rules, start] = ["speed", "none", "initial"].map(str::to_owned);
    let identity = Identity { game, rules, start, whole: false, folded: false };
    let job = Job::default().with_memory(12 << 30);
    let (begun, used) = (Instant::now(), processor());
    let solved = solve(space, &job, &mut |_| {}, &NEVER).expect("it fits");
    let in_memory = (begun.elapsed().as_secs_f64(), processor() - used);
    let (summary, bytes) = (solved.summary().clone(), solved.bytes());
    drop(solved);
    print("in memory", &summary, in_memory);
    let each = bytes as f64 / summary.keys as f64;
    println!("kept in {each:.1} bytes each");

    let table = folder.join("table.solved");
    // The largest tier, by a table that is needed for lookups anyway.
    let store = Store::new(table.clone(), identity.clone());
    let used = processor();
    solve(space, &job.clone().with_store(store), &mut |_| {}, &NEVER).expect("it fits");
    let each = (processor() - used - in_memory.1) * 1e9 / summary.keys as f64;
    println!("written in {each:.0} ns of processor time each");
    let database = Database::open(&table).expect("it was stored");
    let length = fs::metadata(&table).expect("it is there").len();
    println!("table {length} bytes, {:.2} each", length as f64 / summary.keys as f64);
    look_up(&database, space);
    let used = processor();
    database.verify(1, &NEVER).expect("it is sound");
    let each = (processor() - used) * 1e9 / summary.keys as f64;
    println!("read from end to end in {each:.0} ns of processor time each");

    let (begun, used) = (Instant::now(), processor());
    let packed = solve_packed(space, &Job::default(), &mut |_| {}, &NEVER).expect("it fits");
    let in_order = (begun.elapsed().as_secs_f64(), processor() - used);
    assert_eq!(packed.summary, summary, "the results differ");
    print("packed", &summary, in_order);
    let each = packed.memory as f64 / summary.keys as f64;
    let share = in_memory.1 / in_order.1;
    println!("packed in {each:.1} bytes each, {share:.2} of the speed of tables");

    if part == 0 {
        return;
    }
    // Less is no sensible memory, and takes what there is.
    const LEAST: u64 = 1 << 16;
    let mut memory = bytes.max(LEAST);
    for _ in 0..2 {
        let job = Job::default().with_memory(memory);
        let job = job.with_checkpoint(Checkpoint::new(folder.to_owned(), identity.clone()));
        let (begun, used) = (Instant::now(), processor());
        let mut expected = None;
        let mut observe = |now: &Progress| expected = now.expected;
        let solved = solve_on_disk(space, &job, &mut observe, &NEVER).expect("there is room");
        let on_disk = (begun.elapsed().as_secs_f64(), processor() - used);
        assert_eq!(solved.summary, summary, "the results differ");
        print(&format!("on disk with {memory} bytes of memory"), &summary, on_disk);
        let [wall, own] = [in_memory.0 / on_disk.0, in_memory.1 / on_disk.1];
        println!("{wall:.2} of the speed in memory, {own:.2} by processor time");
        println!("{} bytes of disk, {} positions in a tier", solved.disk, solved.largest_tier);
        println!("{expected:?}");
        memory = (solved.largest_tier * bytes / summary.keys / part).max(LEAST);
    }
}

/// Seconds of this process.
fn processor() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("it is known");
    let seconds = [usage.user_time(), usage.system_time()];
    seconds.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum()
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn print(what: &str, summary: &Summary, (wall, processor): (f64, f64)) {
    let each = wall * 1e9 / summary.keys as f64;
    println!(
        "{what}: {} positions, {wall:.2} s, {processor:.2} s of processor time, {each:.0} ns each",
        summary.keys
    );
}

/// Looks up positions of random games, each twice: its block is read for the first, and is in memory
/// for the second.
#[expect(clippy::print_stdout, reason = "it is a program")]
fn look_up(database: &Database, space: &AnySpace) {
    let mut random = 1_u64;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..2000 {
        let mut key = space.shape().start;
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x14057b7ef767814f);
        for _ in 0..random >> 59 {
            let children = children(space, key);
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x14057b7ef767814f);
            match children.len() {
                0 => break,
                n => key = children[(random >> 33) as usize % n],
            }
        }
        for times in &mut times {
            let begun = Instant::now();
            let solved = database.get(space.tier(key), key).expect("it is sound");
            times.push(begun.elapsed().as_nanos());
            assert!(solved.is_some(), "it arises");
        }
    }
    for (times, what) in times.iter_mut().zip(["first", "second"]) {
        times.sort_unstable();
        let [half, most] = [times[times.len() / 2], times[times.len() * 99 / 100]];
        println!("{what} look: median {half} ns, 99 of 100 within {most} ns");
    }
}

fn children(space: &AnySpace, key: u128) -> Vec<u128> {
    fn of<K: Key>(space: &dyn ErasedSpace<K>, key: u128) -> Vec<u128> {
        let (mut lists, mut statuses) = (Lists::default(), [Status::Ongoing]);
        space.children_of(&[K::from_u128(key)], &mut lists, &mut statuses);
        lists.keys().iter().map(|key| key.to_u128()).collect()
    }
    match space {
        AnySpace::U64(space) => of(&**space, key),
        AnySpace::U128(space) => of(&**space, key),
    }
}
