//! How well Girl Chess is played: small matches of searches to a fixed depth.

#[path = "../../examples/material_only/material.rs"]
mod material;

use core::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Random, Searcher};
use chess_variants::girl::Small;
use games_core::{Outcome, Record, Side};

const MEMORY: usize = 1 << 20;

#[test]
fn a_search_two_plies_deep_beats_random_play() {
    for seed in 0..20 {
        let side = if seed % 2 == 0 { Side::First } else { Side::Second };
        let mut record = Record::new(Small::standard());
        let mut search = AlphaBeta::<Small>::new(AlphaBetaOptions::default());
        let mut random = Random::new(seed);
        let limits = Limits::depth(2).with_memory(MEMORY);
        let never = AtomicBool::new(false);
        while record.end().is_none() {
            let report = if record.to_move() == side {
                search.think(&record, &limits, &mut |_| {}, &never)
            } else {
                random.think(&record, &limits, &mut |_| {}, &never)
            };
            record.play(report.best().unwrap()).unwrap();
        }
        assert_eq!(record.outcome(), Some(Outcome::Win(side)), "{:?}", record.move_texts());
    }
}

#[test]
fn the_estimate_beats_counting_men() {
    let tally = material::Match {
        rules: Small::standard(),
        count: material::girl,
        opening: material::Opening { plies: 2, judge: None },
        limits: Limits::depth(2).with_memory(MEMORY),
    }
    .play(4, 1);
    assert!(tally.won > tally.lost, "{tally:?}");
}
