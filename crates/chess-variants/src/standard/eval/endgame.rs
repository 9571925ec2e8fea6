//! What a sum of features cannot say: who is able to win at all, and how.

use chess::{Board, Color, Piece};

/// Returns the score, White's less Black's, with what is known of few men.
pub(super) fn corrected(board: &Board, score: i32) -> i32 {
    let stronger = if score >= 0 { Color::White } else { Color::Black };
    let sign = if stronger == Color::White { 1 } else { -1 };
    let is_bare = board.color_combined(!stronger).popcnt() == 1;
    let driven = if is_bare { drive_to_edge(board, stronger) } else { 0 };
    let score = score + sign * driven;
    if can_win(board, stronger) { score } else { score / 8 }
}

/// Against a bare king: drive it to the edge, and bring one's own king near.
fn drive_to_edge(board: &Board, stronger: Color) -> i32 {
    let split = |color| {
        let square = board.king_square(color).to_index() as i32;
        (square % 8, square / 8)
    };
    let ((own_file, own_rank), (file, rank)) = (split(stronger), split(!stronger));
    let from_center = |x: i32| (3 - x).max(x - 4);
    let apart = (own_file - file).abs() + (own_rank - rank).abs();
    20 * (from_center(file) + from_center(rank)) + 8 * (14 - apart)
}

/// Whether the material of a side is enough to win against good play, roughly: with a pawn, or
/// with more than a minor piece beyond what the enemy has, two knights excepted.
fn can_win(board: &Board, color: Color) -> bool {
    let count = |piece: Piece, color: Color| {
        (*board.pieces(piece) & *board.color_combined(color)).popcnt() as i32
    };
    if count(Piece::Pawn, color) > 0 {
        return true;
    }
    let worth = |color| {
        3 * (count(Piece::Knight, color) + count(Piece::Bishop, color))
            + 5 * count(Piece::Rook, color)
            + 9 * count(Piece::Queen, color)
    };
    let knights_only = worth(color) == 3 * count(Piece::Knight, color) && worth(color) <= 6;
    !knights_only && worth(color) - worth(!color) > 3
}
