//! Which features there are, and their numbers.

use super::{Features, PieceKind, Tuple, images};
use crate::{Board, Rng, Side, seeded};

/// The numbers of features: a cell of a rectangular board, what stands there, and whose it is.
///
/// [`Display`](core::fmt::Display) writes it as text and [`parse`](Self::parse) reads it back; files
/// of weights carry it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub(super) cols: usize,
    pub(super) lines: usize,
    /// Whether the second side sees the board turned upside down.
    pub(super) turned: bool,
    pub(super) kinds: Vec<PieceKind>,
    /// How many parts a game is cut into, by its number of men.
    pub(super) stages: usize,
    /// The least and the largest number of men.
    pub(super) men: (usize, usize),
    /// Where each symmetry of the game takes the cells, the identity first.
    pub(super) images: Vec<Vec<u16>>,
    pub(super) tuples: Vec<Tuple>,
    /// Whether weights are added to the game's own estimate.
    pub(super) corrects_own: bool,
    /// How many rows moves have, if strengths of moves are learnt; else 0.
    pub(super) move_rows: usize,
    /// How many hidden units a network has for a view.
    pub(super) hidden: usize,
    /// Whether a network learns positions mirrored from left to right, too.
    pub(super) mirrored: bool,
}

/// Random games that are played to see which pieces there are, and their most plies.
const GAMES: u64 = 12;
const PLIES: usize = 300;

/// The most stages, cells and kinds of pieces of a layout that is read.
const MOST_STAGES: usize = 64;
const MOST_CELLS: usize = 4096;
const MOST_KINDS: usize = 64;
/// On the smallest boards there are fewer groups of cells than are asked for.
const MOST_DRAWS: usize = 1024;

impl Layout {
    /// The most images that all tuples have together.
    pub const MOST_IMAGES: usize = 64;

    /// The number of hidden units that a network has for each side's view is a multiple of this.
    pub const HIDDEN_STEP: usize = 32;

    /// The most hidden units for a view.
    pub const MOST_HIDDEN: usize = 512;

    /// The features that a game's pictures show: each kind of piece on each cell, seen by the side
    /// to move.
    ///
    /// Kinds of pieces, numbers of men, and what the game's symmetries do to cells are read off
    /// random games with fixed seeds, so that it is always the same layout.
    #[must_use]
    pub fn of_cells<G: Features>(game: &G) -> Self {
        let board = game.board();
        let mut layout = Self::of_board(&board);
        let states = random_states(game);
        let mut views = Vec::with_capacity(states.len());
        for state in &states {
            views.push(game.view(state, None));
        }
        layout.learn_pieces(&views);
        for g in 1..game.symmetries() {
            let image_of = |i: usize| game.view(&game.map_state(g, &states[i]), None);
            layout.images.extend(images::of_cells(board.cells.len(), &views, &image_of));
        }
        layout
    }

    /// The features of moves: so many rows, on this board, and none of positions.
    #[must_use]
    pub fn of_moves(board: &Board, rows: usize) -> Self {
        Self { stages: 1, move_rows: rows, ..Self::of_board(board) }
    }

    fn of_board(board: &Board) -> Self {
        let cells = board.cells.len();
        Self {
            cols: board.cols,
            lines: board.rows,
            turned: board.turnable,
            kinds: Vec::new(),
            stages: 8,
            men: (0, 0),
            images: vec![(0..cells as u16).collect()],
            tuples: Vec::new(),
            corrects_own: false,
            move_rows: 0,
            hidden: Self::HIDDEN_STEP,
            mirrored: false,
        }
    }

    /// The same with games cut into so many stages, from 1 to 64.
    #[must_use]
    pub fn with_stages(self, stages: usize) -> Self {
        Self { stages: stages.clamp(1, MOST_STAGES), ..self }
    }

