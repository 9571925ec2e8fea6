//! Options that several of the six games share, and the size of the board.

use core::fmt;

use games_core::{
    Adjudicate, End, Outcome, Standing, TextError,
    entry::{GameOptions, RuleKey},
};

use crate::Reason;

/// The most rows and the most columns of the games whose boards are sets of squares.
pub const MOST_ROWS_OR_COLS: usize = 32;

/// The caps of those games.
pub(crate) const CAPS: &[(&str, u64)] =
    &[("rows", MOST_ROWS_OR_COLS as u64), ("cols", MOST_ROWS_OR_COLS as u64)];

/// Hands a game on a board of `$size` to a visitor: with sets of one word up to 64 squares, with the
/// widest, behind the type of all such games, beyond: there nobody searches deep, and every type costs
/// the program all of its engines once more.
macro_rules! visit_by_width {
    ($visitor:ident, $game:ident, $size:expr, $($option:expr),+) => {
        if $crate::grid::fits::<u64>($size) {
            $visitor.visit($crate::options::played($game::<u64>::new($size, $($option),+)))
        } else {
            let wide = $game::<$crate::Wide>::new($size, $($option),+);
            $visitor.visit(games_core::AnyGame::new($crate::options::played(wide)))
        }
    };
}
pub(crate) use visit_by_width;

pub(crate) const fn rows(default: &'static str, min: i64, max: usize) -> RuleKey {
    let help = "rows of the board; a position text fixes them, too";
    RuleKey::integer("rows", (min, max as i64), default, help)
}

pub(crate) const fn cols(default: &'static str, min: i64, max: usize) -> RuleKey {
    let help = "columns of the board; a position text fixes them, too";
    RuleKey::integer("cols", (min, max as i64), default, help)
}

pub(crate) const fn flag(key: &'static str, help: &'static str) -> RuleKey {
    RuleKey::flag(key, false, help)
}

pub(crate) const MISERE: RuleKey = flag("misere", "who would win loses, and the other way round");

/// Without meaning above this; keeps counts far from overflowing.
const MOST_PLIES: i64 = 1_000_000;

pub(crate) const REPETITION: RuleKey = RuleKey::integer(
    "repetition",
    (0, MOST_PLIES),
    "3",
    "a game is drawn when a position stands for this time, the first one counted; 0: never",
);

pub(crate) const PLY_CAP: RuleKey = RuleKey::integer(
    "ply_cap",
    (0, MOST_PLIES),
    "1000",
    "a game is drawn after so many moves; 0: never",
);

/// Returns rows and columns: those given, else those of the position text, else the defaults.
///
/// Where text and options differ, the options hold: reading the text then says so, with the place
/// in it. A text beyond the limits `most` does not count, for the same reason.
pub(crate) fn size(
    options: &GameOptions,
    of_text: Option<(usize, usize)>,
    least: (usize, usize),
    most: (usize, usize),
) -> (usize, usize) {
    let of_text = of_text.filter(|&(rows, cols)| {
        (least.0..=most.0).contains(&rows) && (least.1..=most.1).contains(&cols)
    });
    let value = |key, of_text: Option<usize>| match (options.given(key), of_text) {
        (None, Some(n)) => n,
        // Numbers are checked when they are read.
        _ => options.integer(key) as usize,
    };
    (value("rows", of_text.map(|t| t.0)), value("cols", of_text.map(|t| t.1)))
}

/// The options that a position text of that size fixes.
pub(crate) fn fixed(of_text: Option<(usize, usize)>) -> Vec<(&'static str, String)> {
    of_text.map_or_else(Vec::new, |(rows, cols)| {
        vec![("rows", rows.to_string()), ("cols", cols.to_string())]
    })
}

/// Why numbers make no game: nobody plays on a board of that size, or by these steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(String);

impl Unsupported {
    pub(crate) const fn new(message: String) -> Self {
        Self(message)
    }

    /// A board of (rows, columns), where another one is held.
    pub(crate) fn board((rows, cols): (usize, usize), holds: fmt::Arguments<'_>) -> Self {
        Self(format!("a board of {rows} by {cols} does not fit this type, which holds {holds}"))
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Unsupported {}

/// Returns rules of which it is known that they are played.
pub(crate) fn played<G>(rules: Result<G, Unsupported>) -> G {
    rules.expect("the numbers are within the limits of the game")
}

/// When a game that may go on for ever is drawn. Belongs to a game in progress, not to a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Endless {
    /// The game is drawn when a position stands for this time, the first one counted; 0: never.
    pub repetition: u32,
    /// The game is drawn after so many plies; 0: never.
    pub ply_cap: u32,
}

impl Default for Endless {
    /// The third time, or 1000 plies.
    fn default() -> Self {
        Self { repetition: 3, ply_cap: 1000 }
    }
}

impl Endless {
    pub(crate) fn from_options(options: &GameOptions) -> Result<Self, TextError> {
        let value = |key| u32::try_from(options.integer(key)).unwrap_or(u32::MAX);
        let endless = Self { repetition: value("repetition"), ply_cap: value("ply_cap") };
        if endless.repetition == 1 {
            let message = "repetition=1 would end every game at its first position; 0 turns the rule off, 2 is the least";
            return Err(options.error("repetition", message));
        }
        Ok(endless)
    }

    /// Whether any limit is on.
    pub(crate) const fn is_limited(self) -> bool {
        self.repetition > 0 || self.ply_cap > 0
    }

    pub(crate) fn adjudicate<G: Adjudicate<Reason = Reason>>(
        self,
        at: &Standing<'_, G>,
    ) -> Option<End<Reason>> {
        let draw = |reason| Some(End::plain(Outcome::Draw, reason));
        let repetition = self.repetition as usize;
        if repetition > 0 && at.occurrences() >= repetition {
            draw(Reason::Repetition)
        } else if at.plies >= self.most_plies() {
            draw(Reason::PlyCap)
        } else {
            None
        }
    }

    pub(crate) const fn most_plies(self) -> usize {
        match self.ply_cap {
            0 => usize::MAX,
            cap => cap as usize,
        }
    }
}
