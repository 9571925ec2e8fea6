//! What a search found, in the words of the protocol.

use ai::Value;
use games::{SearchLine, SearchReport};

use super::PASS;

/// Returns a move as GUIs know it: `F5`, `PA`.
pub(super) fn vertex(text: &str) -> String {
    if text == PASS { "PA".to_owned() } else { text.to_uppercase() }
}

/// Returns the lines of a report, the best first: `search F5D6C3 1.50 0 12 34567 nodes`.
pub(super) fn search(report: &SearchReport) -> Vec<String> {
    let line = |line: &SearchLine| {
        let pv: String = line.pv.iter().map(|m| vertex(m)).collect();
        let eval = eval(line.value).unwrap_or(0.0);
        let depth = depth(line.value, report.depth);
        format!("search {pv} {eval:.2} 0 {depth} {} nodes", report.nodes)
    };
    report.lines.iter().map(line).collect()
}

/// Returns `nodestats NODES SECONDS`.
pub(super) fn node_stats(report: &SearchReport) -> String {
    format!("nodestats {} {:.2}", report.nodes, report.time.as_secs_f64())
}

/// Returns the answer to `go`: `=== F5/1.50/0.25`, without a value if there is none.
pub(super) fn decision(report: &SearchReport) -> Option<String> {
    let best = vertex(report.best()?);
    let value = eval(report.value()).map_or(String::new(), |eval| format!("{eval:.2}"));
    Some(format!("=== {best}/{value}/{:.2}", report.time.as_secs_f64()))
}

/// Returns a value in discs, seen by the side to move, if anything is known.
pub(super) fn eval(value: Value) -> Option<f64> {
    value.in_units()
}

/// Returns the depth; `100%` says that the score is exact, `100%W` that the winner is.
fn depth(value: Value, plies: u32) -> String {
    match value {
        Value::Exact { margin: Some(_), .. } => "100%".to_owned(),
        Value::Exact { .. } => "100%W".to_owned(),
        _ => plies.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    fn report(values: &[(&str, Value)]) -> SearchReport {
        let line = |&(pv, value): &(&str, Value)| {
            SearchLine::new(pv.split(' ').map(str::to_owned).collect(), value)
        };
        let mut report = SearchReport::new(values.iter().map(line).collect());
        (report.nodes, report.depth, report.selective_depth) = (900, 7, 9);
        report.time = Duration::from_millis(1250);
        report
    }

    #[test]
    fn lines_values_and_depths_are_told_as_guis_read_them() {
        let exact = Value::Exact { result: -1, margin: Some(-8), plies: None };
        let won = Value::Exact { result: 1, margin: None, plies: Some(3) };
        let report = report(&[
            ("f5 pass d6", Value::Estimate(-150)),
            ("pass", exact),
            ("a1", won),
            ("h8", Value::Unknown),
        ]);
        assert_eq!(
            search(&report),
            [
                "search F5PAD6 -1.50 0 7 900 nodes",
                "search PA -4.00 0 100% 900 nodes",
                "search A1 1.00 0 100%W 900 nodes",
                "search H8 0.00 0 7 900 nodes",
            ]
        );
        assert_eq!(node_stats(&report), "nodestats 900 1.25");
        assert_eq!(decision(&report).unwrap(), "=== F5/-1.50/1.25");
        assert_eq!(decision(&self::report(&[("pass", Value::Unknown)])).unwrap(), "=== PA//1.25");
        assert_eq!(decision(&self::report(&[])), None);
    }
}
