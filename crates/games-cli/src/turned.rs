//! Boards from the other side.

use games_core::{Board, View};

/// Turns a board and what stands on it by half a turn.
pub(crate) fn half(mut board: Board, mut view: View) -> (Board, View) {
    let last = board.cells.len().saturating_sub(1);
    board.cells.reverse();
    board.col_labels.reverse();
    board.row_labels.reverse();
    let places = board.dots.iter_mut();
    let places = places.chain(view.pieces.iter_mut().map(|piece| &mut piece.at));
    for at in places.chain(view.marks.iter_mut().map(|mark| &mut mark.at)) {
        *at = last.saturating_sub(*at);
    }
    (board, view)
}

#[cfg(test)]
mod tests {
    use games_core::draw::{self, Style};

    use super::*;

    #[test]
    fn a_board_is_turned_and_turned_back() {
        let mut session = games::find("chess").unwrap().open(None, None).unwrap();
        session.play("e2e4").unwrap();
        let (board, view) = half(session.board(), session.view());
        let text = draw::text(&board, &view, Style::PLAIN);
        assert!(text.contains("h g f e d c b a\n1 R N B K Q B N R\n"), "{text}");
        assert!(text.contains("\n4 . . .(P). . . .\n"), "{text}");
        let (board, view) = half(board, view);
        assert_eq!(
            draw::text(&board, &view, Style::PLAIN),
            draw::text(&session.board(), &session.view(), Style::PLAIN)
        );
    }
}
