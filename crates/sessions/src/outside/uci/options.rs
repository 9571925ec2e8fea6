//! The options that an engine declares, and whether ours suit it.

use games_core::notation::{closest, quote};

/// An option's name, as the engine spells it, and its value.
pub(super) type Setting = (String, String);

/// The option by which engines choose among the relatives of chess.
const VARIANT: &str = "UCI_Variant";

/// What an engine plays that has no such option.
const ORTHODOX: &str = "chess";

/// What else engines call it.
const ORTHODOX_NAMES: [&str; 3] = [ORTHODOX, "standard", "normal"];

/// All options of an engine.
#[derive(Debug, Default)]
pub(super) struct Settings {
    options: Vec<Declared>,
}

#[derive(Debug)]
struct Declared {
    name: String,
    kind: Kind,
    default: String,
}

#[derive(PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin {
        min: i64,
        max: i64,
    },
    Combo(Vec<String>),
    Button,
    /// A text; also whatever a later version of the protocol knows.
    Text,
}

impl Settings {
    /// Takes up a line `option name NAME type KIND [default V] [min N] [max N] [var V]...`; other
    /// lines are passed over.
    pub(super) fn declare(&mut self, line: &str) {
        let Some(rest) = line.trim().strip_prefix("option name ") else { return };
        let Some((name, rest)) = rest.split_once(" type ") else { return };
        let mut words = rest.split_whitespace();
        let kind = words.next().unwrap_or_default();
        // Values may hold blanks, so that a value ends where the next key begins.
        let mut values: Vec<(&str, String)> = Vec::new();
        for word in words {
            match (word, values.last_mut()) {
                ("default" | "min" | "max" | "var", _) => values.push((word, String::new())),
                (_, Some((_, value))) => {
                    if !value.is_empty() {
                        value.push(' ');
                    }
                    value.push_str(word);
                }
                (_, None) => {}
            }
        }
        let all = |key: &'static str| {
            values.iter().filter(move |(k, _)| *k == key).map(|(_, value)| value.clone())
        };
        let number =
            |key, otherwise| all(key).next().and_then(|v| v.parse().ok()).unwrap_or(otherwise);
        let kind = match kind {
            "check" => Kind::Check,
            "spin" => Kind::Spin { min: number("min", i64::MIN), max: number("max", i64::MAX) },
            "combo" => Kind::Combo(all("var").collect()),
            "button" => Kind::Button,
            _ => Kind::Text,
        };
        let default = all("default").next().unwrap_or_default();
        self.options.push(Declared { name: name.trim().to_owned(), kind, default });
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns the setting in the engine's spelling.
    ///
    /// # Errors
    ///
    /// The end of a sentence that begins with the engine: engines do not tell when an option or
    /// value is not theirs, and play on without it.
    pub(super) fn check(&self, name: &str, value: &str) -> Result<Setting, String> {
        let Some(option) = self.find(name) else {
            let names = self.options.iter().map(|option| option.name.as_str());
            let meant = closest(name, names)
                .map(|name| format!(" (did you mean `{name}`?)"))
                .unwrap_or_default();
            return Err(format!("has no option {}{meant}", quote(name)));
        };
        let expected = match &option.kind {
            Kind::Check if !["true", "false"].contains(&value) => "true or false".to_owned(),
            Kind::Spin { min, max }
                if !value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)) =>
            {
                format!("a number from {min} to {max}")
            }
            Kind::Combo(values) if !values.iter().any(|v| v.eq_ignore_ascii_case(value)) => {
                format!("one of {}", values.join(", "))
            }
            Kind::Button if !value.is_empty() => "nothing, for it is a button".to_owned(),
            _ => return Ok((option.name.clone(), value.to_owned())),
        };
        Err(format!("takes for {} {expected}, not {}", quote(&option.name), quote(value)))
    }

    /// Returns what must be set for a game to be played.
    ///
    /// # Errors
    ///
    /// The end of a sentence that begins with the engine: it does not play this game.
    pub(super) fn variant(&self, game: &str) -> Result<Option<Setting>, String> {
        let is_wanted = |value: &str| {
            let orthodox = |v: &str| ORTHODOX_NAMES.iter().any(|name| name.eq_ignore_ascii_case(v));
            value.eq_ignore_ascii_case(game) || (orthodox(game) && orthodox(value))
        };
        match self.find(VARIANT) {
            None if is_wanted(ORTHODOX) => Ok(None),
            Some(option) if is_wanted(&option.default) => Ok(None),
            Some(Declared { kind: Kind::Combo(values), name, .. })
                if values.iter().any(|value| is_wanted(value)) =>
            {
                let value = values.iter().find(|value| is_wanted(value));
                Ok(value.map(|value| (name.clone(), value.clone())))
            }
            _ => Err(format!("does not play {game}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn settings(lines: &[&str]) -> Settings {
        let mut settings = Settings::default();
        lines.iter().for_each(|line| settings.declare(line));
        settings
    }

    #[test]
    fn options_are_checked_as_the_engine_declares_them() {
        let settings = settings(&[
            "id name Fish",
            "option name Skill Level type spin default 20 min 0 max 20",
            "option name UCI_LimitStrength type check default false",
            "option name Clear Hash type button",
            "option name Style type combo default Very Solid var Very Solid var Risky",
            "option name Path type string default <empty>",
        ]);
        let ok = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(settings.check("skill level", "3"), ok("Skill Level", "3"));
        assert_eq!(settings.check("Style", "very solid"), ok("Style", "very solid"));
        assert_eq!(settings.check("Clear Hash", ""), ok("Clear Hash", ""));
        assert_eq!(settings.check("Path", "/a b"), ok("Path", "/a b"));
        for (name, value, expected) in [
            ("Skill Level", "21", "from 0 to 20"),
            ("Skill Level", "x", "from 0 to 20"),
            ("UCI_LimitStrength", "yes", "true or false"),
            ("Style", "Wild", "one of Very Solid, Risky"),
            ("Clear Hash", "1", "button"),
            ("Skil Level", "3", "did you mean `Skill Level`?"),
        ] {
            let message = settings.check(name, value).unwrap_err();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn the_variant_is_set_where_it_must_be() {
        let none = settings(&[]);
        assert_eq!(none.variant("chess"), Ok(None));
        assert_eq!(none.variant("atomic"), Err("does not play atomic".to_owned()));
        let many = settings(&[
            "option name UCI_Variant type combo default standard var standard var Atomic",
        ]);
        assert_eq!(many.variant("chess"), Ok(None));
        let atomic = ("UCI_Variant".to_owned(), "Atomic".to_owned());
        assert_eq!(many.variant("atomic"), Ok(Some(atomic)));
        assert!(many.variant("crazyhouse").is_err());
        let other =
            settings(&["option name UCI_Variant type combo default atomic var atomic var chess"]);
        let chess = ("UCI_Variant".to_owned(), "chess".to_owned());
        assert_eq!(other.variant("chess"), Ok(Some(chess)));
    }

    proptest! {
        #[test]
        fn any_declaration_is_read_or_passed_over(
            text in "(option name)? ?(\\PC{0,5}| type | spin | default | var | min | 3){0,9}",
        ) {
            let settings = settings(&[&text]);
            let _ = (settings.check("a", "b"), settings.variant("chess"));
        }
    }
}