    /// The same with groups of cells that are looked at together, by the names of their cells, such
    /// as `a1 b1 c1`, with all of their images; see [`Tuple`].
    ///
    /// # Panics
    ///
    /// If a cell is not on the board, a tuple has more than 2^16 contents, or there are more than
    /// [`MOST_IMAGES`](Self::MOST_IMAGES).
    #[must_use]
    pub fn with_tuples(mut self, board: &Board, shapes: &[&str]) -> Self {
        for shape in shapes {
            let named = |name| board.cell(name).expect("a shape is made of cells of the board");
            let cells: Vec<_> = shape.split_whitespace().map(|name| named(name) as u16).collect();
            self.add_tuple(&cells);
        }
        self
    }

    /// The same with all blocks of so many columns and lines as groups of cells that are looked at
    /// together, each with its images; see [`Tuple`].
    ///
    /// # Panics
    ///
    /// If a block has more than 2^16 contents, or there are more than [`MOST_IMAGES`](Self::MOST_IMAGES).
    #[must_use]
    pub fn with_blocks(mut self, (cols, lines): (usize, usize)) -> Self {
        for top in 0..(self.lines + 1).saturating_sub(lines) {
            for left in 0..(self.cols + 1).saturating_sub(cols) {
                let line = |y| (0..cols).map(move |x| (y, x));
                let cell = |(y, x)| ((top + y) * self.cols + left + x) as u16;
                let block: Vec<u16> = (0..lines).flat_map(line).map(cell).collect();
                self.add_new_tuple(&block);
            }
        }
        self
    }

    /// The same with any two rows of the board as a group of cells that are looked at together, and
    /// any two columns, each with its images; see [`Tuple`]. For games whose moves go along lines.
    ///
    /// # Panics
    ///
    /// As [`with_blocks`](Self::with_blocks).
    #[must_use]
    pub fn with_pairs_of_lines(mut self) -> Self {
        let (cols, lines) = (self.cols, self.lines);
        let row = |y: usize| (0..cols).map(move |x| (y * cols + x) as u16);
        let col = |x: usize| (0..lines).map(move |y| (y * cols + x) as u16);
        for second in 0..lines {
            for first in 0..second {
                self.add_new_tuple(&row(first).chain(row(second)).collect::<Vec<_>>());
            }
        }
        for second in 0..cols {
            for first in 0..second {
                self.add_new_tuple(&col(first).chain(col(second)).collect::<Vec<_>>());
            }
        }
        self
    }

    /// The same with groups of so many cells that are drawn by lot, always the same ones, as long as
    /// there are no more than so many images of all groups; see [`Tuple`].
    ///
    /// For boards so small that no shape is known to matter more than others: groups drawn by lot are
    /// how tuples began (W. Bledsoe and I. Browning, "Pattern recognition and reading by machine",
    /// 1959).
    ///
    /// # Panics
    ///
    /// As [`with_blocks`](Self::with_blocks), and if the board has fewer cells.
    #[must_use]
    pub fn with_lots(mut self, cells: usize, images: usize) -> Self {
        let mut rng = seeded(1);
        let mut board: Vec<u16> = (0..self.cells() as u16).collect();
        for _ in 0..MOST_DRAWS {
            for i in 0..cells {
                let other = i + rng.below((board.len() - i) as u32) as usize;
                board.swap(i, other);
            }
            let drawn = Tuple::under(&self.images, &board[..cells]);
            if self.image_count() + drawn.images().len() > images {
                break;
            }
            self.add_new_tuple(&board[..cells]);
        }
        self
    }

    /// Adds a group of cells unless it is an image of one that is there.
    fn add_new_tuple(&mut self, cells: &[u16]) {
        if !self.tuples.iter().any(|tuple| tuple.covers(cells)) {
            self.add_tuple(cells);
        }
    }

    fn add_tuple(&mut self, cells: &[u16]) {
        let contents = self.digits().checked_pow(cells.len() as u32);
        assert!(
            contents.is_some_and(|n| n <= 1 << 16),
            "{} cells have too many contents",
            cells.len()
        );
        self.tuples.push(Tuple::under(&self.images, cells));
        assert!(self.image_count() <= Self::MOST_IMAGES, "too many images of tuples");
    }

