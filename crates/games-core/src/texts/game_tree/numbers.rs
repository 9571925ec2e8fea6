//! Times and scores as the file formats write them.
//!
//! ```
//! use core::time::Duration;
//! use games_core::game_tree::numbers;
//!
//! assert_eq!(numbers::clock("0:03:07.5"), Some(Duration::from_millis(187_500)));
//! assert_eq!(numbers::clock_text(Duration::from_millis(187_500)), "0:03:07.5");
//! assert_eq!(numbers::hundredths("-1.5"), Some(-150));
//! assert_eq!(numbers::hundredths_text(-150), "-1.50");
//! ```

use core::time::Duration;

/// Reads a number of seconds, at most 10^12 of them, to the nearest millisecond.
#[must_use]
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds = decimal(text).filter(|seconds| (0.0..=1e12).contains(seconds))?;
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// Writes seconds with as many of three decimals as are needed.
#[must_use]
pub fn seconds_text(time: Duration) -> String {
    let millis = time.subsec_millis();
    match millis {
        0 => time.as_secs().to_string(),
        _ => format!("{}.{millis:03}", time.as_secs()).trim_end_matches('0').to_owned(),
    }
}

/// Reads hours, minutes and seconds: `1:30:00`, `0:00:02.5`.
#[must_use]
pub fn clock(text: &str) -> Option<Duration> {
    let (hours, rest) = text.split_once(':')?;
    let (minutes, rest) = rest.split_once(':')?;
    let whole = |text: &str, unit: u64| text.parse::<u32>().ok().map(|n| u64::from(n) * unit);
    let whole = whole(hours, 3600)?.checked_add(whole(minutes, 60)?)?;
    Duration::from_secs(whole).checked_add(seconds(rest)?)
}

/// Writes hours, minutes and seconds.
#[must_use]
pub fn clock_text(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    let seconds = time - Duration::from_secs(minutes * 60);
    let zero = if seconds.as_secs() < 10 { "0" } else { "" };
    format!("{}:{:02}:{zero}{}", minutes / 60, minutes % 60, seconds_text(seconds))
}

/// Reads a number to the nearest hundredth, and gives its hundredths.
#[must_use]
pub fn hundredths(text: &str) -> Option<i32> {
    let hundredths = (decimal(text)? * 100.0).round();
    let fits = hundredths.abs() <= f64::from(i32::MAX);
    fits.then_some(hundredths as i32)
}

/// Writes hundredths with two decimals.
#[must_use]
pub fn hundredths_text(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// Reads digits with a sign and a point at most: no `inf`, no exponents.
fn decimal(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
    text.parse().ok().filter(|_| is_plain)
}
