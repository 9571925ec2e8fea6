//! Which move is tried first: the better the guess, the smaller the tree.

use super::{
    rule::Rule,
    search::{Node, Search},
    stability::stable_on_edges,
    table::NO_SQUARE,
};
use crate::{flips::flips, mobility::placements};

/// A move with the node after it and what it is sorted by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) child: Node,
    pub(super) square: u8,
    /// The larger, the sooner it is tried.
    rank: i32,
}

impl Ranked {
    /// The pass, where it is the only move.
    pub(super) fn pass(node: Node) -> Self {
        Self { child: node.passed(), square: NO_SQUARE, rank: 0 }
    }

    pub(super) const fn rank(&self) -> i32 {
        self.rank
    }
}

/// Above all estimates.
const FIRST: i32 = 1 << 24;
/// Beyond all estimates, with room for what is added to them.
pub(super) const FAR: i32 = 1 << 20;

/// Worth of the features in hundredths of a disc.
///
/// These and the numbers below were found by trial: each was changed up and down as long as sixty
/// positions with 18 empty squares, from games of a weak player, could be solved with fewer nodes.
/// Around these values little depends on any of them. An estimate that was fitted to known scores
/// comes closer to the score and makes the search slower: it does not care how many replies there
/// are to look at.
mod worth {
    /// A move more than the opponent has.
    pub(super) const MOBILITY: i32 = 80;
    /// An empty square next to an opposing disc more than there are next to an own one.
    pub(super) const FRONTIER: i32 = 48;
    pub(super) const CORNER: i32 = 400;
    /// A corner on which a move can be made.
    pub(super) const CORNER_MOVE: i32 = 150;
    /// A disc diagonally before an empty corner.
    pub(super) const X_SQUARE: i32 = -62;
    /// A stable disc on an edge.
    pub(super) const STABLE: i32 = 150;
    /// A reply that a move leaves, beside what it changes the estimate.
    pub(super) const REPLY: i32 = 256;
    /// An empty square that it opens to the opponent, likewise.
    pub(super) const OPEN: i32 = 100;
}

/// Plies of the search that ranks moves with so many empty squares.
#[inline]
const fn depth(n: u32, is_lent: bool) -> u32 {
    match n {
        ..12 => 0,
        // An estimate that was learnt is better, and takes longer.
        12 if is_lent => 0,
        13..17 if is_lent => 1,
        _ if is_lent => 2,
        12..22 => (n - 10) / 2,
        _ => 6,
    }
}

impl<R: Rule> Search<'_, R> {
    /// Takes the best of the moves from `base` on.
    #[inline]
    pub(super) fn next(&mut self, base: usize) -> Option<Ranked> {
        let moves = &self.moves[base..];
        let (i, _) = moves.iter().enumerate().max_by_key(|(_, m)| m.rank)?;
        Some(self.moves.swap_remove(base + i))
    }

    /// Adds the moves on some squares to the list, those first that the table knows as the best.
    pub(super) fn rank(&mut self, node: Node, mut moves: u64, known: [u8; 2]) {
        let depth = depth(node.n, self.judge.is_some());
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let child = Self::after(node, square, flips(node.own, node.opp, square as u8));
            let rank = if child.own == 0 {
                // Nothing is left to the opponent.
                FIRST + 2
            } else if square == u32::from(known[0]) {
                FIRST + 1
            } else if square == u32::from(known[1]) {
                FIRST
            } else if depth == 0 {
                Self::quick_rank(node, child, square)
            } else {
                let guess = -self.guess(child, -FAR, FAR, depth - 1, false);
                let (replies, open) = Self::left_to(child);
                guess - worth::REPLY * replies - worth::OPEN * open
            };
            self.moves.push(Ranked { child, square: square as u8, rank });
        }
    }

    /// Fastest first: moves that leave the opponent few replies, and few to come.
    #[inline]
    fn quick_rank(node: Node, child: Node, square: u32) -> i32 {
        let (replies, open) = Self::left_to(child);
        let is_odd = R::QUARTER_OF[square as usize] & node.odd != 0;
        let is_corner = R::CORNERS >> square & 1 == 1;
        5 * i32::from(is_odd) + 16 * i32::from(is_corner) - 16 * replies - 4 * open
    }

    /// Returns the number of moves of the side to move, those to corners counted twice, and the
    /// number of empty squares next to opposing discs.
    #[inline]
    fn left_to(node: Node) -> (i32, i32) {
        let empty = R::BOARD & !(node.own | node.opp);
        let replies = placements(node.own, node.opp, empty);
        let open = around(node.opp) & empty;
        (number(replies) + number(replies & R::CORNERS), number(open))
    }

    /// The estimate of a position after a search of so many plies.
    pub(super) fn guess(
        &mut self,
        node: Node,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        passed: bool,
    ) -> i32 {
        if self.visit() {
            return 0;
        }
        let Node { own, opp, .. } = node;
        let mut moves = placements(own, opp, R::BOARD & !(own | opp));
        if moves == 0 {
            return if passed {
                100 * R::score(own, opp)
            } else {
                -self.guess(node.passed(), -beta, -alpha, depth, true)
            };
        }
        if depth == 0 {
            return match &mut self.judge {
                Some(judge) => judge(own, opp),
                None => Self::estimate(own, opp, moves),
            };
        }
        let mut best = -FAR;
        while moves != 0 {
            let square = moves.trailing_zeros();
            moves &= moves - 1;
            let child = Self::after(node, square, flips(own, opp, square as u8));
            let score = -self.guess(child, -beta, -alpha, depth - 1, false);
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// An estimate for the side to move, which can move to the squares of `moves`.
    fn estimate(own: u64, opp: u64, moves: u64) -> i32 {
        let empty = R::BOARD & !(own | opp);
        let replies = placements(opp, own, empty);
        let x_squares = R::before_corners(empty);
        let stable = stable_on_edges(own, opp);
        let difference = |own: u64, opp: u64| number(own) - number(opp);
        worth::MOBILITY * difference(moves, replies)
            + worth::FRONTIER * difference(around(opp) & empty, around(own) & empty)
            + worth::CORNER * difference(own & R::CORNERS, opp & R::CORNERS)
            + worth::CORNER_MOVE * difference(moves & R::CORNERS, replies & R::CORNERS)
            + worth::X_SQUARE * difference(own & x_squares, opp & x_squares)
            + worth::STABLE * difference(own & stable, opp & stable)
    }
}

#[inline]
fn number(set: u64) -> i32 {
    set.count_ones() as i32
}

/// A set with the squares around it.
#[inline]
fn around(set: u64) -> u64 {
    let rows = set | (set & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (set & 0xfefe_fefe_fefe_fefe) >> 1;
    rows | rows << 8 | rows >> 8
}
