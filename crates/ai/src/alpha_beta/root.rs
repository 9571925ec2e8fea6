//! Iterative deepening: how deep, in which window, which move first, and when to end.
//!
//! It knows moves by their numbers alone, so that it is compiled once and not for each game.

use core::time::Duration;
use std::collections::VecDeque;

use super::{
    node::{Found, RestsOn, THE_GAME},
    ordering::{Ranked, sort},
    patience::{Outlook, fallen, usual_time},
    window::{Aspiration, Window},
};
use crate::{Begun, Limits, Score, alpha_beta::Techniques, meter::Stopped, rank::sort_by_rank};

/// Time between two reports.
pub(super) const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The moves that are searched are told from then on; before, they come too fast.
const TELL_MOVES_AFTER: Duration = Duration::from_secs(1);

/// So many positions may be visited in careful iterations beyond those of the others.
const CAREFUL: u64 = 10_000;

/// From this depth on an iteration expects about the value of the last one.
const LEAST_ASPIRATION: u32 = 4;

/// Where there is only one legal move and time is limited, the search goes only so deep: enough to
/// tell what to expect.
const DEPTH_OF_FORCED_MOVE: u32 = 4;

/// What deepening asks of the search of a game, whose moves at the root have numbers.
pub(super) trait Tries {
    /// Begins an iteration.
    fn begin(&mut self, depth: u32, window: Window) -> Result<(), Stopped>;

    /// Searches a move after `tried` others; with `probe` first of all whether it is better than
    /// `alpha`.
    fn search(
        &mut self,
        number: u32,
        tried: usize,
        alpha: Score,
        probe: bool,
    ) -> Result<Found, Stopped>;

    /// Notes the line of the move that was searched last, and tells other threads of it.
    fn keep(&mut self, number: u32, found: &Found);

    /// Whether another thread is at a move.
    fn is_taken(&self, number: u32) -> bool;

    /// Returns a move that is better than `alpha`, if another thread has found one in an iteration as
    /// deep, and what it found; the line is noted.
    fn told(&mut self, alpha: Score) -> Option<(u32, Found)>;

    /// Makes the lines of these moves that were kept those that reports tell.
    fn adopt(&mut self, lines: &[RootLine]);

    /// Whether an estimate was taken at the horizon since this was last [reset](Self::reset_horizon).
    fn met_horizon(&self) -> bool;

    fn reset_horizon(&mut self);

    /// Has the search guess nothing for so many positions; returns how many of the last ones are
    /// left.
    fn be_careful(&mut self, positions: u64) -> u64;

    /// Whether an end of the game was met that has a margin.
    fn has_margins(&self) -> bool;

    /// Positions visited so far.
    fn positions(&self) -> u64;

    /// The time since the search began.
    fn elapsed(&self) -> Duration;

    /// Returns the time since the search began, if somebody wants to know how it stands and the clock
    /// was looked at since this was last asked.
    fn time_looked_at(&mut self) -> Option<Duration>;

    /// Tells how the search stands.
    fn tell(&mut self, findings: &Findings);

    /// Tells which move the search begins with.
    fn tell_begun(&mut self, findings: &Findings, begun: Begun<u32>);
}

/// What the search knows so far.
#[derive(Default, Debug)]
pub(super) struct Findings {
    /// The lines of the last iteration, or of the present one where they are as many.
    pub(super) lines: Vec<RootLine>,
    /// The last iteration that came to its end.
    pub(super) depth: u32,
    /// Whether that worked the position out.
    pub(super) proved: bool,
    /// Whether the search came to its end by itself, and no limit stopped it.
    pub(super) settled: bool,
}

/// A move at the root with its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootLine {
    pub(super) score: Score,
    pub(super) number: u32,
}

/// One thread's search from the root.
#[derive(Debug)]
pub(super) struct Root {
    uses: Techniques,
    /// Half the width of the narrowest window that is expected.
    narrow: i32,
    /// The numbers of the moves, the most promising first.
    order: Vec<u32>,
    findings: Findings,
    lines_wanted: usize,
    depth_wanted: u32,
    first_depth: u32,
    reported: Duration,
    /// Whether every step is told.
    every_step: bool,
    /// Positions visited in careful iterations.
    carefully: u64,
    /// How many iterations in a row met no horizon.
    without_horizon: u32,
    /// By how much the score of the best line has changed with the last iteration, in hundredths.
    change: u32,
    /// The time that a move usually takes, if it may take longer.
    usual_time: Option<Duration>,
    /// Positions visited below each move.
    spent: Vec<u64>,
    /// How many iterations in a row had the same best move.
    steady: usize,
}

/// What an iteration that was not stopped says about the whole position.
#[derive(Clone, Copy, Debug)]
struct Iteration {
    complete: bool,
    rests_on: RestsOn,
    /// No move is better than this.
    bound: Score,
}

