//! Perft counts as text that any program can read.
//!
//! ```text
//! id start-4x4
//! position -----OX--XO----- X
//! rules size=4,scoring=plain
//! source where the counts come from
//! perft 1 4
//! perft 2 12
//! ended 2 0
//! ```
//!
//! Records of lines `key value` ([`fixtures`](crate::fixtures)). `perft DEPTH COUNT` is the number
//! of lines of exactly that many plies; `ended DEPTH COUNT` the number of games that ended before
//! that ply. `rules` may be missing: the game's defaults then hold.

use std::collections::HashSet;

use crate::{
    Notation, Perft, TextError,
    fixtures::{Field, Record, records},
    notation::quote,
};

/// A position with its counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftFixture<'a> {
    /// The name, different from all others in the text.
    pub id: &'a str,
    /// The position text.
    pub position: &'a str,
    /// The options, if any are given.
    pub rules: Option<&'a str>,
    /// Who counted.
    pub source: &'a str,
    /// Depths, ascending, with the number of lines of exactly that many plies; at least one.
    pub counts: Vec<(u32, u64)>,
    /// Depths, ascending, with the number of games that ended before that ply.
    pub ended: Vec<(u32, u64)>,
}

const KEYS: [&str; 6] = ["id", "position", "rules", "source", "perft", "ended"];

/// Reads all fixtures of a text.
///
/// # Errors
///
/// The first record that is not of the form, with its place.
pub fn parse(text: &str) -> Result<Vec<PerftFixture<'_>>, TextError> {
    let mut ids = HashSet::new();
    let mut fixtures = Vec::new();
    for record in records(text) {
        let fixture = read(&record)?;
        if !ids.insert(fixture.id) {
            let message = format!("the id {} is given twice", quote(fixture.id));
            return Err(TextError::new(record.span(), message));
        }
        fixtures.push(fixture);
    }
    Ok(fixtures)
}

fn read<'a>(record: &Record<'a>) -> Result<PerftFixture<'a>, TextError> {
    if let Some(field) = record.fields.iter().find(|field| !KEYS.contains(&field.key)) {
        return Err(field.unknown(KEYS));
    }
    let rules = record.get("rules").map(|_| record.one("rules")).transpose()?;
    let fixture = PerftFixture {
        id: record.one("id")?,
        position: record.one("position")?,
        rules,
        source: record.one("source")?,
        counts: read_counts(record, "perft")?,
        ended: read_counts(record, "ended")?,
    };
    if fixture.counts.is_empty() {
        return Err(TextError::new(record.span(), "a record without `perft`"));
    }
    Ok(fixture)
}

fn read_counts(record: &Record<'_>, key: &str) -> Result<Vec<(u32, u64)>, TextError> {
    let mut counts: Vec<(u32, u64)> = Vec::new();
    for field in record.fields.iter().filter(|field| field.key == key) {
        let (depth, count) = read_count(field)?;
        if counts.last().is_some_and(|&(last, _)| last >= depth) {
            return Err(field.error(format!("depth {depth} of `{key}` is not above the last one")));
        }
        counts.push((depth, count));
    }
    Ok(counts)
}

fn read_count(field: &Field<'_>) -> Result<(u32, u64), TextError> {
    field
        .value
        .split_once(char::is_whitespace)
        .and_then(|(depth, count)| Some((depth.parse().ok()?, count.trim().parse().ok()?)))
        .ok_or_else(|| {
            let message = format!(
                "expected `{} DEPTH COUNT`, found {}",
                quote(field.key).trim_matches('`'),
                quote(field.value)
            );
            field.error(message)
        })
}

