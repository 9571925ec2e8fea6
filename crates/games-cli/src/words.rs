//! Sentences about games for people.

use ai::Value;
use games::{Ended, SearchReport, Session};
use games_core::{Outcome, Side};

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

/// `+1.25`, `win by 6 in 12 plies`.
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
            let plies = plies
                .map_or_else(String::new, |n| format!(" in {}", count(n.into(), "ply", "plies")));
            format!("{word}{by}{plies}, proved")
        }
        _ => "no value".to_owned(),
    }
}

/// One line about a search: value, effort, principal variation.
pub(crate) fn search(report: &SearchReport) -> String {
    let mut parts = vec![value(report.value())];
    if report.depth > 0 {
        parts.push(format!("depth {}", report.depth));
    }
    if report.simulations > 0 {
        parts.push(count(report.simulations, "simulation", "simulations"));
    }
    parts.push(count(report.nodes, "node", "nodes"));
    parts.push(format!("{:.2} s", report.time.as_secs_f64()));
    let pv = report.lines.first().map_or(&[][..], |line| &line.pv);
    format!("{}: {}", parts.join(", "), pv.join(" "))
}

/// `1 node`, `12,345 nodes`.
pub(crate) fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n), if n == 1 { one } else { many })
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
    fn values_are_said_in_words() {
        let exact = |result, margin, plies| value(Value::Exact { result, margin, plies });
        assert_eq!(exact(1, Some(12), Some(9)), "win by 6 in 9 plies, proved");
        assert_eq!(exact(-1, None, Some(1)), "loss in 1 ply, proved");
        assert_eq!(exact(0, Some(0), None), "draw, proved");
        assert_eq!(value(Value::Estimate(-125)), "-1.25");
    }
}
