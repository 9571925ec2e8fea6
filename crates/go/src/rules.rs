//! The rules as data: every axis an enum, and presets by name.

use core::fmt;

use games_core::{TextError, entry::Choice, notation::quote};

use crate::Point;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Width and height of the board.
    pub size: Size,
    /// White's compensation.
    pub komi: Komi,
    /// Which repetitions are illegal.
    pub ko: Ko,
    /// Whether stones may take their own chain.
    pub suicide: Suicide,
    /// How the final board is counted.
    pub scoring: Scoring,
    /// What happens when a whole position comes back.
    pub repetition: Repetition,
    /// A game in progress ends after so many plies and is counted as it stands; 0 for no cap.
    pub max_plies: u32,
}

impl Rules {
    /// Returns the rules of a preset on a board of a size.
    #[must_use]
    pub const fn preset(preset: Preset, size: Size) -> Self {
        let seed = Self {
            size,
            komi: Komi::half_points(13),
            ko: Ko::Simple,
            suicide: Suicide::Forbidden,
            scoring: Scoring::Area,
            repetition: Repetition::None,
            max_plies: size.default_max_plies(),
        };
        let komi_7_5 = Komi::half_points(15);
        match preset {
            Preset::Seed => seed,
            Preset::TrompTaylor => {
                Self { ko: Ko::Positional, suicide: Suicide::Multi, komi: komi_7_5, ..seed }
            }
            Preset::Cgos => Self { ko: Ko::Positional, komi: komi_7_5, ..seed },
            Preset::Chinese => Self { repetition: Repetition::Draw, komi: komi_7_5, ..seed },
            Preset::JapaneseLike => {
                Self { scoring: Scoring::Territory, repetition: Repetition::Draw, ..seed }
            }
            Preset::Aga => Self { ko: Ko::Situational, komi: komi_7_5, ..seed },
            Preset::NewZealand => Self {
                ko: Ko::Situational,
                suicide: Suicide::Multi,
                komi: Komi::half_points(14),
                ..seed
            },
        }
    }
}

impl Default for Rules {
    /// The preset `seed` on 9x9.
    fn default() -> Self {
        Self::preset(Preset::Seed, Size::NINE)
    }
}

