//! A game being played by the places of its moves: all of training that is compiled for each game.

use core::{fmt, sync::atomic::AtomicBool};
use std::sync::Arc;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Mcts, MctsOptions, Report, Searcher, Value};
use games_core::{
    Actions, Adjudicate, EndgameJob, Features, Layout, MoveList, MoveRows, Outcome, Record, Side,
};

use super::MEMORY;
use crate::{Goal, WON, Weights, estimator, priors};

/// A game being played. A move is its place among the legal moves, in the order in which the rules
/// tell them.
pub trait Walk {
    /// Returns the number of legal moves.
    fn choices(&self) -> usize;

    /// Returns whether the game has ended.
    fn is_over(&self) -> bool;

    /// Plays a move; `false`, and nothing is played, if there is none at this place.
    fn play(&mut self, place: u16) -> bool;

    /// Takes the last move back, if there is one.
    fn take_back(&mut self);

    /// Returns how the game ended, in half points seen by the first side, by its margin if `margin`
    /// is set; what did not end is even.
    fn end(&self, margin: bool) -> i32;

    /// Returns whether an estimate of the position means something before any move was tried.
    fn is_quiet(&self) -> bool;

    /// Returns whether a position in which this move is played is worth learning from: nothing is
    /// under way.
    fn is_lesson(&self, place: u16) -> bool;

    /// Returns the text of a legal move.
    fn text(&self, place: u16) -> String;

    /// Returns the place of the legal move with this text.
    fn place(&self, text: &str) -> Option<u16>;

    /// Returns 1 if the first side is to move, else -1.
    fn sign(&self) -> i32;

    /// Returns the game's own estimate for the side to move.
    fn own_estimate(&self) -> i32;

    /// Appends the rows that this layout has for the position, and returns its stage.
    fn see(&self, layout: &Layout, rows: &mut Vec<u16>) -> usize;

    /// Returns the game's hints of the legal moves, by which searches try them first.
    fn hints(&self) -> Vec<i32>;

    /// Appends the rows of the legal moves.
    fn see_moves(&self, rows: &mut MoveRows);

    /// From now on Monte Carlo search thinks, drawing by this seed, with these strengths of moves or
    /// the game's own priors.
    fn simulate_with(&mut self, seed: u64, weights: Option<&Arc<Weights>>);

    /// From now on alpha-beta thinks so, with these weights or the game's own estimate.
    fn search_with(&mut self, options: AlphaBetaOptions, weights: Option<&Arc<Weights>>);

    /// Returns the best move and what the position is worth; `None` if the search was stopped before
    /// it found any.
    fn think(&mut self, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Option<Thought>;

    /// Returns the scores of each depth of a search, as far as they are estimates.
    fn scores(&mut self, limits: &Limits, stop: &AtomicBool) -> Vec<i32>;

    /// Plays to the end, and appends the moves to a list, if the game's own solver expects to visit
    /// no more positions than these for it; `false`, and nothing is played, if not.
    fn play_to_end(&mut self, positions: u64, moves: &mut Vec<u16>) -> bool;
}

/// What a search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The place of the best move.
    pub place: u16,
    /// What the position is worth for the side to move, in hundredths of the game's unit, if the
    /// search says so in terms of the goal; a won position without a margin is worth [`WON`].
    pub worth: Option<i32>,
}

/// What a value is worth where estimates aim at this.
fn worth(value: Value, goal: Goal) -> Option<i32> {
    match (value, goal) {
        (Value::Estimate(score), _) => Some(score),
        // In half points.
        (Value::Exact { margin: Some(margin), .. }, Goal::Margin) => Some(50 * margin),
        (Value::Exact { result, .. }, Goal::Result { .. }) => Some(WON * i32::from(result)),
        _ => None,
    }
}

/// [`Walk`] for any game.
pub(super) struct Walking<'a, G: Adjudicate + Features + Actions> {
    game: &'a G,
    record: Record<G>,
    /// The legal moves.
    moves: G::List,
    searcher: Box<dyn Searcher<G>>,
}

impl<'a, G: Adjudicate + Features + Actions> Walking<'a, G> {
    pub(super) fn new(game: &'a G) -> Self {
        let record = Record::new(game.clone());
        let moves = record.moves();
        let searcher = Box::new(AlphaBeta::new(AlphaBetaOptions::default()));
        Self { game, record, moves, searcher }
    }

    fn nth(&self, place: u16) -> G::Move {
        self.moves.as_slice()[usize::from(place)]
    }

    fn place_of(&self, m: G::Move) -> Option<u16> {
        self.moves.as_slice().iter().position(|&other| other == m).map(|place| place as u16)
    }

    /// The best line of a position that the game's own solver works out soon.
    fn solved(&self, positions: u64) -> Option<Vec<G::Move>> {
        let state = self.record.state();
        if self.game.endgame(state)?.positions > positions {
            return None;
        }
        let mut left = 20 * positions;
        let mut budget = |visited: u64| {
            left = left.saturating_sub(visited);
            left
        };
        let mut job = EndgameJob::new(self.moves.as_slice(), MEMORY, &mut budget);
        let mut lines = self.game.solve_endgame(state, &mut job)?;
        lines.truncate(1);
        lines.pop().map(|line| line.moves)
    }

