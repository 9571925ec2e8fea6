//! The two questions that together tell win, draw and loss, and how time is divided among them.

use games_core::Side;

use super::{
    exhaust::{Failure, numbers_of},
    grounds::Grounds,
    numbers::{Numbers, Summary, Turn},
    search::{Child, Search, Verdict},
};
use crate::meter::Stopped;

/// Whether one of the sides wins.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) attacker: Side,
    pub(super) verdict: Verdict,
    /// The moves of the root, seen with this question.
    pub(super) children: Vec<Child>,
    /// Whether all of them were looked at.
    is_begun: bool,
}

impl Question {
    fn new(attacker: Side, moves: &[u32]) -> Self {
        let children = moves.iter().copied().map(Child::new).collect();
        Self { attacker, verdict: Verdict::Open, children, is_begun: false }
    }

    fn is_open(&self) -> bool {
        self.verdict == Verdict::Open
    }

    fn turn(&self, mover: Side) -> Turn {
        if mover == self.attacker { Turn::Attacker } else { Turn::Defender }
    }

    /// The numbers of the root, where `mover` is to move.
    pub(super) fn numbers(&self, mover: Side) -> Numbers {
        Summary::new(self.turn(mover), self.children.iter().map(|child| child.numbers)).numbers
    }
}

/// Does the side to move win, and does the other side?
#[derive(Clone, Debug)]
pub(super) struct Questions {
    pub(super) win: Question,
    pub(super) loss: Question,
}

/// Positions that the first turn of each question may visit.
pub(super) const FIRST_TURN: u64 = 1 << 14;

/// One part in so many of a turn may be spent on the attempt to work out everything, in a game in
/// which positions do not come again.
const EXHAUST_SHARE: u64 = 4;

impl Questions {
    /// The questions about a position with these moves.
    pub(super) fn new(mover: Side, moves: &[u32]) -> Self {
        Self { win: Question::new(mover, moves), loss: Question::new(mover.other(), moves) }
    }

    /// The result for the side to move, once it is known.
    pub(super) fn result(&self) -> Option<i8> {
        match (self.win.verdict, self.loss.verdict) {
            (Verdict::Proved, _) | (_, Verdict::Disproved { drawn: false }) => Some(1),
            (_, Verdict::Proved) | (Verdict::Disproved { drawn: false }, _) => Some(-1),
            (Verdict::Disproved { .. }, Verdict::Disproved { .. }) => Some(0),
            _ => None,
        }
    }

    /// Searches until the result is known or the search is stopped.
    ///
    /// As long as no draw was met, a position that is not won is lost, and one question is enough.
    /// From then on they take turns, each twice as long as the last: one may be out of reach where
    /// the other one is easy.
    ///
    /// After each round it is tried whether all positions within reach are few enough to be worked
    /// out.
    pub(super) fn answer(
        &mut self,
        search: &mut Search<'_>,
        is_restricted: bool,
        progress: &mut dyn FnMut(&Search<'_>),
    ) -> Result<(), Stopped> {
        let mut turn = search.bounds.first_turn;
        let mut may_fit = true;
        while self.result().is_none() && (self.win.is_open() || self.loss.is_open()) {
            for is_loss in [false, true] {
                let needs_both = search.met.draw || !self.win.is_open();
                let (question, other) =
                    if is_loss { (&mut self.loss, &self.win) } else { (&mut self.win, &self.loss) };
                if !question.is_open() || (is_loss && !needs_both) {
                    continue;
                }
                let visited = search.meter.positions();
                let until = if other.is_open() { visited.saturating_add(turn) } else { u64::MAX };
                question.search(search, is_restricted, until, progress)?;
                if self.result().is_some() {
                    return Ok(());
                }
            }
            if may_fit {
                // Proof numbers are at their worst where play goes in circles.
                let share = if search.met.repetition { 1 } else { EXHAUST_SHARE };
                let is_last = !self.win.is_open() && !self.loss.is_open();
                let most = if is_last { u64::MAX } else { turn / share };
                may_fit = self.exhaust(search, is_restricted, most)?;
            }
            turn = turn.saturating_mul(2);
        }
        Ok(())
    }

    /// Answers both questions by working out all positions, if so many visits are enough. Returns
    /// whether it is worth another try with more of them.
    fn exhaust(
        &mut self,
        search: &mut Search<'_>,
        is_restricted: bool,
        most: u64,
    ) -> Result<bool, Stopped> {
        let moves: Vec<_> = self.win.children.iter().map(|child| child.index).collect();
        let (winners, best) = match search.exhaust((&moves, is_restricted), most) {
            Ok(found) => found,
            Err(Failure::TooMany) => return Ok(true),
            Err(Failure::TooBig) => return Ok(false),
            Err(Failure::Stopped) => return Err(Stopped),
        };
        let mover = self.win.attacker;
        for question in [&mut self.win, &mut self.loss] {
            for (child, &winner) in question.children.iter_mut().zip(&winners) {
                child.numbers = numbers_of(winner, question.attacker);
                child.grounds = if winner.is_none() { Grounds::DRAWN } else { Grounds::LOST };
            }
            question.is_begun = true;
            // Other moves may be as good, but only by a detour.
            let turn = question.turn(mover);
            for child in question.children.iter_mut().filter(|child| child.index != best) {
                if winners.contains(&Some(mover)) && child.numbers.own(turn) == 0 {
                    child.numbers = Numbers { proof: 1, disproof: 1 };
                }
            }
            let numbers = question.numbers(mover);
            let drawn = question.children.iter().any(|child| child.grounds.drawn);
            question.verdict = match numbers {
                Numbers::PROVED => Verdict::Proved,
                _ => Verdict::Disproved { drawn },
            };
        }
        Ok(true)
    }
}

impl Question {
    /// Searches until it is answered or so many positions were visited in all.
    pub(super) fn search(
        &mut self,
        search: &mut Search<'_>,
        is_restricted: bool,
        until: u64,
        progress: &mut dyn FnMut(&Search<'_>),
    ) -> Result<(), Stopped> {
        search.begin(self.attacker, core::mem::take(&mut self.children), is_restricted);
        let mut result = Ok(Verdict::Open);
        if !self.is_begun {
            result = search.look_at_root(is_restricted).map(|()| Verdict::Open);
        }
        self.is_begun |= result.is_ok();
        if result.is_ok() {
            result = search.run(until, progress);
        }
        self.children = search.end();
        self.verdict = result?;
        Ok(())
    }
}
