//! A game in progress: its moves, its clock, how it ended.

mod bare_rules;
mod seen;

use crate::{
    Adjudicate, End, MoveList, Outcome, PlayError, Side, Standing, TextError, notation::walk_line,
};

pub use self::bare_rules::BareRules;
use self::seen::Seen;

/// A game in progress: rules, start, the moves played, clock and verdict.
///
/// Every move can be taken back, in every game and exactly: the positions on the way are kept.
///
/// ```
/// use games_core::{Record, toy::TicTacToe};
///
/// let mut record = Record::new(TicTacToe);
/// record.play_line("b2 a1 c1").unwrap();
/// assert_eq!(record.position_text(), "O-X/-X-/--- o");
/// record.undo();
/// assert_eq!(record.plies(), 2);
/// assert!(record.end().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Record<G: Adjudicate> {
    game: G,
    state: G::State,
    clock: G::Clock,
    /// Rows before each move, the start first.
    past: Vec<Step<G>>,
    seen: Seen,
    end: Option<End<G::Reason>>,
}

#[derive(Clone, Debug)]
struct Step<G: Adjudicate> {
    state: G::State,
    clock: G::Clock,
    m: G::Move,
}

impl<G: Adjudicate> Record<G> {
    /// Starts a game at its initial position.
    pub fn new(game: G) -> Self {
        let state = game.initial();
        Self::from_position(game, state, G::Clock::default())
    }

    /// Starts a game at a given position.
    pub fn from_position(game: G, state: G::State, clock: G::Clock) -> Self {
        let mut record =
            Self { game, state, clock, past: Vec::new(), seen: Seen::default(), end: None };
        record.arrive();
        record
    }

    /// Starts a game at the position that a text describes.
    ///
    /// # Errors
    ///
    /// What is wrong with the text.
    pub fn parse(game: G, position: &str) -> Result<Self, TextError> {
        let (state, clock) = game.parse_position(position)?;
        Ok(Self::from_position(game, state, clock))
    }

    /// Returns the rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the position now.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// Returns the clock now.
    pub fn clock(&self) -> &G::Clock {
        &self.clock
    }

    /// Returns the position before the first move.
    pub fn start(&self) -> &G::State {
        self.past.first().map_or(&self.state, |step| &step.state)
    }

    /// Returns the clock before the first move.
    pub fn start_clock(&self) -> &G::Clock {
        self.past.first().map_or(&self.clock, |step| &step.clock)
    }

    /// Returns the number of plies before the first move, as far as the start tells
    /// ([`Adjudicate::ply`]).
    pub fn start_ply(&self) -> u64 {
        self.game.ply(self.start(), self.start_clock())
    }

    /// Returns the side to move; in a finished game the side whose turn it would be.
    pub fn to_move(&self) -> Side {
        self.game.to_move(&self.state)
    }

