//! How a command fails, and what the shell is told.

use std::{io, ops::Range, process::ExitCode};

use crate::words::{count, size, thousands};

/// Why a command did not do all of its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong: one line, exit status 2.
    Input(String),
    /// The same, with the bytes that are at fault in the text that was given.
    Place(String, Range<usize>),
    /// Something else was: one line, exit status 1.
    Other(String),
    /// Ctrl-C; what there was has been printed. Exit status 130, as shells say.
    Interrupted,
    /// Nobody reads our output any more: a quiet end.
    OutputClosed,
}

impl Failure {
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// A failed reading or writing of a file.
    pub(crate) fn file(path: &str, error: &io::Error) -> Self {
        Self::Other(format!("{path}: {error}"))
    }

    /// Tells the user, by an object where answers are objects, and returns the exit status.
    pub(crate) fn report(self, json: bool) -> ExitCode {
        let (message, status, place) = match self {
            Self::Input(message) => (message, 2, None),
            Self::Place(message, place) => (message, 2, Some(place)),
            Self::Other(message) => (message, 1, None),
            Self::Interrupted => return ExitCode::from(130),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        // A closed stderr is no reason to fail in another way.
        let line = if json { object(&message, status, place) } else { format!("games: {message}") };
        let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
        ExitCode::from(status)
    }
}

/// The error as an object on one line. What it is about stands before the first colon of our
/// sentences, what was expected after some words, and the place behind all of it.
fn object(message: &str, status: u8, place: Option<Range<usize>>) -> String {
    let bare = message.split(" (at byte ").next().unwrap_or(message);
    let (bare, suggestion) = match bare.rsplit_once(" (did you mean `") {
        Some((bare, end)) => (bare, end.split_once('`').map(|(meant, _)| meant)),
        None => (bare, None),
    };
    let about = bare.split_once(": ").filter(|(about, _)| !about.contains('`'));
    let (about, rest) = match about {
        // Of a file its name.
        Some((about, rest)) => {
            (about.rsplit_once("cannot read ").map(|(_, f)| f).or(Some(about)), rest)
        }
        None => (argument(bare), bare),
    };
    let (what, expected) = expectation(rest);
    let error = serde_json::json!({
        "message": message,
        "where": about,
        "byte": place.as_ref().map(|place| place.start + 1),
        "last_byte": place.map(|place| place.end.max(place.start + 1)),
        "what": what.trim_end_matches([' ', ',', ';', ':']),
        "expected": expected,
        "did_you_mean": suggestion,
        "status": status,
    });
    serde_json::json!({ "error": error }).to_string()
}

/// The argument that a sentence speaks of, by its name or by what it stands for.
fn argument(message: &str) -> Option<&str> {
    for kind in ["game", "command"] {
        if message.strip_prefix("no ").and_then(|rest| rest.strip_prefix(kind)).is_some() {
            return Some(kind);
        }
    }
    let from = message.find("`--")? + 1;
    message[from..].split(['`', ' ', '=']).next()
}

/// Parts what is wrong from what would be right, where a sentence has both or tells by what is wrong
/// what is right.
fn expectation(message: &str) -> (&str, Option<String>) {
    if let Some((before, expected)) = message.split_once("expected ") {
        // What was found instead is what is wrong.
        return match expected.rsplit_once(", found ") {
            Some((expected, found)) if before.is_empty() => {
                let found = &message[message.len() - found.len() - "found ".len()..];
                (found, Some(expected.to_owned()))
            }
            _ => (before, Some(expected.to_owned())),
        };
    }
    for (mark, word) in
        [("; valid: ", ""), ("; try ", "try "), (" needs ", ""), (" is not between ", "between ")]
    {
        if let Some((what, expected)) = message.split_once(mark) {
            let is_whole = matches!(mark, " needs " | " is not between ");
            return (if is_whole { message } else { what }, Some(format!("{word}{expected}")));
        }
    }
    if message.contains(" is no move") || message.contains(" is not legal") {
        return (message, Some("a legal move".to_owned()));
    }
    (message, None)
}

impl From<games::Error> for Failure {
    fn from(error: games::Error) -> Self {
        let place = error.text_error().map(|e| e.span.clone());
        match (error, place) {
            // A program that hangs or dies is no fault of the input.
            (games::Error::Engine(message), _) => Self::Other(message),
            // Where a text is wrong from its beginning on, people see that.
            (error, Some(place)) if place.start == 0 => Self::Place(error.to_string(), place),
            (error, Some(place)) => {
                Self::Place(format!("{error} (at byte {})", place.start + 1), place)
            }
            (error, None) => Self::Input(error.to_string()),
        }
    }
}

impl From<games::SolveError> for Failure {
    fn from(error: games::SolveError) -> Self {
        use solver::Stop;
        match error {
            games::SolveError::Stopped(Stop::Interrupted) => Self::Interrupted,
            games::SolveError::Stopped(Stop::TooLarge { bound, bytes, limit }) => {
                Self::Input(format!(
                    "{} take {} of memory, and {} are allowed (--memory)",
                    count(bound, "position", "positions"),
                    size(bytes),
                    size(limit)
                ))
            }
            games::SolveError::Stopped(Stop::Memory { limit, found }) => Self::Other(format!(
                "the positions do not fit into {} (--memory); {} were found until then",
                size(limit),
                thousands(found)
            )),
            games::SolveError::Stopped(
                Stop::Foreign(what)
                | Stop::InUse(what)
                | Stop::Unsuited(what)
                | Stop::Damaged { what, .. },
            ) => Self::Input(what),
            games::SolveError::Stopped(stop) => Self::Other(stop.to_string()),
            error => Self::Input(error.to_string()),
        }
    }
}

/// A player that could not move where there is no game to lose.
impl From<games::Forfeit> for Failure {
    fn from(forfeit: games::Forfeit) -> Self {
        Self::Other(forfeit.message)
    }
}

/// Errors of writing to stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Other(format!("cannot write the output: {error}")),
        }
    }
}

