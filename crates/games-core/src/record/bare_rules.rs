//! What is true of a game in progress because it is true by the bare rules.

use super::Record;
use crate::{Adjudicate, Outcome, Side, Standing};

/// Which results by the bare rules are those of a game in progress, too, although the path may end
/// it before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BareRules {
    longest_win: usize,
    keep_draws: bool,
    may_claim: bool,
}

impl BareRules {
    /// Of a game in which the path decides nothing.
    const ALL: Self = Self { longest_win: usize::MAX, keep_draws: true, may_claim: false };

    /// Returns whether they decide the game alone.
    #[must_use]
    pub fn decide_alone(self) -> bool {
        self == Self::ALL
    }

    /// Returns whether an outcome that can be forced by the bare rules, within so many plies if
    /// anybody wins, is the one that can be forced in the game in progress; `mover` is the side to
    /// move in it.
    #[must_use]
    pub fn hold_for(self, outcome: Outcome, plies: Option<u32>, mover: Side) -> bool {
        match outcome {
            Outcome::Draw => self.keep_draws,
            // Whoever may claim a draw has not lost.
            Outcome::Win(winner) if winner != mover && self.may_claim => false,
            Outcome::Win(_) => plies.map_or(usize::MAX, |plies| plies as usize) <= self.longest_win,
        }
    }
}

impl<G: Adjudicate> Record<G> {
    /// Returns which results by the bare rules the game in progress has, too.
    ///
    /// A win has to come before clock and length decide anything, and none is counted on that may
    /// come to a repetition which ends the game. Draws are kept where nobody wins by the path.
    ///
    /// ```
    /// use games_core::{Outcome, Record, Side, seeded, toy::GraphGame};
    ///
    /// let graph = GraphGame::circle(&mut seeded(7)).ending_after(9);
    /// let rules = Record::parse(graph, "1 6").unwrap().bare_rules();
    /// let win = Outcome::Win(Side::First);
    /// assert!(rules.hold_for(win, Some(3), Side::First));
    /// assert!(!rules.hold_for(win, Some(4), Side::First));
    /// ```
    pub fn bare_rules(&self) -> BareRules {
        let game = self.game();
        if !game.ends_by_path() || game.status(self.state()).is_over() {
            return BareRules::ALL;
        }
        if self.end().is_some() {
            return BareRules { longest_win: 0, keep_draws: false, may_claim: false };
        }
        let repeats = game.repetition_key(self.state()).is_some();
        let may_bar = (repeats && game.repeats_unlike_positions()) || !self.barred().is_empty();
        let longest_win = if may_bar { 0 } else { self.standing(|at| game.horizon(at)) };
        let may_claim = self.claimable().is_some();
        BareRules { longest_win, keep_draws: !game.path_may_win(), may_claim }
    }

    /// Returns the positions that have stood so often before the present one that the game ends, or
    /// a draw may be claimed, when they come once more; each with the key of its repetition.
    pub fn barred(&self) -> Vec<(u64, &G::State)> {
        let mut barred = Vec::new();
        if !self.game.ends_by_path() {
            return barred;
        }
        for (ply, step) in self.past.iter().enumerate() {
            if let Some(key) = self.game.repetition_key(&step.state)
                && let Some(times) = self.times_from(ply, key)
                && self.ends_after(&step.state, times + 1)
            {
                barred.push((key, &step.state));
            }
        }
        barred
    }

    /// How often the position of a ply, with its key, stood before the present one; `None` if an
    /// earlier ply had it, too.
    fn times_from(&self, ply: usize, key: u64) -> Option<usize> {
        let state = &self.past[ply].state;
        let mut times = 0;
        for at in self.seen.plies(key) {
            if at < self.past.len() && self.game.is_repetition(&self.past[at].state, state) {
                if at < ply {
                    return None;
                }
                times += 1;
            }
        }
        Some(times)
    }

    /// Whether a game that began in this position would end there, or might, if it stood so often.
    fn ends_after(&self, state: &G::State, times: usize) -> bool {
        let (clock, occurrences) = (G::Clock::default(), || times);
        let at = Standing::new(state, &clock, 0, self.last_move(), &occurrences);
        self.game.adjudicate(&at).or_else(|| self.game.claimable(&at)).is_some()
    }
}
