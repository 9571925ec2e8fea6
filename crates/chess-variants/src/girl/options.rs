//! The options of the rules, and the size of the board.

use core::{fmt, str::FromStr};

use games_core::{Side, TextError, notation::quote};

/// What may be chosen about the rules; the board's [`Size`] apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// Who begins in the default setup. [`Side::First`] is White, whoever begins.
    pub first: Side,
    /// Whose men an Egg may copy.
    pub egg_copies: EggCopies,
    /// Whether an Egg's copy may appear on an enemy man, which is then destroyed.
    pub egg_captures: bool,
    /// Whether a side may pass.
    pub null_moves: bool,
    /// Whether a man beside an own Snail may use its plain distances, too.
    pub snail_optional: bool,
    /// What it means to have no legal move.
    pub no_moves: NoMoves,
    /// A game in progress is drawn when a position stands for this time, the first one counted;
    /// 0: never.
    pub repetition: u32,
    /// A game in progress is drawn after so many plies; 0: never.
    pub ply_cap: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            first: Side::First,
            egg_copies: EggCopies::Any,
            egg_captures: true,
            null_moves: false,
            snail_optional: false,
            no_moves: NoMoves::Draw,
            repetition: 3,
            ply_cap: 400,
        }
    }
}

/// Whose men an Egg may copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EggCopies {
    /// Own men and enemies; the copy keeps the color.
    Any,
    /// Own men only.
    Own,
}

/// What it means for the side to move to have no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMoves {
    /// Nobody wins.
    Draw,
    /// It has lost.
    Loss,
}

/// The size of a board, 1x1 to 16x16.
///
/// ```
/// use chess_variants::girl::Size;
///
/// assert_eq!("12x5".parse(), Ok(Size::new(12, 5).unwrap()));
/// assert_eq!(Size::new(12, 17), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The most files, and the most ranks.
    pub const MOST: u8 = 16;

    /// 8 by 8.
    pub const STANDARD: Self = Self { width: 8, height: 8 };

    /// A board of so many files and ranks; `None` if one of them is not in 1 to 16.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width >= 1 && width <= Self::MOST && height >= 1 && height <= Self::MOST {
            return Some(Self { width, height });
        }
        None
    }

    /// Returns the number of files.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of ranks.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of squares, 1 to 256.
    #[must_use]
    pub const fn squares(self) -> u32 {
        self.width as u32 * self.height as u32
    }

    /// Returns the square on a file and a rank, both from 0. Squares are numbered rank by rank
    /// from `a1`.
    pub(super) const fn square(self, file: u8, rank: u8) -> u8 {
        rank * self.width + file
    }

    /// Returns file and rank of a square, both from 0.
    pub(super) const fn place(self, square: u8) -> (u8, u8) {
        (square % self.width, square / self.width)
    }
}

/// `8x8`: files, then ranks.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl FromStr for Size {
    type Err = TextError;

    /// Reads `WxH`, or `N` for a square board.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        // Nothing but digits: no sign.
        let number = |text: &str| {
            let is_plain = text.bytes().all(|b| b.is_ascii_digit());
            is_plain.then(|| text.parse().ok()).flatten()
        };
        let size = number(width).zip(number(height)).and_then(|(w, h)| Self::new(w, h));
        size.ok_or_else(|| {
            let message = format!("{} is no size; expected WxH, 1x1 to 16x16", quote(text));
            TextError::whole(text, message)
        })
    }
}
