//! A value with its remoteness in 16 bits.
//!
//! Codes are ordered as the side to move prefers positions: lost ones, the slowest last, then
//! open ones, tied ones, the quickest last, and won ones likewise. So the value of a position is
//! the greatest among those of its children, seen from its side and one move later.
//!
//! ```text
//!      0            no position
//!      1 .. 3fff    lost in 0, 1, ... moves
//!   4000 .. 7ffe    open; backward, with so many children undecided; in the end a draw
//!   7fff            found, and its children not yet looked for
//!   8000 .. bfff    tied in ..., 1, 0 moves
//!   c000 .. ffff    won in ..., 1, 0 moves
//! ```

use games_core::{Outcome, Side};

/// A value with its remoteness, or what is known of it so far.
pub(crate) type Code = u16;

/// No position.
pub(crate) const ABSENT: Code = 0;
/// Not decided; the number of undecided children may be added.
pub(crate) const OPEN: Code = 0x4000;
/// Found, and its children not yet looked for.
pub(crate) const FRESH: Code = 0x7fff;
const TIE: Code = 0x8000;
const WIN: Code = 0xc000;

/// The longest game that codes can tell, in moves.
pub const MOST_REMOTENESS: u32 = 0x3ffd;

/// The value of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SolvedValue {
    /// It can force a win.
    Win,
    /// The other side can force a win.
    Lose,
    /// Neither can, and the game ends.
    Tie,
    /// Neither side can force an end.
    Draw,
}

impl SolvedValue {
    /// All values.
    pub const ALL: [Self; 4] = [Self::Win, Self::Lose, Self::Tie, Self::Draw];

    /// Returns the word for it, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Tie => "tie",
            Self::Draw => "draw",
        }
    }

    /// Returns the value for the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Win => Self::Lose,
            Self::Lose => Self::Win,
            same => same,
        }
    }
}

/// What is known of a solved position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solved {
    /// The value for the side to move.
    pub value: SolvedValue,
    /// Moves to the end when winners and tiers hurry and losers delay; `None` for a draw.
    pub remoteness: Option<u32>,
}

impl Solved {
    /// Reads a code of a solved position.
    #[inline]
    pub(crate) fn of(code: Code) -> Self {
        let remoteness = remoteness(code);
        let value = match code {
            WIN.. => SolvedValue::Win,
            TIE.. => SolvedValue::Tie,
            OPEN.. => SolvedValue::Draw,
            _ => SolvedValue::Lose,
        };
        Self { value, remoteness }
    }
}

#[inline]
pub(crate) const fn is_open(code: Code) -> bool {
    code.wrapping_sub(OPEN) < TIE - OPEN
}

#[inline]
pub(crate) const fn win(remoteness: u32) -> Code {
    Code::MAX - remoteness as Code
}

#[inline]
pub(crate) const fn lose(remoteness: u32) -> Code {
    1 + remoteness as Code
}

#[inline]
pub(crate) const fn tie(remoteness: u32) -> Code {
    WIN - 1 - remoteness as Code
}

/// The code of a finished game.
#[inline]
pub(crate) fn finished(outcome: Outcome, to_move: Side) -> Code {
    match outcome {
        Outcome::Draw => tie(0),
        Outcome::Win(side) if side == to_move => win(0),
        Outcome::Win(_) => lose(0),
    }
}

/// How many moves away the end is; `None` where it is open.
#[inline]
pub(crate) fn remoteness(code: Code) -> Option<u32> {
    let n = match code {
        WIN.. => Code::MAX - code,
        TIE.. => WIN - 1 - code,
        OPEN.. | ABSENT => return None,
        _ => code - 1,
    };
    Some(n.into())
}

#[inline]
pub(crate) const fn is_win_or_loss(code: Code) -> bool {
    code >= WIN || (code != ABSENT && code < OPEN)
}

#[inline]
pub(crate) const fn is_tie(code: Code) -> bool {
    code >= TIE && code < WIN
}

/// The same value seen by the other side. Won and lost codes are each other's negatives.
#[inline]
pub(crate) const fn turned(code: Code) -> Code {
    if code.wrapping_sub(OPEN) < WIN - OPEN { code } else { code.wrapping_neg() }
}

/// The code as the first side sees it; the same function leads back.
#[inline]
pub(crate) const fn seen_by_first(code: Code, to_move: Side) -> Code {
    match to_move {
        Side::First => code,
        Side::Second => turned(code),
    }
}

/// The same value one move earlier in the game, where the end is one move further away.
#[inline]
pub(crate) const fn one_move_earlier(code: Code) -> Code {
    code + (code < OPEN) as Code - (code >= TIE) as Code
}

/// The code without what only matters while solving.
#[inline]
pub(crate) const fn settled(code: Code) -> Code {
    if is_open(code) { OPEN } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_tell_value_and_remoteness() {
        for n in [0, 1, 77, MOST_REMOTENESS] {
            for (code, value) in [
                (win(n), SolvedValue::Win),
                (lose(n), SolvedValue::Lose),
                (tie(n), SolvedValue::Tie),
            ] {
                assert_eq!(Solved::of(code), Solved { value, remoteness: Some(n) });
                assert!(!is_open(code) && settled(code) == code);
                assert_eq!(is_win_or_loss(code), value != SolvedValue::Tie);
                assert_eq!(is_tie(code), value == SolvedValue::Tie);
                let seen = Solved::of(turned(code));
                assert_eq!(seen, Solved { value: value.turned(), remoteness: Some(n) });
                let earlier = Solved::of(one_move_earlier(code));
                assert_eq!(earlier, Solved { value, remoteness: Some(n + 1) });
            }
        }
        for code in [OPEN, OPEN + 5, FRESH] {
            assert_eq!(Solved::of(code), Solved { value: SolvedValue::Draw, remoteness: None });
            assert!(is_open(code) && turned(code) == code && one_move_earlier(code) == code);
            assert_eq!(settled(code), OPEN);
        }
    }

    #[test]
    fn better_positions_have_greater_codes() {
        let order =
            [lose(0), lose(1), lose(9), OPEN, tie(9), tie(1), tie(0), win(9), win(1), win(0)];
        assert!(order.is_sorted_by(|a, b| a < b));
    }
}
