//! How well a player plays that could play better: levels that people can beat.
//!
//! Below the highest level a search looks at few positions, and the move that is played is drawn:
//! each move has a lottery ticket that is worth the more, the better the search found it. So a weak
//! player makes mistakes of all sizes, small ones more often than large ones, and never one that it
//! has not weighed.
//!
//! A ply deeper costs as many times more positions as there are moves. So that a level looks about as
//! far ahead in a game of many moves as in one of few, its positions grow with their square.
//!
//! A level is made of the game's own estimate and of numbers alone, not of time, so that it stays
//! what it is on every machine. The highest is the search as it is.

mod lottery;
mod player;

use core::{fmt, str::FromStr};

use ai::Techniques;
use games_core::{TextError, notation::quote};

use crate::Engine;
pub(crate) use player::at_level;

/// What alpha-beta learnt after the levels got their numbers: it would make other players of them.
const LATER: &[&str] = &[
    "improving",
    "deeper_reductions",
    "move_kinds",
    "deferral",
    "shared_line",
    "lasting_history",
    "corrections",
];

/// A level from 1, for beginners, to 8, all that a search can; in between also `3.25`.
///
/// ```
/// use sessions::Level;
///
/// let level: Level = "3.5".parse()?;
/// assert!(level > Level::LEAST && level < Level::FULL);
/// assert_eq!(level.to_string(), "3.5");
/// # Ok::<(), games_core::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level {
    hundredths: u16,
}

impl Level {
    /// Level 1.
    pub const LEAST: Self = Self { hundredths: 100 };

    /// Level 8, on which nothing is held back.
    pub const FULL: Self = Self { hundredths: 800 };

    /// Returns the level that is nearest to a number.
    #[must_use]
    pub fn near(number: f64) -> Self {
        let hundredths = (number * 100.0).round().clamp(100.0, 800.0);
        Self { hundredths: hundredths as u16 }
    }

    /// Returns its number, in 1 to 8.
    #[must_use]
    pub fn number(self) -> f64 {
        f64::from(self.hundredths) / 100.0
    }

    /// Returns whether something is held back.
    #[must_use]
    pub const fn is_held_back(self) -> bool {
        self.hundredths < Self::FULL.hundredths
    }

    /// The techniques that are left of these.
    pub(crate) fn techniques(self, all: Techniques) -> Techniques {
        if self.is_held_back() { all.without(LATER) } else { all }
    }

    /// What a search of a kind may do on this level; nothing is held back if `None`.
    fn strength(self, engine: &Engine) -> Option<Strength> {
        let table = match engine {
            Engine::AlphaBeta(_) => &ALPHA_BETA,
            Engine::Mcts(_) => &MONTE_CARLO,
            _ => return None,
        };
        let below = usize::from(self.hundredths / 100) - 1;
        let next = table.get(below + 1)?;
        Some(table[below].towards(next, f64::from(self.hundredths % 100) / 100.0))
    }
}

impl Default for Level {
    /// The highest.
    fn default() -> Self {
        Self::FULL
    }
}

impl FromStr for Level {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let digits = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = text.parse().ok().filter(|number| digits && (1.0..=8.0).contains(number));
        number.map(Self::near).ok_or_else(|| {
            let message = format!("{} is no level; expected a number from 1 to 8", quote(text));
            TextError::whole(text, message)
        })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// What a search may do on a level.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Strength {
    /// Positions of alpha-beta for each of so many moves as [`player`] counts, without any of which
    /// it looks at each move alone; simulations of Monte Carlo search, in all.
    effort: f64,
    /// How much luck there is in the choice of the move; see [`lottery`].
    luck: f64,
    /// How many of the best moves are weighed at least.
    lines: usize,
    /// The part of all moves that is weighed, where that is more.
    part: f64,
}

impl Strength {
    /// How many of so many moves are weighed.
    fn weighed(&self, legal: usize) -> usize {
        self.lines.max((self.part * legal as f64).ceil() as usize)
    }
}

const fn strength(effort: f64, luck: f64, lines: usize, part: f64) -> Strength {
    Strength { effort, luck, lines, part }
}

