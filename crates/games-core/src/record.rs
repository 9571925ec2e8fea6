//! A game in progress: what the bare rules do not know.

use core::fmt;
use std::collections::HashMap;

use crate::{End, MoveList, Notation, Outcome, PlayError, Side, TextError};

/// What a game in progress adds to the bare rules: clocks, and ends that depend on how the
/// position came about (repetition, move counts, a cap on length).
///
/// Most games need none of it: `impl Adjudicate for MyGame { type Clock = (); }`.
pub trait Adjudicate: Notation {
    /// Counters that run along with the game and stand in its position text, such as the halfmove
    /// clock of a FEN; `()` if there are none.
    type Clock: Clone + Eq + fmt::Debug + Default + Send + Sync + 'static;

    /// Advances the clock by a move that is about to be played in `before`.
    fn tick(&self, clock: &mut Self::Clock, before: &Self::State, m: Self::Move) {
        let _ = (clock, before, m);
    }

    /// Reads a position text together with its clock.
    ///
    /// # Errors
    ///
    /// As [`Notation::parse_state`].
    fn parse_position(&self, text: &str) -> Result<(Self::State, Self::Clock), TextError> {
        Ok((self.parse_state(text)?, Self::Clock::default()))
    }

    /// Writes a position text together with its clock.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn write_position(
        &self,
        state: &Self::State,
        clock: &Self::Clock,
        w: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let _ = clock;
        self.write_state(state, w)
    }

    /// Returns the key under which repetitions of a position are found, or `None` if repetition
    /// means nothing in this game.
    ///
    /// Where it is `Some`, a repeated position is (or leads to) a draw, and a search may score the
    /// first repetition on its own path as one.
    fn repetition_key(&self, state: &Self::State) -> Option<u64> {
        let _ = state;
        None
    }

    /// Returns whether two positions with the same [`repetition_key`](Self::repetition_key) are
    /// the same for the purpose of repetition.
    fn is_repetition(&self, a: &Self::State, b: &Self::State) -> bool {
        a == b
    }

    /// Ends a game that the bare rules let go on. Asked after each move.
    fn adjudicate(&self, record: &Record<Self>) -> Option<End<Self::Reason>> {
        let _ = record;
        None
    }

    /// Returns the number of plies that were played before a position, as far as its text tells:
    /// in chess by the number of the move.
    fn ply(&self, state: &Self::State, clock: &Self::Clock) -> u64 {
        let _ = (state, clock);
        0
    }

    /// Returns whether every game ends, however it is played: by its bare rules or by
    /// [`adjudicate`](Self::adjudicate). Whoever plays games that might not end cuts them.
    fn always_ends(&self) -> bool {
        true
    }

    /// Returns the margin in half points, seen by the first side, if the game were counted as it
    /// stands; `None` in a game that is not counted before its end.
    fn margin_now(&self, state: &Self::State) -> Option<i32> {
        let _ = state;
        None
    }

    /// Returns the position from which the game goes on with a side to move that the rules would
    /// not let move: because it is the other side's turn, or because the game is over. `None` in a
    /// game that knows no such thing.
    ///
    /// Go GUIs set up positions by moves of one color, and play on after two passes until dead
    /// stones are taken.
    fn resumed(&self, state: &Self::State, to_move: Side) -> Option<Self::State> {
        let _ = (state, to_move);
        None
    }

    /// Returns the draw that the side to move may claim now, if any.
    fn claimable(&self, record: &Record<Self>) -> Option<End<Self::Reason>> {
        let _ = record;
        None
    }
}

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
    /// For each repetition key the plies at which it stood, in ascending order.
    seen: HashMap<u64, Vec<usize>>,
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
            Self { game, state, clock, past: Vec::new(), seen: HashMap::new(), end: None };
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

    /// Returns the number of plies before the first move, as far as the start tells
    /// ([`Adjudicate::ply`]).
    pub fn start_ply(&self) -> u64 {
        let start = self.past.first().map_or((&self.state, &self.clock), |s| (&s.state, &s.clock));
        self.game.ply(start.0, start.1)
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
        let before = self.state.clone();
        let clock = self.clock.clone();
        self.game.tick(&mut self.clock, &before, m);
        self.game.apply(&mut self.state, m);
        self.past.push(Step { state: before, clock, m });
        self.arrive();
        Ok(())
    }

    /// Reads a line of moves and plays them, or leaves the record as it was.
    ///
    /// # Errors
    ///
    /// The first text that cannot be read or move that cannot be played.
    pub fn play_line(&mut self, text: &str) -> Result<(), TextError> {
        let line = self.game.parse_line(&self.state, text)?;
        for (i, &m) in line.iter().enumerate() {
            if let Err(e) = self.play(m) {
                let name = self.game.move_text(&self.state, m);
                for _ in 0..i {
                    self.undo();
                }
                return Err(TextError::play(&name, &e).in_line(0, i + 1));
            }
        }
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let step = self.past.pop()?;
        if let Some(key) = self.game.repetition_key(&self.state)
            && let Some(plies) = self.seen.get_mut(&key)
        {
            plies.pop();
        }
        self.state = step.state;
        self.clock = step.clock;
        self.end = self.judge();
        Some(step.m)
    }

    /// Returns the draw that the side to move may claim now; none in a finished game.
    pub fn claimable(&self) -> Option<End<G::Reason>> {
        if self.end.is_some() { None } else { self.game.claimable(self) }
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
        let plies = self
            .game
            .repetition_key(&self.state)
            .and_then(|key| self.seen.get(&key))
            .map_or(&[][..], Vec::as_slice);
        let earlier = plies
            .iter()
            .filter_map(|&ply| self.past.get(ply))
            .filter(|step| self.game.is_repetition(&step.state, &self.state))
            .count();
        earlier + 1
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
        self.history().map(|(state, m)| self.game.move_text(state, m)).collect()
    }

    /// Returns the legal moves' texts with the moves, sorted by text; none in a finished game.
    pub fn sorted_moves(&self) -> Vec<(String, G::Move)> {
        let list = self.moves();
        let list = list.as_slice();
        let texts = list.iter().map(|&m| self.game.move_text(&self.state, m));
        // Sorted with their places and not with the moves, so that all games share the sorting.
        let mut texts: Vec<(String, usize)> = texts.zip(0..).collect();
        texts.sort_unstable();
        texts.into_iter().map(|(text, at)| (text, list[at])).collect()
    }

    fn arrive(&mut self) {
        if let Some(key) = self.game.repetition_key(&self.state) {
            self.seen.entry(key).or_default().push(self.past.len());
        }
        self.end = self.judge();
    }

    fn judge(&self) -> Option<End<G::Reason>> {
        self.game.end(&self.state).or_else(|| self.game.adjudicate(self))
    }
}
