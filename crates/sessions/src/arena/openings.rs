//! Where the games of a match begin.

mod epd;

use games_core::{FileFormat, zobrist::mix};

use super::text_key;
use crate::{Error, Session};

/// Where a pair of games begins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The game as far as it was played.
    pub session: Box<dyn Session>,
    /// What a line of EPD says of it by opcodes, such as `id`.
    pub operations: Vec<(String, String)>,
}

impl Opening {
    /// An opening of which nothing is said.
    #[must_use]
    pub const fn new(session: Box<dyn Session>) -> Self {
        Self { session, operations: Vec::new() }
    }
}

/// Reads a list of openings: on each line a position, a position with operations (EPD), or a line of
/// moves from `start`. Empty lines and those that begin with `#` are passed over. No more than `plies`
/// moves of each are played.
///
/// # Errors
///
/// [`Error::Openings`] for the first line that is none of these, whose game is over, or for a list
/// without any.
pub fn read(start: &dyn Session, text: &str, plies: Option<usize>) -> Result<Vec<Opening>, Error> {
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("line {}", number + 1);
        let opening = open(start, line).map_err(|[moves, position]| {
            let what = format!("neither a line of moves ({moves}) nor a position ({position})");
            Error::Openings(format!("{place}: {what}"))
        })?;
        openings.push(checked(opening, plies, &place)?);
    }
    some(openings)
}

/// Reads the games of a file of a format that the game has, each an opening.
///
/// # Errors
///
/// As [`read`]; and what is wrong with the file.
pub fn read_games(
    start: &dyn Session,
    format: &FileFormat,
    text: &str,
    plies: Option<usize>,
) -> Result<Vec<Opening>, Error> {
    let games = start.info().read_games(format, text, Some(start.rules()))?;
    let openings = games.into_iter().enumerate().map(|(number, session)| {
        checked(Opening::new(session), plies, &format!("game {}", number + 1))
    });
    some(openings.collect::<Result<_, _>>()?)
}

fn checked(mut opening: Opening, plies: Option<usize>, place: &str) -> Result<Opening, Error> {
    while plies.is_some_and(|plies| opening.session.plies() > plies) {
        opening.session.undo();
    }
    if opening.session.end().is_some() {
        return Err(Error::Openings(format!("{place}: the game is over there")));
    }
    Ok(opening)
}

fn some(openings: Vec<Opening>) -> Result<Vec<Opening>, Error> {
    if openings.is_empty() {
        return Err(Error::Openings("there is no opening in it".to_owned()));
    }
    Ok(openings)
}

/// Reads a line, or says what stands against each of the ways to read it.
fn open(start: &dyn Session, line: &str) -> Result<Opening, [String; 2]> {
    let what = |error: &Error| match error.text_error() {
        Some(error) => error.to_string(),
        None => error.to_string(),
    };
    let mut session = start.boxed_clone();
    let Err(no_moves) = session.play_line(line) else { return Ok(Opening::new(session)) };
    let position = |text: &str| start.info().open(Some(start.rules()), Some(text));
    let no_position = match position(line) {
        Ok(session) => return Ok(Opening::new(session)),
        Err(error) => error,
    };
    let with_operations = epd::read(line).map(|(text, operations)| (position(&text), operations));
    match with_operations {
        Some((Ok(session), operations)) => Ok(Opening { session, operations }),
        // What a semicolon ends is meant to be EPD.
        Some((Err(error), _)) if line.contains(';') => Err([what(&no_moves), what(&error)]),
        _ => Err([what(&no_moves), what(&no_position)]),
    }
}

