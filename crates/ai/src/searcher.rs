//! What all searchers have in common.

use core::sync::atomic::AtomicBool;

use games_core::{Adjudicate, Evaluate, Record};

use crate::{Limits, Report};

/// Receives reports while a search runs, at most about ten a second.
pub type Observer<'a, M> = &'a mut dyn FnMut(&Report<M>);

/// A player that can be asked for a move again and again.
pub trait Searcher<G: Adjudicate + Evaluate>: Send {
    /// Looks for the best move in a game in progress.
    ///
    /// The report has a legal move unless the game is over, however soon the search was stopped.
    /// Given the same seed, one thread and no limit on time, the same calls since
    /// [`clear`](Searcher::clear) give the same reports, times apart.
    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        observer: Observer<'_, G::Move>,
        stop: &AtomicBool,
    ) -> Report<G::Move>;

    /// Searches with nobody listening, until a limit is met.
    ///
    /// ```
    /// use ai::{Limits, Mcts, MctsOptions, Searcher};
    /// use games_core::{Record, toy::TicTacToe};
    ///
    /// let mut engine = Mcts::new(MctsOptions::default());
    /// let report = engine.search(&Record::new(TicTacToe), &Limits::simulations(100));
    /// assert_eq!(report.simulations, 100);
    /// ```
    fn search(&mut self, record: &Record<G>, limits: &Limits) -> Report<G::Move>
    where
        Self: Sized,
    {
        self.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
    }

    /// Returns the best move that a [search](Searcher::search) finds; `None` in a finished game.
    ///
    /// ```
    /// use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher};
    /// use games_core::{Record, toy::TicTacToe};
    ///
    /// let mut record = Record::new(TicTacToe);
    /// record.play_line("a1 b2 a2").unwrap();
    /// let mut engine = AlphaBeta::new(AlphaBetaOptions::default());
    /// let m = engine.best(&record, &Limits::depth(4)).unwrap();
    /// record.play(m).unwrap();
    /// assert_eq!(record.position_text(), "X--/XO-/O-- x");
    /// ```
    fn best(&mut self, record: &Record<G>, limits: &Limits) -> Option<G::Move>
    where
        Self: Sized,
    {
        self.search(record, limits).best()
    }

    /// Has the next search look at these moves of its position only; at all, if they name no legal
    /// one. The search after it looks at all moves again.
    fn restrict_root(&mut self, moves: &[G::Move]);

    /// Forgets everything learnt from earlier games.
    fn clear(&mut self);
}

/// Whether one of these moves is named.
pub(crate) fn names_any<M: Eq>(moves: &[M], only: &[M]) -> bool {
    for m in moves {
        if only.contains(m) {
            return true;
        }
    }
    false
}

/// Returns those of the moves that a search looks at: the named ones, or all if none is named.
pub(crate) fn allowed<M: Copy + Eq>(moves: &[M], only: &[M]) -> Vec<M> {
    let all = !names_any(moves, only);
    let mut allowed = Vec::with_capacity(moves.len());
    for m in moves {
        if all || only.contains(m) {
            allowed.push(*m);
        }
    }
    allowed
}
