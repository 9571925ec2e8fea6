//! Counting legal moves without listing them: all that perft asks of its last ply.
//!
//! The list of the crate `chess` is the oracle; the tests walk trees of both.

mod nth;

use chessmen::{
    Castling, Kind, Rank, Square, SquareSet,
    rays::{between, bishop_moves, king_moves, knight_moves, line, rook_moves},
};
use games_core::Side;

pub(super) use self::nth::nth_legal_move;
use super::{board::Board, position::en_passant_capturers};

/// The number of legal moves on the board of a board.
pub(super) fn legal_moves(board: &Board) -> u32 {
    let counter = Counter::new(board);
    let checkers = board.checkers();
    if checkers.has_several() {
        number(counter.king_steps())
    } else if let Some(checker) = checkers.first() {
        let answers = between(counter.king, checker) | checker.set();
        number(counter.king_steps()) + counter.of_free_men(answers) + counter.en_passant()
    } else {
        let targets = !counter.own;
        number(counter.king_steps() | counter.castling())
            + counter.of_free_men(targets)
            + counter.of_pinned_men()
            + counter.en_passant()
    }
}

struct Counter<'a> {
    board: &'a Board,
    side: Side,
    king: Square,
    own: SquareSet,
    enemies: SquareSet,
    occupied: SquareSet,
    pinned: SquareSet,
    /// The squares that enemies other than sliders attack.
    near: SquareSet,
    /// Enemies that move along files and ranks, and along diagonals.
    straight: SquareSet,
    diagonal: SquareSet,
}

impl<'a> Counter<'a> {
    #[inline]
    fn new(board: &'a Board) -> Self {
        let side = board.side_to_move();
        let (own, enemies) = (board.of_side(side), board.of_side(side.other()));
        let queens = board.of_kind(Kind::Queen);
        let pawns = board.of_kind(Kind::Pawn) & enemies;
        let knights = board.of_kind(Kind::Knight) & enemies;
        let near = king_moves(board.king(side.other())) | pawns.pawn_attacks(side.other());
        Self {
            board,
            side,
            king: board.king(side),
            own,
            enemies,
            occupied: own | enemies,
            pinned: board.pinned() & own,
            near: knights.into_iter().fold(near, |near, from| near | knight_moves(from)),
            straight: (board.of_kind(Kind::Rook) | queens) & enemies,
            diagonal: (board.of_kind(Kind::Bishop) | queens) & enemies,
        }
    }

    /// Moves of men that stand in no enemy's way, onto these squares.
    #[inline]
    fn of_free_men(&self, targets: SquareSet) -> u32 {
        let free = self.own & !self.pinned;
        let of = |kind| self.board.of_kind(kind) & free;
        let queens = of(Kind::Queen);
        let diagonal = |from| bishop_moves(from, self.occupied);
        let straight = |from| rook_moves(from, self.occupied);
        onto(targets, of(Kind::Knight), knight_moves)
            + onto(targets, of(Kind::Bishop) | queens, diagonal)
            + onto(targets, of(Kind::Rook) | queens, straight)
            + self.of_pawns(of(Kind::Pawn), targets)
    }

    /// Moves of pinned men while there is no check: along the line to their king.
    #[inline]
    fn of_pinned_men(&self) -> u32 {
        self.pinned.into_iter().map(|from| self.of_pinned_man(from)).sum()
    }

    fn of_pinned_man(&self, from: Square) -> u32 {
        let targets = line(self.king, from) & !self.own;
        match self.board.kind_on(from) {
            Some(Kind::Pawn) => self.of_pawns(from.set(), targets),
            Some(Kind::Bishop) => number(bishop_moves(from, self.occupied) & targets),
            Some(Kind::Rook) => number(rook_moves(from, self.occupied) & targets),
            Some(Kind::Queen) => {
                let reached = bishop_moves(from, self.occupied) | rook_moves(from, self.occupied);
                number(reached & targets)
            }
            // No leap stays on a line.
            _ => 0,
        }
    }

    /// Where a pawn may step to, and take something, but for captures en passant.
    #[inline]
    fn pawn_targets(&self, from: Square) -> SquareSet {
        let ahead = from.set().ahead(self.side);
        let step = ahead & !self.occupied;
        let double = (step & once(self.side)).ahead(self.side) & !self.occupied;
        step | double | ahead.beside() & self.enemies
    }