/// Puts openings into an order that follows from the seed of a match.
pub fn shuffle(openings: &mut [Opening], match_seed: u64) {
    // Keys in place of draws: the same openings in another file come in the same order.
    openings.sort_by_cached_key(|opening| {
        let Opening { session, .. } = opening;
        let text = format!("{} {}", session.position(), session.played().join(" "));
        (mix(match_seed ^ text_key(&text)), text)
    });
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
fn positions(start: &dyn Session, plies: usize, pairs: u64, match_seed: u64) -> Vec<u64> {
    let position = |pair| {
        let mut session = start.boxed_clone();
        vary(&mut *session, plies, seed(match_seed, pair));
        session.key()
    };
    let mut keys: Vec<u64> = (0..pairs).map(position).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
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
    use crate::only_chess::chess;
    use proptest::prelude::*;

    fn read_chess(text: &str) -> Result<Vec<Opening>, Error> {
        let game = chess();
        read(&*game.open(None, None).unwrap(), text, None)
    }

    #[test]
    fn lines_are_moves_or_positions() {
        let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let list = read_chess(&format!("# two\ne2e4 e7e5\n\n  {fen}\r\n")).unwrap();
        assert_eq!(list.len(), 2);
        assert_eq!(list[0].session.played(), ["e2e4", "e7e5"]);
        assert_eq!((list[1].session.plies(), list[1].session.position().as_str()), (0, fen));
    }

    #[test]
    fn lines_of_epd_have_counters_and_other_operations() {
        let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
        let list = read_chess(&format!("{board} hmvc 4; fmvn 9; id \"King; pawn\"; x_y 1 2;\n"));
        let opening = &list.unwrap()[0];
        assert_eq!(opening.session.position(), format!("{board} 4 9"));
        let of = |name: &str| opening.operations.iter().find(|(n, _)| n == name).unwrap().1.clone();
        assert_eq!((of("id"), of("x_y")), ("King; pawn".to_owned(), "1 2".to_owned()));
        let message = read_chess(&format!("{board} hmvc x; id 1;")).unwrap_err().to_string();
        assert!(message.contains("halfmove clock"), "{message}");
    }

    #[test]
    fn games_of_a_file_are_openings_up_to_some_ply() {
        let start = chess().open(None, None).unwrap();
        let format = start.info().file_format("pgn").unwrap();
        let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n\n1. d4 (1. c4) d5 2. c4 1-0\n";
        let of = |plies| {
            let list = read_games(&*start, format, text, plies).unwrap();
            list.into_iter().map(|o| o.session.played().join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(of(None), ["e2e4 e7e5 g1f3", "d2d4 d7d5 c2c4"]);
        assert_eq!(of(Some(1)), ["e2e4", "d2d4"]);
        let mate = "1. f3 e5 2. g4 Qh4# 0-1";
        let message = read_games(&*start, format, mate, None).unwrap_err().to_string();
        assert!(message.contains("game 1: the game is over there"), "{message}");
        assert_eq!(read_games(&*start, format, mate, Some(2)).unwrap().len(), 1);
    }

    #[test]
    fn the_order_follows_from_the_seed() {
        let text = "e2e4\nd2d4\nc2c4\ng1f3\nb1c3\nf2f4\n";
        let order = |seed, text: &str| {
            let mut list = read_chess(text).unwrap();
            shuffle(&mut list, seed);
            list.iter().map(|o| o.session.played().join(" ")).collect::<Vec<_>>()
        };
        let first = order(1, text);
        assert_eq!(first, order(1, text));
        assert!((2..9).any(|seed| order(seed, text) != first));
        let backwards: Vec<_> = text.lines().rev().collect();
        assert_eq!(first, order(1, &backwards.join("\n")));
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
        let mut session = chess().open(None, None).unwrap();
        vary(&mut *session, 100_000, 1);
        assert!(session.end().is_none());
    }

    #[test]
    fn plies_that_would_end_the_game_are_drawn_anew() {
        const PLIES: usize = 80;
        let start = chess().open(None, None).unwrap();
        let ends = |seed: &u64| {
            let mut session = start.boxed_clone();
            session.play_random(PLIES, mix(*seed));
            session.end().is_some()
        };
        let mut session = start.boxed_clone();
        vary(&mut *session, PLIES, (0..10_000).find(ends).expect("some random games are short"));
        assert_eq!((session.plies(), session.end()), (PLIES, None));
    }

    #[test]
    fn random_plies_are_as_few_as_make_pairs_begin_with_other_positions() {
        let start = chess().open(None, None).unwrap();
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
