//! The moves at the root: all of a search from there that is compiled for each game.

use core::time::Duration;

use games_core::{Adjudicate, Evaluate};

use super::{
    busy::Task,
    node::{Effort, Found, Node, Place, Trend},
    ordering::Ranked,
    root::{Findings, RootLine, Tries},
    search::Worker,
    window::Window,
};
use crate::{
    Begun, Line, Report, Score, Value,
    meter::Stopped,
    searcher::{Observer, names_any},
    table::NO_MOVE,
    threads::Visited,
};

/// The moves at the root and the search that tries them.
pub(super) struct RootMoves<'a, 'o, G: Adjudicate> {
    worker: Worker<'a, G>,
    /// What stands for the root where threads tell of moves by their numbers.
    key: u64,
    state: G::State,
    node: Node,
    /// By their numbers, as the other lists.
    moves: Vec<G::Move>,
    /// The lines that were found last.
    found: Vec<Vec<G::Move>>,
    /// Those that reports tell.
    adopted: Vec<Vec<G::Move>>,
    observer: Option<Observer<'o, G::Move>>,
}

impl<'a, 'o, G: Adjudicate + Evaluate> RootMoves<'a, 'o, G> {
    /// The moves of a position with these legal ones: `only` some, or all if that names none of
    /// them.
    pub(super) fn new(
        worker: Worker<'a, G>,
        state: &G::State,
        (moves, only): (&[G::Move], &[G::Move]),
        observer: Option<Observer<'o, G::Move>>,
    ) -> Self {
        let all = !names_any(moves, only);
        let mut named = Vec::with_capacity(moves.len());
        let (mut found, mut adopted) = (Vec::new(), Vec::new());
        for &m in moves {
            if all || only.contains(&m) {
                named.push(m);
                found.push(Vec::new());
                adopted.push(Vec::new());
            }
        }
        let side = worker.game.to_move(state);
        let node = Node {
            side,
            context: worker.context(side, 0),
            place: Place { ply: 0, depth: 0 },
            window: Window::FULL,
            must_answer: worker.game.must_answer(state),
            estimate: None,
            choices: moves.len(),
            trend: Trend::Unknown,
        };
        // No other position of the search has this key.
        let key = !worker.game.key(state);
        Self { worker, key, state: state.clone(), node, moves: named, found, adopted, observer }
    }

    /// Returns the numbers of the moves with their ranks, of these legal ones: the move that the
    /// table knows first, then by the game's hints.
    pub(super) fn ranked(&self, legal: &[G::Move]) -> Vec<Ranked<u32>> {
        let Self { worker, state, moves, .. } = self;
        let horizon = worker.clocks.horizon(0, state);
        let known = worker.shared.table.get(worker.table_key(state, horizon));
        let best = known.map_or(NO_MOVE, |entry| entry.best);
        let hint = worker.game.order_hints(state, worker.shared.last);
        let mut ranked = Vec::with_capacity(moves.len());
        for (index, m) in legal.iter().enumerate() {
            let number = ranked.len();
            if moves.get(number) == Some(m) {
                let index = index.min(usize::from(NO_MOVE)) as u16;
                let mut entry = Ranked::unranked(number as u32, index);
                if index == best && best != NO_MOVE {
                    entry.rank = i64::MAX;
                } else {
                    entry.set_rank(if worker.uses.hints { hint(*m) } else { 0 }, 0);
                }
                ranked.push(entry);
            }
        }
        ranked
    }

    /// What was done.
    pub(super) fn visited(&self) -> Visited {
        Visited {
            positions: self.worker.meter.positions(),
            deepest: self.worker.deepest as u32,
            ..Visited::default()
        }
    }

