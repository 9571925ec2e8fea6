//! Where the games of a match begin.

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

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_in_one_line(text in "(e2e4|\\PC|\n|#| ){0,20}") {
            if let Err(error) = read_chess(&text) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
