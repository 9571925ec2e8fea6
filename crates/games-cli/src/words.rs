//! Sentences about games for people.

use ai::Value;
use games::{Ended, SearchReport, Session};
use games_core::{Outcome, Side, draw::Style};
use solver::{Solved, SolvedValue};

/// `Black to move, 4 moves` or how the game ended.
pub(crate) fn standing(session: &dyn Session) -> String {
    match session.end() {
        Some(end) => result(session, &end),
        None => format!("{} to move", side(session, session.to_move())),
    }
}

/// `Black (p1)`.
pub(crate) fn side(session: &dyn Session, side: Side) -> String {
    format!("{} ({})", session.side_name(side), side.name())
}

/// `Black (p1) wins by 6: no moves`.
pub(crate) fn result(session: &dyn Session, end: &Ended) -> String {
    let by = match end.margin {
        Some(half_points) if half_points != 0 => {
            format!(" by {}", f64::from(half_points.abs()) / 2.0)
        }
        _ => String::new(),
    };
    match end.outcome {
        Outcome::Win(winner) => format!("{} wins{by}: {}", side(session, winner), end.reason),
        Outcome::Draw => format!("A draw: {}", end.reason),
    }
}

/// `+1.25`, `win by 6, proved, line of 12 plies`: there may be a shorter one.
pub(crate) fn value(value: Value) -> String {
    match value {
        Value::Estimate(hundredths) => format!("{:+.2}", f64::from(hundredths) / 100.0),
        Value::Expected(mean) => format!("{mean:+.3} expected"),
        Value::Unproved { at_least, proof, disproof } => {
            let what = if at_least > 0 { "win" } else { "draw" };
            format!("{what} unproved, proof number {proof}, disproof number {disproof}")
        }
        Value::Exact { result, margin, plies } => {
            let word = match result {
                1 => "win",
                0 => "draw",
                _ => "loss",
            };
            let by = match margin {
                Some(half_points) if half_points != 0 => {
                    format!(" by {}", f64::from(half_points.abs()) / 2.0)
                }
                _ => String::new(),
            };
            let line = plies.map_or_else(String::new, |n| {
                format!(", line of {}", count(n.into(), "ply", "plies"))
            });
            format!("{word}{by}, proved{line}")
        }
        _ => "no value".to_owned(),
    }
}

/// `win in 5`, `draw`.
pub(crate) fn solved(solved: Solved) -> String {
    match solved.remoteness {
        Some(n) => format!("{} in {n}", solved.value.name()),
        None => solved.value.name().to_owned(),
    }
}

/// The same, green where it is won, red where it is lost and yellow between, if colors may be used.
pub(crate) fn colored(of: Solved, style: Style) -> String {
    let text = solved(of);
    let color = match of.value {
        SolvedValue::Win => 32,
        SolvedValue::Lose => 31,
        SolvedValue::Tie | SolvedValue::Draw => 33,
    };
    if style.color { format!("\u{1b}[{color}m{text}\u{1b}[0m") } else { text }
}

/// One line about a search: value, effort, principal variation.
pub(crate) fn search(report: &SearchReport) -> String {
    let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
    search_with(report, pv)
}

/// The same with the principal variation as it is to be written.
pub(crate) fn search_with(report: &SearchReport, pv: &[String]) -> String {
    let value = match (report.solved, report.value()) {
        (None, found) => value(found),
        (Some(of), Value::Exact { .. }) => solved(of),
        (Some(of), _) => format!("{} by the bare rules", solved(of)),
    };
    let mut parts = vec![value];
    if report.depth > 0 {
        parts.push(format!("depth {}", report.depth));
    }
    if report.simulations > 0 {
        parts.push(count(report.simulations, "simulation", "simulations"));
    }
    parts.push(count(report.nodes, "node", "nodes"));
    parts.push(format!("{:.2} s", report.time.as_secs_f64()));
    format!("{}: {}", parts.join(", "), pv.join(" "))
}

/// Breaks lines between words so that none is longer than so many columns, if its words are not.
/// What is broken goes on below the second column of its line, if there is one in the left half, and
/// else indented.
pub(crate) fn wrapped(text: &str, columns: usize) -> String {
    text.lines().map(|line| broken(line, columns)).collect::<Vec<_>>().join("\n")
}

