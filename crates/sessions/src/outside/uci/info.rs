//! What an engine tells of its search.

use core::{str::SplitWhitespace, time::Duration};
use std::time::Instant;

use ai::Value;

use crate::{SearchLine, SearchReport, Session};

/// The `info` lines of one search, taken together.
pub(super) struct Infos<'a> {
    session: &'a dyn Session,
    started: Instant,
    /// By rank; one that has no moves was not told of yet.
    lines: Vec<Told>,
    nodes: u64,
    depth: u32,
    selective_depth: u32,
    memory_permille: u32,
}

#[derive(Clone)]
struct Told {
    value: Value,
    pv: Vec<String>,
}

/// More lines than any position has moves; a higher rank is a slip of the engine.
const MAX_LINES: usize = 1000;

impl<'a> Infos<'a> {
    pub(super) fn new(session: &'a dyn Session) -> Self {
        Self {
            session,
            started: Instant::now(),
            lines: Vec::new(),
            nodes: 0,
            depth: 0,
            selective_depth: 0,
            memory_permille: 0,
        }
    }

    /// Reads the words after `info`, and returns whether they had a principal variation. What
    /// cannot be read is passed over.
    pub(super) fn read(&mut self, mut words: SplitWhitespace<'_>) -> bool {
        let (mut rank, mut value, mut pv) = (1, Value::Unknown, Vec::new());
        while let Some(word) = words.next() {
            match word {
                "depth" => put(&mut self.depth, words.next()),
                "seldepth" => put(&mut self.selective_depth, words.next()),
                "nodes" => put(&mut self.nodes, words.next()),
                "hashfull" => put(&mut self.memory_permille, words.next()),
                "multipv" => put(&mut rank, words.next()),
                "score" => value = score(words.next(), words.next()).unwrap_or(value),
                "pv" => pv = words.by_ref().map(str::to_owned).collect(),
                // The rest is text.
                "string" => break,
                _ => {}
            }
        }
        if pv.is_empty() || !(1..=MAX_LINES).contains(&rank) {
            return false;
        }
        if self.lines.len() < rank {
            self.lines.resize(rank, Told { value: Value::Unknown, pv: Vec::new() });
        }
        self.lines[rank - 1] = Told { value, pv };
        true
    }

    /// Returns what was found so far.
    pub(super) fn report(&self) -> SearchReport {
        let mut trial = self.session.boxed_clone();
        let lines = self.lines.iter().filter_map(|told| {
            let pv = legal_part(&mut *trial, &told.pv);
            (!pv.is_empty()).then_some(SearchLine { pv, value: told.value, visits: 0 })
        });
        SearchReport {
            lines: lines.collect(),
            nodes: self.nodes,
            depth: self.depth,
            selective_depth: self.selective_depth,
            simulations: 0,
            memory_permille: self.memory_permille,
            time: self.started.elapsed().max(Duration::from_nanos(1)),
            half_win: None,
            solved: None,
            begun: None,
        }
    }

    /// Returns what was found in the end, when the engine has chosen `best`.
    pub(super) fn report_with(&self, best: String) -> SearchReport {
        let mut report = self.report();
        match report.lines.iter().position(|line| line.pv[0] == best) {
            Some(rank) => report.lines[..=rank].rotate_right(1),
            None => report
                .lines
                .insert(0, SearchLine { pv: vec![best], value: Value::Unknown, visits: 0 }),
        }
        report
    }
}

/// Returns the moves in our spelling, up to the first that is not legal.
fn legal_part(session: &mut dyn Session, pv: &[String]) -> Vec<String> {
    let mut moves = Vec::with_capacity(pv.len());
    for text in pv {
        if session.play(text).is_err() {
            break;
        }
        moves.extend(session.last_move());
    }
    for _ in &moves {
        session.undo();
    }
    moves
}

fn put<T: core::str::FromStr>(place: &mut T, word: Option<&str>) {
    if let Some(number) = word.and_then(|word| word.parse().ok()) {
        *place = number;
    }
}

/// `cp 31`, `mate 3`, `mate -2`: by the side to move; mates in moves, 0 is a mated king.
fn score(kind: Option<&str>, number: Option<&str>) -> Option<Value> {
    let number: i32 = number?.parse().ok()?;
    match kind? {
        "cp" => Some(Value::Estimate(number)),
        "mate" => {
            let moves = number.unsigned_abs();
            let plies =
                if number > 0 { moves.saturating_mul(2) - 1 } else { moves.saturating_mul(2) };
            let result = if number > 0 { 1 } else { -1 };
            Some(Value::Exact { result, margin: None, plies: Some(plies) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::only_chess::chess;
    use proptest::prelude::*;

    #[test]
    fn lines_scores_and_counts_are_read() {
        let session = chess().open(None, None).unwrap();
        let mut infos = Infos::new(&*session);
        let mut read = |line: &str| infos.read(line.split_whitespace());
        assert!(!read("string depth 99 pv e2e4"));
        assert!(!read("depth 1 currmove e2e4 currmovenumber 1"));
        assert!(read("depth 9 seldepth 12 multipv 2 score cp -31 lowerbound nodes 5 pv d2d4 d7d5"));
        assert!(read("depth 9 score mate 2 nodes 77 hashfull 3 pv e2e4 e7e5 e1e8 a1a2"));
        let report = infos.report();
        assert_eq!((report.nodes, report.depth, report.selective_depth), (77, 9, 12));
        assert_eq!(report.memory_permille, 3);
        assert_eq!(report.lines[0].pv, ["e2e4", "e7e5"], "up to the first that is not legal");
        let mate = Value::Exact { result: 1, margin: None, plies: Some(3) };
        assert_eq!(report.lines[0].value, mate);
        assert_eq!(report.lines[1].value, Value::Estimate(-31));
        let chosen = infos.report_with("d2d4".to_owned());
        assert_eq!(chosen.best(), Some("d2d4"));
        assert_eq!((chosen.lines.len(), chosen.value()), (2, Value::Estimate(-31)));
        assert_eq!(infos.report_with("a2a3".to_owned()).lines.len(), 3);
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let exact = |result, plies| Some(Value::Exact { result, margin: None, plies: Some(plies) });
        assert_eq!(score(Some("mate"), Some("1")), exact(1, 1));
        assert_eq!(score(Some("mate"), Some("-1")), exact(-1, 2));
        assert_eq!(score(Some("mate"), Some("0")), exact(-1, 0));
        assert_eq!(score(Some("wdl"), Some("0")), None);
        assert_eq!(score(Some("cp"), None), None);
    }

    proptest! {
        #[test]
        fn any_words_are_read(
            text in "((info|depth|score|cp|mate|multipv|pv|nodes|e2e4) ?(-?[0-9]{0,12}|\\PC{0,5}) ){0,8}",
        ) {
            let session = chess().open(None, None).unwrap();
            let mut infos = Infos::new(&*session);
            infos.read(text.split_whitespace());
            let _ = infos.report_with("e2e4".to_owned());
        }
    }
}
