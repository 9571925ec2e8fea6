//! What a capture wins once all captures on its square are played.

use chessmen::{
    Kind, Move, Square, SquareSet,
    rays::{bishop_moves, king_moves, knight_moves, queen_moves, rook_moves},
};
use games_core::Side;

use super::Position;

/// The worth of a man in exchanges, in hundredths of a pawn; no exchange is worth a king.
pub(super) const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 100,
        Kind::Knight => 320,
        Kind::Bishop => 330,
        Kind::Rook => 500,
        Kind::Queen => 950,
        Kind::King => 20_000,
    }
}

/// Returns what a capture of a man gains if both sides go on capturing on its square, each with the
/// least valuable man, as long as that is good for it: static exchange evaluation by the swap
/// algorithm (<https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>).
///
/// Pins are not looked at, and nobody promotes.
pub(super) fn gain(state: &Position, m: Move, mut attacker: Kind, victim: Kind) -> i32 {
    let to = m.to();
    // What each side has gained after each capture, if the exchange ended there.
    let mut gains = [0; 32];
    gains[0] = worth(victim);
    let mut last = 0;
    let mut side = state.to_move();
    let mut men = state.occupied();
    let mut from = m.from();
    loop {
        let next = worth(attacker) - gains[last];
        // To go on is bad for either side.
        if next.max(-gains[last]) < 0 {
            break;
        }
        men ^= from.set();
        side = side.other();
        let Some((kind, cheapest)) = least_attacker(state, to, side, men) else { break };
        last += 1;
        gains[last] = next;
        (attacker, from) = (kind, cheapest);
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
    state: &Position,
    to: Square,
    side: Side,
    men: SquareSet,
) -> Option<(Kind, Square)> {
    let own = state.of_side(side) & men;
    // From the least valuable on.
    Kind::ALL.into_iter().find_map(|kind| {
        let candidates = state.of_kind(kind) & own;
        if candidates.is_empty() {
            return None;
        }
        let reach = match kind {
            // A pawn attacks what a pawn of the other side there would attack.
            Kind::Pawn => to.set().pawn_attacks(side.other()),
            Kind::Knight => knight_moves(to),
            Kind::Bishop => bishop_moves(to, men),
            Kind::Rook => rook_moves(to, men),
            Kind::Queen => queen_moves(to, men),
            Kind::King => king_moves(to),
        };
        Some((kind, (reach & candidates).first()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    #[track_caller]
    fn check(fen: &str, m: &str, expected: i32) {
        let position = Position::from_fen(fen).unwrap();
        let m: Move = m.parse().unwrap();
        let on = |square| position.kind_on(square).unwrap();
        assert_eq!(gain(&position, m, on(m.from()), on(m.to())), expected, "{fen}");
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
