//! Iterative deepening, the moves at the root, and the reports.

use core::time::Duration;

use games_core::{Adjudicate, Evaluate};

use super::{
    ordering::{Ranked, sort},
    search::{Effort, Found, Node, Place, RestsOn, THE_GAME, Worker},
    window::{Aspiration, Window},
};
use crate::{
    Limits, Line, Report, Score, Value,
    meter::Stopped,
    rank::sort_by_rank,
    searcher::{Observer, names_any},
    table::NO_MOVE,
    threads::Visited,
};

/// Time between two reports.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(100);

/// So many positions may be visited in careful iterations beyond those of the others.
const CAREFUL: u64 = 10_000;

/// From this depth on an iteration expects about the value of the last one.
const LEAST_ASPIRATION: u32 = 4;

/// Where there is only one legal move and time is limited, the search goes only so deep: enough to
/// tell what to expect.
const DEPTH_OF_FORCED_MOVE: u32 = 4;

/// One thread's search from the root.
#[derive(Debug)]
pub(super) struct Root<'a, G: Adjudicate> {
    worker: Worker<'a, G>,
    state: G::State,
    /// The moves, the most promising first.
    moves: Vec<G::Move>,
    /// The lines of the last iteration, or of the present one where they are as many.
    lines: Vec<RootLine<G::Move>>,
    lines_wanted: usize,
    depth_wanted: u32,
    first_depth: u32,
    depth: u32,
    /// Whether the last iteration worked the position out.
    proved: bool,
    reported: Duration,
    /// Positions visited in careful iterations.
    carefully: u64,
    /// How many iterations in a row met no horizon.
    without_horizon: u32,
    /// By how much the score of the best line has changed with the last iteration, in hundredths.
    change: u32,
}

/// A move at the root with its line and score.
#[derive(Clone, Debug)]
struct RootLine<M> {
    score: Score,
    pv: Vec<M>,
}

/// What an iteration that was not stopped says about the whole position.
#[derive(Clone, Copy, Debug)]
struct Iteration {
    complete: bool,
    rests_on: RestsOn,
    /// No move is better than this.
    bound: Score,
}

type Reporting<'o, M> = Option<Observer<'o, M>>;

