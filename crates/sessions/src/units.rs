//! Durations and sizes as people write them.

use core::time::Duration;

use games_core::{TextError, notation::quote};

/// Reads a duration: a number with `ms`, `s`, `m` or `h`, such as `1s`, `250ms` or `1.5m`.
///
/// # Errors
///
/// If the text is no such duration, is not above zero, or is over a year.
pub fn parse_duration(text: &str) -> Result<Duration, TextError> {
    let error = || {
        let message =
            format!("{} is no duration; expected for example 500ms, 2s or 1.5m", quote(text));
        TextError::whole(text, message)
    };
    let (number, unit) = split_unit(text).ok_or_else(error)?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(error()),
    };
    let is_in_range = seconds > 0.0 && seconds <= 366.0 * 86_400.0;
    // Less than half a nanosecond is nothing.
    let duration = is_in_range.then(|| Duration::from_secs_f64(seconds)).filter(|d| !d.is_zero());
    duration.ok_or_else(|| {
        TextError::whole(text, format!("{} is not between 0 and a year", quote(text)))
    })
}

/// Writes a duration that [`parse_duration`] reads: in milliseconds where it is a whole number of
/// these, but not of seconds.
#[must_use]
pub fn duration_text(duration: Duration) -> String {
    let (seconds, nanos) = (duration.as_secs(), duration.subsec_nanos());
    match nanos {
        0 => format!("{seconds}s"),
        _ if nanos.is_multiple_of(1_000_000) => format!("{}ms", duration.as_millis()),
        _ => format!("{}s", format!("{seconds}.{nanos:09}").trim_end_matches('0')),
    }
}

/// Reads a size in bytes: a whole number with `KiB`, `MiB`, `GiB`, `TiB`, `kB`, `MB`, `GB`, `TB`
/// or `B`.
///
/// # Errors
///
/// If the text is no such size, is not above zero, or is beyond 64 bits.
pub fn parse_size(text: &str) -> Result<u64, TextError> {
    let error = || {
        let message = format!("{} is no size; expected for example 64MiB or 2GB", quote(text));
        TextError::whole(text, message)
    };
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().map_err(|_| error())?;
    let factor: u64 = match unit {
        "B" => 1,
        "kB" | "KB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        "TB" => 1_000_000_000_000,
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        "TiB" => 1 << 40,
        _ => return Err(error()),
    };
    match number.checked_mul(factor) {
        Some(0) => Err(TextError::whole(text, format!("{} is nothing", quote(text)))),
        Some(bytes) => Ok(bytes),
        None => Err(TextError::whole(text, format!("{} is beyond any machine", quote(text)))),
    }
}

/// Writes a size in the largest binary unit that leaves a whole number.
#[must_use]
pub fn size_text(bytes: u64) -> String {
    let (mut n, mut unit) = (bytes, 0);
    while n != 0 && n % 1024 == 0 && unit < 4 {
        n /= 1024;
        unit += 1;
    }
    format!("{n}{}", ["B", "KiB", "MiB", "GiB", "TiB"][unit])
}

fn split_unit(text: &str) -> Option<(f64, &str)> {
    let at = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = text.split_at(at);
    Some((number.parse().ok()?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_and_sizes_are_read() {
        assert_eq!(parse_duration("50ms"), Ok(Duration::from_millis(50)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_size("64MiB"), Ok(64 << 20));
        assert_eq!(parse_size("2kB"), Ok(2000));
        assert_eq!(size_text(64 << 20), "64MiB");
        for text in ["50ms", "2s", "90000ms", "1.000000001s", "1500ms"] {
            let again = duration_text(parse_duration(text).unwrap());
            assert_eq!(parse_duration(&again), parse_duration(text), "{text} {again}");
        }
        assert_eq!(duration_text(Duration::from_secs(90)), "90s");
        assert_eq!(duration_text(Duration::from_millis(1500)), "1500ms");
        assert_eq!(duration_text(Duration::from_micros(100)), "0.0001s");
    }

    #[test]
    fn nothing_without_a_unit_and_nothing_at_or_below_zero_is_taken() {
        for text in [
            "",
            "1",
            "s",
            "-1s",
            "0s",
            "1 s",
            "1e3s",
            "1..2s",
            "9999h9",
            "1e999s",
            "99999h",
            "0.0000001ms",
        ] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        for text in ["", "64", "MiB", "0MiB", "-1MiB", "1.5GiB", "64mib", "99999999999TiB", "1 MiB"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn written_durations_and_sizes_come_back(
            number in "[0-9]{1,8}(\\.[0-9]{0,12})?",
            unit in "ms|s|m|h",
            bytes in 1..u64::MAX,
        ) {
            if let Ok(duration) = parse_duration(&format!("{number}{unit}")) {
                prop_assert_eq!(parse_duration(&duration_text(duration)), Ok(duration));
            }
            prop_assert_eq!(parse_size(&size_text(bytes)), Ok(bytes));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "\\PC*") {
            let _ = parse_duration(&text);
            let _ = parse_size(&text);
        }
    }
}
