//! What a search leaves in its table where play can go round in circles.
//!
//! A value that holds on one path only, and is stored all the same, hardly ever spoils the value of
//! the root: in graphs of up to sixteen places once in thirty thousand. Therefore each bound that
//! the table calls proved is compared with retrograde analysis.

use core::sync::atomic::AtomicBool;

use games_core::{End, Game, Outcome, Record, Side, seeded, toy::GraphGame};

use super::{AlphaBeta, AlphaBetaOptions};
use crate::{
    Limits, Score, Searcher,
    table::{Bound, Entry},
};

/// What a place is worth for the side to move.
fn truth(side: Side, winner: Option<(Side, u32)>) -> Score {
    winner.map_or(Score::DRAW, |(winner, plies)| {
        Score::of_end(&End::plain(Outcome::Win(winner), ()), side, plies)
    })
}

fn holds(entry: &Entry, truth: Score) -> bool {
    match entry.bound {
        Bound::Nothing => true,
        Bound::Lower => entry.score <= truth,
        Bound::Upper => entry.score >= truth,
        Bound::Exact => entry.score == truth,
    }
}

/// What was found in tables.
#[derive(Default, Debug)]
struct Seen {
    /// Bounds that are called proved.
    proved: u32,
    /// Positions whose score was kept back.
    kept_back: u32,
    /// Those among them whose score is not the true one.
    kept_back_rightly: u32,
}

impl Seen {
    fn look_at(&mut self, player: &AlphaBeta<GraphGame>, graph: &GraphGame) {
        let winners = graph.winners();
        for (place, &winner) in winners.iter().enumerate() {
            let state = place as u8;
            let Some(entry) = player.table.get(graph.key(&state)) else { continue };
            let truth = truth(graph.to_move(&state), winner);
            assert!(!entry.complete || holds(&entry, truth), "{place}: {entry:?} in {graph:?}");
            self.proved += u32::from(entry.complete);
            self.kept_back += u32::from(entry.bound == Bound::Nothing);
            self.kept_back_rightly +=
                u32::from(entry.bound == Bound::Nothing && entry.score != truth);
        }
    }
}

#[test]
fn what_is_stored_as_proved_holds_on_every_path() {
    let mut seen = Seen::default();
    for seed in 0..6000 {
        let graph = GraphGame::circle(&mut seeded(seed));
        for depth in [5, 9, 40] {
            let mut player = AlphaBeta::new(AlphaBetaOptions::default());
            let limits = Limits { memory: 1 << 14, ..Limits::depth(depth) };
            // Each search uses the table of those before it, on other paths.
            for start in 0..graph.places().len() as u8 {
                let record = Record::from_position(graph.clone(), start, 0);
                player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
                seen.look_at(&player, &graph);
            }
        }
    }
    assert!(seen.proved > 20_000 && seen.kept_back > 8000, "{seen:?}");
    assert!(seen.kept_back_rightly > 150, "{seen:?}");
}
