//! What a capture wins once all captures on its square are played.

use chess::{
    BitBoard, Board, Color, EMPTY, Piece, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use super::position::square;
use crate::moves::Move;

/// The worth of a man in exchanges, in hundredths of a pawn; no exchange is worth a king.
pub(super) const fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 100,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 950,
        Piece::King => 20_000,
    }
}

/// From the least valuable on.
const PIECES: [Piece; 6] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// Returns what a capture of a man gains if both sides go on capturing on its square, each with the
/// least valuable man, as long as that is good for it: static exchange evaluation by the swap
/// algorithm (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>).
///
/// Pins are not looked at, and nobody promotes.
pub(super) fn gain(board: &Board, m: Move, mut attacker: Piece, victim: Piece) -> i32 {
    let to = square(m.to());
    // What each side has gained after each capture, if the exchange ended there.
    let mut gains = [0; 32];
    gains[0] = worth(victim);
    let mut last = 0;
    let mut side = board.side_to_move();
    let mut men = *board.combined();
    let mut from = BitBoard::from_square(square(m.from()));
    loop {
        let next = worth(attacker) - gains[last];
        // To go on is bad for either side.
        if next.max(-gains[last]) < 0 {
            break;
        }
        men ^= from;
        side = !side;
        let Some((piece, cheapest)) = least_attacker(board, to, side, men) else { break };
        last += 1;
        gains[last] = next;
        (attacker, from) = (piece, cheapest);
        if last == gains.len() - 1 {
            break;
        }
    }
    while last > 0 {
        gains[last - 1] = -gains[last].max(-gains[last - 1]);
        last -= 1;
    }
    gains[0]
}

/// Returns one of the least valuable men of a side that could capture on a square, if only `men`
/// were on the board.
fn least_attacker(
    board: &Board,
    to: chess::Square,
    side: Color,
    men: BitBoard,
) -> Option<(Piece, BitBoard)> {
    let own = *board.color_combined(side) & men;
    PIECES.into_iter().find_map(|piece| {
        let candidates = *board.pieces(piece) & own;
        if candidates == EMPTY {
            return None;
        }
        let reach = match piece {
            // A pawn attacks what a pawn of the other side there would attack.
            Piece::Pawn => get_pawn_attacks(to, !side, candidates),
            Piece::Knight => get_knight_moves(to),
            Piece::Bishop => get_bishop_moves(to, men),
            Piece::Rook => get_rook_moves(to, men),
            Piece::Queen => get_bishop_moves(to, men) | get_rook_moves(to, men),
            Piece::King => get_king_moves(to),
        };
        let found = reach & candidates;
        (found != EMPTY).then(|| (piece, BitBoard::from_square(found.to_square())))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard::Position;

    #[track_caller]
    fn check(fen: &str, m: &str, expected: i32) {
        let position = Position::from_fen(fen).unwrap();
        let m = Move::from_uci(m).unwrap();
        let on = |number| position.board().piece_on(square(number)).unwrap();
        assert_eq!(gain(position.board(), m, on(m.from()), on(m.to())), expected, "{fen}");
    }

    /// The first two are the examples of the page named above.
    #[test]
    fn exchanges_end_where_going_on_is_bad() {
        check("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);
        check("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220);
        check("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0);
        check("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", 950);
        check("4k3/8/4p3/3n4/8/3R4/8/4K3 w - - 0 1", "d3d5", -180);
        // The rook behind the rook counts, the one beyond the square guards it.
        check("3rk3/8/8/3p4/8/3R4/8/3RK3 w - - 0 1", "d3d5", 100);
        check("3rk3/3r4/8/3p4/8/3R4/8/3RK3 w - - 0 1", "d3d5", -400);
        // A king takes what nobody guards, and only that.
        check("4k3/8/8/2p5/3p4/4K3/8/8 w - - 0 1", "e3d4", 100 - 20_000);
        check("4k3/8/8/8/3p4/4K3/8/8 w - - 0 1", "e3d4", 100);
    }
}
