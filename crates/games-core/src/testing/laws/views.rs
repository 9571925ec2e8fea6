//! Laws of what is shown and clicked.

use std::collections::{HashMap, HashSet};

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Board, BoardKind, MarkKind, View, entry::Playable};

pub(super) fn board_is_whole<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    is_whole(&s.game.board())
}

fn is_whole(board: &Board) -> Verdict {
    let (rows, cols) = (board.rows, board.cols);
    same(&board.cells.len(), &(rows * cols), || "number of cells, and rows times columns".into())?;
    ensure((board.kind == BoardKind::Text) == board.cells.is_empty(), || {
        format!("a board of kind {:?} with {} cells", board.kind, board.cells.len())
    })?;
    let names: HashSet<_> = board.cells.iter().collect();
    same(&names.len(), &board.cells.len(), || "number of names, and of cells".into())?;
    ensure(board.cells.iter().all(|name| !name.is_empty()), || "a cell has no name".into())?;
    // Lanes and number lines may go without labels.
    let may_lack = matches!(board.kind, BoardKind::Rows | BoardKind::Line);
    for (what, n, expected) in
        [("column", board.col_labels.len(), cols), ("row", board.row_labels.len(), rows)]
    {
        if !(may_lack && n == 0) {
            same(&n, &expected, || format!("number of {what} labels, and of {what}s"))?;
        }
    }
    ensure(board.dots.iter().all(|&at| at < board.cells.len()), || "a dot is off the board".into())
}

pub(super) fn view_is_on_the_board<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    is_on_board(&s.game.view(&spot.state, spot.last), s.game.board().cells.len())
}

fn is_on_board(view: &View, cells: usize) -> Verdict {
    let mut places = HashSet::new();
    for piece in &view.pieces {
        ensure(piece.at < cells, || format!("{piece:?} is off the board"))?;
        ensure(!piece.symbol.is_control(), || format!("{piece:?} has no printable symbol"))?;
        ensure(places.insert((piece.at, piece.z)), || format!("{piece:?} stands in another one"))?;
    }
    for mark in &view.marks {
        ensure(mark.at < cells, || format!("{mark:?} is off the board"))?;
        ensure(mark.kind != MarkKind::Legal, || "legal moves are marked by the game".into())?;
    }
    Ok(())
}

pub(super) fn moves_can_be_picked<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let cells = s.game.board().cells.len();
    for m in s.some_moves(spot) {
        let picks = s.game.picks(&spot.state, m);
        ensure(!picks.is_empty(), || format!("{m:?} cannot be picked and is no button"))?;
        ensure(picks.iter().flatten().all(|&at| at < cells), || {
            format!("{m:?} is picked off the board: {picks:?}")
        })?;
    }
    Ok(())
}

pub(super) fn labels_tell_moves_apart<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    // By a number, so that all games share the map.
    let mut seen: HashMap<(Vec<usize>, String), usize> = HashMap::new();
    for (number, &m) in spot.moves.iter().enumerate() {
        let label = s.game.label(&spot.state, m);
        ensure(!label.trim().is_empty(), || format!("{m:?} has no label"))?;
        ensure(!s.game.say(&spot.state, m).trim().is_empty(), || {
            format!("{m:?} has no words for those who listen")
        })?;
        let mut picks = s.game.picks(&spot.state, m);
        picks.sort_unstable();
        picks.dedup();
        for pick in picks {
            if let Some(other) = seen.insert((pick.clone(), label.clone()), number) {
                let other = spot.moves[other];
                return Err(format!("{other:?} and {m:?} are picked by {pick:?}, label {label:?}"));
            }
        }
    }
    Ok(())
}
