//! Where the games of a match begin.

use std::collections::BTreeSet;

use games_core::zobrist::mix;

use crate::{Error, Session};

/// Reads a list of openings: on each line a position or a line of moves from `start`. Empty lines
/// and those that begin with `#` are passed over.
///
/// # Errors
///
/// [`Error::Openings`] for the first line that is neither, whose game is over, or for a list
/// without any.
pub fn read(start: &dyn Session, text: &str) -> Result<Vec<Box<dyn Session>>, Error> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |what: String| Error::Openings(format!("line {}: {what}", number + 1));
        let session = open(start, line).map_err(|[moves, position]| {
            refuse(format!("neither a line of moves ({moves}) nor a position ({position})"))
        })?;
        if session.end().is_some() {
            return Err(refuse("the game is over there".to_owned()));
        }
        openings.push(session);
    }
    if openings.is_empty() {
        return Err(Error::Openings("there is no opening in it".to_owned()));
    }
    Ok(openings)
}

/// Reads a line, or says what stands against each of the ways to read it.
fn open(start: &dyn Session, line: &str) -> Result<Box<dyn Session>, [String; 2]> {
    let what = |error: &Error| match error.text_error() {
        Some(error) => error.to_string(),
        None => error.to_string(),
    };
    let mut session = start.boxed_clone();
    let Err(no_moves) = session.play_line(line) else { return Ok(session) };
    let opened = start.info().open(Some(start.rules()), Some(line));
    opened.map_err(|no_position| [what(&no_moves), what(&no_position)])
}

/// The most random plies with which a match begins unasked: in small games more would be half of
/// the game.
const MOST_PLIES: usize = 8;

/// So many pairs are looked at for how they begin; more of them are no better judge.
const MOST_PAIRS: u64 = 2000;

/// Returns how many random plies a match needs so that so many pairs begin with positions that
/// differ: the fewest that do, or else those with which most differ.
#[must_use]
pub fn plies_that_differ(start: &dyn Session, pairs: u64, match_seed: u64) -> usize {
    let pairs = pairs.min(MOST_PAIRS);
    let (mut best, mut most) = (0, 1);
    for plies in 1..=MOST_PLIES {
        if most as u64 >= pairs {
            break;
        }
        let differ = positions(start, plies, pairs, match_seed).len();
        if differ > most {
            (best, most) = (plies, differ);
        }
    }
    best
}

/// The keys of the positions with which pairs begin.
fn positions(start: &dyn Session, plies: usize, pairs: u64, match_seed: u64) -> BTreeSet<u64> {
    let position = |pair| {
        let mut session = start.boxed_clone();
        vary(&mut *session, plies, seed(match_seed, pair));
        session.key()
    };
    (0..pairs).map(position).collect()
}

/// The seed by which a pair of a match begins.
pub(super) fn seed(match_seed: u64, pair: u64) -> u64 {
    mix(match_seed ^ mix(pair))
}

/// Plays random plies; if they would end the game, others are tried, some times.
pub(super) fn vary(session: &mut dyn Session, plies: usize, seed: u64) {
    for attempt in 0..20 {
        let before = session.plies();
        session.play_random(plies, mix(seed.wrapping_add(attempt)));
        if session.end().is_none() {
            return;
        }
        while session.plies() > before {
            session.undo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find;
    use proptest::prelude::*;

    fn read_chess(text: &str) -> Result<Vec<Box<dyn Session>>, Error> {
        let game = find("chess").unwrap();
        read(&*game.open(None, None).unwrap(), text)
    }

    #[test]
    fn lines_are_moves_or_positions() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let list = read_chess(&format!("# two\ne2e4 e7e5\n\n  {fen}\r\n")).unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].played(), ["e2e4", "e7e5"]);
        assert_eq!((list[1].plies(), list[1].position().as_str()), (0, fen));
    }

    #[test]
    fn what_is_neither_is_refused_with_its_line() {
        for (text, expected) in [
            ("e2e4\ne2e5", "line 2: neither a line of moves (move 1: "),
            ("f2f3 e7e5 g2g4 d8h4", "line 1: the game is over"),
            ("# nothing\n", "no opening"),
            ("", "no opening"),
        ] {
            let message = read_chess(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
        }
    }

    #[test]
    fn plies_that_would_end_the_game_leave_a_game_to_play() {
        // No random game is as long.
        let mut session = find("chess").unwrap().open(None, None).unwrap();
        vary(&mut *session, 100_000, 1);
        assert!(session.end().is_none());
    }

    #[test]
    fn random_plies_are_as_few_as_make_pairs_begin_with_other_positions() {
        let start = find("chess").unwrap().open(None, None).unwrap();
        let differ = |plies, pairs| positions(&*start, plies, pairs, 1).len() as u64;
        assert_eq!(plies_that_differ(&*start, 1, 1), 0);
        // There are 20 positions after one ply.
        for pairs in [2, 10, 50, 300] {
            let plies = plies_that_differ(&*start, pairs, 1);
            assert_eq!(differ(plies, pairs), pairs);
            assert!(differ(plies - 1, pairs) < pairs, "{plies} plies for {pairs} pairs");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in "(e2e4|\\PC|\n|#| ){0,20}") {
            if let Err(error) = read_chess(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
