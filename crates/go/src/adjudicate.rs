//! What a game in progress adds: repetition and the cap on length.

use games_core::{Adjudicate, End, Outcome, Standing};

use crate::{Go, Index, Ko, Reason, Repetition};

impl<I: Index, const N: usize> Adjudicate for Go<I, N> {
    type Clock = ();

    /// Board and side to move, where a repetition is a draw; passes and the ko point do not count.
    fn repetition_key(&self, state: &Self::State) -> Option<u64> {
        (self.rules().repetition == Repetition::Draw).then(|| state.repetition_key())
    }

    fn is_repetition(&self, a: &Self::State, b: &Self::State) -> bool {
        a.board == b.board && a.to_move == b.to_move
    }

    fn ends_by_path(&self) -> bool {
        self.rules().repetition == Repetition::Draw || self.rules().max_plies != 0
    }

    fn path_may_win(&self) -> bool {
        self.rules().max_plies != 0
    }

    fn repeats_unlike_positions(&self) -> bool {
        self.rules().repetition == Repetition::Draw
    }

    /// A placement that brings back a position ends the game without result; a pass never does.
    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        let last = at.last?;
        if self.rules().repetition == Repetition::Draw && !last.is_pass() && at.occurrences() > 1 {
            let (outcome, reason) = (Outcome::Draw, Reason::Repetition);
            return Some(End { outcome, reason, margin: Some(0) });
        }
        (at.plies >= self.most_plies())
            .then(|| End::by_margin(self.score(at.state), Reason::MaxPlies))
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        self.most_plies().saturating_sub(at.plies)
    }

    /// Without a cap, groups can be taken and given back in cycles that only superko or the rule
    /// about repetition bars.
    fn always_ends(&self) -> bool {
        let rules = self.rules();
        rules.max_plies != 0
            || rules.repetition == Repetition::Draw
            || matches!(rules.ko, Ko::Positional | Ko::Situational)
    }
}

impl<I: Index, const N: usize> Go<I, N> {
    fn most_plies(&self) -> usize {
        match self.rules().max_plies {
            0 => usize::MAX,
            cap => cap as usize,
        }
    }
}
