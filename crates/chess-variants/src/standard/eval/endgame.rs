//! What a sum of features cannot say: who is able to win at all, and how.

use chessmen::Kind;
use games_core::Side;

use crate::standard::Position;

/// Returns the score, White's less Black's, with what is known of few men.
pub(super) fn corrected(state: &Position, score: i32) -> i32 {
    let stronger = if score >= 0 { Side::First } else { Side::Second };
    let is_bare = !state.of_side(stronger.other()).has_several();
    let driven = if is_bare { drive_to_edge(state, stronger) } else { 0 };
    let score = score + stronger.sign() * driven;
    if can_win(state, stronger) { score } else { score / 8 }
}

/// Against a bare king: drive it to the edge, and bring one's own king near.
fn drive_to_edge(state: &Position, stronger: Side) -> i32 {
    let split = |side| {
        let square = state.king(side);
        (square.file().index() as i32, square.rank().index() as i32)
    };
    let ((own_file, own_rank), (file, rank)) = (split(stronger), split(stronger.other()));
    let from_center = |x: i32| (3 - x).max(x - 4);
    let apart = (own_file - file).abs() + (own_rank - rank).abs();
    20 * (from_center(file) + from_center(rank)) + 8 * (14 - apart)
}

/// Whether the material of a side is enough to win against good play, roughly: with a pawn, or
/// with more than a minor piece beyond what the enemy has, two knights excepted.
fn can_win(state: &Position, side: Side) -> bool {
    let count = |kind: Kind, side: Side| (state.of_kind(kind) & state.of_side(side)).len();
    if count(Kind::Pawn, side) > 0 {
        return true;
    }
    let worth = |side| {
        3 * (count(Kind::Knight, side) + count(Kind::Bishop, side))
            + 5 * count(Kind::Rook, side)
            + 9 * count(Kind::Queen, side)
    };
    let knights_only = worth(side) == 3 * count(Kind::Knight, side) && worth(side) <= 6;
    !knights_only && worth(side) > worth(side.other()) + 3
}