    fn image_count(&self) -> usize {
        self.tuples.iter().map(|tuple| tuple.images().len()).sum()
    }

    /// The same where weights correct the game's own estimate: an estimate is then the sum of what
    /// was learnt and of a multiple of [`evaluate`](crate::Evaluate::evaluate), learnt for each stage.
    /// For games whose own estimate knows what would take many games to learn.
    #[must_use]
    pub fn correcting_own(self) -> Self {
        Self { corrects_own: true, ..self }
    }

    /// Returns whether weights correct the game's own estimate.
    #[inline]
    #[must_use]
    pub const fn corrects_own(&self) -> bool {
        self.corrects_own
    }

    /// The same with a network of so many hidden units for each side's view, rounded up to a multiple
    /// of [`HIDDEN_STEP`](Self::HIDDEN_STEP), which is the usual number, and at most
    /// [`MOST_HIDDEN`](Self::MOST_HIDDEN). More units learn more, need more positions for it, and take
    /// more time for each estimate.
    #[must_use]
    pub fn with_hidden(self, units: usize) -> Self {
        let units = units.clamp(1, Self::MOST_HIDDEN).next_multiple_of(Self::HIDDEN_STEP);
        Self { hidden: units, ..self }
    }

    /// Returns how many hidden units a network has for each side's view.
    #[must_use]
    pub const fn hidden(&self) -> usize {
        self.hidden
    }

