//! The options that a GUI may set.

use games::{GameInfo, machine};

use super::uci_games;

/// The values of all options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) hash_mib: u64,
    pub(super) threads: usize,
    pub(super) lines: usize,
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
        Self { hash_mib: (hash_bytes >> 20).max(1), threads, lines: 1 }
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
            format!("option name UCI_Variant type combo default {}{}", game.id, variants.concat()),
        ]
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
            "hash" => self.hash_mib = number(name, value, max_hash())?,
            "threads" => self.threads = number(name, value, MAX_THREADS)? as usize,
            "multipv" => self.lines = number(name, value, MAX_LINES)? as usize,
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

fn number(name: &str, value: &str, max: u64) -> Result<u64, String> {
    value
        .parse()
        .ok()
        .filter(|n| (1..=max).contains(n))
        .ok_or_else(|| format!("{name}: {value} is not between 1 and {max}"))
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
        ] {
            assert!(options.set(bad).is_err(), "{bad}");
        }
        assert_eq!((options.hash_mib, options.threads), (16, 1));
    }
}