/// Makes a panic, which is a mistake of ours, one line that can be reported.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|panic| {
        let line = panic.to_string().replace('\n', " ");
        let version = env!("CARGO_PKG_VERSION");
        let message = format!("games {version}: internal error, please report it: {line}\n");
        let _ = io::Write::write_all(&mut io::stderr(), message.as_bytes());
    }));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value as Json;

    use super::*;

    fn error(message: &str, place: Option<Range<usize>>) -> Json {
        let object: Json = serde_json::from_str(&object(message, 2, place)).unwrap();
        object["error"].clone()
    }

    #[test]
    fn an_error_is_taken_apart() {
        let check = |message: &str, about: &str, what: &str, expected: &str| {
            let object = error(message, None);
            assert_eq!(object["message"], message);
            assert_eq!(
                (&object["where"], &object["what"], &object["expected"]),
                (&about.into(), &what.into(), &expected.into())
            );
        };
        let message = "position: expected the side to move, found `x` (at byte 12)";
        check(message, "position", "found `x`", "the side to move");
        let message = "no game `otello`; valid: go, othello (did you mean `othello`?)";
        check(message, "game", "no game `otello`", "go, othello");
        assert_eq!(error(message, None)["did_you_mean"], "othello");
        let message = "no option `--foo` of `show`; try `games show --help`";
        check(message, "--foo", "no option `--foo` of `show`", "try `games show --help`");
        let message = "`perft` needs `--depth <N>`";
        check(message, "--depth", message, "`--depth <N>`");
        let error_of_a_file = error("cannot read a.pgn: No such file or directory", None);
        assert_eq!(error_of_a_file["where"], "a.pgn");
        assert_eq!(error_of_a_file["what"], "No such file or directory");
        let message = "player: depth: `0` is not between 1 and 9 (at byte 17)";
        check(message, "player", "depth: `0` is not between 1 and 9", "between 1 and 9");
        let message = "moves: move 1: `e5` is not legal here";
        check(message, "moves", "move 1: `e5` is not legal here", "a legal move");
        let message = "girl-chess is not solved: its positions are not numbered";
        assert_eq!(error(message, None)["expected"], Json::Null);
        let message = "moves: move 2: `x` is no move";
        check(message, "moves", "move 2: `x` is no move", "a legal move");
        let message = "rules: `7.3` is no komi: expected a multiple of 0.5 (at byte 6)";
        check(message, "rules", "`7.3` is no komi", "a multiple of 0.5");
    }

    #[test]
    fn an_error_of_a_text_tells_the_bytes_at_fault_also_the_first_ones() {
        for (position, first) in [("xyz", 1), ("8/8/8/8/8/8/8/KK6 x - - 0 1", 19)] {
            let game = games::find("chess").unwrap();
            let failure = Failure::from(game.open(None, Some(position)).unwrap_err());
            let Failure::Place(message, place) = failure else { panic!("{failure:?}") };
            let object = error(&message, Some(place));
            assert_eq!(object["where"], "position");
            assert_eq!(object["byte"], first);
            assert!(object["last_byte"].as_u64() >= Some(first), "{object}");
            assert_eq!(message.contains("(at byte"), first > 1, "{message}");
        }
        assert_eq!(error("the game is over", None)["byte"], Json::Null);
    }

    proptest! {
        #[test]
        fn any_message_is_an_object_on_one_line(message in "(\\PC|\n|: |; expected |`){0,30}") {
            let line = super::object(&message, 1, None);
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(&error(&message, None)["message"], &Json::from(message));
        }
    }
}
