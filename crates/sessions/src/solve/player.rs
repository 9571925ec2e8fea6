//! The player `solver`, which never errs.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{sync::Arc, time::Instant};

use ai::{Limits, Value};
use solver::{Child, Job, Known, Solved, SolvedValue, solve};

use super::{Numbering, Tables, is_sure, source::Source};
use crate::{Error, Forfeit, Player, SearchLine, SearchReport, Session, forfeit::Cause};

/// Plays perfectly: from tables, or by solving the position it is asked about and all that can
/// arise from it.
///
/// It wins as quickly as can be, loses as slowly, and takes a tie before a game without end. A
/// position that is too large for its memory ends its game; one whose solving is interrupted gets
/// some legal move and no value.
pub(crate) struct Perfect {
    /// For the spelling of moves.
    numbering: Box<dyn Numbering>,
    tables: Vec<Source>,
    /// What it solved itself last.
    own: Option<Source>,
    threads: usize,
    root: Vec<String>,
    limits: Limits,
}

/// Principal variations end here where the game does not.
const LONGEST_LINE: usize = 64;

impl Perfect {
    /// A player for a game; says why if the game, or its board, is not one that is solved.
    pub(crate) fn new(
        session: &dyn Session,
        tables: &Tables,
        threads: usize,
        limits: Limits,
    ) -> Result<Self, String> {
        let numbering = session.numbering(None).map_err(|e| format!("{}: {e}", session.game()))?;
        let tables = tables.of(session).into_iter().map(|(_, source)| source).collect();
        Ok(Self { numbering, tables, own: None, threads, root: Vec::new(), limits })
    }

    /// Returns where a position is known from.
    fn source(&self, session: &dyn Session) -> Option<&Source> {
        // A damaged block is as good as none: the position is solved again.
        let knows = |source: &&Source| matches!(source.moves(session), Ok(Some(_)));
        self.own.iter().chain(&self.tables).find(knows)
    }

    /// Makes sure that a position is known; returns the number of positions that were solved.
    fn learn(&mut self, session: &dyn Session, stop: &AtomicBool) -> Result<u64, String> {
        if self.source(session).is_some() {
            return Ok(0);
        }
        let numbering = session.numbering(None).map_err(|e| e.to_string())?;
        // What is in the way of the new tables goes first.
        self.own = None;
        let memory = self.limits.memory as u64;
        let job = Job::default().with_threads(self.threads).with_memory(memory);
        let solved =
            solve(numbering.space(), &job, &mut |_| {}, stop).map_err(|e| e.to_string())?;
        let positions = solved.summary().keys;
        self.own = Some(Source { numbering, known: Known::Memory(Arc::new(solved)) });
        Ok(positions)
    }

    /// The best moves from a position on, and what the first is worth.
    fn line(&self, session: &dyn Session, root: &[String]) -> Option<(Vec<String>, Solved)> {
        let source = self.source(session)?;
        let (mut value, mut plies) = (None, 0);
        let line = source.numbering.play_on(session, &mut |children| {
            let among = if plies == 0 { root } else { &[] };
            let (best, solved) = best(children, among, &source.known)?;
            value.get_or_insert(solved);
            plies += 1;
            (plies <= LONGEST_LINE).then_some(best)
        });
        value.map(|value| (line, value))
    }
}

/// The first of the best moves in generation order, and what it is worth: among those of a list, if
/// one of them is there.
fn best(children: &[(String, Child)], among: &[String], known: &Known) -> Option<(usize, Solved)> {
    let worth = |(_, child): &(String, Child)| {
        Some(child.seen_before(known.get(child.key).ok().flatten()?))
    };
    let values: Vec<Solved> = children.iter().map(worth).collect::<Option<_>>()?;
    let is_asked = |i: &usize| among.contains(&children[*i].0);
    let is_any = (0..children.len()).any(|i| is_asked(&i));
    let candidates = (0..children.len()).rev().filter(|i| !is_any || is_asked(i));
    let best = candidates.max_by_key(|&i| values[i].rank())?;
    Some((best, values[best]))
}

/// The value in the searchers' words, where the path leaves it alone: ties and draws are both drawn
/// games.
fn exact(session: &dyn Session, solved: Solved) -> Value {
    if !is_sure(session, solved) {
        return Value::Unknown;
    }
    let result = match solved.value {
        SolvedValue::Win => 1,
        SolvedValue::Tie | SolvedValue::Draw => 0,
        SolvedValue::Lose => -1,
    };
    Value::Exact { result, margin: None, plies: solved.remoteness }
}

impl Player for Perfect {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        let begun = Instant::now();
        let root = core::mem::take(&mut self.root);
        let moves = session.legal_moves();
        let mut report = SearchReport::default();
        if !moves.is_empty() {
            if !stop.load(Relaxed) {
                match self.learn(session, stop) {
                    Ok(positions) => report.nodes = positions,
                    // An interruption is no failure.
                    Err(_) if stop.load(Relaxed) => {}
                    Err(why) => return Err(Forfeit::new(Cause::Crash, format!("solver: {why}"))),
                }
            }
            report.nodes += moves.len() as u64;
            let found = self.line(session, &root);
            report.solved = found.as_ref().map(|&(_, solved)| solved);
            let value = report.solved.map_or(Value::Unknown, |solved| exact(session, solved));
            let some = || root.iter().find(|m| moves.contains(m)).unwrap_or(&moves[0]).clone();
            let pv = found.map_or_else(|| vec![some()], |(line, _)| line);
            report.depth = pv.len() as u32;
            report.selective_depth = report.depth;
            report.lines = vec![SearchLine { pv, value, visits: 0 }];
            report.time = begun.elapsed();
        }
        observer(&report);
        Ok(report)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        let read = |text: &String| self.numbering.spell(session, text);
        self.root = moves.iter().map(read).collect::<Result<_, _>>().map_err(Error::Moves)?;
        Ok(())
    }

    fn clear(&mut self) {}
}
