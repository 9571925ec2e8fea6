//! What the table knows of a position, and what it is told.

use games_core::{Adjudicate, Evaluate};

use super::{
    node::{Found, NOTHING, Node, Place, RestsOn},
    search::Worker,
    window::Window,
};
use crate::table::{Bound, Entry, MAX_DEPTH, Table};

/// Positions that are searched to at most such a depth stand in the thread's own table: a look into
/// memory would take about as long as to search them again.
const NEAR_DEPTH: i32 = 2;

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// The key under which the table has a position, for this many plies without an end by path.
    pub(super) fn table_key(&self, state: &G::State, horizon: usize) -> u64 {
        let key = self.game.key(state) ^ self.clocks.rules().salt(horizon);
        match self.shared.key_mask {
            u64::MAX => key,
            // Spread again, because the high bits choose the place in the table.
            mask => games_core::zobrist::mix(key & mask),
        }
    }

    /// The table for positions that are searched to such a depth.
    #[inline]
    fn table(&self, depth: i32) -> &Table {
        if depth <= NEAR_DEPTH { &self.near } else { self.shared.table }
    }

    #[inline]
    pub(super) fn look_up(&self, key: u64, depth: i32) -> Option<Entry> {
        if self.uses.table { self.table(depth).get(key) } else { None }
    }

    /// Looks the children up whose moves stand in the list from `start` on, before any is searched.
    ///
    /// Where repetition counts, a child may be one, of which the table knows nothing.
    pub(super) fn cut_by_child(
        &mut self,
        state: &mut G::State,
        node: &Node,
        start: usize,
    ) -> Option<Found> {
        let Node { side, place, window, .. } = *node;
        let is_deep = place.depth >= self.constants.enhanced_depth;
        let is_worth_it = window.is_null() && is_deep && self.uses.table;
        if !is_worth_it || !self.uses.enhanced_cutoffs || self.shared.past.counts() {
            return None;
        }
        let game = self.game;
        (start..self.moves.len()).find_map(|i| {
            let m = self.moves[i].m;
            self.clocks.leave(place.ply, state, Some(m));
            game.with_child(state, m, |next| {
                let horizon = self.clocks.horizon(place.ply + 1, next);
                let entry = self.look_up(self.table_key(next, horizon), place.depth - 1)?;
                let found = if game.to_move(next) == side {
                    self.answer(&entry, place.below(), window, horizon)?
                } else {
                    let other = window.seen_from_other_side();
                    self.answer(&entry, place.below(), other, horizon)?.seen_from_other_side()
                };
                (found.score >= window.beta).then_some(found)
            })
        })
    }

    /// Returns what the table says about a position, if it is enough.
    ///
    /// On the principal variation the table only orders moves, so that the line is whole.
    pub(super) fn answer(
        &self,
        entry: &Entry,
        place: Place,
        window: Window,
        horizon: usize,
    ) -> Option<Found> {
        if !window.is_null() || (self.careful > 0 && !entry.complete) {
            return None;
        }
        let depth = i32::from(entry.depth);
        let is_enough = if self.uses.deeper {
            entry.complete || depth >= place.depth
        } else {
            depth == place.depth
        };
        if !is_enough || !self.holds_here(entry, place, horizon) {
            return None;
        }
        let score = entry.score.later_by(place.ply as u32);
        let cuts = match entry.bound {
            Bound::Nothing => false,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
            Bound::Exact => true,
        };
        cuts.then_some(Found { score, complete: entry.complete, rests_on: NOTHING })
    }

    pub(super) fn store(&self, key: u64, place: Place, window: Window, found: &Found, best: u16) {
        if !self.uses.table {
            return;
        }
        let for_this_path_only = found.rests_on <= place.ply as RestsOn;
        let bound = if for_this_path_only {
            Bound::Nothing
        } else if found.score >= window.beta {
            Bound::Lower
        } else if found.score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = Entry {
            score: found.score.sooner_by(place.ply as u32),
            bound,
            complete: found.complete && bound != Bound::Nothing,
            depth: place.depth.clamp(0, i32::from(MAX_DEPTH)) as u16,
            best,
        };
        self.table(place.depth).put(key, entry);
    }
}
