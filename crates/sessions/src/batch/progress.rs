//! A game of a batch: what its end may depend on, and no more.

use std::sync::Arc;

use games_core::{End, MoveList, Record, Standing, entry::Playable};

/// A game in progress that goes on from a record.
///
/// It keeps its moves and the keys of its positions, and not the positions: a batch of games that did
/// would be as large as all of their past, and each step would write to memory that is in no cache.
pub(super) struct Progress<G: Playable> {
    start: Arc<Record<G>>,
    state: G::State,
    clock: G::Clock,
    /// The moves since the start.
    moves: Vec<G::Move>,
    /// The repetition keys of positions that may come again, the present one last; kept where the
    /// game may end by its path.
    keys: Vec<u64>,
    /// For how many plies clock and length decide nothing.
    horizon: usize,
    end: Option<End<G::Reason>>,
}

impl<G: Playable> Progress<G> {
    pub(super) fn new(start: &Arc<Record<G>>) -> Self {
        let mut progress = Self {
            start: Arc::clone(start),
            state: start.state().clone(),
            clock: start.clock().clone(),
            moves: Vec::new(),
            keys: Vec::new(),
            horizon: 0,
            end: None,
        };
        progress.begin(start);
        progress
    }

    /// Begins another game, in the memory of this one.
    pub(super) fn begin(&mut self, start: &Arc<Record<G>>) {
        self.start.clone_from(start);
        self.state.clone_from(start.state());
        self.clock.clone_from(start.clock());
        self.moves.clear();
        self.keys.clear();
        let game = start.game();
        if game.ends_by_path() {
            for (state, _) in start.history() {
                self.keys.extend(game.repetition_key(state));
            }
            self.keys.extend(game.repetition_key(start.state()));
            self.horizon = start.standing(|at| game.horizon(at));
        }
        self.end = start.end().cloned();
    }

    pub(super) fn game(&self) -> &G {
        self.start.game()
    }

    pub(super) const fn state(&self) -> &G::State {
        &self.state
    }

    pub(super) const fn end(&self) -> Option<&End<G::Reason>> {
        self.end.as_ref()
    }

    /// The number of moves played, those before the start included.
    pub(super) fn plies(&self) -> usize {
        self.start.plies() + self.moves.len()
    }

    /// Plays a legal move of a game that goes on.
    pub(super) fn play(&mut self, m: G::Move) {
        let Self { start, state, clock, moves, .. } = self;
        let game = start.game();
        game.tick(clock, state, m);
        game.apply(state, m);
        moves.push(m);
        self.end = self.judge();
    }

    fn judge(&mut self) -> Option<End<G::Reason>> {
        let game = self.start.game();
        let end = game.end(&self.state);
        if end.is_some() || !game.ends_by_path() {
            return end;
        }
        if let Some(key) = game.repetition_key(&self.state) {
            let horizon = self.standing(|at| self.game().horizon(at));
            if horizon > self.horizon {
                // See `Adjudicate::horizon`: no position from before comes again.
                self.keys.clear();
            }
            self.horizon = horizon;
            self.keys.push(key);
        }
        self.standing(|at| self.game().adjudicate(at))
    }

    fn standing<R>(&self, look: impl FnOnce(&Standing<'_, G>) -> R) -> R {
        let occurrences = || self.occurrences();
        let last = self.moves.last().copied().or_else(|| self.start.last_move());
        look(&Standing::new(&self.state, &self.clock, self.plies(), last, &occurrences))
    }

    /// How often the position has stood. Where no key is the same it has not; else the game is played
    /// anew, and its positions are compared.
    fn occurrences(&self) -> usize {
        let Some(now) = self.game().repetition_key(&self.state) else { return 1 };
        let before = self.keys.split_last().map_or(&[][..], |(_, before)| before);
        // No jump depends on a key, so that many are compared at a time.
        if before.iter().fold(false, |any, &key| any | (key == now)) {
            self.record().occurrences()
        } else {
            1
        }
    }

    /// The legal moves by their texts, for games without dense numbers; the game goes on.
    pub(super) fn sorted(&self) -> Vec<(String, G::Move)> {
        let game = self.game();
        let mut moves = Vec::new();
        for &m in game.list(&self.state).as_slice() {
            moves.push((game.move_text(&self.state, m), m));
        }
        moves.sort_unstable();
        moves
    }

    /// Returns the game with all of its past: plays it once more.
    pub(super) fn record(&self) -> Record<G> {
        let mut record = Record::clone(&self.start);
        for &m in &self.moves {
            record.apply(m).expect("the game went on");
        }
        record
    }
}
