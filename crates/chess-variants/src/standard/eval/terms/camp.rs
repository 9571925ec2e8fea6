//! What both sides' terms need to know of one side.

use chessmen::{Kind, Square, SquareSet, rays::king_moves};
use games_core::Side;

use crate::standard::Position;

/// One side's men and what they attack.
#[derive(Clone, Copy)]
pub(super) struct Camp {
    pub(super) side: Side,
    pub(super) men: SquareSet,
    pub(super) pawns: SquareSet,
    pub(super) king: Square,
    pub(super) pawn_attacks: SquareSet,
    /// Squares that men of each kind attack.
    pub(super) attacks: [SquareSet; 6],
    pub(super) all_attacks: SquareSet,
    /// Squares that two men attack.
    pub(super) twice: SquareSet,
    /// How many men there are of each kind from pawn to queen.
    pub(super) counts: [i32; 5],
}

impl Camp {
    /// The camp with the attacks of king and pawns.
    pub(super) fn new(state: &Position, side: Side) -> Self {
        let men = state.of_side(side);
        let pawns = state.of_kind(Kind::Pawn) & men;
        let king = state.king(side);
        let pawn_attacks = pawns.pawn_attacks(side);
        let mut attacks = [SquareSet::EMPTY; 6];
        attacks[Kind::Pawn.index()] = pawn_attacks;
        attacks[Kind::King.index()] = king_moves(king);
        let ahead = pawns.ahead(side);
        let twice = (ahead.east() & ahead.west()) | (pawn_attacks & king_moves(king));
        let all_attacks = pawn_attacks | king_moves(king);
        let counts = [count(pawns), 0, 0, 0, 0];
        Self { side, men, pawns, king, pawn_attacks, attacks, all_attacks, twice, counts }
    }

    /// Adds a piece, neither pawn nor king, and what it attacks.
    pub(super) fn add(&mut self, kind: Kind, reach: SquareSet) {
        self.counts[kind.index()] += 1;
        self.attacks[kind.index()] |= reach;
        self.twice |= self.all_attacks & reach;
        self.all_attacks |= reach;
    }

    /// The rank of a square as this side sees it.
    pub(super) const fn rank(&self, square: Square) -> usize {
        let seen = if matches!(self.side, Side::First) { square } else { square.flipped() };
        seen.rank().index()
    }

    /// A number for the way between two squares, left and right alike: 0 to 119.
    pub(super) const fn way(&self, from: Square, to: Square) -> usize {
        let aside = from.file().index().abs_diff(to.file().index());
        8 * (self.rank(to) + 7 - self.rank(from)) + aside
    }

    /// Of these, the one that is nearest to this side's first rank.
    pub(super) const fn nearest(&self, squares: SquareSet) -> Option<Square> {
        match self.side {
            Side::First => squares.first(),
            Side::Second => squares.last(),
        }
    }
}

pub(super) const fn count(set: SquareSet) -> i32 {
    set.len() as i32
}

/// Files a to d, and e to h as their mirror image: 0 to 3.
pub(super) const fn from_edge(file: usize) -> usize {
    if file < 4 { file } else { 7 - file }
}
