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

    /// Tells the user and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Input(message) => (message, 2),
            Self::Other(message) => (message, 1),
            Self::Interrupted => return ExitCode::from(130),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        // A closed stderr is no reason to fail in another way.
        let _ = io::Write::write_all(&mut io::stderr(), format!("games: {message}\n").as_bytes());
        ExitCode::from(status)
    }
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
