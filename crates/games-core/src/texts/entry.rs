//! How a game presents itself to programs that know no game by name: its id, its options, and
//! how to build it from texts.

use core::ops::Range;

use crate::{
    Actions, Adjudicate, Countable, Describe, Evaluate, Outcome, Solvable, Symmetric, TextError,
    notation::quote,
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
    /// The options, each with its default.
    const KEYS: &'static [RuleKey];
    /// Largest values: `("rows", 26)`. Beyond them a game is refused.
    const CAPS: &'static [(&'static str, u64)];
    /// File formats and texts that the game reads and writes: `transcript`, `pgn`.
    const FORMATS: &'static [&'static str];
    /// Protocols that the game is played over: `uci`, `gtp`.
    ///
    /// Over `gtp` the side that moves first is Black, vertices are move texts, and the options
    /// `size` and `komi`, where the game has them, are what `boardsize` and `komi` set.
    const PROTOCOLS: &'static [&'static str];
    /// The file formats of whole games; they stand in [`FORMATS`](Entry::FORMATS), too.
    const FILES: &'static [FileFormat] = &[];

    /// Builds the rules and hands them to `visitor`.
    ///
    /// `position` is the position text, if one was given: where it fixes the size of the board,
    /// the options need not.
    ///
    /// # Errors
    ///
    /// What is wrong with the options, with a span in the text of `rules`; that the position
    /// contradicts them, or that it fixes no valid size.
    fn build<V: Visitor>(
        rules: &Rules,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError>;

    /// Returns the options that [`build`](Entry::build) used, so that the same text builds the
    /// same rules without the position.
    ///
    /// By default every option, given or default. A game in which an option or the position
    /// changes what another option is by default overrides this.
    #[must_use]
    fn full_text(rules: &Rules, position: Option<&str>) -> String {
        let _ = position;
        rules.full_text()
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
    pub read: fn(text: &str, rules: &Rules) -> Result<SavedGame, TextError>,
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

/// One option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleKey {
    /// The name before the `=`.
    pub key: &'static str,
    /// What may stand after it.
    pub values: Values,
    /// The value when it is not given.
    pub default: &'static str,
    /// One line for people.
    pub help: &'static str,
}

/// The values an option may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words; the first is the default.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number between these two, both included.
    Integer {
        /// The least.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A text of a form that the game itself reads.
    Text(&'static str),
}

impl Values {
    /// Returns the values as words for a list.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        match self {
            Self::OneOf(words) => words.iter().map(|&w| w.to_owned()).collect(),
            Self::Flag => vec!["false".to_owned(), "true".to_owned()],
            Self::Integer { min, max } => vec![format!("{min}..{max}")],
            Self::Text(form) => vec![(*form).to_owned()],
        }
    }

    fn allow(&self, value: &str) -> bool {
        match self {
            Self::OneOf(words) => words.contains(&value),
            Self::Flag => value == "true" || value == "false",
            Self::Integer { min, max } => {
                value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n))
            }
            Self::Text(_) => !value.is_empty(),
        }
    }
}

/// Options as they were given: `size=6,scoring=plain`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    keys: &'static [RuleKey],
    given: Vec<Given>,
    text_len: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Given {
    key: &'static str,
    value: String,
    span: Range<usize>,
}

impl Rules {
    /// No option given: all defaults.
    #[must_use]
    pub const fn defaults(keys: &'static [RuleKey]) -> Self {
        Self { keys, given: Vec::new(), text_len: 0 }
    }

    /// Reads `key=value,...`; each item is split at its first `=`.
    ///
    /// # Errors
    ///
    /// An unknown key, a value outside of the list, a key given twice, an empty item.
    pub fn parse(keys: &'static [RuleKey], text: &str) -> Result<Self, TextError> {
        let mut rules = Self { keys, given: Vec::new(), text_len: text.len() };
        let mut start = 0;
        for item in text.split(',') {
            rules.add(item, start)?;
            start += item.len() + 1;
        }
        Ok(rules)
    }

