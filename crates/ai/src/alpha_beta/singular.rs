//! Singular extensions: a move that is better than all others by far is searched deeper (T.
//! Anantharaman, M. Campbell and F. Hsu, "Singular extensions: adding selectivity to brute-force
//! searching", 1988), in the form that engines have today: of the table's move alone, told by a
//! shallow search of all others (<https://www.chessprogramming.org/Singular_Extensions>).
//!
//! The same search tells more: where others, too, are good enough for a cutoff, the position is left
//! (multi-cut; Y. Björnsson and T. Marsland, "Multi-cut alpha-beta pruning in game-tree search",
//! 2001); where the table's move seems to be good enough and not alone, it is searched less deep.

use games_core::{Adjudicate, Evaluate};

use super::{
    node::{Found, Node, Place},
    search::Worker,
    window::Window,
};
use crate::{
    Score,
    meter::Stopped,
    table::{Bound, Entry, NO_MOVE},
};

/// The least depth at which it is asked whether a move is singular.
const LEAST_DEPTH: i32 = 6;
/// The table's score is trusted if it is from a search that was at most so many plies shallower.
const TRUSTED: i32 = 3;
/// By how much others have to be worse for each ply of depth, as a part of the game's swing.
const PART: i32 = 40;
/// A move that is better than others by so many margins more is searched two plies deeper.
const TWICE: i32 = 1;

/// The table's move among all moves of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singled {
    /// It is searched so many plies deeper.
    Deeper(i32),
    /// The position is good enough, with or without it.
    Cut(Found),
}

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Compares the move that the table knows with the others, which stand in the list from `start`
    /// on together with it.
    ///
    /// Not inlined: what it needs would else stand on the stack once a ply.
    #[inline(never)]
    pub(super) fn single_out(
        &mut self,
        state: &mut G::State,
        node: &Node,
        start: usize,
        known: Option<&Entry>,
    ) -> Result<Singled, Stopped> {
        let Place { ply, depth } = node.place;
        let usual = Singled::Deeper(0);
        let (Some(entry), Some(swing)) = (known, self.swing) else { return Ok(usual) };
        if !self.may_be_singular(entry, node) {
            return Ok(usual);
        }
        let margin = swing * depth / PART;
        let score = entry.score.later_by(ply as u32);
        let bar = Score::estimate(score.raw() - margin);
        let Some(others) = self.try_others(state, node, (start, entry.best), bar)? else {
            return Ok(usual);
        };
        let Window { beta, .. } = node.window;
        let is_null = node.window.is_null();
        Ok(if others.score < bar {
            let is_far = is_null && others.score.raw() < bar.raw() - TWICE * margin;
            Singled::Deeper(1 + i32::from(is_far))
        } else if is_null && bar >= beta {
            Singled::Cut(Found { score: bar, complete: false, ..others })
        } else if is_null && score >= beta {
            Singled::Deeper(-1)
        } else {
            usual
        })
    }

    fn may_be_singular(&self, entry: &Entry, node: &Node) -> bool {
        let Place { ply, depth } = node.place;
        self.uses.singular
            && depth >= LEAST_DEPTH
            && ply + (depth as usize) + 1 < self.last_extension
            && self.careful == 0
            && entry.best != NO_MOVE
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.complete
            && i32::from(entry.depth) >= depth - TRUSTED
            && !entry.score.is_decisive()
            && !node.window.is_decisive()
    }

    /// Searches all moves but the table's less deep, to see whether one of them reaches a score.
    /// Nothing if there is no other.
    fn try_others(
        &mut self,
        state: &mut G::State,
        node: &Node,
        (start, best): (usize, u16),
        bar: Score,
    ) -> Result<Option<Found>, Stopped> {
        let end = self.moves.len();
        for i in start..end {
            if self.moves[i].index != best {
                self.moves.push(self.moves[i]);
            }
        }
        let place = Place { depth: (node.place.depth - 1) / 2, ..node.place };
        let window = Window::null(Score::from_raw(bar.raw() - 1));
        let others = Node { place, window, ..*node };
        let found = match self.moves.len() {
            len if len == end => None,
            _ => Some(self.try_moves(state, &others, end, (NO_MOVE, 0))?.0),
        };
        self.moves.truncate(end);
        Ok(found)
    }
}
