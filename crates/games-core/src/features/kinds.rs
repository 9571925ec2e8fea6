//! What can be on a cell, and the numbers of its rows.

use core::iter;

use super::Layout;
use crate::View;

/// A kind of what can be on a cell: a piece, or something that follows from where the pieces are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PieceKind {
    /// The name of its drawing ([`Piece::glyph`](crate::Piece::glyph)), or another name.
    pub glyph: String,
    /// Whether such pieces belong to a side.
    pub owned: bool,
    /// Whether pictures show it; if not, it is [derived](Layout::with_derived).
    pub shown: bool,
}

impl PieceKind {
    /// How many things of this kind a cell can hold.
    const fn states(&self) -> usize {
        if self.owned { 2 } else { 1 }
    }
}

impl Layout {
    /// The same with kinds that no picture shows, behind those that it shows: what follows from where
    /// the pieces are, cell by cell and for either side, such as "reached first by". The game's
    /// [`features`](super::Features::features) write their rows. To be called before groups of cells
    /// are named, where a cell holds one thing at a time.
    #[must_use]
    pub fn with_derived(mut self, names: &[&str]) -> Self {
        let kind = |name: &&str| PieceKind { glyph: (*name).to_owned(), owned: true, shown: false };
        self.kinds.extend(names.iter().map(kind));
        self
    }

    /// Returns whether a row is of something that pictures show; `false` if there is no such row.
    #[must_use]
    pub fn is_shown(&self, row: u16) -> bool {
        let states = |kind: &PieceKind| iter::repeat_n(kind.shown, kind.states());
        let mut shown = self.kinds.iter().flat_map(states);
        let row = usize::from(row);
        row < self.rows() && shown.nth(row % self.states()) == Some(true)
    }

    pub(super) fn learn_pieces(&mut self, views: &[View]) {
        let men = views.iter().map(|view| view.pieces.len());
        self.men = (men.clone().min().unwrap_or(0), men.max().unwrap_or(0));
        for piece in views.iter().flat_map(|view| &view.pieces) {
            let owned = piece.side.is_some();
            match self.kinds.iter_mut().find(|kind| kind.glyph == piece.glyph) {
                Some(kind) => kind.owned |= owned,
                None => {
                    let glyph = piece.glyph.to_owned();
                    self.kinds.push(PieceKind { glyph, owned, shown: true });
                }
            }
        }
        self.kinds.sort_by(|a, b| a.glyph.cmp(&b.glyph));
    }

    /// Returns the kinds of pieces.
    #[must_use]
    pub fn kinds(&self) -> &[PieceKind] {
        &self.kinds
    }

    /// Returns how many things can stand on a cell: one for each kind that is nobody's, two for the
    /// others.
    #[must_use]
    pub fn states(&self) -> usize {
        self.kinds.iter().map(PieceKind::states).sum()
    }

    /// Returns how many things a cell of a tuple can hold, nothing among them.
    #[must_use]
    pub fn digits(&self) -> usize {
        self.states() + 1
    }

    /// Returns the number of a kind of piece by its drawing.
    #[must_use]
    pub fn kind(&self, glyph: &str) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.glyph == glyph)
    }

    /// Returns the row of a piece on a cell, as seen; `mine` is `None` for pieces that are
    /// nobody's.
    #[must_use]
    pub fn row(&self, cell: usize, kind: usize, mine: Option<bool>) -> u16 {
        let before: usize = self.kinds[..kind].iter().map(PieceKind::states).sum();
        let state = before + usize::from(mine == Some(false) && self.kinds[kind].owned);
        (cell * self.states() + state) as u16
    }

    pub(super) fn swapped_states(&self) -> Vec<usize> {
        let mut swapped = Vec::new();
        for kind in &self.kinds {
            let first = swapped.len();
            let both = if kind.owned { vec![first + 1, first] } else { vec![first] };
            swapped.extend(both);
        }
        swapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_picture_shows_has_rows_behind_those_that_are_shown() {
        let shown = Layout::parse("board 3 2\nstages 1 men 0 0\npiece owned man\n").unwrap();
        let layout = shown.with_derived(&["near", "far"]);
        assert_eq!((layout.states(), layout.rows()), (6, 36));
        let rows =
            [(0, true), (1, false), (2, true)].map(|(kind, mine)| layout.row(1, kind, Some(mine)));
        assert_eq!(rows, [6, 9, 10]);
        assert_eq!(rows.map(|row| layout.is_shown(row)), [true, false, false]);
        assert!(!layout.is_shown(36), "there is no such row");
        assert_eq!(Layout::parse(&layout.to_string()), Some(layout.clone()));
        let text = layout.to_string();
        assert!(
            text.contains("piece owned man\nderived owned near\nderived owned far\n"),
            "{text}"
        );
        assert_eq!(Layout::parse(&text.replace("derived owned near", "derived near")), None);
    }
}
