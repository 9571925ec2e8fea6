//! 1, 2, ..., 10: who places the last of ten pieces wins.

mod describe;
mod notation;
mod space;

use std::sync::Arc;

use games_core::{
    Actions, Adjudicate, AnyGame, Countable, End, Features, Game, MoveSink, Outcome, Side, Status,
    Symmetric, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    notation::quote,
};
use smallvec::SmallVec;

use crate::{
    Reason, Unsupported,
    notation::number,
    options::{self, MISERE},
};

pub use space::TenSpace;

/// The rules of 1, 2, ..., 10, with any target and any set of steps.
///
/// Players add one of the steps to the sum in turn, without passing over the target. Who cannot
/// move loses: the other one placed the last piece. Misère, that one wins. The game sheet knows
/// steps of one and two only, where a sum short of the target always leaves a move; with other
/// steps a game may also end below it.
///
/// ```
/// use cs3_games::Ten;
/// use games_core::Record;
///
/// let mut record = Record::new(Ten::standard());
/// record.play_line("1 1 2 2 1 1 2").unwrap();
/// assert_eq!(record.position_text(), "(R 10)");
/// assert_eq!(record.outcome().unwrap().name(), "p1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ten {
    target: u32,
    /// In ascending order, each once.
    steps: Arc<[u32]>,
    misere: bool,
}

impl Ten {
    /// The largest target and the largest step.
    pub const MOST: u32 = 1_000_000;

    /// Returns the usual rules: ten, by ones and twos.
    #[must_use]
    pub fn standard() -> Self {
        options::played(Self::new(10, &[1, 2], false))
    }

    /// Returns the rules for a target and a set of steps, which may come in any order.
    ///
    /// # Errors
    ///
    /// If there is no step, if one stands twice, or if a number is 0 or above [`Self::MOST`].
    pub fn new(target: u32, steps: &[u32], misere: bool) -> Result<Self, Unsupported> {
        let mut steps = steps.to_vec();
        steps.sort_unstable();
        let is_set = !steps.is_empty() && steps.windows(2).all(|pair| pair[0] < pair[1]);
        let in_range = |n: &u32| (1..=Self::MOST).contains(n);
        if !is_set || !steps.iter().all(in_range) || !in_range(&target) {
            let message = format!(
                "no game goes to {target} by steps of {steps:?}: these are different numbers from 1 to {}",
                Self::MOST
            );
            return Err(Unsupported::new(message));
        }
        Ok(Self { target, steps: steps.into(), misere })
    }

    /// Returns the sum to reach.
    #[must_use]
    pub const fn target(&self) -> u32 {
        self.target
    }

    /// Returns the steps in ascending order.
    #[must_use]
    pub fn steps(&self) -> &[u32] {
        &self.steps
    }

    /// Returns whether the player who cannot move wins.
    #[must_use]
    pub const fn misere(&self) -> bool {
        self.misere
    }

    /// The steps that do not pass over the target.
    #[inline]
    fn fitting(&self, state: &Position) -> &[u32] {
        let room = self.target - state.sum;
        &self.steps[..self.steps.partition_point(|&step| step <= room)]
    }
}

/// A position: the sum so far, at most the target, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    sum: u32,
    to_move: Side,
}

impl Position {
    /// Returns the sum so far.
    #[must_use]
    pub const fn sum(&self) -> u32 {
        self.sum
    }
}

impl Game for Ten {
    type State = Position;
    /// The number that is added.
    type Move = u32;
    type List = SmallVec<[u32; 8]>;
    type Reason = Reason;

    fn initial(&self) -> Position {
        Position { sum: 0, to_move: Side::First }
    }

    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    fn moves(&self, state: &Position, out: &mut impl MoveSink<u32>) -> Status {
        let steps = self.fitting(state);
        if steps.is_empty() {
            let winner = if self.misere { state.to_move } else { state.to_move.other() };
            return Status::Over(Outcome::Win(winner));
        }
        let _ = out.put_all(steps.len(), steps.iter().copied());
        Status::Ongoing
    }

    fn apply(&self, state: &mut Position, m: u32) {
        state.sum += m;
        state.to_move = state.to_move.other();
    }

    fn end(&self, state: &Position) -> Option<End<Reason>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, Reason::NoMoves))
    }

    fn is_legal(&self, state: &Position, m: u32) -> bool {
        self.fitting(state).binary_search(&m).is_ok()
    }
}

impl Adjudicate for Ten {
    type Clock = ();
}

impl Countable for Ten {}

impl Features for Ten {}

impl Symmetric for Ten {}

/// None: steps may be any numbers, so that they have no dense ones.
impl Actions for Ten {}

/// 1, 2, ..., 10 for a registry.
#[derive(Clone, Copy, Debug)]
pub struct TenEntry;

impl Entry for TenEntry {
    const ID: &'static str = "ten";
    const NAME: &'static str = "1, 2, ..., 10";
    const SUMMARY: &'static str = "Add 1 or 2 in turn. Whoever reaches 10 wins.";
    const RULES_PAGE: &'static str = include_str!("../rules/ten.md");
    const KEYS: &'static [RuleKey] = &[
        RuleKey::integer("target", (1, Ten::MOST as i64), "10", "the sum to reach"),
        RuleKey::text(
            "steps",
            "N+N+...",
            "1+2",
            "the numbers of pieces that may be placed in one move",
        ),
        MISERE,
    ];
    const CAPS: &'static [(&'static str, u64)] =
        &[("target", Ten::MOST as u64), ("steps", Ten::MOST as u64)];

    fn build<V: Visitor>(
        options: &GameOptions,
        _: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let target = options.integer("target") as u32;
        let steps =
            steps(options.value("steps")).map_err(|message| options.error("steps", message))?;
        let game = options::played(Ten::new(target, &steps, options.flag("misere")));
        Ok(visitor.visit(AnyGame::new(game)))
    }
}

/// Reads `1+2`.
fn steps(text: &str) -> Result<Vec<u32>, String> {
    let mut steps = Vec::new();
    for word in text.split('+') {
        let step = number(word, Ten::MOST)?;
        if step == 0 {
            return Err("a step of 0 would place no piece".to_owned());
        }
        steps.push(step);
    }
    let mut sorted = steps.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the step {} is given twice", quote(&pair[0].to_string())));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_a_set_of_positive_numbers() {
        assert_eq!(steps("3+1"), Ok(vec![3, 1]));
        for (text, message) in [
            ("", "no number"),
            ("1++2", "no number"),
            ("1+", "no number"),
            ("0+1", "no piece"),
            ("1+2+1", "`1` is given twice"),
            ("01", "begins with a zero"),
            ("-1", "no number"),
            ("1000001", "more than 1000000"),
        ] {
            let error = steps(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
