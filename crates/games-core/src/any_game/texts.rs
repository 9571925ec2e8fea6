//! What is asked about texts, about ends by the path, and for eyes and fingers.

use core::fmt;

use super::{AnyGame, AnyMove, AnyReason, AnyState, Erasable, rules::Handed, typed::Typed};
use crate::{
    Adjudicate, Board, Countable, Describe, End, Notation, Piece, Planes, Rng, Side, Standing,
    TextError, View,
};

/// A move and what is left of the line in which it stands.
type Next<'t> = Option<(AnyMove, &'t str)>;

/// [`Notation`], [`Adjudicate`], [`Countable`] and [`Describe`].
pub(super) trait ErasedTexts: Send + Sync {
    fn write_state(&self, state: &AnyState, w: &mut dyn fmt::Write) -> fmt::Result;
    fn parse_state(&self, text: &str) -> Result<AnyState, TextError>;
    fn write_move(&self, state: &AnyState, m: AnyMove, w: &mut dyn fmt::Write) -> fmt::Result;
    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, TextError>;
    fn has_memory(&self) -> bool;
    fn next_move<'t>(&self, state: &AnyState, line: &'t str) -> Result<Next<'t>, TextError>;
    fn label(&self, state: &AnyState, m: AnyMove) -> String;

    fn repetition_key(&self, state: &AnyState) -> Option<u64>;
    fn is_repetition(&self, a: &AnyState, b: &AnyState) -> bool;
    fn ply(&self, state: &AnyState) -> u64;
    fn ends_by_path(&self) -> bool;
    fn adjudicate(&self, at: &Standing<'_, AnyGame>) -> Option<End<AnyReason>>;
    fn claimable(&self, at: &Standing<'_, AnyGame>) -> Option<End<AnyReason>>;
    fn path_may_win(&self) -> bool;
    fn repeats_unlike_positions(&self) -> bool;
    fn horizon(&self, at: &Standing<'_, AnyGame>) -> usize;
    fn always_ends(&self) -> bool;

    fn margin_now(&self, state: &AnyState) -> Option<i32>;
    fn resumed(&self, state: &AnyState, to_move: Side) -> Option<AnyState>;
    fn dead(&self, state: &AnyState, rng: &mut dyn Rng) -> Vec<usize>;

    fn board(&self) -> Board;
    fn view(&self, state: &AnyState, last: Option<AnyMove>) -> View;
    fn side_name(&self, side: Side) -> &'static str;
    fn numbers_pairs(&self) -> bool;
    fn picks(&self, state: &AnyState, m: AnyMove) -> Vec<Vec<usize>>;
    fn choice(&self, state: &AnyState, m: AnyMove) -> u8;
    fn say(&self, state: &AnyState, m: AnyMove) -> String;
    fn piece_kinds(&self) -> Vec<&'static str>;
    fn plane_names(&self) -> Vec<String>;
    fn put_planes(&self, state: &AnyState, planes: &mut Planes<'_>);
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<AnyState, TextError>>;
}

impl<G: Erasable> ErasedTexts for Typed<G> {
    fn write_state(&self, state: &AnyState, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_state(state.get(), w)
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, TextError> {
        self.0.parse_state(text).map(AnyState::new)
    }

    fn write_move(&self, state: &AnyState, m: AnyMove, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_move(state.get(), m.get(), w)
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move(state.get(), text).map(AnyMove::new)
    }

    fn has_memory(&self) -> bool {
        self.0.has_memory()
    }

    fn next_move<'t>(&self, state: &AnyState, line: &'t str) -> Result<Next<'t>, TextError> {
        let next = self.0.next_move(state.get(), line)?;
        Ok(next.map(|(m, rest)| (AnyMove::new(m), rest)))
    }

    fn label(&self, state: &AnyState, m: AnyMove) -> String {
        self.0.label(state.get(), m.get())
    }

    fn repetition_key(&self, state: &AnyState) -> Option<u64> {
        self.0.repetition_key(state.get())
    }

    fn is_repetition(&self, a: &AnyState, b: &AnyState) -> bool {
        self.0.is_repetition(a.get(), b.get())
    }

    fn ply(&self, state: &AnyState) -> u64 {
        self.0.ply(state.get(), &())
    }

    fn ends_by_path(&self) -> bool {
        self.0.ends_by_path()
    }

    fn adjudicate(&self, at: &Standing<'_, AnyGame>) -> Option<End<AnyReason>> {
        self.0.adjudicate(&typed_standing(at)).map(|end| self.end_of(&end))
    }

    fn claimable(&self, at: &Standing<'_, AnyGame>) -> Option<End<AnyReason>> {
        self.0.claimable(&typed_standing(at)).map(|end| self.end_of(&end))
    }

    fn path_may_win(&self) -> bool {
        self.0.path_may_win()
    }

    fn repeats_unlike_positions(&self) -> bool {
        self.0.repeats_unlike_positions()
    }

    fn horizon(&self, at: &Standing<'_, AnyGame>) -> usize {
        self.0.horizon(&typed_standing(at))
    }

    fn always_ends(&self) -> bool {
        self.0.always_ends()
    }

    fn margin_now(&self, state: &AnyState) -> Option<i32> {
        self.0.margin_now(state.get())
    }

    fn resumed(&self, state: &AnyState, to_move: Side) -> Option<AnyState> {
        self.0.resumed(state.get(), to_move).map(AnyState::new)
    }

    fn dead(&self, state: &AnyState, rng: &mut dyn Rng) -> Vec<usize> {
        self.0.dead(state.get(), &mut Handed(rng))
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn view(&self, state: &AnyState, last: Option<AnyMove>) -> View {
        self.0.view(state.get(), last.map(AnyMove::get))
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.0.side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        self.0.numbers_pairs()
    }

    fn picks(&self, state: &AnyState, m: AnyMove) -> Vec<Vec<usize>> {
        self.0.picks(state.get(), m.get())
    }

    fn choice(&self, state: &AnyState, m: AnyMove) -> u8 {
        self.0.choice(state.get(), m.get())
    }

    fn say(&self, state: &AnyState, m: AnyMove) -> String {
        self.0.say(state.get(), m.get())
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        self.0.piece_kinds()
    }

    fn plane_names(&self) -> Vec<String> {
        self.0.plane_names()
    }

    fn put_planes(&self, state: &AnyState, planes: &mut Planes<'_>) {
        self.0.put_planes(state.get(), planes);
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<AnyState, TextError>> {
        self.0.set_up(pieces, to_move).map(|state| state.map(AnyState::new))
    }
}

fn typed_standing<'a, G: Erasable>(at: &Standing<'a, AnyGame>) -> Standing<'a, G> {
    Standing {
        state: at.state.get(),
        clock: at.clock,
        plies: at.plies,
        last: at.last.map(AnyMove::get),
        occurrences: at.occurrences,
    }
}

impl Notation for AnyGame {
    fn write_state(&self, state: &AnyState, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_state(state, w)
    }

    fn parse_state(&self, text: &str) -> Result<AnyState, TextError> {
        self.0.parse_state(text)
    }

    fn write_move(&self, state: &AnyState, m: AnyMove, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_move(state, m, w)
    }

    fn parse_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, TextError> {
        self.0.parse_move(state, text)
    }

    fn has_memory(&self) -> bool {
        self.0.has_memory()
    }

    fn next_move<'t>(&self, state: &AnyState, line: &'t str) -> Result<Next<'t>, TextError> {
        self.0.next_move(state, line)
    }

    fn label(&self, state: &AnyState, m: AnyMove) -> String {
        self.0.label(state, m)
    }
}