    fn play_line(&mut self, line: Vec<G::Move>, moves: &mut Vec<u16>) -> bool {
        line.into_iter().all(|m| {
            let place = self.place_of(m);
            moves.extend(place);
            place.is_some_and(|place| self.play(place))
        })
    }
}

impl<G: Adjudicate + Features + Actions> fmt::Debug for Walking<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Walking").field("moves", &self.record.plies()).finish_non_exhaustive()
    }
}

impl<G: Adjudicate + Features + Actions> Walk for Walking<'_, G> {
    fn choices(&self) -> usize {
        self.moves.as_slice().len()
    }

    fn is_over(&self) -> bool {
        self.record.end().is_some()
    }

    fn play(&mut self, place: u16) -> bool {
        let m = self.moves.as_slice().get(usize::from(place)).copied();
        let is_played = m.is_some_and(|m| self.record.play(m).is_ok());
        if is_played {
            self.moves = self.record.moves();
        }
        is_played
    }

    fn take_back(&mut self) {
        if self.record.undo().is_some() {
            self.moves = self.record.moves();
        }
    }

    fn end(&self, margin: bool) -> i32 {
        let Some(end) = self.record.end() else { return 0 };
        let result = match end.outcome {
            Outcome::Win(Side::First) => 2,
            Outcome::Draw => 0,
            Outcome::Win(Side::Second) => -2,
        };
        if margin { end.margin.unwrap_or(result) } else { result }
    }

    fn is_quiet(&self) -> bool {
        self.game.is_quiet(self.record.state())
    }

    fn is_lesson(&self, place: u16) -> bool {
        self.is_quiet() && !self.game.is_noisy(self.record.state(), self.nth(place))
    }

    fn place(&self, text: &str) -> Option<u16> {
        let m = self.game.parse_move(self.record.state(), text).ok()?;
        self.place_of(m)
    }

    fn text(&self, place: u16) -> String {
        self.game.move_text(self.record.state(), self.nth(place))
    }

    fn sign(&self) -> i32 {
        self.game.to_move(self.record.state()).sign()
    }

    fn own_estimate(&self) -> i32 {
        self.game.evaluate(self.record.state())
    }

    fn see(&self, layout: &Layout, rows: &mut Vec<u16>) -> usize {
        let (state, start) = (self.record.state(), rows.len());
        self.game.features(layout, state, rows);
        self.game.stage(layout, state, rows.len() - start)
    }

    fn hints(&self) -> Vec<i32> {
        let hint = self.game.order_hints(self.record.state(), self.record.last_move());
        self.moves.as_slice().iter().map(|&m| hint(m)).collect()
    }

    fn see_moves(&self, rows: &mut MoveRows) {
        let last = self.record.last_move();
        self.game.move_rows(self.record.state(), last, self.moves.as_slice(), rows);
    }

    fn simulate_with(&mut self, seed: u64, weights: Option<&Arc<Weights>>) {
        let searcher = Mcts::new(MctsOptions::default().with_seed(seed));
        self.searcher = Box::new(match weights {
            Some(weights) => searcher.with_priors(priors(weights)),
            None => searcher,
        });
    }

    fn search_with(&mut self, options: AlphaBetaOptions, weights: Option<&Arc<Weights>>) {
        let searcher = AlphaBeta::new(options);
        self.searcher = Box::new(match weights {
            Some(weights) => searcher.with_estimator(estimator(weights)),
            None => searcher,
        });
    }

    fn think(&mut self, goal: Goal, limits: &Limits, stop: &AtomicBool) -> Option<Thought> {
        let report = self.searcher.think(&self.record, limits, &mut |_| {}, stop);
        let place = self.place_of(report.best()?)?;
        Some(Thought { place, worth: report.value().and_then(|value| worth(value, goal)) })
    }

    fn scores(&mut self, limits: &Limits, stop: &AtomicBool) -> Vec<i32> {
        let mut scores = Vec::new();
        let mut note = |report: &Report<G::Move>| {
            let is_next = report.begun.is_none() && report.depth as usize == scores.len() + 1;
            if let (true, Some(Value::Estimate(score))) = (is_next, report.value()) {
                scores.push(score);
            }
        };
        self.searcher.think(&self.record, limits, &mut note, stop);
        scores
    }

    fn play_to_end(&mut self, positions: u64, moves: &mut Vec<u16>) -> bool {
        if G::SOLVES_ENDGAMES {
            self.solved(positions).is_some_and(|line| self.play_line(line, moves))
        } else {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_terms_of_the_goal() {
        let result = Goal::Result { half_win: 200 };
        let won = |margin| Value::Exact { result: 1, margin, plies: None };
        let lost = Value::Exact { result: -1, margin: Some(-7), plies: Some(3) };
        // Half points are hundredths of a point.
        let margins = [won(Some(5)), lost, won(None), Value::Estimate(-30), Value::Expected(0.5)];
        let told = margins.map(|value| worth(value, Goal::Margin));
        assert_eq!(told, [Some(250), Some(-350), None, Some(-30), None]);
        let told = margins.map(|value| worth(value, result));
        assert_eq!(told, [Some(WON), Some(-WON), Some(WON), Some(-30), None]);
    }
}