    fn add(&mut self, item: &str, start: usize) -> Result<(), TextError> {
        let span = start..start + item.len();
        let Some((name, value)) = item.split_once('=') else {
            let what = if item.is_empty() { "an empty item".to_owned() } else { quote(item) };
            return Err(TextError::new(
                span,
                format!("expected key=value, found {what}; {}", self.valid_keys()),
            ));
        };
        let name_span = start..start + name.len();
        let Some(key) = self.keys.iter().find(|k| k.key == name) else {
            let message = format!("no option {}; {}", quote(name), self.valid_keys());
            return Err(
                TextError::new(name_span, message).suggest(name, self.keys.iter().map(|k| k.key))
            );
        };
        if self.given.iter().any(|g| g.key == key.key) {
            return Err(TextError::new(name_span, format!("the option `{name}` is given twice")));
        }
        let span = start + name.len() + 1..span.end;
        if !key.values.allow(value) {
            let words = key.values.words();
            let message =
                format!("{} is no value of `{name}`; valid: {}", quote(value), words.join(", "));
            return Err(
                TextError::new(span, message).suggest(value, words.iter().map(String::as_str))
            );
        }
        self.given.push(Given { key: key.key, value: value.to_owned(), span });
        Ok(())
    }

    fn valid_keys(&self) -> String {
        if self.keys.is_empty() {
            return "this game has no options".to_owned();
        }
        let keys: Vec<_> = self.keys.iter().map(|k| k.key).collect();
        format!("valid: {}", keys.join(", "))
    }

    /// Returns the value of an option if it was given.
    #[must_use]
    pub fn given(&self, key: &str) -> Option<&str> {
        self.given.iter().find(|g| g.key == key).map(|g| g.value.as_str())
    }

    /// Returns the value of an option, given or default.
    ///
    /// # Panics
    ///
    /// If the game has no such option.
    #[must_use]
    pub fn value(&self, key: &str) -> &str {
        self.given(key).unwrap_or_else(|| {
            self.keys.iter().find(|k| k.key == key).expect("the game lists the option").default
        })
    }

    /// Returns the value of a [`Values::Flag`].
    ///
    /// # Panics
    ///
    /// If the game has no such option.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.value(key) == "true"
    }

    /// Returns the value of a [`Values::Integer`].
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it is no number.
    #[must_use]
    pub fn integer(&self, key: &str) -> i64 {
        self.value(key).parse().expect("numbers are checked when they are read")
    }

    /// An error about the value of an option.
    #[must_use]
    pub fn error(&self, key: &str, message: impl Into<String>) -> TextError {
        let given = self.given.iter().find(|g| g.key == key);
        TextError::new(given.map_or(0..self.text_len, |g| g.span.clone()), message)
    }

    /// Returns every option with its value, in the game's order: `size=8,scoring=plain`.
    #[must_use]
    pub fn full_text(&self) -> String {
        let items: Vec<_> =
            self.keys.iter().map(|k| format!("{}={}", k.key, self.value(k.key))).collect();
        items.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &[RuleKey] = &[
        RuleKey { key: "size", values: Values::OneOf(&["8", "6"]), default: "8", help: "" },
        RuleKey { key: "misere", values: Values::Flag, default: "false", help: "" },
        RuleKey {
            key: "rows",
            values: Values::Integer { min: 1, max: 26 },
            default: "3",
            help: "",
        },
        RuleKey { key: "steps", values: Values::Text("N+N..."), default: "1+2", help: "" },
    ];

    #[track_caller]
    fn refused(text: &str, at: &str, message: &str) {
        let error = Rules::parse(KEYS, text).unwrap_err();
        assert_eq!(&text[error.span.clone()], at);
        assert!(error.to_string().contains(message), "{error}");
    }

    #[test]
    fn options_are_read_and_missing_ones_have_their_defaults() {
        let rules = Rules::parse(KEYS, "rows=12,steps=1+2=3").unwrap();
        assert_eq!(rules.full_text(), "size=8,misere=false,rows=12,steps=1+2=3");
        assert_eq!((rules.given("size"), rules.integer("rows")), (None, 12));
        assert!(!rules.flag("misere"));
    }

    #[test]
    fn bad_options_are_refused_with_their_place() {
        refused("size=7", "7", "valid: 8, 6");
        refused("rows=3,size=8,size=8", "size", "given twice");
        refused("rows=3,,size=8", "", "an empty item");
        refused("", "", "an empty item");
        refused("misre=true", "misre", "did you mean `misere`?");
        refused("rows=27", "27", "1..26");
        refused("rows=-1", "-1", "1..26");
        refused("rows", "rows", "expected key=value");
        refused("steps=", "", "no value of `steps`");
        refused("misere=TRUE", "TRUE", "false, true");
    }
}
