//! How a game presents itself to programs that know no game by name: its id, its options, and
//! how to build it from texts.

mod choice;
mod options;

pub use self::{
    choice::Choice,
    options::{GameOptions, RuleKey, Values},
};
use crate::{
    Actions, Adjudicate, Countable, Describe, Evaluate, Outcome, Solvable, Symmetric, TextError,
};

/// Everything that a game must have to be played, searched and shown through a registry.
///
/// Implemented for every type that has the parts; optional ones (dense move numbers, symmetry,
/// drawing, heuristics, solving) have neutral defaults, so a new game needs only a line for each.
pub trait Playable:
    Adjudicate + Countable + Evaluate + Describe + Symmetric + Actions + Solvable
{
}

impl<G> Playable for G where
    G: Adjudicate + Countable + Evaluate + Describe + Symmetric + Actions + Solvable
{
}

/// A game as a registry sees it. One implementor may stand for several types of rules, for
/// example one a board width.
pub trait Entry {
    /// The id on the command line: lower case, words joined by `-`.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// The page of rules, in Markdown: a title, the rules with their source, options, texts. A link
    /// in it leads from the folder `rules` of the game's crate.
    const RULES_PAGE: &'static str;
    /// The options, each with its default.
    const KEYS: &'static [RuleKey];
    /// Largest values: `("rows", 26)`. Beyond them a game is refused.
    const CAPS: &'static [(&'static str, u64)] = &[];
    /// File formats and texts that the game reads and writes: `transcript`, `pgn`.
    const FORMATS: &'static [&'static str] = &[];
    /// Protocols that the game is played over: `uci`, `gtp`.
    ///
    /// Over `gtp` the side that moves first is Black, vertices are move texts, and the options
    /// `size` and `komi`, where the game has them, are what `boardsize` and `komi` set.
    const PROTOCOLS: &'static [&'static str] = &[];
    /// The file formats of whole games; they stand in [`FORMATS`](Entry::FORMATS), too.
    const FILES: &'static [FileFormat] = &[];

    /// Builds the rules and hands them to `visitor`.
    ///
    /// `position` is the position text, if one was given: where it fixes the size of the board,
    /// the options need not.
    ///
    /// # Errors
    ///
    /// What is wrong with the options, with a span in the text of `options`; that the position
    /// contradicts them, or that it fixes no valid size.
    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError>;

    /// Returns the options that [`build`](Entry::build) used, so that the same text builds the
    /// same rules without the position.
    ///
    /// By default every option, given or default. A game in which an option or the position
    /// changes what another option is by default overrides this.
    #[must_use]
    fn full_text(options: &GameOptions, position: Option<&str>) -> String {
        let _ = position;
        options.full_text()
    }
}

/// A file format of whole games. Games go in and out as texts, so that whoever reads and writes
/// files needs no type.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// The name, which is how such files end: `sgf`.
    pub name: &'static str,
    /// Reads the first game of a file. Options that are given beside it go before those of the
    /// file. Every move was played; the message of an error tells its line.
    pub read: fn(text: &str, options: &GameOptions) -> Result<SavedGame, TextError>,
    /// Writes a game; an error tells which of the texts is wrong.
    pub write: fn(&SavedGame) -> Result<String, TextError>,
}

/// A game as files keep it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedGame {
    /// The options, `key=value,...`; those that are left out have their defaults.
    pub rules: String,
    /// The position text of the start.
    pub start: String,
    /// The texts of the moves.
    pub moves: Vec<String>,
    /// The players' names, that of the first side first.
    pub players: [Option<String>; 2],
    /// Which game of a match, from 1.
    pub round: Option<u64>,
    /// How a game ended that the rules let go on (by resignation, on time), and the word for it.
    /// Formats need not keep it.
    pub end: Option<(Outcome, String)>,
}

/// Receives rules whose type is known only to the game.
pub trait Visitor {
    /// What it makes of them.
    type Out;
    /// Takes the rules.
    fn visit<G: Playable>(self, game: G) -> Self::Out;
}