impl Root {
    /// A search of moves of these ranks, at most `max_depth` deep, in windows no narrower than twice
    /// `narrow` hundredths. `is_forced` says that there is
    /// one legal move; `helper` is 0 for the thread that is told of and that divides the time.
    pub(super) fn new(
        mut ranked: Vec<Ranked<u32>>,
        (uses, narrow): (Techniques, i32),
        limits: &Limits,
        (max_depth, is_forced): (u32, bool),
        helper: usize,
    ) -> Self {
        sort(&mut ranked);
        let order: Vec<u32> = ranked.into_iter().map(|entry| entry.m).collect();
        let max_depth = limits.depth.unwrap_or(u32::MAX).clamp(1, max_depth);
        let depth_wanted = if limits.time.is_some() && is_forced {
            max_depth.min(DEPTH_OF_FORCED_MOVE)
        } else {
            max_depth
        };
        // Helpers differ in depth, so that they fill the table for each other.
        let first_depth = if uses.iterative || limits.depth.is_none() {
            (1 + helper as u32 % 2).min(depth_wanted)
        } else {
            depth_wanted
        };
        Self {
            uses,
            narrow,
            lines_wanted: limits.lines.clamp(1, order.len()),
            spent: vec![0; order.len()],
            order,
            findings: Findings::default(),
            depth_wanted,
            first_depth,
            reported: Duration::ZERO,
            every_step: limits.every_step,
            carefully: 0,
            without_horizon: 0,
            change: 0,
            usual_time: usual_time(limits).filter(|_| helper == 0),
            steady: 0,
        }
    }

    /// Searches deeper and deeper until a limit is met or the position is worked out.
    pub(super) fn deepen(mut self, tries: &mut dyn Tries) -> Findings {
        for depth in self.first_depth..=self.depth_wanted {
            tries.reset_horizon();
            let before = self.findings.lines.first().copied();
            let Ok(mut iteration) = self.iterate(depth, tries) else { return self.findings };
            self.findings.depth = depth;
            if let (Some(before), Some(line)) = (before, self.findings.lines.first()) {
                self.change = line.score.raw().abs_diff(before.score.raw());
                self.steady = if line.number == before.number { self.steady + 1 } else { 0 };
            }
            if !iteration.complete && self.gets_nowhere(tries) {
                let Ok(careful) = self.iterate_carefully(depth, tries) else {
                    return self.findings;
                };
                iteration = careful;
            }
            self.findings.proved = iteration.complete && iteration.rests_on != THE_GAME;
            if self.every_step {
                tries.tell(&self.findings);
            }
            // Without a horizon the next iteration would be the same.
            if iteration.complete || self.sees_all_ends(tries) || self.is_clear(before, tries) {
                break;
            }
        }
        self.findings.settled = true;
        self.findings
    }

    /// Whether one more iteration met no horizon although it is not complete, and it is time to see
    /// why: after 4 of them, 8 and so on.
    ///
    /// The reason may be that guesses stand in for moves, as after a pass; or that the table does.
    /// If A leads to B and B to A, each of them may be looked up with the depth that it got from the
    /// other in the last iteration, one more each time, and the repetition is never met. Most often
    /// the table just knows the first plies from an earlier search.
    fn gets_nowhere(&mut self, tries: &dyn Tries) -> bool {
        self.without_horizon = if tries.met_horizon() { 0 } else { self.without_horizon + 1 };
        self.without_horizon >= 4 && self.without_horizon.is_power_of_two()
    }

    /// Repeats an iteration without guesses, the table's estimates included, so that all ends and
    /// repetitions are met. This may take much longer, so that it is given up after as many
    /// positions as all iterations took.
    fn iterate_carefully(
        &mut self,
        depth: u32,
        tries: &mut dyn Tries,
    ) -> Result<Iteration, Stopped> {
        let before = tries.positions();
        let most = (before - self.carefully + CAREFUL).saturating_sub(self.carefully);
        tries.be_careful(most);
        let result = self.iterate(depth, tries);
        self.carefully += most - tries.be_careful(0);
        result
    }

