//! Counts as published, and counts that are stopped.

use core::hash::{Hash, Hasher};
use std::sync::Arc;

use super::*;
use crate::{End, MoveSink, Side, toy::TicTacToe};

/// Lines of tic-tac-toe by length, as published many times: 1440, 5328, 47952 and 72576 games
/// are won after 5 to 8 plies, 81792 after 9, and 46080 are drawn: 255168 games in all.
const LINES: [u64; 9] = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];

#[test]
fn all_ways_of_counting_agree_with_the_published_counts() {
    let start = TicTacToe.initial();
    let counts = |perft: Perft<'_>| perft.depth_counts(&TicTacToe, &start, 9).unwrap();
    assert_eq!(counts(Perft::new()), LINES);
    assert_eq!(counts(Perft::new().bulk(false)), LINES);
    assert_eq!(counts(Perft::new().table_bytes(1 << 20)), LINES);
    assert_eq!(counts(Perft::new().table_bytes(100)), LINES);
}

#[test]
fn games_that_ended_earlier_are_counted_once_on_demand() {
    // 255168 games of tic-tac-toe: those of nine plies and all shorter ones.
    let all = Perft::new().count_ended(true);
    assert_eq!(all.count(&TicTacToe, &TicTacToe.initial(), 9), Ok(255_168));
    assert_eq!(all.count(&TicTacToe, &TicTacToe.initial(), 12), Ok(255_168));
    assert_eq!(Perft::new().count(&TicTacToe, &TicTacToe.initial(), 12), Ok(0));
}

#[test]
fn a_stopped_count_is_no_count() {
    let stop = AtomicBool::new(true);
    let perft = Perft::new().stop(&stop);
    assert_eq!(perft.count(&TicTacToe, &TicTacToe.initial(), 6), Err(Interrupted));
}

#[test]
fn divide_adds_up() {
    let parts = Perft::new().divide(&TicTacToe, &TicTacToe.initial(), 6).unwrap();
    assert_eq!(parts.len(), 9);
    assert_eq!(parts.iter().map(|(_, n)| n).sum::<u64>(), LINES[5]);
}

/// All positions of a ply are one, so that the second of those that are remembered is known.
#[test]
fn a_table_knows_positions_two_plies_above_the_end_where_moves_are_many() {
    let game = Wide(Arc::default());
    let count = Perft::new().table_bytes(1 << 16).count(&game, &game.initial(), 3);
    let width = u64::from(WIDTH);
    assert_eq!(count, Ok(width.pow(3)));
    assert_eq!(game.0.counts.load(Ordering::Relaxed), width);
}

#[test]
fn threads_change_no_count() {
    let perft = Perft::new().threads(2).count_ended(true);
    assert_eq!(perft.count(&TicTacToe, &TicTacToe.initial(), 9), Ok(255_168));
    for perft in [Perft::new().threads(3), Perft::new().threads(1000), Perft::new().threads(0)] {
        let counts = perft.depth_counts(&TicTacToe, &TicTacToe.initial(), 9);
        assert_eq!(counts.unwrap(), LINES);
    }
}

/// A game of `WIDTH` moves in every position, which counts its positions and may stop the count.
#[derive(Clone, Debug)]
struct Wide(Arc<Seen>);

#[derive(Debug, Default)]
struct Seen {
    stop: AtomicBool,
    /// Whether it sets the flag when it is first asked for a count.
    stops: bool,
    counts: AtomicU64,
    alive: AtomicU64,
    most_alive: AtomicU64,
}

const WIDTH: u16 = 60;

#[derive(Debug)]
struct Ply(u32, Arc<Seen>);

impl Ply {
    fn new(ply: u32, seen: &Arc<Seen>) -> Self {
        let alive = seen.alive.fetch_add(1, Ordering::Relaxed) + 1;
        seen.most_alive.fetch_max(alive, Ordering::Relaxed);
        Self(ply, Arc::clone(seen))
    }
}

impl Clone for Ply {
    fn clone(&self) -> Self {
        Self::new(self.0, &self.1)
    }
}

impl Drop for Ply {
    fn drop(&mut self) {
        self.1.alive.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PartialEq for Ply {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Ply {}

impl Hash for Ply {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Game for Wide {
    type State = Ply;
    type Move = u16;
    type List = Vec<u16>;
    type Reason = &'static str;

    fn initial(&self) -> Ply {
        Ply::new(0, &self.0)
    }
    fn to_move(&self, _: &Ply) -> Side {
        Side::First
    }
    fn moves(&self, _: &Ply, out: &mut impl MoveSink<u16>) -> Status {
        let _ = out.put_all(usize::from(WIDTH), 0..WIDTH);
        Status::Ongoing
    }
    fn apply(&self, state: &mut Ply, _: u16) {
        state.0 += 1;
    }
    fn end(&self, _: &Ply) -> Option<End<&'static str>> {
        None
    }
    fn count(&self, _: &Ply) -> u64 {
        self.0.counts.fetch_add(1, Ordering::Relaxed);
        if self.0.stops {
            self.0.stop.store(true, Ordering::Relaxed);
        }
        u64::from(WIDTH)
    }
}

#[test]
fn the_flag_is_looked_at_before_the_last_two_plies() {
    let seen = Arc::new(Seen { stops: true, ..Seen::default() });
    let game = Wide(Arc::clone(&seen));
    let perft = Perft::new().stop(&seen.stop);
    assert_eq!(perft.count(&game, &game.initial(), 6), Err(Interrupted));
    assert!(seen.counts.load(Ordering::Relaxed) <= u64::from(WIDTH));
}

#[test]
fn threads_share_a_wide_game_without_making_all_of_its_positions() {
    let game = Wide(Arc::default());
    let width = u64::from(WIDTH);
    let count = Perft::new().threads(2).count(&game, &game.initial(), 4);
    assert_eq!(count, Ok(width.pow(4)));
    let most = game.0.most_alive.load(Ordering::Relaxed);
    assert!(most < 2 * width + PARTS as u64, "{most} positions at a time");
}

#[test]
fn a_count_is_not_split_once_it_is_stopped() {
    let game = Wide(Arc::default());
    let stop = AtomicBool::new(true);
    let perft = Perft::new().threads(2).stop(&stop);
    assert_eq!(perft.count(&game, &game.initial(), 60), Err(Interrupted));
    assert!(game.0.most_alive.load(Ordering::Relaxed) <= 3);
}
