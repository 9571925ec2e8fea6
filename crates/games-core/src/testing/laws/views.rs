//! Laws of what is shown and clicked.

use std::collections::{HashMap, HashSet};

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Board, BoardKind, MarkKind, Piece, Planes, Side, View, entry::Playable, planes};

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

pub(super) fn planes_show_the_view<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let (board, names) = (s.game.board(), s.game.plane_names());
    let Some([count, rows, cols]) = planes::shape(&board, &names) else { return Ok(()) };
    let cells = rows * cols;
    let (mut bytes, mut floats) = (vec![0; count * cells], vec![0.0; count * cells]);
    s.game.put_planes(&spot.state, &mut Planes::bytes(&mut bytes, cells));
    s.game.put_planes(&spot.state, &mut Planes::floats(&mut floats, cells));
    let (view, kinds) = (s.game.view(&spot.state, None), s.game.piece_kinds());
    planes_are(&names, &bytes, &floats, &view, &kinds, s.game.to_move(&spot.state))
}

fn planes_are(
    names: &[String],
    bytes: &[u8],
    floats: &[f32],
    view: &View,
    kinds: &[&str],
    mover: Side,
) -> Verdict {
    ensure(bytes.iter().zip(floats).all(|(&a, &b)| f32::from(a) == b), || {
        "planes of bytes and of floats differ".into()
    })?;
    let distinct: HashSet<_> = names.iter().collect();
    same(&distinct.len(), &names.len(), || "number of different names, and of planes".into())?;
    for piece in &view.pieces {
        ensure(kinds.contains(&piece.glyph), || format!("{piece:?} is of no kind of {kinds:?}"))?;
    }
    let cells = bytes.len() / names.len();
    for (name, plane) in names.iter().zip(bytes.chunks(cells)) {
        let side = match name.split_once(' ') {
            Some(("own", kind)) => (mover, kind),
            Some(("other", kind)) => (mover.other(), kind),
            _ => continue,
        };
        if kinds.contains(&side.1) {
            same(&plane.to_vec(), &plane_of(view, side, cells), || {
                format!("plane `{name}`, view")
            })?;
        }
    }
    Ok(())
}

/// Where the pieces of a side and kind stand.
fn plane_of(view: &View, (side, kind): (Side, &str), cells: usize) -> Vec<u8> {
    let mut plane = vec![0; cells];
    let is_it = |piece: &&Piece| piece.glyph == kind && piece.side != Some(side.other());
    for piece in view.pieces.iter().filter(is_it) {
        plane[piece.at] = 1;
    }
    plane
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