fn broken(line: &str, columns: usize) -> String {
    let begun = line.len() - line.trim_start_matches(' ').len();
    let hanging = second_column(line).filter(|&column| column <= columns / 2);
    let indent = hanging.unwrap_or(begun.min(columns / 4) + 2);
    let (mut out, mut column) = (line[..begun].to_owned(), begun);
    for (number, word) in line[begun..].split(' ').enumerate() {
        let width = console::measure_text_width(word);
        if number > 0 && width > 0 && column + 1 + width > columns {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            column = indent;
        } else if number > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out
}

/// Where what stands behind two blanks or more begins, after a first word.
fn second_column(line: &str) -> Option<usize> {
    let line = console::strip_ansi_codes(line);
    let begun = line.len() - line.trim_start_matches(' ').len();
    let gap = begun + line[begun..].find("  ")?;
    let rest = line[gap..].trim_start_matches(' ');
    Some(console::measure_text_width(&line[..line.len() - rest.len()]))
}

/// Leaves out the words at the ends of lines that do not fit into so many columns.
pub(crate) fn cut(text: &str, columns: usize) -> String {
    let fitting = |line: &str| {
        let Some((end, _)) = line.char_indices().nth(columns) else { return line.to_owned() };
        let end =
            if line[end..].starts_with(' ') { end } else { line[..end].rfind(' ').unwrap_or(end) };
        line[..end].trim_end().to_owned()
    };
    text.lines().map(fitting).collect::<Vec<_>>().join("\n")
}

/// Sorts names as people count: `A2` before `A10`.
pub(crate) fn in_order(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_cached_key(|name| natural(name));
    names
}

/// The parts of a name, numbers as numbers.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(digits);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        parts.push((word.to_owned(), number.parse().unwrap_or(0)));
        rest = after;
    }
    parts
}

/// `1 node`, `12,345 nodes`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
}

/// `1.5 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let (mut n, mut unit) = (bytes as f64, 0);
    while n >= 1024.0 && unit + 1 < units.len() {
        n /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0 && n < 99.95);
    format!("{n:.digits$} {}", units[unit])
}

/// `12,345`.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(212_258_216), "212,258,216");
        assert_eq!(count(1, "ply", "plies"), "1 ply");
    }

    #[test]
    fn names_are_sorted_as_people_count() {
        let names = ["A10", "A2", "B1", "A1", "pass", "A10-A2", "A10-A1"].map(str::to_owned);
        let sorted = in_order(names.into());
        assert_eq!(sorted, ["A1", "A2", "A10", "A10-A1", "A10-A2", "B1", "pass"]);
        let huge = in_order(vec![format!("x{}", "9".repeat(99)), String::new()]);
        assert_eq!(huge[0], "");
    }

    #[test]
    fn lines_are_broken_and_cut_between_words() {
        let text = "ends: checkmate 7 (5 won, 2 lost)\nshort";
        assert_eq!(wrapped(text, 20), "ends: checkmate 7 (5\n  won, 2 lost)\nshort");
        assert_eq!(wrapped(text, 80), text);
        assert_eq!(cut(text, 20), "ends: checkmate 7 (5\nshort");
        assert_eq!(cut(text, 19), "ends: checkmate 7\nshort");
        assert_eq!((cut("unbreakable", 4), wrapped("a  b", 9)), ("unbr".into(), "a  b".into()));
    }

    #[test]
    fn what_is_broken_goes_on_below_its_column() {
        assert_eq!(wrapped("moves  a1 a2 b1", 14), "moves  a1 a2\n       b1");
        assert_eq!(wrapped("  1  lose in 20", 12), "  1  lose in\n     20");
        // Where that column is far to the right there is no room below it.
        assert_eq!(wrapped("a=1|2|3|4  what it is", 18), "a=1|2|3|4  what it\n  is");
        assert_eq!(wrapped("    what it does", 12), "    what it\n     does");
        // Colors take no room.
        assert_eq!(wrapped("\u{1b}[32mwin in 5\u{1b}[0m", 8), "\u{1b}[32mwin in 5\u{1b}[0m");
    }

    proptest::proptest! {
        #[test]
        fn broken_lines_have_the_words_and_fit(text in "[a-z]{1,8}( [a-z]{1,8}){0,20}", columns in 10_usize..60) {
            let broken = wrapped(&text, columns);
            proptest::prop_assert!(broken.lines().all(|line| line.len() <= columns), "{broken}");
            proptest::prop_assert!(broken.split_whitespace().eq(text.split_whitespace()));
            proptest::prop_assert!(cut(&text, columns).lines().all(|line| line.len() <= columns));
        }
    }

    #[test]
    fn sizes_have_about_three_digits() {
        assert_eq!(size(0), "0 bytes");
        assert_eq!(size(1023), "1023 bytes");
        assert_eq!(size(1536), "1.5 KiB");
        assert_eq!(size(200 << 20), "200 MiB");
        assert_eq!(size(u64::MAX), "16777216 TiB");
    }

    #[test]
    fn values_are_said_in_words() {
        let exact = |result, margin, plies| value(Value::Exact { result, margin, plies });
        assert_eq!(exact(1, Some(12), Some(9)), "win by 6, proved, line of 9 plies");
        assert_eq!(exact(-1, None, Some(1)), "loss, proved, line of 1 ply");
        assert_eq!(exact(0, Some(0), None), "draw, proved");
        assert_eq!(value(Value::Estimate(-125)), "-1.25");
    }
}
