//! How the values of keys are written.

use core::time::Duration;

use games_core::{TextError, notation::quote};

use super::{PlayerSpec, setting::Form};
use crate::{
    Level, TimeControl,
    outside::command_line,
    units::{duration_text, parse_duration, parse_size, size_text},
};

/// Wall time: `1s`.
pub(super) const TIME: Form<Duration> =
    Form { read: parse_duration, write: |&time| duration_text(time) };

/// Time for a game: `10+0.1`.
pub(super) const CONTROL: Form<TimeControl> =
    Form { read: str::parse, write: TimeControl::to_string };

/// Bytes: `64MiB`.
pub(super) const SIZE: Form<u64> = Form { read: parse_size, write: |&bytes| size_text(bytes) };

/// Any number.
pub(super) const NUMBER: Form<u64> = Form { read: number, write: u64::to_string };

/// A number from 1 on.
pub(super) const COUNT: Form<u64> =
    Form { read: |text| positive(text, u64::MAX), write: u64::to_string };

/// A depth.
pub(super) const PLIES: Form<u32> =
    Form { read: |text| Ok(positive(text, 10_000)? as u32), write: u32::to_string };

/// How many lines.
pub(super) const LINES: Form<u32> =
    Form { read: |text| Ok(positive(text, 500)? as u32), write: u32::to_string };

/// How many threads.
pub(super) const THREADS: Form<usize> = Form {
    read: |text| Ok(positive(text, PlayerSpec::MAX_THREADS as u64)? as usize),
    write: usize::to_string,
};

/// How well a player plays.
pub(super) const LEVEL: Form<Level> = Form { read: str::parse, write: Level::to_string };

/// A switch: `true` or `false`.
pub(super) const FLAG: Form<bool> = Form { read: flag, write: bool::to_string };

/// A text, in quotes where it needs them.
pub(super) const TEXT: Form<String> = Form {
    read: |text| Ok(command_line::value(text)),
    write: |text| command_line::written_value(text),
};

/// A number of the engine's own that is not whole, such as a weight.
pub(super) const CONSTANT: Form<f64> = Form { read: constant, write: f64::to_string };

/// Reads a whole number.
pub(super) fn number(text: &str) -> Result<u64, TextError> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| {
        TextError::whole(text, format!("{} is no whole number below 2^64", quote(text)))
    })
}

fn positive(text: &str, most: u64) -> Result<u64, TextError> {
    let n = number(text)?;
    if n == 0 || n > most {
        let message = format!("{} is not between 1 and {most}", quote(text));
        return Err(TextError::whole(text, message));
    }
    Ok(n)
}

fn flag(text: &str) -> Result<bool, TextError> {
    text.parse()
        .map_err(|_| TextError::whole(text, format!("{} is not true or false", quote(text))))
}

fn constant(text: &str) -> Result<f64, TextError> {
    text.parse()
        .ok()
        .filter(|x| (0.0..=1000.0).contains(x))
        .ok_or_else(|| TextError::whole(text, format!("{} is not between 0 and 1000", quote(text))))
}
