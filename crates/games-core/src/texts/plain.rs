//! A game by its rules alone.

use core::fmt;

use crate::{Game, MoveList, TextError, notation::quote};

/// Implements for a game whatever there is beside its rules, so that it can be played, recorded and
/// searched: `plain!(Heap)`.
///
/// Texts are those that [`Debug`](core::fmt::Debug) writes, moves without blanks. Moves are read
/// back, by comparing with those that are legal; of the positions only the initial one is.
/// Everything else is what the
/// traits have by default: no estimate, no symmetry, no board. Whoever wants to write one of them
/// names the others: `plain!(Heap: Notation, Adjudicate, Actions)` leaves out
/// [`Evaluate`](crate::Evaluate), [`Countable`](crate::Countable), [`Symmetric`](crate::Symmetric),
/// [`Describe`](crate::Describe), [`Features`](crate::Features) and [`Solvable`](crate::Solvable).
///
/// ```
/// use games_core::{End, Evaluate, Game, MoveSink, Outcome, Record, Side, Status, plain};
///
/// /// A heap of stones: take one or two; who takes the last one wins.
/// #[derive(Clone)]
/// struct Heap(u8);
///
/// impl Game for Heap {
///     type State = (u8, Side);
///     type Move = u8;
///     type List = Vec<u8>;
///     type Reason = &'static str;
///
///     fn initial(&self) -> Self::State { (self.0, Side::First) }
///     fn to_move(&self, s: &Self::State) -> Side { s.1 }
///     fn moves(&self, s: &Self::State, out: &mut impl MoveSink<u8>) -> Status {
///         if s.0 == 0 { return Status::Over(Outcome::Win(s.1.other())); }
///         let most = s.0.min(2);
///         let _ = out.put_all(most.into(), 1..=most);
///         Status::Ongoing
///     }
///     fn apply(&self, s: &mut Self::State, m: u8) { *s = (s.0 - m, s.1.other()); }
///     fn end(&self, s: &Self::State) -> Option<End<&'static str>> {
///         self.status(s).outcome().map(|outcome| End::plain(outcome, "no stones"))
///     }
/// }
///
/// plain!(Heap: Notation, Adjudicate, Countable, Symmetric, Actions, Describe, Features, Solvable);
///
/// impl Evaluate for Heap {
///     /// Whoever finds a multiple of three loses.
///     fn evaluate(&self, s: &Self::State) -> i32 { if s.0.is_multiple_of(3) { -100 } else { 100 } }
/// }
///
/// let mut record = Record::new(Heap(5));
/// record.play_line("2 1 2").unwrap();
/// assert_eq!(record.outcome(), Some(Outcome::Win(Side::First)));
/// assert_eq!(record.position_text(), "(0, Second)");
/// ```
#[macro_export]
macro_rules! plain {
    (@Notation $game:ty) => {
        impl $crate::Notation for $game {
            fn write_state(
                &self,
                state: &<Self as $crate::Game>::State,
                w: &mut dyn ::core::fmt::Write,
            ) -> ::core::fmt::Result {
                ::core::write!(w, "{state:?}")
            }

            fn parse_state(
                &self,
                text: &str,
            ) -> ::core::result::Result<<Self as $crate::Game>::State, $crate::TextError> {
                $crate::plain::initial_from(self, text)
            }

            fn write_move(
                &self,
                _: &<Self as $crate::Game>::State,
                m: <Self as $crate::Game>::Move,
                w: &mut dyn ::core::fmt::Write,
            ) -> ::core::fmt::Result {
                w.write_str(&$crate::plain::move_text(m))
            }

            fn parse_move(
                &self,
                state: &<Self as $crate::Game>::State,
                text: &str,
            ) -> ::core::result::Result<<Self as $crate::Game>::Move, $crate::TextError> {
                $crate::plain::move_from(self, state, text)
            }
        }
    };
    (@Adjudicate $game:ty) => {
        impl $crate::Adjudicate for $game {
            type Clock = ();
        }
    };
    (@Solvable $game:ty) => {
        impl $crate::Solvable for $game {
            type Space = $crate::Unsolvable;
        }
    };
    (@$part:ident $game:ty) => {
        impl $crate::$part for $game {}
    };
    ($game:ty) => {
        $crate::plain!(
            $game: Notation, Adjudicate, Countable, Evaluate, Symmetric, Actions, Describe, Features,
            Solvable
        );
    };
    ($game:ty: $($part:ident),+ $(,)?) => {
        $($crate::plain!(@$part $game);)+
    };
}

/// Returns the initial position, if that is what `Debug` writes of it.
///
/// # Errors
///
/// That the text is another one.
pub fn initial_from<G: Game>(game: &G, text: &str) -> Result<G::State, TextError> {
    let initial = game.initial();
    let written = format!("{initial:?}");
    if text == written {
        return Ok(initial);
    }
    let message =
        format!("{} is not the start, {}; no other is read", quote(text), quote(&written));
    Err(TextError::whole(text, message))
}

/// Returns what `Debug` writes of a move, without the blanks that set the moves of a line apart.
pub fn move_text(m: impl fmt::Debug) -> String {
    format!("{m:?}").split_whitespace().collect()
}

/// Returns the legal move with this text.
///
/// # Errors
///
/// That there is none.
pub fn move_from<G: Game>(game: &G, state: &G::State, text: &str) -> Result<G::Move, TextError> {
    let moves = game.list(state);
    let found = moves.as_slice().iter().find(|&&m| move_text(m) == text);
    found.copied().ok_or_else(|| TextError::illegal(text))
}
