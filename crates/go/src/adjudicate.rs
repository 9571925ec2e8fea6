//! What a game in progress adds: repetition and the cap on length.

use games_core::{Adjudicate, End, Outcome, Record, Side};

use crate::{Color, Go, Index, Ko, Reason, Repetition};

impl<I: Index, const N: usize> Adjudicate for Go<I, N> {
    type Clock = ();

    /// Board and side to move, where a repetition is a draw; passes and the ko point do not count.
    fn repetition_key(&self, state: &Self::State) -> Option<u64> {
        (self.rules().repetition == Repetition::Draw).then(|| state.repetition_key())
    }

    fn is_repetition(&self, a: &Self::State, b: &Self::State) -> bool {
        a.board == b.board && a.to_move == b.to_move
    }

    /// A placement that brings back a position ends the game without result; a pass never does.
    fn adjudicate(&self, record: &Record<Self>) -> Option<End<Reason>> {
        let last = record.last_move()?;
        if self.rules().repetition == Repetition::Draw
            && !last.is_pass()
            && record.occurrences() > 1
        {
            let (outcome, reason) = (Outcome::Draw, Reason::Repetition);
            return Some(End { outcome, reason, margin: Some(0) });
        }
        let cap = self.rules().max_plies as usize;
        (cap != 0 && record.plies() >= cap)
            .then(|| End::by_margin(self.score(record.state()), Reason::MaxPlies))
    }

    /// Without a cap, groups can be taken and given back in cycles that only superko or the rule
    /// about repetition bars.
    fn always_ends(&self) -> bool {
        let rules = self.rules();
        rules.max_plies != 0
            || rules.repetition == Repetition::Draw
            || matches!(rules.ko, Ko::Positional | Ko::Situational)
    }

    fn margin_now(&self, state: &Self::State) -> Option<i32> {
        Some(self.score(state))
    }

    /// Passes are forgotten. Superko takes a turn that is passed over for a pass.
    fn resumed(&self, state: &Self::State, to_move: Side) -> Option<Self::State> {
        let mut state = state.clone();
        state.passes = 0;
        let color = Color::of(to_move);
        if state.to_move != color {
            state.to_move = color;
            state.ko = None;
            self.remember(&mut state, true);
        }
        Some(state)
    }
}
