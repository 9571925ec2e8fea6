//! The rules: moves, and how a game ends.

use core::{fmt, ops::ControlFlow};

use chessmen::{File, Kind, Man, Move, Rank, Square};
use games_core::{
    Actions, Adjudicate, Countable, Counting, End, Game, MoveSink, Outcome, Picking, Rng, Side,
    Status, Symmetric,
};
use smallvec::SmallVec;

use crate::{fields::Fields, movegen::Legality, position::Position, ruleset::Ruleset};

/// The rules of Skak. [`Side::First`] is White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skak {
    /// Which of the five rulesets.
    pub ruleset: Ruleset,
}

/// Why a game of Skak ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The side to move is in check and has no legal move: it has lost.
    Checkmate,
    /// The side to move has nothing but its king: it has lost, even if it could take the last
    /// capturer.
    BareKing,
    /// The side to move is not in check and has no legal move: a draw.
    Stalemate,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::BareKing => "bare king",
            Self::Stalemate => "stalemate",
        })
    }
}

impl Skak {
    /// Returns the usual rules: the third ruleset, with queens on top of pawns.
    #[must_use]
    pub const fn standard() -> Self {
        Self::new(Ruleset::Three)
    }

    /// The rules of a ruleset.
    #[must_use]
    pub const fn new(ruleset: Ruleset) -> Self {
        Self { ruleset }
    }

    /// Returns the outcome of a position whose side to move has no legal move.
    fn without_moves(legality: &Legality<'_>, to_move: Side) -> Outcome {
        if legality.is_check() { Outcome::Win(to_move.other()) } else { Outcome::Draw }
    }
}

impl Game for Skak {
    type State = Position;
    type Move = Move;
    /// No position that chess reaches has more than 218 moves (N. Petrović, 1964). A buried pawn
    /// adds at most three. A made-up position may have more; the list then moves to the heap.
    type List = SmallVec<[Move; 256]>;
    type Reason = Reason;

    fn initial(&self) -> Position {
        let mut fields = Fields::empty(Side::First);
        let stacked = self.ruleset.has_stacks();
        let ranks: &[(Rank, &str)] = if stacked {
            &[(Rank::One, "  B KB  "), (Rank::Two, "  RNNR  "), (Rank::Three, "PPPQPPPP")]
        } else {
            &[(Rank::One, "RNBQKBNR"), (Rank::Two, "PPPPPPPP")]
        };
        let castles = |kind| {
            let partner = self.ruleset.castling_partner();
            partner.is_some_and(|partner| kind == partner || kind == Kind::King)
        };
        for &(rank, letters) in ranks {
            for (file, letter) in File::ALL.into_iter().zip(letters.chars()) {
                let Some(kind) = Kind::from_letter(letter) else { continue };
                let white = Square::new(file, rank);
                for (side, square) in Side::BOTH.into_iter().zip([white, white.flipped()]) {
                    fields.men[square] = Some(Man { side, kind });
                    if stacked && kind == Kind::Queen {
                        fields.buried.insert(square);
                    }
                    if castles(kind) {
                        fields.marks.insert(square);
                    }
                }
            }
        }
        fields.position(self.ruleset).expect("the initial position is one")
    }

    #[inline]
    fn to_move(&self, state: &Position) -> Side {
        state.to_move
    }

    #[inline]
    fn moves(&self, state: &Position, out: &mut impl MoveSink<Move>) -> Status {
        if state.is_bare(state.to_move) {
            return Status::Over(Outcome::Win(state.to_move.other()));
        }
        let legality = Legality::new(state);
        let mut noting = Noting { out, any: false };
        let _ = legality.moves(self.ruleset, &mut noting);
        if noting.any {
            return Status::Ongoing;
        }
        Status::Over(Self::without_moves(&legality, state.to_move))
    }

    #[inline]
    fn apply(&self, state: &mut Position, m: Move) {
        state.apply(m);
    }

    /// The order of the rules is Ludii's: checkmate, bare king, stalemate.
    fn end(&self, state: &Position) -> Option<End<Reason>> {
        let outcome = self.status(state).outcome()?;
        let reason = if outcome == Outcome::Draw {
            Reason::Stalemate
        } else {
            let legality = Legality::new(state);
            let mut counting = Counting(0);
            let _ = legality.moves(self.ruleset, &mut counting);
            if counting.0 == 0 && legality.is_check() {
                Reason::Checkmate
            } else {
                Reason::BareKing
            }
        };
        Some(End::plain(outcome, reason))
    }

    #[inline]
    fn count(&self, state: &Position) -> u64 {
        let mut counting = Counting(0);
        if !state.is_bare(state.to_move) {
            let _ = Legality::new(state).moves(self.ruleset, &mut counting);
        }
        counting.0
    }

    #[inline]
    fn is_legal(&self, state: &Position, m: Move) -> bool {
        let mut found = false;
        if !state.is_bare(state.to_move) {
            let _ = Legality::new(state).moves(self.ruleset, &mut |other| {
                found = other == m;
                if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        found
    }

    /// Works out pins and checks once for counting and for picking.
    #[inline]
    fn random_move(&self, state: &Position, rng: &mut impl Rng) -> Result<Move, Outcome> {
        if state.is_bare(state.to_move) {
            return Err(Outcome::Win(state.to_move.other()));
        }
        let legality = Legality::new(state);
        let mut counting = Counting(0);
        let _ = legality.moves(self.ruleset, &mut counting);
        if counting.0 == 0 {
            return Err(Self::without_moves(&legality, state.to_move));
        }
        // There are far fewer moves than 2^32.
        let mut picking = Picking::nth(rng.below(counting.0 as u32) as usize);
        let _ = legality.moves(self.ruleset, &mut picking);
        Ok(picking.found.expect("the generator writes as many moves as it counts"))
    }
}

impl Adjudicate for Skak {
    type Clock = ();

    /// Ludii's rules know neither repetition nor a count of moves.
    fn always_ends(&self) -> bool {
        false
    }
}

impl Countable for Skak {}

/// Without castling and without stacks, the rules do not tell the a-side from the h-side.
impl Symmetric for Skak {
    fn symmetries(&self) -> u8 {
        if self.ruleset == Ruleset::Four { 2 } else { 1 }
    }

    fn map_state(&self, g: u8, state: &Position) -> Position {
        if g == 0 { *state } else { state.mirrored() }
    }

    fn map_move(&self, g: u8, m: Move) -> Move {
        if g == 0 {
            return m;
        }
        let image = Move::new(m.from().mirrored(), m.to().mirrored());
        m.promotion().map_or(image, |kind| image.promote(kind))
    }
}

impl Actions for Skak {
    fn action_count(&self) -> Option<u32> {
        Some(Move::IDS)
    }

    fn action_id(&self, m: Move) -> Option<u32> {
        m.id()
    }

    fn action(&self, id: u32) -> Option<Move> {
        Move::from_id(id)
    }
}

/// Hands on to a sink and notes whether there was anything.
struct Noting<'a, S> {
    out: &'a mut S,
    any: bool,
}

impl<S: MoveSink<Move>> MoveSink<Move> for Noting<'_, S> {
    #[inline]
    fn put(&mut self, m: Move) -> ControlFlow<()> {
        self.any = true;
        self.out.put(m)
    }

    #[inline]
    fn put_all(&mut self, n: usize, moves: impl Iterator<Item = Move>) -> ControlFlow<()> {
        self.any |= n != 0;
        self.out.put_all(n, moves)
    }
}