    /// The same where a network learns positions mirrored from left to right, too: for games that tell
    /// left from right in so little (where a king castles to) that what is learnt twice as often makes
    /// up for it. Symmetries of the game need no such word.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { mirrored: true, ..self }
    }

    /// Returns the images of all rows as which a network learns positions: the game's symmetries, and
    /// mirrored ones if it learns these, too.
    #[must_use]
    pub fn learnt_images(&self) -> Vec<Vec<u16>> {
        let images: Vec<_> = (0..self.images.len()).map(|g| self.image_rows(g)).collect();
        let mirror = |rows: &Vec<u16>| rows.iter().map(|&row| self.mirror_row(row)).collect();
        let mirrored: Vec<_> =
            if self.mirrored { images.iter().map(mirror).collect() } else { Vec::new() };
        [images, mirrored].concat()
    }

    /// A row as a mirror shows it that swaps left and right.
    fn mirror_row(&self, row: u16) -> u16 {
        let (cell, state) = (usize::from(row) / self.states(), usize::from(row) % self.states());
        let (line, col) = (cell / self.cols, cell % self.cols);
        ((line * self.cols + self.cols - 1 - col) * self.states() + state) as u16
    }

    /// Returns how many rows moves have, if it is strengths of moves that are learnt; else 0.
    #[must_use]
    pub const fn move_rows(&self) -> usize {
        self.move_rows
    }

    /// Returns whether there is nothing to learn from: no board, or one on which nothing ever stands.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows() == 0 && (self.move_rows == 0 || self.cells() == 0)
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.cols * self.lines
    }

    /// Returns the columns and rows of the board.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.cols, self.lines)
    }

    /// Returns the groups of cells that are looked at together; a network is made where there are
    /// none.
    #[must_use]
    pub fn tuples(&self) -> &[Tuple] {
        &self.tuples
    }

    /// Returns where each symmetry takes the cells, the identity first.
    #[must_use]
    pub fn images(&self) -> &[Vec<u16>] {
        &self.images
    }

    /// Returns the number of stages.
    #[must_use]
    pub const fn stages(&self) -> usize {
        self.stages
    }

    /// Returns the stage of a position with so many men.
    #[inline]
    #[must_use]
    pub fn stage_of(&self, men: usize) -> usize {
        let (least, most) = self.men;
        let men = men.clamp(least, most) - least;
        men * self.stages / (most - least + 1)
    }

    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.cells() * self.states()
    }

    /// Returns where a side sees a cell.
    #[must_use]
    pub fn seen(&self, seer: Side, cell: usize) -> usize {
        if !self.turned || seer == Side::First || cell >= self.cells() {
            return cell;
        }
        let (line, col) = (cell / self.cols, cell % self.cols);
        (self.lines - 1 - line) * self.cols + col
    }

    /// Returns cells as who sees the board turned upside down numbers them: for games that write
    /// their rows quickly.
    #[inline]
    pub fn turned(&self, cells: impl Iterator<Item = u32>) -> impl Iterator<Item = u16> {
        let cols = self.cols as u64;
        let last = self.cells() as u64 - cols;
        // Dividing each cell by a number that is not known beforehand takes longer than all the rest.
        // This is exact, since there are at most 2^12 cells.
        let inverse = (1 << 24) / cols + 1;
        cells.map(move |cell| {
            let line = (u64::from(cell) * inverse) >> 24;
            (last + u64::from(cell) - 2 * cols * line) as u16
        })
    }

    /// Returns for each row the one that the other side sees in its place.
    #[must_use]
    pub fn other_view(&self) -> Vec<u16> {
        let swapped = self.swapped_states();
        let states = self.states();
        let other = |row: usize| {
            let cell = self.seen(Side::Second, row / states);
            (cell * states + swapped[row % states]) as u16
        };
        (0..self.rows()).map(other).collect()
    }

    /// Returns for each row its image under a symmetry, by its place in [`images`](Self::images).
    ///
    /// # Panics
    ///
    /// If there is no such symmetry.
    #[must_use]
    pub fn image_rows(&self, g: usize) -> Vec<u16> {
        let (cells, states) = (&self.images[g], self.states());
        (0..self.rows())
            .map(|row| (usize::from(cells[row / states]) * states + row % states) as u16)
            .collect()
    }

    /// Returns whether every number of the layout is within its bounds.
    pub(super) fn is_sound(&self) -> bool {
        let cells = self.cells();
        let sized = (1..=MOST_CELLS).contains(&cells)
            && (1..=MOST_STAGES).contains(&self.stages)
            && self.kinds.len() <= MOST_KINDS
            && self.kinds.is_empty() == (self.move_rows > 0)
            && (self.tuples.is_empty() && !self.corrects_own || self.move_rows == 0)
            && (Self::HIDDEN_STEP..=Self::MOST_HIDDEN).contains(&self.hidden)
            && self.hidden.is_multiple_of(Self::HIDDEN_STEP)
            && self.move_rows <= 1 << 16
            && self.men.0 <= self.men.1
            && self.men.1 <= usize::from(u16::MAX)
            && self.rows() <= 1 << 16
            && self.images.len() <= 256;
        sized
            && self.images.first().is_some_and(|first| is_identity(first))
            && self.images.iter().all(|image| image.len() == cells && is_permutation(image))
            && self.tuples.iter().all(|tuple| tuple.is_sound(cells, self.digits()))
    }
}

fn is_identity(image: &[u16]) -> bool {
    image.iter().enumerate().all(|(i, &cell)| i == usize::from(cell))
}

fn is_permutation(image: &[u16]) -> bool {
    let mut sorted = image.to_vec();
    sorted.sort_unstable();
    is_identity(&sorted)
}

