//! Where men go: from a square, on a board with others.
//!
//! All of it is looked up in tables, which the compiler works out.

mod lines;
mod sliders;
mod tables;

use self::tables::TABLES;
use crate::{Square, SquareSet};

/// Returns where a rook goes if there are men on `occupied`: up to the first of them on each line
/// and onto it.
#[inline]
#[must_use]
pub fn rook_moves(from: Square, occupied: SquareSet) -> SquareSet {
    TABLES.reached[TABLES.rooks[from.index()].place(occupied)]
}

/// Returns where a bishop goes if there are men on `occupied`, as a rook does.
#[inline]
#[must_use]
pub fn bishop_moves(from: Square, occupied: SquareSet) -> SquareSet {
    TABLES.reached[TABLES.bishops[from.index()].place(occupied)]
}

/// Returns where a queen goes if there are men on `occupied`, as rook and bishop do.
#[inline]
#[must_use]
pub fn queen_moves(from: Square, occupied: SquareSet) -> SquareSet {
    rook_moves(from, occupied) | bishop_moves(from, occupied)
}

/// Returns where a rook goes on an empty board.
#[inline]
#[must_use]
pub fn rook_rays(from: Square) -> SquareSet {
    TABLES.rook_rays[from.index()]
}

/// Returns where a bishop goes on an empty board.
#[inline]
#[must_use]
pub fn bishop_rays(from: Square) -> SquareSet {
    TABLES.bishop_rays[from.index()]
}

/// Returns where a knight goes.
#[inline]
#[must_use]
pub fn knight_moves(from: Square) -> SquareSet {
    TABLES.knight_moves[from.index()]
}

/// Returns where a king goes, castling aside.
#[inline]
#[must_use]
pub fn king_moves(from: Square) -> SquareSet {
    TABLES.king_moves[from.index()]
}

/// Returns the squares strictly between two squares of a rank, file or diagonal, else none.
#[inline]
#[must_use]
pub fn between(a: Square, b: Square) -> SquareSet {
    TABLES.between[a.index()][b.index()]
}

/// Returns all squares of the rank, file or diagonal through two different squares, themselves
/// included, else none.
#[inline]
#[must_use]
pub fn line(a: Square, b: Square) -> SquareSet {
    TABLES.line[a.index()][b.index()]
}

/// Returns the diagonal through a square that rises from the a-side to the h-side.
#[inline]
#[must_use]
pub fn rising(through: Square) -> SquareSet {
    TABLES.rising[through.index()]
}

/// Returns the diagonal through a square that falls from the a-side to the h-side.
#[inline]
#[must_use]
pub fn falling(through: Square) -> SquareSet {
    TABLES.falling[through.index()]
}

#[cfg(test)]
mod tests {
    use core::iter::successors;

    use super::*;

    const STRAIGHT: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    const DIAGONAL: [(isize, isize); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

    /// The square so many files and ranks away, if there is one.
    fn step(from: Square, (files, ranks): (isize, isize)) -> Option<Square> {
        let file = from.file().index().checked_add_signed(files)?;
        let rank = from.rank().index().checked_add_signed(ranks)?;
        (file < 8 && rank < 8).then(|| Square::from_index(8 * rank + file)).flatten()
    }

    /// One step after the other, until a man or the edge stops it.
    fn walk(from: Square, ways: [(isize, isize); 4], occupied: SquareSet) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for way in ways {
            for to in successors(step(from, way), |at| step(*at, way)) {
                reached.insert(to);
                if occupied.contains(to) {
                    break;
                }
            }
        }
        reached
    }

    /// A number after another that looks random.
    fn scrambled(n: u64) -> u64 {
        let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) ^ n >> 31
    }

    #[test]
    fn sliders_go_up_to_the_first_man_and_onto_it() {
        for n in 0..4_000 {
            // From crowded boards to nearly empty ones.
            let thinned = (0..n % 4).map(|i| scrambled(4 * n + i + 7_000_000));
            let occupied = thinned.fold(scrambled(n + 1), |men, mask| men & mask);
            let occupied = SquareSet::from_bits(occupied);
            for from in Square::all() {
                let (straight, diagonal) =
                    (walk(from, STRAIGHT, occupied), walk(from, DIAGONAL, occupied));
                assert_eq!(rook_moves(from, occupied), straight, "{from}\n{occupied}");
                assert_eq!(bishop_moves(from, occupied), diagonal, "{from}\n{occupied}");
                assert_eq!(queen_moves(from, occupied), straight | diagonal);
            }
        }
    }

    #[test]
    fn rays_end_at_the_edge() {
        for from in Square::all() {
            assert_eq!(rook_rays(from), walk(from, STRAIGHT, SquareSet::EMPTY));
            assert_eq!(bishop_rays(from), walk(from, DIAGONAL, SquareSet::EMPTY));
            assert_eq!(rising(from) & falling(from), from.set());
            assert_eq!(rising(from) ^ falling(from), bishop_rays(from));
        }
        assert_eq!(rising(Square::B1).into_iter().next_back(), Some(Square::H7));
        assert_eq!(falling(Square::B1).into_iter().next_back(), Some(Square::A2));
    }

    #[test]
    fn knights_and_kings_leap() {
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        for from in Square::all() {
            let to = |ways: &[(isize, isize)]| -> SquareSet {
                ways.iter().filter_map(|way| step(from, *way)).collect()
            };
            assert_eq!(knight_moves(from), to(&knight));
            assert_eq!(king_moves(from), to(&STRAIGHT) | to(&DIAGONAL));
        }
    }

    #[test]
    fn lines_are_those_of_rooks_and_bishops() {
        for a in Square::all() {
            for b in Square::all() {
                let way = [rook_moves as fn(_, _) -> _, bishop_moves]
                    .into_iter()
                    .find(|moves| moves(a, SquareSet::EMPTY).contains(b));
                let (inside, all) = match way {
                    Some(moves) => (
                        moves(a, b.set()) & moves(b, a.set()),
                        moves(a, SquareSet::EMPTY) & moves(b, SquareSet::EMPTY) | a.set() | b.set(),
                    ),
                    None => (SquareSet::EMPTY, SquareSet::EMPTY),
                };
                assert_eq!((between(a, b), line(a, b)), (inside, all), "{a} {b}");
            }
        }
    }
}