impl PerftFixture<'_> {
    /// Counts again up to `max_count` lines a depth and returns how many figures were compared.
    ///
    /// # Errors
    ///
    /// The first figure that differs, or what is wrong with the position.
    pub fn check<G: Notation>(&self, game: &G, max_count: u64) -> Result<usize, String> {
        let state =
            game.parse_state(self.position).map_err(|e| format!("{}: position: {e}", self.id))?;
        let mut compared = 0;
        for &(depth, expected) in self.counts.iter().filter(|(_, n)| *n <= max_count) {
            let count = |perft: Perft<'_>| {
                perft.count(game, &state, depth).map_err(|e| format!("{}: {e}", self.id))
            };
            let found = count(Perft::new())?;
            if found != expected {
                return Err(format!("{}: perft {depth} is {found}, not {expected}", self.id));
            }
            compared += 1;
            if let Some(&(_, expected)) = self.ended.iter().find(|(d, _)| *d == depth) {
                let ended = count(Perft::new().count_ended(true))? - found;
                if ended != expected {
                    return Err(format!("{}: ended {depth} is {ended}, not {expected}", self.id));
                }
                compared += 1;
            }
        }
        Ok(compared)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::toy::TicTacToe;

    const TEXT: &str = "\
# Lines of tic-tac-toe.
id start
position ---/---/--- x
source counted by many
perft 1 9
perft 5 15120
perft 6 54720
ended 5 0
ended 6 1440

id x-wins
position XX-/OO-/--- x
rules board=3
source by hand
perft 1 5
perft 2 16
ended 2 1
";

    #[track_caller]
    fn refused(from: &str, to: &str, message: &str, place: &str) {
        assert!(TEXT.contains(from));
        let text = TEXT.replacen(from, to, 1);
        let error = parse(&text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(text[error.span.clone()].starts_with(place), "{}", &text[error.span]);
    }

    #[test]
    fn counts_are_read_and_found_again() {
        let fixtures = parse(TEXT).unwrap();
        assert_eq!((fixtures[0].id, fixtures[0].rules), ("start", None));
        assert_eq!(fixtures[1].counts, [(1, 5), (2, 16)]);
        assert_eq!(
            (fixtures[1].rules, fixtures[1].ended.as_slice()),
            (Some("board=3"), &[(2, 1)][..])
        );
        assert_eq!(fixtures[0].check(&TicTacToe, u64::MAX), Ok(5));
        assert_eq!(fixtures[0].check(&TicTacToe, 20_000), Ok(3));
        assert_eq!(fixtures[1].check(&TicTacToe, u64::MAX), Ok(3));
    }

    #[test]
    fn a_wrong_figure_is_named() {
        let check = |from: &str, to: &str| {
            let text = TEXT.replacen(from, to, 1);
            parse(&text).unwrap()[0].check(&TicTacToe, u64::MAX).unwrap_err()
        };
        assert_eq!(check("15120", "15121"), "start: perft 5 is 15120, not 15121");
        assert_eq!(check("1440", "1441"), "start: ended 6 is 1440, not 1441");
    }

    #[test]
    fn bad_records_are_refused_with_their_place() {
        refused("perft 5 15120", "perft 5", "expected `perft DEPTH COUNT`, found `5`", "perft 5");
        refused(
            "perft 5 15120",
            "perft 5 -1",
            "expected `perft DEPTH COUNT`, found `5 -1`",
            "perft",
        );
        refused(
            "perft 5",
            "perft 1",
            "depth 1 of `perft` is not above the last one",
            "perft 1 15120",
        );
        refused("perft 1 5\nperft 2 16\n", "", "a record without `perft`", "id x-wins");
        refused("id x-wins", "id start", "the id `start` is given twice", "id start\nposition XX");
        refused("source by hand\n", "", "a record without `source`", "id x-wins");
        refused("rules", "rule", "no key `rule` (did you mean `rules`?)", "rule board");
        refused("rules", "id two\nrules", "`id` is given twice in a record", "id two");
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(
            text in r"(\PC|[ \n#]|perft|ended|id|source|position|[0-9]){0,100}",
            cut in 0..TEXT.len(),
        ) {
            let _ = parse(&text);
            let _ = parse(&format!("{}{text}{}", &TEXT[..cut], &TEXT[cut..]));
        }
    }
}
