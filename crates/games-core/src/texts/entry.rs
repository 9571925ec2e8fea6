//! How a game presents itself to programs that know no game by name: its id, its options, and
//! how to build it from texts.

mod choice;
mod options;

pub use self::{
    choice::Choice,
    options::{GameOptions, RuleKey, Values},
};
use crate::{
    Actions, Adjudicate, Countable, Describe, Evaluate, Features, FileFormat, Solvable, Symmetric,
    TextError,
};

/// Everything that a game must have to be played, searched and shown through a registry.
///
/// Implemented for every type that has the parts; optional ones (dense move numbers, symmetry,
/// drawing, heuristics, learning, solving) have neutral defaults, so a new game needs only a line for each.
pub trait Playable:
    Adjudicate + Countable + Evaluate + Describe + Symmetric + Actions + Features + Solvable
{
}

impl<G> Playable for G where
    G: Adjudicate + Countable + Evaluate + Describe + Symmetric + Actions + Features + Solvable
{
}

/// A game as a registry sees it. One implementor may stand for several types of rules, for
/// example one a board width.
pub trait Entry {
    /// The id on the command line: lower case, words joined by `-`.
    const ID: &'static str;
    /// The name for people.
    const NAME: &'static str;
    /// What players do and who wins, in a sentence or two of at most 120 characters: for lists. By
    /// default the first sentence of the page of rules.
    const SUMMARY: &'static str = "";
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
    /// Rules, as texts of options, for which [weights](crate::Features::weights) come along.
    const LEARNED: &'static [&'static str] = &[];
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

    /// Returns the options that a position text fixes where they are not given, with their values:
    /// the size of its board. What cannot be read fixes nothing.
    ///
    /// By default none.
    #[must_use]
    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        let _ = position;
        Vec::new()
    }

    /// Returns the options that [`build`](Entry::build) used, so that the same text builds the
    /// same rules without the position.
    ///
    /// By default every option: given, [fixed by the position](Entry::fixed_by) or default. A game
    /// in which an option changes what another one is by default overrides this.
    #[must_use]
    fn full_text(options: &GameOptions, position: Option<&str>) -> String {
        options.full_text(&position.map_or_else(Vec::new, Self::fixed_by))
    }
}

/// Receives rules whose type is known only to the game.
pub trait Visitor {
    /// What it makes of them.
    type Out;
    /// Takes the rules. Everything generic is compiled for each type that is handed on; many games
    /// can be one type as [`AnyGame`](crate::AnyGame).
    fn visit<G: Playable>(self, game: G) -> Self::Out;
}
