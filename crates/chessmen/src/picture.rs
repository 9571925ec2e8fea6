//! What a board with such men looks like, and setting one up by hand.

use games_core::{
    Board, FirstRow, Layout, Mark, MarkKind, Piece, Shade, Side, TextError, View,
    features::put_view,
};

use crate::{Castling, Kind, Man, Move, Placement, Square, SquareSet};

/// Returns the empty board.
#[must_use]
pub fn board() -> Board {
    let mut board = Board::squares(8, 8, FirstRow::Bottom, Shade::Checker);
    board.turnable = true;
    board
}

/// Returns the number of a square among the cells of [`board`], which begin at a8.
#[must_use]
pub const fn cell(square: Square) -> usize {
    square.flipped().index()
}

/// Returns the square of a cell.
#[must_use]
pub fn square_of(cell: usize) -> Option<Square> {
    Square::from_index(cell).map(Square::flipped)
}

/// Returns the picture of a man.
#[must_use]
pub fn piece(square: Square, man: Man) -> Piece {
    Piece {
        at: cell(square),
        glyph: man.kind.name(),
        symbol: man.letter(),
        side: Some(man.side),
        z: 0,
    }
}

/// The kinds of men in the order of their pictures' names, which is that of the rows of a cell
/// ([`games_core::Layout`]).
const BY_NAME: [Kind; 6] =
    [Kind::Bishop, Kind::King, Kind::Knight, Kind::Pawn, Kind::Queen, Kind::Rook];

/// The rows of a cell where all kinds of men come up: each kind, of either side.
const ROWS_OF_A_CELL: usize = 2 * BY_NAME.len();

/// Writes the rows that a side's view of the board has ([`games_core::Features::features`]) from the
/// squares of each side's men of each kind; from the whole picture where the layout was made of games
/// in which some kinds of men never came up.
#[inline]
pub fn put_rows(
    layout: &Layout,
    own: Side,
    men: impl Fn(Side, Kind) -> SquareSet,
    view: impl FnOnce() -> View,
    rows: &mut Vec<u16>,
) {
    if layout.states() != ROWS_OF_A_CELL {
        return put_view(layout, own, &view(), rows);
    }
    // Cells are numbered from the top, as Black sees it.
    let flip = if own == Side::First { 56 } else { 0 };
    for (of_kind, kind) in BY_NAME.into_iter().enumerate() {
        for (whose, side) in [own, own.other()].into_iter().enumerate() {
            let row =
                |square: Square| (square.index() ^ flip) * ROWS_OF_A_CELL + 2 * of_kind + whose;
            rows.extend(men(side, kind).into_iter().map(|square| row(square) as u16));
        }
    }
}

/// Returns the marks on origin and target of the last move.
pub fn last_marks(last: Option<Move>) -> impl Iterator<Item = Mark> {
    let squares = last.into_iter().flat_map(|m| [m.from(), m.to()]);
    squares.map(|square| Mark { at: cell(square), kind: MarkKind::Last })
}

/// Returns the cells to pick for a move: from and to; for castling also the king and then the man
/// with whom it castles.
#[must_use]
pub fn picks(m: Move, castles_with: Option<Square>) -> Vec<Vec<usize>> {
    let targets = [Some(m.to()), castles_with].into_iter().flatten();
    targets.map(|to| vec![cell(m.from()), cell(to)]).collect()
}

/// Returns where a move stands among those from the same square to the same one: pawns become
/// queens more often than rooks, bishops and knights.
#[must_use]
pub fn choice(m: Move) -> u8 {
    m.promotion().map_or(0, |kind| (Kind::Queen as u8).abs_diff(kind as u8))
}

/// Returns the rook with which the king of a castling move castles.
#[must_use]
pub fn rook_of(m: Move, short: bool) -> Square {
    let side = if m.from() == Castling::ALL[0].king() { 0 } else { 2 };
    Castling::ALL[side + usize::from(!short)].rook()
}

/// Returns man and square of a piece that somebody has put on the board.
///
/// # Errors
///
/// A symbol that is no man's letter, or a cell that is not on the board.
pub fn man_of(piece: &Piece) -> Result<(Square, Man), TextError> {
    match (square_of(piece.at), Man::from_letter(piece.symbol)) {
        (Some(square), Some(man)) => Ok((square, man)),
        _ => Err(TextError::new(0..0, "each man is a letter of KQRBNPkqrbnp on one of 64 squares")),
    }
}

/// Returns the men that somebody has put on the board, one on a square.
///
/// # Errors
///
/// As [`man_of`]; two men on a square.
pub fn men_of(pieces: &[Piece]) -> Result<Placement, TextError> {
    let mut men = Placement::default();
    for piece in pieces {
        let (square, man) = man_of(piece)?;
        if men[square].replace(man).is_some() {
            return Err(TextError::new(0..0, format!("two men on {square}")));
        }
    }
    Ok(men)
}
