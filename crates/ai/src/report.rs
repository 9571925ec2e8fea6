//! What a search has found.

use core::time::Duration;

use crate::Score;

/// The state of a search: sent to the observer on the way and returned at the end.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Report<M> {
    /// The best lines, the best first; empty only in a finished game.
    pub lines: Vec<Line<M>>,
    /// Positions visited.
    pub nodes: u64,
    /// Plies of the deepest complete iteration (alpha-beta) or of the principal variation.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Playouts (Monte Carlo tree search).
    pub simulations: u64,
    /// Permille of the table or tree in use.
    pub memory_permille: u32,
    /// Wall time so far.
    pub time: Duration,
    /// The move at the root that the search begins with now, where that is what the report is sent
    /// for ([`Limits::every_step`](crate::Limits::every_step)).
    pub begun: Option<Begun<M>>,
}

/// A move at the root with which a search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Begun<M> {
    /// The move.
    pub m: M,
    /// Its place in the order in which moves are searched, from 1 on.
    pub place: usize,
    /// The plies of the iteration.
    pub depth: u32,
}

impl<M: Copy> Report<M> {
    /// A report on nothing.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            lines: Vec::new(),
            nodes: 0,
            depth: 0,
            selective_depth: 0,
            simulations: 0,
            memory_permille: 0,
            time: Duration::ZERO,
            begun: None,
        }
    }

    /// Returns the best move; `None` in a finished game.
    #[must_use]
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.pv.first().copied())
    }

    /// Returns the same report with these moves in place of those of each line.
    pub(crate) fn with_lines<N>(&self, moves: &mut dyn FnMut(&[M]) -> Vec<N>) -> Report<N> {
        let Self { nodes, depth, selective_depth, simulations, memory_permille, time, .. } = *self;
        let mut lines = Vec::with_capacity(self.lines.len());
        for line in &self.lines {
            lines.push(Line { pv: moves(&line.pv), value: line.value, visits: line.visits });
        }
        Report {
            lines,
            nodes,
            depth,
            selective_depth,
            simulations,
            memory_permille,
            time,
            begun: None,
        }
    }

    /// Puts another report on the same search in its place if that knows more: what is proved, or
    /// what was searched deeper.
    pub(crate) fn give_way_to(&mut self, other: Self) {
        let knowledge =
            |report: &Self| (matches!(report.value(), Some(Value::Exact { .. })), report.depth);
        if knowledge(&other) > knowledge(self) {
            *self = other;
        }
    }

    /// Returns the value of the best line.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        self.lines.first().map(|line| line.value)
    }
}

/// A line of play and what it is worth.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Line<M> {
    /// The moves, at least one.
    pub pv: Vec<M>,
    /// The value for the side to move at the root.
    pub value: Value,
    /// How often the first move was visited (Monte Carlo tree search).
    pub visits: u64,
}

impl<M> Line<M> {
    /// A line of at least one move, with its value, that no visits were counted for.
    #[must_use]
    pub const fn new(pv: Vec<M>, value: Value) -> Self {
        Self { pv, value, visits: 0 }
    }
}

/// A value for the side to move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Value {
    /// Nothing was worked out.
    Unknown,
    /// An estimate in hundredths of the game's unit.
    Estimate(i32),
    /// The mean result of playouts, in -1 to 1.
    Expected(f64),
    /// Neither proved nor disproved (proof-number search).
    Unproved {
        /// What is asked: whether the result is at least +1, a win, or at least 0, a draw.
        at_least: i8,
        /// How many positions on the horizon have at least to be proved for a yes.
        proof: u32,
        /// How many have at least to be disproved for a no.
        disproof: u32,
    },
    /// Proved for this game in progress, with its clock, its length and its repetitions.
    Exact {
        /// +1 a win, 0 a draw, -1 a loss.
        result: i8,
        /// The final margin in half points, where the game has one and it was worked out: a search
        /// may have proved who wins and not yet by how much.
        margin: Option<i32>,
        /// Plies to the end of the game along the line found, where they were worked out; unless
        /// the search was exhaustive there may be a quicker win.
        plies: Option<u32>,
    },
}

impl Value {
    /// The value that belongs to an alpha-beta score. `proved` says whether the search was
    /// exhaustive: only then is a score that is not decisive a draw and no estimate, and a margin
    /// final.
    pub(crate) fn from_score(score: Score, has_margin: bool, proved: bool) -> Self {
        if score.is_decisive() {
            Self::Exact {
                result: score.winner() as i8,
                margin: (has_margin && proved).then(|| score.margin()),
                plies: Some(score.plies()),
            }
        } else if proved {
            Self::Exact { result: 0, margin: has_margin.then_some(0), plies: None }
        } else {
            Self::Estimate(score.raw())
        }
    }

    /// Returns the value in the game's unit (discs, points, pawns): the margin where it is exact,
    /// 1, 0 or -1 for a result without a margin, the mean result for playouts.
    #[must_use]
    pub fn in_units(self) -> Option<f64> {
        match self {
            Self::Unknown | Self::Unproved { .. } => None,
            Self::Estimate(hundredths) => Some(f64::from(hundredths) / 100.0),
            Self::Expected(mean) => Some(mean),
            Self::Exact { margin: Some(half_points), .. } => Some(f64::from(half_points) / 2.0),
            Self::Exact { result, .. } => Some(f64::from(result)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(best: char, depth: u32, value: Value) -> Report<char> {
        Report { lines: vec![Line::new(vec![best], value)], depth, ..Report::empty() }
    }

    #[test]
    fn a_report_gives_way_to_what_is_proved_and_then_to_what_is_deeper() {
        let estimate = Value::Estimate(7);
        let win = Value::Exact { result: 1, margin: None, plies: Some(3) };
        let nothing = Report::empty();
        for (held, other, expected) in [
            (report('a', 4, estimate), report('b', 5, estimate), Some('b')),
            (report('a', 5, estimate), report('b', 5, estimate), Some('a')),
            (report('a', 5, estimate), report('b', 4, estimate), Some('a')),
            (report('a', 5, estimate), report('b', 2, win), Some('b')),
            (report('a', 2, win), report('b', 5, estimate), Some('a')),
            (report('a', 0, Value::Unknown), nothing.clone(), Some('a')),
        ] {
            let mut held = held;
            held.give_way_to(other);
            assert_eq!(held.best(), expected);
        }
    }
}