impl<'a, G: Adjudicate + Evaluate> Root<'a, G> {
    /// A search of a position with these legal moves, among which the search looks at `only` some;
    /// at all, if that names none of them. `helper` is 0 for the thread whose result counts.
    pub(super) fn new(
        worker: Worker<'a, G>,
        state: &G::State,
        (moves, only): (&[G::Move], &[G::Move]),
        limits: &Limits,
        helper: usize,
    ) -> Self {
        let horizon = worker.clocks.horizon(0, state);
        let known = worker.shared.table.get(worker.table_key(state, horizon));
        let best = known.map_or(NO_MOVE, |entry| entry.best);
        let is_forced = moves.len() == 1;
        let all = !names_any(moves, only);
        let mut ranked = Vec::with_capacity(moves.len());
        let hint = worker.game.order_hints(state, worker.shared.last);
        for (index, &m) in moves.iter().enumerate() {
            if all || only.contains(&m) {
                let index = index.min(usize::from(NO_MOVE)) as u16;
                let mut entry = Ranked::unranked(m, index);
                if index == best && best != NO_MOVE {
                    entry.rank = i64::MAX;
                } else {
                    entry.set_rank(if worker.uses.hints { hint(m) } else { 0 }, 0);
                }
                ranked.push(entry);
            }
        }
        let moves = in_order(ranked);
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, worker.shared.max_ply);
        let depth_wanted = if limits.time.is_some() && is_forced {
            max_depth.min(DEPTH_OF_FORCED_MOVE)
        } else {
            max_depth
        };
        // Helpers differ in depth, so that they fill the table for each other.
        let first_depth = if worker.uses.iterative || limits.depth.is_none() {
            (1 + helper as u32 % 2).min(depth_wanted)
        } else {
            depth_wanted
        };
        Self {
            state: state.clone(),
            lines: Vec::new(),
            lines_wanted: limits.lines.clamp(1, moves.len()),
            moves,
            depth_wanted,
            first_depth,
            depth: 0,
            proved: false,
            reported: Duration::ZERO,
            carefully: 0,
            without_horizon: 0,
            change: 0,
            worker,
        }
    }

    /// Searches deeper and deeper until a limit is met or the position is worked out.
    pub(super) fn deepen(&mut self, mut observer: Reporting<'_, G::Move>) -> Report<G::Move> {
        for depth in self.first_depth..=self.depth_wanted {
            self.worker.estimated = false;
            let before = self.lines.first().map(|line| line.score);
            let Ok(mut iteration) = self.iterate(depth, &mut observer) else { break };
            self.depth = depth;
            if let (Some(before), Some(line)) = (before, self.lines.first()) {
                self.change = line.score.raw().abs_diff(before.raw());
            }
            if !iteration.complete && self.gets_nowhere() {
                let Ok(careful) = self.iterate_carefully(depth, &mut observer) else { break };
                iteration = careful;
            }
            self.proved = iteration.complete && iteration.rests_on != THE_GAME;
            // Without a horizon the next iteration would be the same.
            if iteration.complete || self.sees_all_ends() {
                break;
            }
        }
        Report { nodes: self.worker.meter.positions(), ..self.report() }
    }

    /// Searches like [`deepen`](Self::deepen), for the sake of the table alone.
    pub(super) fn help(mut self) -> Visited {
        self.deepen(None);
        Visited {
            positions: self.worker.meter.positions(),
            deepest: self.worker.deepest as u32,
            ..Visited::default()
        }
    }

    /// Whether one more iteration met no horizon although it is not complete, and it is time to see
    /// why: after 4 of them, 8 and so on.
    ///
    /// The reason may be that guesses stand in for moves, as after a pass; or that the table does.
    /// If A leads to B and B to A, each of them may be looked up with the depth that it got from the
    /// other in the last iteration, one more each time, and the repetition is never met. Most often
    /// the table just knows the first plies from an earlier search.
    fn gets_nowhere(&mut self) -> bool {
        self.without_horizon = if self.worker.estimated { 0 } else { self.without_horizon + 1 };
        self.without_horizon >= 4 && self.without_horizon.is_power_of_two()
    }

    /// Repeats an iteration without guesses, the table's estimates included, so that all ends and
    /// repetitions are met. This may take much longer, so that it is given up after as many
    /// positions as all iterations took.
    fn iterate_carefully(
        &mut self,
        depth: u32,
        observer: &mut Reporting<'_, G::Move>,
    ) -> Result<Iteration, Stopped> {
        let before = self.worker.meter.positions();
        let most = (before - self.carefully + CAREFUL).saturating_sub(self.carefully);
        self.worker.careful = most;
        let result = self.iterate(depth, observer);
        self.carefully += most - self.worker.careful;
        self.worker.careful = 0;
        result
    }

    /// Searches each move to a depth, in a window that is widened until the scores lie in it.
    fn iterate(
        &mut self,
        depth: u32,
        observer: &mut Reporting<'_, G::Move>,
    ) -> Result<Iteration, Stopped> {
        let mut aspiration = self.aspiration(depth);
        loop {
            let window = aspiration.window();
            let mut lines = Vec::with_capacity(self.lines_wanted + 1);
            let result = self.search_moves((depth, window), &mut lines, observer);
            let highest = lines.first().map(|line| line.score);
            let is_whole = lines.len() == self.lines_wanted;
            // The best move of the last iteration was searched first: what a broken iteration found
            // is worth more than what was known before it. So is a move that is better than was
            // expected.
            if is_whole {
                self.adopt(lines);
            }
            let iteration = result?;
            match highest {
                Some(score) if score >= window.beta => aspiration.rose_to(score),
                _ if !is_whole && window.alpha > Window::FULL.alpha => {
                    aspiration.fell_to(iteration.bound.min(window.alpha));
                }
                _ => return Ok(iteration),
            }
        }
    }

    /// The window for an iteration.
    fn aspiration(&self, depth: u32) -> Aspiration {
        let is_known = self.lines.len() == self.lines_wanted && depth >= LEAST_ASPIRATION;
        match (self.lines.first(), self.lines.last()) {
            (Some(best), Some(worst)) if is_known && self.worker.uses.aspiration => {
                Aspiration::around(worst.score, best.score, self.change)
            }
            _ => Aspiration::open(),
        }
    }

    /// Searches each move to a depth. The best lines so far stand in `lines`, the best first.
    ///
    /// Ends at once when a move is better than the window allows.
    fn search_moves(
        &mut self,
        (depth, window): (u32, Window),
        lines: &mut Vec<RootLine<G::Move>>,
        observer: &mut Reporting<'_, G::Move>,
    ) -> Result<Iteration, Stopped> {
        let worker = &mut self.worker;
        worker.begin()?;
        worker.last_extension = 2 * depth as usize;
        let place = Place { ply: 0, depth: depth as i32 };
        let side = worker.game.to_move(&self.state);
        let node = Node {
            side,
            context: worker.context(side, 0),
            place,
            window,
            must_answer: worker.game.must_answer(&self.state),
            estimate: None,
        };
        let mut all = Found::NO_MOVE_YET;
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            let is_full = lines.len() == self.lines_wanted;
            let alpha = if is_full { lines[lines.len() - 1].score } else { window.alpha };
            let effort = Effort {
                probe: is_full && self.worker.uses.principal_variation,
                reduction: self.worker.reduction(&self.state, &node, m, i),
            };
            self.worker.line(1).clear();
            let found = self.worker.child(&mut self.state, &node, m, alpha, effort)?;
            all.and(found);
            if found.score > alpha {
                self.worker.extend_line(0, m);
                let place = lines.partition_point(|line| line.score >= found.score);
                let pv = self.worker.line(0).clone();
                lines.insert(place, RootLine { score: found.score, pv });
                lines.truncate(self.lines_wanted);
            }
            if found.score >= window.beta {
                break;
            }
            self.report_now_and_then(observer);
        }
        Ok(Iteration { complete: all.complete, rests_on: all.rests_on, bound: all.score })
    }

    /// Makes these the lines, and has the next iteration try their moves first.
    fn adopt(&mut self, lines: Vec<RootLine<G::Move>>) {
        sort_by_rank(&mut self.moves, &|m| {
            let mut place = 0;
            while place < lines.len() && lines[place].pv[0] != *m {
                place += 1;
            }
            place as u64
        });
        self.lines = lines;
        self.proved = false;
    }

    /// Whether all lines lead to ends within the depth, so that nothing deeper changes who wins. In a
    /// game without margins that is enough; a quicker win may have been reduced or left out.
    fn sees_all_ends(&self) -> bool {
        let depth = self.depth;
        let seen = |line: &RootLine<_>| line.score.is_decisive() && line.score.plies() <= depth;
        !self.worker.shared.table.has_margins() && self.lines.iter().all(seen)
    }

    fn report_now_and_then(&mut self, observer: &mut Reporting<'_, G::Move>) {
        if !core::mem::take(&mut self.worker.looked) || self.lines.is_empty() {
            return;
        }
        let Some(observer) = observer else { return };
        let now = self.worker.meter.elapsed();
        if now - self.reported >= REPORT_EVERY {
            self.reported = now;
            observer(&self.report());
        }
    }

    fn report(&self) -> Report<G::Move> {
        let has_margins = self.worker.shared.table.has_margins();
        let rules = self.worker.clocks.rules();
        let mut lines = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            let value = Value::from_score(line.score, has_margins, self.proved);
            lines.push(Line::new(line.pv.clone(), rules.at_root(value)));
        }
        if lines.is_empty() {
            lines.push(Line::new(vec![self.moves[0]], Value::Unknown));
        }
        Report {
            lines,
            nodes: self.worker.meter.all_positions(),
            depth: self.depth,
            selective_depth: self.worker.deepest as u32,
            simulations: 0,
            memory_permille: self.worker.shared.table.permille(),
            time: self.worker.meter.elapsed(),
        }
    }
}

/// Returns the moves, the highest ranks first.
fn in_order<M: Copy>(mut ranked: Vec<Ranked<M>>) -> Vec<M> {
    sort(&mut ranked);
    let mut moves = Vec::with_capacity(ranked.len());
    for entry in ranked {
        moves.push(entry.m);
    }
    moves
}
