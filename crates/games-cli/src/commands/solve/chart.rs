//! How many positions are how far from the end, as a table with bars.

use games_core::draw::Style;
use solver::SolvedValue;

use crate::words::thousands;

/// More rows than this are grouped.
const ROWS: usize = 24;
/// The longest bar, in characters.
const WIDTH: u64 = 30;

/// Won, lost and tied positions.
type Counts = [u64; 3];

const VALUES: [SolvedValue; 3] = [SolvedValue::Win, SolvedValue::Lose, SolvedValue::Tie];

/// Returns the table; `layers` holds counts by remoteness, in ascending order.
pub(super) fn text(layers: &[(usize, Counts)], draws: u64, style: Style) -> String {
    let rows = grouped(layers);
    let most = rows.iter().map(|(_, counts)| counts.iter().sum()).max().unwrap_or(0);
    let mut out = header(style);
    for (range, counts) in &rows {
        let [win, lose, tie] = counts.map(|n| if n == 0 { String::new() } else { thousands(n) });
        let line =
            format!("{range:>10} {win:>14} {lose:>14} {tie:>14}  {}", bar(counts, most, style));
        out += line.trim_end();
        out.push('\n');
    }
    if draws > 0 {
        out += &format!("{:>10} {:>14}\n", "draw", thousands(draws));
    }
    out
}

fn header(style: Style) -> String {
    let names = VALUES.map(SolvedValue::name);
    let marks: Vec<_> = (0..3).map(|i| format!("{} {}", mark(i, 1, style), names[i])).collect();
    let [win, lose, tie] = names;
    format!("{:>10} {win:>14} {lose:>14} {tie:>14}  {}\n", "remoteness", marks.join("  "))
}

/// Joins rows, each of as many numbers, until there are few enough.
fn grouped(layers: &[(usize, Counts)]) -> Vec<(String, Counts)> {
    let longest = layers.last().map_or(0, |(n, _)| n + 1);
    let size = longest.div_ceil(ROWS).max(1);
    let mut rows: Vec<(usize, Counts)> = Vec::new();
    for (n, counts) in layers {
        let group = n / size;
        match rows.last_mut() {
            Some((last, sums)) if *last == group => {
                sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            }
            _ => rows.push((group, *counts)),
        }
    }
    let range = |group: usize| match size {
        1 => group.to_string(),
        _ => format!("{}-{}", group * size, (group + 1) * size - 1),
    };
    rows.into_iter().map(|(group, counts)| (range(group), counts)).collect()
}

/// A bar whose length tells the sum, something is never nothing, and whose parts tell the counts.
fn bar(counts: &Counts, most: u64, style: Style) -> String {
    let all: u64 = counts.iter().sum();
    let length = rounded(all, WIDTH, most).max(u64::from(all > 0));
    let (mut sum, mut drawn, mut out) = (0, 0, String::new());
    for (i, &n) in counts.iter().enumerate() {
        sum += n;
        let end = rounded(sum, length, all);
        out += &mark(i, (end - drawn) as usize, style);
        drawn = end;
    }
    out
}

/// `n * width / all`, rounded.
fn rounded(n: u64, width: u64, all: u64) -> u64 {
    let (n, width, all) = (u128::from(n), u128::from(width), u128::from(all.max(1)));
    ((2 * n * width + all) / (2 * all)) as u64
}

/// A part of a bar.
fn mark(value: usize, length: usize, style: Style) -> String {
    if length == 0 {
        return String::new();
    }
    let [ascii, unicode, color] =
        [["#", "-", "="], ["█", "░", "▒"], ["\u{1b}[32m", "\u{1b}[31m", "\u{1b}[33m"]]
            .map(|marks| marks[value]);
    if style.color {
        return format!("{color}{}\u{1b}[0m", "█".repeat(length));
    }
    (if style.unicode { unicode } else { ascii }).repeat(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { color: false, unicode: false };

    #[test]
    fn bars_add_up_and_something_is_never_nothing() {
        assert_eq!(bar(&[15, 15, 0], 30, PLAIN), format!("{}{}", "#".repeat(15), "-".repeat(15)));
        assert_eq!(bar(&[0, 1, 0], 1_000_000, PLAIN), "-");
        assert_eq!(bar(&[0, 0, u64::MAX], u64::MAX, PLAIN), "=".repeat(30));
        assert_eq!(bar(&[0; 3], 0, PLAIN), "");
        assert_eq!(bar(&[2, 217, 0], 6433, PLAIN), "-");
    }

    #[test]
    fn many_rows_are_grouped_and_counts_kept() {
        let layers: Vec<_> = (0..100).map(|n| (n, [1, 2, 0])).collect();
        let rows = grouped(&layers);
        assert_eq!(rows.len(), 20);
        assert_eq!(rows[0], ("0-4".to_owned(), [5, 10, 0]));
        assert_eq!(rows[19].0, "95-99");
        assert_eq!(grouped(&layers[..24])[23].0, "23");
        assert!(grouped(&[]).is_empty());
    }
}
