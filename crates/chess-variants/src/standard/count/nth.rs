//! The legal move with a given number, without listing those before it: all that a game played at
//! random asks of a position.
//!
//! Moves have the numbers that they have in the list of the crate `chess`, so that whoever draws one
//! comes to the same game either way: by kinds of men, the free ones before the pinned ones, then
//! by squares; promotions are tried as its list has them.

use core::ops::ControlFlow;

use chessmen::{
    Kind, Move, Rank, Square, SquareSet,
    rays::{between, bishop_moves, knight_moves, line, rook_moves},
};
use games_core::Side;

use super::{Counter, number};
use crate::standard::{board::Board, position::en_passant_capturers};

/// What a pawn may become, in the crate's order.
const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];

/// The kinds of men in the crate's order, but for pawns, which come first, and kings, which come
/// last.
const PIECES: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Returns the legal move with this number, from 0, if there are so many.
pub(in crate::standard) fn nth_legal_move(board: &Board, n: u32) -> Option<Move> {
    let counter = Counter::new(board);
    let mut search = Search { left: n };
    match counter.each_way(|from, targets, becomes| search.look(from, targets, becomes)) {
        ControlFlow::Break(m) => Some(m),
        ControlFlow::Continue(()) => None,
    }
}

/// How many moves are to be passed over yet.
struct Search {
    left: u32,
}

impl Search {
    /// Finds the move among those from one square, or passes over them.
    #[inline]
    fn look(&mut self, from: Square, targets: SquareSet, becomes: usize) -> ControlFlow<Move> {
        let ways = number(targets) * becomes as u32;
        if self.left >= ways {
            self.left -= ways;
            return ControlFlow::Continue(());
        }
        let n = self.left as usize;
        let to = targets.into_iter().nth(n / becomes).expect("fewer than there are");
        let m = Move::new(from, to);
        ControlFlow::Break(if becomes == 1 { m } else { m.promote(PROMOTIONS[n % becomes]) })
    }
}

impl Counter<'_> {
    /// Shows where each man may go, and how many men it may become there.
    ///
    /// The steps of the king, which cost the most, are looked for last.
    #[inline]
    fn each_way<B>(
        &self,
        mut show: impl FnMut(Square, SquareSet, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let checkers = self.board.checkers();
        if !checkers.has_several() {
            let checker = checkers.first();
            let targets = checker.map_or(!self.own, |by| between(self.king, by) | by.set());
            let pinned = if checker.is_none() { self.pinned } else { SquareSet::EMPTY };
            self.each_pawn(targets, pinned, &mut show)?;
            for kind in PIECES {
                let men = self.board.of_kind(kind) & self.own;
                for from in men & !self.pinned {
                    show(from, self.reach(kind, from) & targets, 1)?;
                }
                for from in men & pinned {
                    show(from, self.reach(kind, from) & targets & line(self.king, from), 1)?;
                }
            }
        }
        let castling = if checkers.is_empty() { self.castling() } else { SquareSet::EMPTY };
        show(self.king, self.king_steps() | castling, 1)
    }

    #[inline]
    fn each_pawn<B>(
        &self,
        targets: SquareSet,
        pinned: SquareSet,
        show: &mut impl FnMut(Square, SquareSet, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let pawns = self.board.of_kind(Kind::Pawn) & self.own;
        let seventh = seventh(self.side);
        let becomes = |from| if seventh.contains(from) { PROMOTIONS.len() } else { 1 };
        for from in pawns & !self.pinned {
            show(from, self.pawn_targets(from) & targets, becomes(from))?;
        }
        for from in pawns & pinned {
            let targets = targets & line(self.king, from);
            show(from, self.pawn_targets(from) & targets, becomes(from))?;
        }
        if let Some(pawn) = self.board.passed_pawn() {
            let target = pawn.set().ahead(self.side);
            for from in en_passant_capturers(self.board, pawn) {
                show(from, target, 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn reach(&self, kind: Kind, from: Square) -> SquareSet {
        match kind {
            Kind::Knight => knight_moves(from),
            Kind::Bishop => bishop_moves(from, self.occupied),
            Kind::Rook => rook_moves(from, self.occupied),
            _ => bishop_moves(from, self.occupied) | rook_moves(from, self.occupied),
        }
    }
}

/// The rank before that on which pawns become something else.
const fn seventh(side: Side) -> SquareSet {
    match side {
        Side::First => Rank::Seven.squares(),
        Side::Second => Rank::Two.squares(),
    }
}