    /// Returns the number of moves played.
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// Returns the moves played, each with the position before it.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (&G::State, G::Move)> {
        self.past.iter().map(|step| (&step.state, step.m))
    }

    /// Returns the position after so many of the moves played.
    ///
    /// # Panics
    ///
    /// If there were fewer.
    pub fn state_at(&self, ply: usize) -> &G::State {
        if ply == self.past.len() { &self.state } else { &self.past[ply].state }
    }

    /// Returns the moves played.
    pub fn played(&self) -> Vec<G::Move> {
        let mut moves = Vec::with_capacity(self.past.len());
        for step in &self.past {
            moves.push(step.m);
        }
        moves
    }

    /// Returns the last move played.
    pub fn last_move(&self) -> Option<G::Move> {
        self.past.last().map(|step| step.m)
    }

    /// Returns how the game ended: by the rules, or else by [`Adjudicate::adjudicate`].
    pub fn end(&self) -> Option<&End<G::Reason>> {
        self.end.as_ref()
    }

    /// Returns the outcome of a finished game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.as_ref().map(|end| end.outcome)
    }

    /// Returns the legal moves in generation order: none in a finished game.
    pub fn moves(&self) -> G::List {
        if self.end.is_some() { G::List::default() } else { self.game.list(&self.state) }
    }

    /// Plays a move, or leaves the record as it was.
    ///
    /// # Errors
    ///
    /// As [`Game::try_apply`](crate::Game::try_apply); the game is also over where it was adjudicated.
    pub fn play(&mut self, m: G::Move) -> Result<(), PlayError<G::Move>> {
        if let Some(end) = &self.end {
            return Err(PlayError::Over(end.outcome));
        }
        if !self.game.is_legal(&self.state, m) {
            return Err(PlayError::Illegal(m));
        }
        self.push(m);
        Ok(())
    }

    /// Plays a move that is legal by the rules of the game, as [`Game::apply`](crate::Game::apply)
    /// does: nothing looks whether it is. That takes less than half of the time of
    /// [`play`](Self::play) where moves were checked when they were read.
    ///
    /// # Errors
    ///
    /// [`PlayError::Over`]; the record is as it was.
    ///
    /// # Panics
    ///
    /// May panic, or lead to a position that cannot be, if the move is not legal.
    pub fn apply(&mut self, m: G::Move) -> Result<(), PlayError<G::Move>> {
        if let Some(end) = &self.end {
            return Err(PlayError::Over(end.outcome));
        }
        self.push(m);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    fn push(&mut self, m: G::Move) {
        let before = self.state.clone();
        let clock = self.clock.clone();
        self.game.tick(&mut self.clock, &before, m);
        self.game.apply(&mut self.state, m);
        self.past.push(Step { state: before, clock, m });
        self.arrive();
    }

    /// Reads a move and plays it, or leaves the record as it was.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, or that the move cannot be played.
    pub fn play_text(&mut self, text: &str) -> Result<G::Move, TextError> {
        let m = self.game.parse_move(&self.state, text)?;
        if let Some(end) = &self.end {
            return Err(TextError::play(text, &PlayError::<G::Move>::Over(end.outcome)));
        }
        self.push(m);
        Ok(m)
    }

    /// Reads a line of moves and plays each as it is read, or leaves the record as it was.
    ///
    /// # Errors
    ///
    /// The first text that cannot be read or move that cannot be played, with its place.
    pub fn play_line(&mut self, text: &str) -> Result<(), TextError> {
        let plies = self.plies();
        let read = walk_line(text, &mut |rest| self.play_next(rest));
        while read.is_err() && self.plies() > plies {
            self.undo();
        }
        read
    }

    /// Reads and plays the first move of a line and returns what is left of the line.
    fn play_next<'t>(&mut self, line: &'t str) -> Result<Option<&'t str>, TextError> {
        let Some((m, rest)) = self.game.next_move(&self.state, line)? else { return Ok(None) };
        if let Some(end) = &self.end {
            return Err(TextError::first_of(line, rest, &PlayError::<G::Move>::Over(end.outcome)));
        }
        self.push(m);
        Ok(Some(rest))
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let step = self.past.pop()?;
        self.seen.pop(self.game.repetition_key(&self.state));
        self.state = step.state;
        self.clock = step.clock;
        self.end = self.judge();
        Some(step.m)
    }

    /// Calls `look` with where the game stands.
    pub fn standing<R>(&self, look: impl FnOnce(&Standing<'_, G>) -> R) -> R {
        let occurrences = || self.occurrences();
        let (plies, last) = (self.plies(), self.last_move());
        look(&Standing::new(&self.state, &self.clock, plies, last, &occurrences))
    }

    /// Returns the draw that the side to move may claim now; none in a finished game.
    pub fn claimable(&self) -> Option<End<G::Reason>> {
        if self.end.is_some() || !self.game.ends_by_path() {
            return None;
        }
        self.standing(|at| self.game.claimable(at))
    }

    /// Ends the game by a draw that may be claimed now.
    ///
    /// Returns `false`, and changes nothing, if there is nothing to claim.
    pub fn claim(&mut self) -> bool {
        let Some(end) = self.claimable() else { return false };
        self.end = Some(end);
        true
    }

    /// Returns how often the present position has stood, this time included; 1 in a game to which
    /// repetition means nothing.
    ///
    /// Positions are compared, not their keys alone.
    pub fn occurrences(&self) -> usize {
        let Some(key) = self.game.repetition_key(&self.state) else { return 1 };
        let mut occurrences = 1;
        for ply in self.seen.plies(key) {
            if let Some(step) = self.past.get(ply)
                && self.game.is_repetition(&step.state, &self.state)
            {
                occurrences += 1;
            }
        }
        occurrences
    }

    /// Returns the position text with the clock.
    pub fn position_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.game.write_position(&self.state, &self.clock, &mut text);
        text
    }

    /// Returns the texts of the moves played.
    pub fn move_texts(&self) -> Vec<String> {
        self.told(G::move_text)
    }

    /// Returns the moves played in the notation that players use.
    pub fn move_labels(&self) -> Vec<String> {
        self.told(G::label)
    }

    fn told(&self, write: fn(&G, &G::State, G::Move) -> String) -> Vec<String> {
        let mut texts = Vec::with_capacity(self.past.len());
        for step in &self.past {
            texts.push(write(&self.game, &step.state, step.m));
        }
        texts
    }

    /// Returns the texts of moves that are played one after the other from here, such as a
    /// principal variation.
    ///
    /// # Panics
    ///
    /// May panic, or tell nonsense, if a move is not legal where it stands.
    pub fn line_texts(&self, line: &[G::Move]) -> Vec<String> {
        self.along(line, G::move_text)
    }

    /// Returns the same as one text, which [`play_line`](Self::play_line) reads.
    ///
    /// ```
    /// use games_core::{Record, toy::TicTacToe};
    ///
    /// assert_eq!(Record::new(TicTacToe).line_text(&[4, 0, 2]), "b2 a1 c1");
    /// ```
    ///
    /// # Panics
    ///
    /// As [`line_texts`](Self::line_texts).
    pub fn line_text(&self, line: &[G::Move]) -> String {
        self.line_texts(line).join(" ")
    }

    /// Returns the same moves in the notation that players use.
    ///
    /// # Panics
    ///
    /// As [`line_texts`](Self::line_texts).
    pub fn line_labels(&self, line: &[G::Move]) -> Vec<String> {
        self.along(line, G::label)
    }

    fn along(&self, line: &[G::Move], write: fn(&G, &G::State, G::Move) -> String) -> Vec<String> {
        let mut state = self.state.clone();
        let mut texts = Vec::with_capacity(line.len());
        for &m in line {
            texts.push(write(&self.game, &state, m));
            self.game.apply(&mut state, m);
        }
        texts
    }

    /// Returns the legal moves' texts with the moves, sorted by text; none in a finished game.
    pub fn sorted_moves(&self) -> Vec<(String, G::Move)> {
        let list = self.moves();
        let list = list.as_slice();
        let mut moves = Vec::with_capacity(list.len());
        for (text, at) in sorted(self.texts_of(list)) {
            moves.push((text, list[at]));
        }
        moves
    }

    /// Returns the legal moves' texts in ascending order; none in a finished game.
    pub fn sorted_texts(&self) -> Vec<String> {
        let mut texts = self.texts_of(self.moves().as_slice());
        texts.sort_unstable();
        texts
    }

    fn texts_of(&self, moves: &[G::Move]) -> Vec<String> {
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves {
            texts.push(self.game.move_text(&self.state, m));
        }
        texts
    }

    fn arrive(&mut self) {
        self.seen.push(self.game.repetition_key(&self.state));
        self.end = self.judge();
    }

    fn judge(&self) -> Option<End<G::Reason>> {
        let end = self.game.end(&self.state);
        if end.is_some() || !self.game.ends_by_path() {
            return end;
        }
        self.standing(|at| self.game.adjudicate(at))
    }
}

/// Returns texts in ascending order with their places. They are sorted without what they stand for,
/// so that all games share the sorting.
fn sorted(texts: Vec<String>) -> Vec<(String, usize)> {
    let mut texts: Vec<_> = texts.into_iter().zip(0..).collect();
    texts.sort_unstable();
    texts
}