/// Width and height of a board, 1 to 25 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The largest width and height: the columns that GTP has letters for.
    pub const MAX: u8 = 25;
    /// 9x9.
    pub const NINE: Self = Self { width: 9, height: 9 };
    /// 19x19.
    pub const NINETEEN: Self = Self { width: 19, height: 19 };

    /// Returns a size, or `None` if a side is not from 1 to 25.
    #[must_use]
    pub const fn new(width: u8, height: u8) -> Option<Self> {
        if width == 0 || height == 0 || width > Self::MAX || height > Self::MAX {
            return None;
        }
        Some(Self { width, height })
    }

    /// Reads `9` or `19x13` (width by height).
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |side: &str| {
            let plain = side.len() <= 2 && side.bytes().all(|b| b.is_ascii_digit());
            side.parse().ok().filter(|_| plain)
        };
        let size = side(width).zip(side(height)).and_then(|(w, h)| Self::new(w, h));
        size.ok_or_else(|| {
            let expected = "expected N or WxH (width by height), each from 1 to 25";
            TextError::whole(text, format!("{} is no size: {expected}", quote(text)))
        })
    }

    /// Returns the number of columns.
    #[must_use]
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of points.
    #[must_use]
    pub const fn area(self) -> u16 {
        self.width as u16 * self.height as u16
    }

    /// Returns whether width and height are equal.
    #[must_use]
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// Returns the cap on length where none is named: 4 plies a point and 100 more. Random games
    /// are a third as long.
    #[must_use]
    pub const fn default_max_plies(self) -> u32 {
        4 * self.area() as u32 + 100
    }

    /// Returns the point in a column from the left and a row from the **top**, both from 0.
    #[must_use]
    pub const fn point(self, col: u8, row: u8) -> Option<Point> {
        if col >= self.width || row >= self.height {
            return None;
        }
        Some(Point(((row as usize + 1) * self.stride() + col as usize + 1) as u16))
    }

    /// Returns column and row of a point, from 0 at the top left.
    #[must_use]
    #[inline]
    pub const fn coordinates(self, point: Point) -> (u8, u8) {
        let (cell, stride) = (point.cell(), self.stride());
        let row = self.row_of(cell);
        let col = cell.wrapping_sub(row * stride);
        (col.wrapping_sub(1) as u8, row.wrapping_sub(1) as u8)
    }

    /// The row of a cell, that of the border at the top 0.
    #[inline]
    const fn row_of(self, cell: usize) -> usize {
        (cell * RECIPROCALS[self.stride()]) >> 16
    }

    /// Returns all points, row by row from the top left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |row| {
            let first = (row as usize + 1) * self.stride() + 1;
            (first..first + self.width as usize).map(|cell| Point(cell as u16))
        })
    }

    /// Returns the number of a point, row by row from the top left.
    #[must_use]
    #[inline]
    pub const fn index_of(self, point: Point) -> usize {
        // One cell of border begins each row, and a whole row of it stands above.
        let (cell, stride) = (point.cell(), self.stride());
        cell.wrapping_sub(stride + self.row_of(cell))
    }

    /// The same for any cell; `None` if it is no point of such a board.
    #[inline]
    pub(crate) const fn checked_index_of(self, point: Point) -> Option<usize> {
        if self.has(point) { Some(self.index_of(point)) } else { None }
    }

    /// Returns whether a cell number is that of a point.
    #[inline]
    pub(crate) const fn has(self, point: Point) -> bool {
        let row = self.row_of(point.cell());
        point.cell() != row * self.stride() && row.wrapping_sub(1) < self.height as usize
    }

    /// The distance between vertical neighbors: one border cell divides each row from the next.
    #[inline]
    pub(crate) const fn stride(self) -> usize {
        self.width as usize + 1
    }

    /// How many cells the board takes, border included.
    pub(crate) const fn cells(self) -> usize {
        (self.height as usize + 2) * self.stride() + 1
    }
}

/// For each distance between rows what a cell number is multiplied by, in 1/65536, to be divided by
/// it: exact for all numbers below 65536 / 26, and boards have at most 1024 cells. Numbers of moves
/// take a division each otherwise.
const RECIPROCALS: [usize; Size::MAX as usize + 2] = {
    let mut reciprocals = [0; Size::MAX as usize + 2];
    let mut stride = 1;
    while stride < reciprocals.len() {
        reciprocals[stride] = 65536 / stride + 1;
        stride += 1;
    }
    reciprocals
};

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_square() {
            write!(f, "{}", self.width)
        } else {
            write!(f, "{}x{}", self.width, self.height)
        }
    }
}

/// Points that White gets for moving second: a whole number of **half points**, so that no
/// floating point decides a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct Komi(i32);

impl Komi {
    /// The largest absolute value, in half points: far more than there are points.
    pub const MAX: i32 = 20_000;

    /// Makes a komi of so many half points.
    ///
    /// # Panics
    ///
    /// If it is larger than [`Self::MAX`] in absolute value.
    #[must_use]
    pub const fn half_points(half_points: i32) -> Self {
        assert!(half_points >= -Self::MAX && half_points <= Self::MAX, "komi out of range");
        Self(half_points)
    }

    /// Returns it in half points.
    #[must_use]
    pub const fn in_half_points(self) -> i32 {
        self.0
    }

    /// Reads a multiple of 0.5: `6.5`, `7`, `-0.5`, `7.0`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let error = || {
            let expected = "expected a multiple of 0.5 from -10000 to 10000";
            TextError::whole(text, format!("{} is no komi: {expected}", quote(text)))
        };
        let (sign, number) = match text.as_bytes() {
            [b'-', ..] => (-1, &text[1..]),
            [b'+', ..] => (1, &text[1..]),
            _ => (1, text),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
        let is_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        let half = match fraction.trim_end_matches('0') {
            "" if !fraction.is_empty() => 0,
            "5" => 1,
            _ => return Err(error()),
        };
        if whole.is_empty() || whole.len() > 5 || !is_digits(whole) {
            return Err(error());
        }
        let half_points = whole.parse::<i32>().map_err(|_| error())? * 2 + half;
        if half_points > Self::MAX {
            return Err(error());
        }
        Ok(Self(sign * half_points))
    }
}