/// Positions of random games with fixed seeds, the first of each game first.
fn random_states<G: Features>(game: &G) -> Vec<G::State> {
    let mut states = Vec::new();
    for seed in 0..GAMES {
        let mut rng = seeded(seed);
        let mut state = game.initial();
        for _ in 0..PLIES {
            states.push(state.clone());
            let Ok(m) = game.random_move(&state, &mut rng) else { break };
            game.apply(&mut state, m);
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstRow, Shade};

    #[test]
    fn each_block_is_an_image_of_one_tuple() {
        let board = Board::squares(4, 3, FirstRow::Bottom, Shade::Plain);
        let mut layout = Layout::of_board(&board);
        // Mirrored from left to right.
        layout.images.push(vec![3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8]);
        let layout = layout.with_blocks((2, 2));
        let images = layout.tuples.iter().map(|tuple| tuple.images().len()).collect::<Vec<_>>();
        assert_eq!(images, [2, 1, 2, 1]);
        assert_eq!(layout.tuples[0].images(), [[0, 1, 4, 5], [3, 2, 7, 6]]);
    }

    #[test]
    fn a_network_learns_positions_and_what_a_mirror_shows_of_them() {
        let board = Board::squares(3, 2, FirstRow::Bottom, Shade::Plain);
        let mut layout = Layout::of_board(&board);
        layout.kinds.push(PieceKind { glyph: "man".to_owned(), owned: true, shown: true });
        assert_eq!(layout.learnt_images(), [(0..12).collect::<Vec<u16>>()]);
        // Two rows a cell; what is on the left comes to the right, in each line.
        let mirrored = vec![4, 5, 2, 3, 0, 1, 10, 11, 8, 9, 6, 7];
        assert_eq!(layout.mirrored().learnt_images(), [(0..12).collect(), mirrored]);
    }

    #[test]
    fn hidden_units_come_in_steps_and_in_the_text() {
        let board = Board::squares(3, 2, FirstRow::Bottom, Shade::Plain);
        let mut layout = Layout::of_board(&board).mirrored();
        layout.kinds.push(PieceKind { glyph: "man".to_owned(), owned: true, shown: true });
        for (units, hidden) in [(0, 32), (32, 32), (33, 64), (512, 512), (9999, 512)] {
            let layout = layout.clone().with_hidden(units);
            assert_eq!(layout.hidden(), hidden);
            assert_eq!(Layout::parse(&layout.to_string()), Some(layout));
        }
        let text = layout.with_hidden(64).to_string();
        for wrong in ["hidden 0", "hidden 48", "hidden 544", "hidden x", "hidden"] {
            assert_eq!(Layout::parse(&text.replace("hidden 64", wrong)), None, "{wrong}");
        }
    }

    #[test]
    fn any_two_lines_are_a_group_and_lots_fill_what_is_left() {
        let board = Board::squares(3, 2, FirstRow::Bottom, Shade::Plain);
        let layout = Layout::of_board(&board).with_pairs_of_lines();
        let cells: Vec<_> = layout.tuples.iter().map(|tuple| tuple.images()[0].clone()).collect();
        let two_columns = [[0, 3, 1, 4], [0, 3, 2, 5], [1, 4, 2, 5]].map(Vec::from);
        assert_eq!(cells, [vec![vec![0, 1, 2, 3, 4, 5]], two_columns.to_vec()].concat());
        // Each three of six cells once, of which there are twenty.
        let lots = |images| Layout::of_board(&board).with_lots(3, images);
        let full = lots(20);
        assert_eq!((full.tuples.len(), lots(7).tuples.len()), (20, 7));
        assert_eq!(full.tuples[..7], lots(7).tuples);
        for (i, tuple) in full.tuples.iter().enumerate() {
            let [a, b, c] = tuple.images()[0][..] else { panic!("three cells") };
            assert!(a != b && b != c && a != c && c.max(a).max(b) < 6);
            assert!(!full.tuples[..i].iter().any(|other| other.covers(&[a, b, c])));
        }
    }

    #[test]
    #[should_panic(expected = "too many images")]
    fn more_images_than_are_added_up_are_refused() {
        let board = Board::squares(13, 10, FirstRow::Bottom, Shade::Plain);
        let _ = Layout::of_board(&board).with_blocks((2, 2));
    }

    #[test]
    fn cells_of_a_turned_board_are_where_the_other_side_sees_them() {
        for (cols, rows) in
            [(1, 1), (1, 64), (3, 5), (8, 8), (10, 10), (19, 19), (32, 31), (64, 64)]
        {
            let mut board = Board::squares(cols, rows, FirstRow::Bottom, Shade::Plain);
            board.turnable = true;
            let layout = Layout::of_board(&board);
            let cells = 0..layout.cells();
            let seen = cells.clone().map(|cell| layout.seen(Side::Second, cell) as u16);
            assert!(layout.turned(cells.map(|cell| cell as u32)).eq(seen), "{cols} by {rows}");
        }
    }
}
