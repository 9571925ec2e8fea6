//! The text fixtures, and rules by their options' names.

use chess_variants::girl::{EggCopies, GirlChessEntry, NoMoves, Options, Setup};
use games_core::{
    MoveList, TextError,
    entry::{Entry, GameOptions, Playable, Visitor},
};

pub(crate) const PERFT: &str = include_str!("../../data/girl-chess.perft");

/// Runs a job on the rules that these options and this position select.
#[track_caller]
pub(crate) fn with_rules<V: Visitor>(
    rules: Option<&str>,
    position: Option<&str>,
    job: V,
) -> V::Out {
    try_with_rules(rules, position, job).unwrap_or_else(|e| panic!("{rules:?}: {e}"))
}

pub(crate) fn try_with_rules<V: Visitor>(
    rules: Option<&str>,
    position: Option<&str>,
    job: V,
) -> Result<V::Out, TextError> {
    let keys = GirlChessEntry::KEYS;
    let rules =
        rules.map_or(Ok(GameOptions::defaults(keys)), |text| GameOptions::parse(keys, text))?;
    GirlChessEntry::build(&rules, position, job)
}

/// Returns the text of the initial position.
pub(crate) struct InitialText;

impl Visitor for InitialText {
    type Out = String;
    fn visit<G: Playable>(self, game: G) -> String {
        game.state_text(&game.initial())
    }
}

/// Returns the sorted names of the legal moves.
pub(crate) struct Names<'a>(pub(crate) &'a str);

impl Visitor for Names<'_> {
    type Out = Vec<String>;
    fn visit<G: Playable>(self, game: G) -> Vec<String> {
        let state = game.parse_state(self.0).unwrap_or_else(|e| panic!("{}: {e}", self.0));
        let list = game.list(&state);
        let mut names: Vec<_> =
            list.as_slice().iter().map(|&m| game.move_text(&state, m)).collect();
        names.sort_unstable();
        names
    }
}

/// The legal moves of a position under some options, by their sorted names.
#[track_caller]
pub(crate) fn names(rules: Option<&str>, position: &str) -> Vec<String> {
    with_rules(rules, Some(position), Names(position))
}

/// All combinations of the options that change the moves.
pub(crate) fn all_options() -> Vec<Options> {
    (0..32)
        .map(|i| Options {
            egg_copies: if i & 1 == 0 { EggCopies::Any } else { EggCopies::Own },
            egg_captures: i & 2 == 0,
            null_moves: i & 4 != 0,
            snail_optional: i & 8 != 0,
            no_moves: if i & 16 == 0 { NoMoves::Draw } else { NoMoves::Loss },
            ..Options::default()
        })
        .collect()
}

/// Reads a position text with the size that it tells.
#[track_caller]
pub(crate) fn setup(text: &str) -> Setup {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}