impl fmt::Display for Komi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_half_points(self.0, f)
    }
}

/// Writes half points as points: `-6.5`, `3`.
pub(crate) fn write_half_points(half_points: i32, w: &mut dyn fmt::Write) -> fmt::Result {
    let sign = if half_points < 0 { "-" } else { "" };
    let whole = half_points.unsigned_abs() / 2;
    let fraction = if half_points % 2 == 0 { "" } else { ".5" };
    write!(w, "{sign}{whole}{fraction}")
}

/// Makes an enum of words, whose values are written by their names in options.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name { $($(#[$value_doc])* $value,)* }

        games_core::choices!($name { $($value = $word),* });

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

words! {
    /// A known rule set.
    Preset {
        /// The rules of the text that the project started from: simple ko, no suicide, area
        /// scoring, komi 6.5.
        Seed = "simple",
        /// J. Tromp and B. Taylor's: positional superko, suicide, area scoring.
        TrompTaylor = "tromp-taylor",
        /// Those of the computer Go server: as Tromp-Taylor, without suicide.
        Cgos = "cgos",
        /// Chinese tournament practice: simple ko, a repetition is a draw, area scoring.
        Chinese = "chinese",
        /// Territory and prisoners, a repetition is no result; all stones on the board count as
        /// alive, so dead ones are to be taken first.
        JapaneseLike = "japanese-like",
        /// The American Go Association's: situational superko, area scoring.
        Aga = "aga",
        /// New Zealand's: situational superko, suicide, area scoring, komi 7.
        NewZealand = "new-zealand",
    }
}

words! {
    /// Which placements are illegal because of the board that they would lead to.
    Ko {
        /// The board before the opponent's last ply may not come back.
        Simple = "simple",
        /// No placement is barred.
        None = "none",
        /// No earlier board may come back: positional superko.
        Positional = "psk",
        /// No earlier board may come back with the same side to move: situational superko.
        Situational = "ssk",
    }
}

words! {
    /// Whether a placement may leave its own chain without liberty, which is then taken.
    Suicide {
        /// Never.
        Forbidden = "forbidden",
        /// Chains of two or more stones may; a single stone would change nothing.
        Multi = "multi",
    }
}

words! {
    /// How the final board is counted. All stones count as alive.
    Scoring {
        /// Stones and surrounded points.
        Area = "area",
        /// Surrounded points and prisoners.
        Territory = "territory",
        /// Stones.
        Stones = "stone",
    }
}

words! {
    /// What happens when a placement brings back a board with the same side to move.
    Repetition {
        /// Nothing.
        None = "none",
        /// The game ends as a draw: "no result".
        Draw = "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_points_have_an_index() {
        let sides = || 1..=Size::MAX;
        for size in sides().flat_map(|w| sides().filter_map(move |h| Size::new(w, h))) {
            for cell in 0..1024 {
                let point = Point(cell);
                let (row, col) =
                    (usize::from(cell) / size.stride(), usize::from(cell) % size.stride());
                let is_point = col != 0 && row != 0 && row <= usize::from(size.height());
                let expected = is_point.then(|| (row - 1) * usize::from(size.width()) + col - 1);
                assert_eq!(size.checked_index_of(point), expected, "{size}, cell {cell}");
            }
        }
    }

    /// By the definition: a row takes `width + 1` cells, the first row and column are border.
    #[test]
    fn columns_and_rows_are_quotient_and_remainder_of_the_cell() {
        for width in 1..=Size::MAX {
            let size = Size::new(width, Size::MAX).unwrap();
            let stride = u16::from(width) + 1;
            for cell in 0..1024 {
                let (col, row) = ((cell % stride) as u8, (cell / stride) as u8);
                let expected = (col.wrapping_sub(1), row.wrapping_sub(1));
                assert_eq!(size.coordinates(Point(cell)), expected, "{size}, cell {cell}");
            }
        }
    }
}