    /// Returns what is known now; all threads together have visited so many positions.
    pub(super) fn report(&self, findings: &Findings, positions: u64) -> Report<G::Move> {
        let has_margins = self.has_margins();
        let rules = self.worker.clocks.rules();
        let mut lines = Vec::with_capacity(findings.lines.len());
        for line in &findings.lines {
            let value = Value::from_score(line.score, has_margins, findings.proved);
            let pv = self.adopted[line.number as usize].clone();
            lines.push(Line::new(pv, rules.at_root(value)));
        }
        if lines.is_empty() {
            lines.push(Line::new(vec![self.moves[0]], Value::Unknown));
        }
        Report {
            lines,
            nodes: positions,
            depth: findings.depth,
            selective_depth: self.worker.deepest as u32,
            simulations: 0,
            memory_permille: self.worker.shared.table.permille(),
            time: self.worker.meter.elapsed(),
            begun: None,
        }
    }
}

impl<G: Adjudicate + Evaluate> RootMoves<'_, '_, G> {
    fn tell_with(&mut self, findings: &Findings, begun: Option<Begun<G::Move>>) {
        let report = self.report(findings, self.worker.meter.all_positions());
        if let Some(observer) = &mut self.observer {
            observer(&Report { begun, ..report });
        }
    }
}

impl<G: Adjudicate + Evaluate> Tries for RootMoves<'_, '_, G> {
    fn begin(&mut self, depth: u32, window: Window) -> Result<(), Stopped> {
        self.worker.begin()?;
        self.worker.last_extension = 2 * depth as usize;
        self.node.place.depth = depth as i32;
        self.node.window = window;
        Ok(())
    }

    fn search(
        &mut self,
        number: u32,
        tried: usize,
        alpha: Score,
        probe: bool,
    ) -> Result<Found, Stopped> {
        let Self { worker, state, node, .. } = self;
        let m = self.moves[number as usize];
        let reduction = worker.reduction(state, node, m, tried);
        worker.line(1).clear();
        let effort = Effort { probe, reduction };
        match worker.shared.busy {
            Some(busy) => {
                let task = Task::new(self.key, number as u16);
                worker.noted_child((busy, task), state, node, m, (alpha, effort))
            }
            None => worker.child(state, node, m, alpha, effort),
        }
    }

    fn keep(&mut self, number: u32, found: &Found) {
        let Self { worker, node, key, .. } = self;
        let place = number as usize;
        worker.extend_line(0, self.moves[place]);
        self.found[place].clone_from(worker.line(0));
        worker.note(*key, node.place, node.window, (found, number as u16, false));
    }

    fn is_taken(&self, number: u32) -> bool {
        let task = Task::new(self.key, number as u16);
        self.worker.shared.busy.is_some_and(|busy| busy.has(task))
    }

    fn told(&mut self, alpha: Score) -> Option<(u32, Found)> {
        let Self { worker, state, node, key, .. } = self;
        let horizon = worker.clocks.horizon(0, state);
        let window = Window { alpha, ..node.window };
        let (found, _) = worker.noted_move(*key, node.place, window, horizon)?;
        let line = worker.line(0);
        let number = self.moves.iter().position(|m| line.first() == Some(m))?;
        self.found[number].clone_from(line);
        Some((number as u32, found))
    }

    fn adopt(&mut self, lines: &[RootLine]) {
        for line in lines {
            let number = line.number as usize;
            core::mem::swap(&mut self.adopted[number], &mut self.found[number]);
        }
    }

    fn met_horizon(&self) -> bool {
        self.worker.estimated
    }

    fn reset_horizon(&mut self) {
        self.worker.estimated = false;
    }

    fn be_careful(&mut self, positions: u64) -> u64 {
        core::mem::replace(&mut self.worker.careful, positions)
    }

    fn has_margins(&self) -> bool {
        self.worker.shared.table.has_margins()
    }

    fn positions(&self) -> u64 {
        self.worker.meter.positions()
    }

    fn elapsed(&self) -> Duration {
        self.worker.meter.elapsed()
    }

    fn time_looked_at(&mut self) -> Option<Duration> {
        let looked = core::mem::take(&mut self.worker.looked);
        (looked && self.observer.is_some()).then(|| self.worker.meter.elapsed())
    }

    fn tell(&mut self, findings: &Findings) {
        self.tell_with(findings, None);
    }

    fn tell_begun(&mut self, findings: &Findings, begun: Begun<u32>) {
        let Begun { m, place, depth } = begun;
        self.tell_with(findings, Some(Begun { m: self.moves[m as usize], place, depth }));
    }
}
