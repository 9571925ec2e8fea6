//! The options of a game: what they are, and their values in one game.

use core::ops::Range;

use super::Choice;
use crate::{TextError, notation::quote};

/// One option of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleKey {
    /// The name before the `=`.
    pub key: &'static str,
    /// What may stand after it.
    pub values: Values,
    /// The value when it is not given.
    pub default: &'static str,
    /// One line for people.
    pub help: &'static str,
    /// Other words for values, each with the value that it means: read, and not listed.
    pub synonyms: &'static [(&'static str, &'static str)],
}

impl RuleKey {
    /// An option that is one of the values of an enum, of which the first is the default.
    #[must_use]
    pub const fn choice<C: Choice>(key: &'static str, help: &'static str) -> Self {
        Self { key, values: Values::OneOf(C::NAMES), default: C::NAMES[0], help, synonyms: &[] }
    }

    /// An option that is `true` or `false`.
    #[must_use]
    pub const fn flag(key: &'static str, default: bool, help: &'static str) -> Self {
        let default = if default { "true" } else { "false" };
        Self { key, values: Values::Flag, default, help, synonyms: &[] }
    }

    /// An option that is a whole number from `min` to `max`.
    #[must_use]
    pub const fn integer(
        key: &'static str,
        (min, max): (i64, i64),
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { key, values: Values::Integer { min, max }, default, help, synonyms: &[] }
    }

    /// An option that the game itself reads; `form` says what it looks like.
    #[must_use]
    pub const fn text(
        key: &'static str,
        form: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Self { key, values: Values::Text(form), default, help, synonyms: &[] }
    }

    /// The same option, which also reads other words for its values.
    #[must_use]
    pub const fn with_synonyms(self, synonyms: &'static [(&'static str, &'static str)]) -> Self {
        Self { synonyms, ..self }
    }

    /// Returns the value that a word means.
    fn meant<'a>(&self, word: &'a str) -> &'a str {
        let synonym = self.synonyms.iter().find(|(other, _)| *other == word);
        synonym.map_or(word, |(_, value)| *value)
    }
}

/// The values an option may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A whole number between these two, both included. What several numbers must fulfil together
    /// is for [`Entry::build`](super::Entry::build) to check, which refuses by
    /// [`GameOptions::error`].
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
pub struct GameOptions {
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

impl GameOptions {
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
        let mut options = Self { keys, given: Vec::new(), text_len: text.len() };
        let mut start = 0;
        for item in text.split(',') {
            options.add(item, start)?;
            start += item.len() + 1;
        }
        Ok(options)
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
        let value = key.meant(value);
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

    /// Returns the value of an option that [`RuleKey::choice`] made of the enum.
    ///
    /// # Panics
    ///
    /// If the game has no such option, or it is one of another enum.
    #[must_use]
    pub fn choice<C: Choice>(&self, key: &str) -> C {
        by_name(self.value(key))
    }

    /// Returns the same if the option was given.
    ///
    /// # Panics
    ///
    /// As [`choice`](Self::choice).
    #[must_use]
    pub fn given_choice<C: Choice>(&self, key: &str) -> Option<C> {
        self.given(key).map(by_name)
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

    /// Returns every option with its value, in the game's order: `size=8,scoring=plain`. What is
    /// not given but fixed, as by a position, has that value.
    #[must_use]
    pub fn full_text(&self, fixed: &[(&str, String)]) -> String {
        let value = |key| match fixed.iter().find(|(fixed, _)| *fixed == key) {
            Some((_, value)) if self.given(key).is_none() => value,
            _ => self.value(key),
        };
        let items: Vec<_> =
            self.keys.iter().map(|k| format!("{}={}", k.key, value(k.key))).collect();
        items.join(",")
    }
}

fn by_name<C: Choice>(name: &str) -> C {
    C::by_name(name).expect("words are checked when they are read")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    enum Size {
        Six,
        Eight,
    }

    crate::choices!(Size { Eight = "8", Six = "6" });

    const KEYS: &[RuleKey] = &[
        RuleKey::choice::<Size>("size", ""),
        RuleKey::flag("misere", false, ""),
        RuleKey::integer("rows", (1, 26), "3", ""),
        RuleKey::text("steps", "N+N...", "1+2", ""),
    ];

    #[track_caller]
    fn refused(text: &str, at: &str, message: &str) {
        let error = GameOptions::parse(KEYS, text).unwrap_err();
        assert_eq!(&text[error.span.clone()], at);
        assert!(error.to_string().contains(message), "{error}");
    }

    #[test]
    fn options_are_read_and_missing_ones_have_their_defaults() {
        let options = GameOptions::parse(KEYS, "rows=12,steps=1+2=3").unwrap();
        assert_eq!(options.full_text(&[]), "size=8,misere=false,rows=12,steps=1+2=3");
        assert_eq!((options.given("size"), options.integer("rows")), (None, 12));
        assert!(!options.flag("misere"));
    }

    #[test]
    fn a_choice_is_read_as_its_value() {
        let size = |options: &GameOptions| options.choice::<Size>("size");
        let six = GameOptions::parse(KEYS, "size=6").unwrap();
        assert_eq!((size(&GameOptions::defaults(KEYS)), size(&six)), (Size::Eight, Size::Six));
        assert_eq!(six.given_choice("size"), Some(Size::Six));
        assert_eq!(GameOptions::defaults(KEYS).given_choice::<Size>("size"), None);
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
