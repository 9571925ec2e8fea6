//! Options that are one of some words.

/// An enum whose values have names, so that an option can be one of them.
///
/// [`choices!`](crate::choices) implements it: a value without a name does not compile, nor does
/// a name without a value.
///
/// ```
/// use games_core::entry::{Choice, GameOptions, RuleKey};
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug)]
/// enum Scoring {
///     Area,
///     Stones,
/// }
///
/// games_core::choices!(Scoring { Area = "area", Stones = "stones" });
///
/// const KEYS: &[RuleKey] = &[RuleKey::choice::<Scoring>("scoring", "what counts at the end")];
///
/// let options = GameOptions::parse(KEYS, "scoring=stones").unwrap();
/// assert_eq!(options.choice::<Scoring>("scoring"), Scoring::Stones);
/// assert_eq!(KEYS[0].default, Scoring::Area.name());
/// ```
pub trait Choice: Copy + Eq + 'static {
    /// All values, the default first.
    const VALUES: &'static [Self];
    /// Their names, in the same order.
    const NAMES: &'static [&'static str];

    /// Returns the name of a value.
    fn name(self) -> &'static str;

    /// Returns the value with a name.
    fn by_name(name: &str) -> Option<Self> {
        Self::VALUES.iter().copied().find(|value| value.name() == name)
    }
}

/// Gives the values of an enum their names, the default first: implements
/// [`Choice`](crate::entry::Choice).
#[macro_export]
macro_rules! choices {
    ($name:ident { $($value:ident = $word:literal),+ $(,)? }) => {
        impl $crate::entry::Choice for $name {
            const VALUES: &'static [Self] = &[$(Self::$value),+];
            const NAMES: &'static [&'static str] = &[$($word),+];

            fn name(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }
        }
    };
}
