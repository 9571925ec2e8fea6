//! A position: the board and all that decides what may be played on it.

use core::{fmt, hash};

use games_core::{
    Game, Notation, TextError,
    zobrist::{self, mix},
};

use crate::{Board, Color, Go, History, Index, Move, Point};

/// A position of a game of Go.
///
/// # Equality
///
/// Stones, side to move, passes, the ko point, under territory scoring the difference of prisoners
/// and under superko the boards that stood before count. The prisoners themselves do not: they stand
/// in the position text under all rules, but decide nothing. Under `ko=none`, where the ko point bars
/// nothing, it counts all the same.
#[derive(Clone)]
pub struct Position<I, const N: usize> {
    pub(crate) board: Board<I, N>,
    pub(crate) to_move: Color,
    /// 0, 1 or 2, the end.
    pub(crate) passes: u8,
    /// The placement that simple ko bars; the pass, which nothing bars, if there is none.
    pub(crate) barred: Move,
    pub(crate) prisoners: [u32; 2],
    /// Black's prisoners minus White's, kept under territory scoring alone.
    pub(crate) balance: i32,
    /// Kept under superko alone.
    pub(crate) history: Option<History<N>>,
}

static SIDE_KEY: [u64; 1] = zobrist::keys(0x60c1);
static PASS_KEYS: [u64; 3] = zobrist::keys(0x60c2);
static KO_KEYS: [u64; 1024] = zobrist::keys(0x60c3);

impl<I: Index, const N: usize> Position<I, N> {
    /// Returns the empty board, Black to move.
    #[must_use]
    pub fn start(game: &Go<I, N>) -> Self {
        game.initial()
    }

    /// Returns the legal moves by the rules of a game: placements row by row from the top left, then
    /// the pass; none after two passes.
    #[must_use]
    pub fn legal_moves(&self, game: &Go<I, N>) -> Vec<Move> {
        game.list(self).into_vec()
    }

    /// Reads a move (`E5`, `pass`) and plays it, or leaves the position as it was.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or why the move is not legal here.
    pub fn play(&mut self, game: &Go<I, N>, text: &str) -> Result<Move, TextError> {
        let m = game.parse_move(self, text)?;
        game.apply(self, m);
        Ok(m)
    }

    /// Returns the board.
    #[must_use]
    pub const fn board(&self) -> &Board<I, N> {
        &self.board
    }

    /// Returns the color to move; in a finished game the color whose turn it would be.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns how many passes came last, up to the two that end the game.
    #[must_use]
    pub const fn passes(&self) -> u8 {
        self.passes
    }

    /// Returns the point at which simple ko forbids to place, whatever the rules.
    #[must_use]
    pub const fn ko(&self) -> Option<Point> {
        self.barred.point()
    }

    /// Returns how many stones a color has taken, its opponent's suicides included.
    #[must_use]
    pub const fn prisoners_of(&self, color: Color) -> u32 {
        self.prisoners[color.index()]
    }

    /// Returns the boards that stood before, where superko asks for them.
    #[must_use]
    pub const fn history(&self) -> Option<&History<N>> {
        self.history.as_ref()
    }

    /// The key of the board and who is to move.
    pub(crate) fn repetition_key(&self) -> u64 {
        self.board.key() ^ side_key(self.to_move)
    }

    pub(crate) fn key(&self) -> u64 {
        let mut key = self.repetition_key();
        if self.passes != 0 {
            key ^= PASS_KEYS[usize::from(self.passes.min(2))];
        }
        if let Some(ko) = self.ko() {
            key ^= KO_KEYS[ko.cell() % KO_KEYS.len()];
        }
        if self.balance != 0 {
            key ^= mix(self.balance as u64);
        }
        match &self.history {
            None => key,
            Some(history) => mix(key ^ history.digest()),
        }
    }
}

#[inline]
pub(crate) fn side_key(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => SIDE_KEY[0],
    }
}

impl<I: Index, const N: usize> PartialEq for Position<I, N> {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board
            && self.to_move == other.to_move
            && self.passes == other.passes
            && self.barred == other.barred
            && self.balance == other.balance
            && self.history == other.history
    }
}

impl<I: Index, const N: usize> Eq for Position<I, N> {}

impl<I: Index, const N: usize> hash::Hash for Position<I, N> {
    fn hash<H: hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// Writes the position text.
impl<I: Index, const N: usize> fmt::Debug for Position<I, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_position(self, f)?;
        if let Some(history) = &self.history {
            write!(f, " ({history:?})")?;
        }
        Ok(())
    }
}

// The board and what stands beside it.
const _: () = assert!(size_of::<Position<u8, 128>>() == 936);
const _: () = assert!(size_of::<Position<u16, 512>>() == 5672);
const _: () = assert!(size_of::<Position<u16, 1024>>() == 11304);

// Copying a position never touches the heap: all of its parts are `Copy`, except for the history,
// and that is one pointer to boards that all copies share.
const _: () = {
    const fn is_plain<T: Copy>(_: &T) {}
    const fn parts_are_plain<I: Index, const N: usize>(position: &Position<I, N>) {
        let Position { board, to_move, passes, barred, prisoners, balance, history } = position;
        is_plain(board);
        is_plain(to_move);
        is_plain(passes);
        is_plain(barred);
        is_plain(prisoners);
        is_plain(balance);
        let _: &Option<History<N>> = history;
    }
    let _ = parts_are_plain::<u8, 128>;
};
const _: () = assert!(size_of::<Option<History<128>>>() == size_of::<usize>());