impl Adjudicate for AnyGame {
    type Clock = ();

    fn repetition_key(&self, state: &AnyState) -> Option<u64> {
        self.0.repetition_key(state)
    }

    fn is_repetition(&self, a: &AnyState, b: &AnyState) -> bool {
        self.0.is_repetition(a, b)
    }

    fn ply(&self, state: &AnyState, (): &()) -> u64 {
        self.0.ply(state)
    }

    fn ends_by_path(&self) -> bool {
        self.0.ends_by_path()
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<AnyReason>> {
        self.0.adjudicate(at)
    }

    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<AnyReason>> {
        self.0.claimable(at)
    }

    fn path_may_win(&self) -> bool {
        self.0.path_may_win()
    }

    fn repeats_unlike_positions(&self) -> bool {
        self.0.repeats_unlike_positions()
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        self.0.horizon(at)
    }

    fn always_ends(&self) -> bool {
        self.0.always_ends()
    }
}

impl Countable for AnyGame {
    fn margin_now(&self, state: &AnyState) -> Option<i32> {
        self.0.margin_now(state)
    }

    fn resumed(&self, state: &AnyState, to_move: Side) -> Option<AnyState> {
        self.0.resumed(state, to_move)
    }

    fn dead(&self, state: &AnyState, rng: &mut impl Rng) -> Vec<usize> {
        self.0.dead(state, rng)
    }
}

impl Describe for AnyGame {
    fn board(&self) -> Board {
        self.0.board()
    }

    fn view(&self, state: &AnyState, last: Option<AnyMove>) -> View {
        self.0.view(state, last)
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.0.side_name(side)
    }

    fn numbers_pairs(&self) -> bool {
        self.0.numbers_pairs()
    }

    fn picks(&self, state: &AnyState, m: AnyMove) -> Vec<Vec<usize>> {
        self.0.picks(state, m)
    }

    fn choice(&self, state: &AnyState, m: AnyMove) -> u8 {
        self.0.choice(state, m)
    }

    fn say(&self, state: &AnyState, m: AnyMove) -> String {
        self.0.say(state, m)
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        self.0.piece_kinds()
    }

    fn plane_names(&self) -> Vec<String> {
        self.0.plane_names()
    }

    fn put_planes(&self, state: &AnyState, planes: &mut Planes<'_>) {
        self.0.put_planes(state, planes);
    }

    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<AnyState, TextError>> {
        self.0.set_up(pieces, to_move)
    }
}