    /// Steps and captures of pawns onto these squares, captures en passant aside.
    #[inline]
    fn of_pawns(&self, pawns: SquareSet, targets: SquareSet) -> u32 {
        let ahead = pawns.ahead(self.side);
        let step = ahead & !self.occupied;
        let double = (step & once(self.side)).ahead(self.side) & !self.occupied;
        let taken = self.enemies & targets;
        let ways = [step & targets, ahead.west() & taken, ahead.east() & taken];
        let moves: u32 = ways.iter().map(|&way| number(way)).sum();
        // A pawn that reaches the last rank becomes one of four men.
        let last: u32 = ways.iter().map(|&way| number(way & SquareSet::LAST_RANKS)).sum();
        moves + number(double & targets) + 3 * last
    }

    /// In a position, an en passant square is there if a capture is legal.
    #[inline]
    fn en_passant(&self) -> u32 {
        let pawn = self.board.passed_pawn();
        pawn.map_or(0, |pawn| number(en_passant_capturers(self.board, pawn)))
    }

    #[inline]
    fn king_steps(&self) -> SquareSet {
        let steps = king_moves(self.king) & !self.own & !self.near;
        // Whoever attacks the king sees through it.
        let men = self.occupied & !self.king.set();
        steps.into_iter().filter(|&to| !self.is_seen(to, men)).collect()
    }

    /// Whether an enemy slider attacks a square, among these men.
    #[inline]
    fn is_seen(&self, square: Square, men: SquareSet) -> bool {
        rook_moves(square, men).meets(self.straight)
            || bishop_moves(square, men).meets(self.diagonal)
    }

    /// Where the king may castle to while there is no check.
    #[inline]
    fn castling(&self) -> SquareSet {
        let rights = [true, false].map(|short| Castling { side: self.side, short });
        rights.into_iter().filter(|&right| self.may_castle(right)).map(target).collect()
    }

    fn may_castle(&self, right: Castling) -> bool {
        if !self.board.may_castle(right) || between(right.king(), right.rook()).meets(self.occupied)
        {
            return false;
        }
        let path = path(right);
        !path.meets(self.near)
            && path.into_iter().all(|square| !self.is_seen(square, self.occupied))
    }
}

/// How often men reach these squares.
#[inline]
fn onto(targets: SquareSet, men: SquareSet, reach: impl Fn(Square) -> SquareSet) -> u32 {
    men.into_iter().map(|from| number(reach(from) & targets)).sum()
}

/// Where pawns stand that have made their first step, and may make it a double one.
const fn once(side: Side) -> SquareSet {
    match side {
        Side::First => Rank::Three.squares(),
        Side::Second => Rank::Six.squares(),
    }
}

/// The squares that a castling king passes and reaches.
fn path(right: Castling) -> SquareSet {
    between(right.king(), target(right)) | target(right).set()
}

/// Where a castling king goes to.
const fn target(right: Castling) -> Square {
    let king = right.king();
    king.wrapping_add(if right.short { 2 } else { -2 })
}

#[inline]
const fn number(squares: SquareSet) -> u32 {
    squares.len() as u32
}

#[cfg(test)]
mod tests {
    use games_core::{Game, Rng, seeded};

    use super::super::{Chess, Position};

    /// All positions of some plies, each compared with the list of the crate.
    fn walk(position: &Position, plies: u32) -> u32 {
        let moves = position.legal_moves();
        assert_eq!(position.count_legal() as usize, moves.len(), "{position}");
        let one_by_one: Vec<_> = (0..).map_while(|n| position.nth_legal(n)).collect();
        assert_eq!(one_by_one, moves.as_slice(), "{position}");
        if plies == 0 {
            return 1;
        }
        moves.iter().map(|&m| walk(&position.after(m), plies - 1)).sum()
    }

    #[test]
    fn moves_are_counted_and_found_by_number_as_they_are_listed() {
        // The positions that perft is usually tried on, and some with every kind of pin, check and
        // capture en passant.
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "8/8/8/2k5/2pP4/8/B7/4K3 b - d3 0 3",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
            "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
            "2r5/3pk3/8/2P5/8/2K5/8/8 w - - 5 4",
            "4k3/4r3/8/b7/8/2N1P3/3QB3/r1R1K3 w - - 0 1",
        ] {
            assert!(walk(&Position::from_fen(fen).unwrap(), 3) > 100, "{fen}");
        }
    }

    #[test]
    fn moves_of_games_played_at_random_are_too() {
        let (chess, mut rng) = (Chess::standard(), seeded(5));
        let mut positions = 0;
        for _ in 0..200 {
            let mut position = Position::initial();
            while let Ok(m) = chess.random_move(&position, &mut rng) {
                positions += walk(&position, 0);
                position.apply(m);
                if rng.below(200) == 0 {
                    break;
                }
            }
        }
        assert!(positions > 10_000);
    }
}
