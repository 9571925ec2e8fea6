//! The arguments of `games records`.

use clap::{Args, ValueEnum};
use games_core::{Outcome, Side};

#[derive(Args, Debug)]
pub(crate) struct RecordsArgs {
    /// The file, of a format of games or as `match --records` writes them; `-` reads stdin.
    pub(crate) file: String,
    /// Only games that have this text in names, tags or moves, in letters of any case.
    #[arg(long, value_name = "TEXT")]
    pub(crate) find: Option<String>,
    /// Only games with this result.
    #[arg(long, value_enum, value_name = "RESULT")]
    pub(crate) result: Option<ResultFilter>,
    /// How many of the first plies are told.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) plies: usize,
    /// Play every move, and tell which games cannot be played. Without it PGN is only looked
    /// through, and its moves are told as they are spelled.
    #[arg(long)]
    pub(crate) check: bool,
}

/// A result to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ResultFilter {
    /// The first side won (1-0 in chess).
    #[value(alias = "1-0")]
    P1,
    /// The second side won (0-1 in chess).
    #[value(alias = "0-1")]
    P2,
    /// Nobody won.
    #[value(alias = "1/2-1/2")]
    Draw,
    /// The file tells no result.
    #[value(alias = "*")]
    Open,
}

impl ResultFilter {
    pub(crate) const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::P1 => Some(Outcome::Win(Side::First)),
            Self::P2 => Some(Outcome::Win(Side::Second)),
            Self::Draw => Some(Outcome::Draw),
            Self::Open => None,
        }
    }
}

pub(super) const HELP: &str = "Examples:\n  \
    games records games.pgn --find carlsen --result draw\n  \
    games records games.pgn --check --json\n  \
    games show chess --pgn games.pgn --game 3 --movie third.svg\n\n\
    A file of any size is read game by game. A game that cannot be read is told of and does not end\n\
    the list; the exit status is 2 then.";
