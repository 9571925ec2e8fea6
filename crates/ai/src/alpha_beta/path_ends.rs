//! Ends of the game by its path, and what they leave of the table.

use games_core::{Adjudicate, Evaluate, Side};

use super::{
    node::{Found, NOTHING, Place, RestsOn, THE_WAY},
    search::Worker,
};
use crate::{Score, by_path::Holds, table::Entry};

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// The value of a repeated position.
    pub(super) fn repeated(
        &self,
        state: &G::State,
        side: Side,
        ply: usize,
        rests_on: RestsOn,
    ) -> Found {
        let mut found = Found { score: Score::DRAW, complete: true, rests_on };
        if self.clocks.rules().bar_wins {
            if self.game.status(state).is_over() {
                return self.ended(state, side, ply);
            }
            // The rules go on from here otherwise than from the position that was there before.
            found.complete = self.clocks.end(ply, state, self.last(ply), &|| 2).is_some();
        }
        found
    }

    /// How the path ends the game in a position that has not stood before.
    #[inline]
    pub(super) fn ended_by_path(&self, state: &G::State, side: Side, ply: usize) -> Option<Found> {
        let (end, holds) = self.clocks.end(ply, state, self.last(ply), &|| 1)?;
        if end.margin.is_some() {
            self.shared.table.note_margin();
        }
        let score = Score::of_end(&end, side, ply as u32);
        let rests_on = if holds == Holds::Anywhere { NOTHING } else { THE_WAY };
        Some(Found { score, complete: holds != Holds::IfClaimed, rests_on })
    }

    /// Whether what the table says of a position holds on this path, too, on which clock and length
    /// decide nothing for so many plies.
    pub(super) fn holds_here(&self, entry: &Entry, place: Place, horizon: usize) -> bool {
        let rules = self.clocks.rules();
        if !rules.decide {
            return true;
        }
        let longest = rules.longest_win(horizon);
        if entry.is_win() {
            // A larger margin may take longer.
            let plies = entry.score.plies() as usize;
            longest == usize::MAX || (plies <= longest && !self.shared.table.has_margins())
        } else {
            entry.complete || rules.win || usize::try_from(place.depth).is_ok_and(|d| d <= horizon)
        }
    }
}