    /// Searches each move to a depth, in a window that is widened until the scores lie in it.
    fn iterate(&mut self, depth: u32, tries: &mut dyn Tries) -> Result<Iteration, Stopped> {
        let mut aspiration = self.aspiration(depth);
        loop {
            let window = aspiration.window();
            let mut lines = Vec::with_capacity(self.lines_wanted + 1);
            let result = self.search_moves((depth, window), &mut lines, tries);
            let highest = lines.first().map(|line| line.score);
            let is_whole = lines.len() == self.lines_wanted;
            let is_broken = result.is_err() || highest.is_some_and(|score| score >= window.beta);
            // The best move of the last iteration was searched first: what a broken iteration found
            // is worth more than what was known before it. So is a move that is better than was
            // expected.
            if is_whole {
                self.try_first(&lines);
                // That the game is lost says a search of all moves.
                if !is_broken || highest.is_some_and(|score| score.winner() >= 0) {
                    tries.adopt(&lines);
                    self.adopt(lines);
                }
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
        let lines = &self.findings.lines;
        let is_known = lines.len() == self.lines_wanted && depth >= LEAST_ASPIRATION;
        match (lines.first(), lines.last()) {
            (Some(best), Some(worst)) if is_known && self.uses.aspiration => {
                Aspiration::around(worst.score, best.score, self.change, self.narrow)
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
        lines: &mut Vec<RootLine>,
        tries: &mut dyn Tries,
    ) -> Result<Iteration, Stopped> {
        tries.begin(depth, window)?;
        let mut all = Found::NO_MOVE_YET;
        // The places of moves, and of those that others are at once more behind them.
        let mut places: VecDeque<usize> = (0..self.order.len()).collect();
        let mut met_first = places.len();
        while let Some(tried) = places.pop_front() {
            if tried > 0 && self.is_told(window, lines, &mut all, tries) {
                break;
            }
            let number = self.order[tried];
            let is_full = lines.len() == self.lines_wanted;
            let alpha = self.alpha(window, lines);
            let is_new = met_first > 0;
            met_first = met_first.saturating_sub(1);
            if is_new && tried >= self.lines_wanted && tries.is_taken(number) {
                places.push_back(tried);
                continue;
            }
            let probe = is_full && self.uses.principal_variation;
            if self.every_step && tries.elapsed() >= TELL_MOVES_AFTER {
                tries.tell_begun(&self.findings, Begun { m: number, place: tried + 1, depth });
            }
            let visited = tries.positions();
            let found = tries.search(number, tried, alpha, probe)?;
            self.spent[number as usize] += tries.positions() - visited;
            all.and(found);
            if found.score > alpha {
                tries.keep(number, &found);
                self.enter(RootLine { score: found.score, number }, lines);
            }
            if found.score >= window.beta {
                break;
            }
            self.report_now_and_then(tries);
        }
        Ok(Iteration { complete: all.complete, rests_on: all.rests_on, bound: all.score })
    }

    /// No move is worth anything that is not better than this.
    fn alpha(&self, window: Window, lines: &[RootLine]) -> Score {
        match lines.last() {
            Some(worst) if lines.len() == self.lines_wanted => worst.score,
            _ => window.alpha,
        }
    }

    /// Takes a line in, if it is among the best.
    fn enter(&self, line: RootLine, lines: &mut Vec<RootLine>) {
        let place = lines.partition_point(|other| other.score >= line.score);
        lines.insert(place, line);
        lines.truncate(self.lines_wanted);
    }

    /// Takes the best move from another thread, if that is better, and returns whether it is better
    /// than the window allows. Only the best is told.
    fn is_told(
        &self,
        window: Window,
        lines: &mut Vec<RootLine>,
        all: &mut Found,
        tries: &mut dyn Tries,
    ) -> bool {
        if self.lines_wanted > 1 {
            return false;
        }
        let Some((number, found)) = tries.told(self.alpha(window, lines)) else { return false };
        all.and(found);
        self.enter(RootLine { score: found.score, number }, lines);
        found.score >= window.beta
    }

    /// Has the next iteration try the moves of these lines first.
    fn try_first(&mut self, lines: &[RootLine]) {
        sort_by_rank(&mut self.order, &|&number| {
            let place = lines.iter().position(|line| line.number == number);
            place.unwrap_or(lines.len()) as u64
        });
    }

    /// Makes these the lines.
    fn adopt(&mut self, lines: Vec<RootLine>) {
        self.findings.lines = lines;
        self.findings.proved = false;
    }

    /// Whether enough time was taken for a move as clear as this, where the search may divide its time.
    fn is_clear(&self, before: Option<RootLine>, tries: &dyn Tries) -> bool {
        let (Some(usual), Some(before)) = (self.usual_time, before) else { return false };
        let Some(best) = self.findings.lines.first() else { return false };
        let all = self.spent.iter().sum::<u64>().max(1);
        let outlook = Outlook {
            steady: self.steady,
            fallen: fallen(before.score, best.score),
            share: (self.spent[best.number as usize] * 100 / all) as u32,
        };
        tries.elapsed() >= usual * outlook.percent() / 100
    }

    /// Whether all lines lead to ends within the depth, so that nothing deeper changes who wins. In a
    /// game without margins that is enough; a quicker win may have been reduced or left out.
    fn sees_all_ends(&self, tries: &dyn Tries) -> bool {
        let Findings { lines, depth, .. } = &self.findings;
        let seen = |line: &RootLine| line.score.is_decisive() && line.score.plies() <= *depth;
        !tries.has_margins() && lines.iter().all(seen)
    }

    fn report_now_and_then(&mut self, tries: &mut dyn Tries) {
        if let Some(now) = tries.time_looked_at()
            && !self.findings.lines.is_empty()
            && now - self.reported >= REPORT_EVERY
        {
            self.reported = now;
            tries.tell(&self.findings);
        }
    }
}
