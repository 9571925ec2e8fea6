//! What a search tells the GUI.

use ai::{Begun, Value};
use games::SearchReport;

/// Returns the line that tells with which move the search begins, where the report is sent for it.
pub(super) fn begun(report: &SearchReport) -> Option<String> {
    let Begun { m, place, depth } = report.begun.as_ref()?;
    Some(format!("info depth {depth} currmove {m} currmovenumber {place}"))
}

/// The answer where no move can be told.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// The answer where it is not known what to search: the null move, which no GUI plays.
pub(super) const NO_POSITION: &str = "bestmove 0000";

/// Returns the answer that a report amounts to, if it has a move.
pub(super) fn best(report: &SearchReport) -> Option<String> {
    match &report.lines.first()?.pv[..] {
        [] => None,
        [best] => Some(format!("bestmove {best}")),
        [best, reply, ..] => Some(format!("bestmove {best} ponder {reply}")),
    }
}

/// The same while the search goes on; nothing before its first iteration, when a line is a legal move
/// and no more.
pub(super) fn best_so_far(report: &SearchReport) -> Option<String> {
    if report.depth > 0 { best(report) } else { None }
}

/// Returns one `info` line for each principal variation; with chances to win, draw and lose where
/// the estimate is given, in hundredths, that is worth half a win.
pub(super) fn lines(report: &SearchReport, half_win: Option<i32>) -> Vec<String> {
    report
        .lines
        .iter()
        .enumerate()
        .map(|(i, line)| {
            format!(
                "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {} hashfull {} time {} pv {}",
                report.depth.max(1),
                report.selective_depth.max(report.depth).max(1),
                i + 1,
                score(line.value),
                half_win.map_or_else(String::new, |half_win| wdl(line.value, half_win)),
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

/// ` wdl 250 500 250`: permille of wins, draws and losses. An estimate becomes a mean result as in
/// Monte Carlo search; how many of the games are drawn is a guess: half of even ones, and the fewer,
/// the more uneven they are.
fn wdl(value: Value, half_win: i32) -> String {
    let mean = match value {
        Value::Exact { result: 0, .. } => return " wdl 0 1000 0".to_owned(),
        Value::Exact { result, .. } => f64::from(result),
        Value::Expected(mean) => mean.clamp(-1.0, 1.0),
        Value::Estimate(hundredths) => {
            let estimate = f64::from(hundredths);
            estimate / (estimate.abs() + f64::from(half_win.max(1)))
        }
        _ => 0.0,
    };
    let drawn = (1.0 - mean.abs()) / 2.0;
    let permille = |part: f64| (1000.0 * part).round() as i64;
    let (won, drawn) = (permille((1.0 + mean - drawn) / 2.0), permille(drawn));
    format!(" wdl {won} {drawn} {}", (1000 - won - drawn).max(0))
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

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

    #[test]
    fn chances_add_up_and_follow_the_value() {
        assert_eq!(wdl(Value::Estimate(0), 300), " wdl 250 500 250");
        // Three quarters of the points.
        assert_eq!(wdl(Value::Estimate(300), 300), " wdl 625 250 125");
        assert_eq!(wdl(Value::Estimate(-300), 300), " wdl 125 250 625");
        let exact = |result| wdl(Value::Exact { result, margin: None, plies: None }, 300);
        assert_eq!([1, 0, -1].map(exact), [" wdl 1000 0 0", " wdl 0 1000 0", " wdl 0 0 1000"]);
    }

    #[test]
    fn a_move_that_the_search_begins_with_has_a_line_of_its_own() {
        let mut report = SearchReport::default();
        assert_eq!(begun(&report), None);
        report.begun = Some(Begun { m: "e2e4".to_owned(), place: 3, depth: 9 });
        assert_eq!(begun(&report).unwrap(), "info depth 9 currmove e2e4 currmovenumber 3");
    }

    #[test]
    fn nobody_is_answered_for_with_a_move_that_nobody_has_searched() {
        let session = games::find("chess").unwrap().open(None, None).unwrap();
        let search = |is_stopped| {
            let spec = "alphabeta:depth=2".parse().unwrap();
            let mut player = session.player(&spec, None).unwrap();
            player.think(&*session, &mut |_| {}, &AtomicBool::new(is_stopped)).unwrap()
        };
        let (unsearched, searched) = (search(true), search(false));
        assert!(best(&unsearched).is_some() && best_so_far(&unsearched).is_none());
        assert_eq!(best_so_far(&searched), best(&searched));
        assert!(best(&searched).is_some());
    }
}
