//! The rules: moves and mate from the position, draws from the game in progress.

use core::fmt;

use chessmen::{Clock, Fen, Move};
use games_core::{
    Adjudicate, Countable, End, Game, MoveSink, Outcome, Rng, Side, Standing, Status, TextError,
};

use super::{MoveVec, Position};

/// The rules of standard chess. [`Side::First`] is White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chess {
    /// Whether a game in progress ends as soon as a draw may be claimed: after 50 moves of each
    /// side without a capture or a pawn move, or when a position stands for the third time.
    pub claim_draws: bool,
}

/// Why a game of chess ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no legal move (article 5.1.1).
    Checkmate,
    /// The side to move is not in check and has no legal move (5.2.1).
    Stalemate,
    /// Neither side can mate (5.2.2), see [`Position::is_dead`].
    InsufficientMaterial,
    /// 75 moves of each side without a capture or a pawn move (9.6.2).
    SeventyFiveMoves,
    /// The position stands for the fifth time (9.6.1).
    FivefoldRepetition,
    /// Claimed after 50 moves of each side without a capture or a pawn move (9.3).
    FiftyMoves,
    /// Claimed when the position stands for the third time (9.2).
    ThreefoldRepetition,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "75-move rule",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "50-move rule",
            Self::ThreefoldRepetition => "threefold repetition",
        })
    }
}

impl Game for Chess {
    type State = Position;
    type Move = Move;
    type List = MoveVec;
    type Reason = Reason;

    fn initial(&self) -> Position {
        Position::initial()
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move()
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl MoveSink<Move>) -> Status {
        let moves = state.legal();
        let n = moves.len();
        if n == 0 {
            return no_moves(state);
        }
        let _ = out.put_all(n, moves);
        Status::Ongoing
    }

    #[inline]
    fn apply(&self, state: &mut Position, m: Move) {
        state.apply(m);
    }

    fn end(&self, state: &Position) -> Option<End<Reason>> {
        let reason = state.dead_end()?;
        let outcome = match reason {
            Reason::Checkmate => Outcome::Win(state.to_move().other()),
            _ => Outcome::Draw,
        };
        Some(End::plain(outcome, reason))
    }

    #[inline]
    fn status(&self, state: &Position) -> Status {
        if state.has_obvious_move() || state.legal().len() > 0 {
            Status::Ongoing
        } else {
            no_moves(state)
        }
    }

    #[inline]
    fn count(&self, state: &Position) -> u64 {
        state.count_legal().into()
    }

    fn is_legal(&self, state: &Position, m: Move) -> bool {
        state.is_legal(m)
    }

    fn random_move(&self, state: &Position, rng: &mut impl Rng) -> Result<Move, Outcome> {
        let n = state.count_legal();
        if n == 0 {
            return Err(no_moves(state).outcome().expect("a game without moves is over"));
        }
        let m = state.nth_legal(rng.below(n));
        Ok(m.expect("a position has as many moves as it counts"))
    }

    #[inline]
    fn with_child<R>(
        &self,
        state: &mut Position,
        m: Move,
        visit: impl FnOnce(&mut Position) -> R,
    ) -> R {
        visit(&mut state.after(m))
    }

    #[inline]
    fn key(&self, state: &Position) -> u64 {
        state.key()
    }
}

fn no_moves(state: &Position) -> Status {
    Status::Over(if state.is_check() {
        Outcome::Win(state.to_move().other())
    } else {
        Outcome::Draw
    })
}

impl Chess {
    /// Returns the usual rules: draws are claimed, not given.
    #[must_use]
    pub const fn standard() -> Self {
        Self { claim_draws: false }
    }

    /// Plies without a capture or a pawn move after which a draw may be claimed.
    pub const CLAIM_PLIES: u32 = 100;
    /// Plies without a capture or a pawn move after which the game is drawn.
    pub const DRAW_PLIES: u32 = 150;
}

impl Adjudicate for Chess {
    type Clock = Clock;

    #[inline]
    fn tick(&self, clock: &mut Clock, before: &Position, m: Move) {
        clock.tick(before.to_move(), before.is_capture(m) || before.moves_pawn(m));
    }

    fn parse_position(&self, text: &str) -> Result<(Position, Clock), TextError> {
        Fen::read(text, |fen| Ok((Position::from_fields(fen)?, fen.clock)))
    }

    fn write_position(
        &self,
        state: &Position,
        clock: &Clock,
        w: &mut dyn fmt::Write,
    ) -> fmt::Result {
        write!(w, "{}", state.fields(*clock))
    }

    fn ply(&self, state: &Position, clock: &Clock) -> u64 {
        clock.ply(state.to_move())
    }

    fn repetition_key(&self, state: &Position) -> Option<u64> {
        Some(self.key(state))
    }

    fn ends_by_path(&self) -> bool {
        true
    }

    #[inline]
    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        let draw = |reason| Some(End::plain(Outcome::Draw, reason));
        if at.state.is_dead() {
            draw(Reason::InsufficientMaterial)
        } else if at.clock.halfmove >= Self::DRAW_PLIES {
            draw(Reason::SeventyFiveMoves)
        } else if at.occurrences() >= 5 {
            draw(Reason::FivefoldRepetition)
        } else if self.claim_draws {
            self.claimable(at)
        } else {
            None
        }
    }

    /// The 50-move rule, or else a third occurrence. (The laws also let a player claim with the
    /// move that will bring them about; here it is played first.)
    #[inline]
    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<Reason>> {
        let draw = |reason| Some(End::plain(Outcome::Draw, reason));
        if at.clock.halfmove >= Self::CLAIM_PLIES {
            draw(Reason::FiftyMoves)
        } else if at.occurrences() >= 3 {
            draw(Reason::ThreefoldRepetition)
        } else {
            None
        }
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        Self::CLAIM_PLIES.saturating_sub(at.clock.halfmove) as usize
    }
}

impl Countable for Chess {}
