//! What a search has found, as a report in which moves are their places in generation order.

use core::cmp::Reverse;

use games_core::Side;

use super::{
    goals::Questions,
    numbers::{Numbers, Summary},
    search::{Child, Search, Verdict},
};
use crate::{
    Line, Report, Value,
    rank::{largest_first, sort_by_rank},
};

/// Reports on a search that goes on: the most promising move and the numbers of the root.
pub(super) fn report_on_the_way(search: &Search<'_>, mover: Side) -> Report<u32> {
    let (children, numbers) = search.at_root();
    let turn = search.knowledge.turn_of(mover);
    let best = Summary::new(turn, children.iter().map(|child| child.numbers)).best;
    let value = unproved(numbers, search.knowledge.attacker == mover);
    let line = Line::new(vec![children[best].index], value);
    Report { lines: vec![line], depth: 1, ..figures(search) }
}

/// Reports on a search that has ended.
pub(super) fn report(search: &mut Search<'_>, questions: &Questions, lines: usize) -> Report<u32> {
    let mover = search.mover();
    let moves = Moves { questions, mover };
    let mut order: Vec<usize> = (0..questions.win.children.len()).collect();
    sort_by_rank(&mut order, &|&place| largest_first(moves.promise(place)));
    if let Some(best) = moves.deciding() {
        order.retain(|&place| place != best);
        order.insert(0, best);
    }
    let mut report = figures(search);
    for (rank, place) in order.into_iter().take(lines.max(1)).enumerate() {
        let value = if rank == 0 { moves.value() } else { moves.value_of(place) };
        // The question that has more to say about the move.
        let is_loss = match value {
            Value::Exact { result: 1, .. } => questions.win.verdict != Verdict::Proved,
            Value::Exact { result: -1, .. } => questions.loss.children[place].numbers.proof == 0,
            Value::Exact { .. } | Value::Unproved { at_least: 0, .. } => true,
            _ => false,
        };
        search.knowledge.attacker = if is_loss { mover.other() } else { mover };
        let pv = search.knowledge.line(search.positions, questions.win.children[place].index);
        report.lines.push(Line::new(pv, value));
    }
    report.depth = report.lines[0].pv.len() as u32;
    report.selective_depth = report.selective_depth.max(report.depth);
    report
}

fn figures(search: &Search<'_>) -> Report<u32> {
    Report {
        nodes: search.meter.positions(),
        selective_depth: search.deepest.saturating_sub(1),
        memory_permille: search.knowledge.table.permille(),
        time: search.meter.elapsed(),
        ..Report::empty()
    }
}

/// The numbers of a question as the side to move sees them: it does not lose if it is disproved
/// that the other side wins.
const fn unproved(numbers: Numbers, is_win: bool) -> Value {
    let Numbers { proof, disproof } = numbers;
    if is_win {
        Value::Unproved { at_least: 1, proof, disproof }
    } else {
        Value::Unproved { at_least: 0, proof: disproof, disproof: proof }
    }
}

const fn exact(result: i8) -> Value {
    Value::Exact { result, margin: None, plies: None }
}

/// The moves of the root, seen with both questions.
struct Moves<'a> {
    questions: &'a Questions,
    mover: Side,
}

impl Moves<'_> {
    fn of(&self, place: usize) -> (&Child, &Child) {
        (&self.questions.win.children[place], &self.questions.loss.children[place])
    }

    /// The value of the position.
    fn value(&self) -> Value {
        let Questions { win, loss } = self.questions;
        match (self.questions.result(), win.verdict, loss.verdict) {
            (Some(result), ..) => exact(result),
            (None, Verdict::Open, _) => unproved(win.numbers(self.mover), true),
            (None, Verdict::Disproved { .. }, Verdict::Open) => {
                unproved(loss.numbers(self.mover), false)
            }
            _ => Value::Unknown,
        }
    }

    /// The move that decides the position or is safe.
    fn deciding(&self) -> Option<usize> {
        let Questions { win, loss } = self.questions;
        let with = |is_it: fn(&Child) -> bool, children: &[Child]| children.iter().position(is_it);
        match (win.verdict, loss.verdict) {
            (Verdict::Proved, _) => with(|child| child.numbers.proof == 0, &win.children),
            (_, Verdict::Disproved { .. }) => {
                with(|child| child.numbers.disproof == 0, &loss.children)
            }
            // All moves lose: the one that was hardest to refute.
            (Verdict::Disproved { drawn: false }, _) | (_, Verdict::Proved) => {
                let effort = |&place: &usize| {
                    let (win, loss) = self.of(place);
                    (win.effort.max(loss.effort), Reverse(place))
                };
                (0..win.children.len()).max_by_key(effort)
            }
            _ => None,
        }
    }

    /// The value of one move.
    fn value_of(&self, place: usize) -> Value {
        let (win, loss) = self.of(place);
        let is_lost = win.numbers.disproof == 0 && win.grounds.is_sure() && !win.grounds.drawn;
        let is_not_won = win.numbers.disproof == 0 && win.grounds.is_sure();
        let is_not_lost = loss.numbers.disproof == 0 && loss.grounds.is_sure();
        if win.numbers.proof == 0 {
            exact(1)
        } else if loss.numbers.proof == 0 || is_lost {
            exact(-1)
        } else if is_not_won && is_not_lost {
            exact(0)
        } else if win.numbers.disproof != 0 {
            unproved(win.numbers, true)
        } else {
            Value::Unknown
        }
    }

    /// How good a move looks: the easier it seems to win and the harder to lose, the better.
    fn promise(&self, place: usize) -> f64 {
        match self.value_of(place) {
            Value::Exact { result: 1, .. } => f64::INFINITY,
            Value::Exact { result: -1, .. } => f64::NEG_INFINITY,
            _ => {
                let ease = |n: Numbers| {
                    (f64::from(n.disproof) + 1.0).ln() - (f64::from(n.proof) + 1.0).ln()
                };
                let (win, loss) = self.of(place);
                ease(win.numbers) - ease(loss.numbers)
            }
        }
    }
}