/// The levels of alpha-beta search; the last row is where those between 7 and 8 lead to. Chosen by
/// matches between neighbours in five games: `docs/strength.md`. To weigh fewer of many moves is to
/// leave the bad ones out, and so worth much where there are many and nothing where there are few.
const ALPHA_BETA: [Strength; 8] = [
    strength(0.0, 1.7, 8, 1.0),
    strength(5.0, 1.05, 8, 0.83),
    strength(9.5, 0.58, 8, 0.8),
    strength(20.0, 0.411, 8, 0.62),
    strength(38.0, 0.295, 8, 0.55),
    strength(76.0, 0.212, 7, 0.5),
    strength(155.0, 0.187, 6, 0.42),
    strength(50_000.0, 0.0, 1, 0.0),
];

/// Every move.
const ALL: usize = usize::MAX;

/// The levels of Monte Carlo search, chosen in the same way. A tree goes where the moves are good, and
/// so needs no more simulations where there are more of them: with a number for each move the steps
/// in Go, which are the largest, were larger still.
const MONTE_CARLO: [Strength; 8] = [
    strength(9.0, 1.2, ALL, 1.0),
    strength(22.0, 0.57, ALL, 1.0),
    strength(47.0, 0.347, ALL, 1.0),
    strength(100.0, 0.23, ALL, 1.0),
    strength(192.0, 0.162, ALL, 1.0),
    strength(410.0, 0.117, ALL, 1.0),
    strength(800.0, 0.072, ALL, 1.0),
    strength(50_000.0, 0.0, ALL, 1.0),
];

impl Strength {
    /// The strength that is a part of the way to another one.
    fn towards(self, next: &Self, part: f64) -> Self {
        // By the same factor for each part of the way, but for those who begin with nothing.
        let effort = match self.effort {
            0.0 => next.effort * part,
            effort => effort * (next.effort / effort).powf(part),
        };
        Self { effort, luck: self.luck + (next.luck - self.luck) * part, ..self }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A technique that is new has to be named among the later ones, or levels become other players.
    #[test]
    fn levels_have_the_techniques_that_they_were_made_with() {
        let made_with = [
            "iterative",
            "table",
            "deeper",
            "enhanced_cutoffs",
            "aspiration",
            "principal_variation",
            "hints",
            "killers",
            "counter_moves",
            "history",
            "quiescence",
            "extensions",
            "internal_reduction",
            "null_move",
            "late_moves",
            "futility",
            "probcut",
            "endgames",
        ];
        let then = Techniques::NONE.with(&made_with);
        assert_eq!(Level::near(7.99).techniques(Techniques::ALL), then);
        assert_eq!(Level::FULL.techniques(Techniques::ALL), Techniques::ALL);
        assert_eq!(Level::LEAST.techniques(Techniques::NONE), Techniques::NONE);
    }

    #[test]
    fn a_level_between_two_is_between_them() {
        let at = |level| Level::near(level).strength(&Engine::alpha_beta());
        let (low, middle, high) = (at(3.0).unwrap(), at(3.5).unwrap(), at(4.0).unwrap());
        assert!(low.effort < middle.effort && middle.effort < high.effort);
        assert!(low.luck > middle.luck && middle.luck > high.luck);
        assert!(at(7.99).is_some());
        assert_eq!(at(8.0), None);
        assert_eq!(Level::LEAST.strength(&Engine::Random), None);
    }

    #[test]
    fn more_is_looked_at_on_each_level_and_less_left_to_luck() {
        for table in [ALPHA_BETA, MONTE_CARLO] {
            assert!(table.is_sorted_by(|a, b| a.effort < b.effort && a.luck > b.luck));
        }
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in ["", "0", "9", "8.01", "-1", "+3", "1e0", "x", "nan", "3..5", "inf"] {
            let message = text.parse::<Level>().unwrap_err().to_string();
            assert!(message.contains("a number from 1 to 8"), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn levels_come_back(text in "[0-9]{0,2}(\\.[0-9]{0,4})?\\PC{0,1}") {
            if let Ok(level) = text.parse::<Level>() {
                prop_assert_eq!(level.to_string().parse(), Ok(level));
            }
        }
    }
}
