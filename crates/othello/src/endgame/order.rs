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
}

const FIRST: i32 = 1 << 24;
/// Beyond all estimates.
const FAR: i32 = 1 << 20;

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
        let depth = deep(node.n);
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
                -self.guess(child, -FAR, FAR, depth - 1, false)
            };
            self.moves.push(Ranked { child, square: square as u8, rank });
        }
    }

    /// Fastest first: moves that leave the opponent few replies, and few to come.
    #[inline]
    fn quick_rank(node: Node, child: Node, square: u32) -> i32 {
        let empty = R::BOARD & !(child.own | child.opp);
        let replies = placements(child.own, child.opp, empty);
        let number = |set: u64| set.count_ones() as i32;
        let odd = i32::from(R::QUARTER_OF[square as usize] & node.odd != 0);
        let corner = i32::from(R::CORNERS >> square & 1 == 1);
        8 * odd + 16 * corner
            - 16 * (number(replies) + number(replies & R::CORNERS))
            - 4 * number(around(child.opp) & empty)
    }

    /// The estimate of a position after a search of so many plies.
    fn guess(&mut self, node: Node, mut alpha: i32, beta: i32, depth: u32, passed: bool) -> i32 {
        if self.visit() {
            return 0;
        }
        let Node { own, opp, .. } = node;
        let empty = R::BOARD & !(own | opp);
        let mut moves = placements(own, opp, empty);
        if moves == 0 {
            return if passed {
                100 * R::score(own, opp)
            } else {
                -self.guess(node.passed(), -beta, -alpha, depth, true)
            };
        }
        if depth == 0 {
            return Self::estimate(own, opp, moves);
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

    /// Estimate in hundredths of a disc for the side to move.
    fn estimate(own: u64, opp: u64, moves: u64) -> i32 {
        let empty = R::BOARD & !(own | opp);
        let replies = placements(opp, own, empty);
        let count = |set: u64| set.count_ones() as i32;
        let c = empty & R::CORNERS;
        let xs = (c & 1) << 9 | (c & 0x80) << 6 | (c & 1 << 56) >> 7 | (c & 1 << 63) >> 9;
        let edge = stable_on_edges(own, opp);
        let mob = count(moves) - count(replies);
        let pot = count(around(opp) & empty) - count(around(own) & empty);
        let cor = count(own & R::CORNERS) - count(opp & R::CORNERS);
        let cmob = count(moves & R::CORNERS) - count(replies & R::CORNERS);
        let xd = count(own & xs) - count(opp & xs);
        let st = count(own & edge) - count(opp & edge);
        80 * mob + 30 * pot + 400 * cor + 200 * cmob - 250 * xd + 180 * st
    }
}

/// A set with the squares around it.
#[inline]
fn around(set: u64) -> u64 {
    let rows = set | (set & 0x7f7f_7f7f_7f7f_7f7f) << 1 | (set & 0xfefe_fefe_fefe_fefe) >> 1;
    rows | rows << 8 | rows >> 8
}

/// Plies of the search that ranks the moves with so many empty squares.
#[inline]
const fn deep(n: u32) -> u32 {
    match n {
        ..13 => 0,
        13..15 => 1,
        15..17 => 2,
        _ => 3,
    }
}
