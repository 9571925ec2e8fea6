//! A fingerprint of alpha-beta search: how many positions it visits, with all techniques on, in some
//! positions of every game. Whoever only rearranges the search leaves it as it is.

use core::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher};
use games::{registry, visit};
use games_core::{
    MoveList, Record, Rng,
    entry::{Playable, Visitor},
    seeded,
};

/// The depth is the first one that takes more positions than this.
const ENOUGH: u64 = 3000;
/// Random moves that lead to the positions.
const PLIES: [usize; 3] = [0, 8, 20];

struct Fingerprint(&'static str);

impl Visitor for Fingerprint {
    type Out = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let mut text = String::new();
        for plies in PLIES {
            let mut rng = seeded(plies as u64);
            let mut record = Record::new(game.clone());
            for _ in 0..plies {
                let moves = record.moves();
                let Some(n) = u32::try_from(moves.as_slice().len()).ok().filter(|&n| n > 0) else {
                    break;
                };
                record.play(moves.as_slice()[rng.below(n) as usize]).expect("a legal move");
            }
            if record.end().is_some() {
                continue;
            }
            let search = |depth| {
                let limits = Limits { memory: 1 << 20, ..Limits::depth(depth) };
                let mut player = AlphaBeta::new(AlphaBetaOptions::default());
                player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false))
            };
            let reports = (1..=20).map(search);
            let mut enough = reports.skip_while(|report| report.nodes <= ENOUGH);
            // Small positions are worked out before.
            let report = enough.next().unwrap_or_else(|| search(20));
            let m = game.move_text(record.state(), report.best().expect("a legal move"));
            let (depth, nodes) = (report.depth, report.nodes);
            let value = report.value().expect("it was searched");
            writeln!(
                text,
                "{} after {plies} plies: depth {depth}, {nodes} positions, {m}, {value:?}",
                self.0
            )
            .expect("a string takes all");
        }
        text
    }
}

#[test]
fn the_search_visits_as_many_positions_as_ever() {
    let mut text = String::new();
    for info in registry() {
        text += &visit(info.id, None, Fingerprint(info.id)).expect("a game with its usual rules");
    }
    let description = "Alpha-beta search looks at other positions than before. If it was meant to, \
                       say so in the commit and accept the new counts: cargo xtask bless";
    insta::with_settings!({ description => description }, {
        insta::assert_snapshot!(text);
    });
}
