//! How a command fails, and what the shell is told.

use std::{io, process::ExitCode};

use crate::words::{count, size, thousands};

/// Why a command did not do all of its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was wrong: one line, exit status 2.
    Input(String),
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
        let (message, status) = match self {
            Self::Input(message) => (message, 2),
            Self::Other(message) => (message, 1),
            Self::Interrupted => return ExitCode::from(130),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        // A closed stderr is no reason to fail in another way.
        let line = if json { object(&message, status) } else { format!("games: {message}") };
        let _ = io::Write::write_all(&mut io::stderr(), format!("{line}\n").as_bytes());
        ExitCode::from(status)
    }
}

/// The error as an object on one line. What it is about stands before the first colon of our
/// sentences, and what was expected after these words.
fn object(message: &str, status: u8) -> String {
    let about = message.split_once(": ").filter(|(about, _)| !about.contains('`'));
    let (about, rest) = about.map_or((None, message), |(about, rest)| (Some(about), rest));
    let marks = ["; expected ", "expected ", "; valid: ", "; try "];
    let found = marks.iter().find_map(|mark| Some((*mark, rest.split_once(mark)?)));
    let (what, expected) = match found {
        Some((mark, (what, expected))) => {
            let word = if mark == "; try " { "try " } else { "" };
            (what, Some(format!("{word}{expected}")))
        }
        None => (rest, None),
    };
    let byte = message.rsplit_once("(at byte ").and_then(|(_, end)| end.strip_suffix(')'));
    let suggestion =
        message.rsplit_once("(did you mean `").and_then(|(_, end)| end.split_once('`'));
    let error = serde_json::json!({
        "message": message,
        "where": about,
        "byte": byte.and_then(|byte| byte.parse::<u64>().ok()),
        "what": what.trim_end_matches([' ', ',', ';']),
        "expected": expected,
        "did_you_mean": suggestion.map(|(meant, _)| meant),
        "status": status,
    });
    serde_json::json!({ "error": error }).to_string()
}

impl From<games::Error> for Failure {
    fn from(error: games::Error) -> Self {
        let place = error
            .text_error()
            .filter(|e| e.span.start > 0)
            .map(|e| format!(" (at byte {})", e.span.start + 1))
            .unwrap_or_default();
        match error {
            // A program that hangs or dies is no fault of the input.
            games::Error::Engine(message) => Self::Other(message),
            _ => Self::Input(format!("{error}{place}")),
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
            games::SolveError::Stopped(Stop::Foreign(what) | Stop::InUse(what)) => {
                Self::Input(what)
            }
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

    fn error(message: &str) -> Json {
        let object: Json = serde_json::from_str(&object(message, 2)).unwrap();
        object["error"].clone()
    }

    #[test]
    fn an_error_is_taken_apart() {
        let message = "position: expected the side to move, found `x` (at byte 12)";
        let object = error(message);
        assert_eq!(object["message"], message);
        assert_eq!((&object["where"], &object["byte"]), (&"position".into(), &12.into()));
        assert_eq!(object["expected"], "the side to move, found `x` (at byte 12)");
        let object = error("no game `otello`; valid: go, othello (did you mean `othello`?)");
        assert_eq!((&object["where"], &object["what"]), (&Json::Null, &"no game `otello`".into()));
        assert_eq!(object["did_you_mean"], "othello");
    }

    proptest! {
        #[test]
        fn any_message_is_an_object_on_one_line(message in "(\\PC|\n|: |; expected |`){0,30}") {
            let line = super::object(&message, 1);
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(&error(&message)["message"], &Json::from(message));
        }
    }
}
