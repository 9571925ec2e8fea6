//! The options that a GUI may set.

use core::ops::RangeInclusive;

use games::{GameInfo, Level, machine};

use super::{strength, uci_games};

/// The values of all options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) hash_mib: u64,
    pub(super) threads: usize,
    pub(super) lines: usize,
    /// Whether `elo` bounds the strength of play.
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    /// Whether chances to win, draw and lose are told.
    pub(super) show_wdl: bool,
    /// Whether a person looks on, for whom strength is not bounded.
    pub(super) analyses: bool,
}

/// What changes by setting an option.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    Nothing,
    /// The player must be made anew.
    Player,
    /// Another game is played.
    Game(&'static GameInfo),
}

const MAX_THREADS: u64 = games::PlayerSpec::MAX_THREADS as u64;
const MAX_LINES: u64 = 256;

impl Options {
    pub(super) fn new(hash_bytes: u64, threads: usize) -> Self {
        Self {
            hash_mib: (hash_bytes >> 20).max(1),
            threads,
            lines: 1,
            limit_strength: false,
            elo: strength::USUAL,
            show_wdl: false,
            analyses: false,
        }
    }

    /// Returns the declarations that follow `uci`.
    pub(super) fn declarations(&self, game: &GameInfo) -> Vec<String> {
        let variants: Vec<_> = uci_games().map(|game| format!(" var {}", game.id)).collect();
        vec![
            format!(
                "option name Hash type spin default {} min 1 max {}",
                self.hash_mib,
                max_hash()
            ),
            format!(
                "option name Threads type spin default {} min 1 max {MAX_THREADS}",
                self.threads
            ),
            format!("option name MultiPV type spin default {} min 1 max {MAX_LINES}", self.lines),
            "option name Ponder type check default false".to_owned(),
            "option name Clear Hash type button".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {} min {} max {}",
                self.elo,
                strength::LEAST,
                strength::MOST
            ),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            format!("option name UCI_Variant type combo default {}{}", game.id, variants.concat()),
        ]
    }

    /// How well the engine is to play, where `usual` is how well it does otherwise.
    pub(super) fn level(&self, usual: Level) -> Level {
        if self.limit_strength && !self.analyses { strength::level(self.elo) } else { usual }
    }

    /// Sets the option that `name NAME [value VALUE]` names; both may hold blanks, and names are
    /// matched without regard to case.
    pub(super) fn set(&mut self, words: &str) -> Result<Change, String> {
        let words = words.trim();
        let rest = words.strip_prefix("name ").ok_or("setoption: expected `name`")?;
        let (name, value) = match rest.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (rest.trim(), ""),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash_mib = number(name, value, 1..=max_hash())?,
            "threads" => self.threads = number(name, value, 1..=MAX_THREADS)? as usize,
            "multipv" => self.lines = number(name, value, 1..=MAX_LINES)? as usize,
            "uci_limitstrength" => self.limit_strength = check(name, value)?,
            "uci_elo" => {
                let elo = number(name, value, strength::LEAST.into()..=strength::MOST.into())?;
                self.elo = elo as u32;
            }
            "uci_analysemode" => self.analyses = check(name, value)?,
            "uci_showwdl" => {
                self.show_wdl = check(name, value)?;
                return Ok(Change::Nothing);
            }
            // Pondering is asked for by `go ponder`; the option only tells that it will be.
            "ponder" => return Ok(Change::Nothing),
            "clear hash" => {}
            "uci_variant" => {
                // GUIs call the orthodox game by several names.
                let id = if value == "standard" || value == "normal" { "chess" } else { value };
                return uci_games()
                    .find(|game| game.id == id)
                    .map(Change::Game)
                    .ok_or_else(|| format!("UCI_Variant: {value} is not played here"));
            }
            _ => return Err(format!("no option {name}")),
        }
        Ok(Change::Player)
    }
}

fn number(name: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    value.parse().ok().filter(|n| range.contains(n)).ok_or_else(|| {
        format!("{name}: {value} is not between {} and {}", range.start(), range.end())
    })
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    value.parse().map_err(|_| format!("{name}: {value} is not true or false"))
}

/// Three quarters of the machine's memory, in MiB.
fn max_hash() -> u64 {
    ((machine::memory() / 4 * 3) >> 20).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_matched_without_regard_to_case_and_checked() {
        let mut options = Options::new(64 << 20, 1);
        assert!(matches!(options.set("name hash value 16"), Ok(Change::Player)));
        assert!(matches!(options.set("name MultiPV value 3"), Ok(Change::Player)));
        assert_eq!((options.hash_mib, options.lines), (16, 3));
        for bad in [
            "",
            "name",
            "name Hash",
            "name Hash value 0",
            "name Hash value x",
            "name Nope value 1",
            "name Threads value 100000",
            "name UCI_Variant value zh",
            "name UCI_Elo value 1",
            "name UCI_Elo",
            "name UCI_LimitStrength value yes",
            "name UCI_ShowWDL",
        ] {
            assert!(options.set(bad).is_err(), "{bad}");
        }
        assert_eq!((options.hash_mib, options.threads), (16, 1));
    }

    #[test]
    fn strength_is_bounded_where_that_is_asked_for_and_nobody_analyses() {
        let mut options = Options::new(64 << 20, 1);
        let mut level = |text: &str| {
            options.set(text).unwrap();
            options.level(Level::FULL)
        };
        assert_eq!(level(&format!("name UCI_Elo value {}", strength::LEAST)), Level::FULL);
        assert_eq!(level("name UCI_LimitStrength value true"), Level::LEAST);
        assert!(level("name uci_elo value 1500") > Level::LEAST);
        assert_eq!(level("name UCI_AnalyseMode value true"), Level::FULL);
    }
}
