//! The day of a game.

use std::time::SystemTime;

/// Returns today's date by universal time: `2026-11-22`.
pub(super) fn today() -> String {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    of_day(now.as_secs() / 86_400)
}

/// The date so many days after 1970-01-01.
///
/// Years are counted from March on, so that the leap day is the last of a year: then a month begins
/// `(153 month + 2) / 5` days after it (H. Hinnant, "chrono-compatible low-level date algorithms").
fn of_day(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + next)
}

#[test]
fn known_days_have_their_dates() {
    // 1970-01-01, leap days of 1972 and 2000, and the day of second 1,700,000,000.
    for (day, date) in [
        (0, "1970-01-01"),
        (789, "1972-02-29"),
        (11_016, "2000-02-29"),
        (11_017, "2000-03-01"),
        (19_675, "2023-11-14"),
    ] {
        assert_eq!(of_day(day), date);
    }
}
