//! What stands where on the screen.

use ratatui::layout::Rect;

/// The parts of the screen; one that finds no room is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Panes {
    pub(super) board: Rect,
    /// Players and clocks.
    pub(super) players: Rect,
    pub(super) moves: Rect,
    pub(super) curve: Rect,
    /// What was said last, and what may be chosen.
    pub(super) notes: Rect,
    /// What is typed.
    pub(super) prompt: Rect,
}

/// The least width beside the board that is worth anything.
const LEAST_SIDE: u16 = 16;
/// The rows of the curve with its heading.
const CURVE: u16 = 5;
const PLAYERS: u16 = 2;
/// The rows for notes below the board.
const NOTES: u16 = 3;

impl Panes {
    /// Divides a screen: the board at the upper left, the rest beside it, or below it where the
    /// screen is narrow, and the prompt on the last row.
    pub(super) fn new(screen: Rect, (width, height): (u16, u16)) -> Self {
        let prompt_rows = screen.height.min(1);
        let (above, prompt) = split_below(screen, screen.height - prompt_rows);
        let board_width = width.min(above.width);
        if above.width - board_width > LEAST_SIDE {
            let (left, right) = split_right(above, board_width);
            let (_, right) = split_right(right, 1);
            let (board, notes) = split_below(left, height.min(above.height));
            // A board as high as the screen has the notes beside it.
            if notes.height >= NOTES {
                let (players, moves, curve) = side(right);
                return Self { board, players, moves, curve, notes, prompt };
            }
            let (right, notes) = split_below(right, right.height.saturating_sub(NOTES));
            let (players, moves, curve) = side(right);
            return Self { board: left, players, moves, curve, notes, prompt };
        }
        let rest = above.height.saturating_sub(height);
        let (board, below) = split_below(above, above.height - rest.min(above.height));
        let (players, below) = split_below(below, PLAYERS.min(below.height.saturating_sub(NOTES)));
        let (notes, moves) = split_below(below, NOTES.min(below.height));
        Self { board, players, moves, curve: Rect::default(), notes, prompt }
    }
}

fn side(area: Rect) -> (Rect, Rect, Rect) {
    let (players, rest) = split_below(area, PLAYERS.min(area.height));
    let curve = if rest.height >= 2 * CURVE { CURVE } else { 0 };
    let (moves, curve) = split_below(rest, rest.height - curve);
    (players, moves, curve)
}

/// The first rows and the rest.
fn split_below(area: Rect, rows: u16) -> (Rect, Rect) {
    let rows = rows.min(area.height);
    let first = Rect { height: rows, ..area };
    (first, Rect { y: area.y + rows, height: area.height - rows, ..area })
}

/// The first columns and the rest.
fn split_right(area: Rect, columns: u16) -> (Rect, Rect) {
    let columns = columns.min(area.width);
    let first = Rect { width: columns, ..area };
    (first, Rect { x: area.x + columns, width: area.width - columns, ..area })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn all(panes: &Panes) -> [Rect; 6] {
        [panes.board, panes.players, panes.moves, panes.curve, panes.notes, panes.prompt]
    }

    #[test]
    fn a_usual_terminal_has_room_for_all() {
        let panes = Panes::new(Rect::new(0, 0, 80, 24), (26, 9));
        assert!(all(&panes).iter().all(|pane| !pane.is_empty()), "{panes:?}");
        assert_eq!((panes.board.width, panes.board.height), (26, 9));
        // Go on the largest board that is usual.
        let panes = Panes::new(Rect::new(0, 0, 80, 24), (62, 21));
        assert!(panes.board.width == 62 && panes.notes.height >= 1, "{panes:?}");
    }

    proptest! {
        #[test]
        fn panes_lie_on_the_screen_and_not_on_each_other(
            screen in (0_u16..120, 0_u16..60), board in (0_u16..120, 0_u16..60),
        ) {
            let area = Rect::new(0, 0, screen.0, screen.1);
            let panes = all(&Panes::new(area, board));
            for (number, one) in panes.iter().enumerate() {
                prop_assert!(one.is_empty() || area.intersection(*one) == *one, "{panes:?}");
                for other in &panes[number + 1..] {
                    prop_assert!(one.intersection(*other).is_empty(), "{panes:?}");
                }
            }
        }
    }
}
