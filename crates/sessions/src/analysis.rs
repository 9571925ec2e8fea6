//! Judging every move of a game: what each position is worth, which moves gave something away, and
//! what would have been better.
//!
//! A [`Judge`] tells what a position is worth: a player that searches it, or tables of solved
//! positions. [`positions`] asks several of them at a time, [`Analysis::of`] makes verdicts on the
//! moves of it, and [`Analysis::annotate`] writes these into the tree of the game.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use chess_variants::standard::Standard;
//! use sessions::{GameInfo, PlayerSpec, analysis::{self, Analysis, Judge}};
//!
//! let mut game = GameInfo::of::<Standard>().open(None, None)?;
//! game.play_line("1. f3 e5 2. g4 Qh4#")?;
//! let player = game.player(&"alphabeta:depth=3".parse::<PlayerSpec>()?, None)?;
//! let mut judges = [Judge::player(player)];
//! let found = analysis::positions(&*game, 0, &mut judges, &mut |_| {}, &AtomicBool::new(false));
//! let analysis = Analysis::of(&*game, 0, &found?, &[]);
//! // White let himself be mated: a blunder.
//! let verdict = analysis.moves[2].as_ref().unwrap();
//! assert_eq!((verdict.label.as_str(), verdict.sign().as_str()), ("g4", "??"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotate;
mod judge;
mod summary;
mod verdict;
mod work;

pub use judge::{Failed, Judge, Judged};
pub use summary::{Summary, accuracy};
pub use verdict::{Loss, Verdict};
pub use work::positions;

use games_core::Side;

use crate::{Session, Tables};

/// What was found of the moves of a game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Analysis {
    /// The plies before the first move that was judged.
    pub first_ply: usize,
    /// The verdicts on the moves from that ply on; `None` where a move could not be judged, because
    /// nothing is known of the position before or after it.
    pub moves: Vec<Option<Verdict>>,
    /// What the first side can expect in each position from that ply on, 0 to 1: one more than there
    /// are moves.
    pub curve: Vec<Option<f64>>,
    /// What the moves of each side come to.
    pub sides: [Summary; 2],
}

impl Analysis {
    /// Judges the moves of a game, of which `found` are the positions from `first_ply` on, as
    /// [`positions`] returns them. Lines that `tables` know are told on to their ends.
    #[must_use]
    pub fn of(
        game: &dyn Session,
        first_ply: usize,
        found: &[Option<Judged>],
        tables: &[Tables],
    ) -> Self {
        let labels = game.played_labels();
        let played = game.played();
        let mut at = game.boxed_clone();
        while at.plies() > first_ply {
            at.undo();
        }
        let mut moves = Vec::with_capacity(found.len());
        let mut curve = vec![seen_by_first(&*at, found.first())];
        for (i, pair) in found.windows(2).enumerate() {
            let (text, label) = (&played[first_ply + i], &labels[first_ply + i]);
            let mut after = at.boxed_clone();
            // It was played before.
            let _ = after.play(text);
            moves.push(match pair {
                [Some(before), Some(now)] => {
                    let position = verdict::Step { before: (&*at, before), after: (&*after, now) };
                    position.verdict(text, label, tables)
                }
                _ => None,
            });
            curve.push(seen_by_first(&*after, Some(&pair[1])));
            at = after;
        }
        let sides = [Side::First, Side::Second].map(|side| Summary::of(side, &moves));
        Self { first_ply, moves, curve, sides }
    }

    /// Returns the verdicts.
    pub fn verdicts(&self) -> impl Iterator<Item = &Verdict> {
        self.moves.iter().flatten()
    }
}

fn seen_by_first(session: &dyn Session, found: Option<&Option<Judged>>) -> Option<f64> {
    let expected = found?.as_ref()?.expected?;
    Some(if session.to_move() == Side::First { expected } else { 1.0 - expected })
}

#[cfg(test)]
mod tests;
