//! What a search tells the GUI.

use ai::Value;
use games::SearchReport;

/// Returns one `info` line for each principal variation.
pub(super) fn lines(report: &SearchReport) -> Vec<String> {
    report
        .lines
        .iter()
        .enumerate()
        .map(|(i, line)| {
            format!(
                "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
                report.depth.max(1),
                report.selective_depth.max(report.depth).max(1),
                i + 1,
                score(line.value),
                report.nodes,
                report.nodes_per_second() as u64,
                report.memory_permille,
                report.time.as_millis(),
                line.pv.join(" "),
            )
        })
        .collect()
}

/// `cp 31`, `mate 3`, `mate -2`: seen by the side to move, mates in moves and not in plies.
fn score(value: Value) -> String {
    match value {
        Value::Estimate(hundredths) => format!("cp {hundredths}"),
        Value::Exact { result, plies: Some(plies), .. } if result != 0 => {
            format!("mate {}", i64::from(result) * i64::from(plies.div_ceil(2)))
        }
        // A proved win whose length nobody counted.
        Value::Exact { result, .. } => format!("cp {}", i64::from(result) * 10_000),
        // The formula by which Leela Chess Zero shows a mean result as centipawns.
        Value::Expected(mean) => {
            format!("cp {}", (90.0 * (1.563_754_2 * mean.clamp(-0.999, 0.999)).tan()) as i64)
        }
        _ => "cp 0".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        let exact =
            |result, plies| score(Value::Exact { result, margin: None, plies: Some(plies) });
        assert_eq!(exact(1, 1), "mate 1");
        assert_eq!(exact(1, 5), "mate 3");
        assert_eq!(exact(-1, 2), "mate -1");
        assert_eq!(exact(-1, 4), "mate -2");
        assert_eq!(exact(0, 4), "cp 0");
        assert_eq!(score(Value::Estimate(-31)), "cp -31");
    }
}
