//! Chess clocks: how much time a player has for a game.

use core::{fmt, str::FromStr, time::Duration};

use games_core::{Side, TextError, notation::quote};

use crate::units::parse_duration;

/// A time control: `10+0.1` is ten seconds for the game and a tenth of a second for each move,
/// `40/60+0.5` a minute for every 40 moves and half a second for each.
///
/// ```
/// use sessions::TimeControl;
///
/// let control: TimeControl = "40/60+0.5".parse()?;
/// assert_eq!((control.moves, control.base.as_secs()), (Some(40), 60));
/// assert_eq!(control.to_string(), "40/60+0.5");
/// # Ok::<(), games_core::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TimeControl {
    /// The moves to be made in the time, after which it is given again; all moves of the game if
    /// `None`.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl TimeControl {
    /// So much time for the whole game.
    #[must_use]
    pub const fn new(base: Duration) -> Self {
        Self { moves: None, base, increment: Duration::ZERO }
    }
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let error = || {
            let message = format!(
                "{} is no time control; expected seconds, for example 60, 10+0.1 or 40/60+0.5",
                quote(text)
            );
            TextError::whole(text, message)
        };
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => (Some(moves.parse().map_err(|_| error())?), times),
            None => (None, text),
        };
        let (base, increment) = match times.split_once('+') {
            Some((base, increment)) => (base, Some(increment)),
            None => (times, None),
        };
        let seconds = |text: &str| parse_duration(&format!("{text}s")).map_err(|_| error());
        let is_none = |text: &str| text.parse() == Ok(0.0);
        let increment = match increment {
            Some(text) if !is_none(text) => seconds(text)?,
            _ => Duration::ZERO,
        };
        if moves == Some(0) {
            return Err(error());
        }
        Ok(Self { moves, base: seconds(base)?, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        f.write_str(&seconds_text(self.base))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", seconds_text(self.increment))?;
        }
        Ok(())
    }
}

fn seconds_text(time: Duration) -> String {
    match time.subsec_nanos() {
        0 => time.as_secs().to_string(),
        nanos => format!("{}.{nanos:09}", time.as_secs()).trim_end_matches('0').to_owned(),
    }
}

/// The clock of one player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    #[must_use]
    pub const fn new(control: TimeControl) -> Self {
        Self { control, left: control.base, moves: control.moves }
    }

    /// A clock in the middle of a game: what is left, what each move adds, and the moves to be made
    /// until more is given, if that is known.
    #[must_use]
    pub const fn standing(left: Duration, increment: Duration, moves: Option<u32>) -> Self {
        Self { control: TimeControl { moves, base: left, increment }, left, moves }
    }

    /// The same clock in a game whose end is so many plies away. A third of them, which is two of three
    /// moves of a side, share what is left: the last ones take next to no time where a solver works
    /// them out.
    #[must_use]
    pub fn with_plies_left(self, plies: u32) -> Self {
        let moves = (plies / 3).max(LEAST_MOVES);
        Self { moves: Some(self.moves.map_or(moves, |until| until.min(moves))), ..self }
    }

    /// Returns the time control.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time that is left.
    #[must_use]
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the moves to be made in it; `None` for all that are still to come.
    #[must_use]
    pub const fn moves(&self) -> Option<u32> {
        self.moves
    }

    /// Takes the time of a move off.
    ///
    /// # Errors
    ///
    /// By how much more time was taken than was left: the game is lost, unless the excess is
    /// tolerated, and goes on with nothing left and the increment.
    pub fn spend(&mut self, time: Duration) -> Result<(), Duration> {
        let over = time.saturating_sub(self.left);
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let (Some(left), Some(all)) = (&mut self.moves, self.control.moves) {
            *left -= 1;
            if *left == 0 {
                *left = all;
                self.left += self.control.base;
            }
        }
        if over.is_zero() { Ok(()) } else { Err(over) }
    }

    /// Returns how long a move should take: an even share of what is left over the moves to the next
    /// time control, or the 30 that a game usually still has, and most of the increment. Some always
    /// stays, for the clock runs on the way to the player and back as well.
    #[must_use]
    pub fn share(&self) -> Duration {
        let moves = self.moves.map_or(USUAL_MOVES, |moves| moves.clamp(1, USUAL_MOVES));
        self.within(self.left / moves + self.control.increment.mul_f64(0.75))
    }

    /// Returns how long a move may take that turns out to be hard, for searches that save time on
    /// others ([`Limits::stretch`](ai::Limits::stretch)): some shares, but a quarter of what is left
    /// at most where a share is less.
    #[must_use]
    pub fn stretch(&self) -> Duration {
        let share = self.share();
        self.within((share * MOST_SHARES).min(self.left / 4)).max(share)
    }

    fn within(&self, wanted: Duration) -> Duration {
        let reserve = (self.left / 20).clamp(LEAST_RESERVE, MOST_RESERVE);
        wanted.min(self.left.saturating_sub(reserve)).max(Duration::from_millis(1))
    }
}

/// The moves that a game usually still has.
const USUAL_MOVES: u32 = 30;

/// However near the end is, time is kept for some moves.
const LEAST_MOVES: u32 = 4;

/// The shares that a hard move may take.
const MOST_SHARES: u32 = 3;

const LEAST_RESERVE: Duration = Duration::from_millis(20);
const MOST_RESERVE: Duration = Duration::from_millis(100);

/// The clocks of both sides; a side that has none is not bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks(pub [Option<Clock>; 2]);

impl Clocks {
    /// Returns the clock of a side.
    #[must_use]
    pub const fn of(&self, side: Side) -> Option<&Clock> {
        self.0[side.index()].as_ref()
    }

    /// Takes the time of a move off the clock of a side; see [`Clock::spend`].
    ///
    /// # Errors
    ///
    /// By how much more time was taken than was left.
    pub fn spend(&mut self, side: Side, time: Duration) -> Result<(), Duration> {
        self.0[side.index()].as_mut().map_or(Ok(()), |clock| clock.spend(time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(text: &str) -> Clock {
        Clock::new(text.parse().unwrap())
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn bad_time_controls_are_refused() {
        for text in ["", "10s", "0", "-1", "10+", "+1", "0/10", "x/10", "40/", "1e300", "1+1+1"] {
            let message = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(message.contains("10+0.1"), "{text}: {message}");
        }
    }

    #[test]
    fn a_move_takes_its_time_and_brings_the_increment() {
        let mut clock = clock("10+0.1");
        assert_eq!(clock.spend(ms(4000)), Ok(()));
        assert_eq!((clock.left(), clock.moves()), (ms(6100), None));
        assert_eq!(clock.spend(ms(6100)), Ok(()));
        assert_eq!(clock.left(), ms(100));
        assert_eq!(clock.spend(ms(130)), Err(ms(30)));
        assert_eq!(clock.left(), ms(100));
    }

    #[test]
    fn after_its_moves_a_player_has_the_time_again() {
        let mut clock = clock("2/60+0.5");
        clock.spend(ms(10_000)).unwrap();
        assert_eq!((clock.left(), clock.moves()), (ms(50_500), Some(1)));
        clock.spend(ms(500)).unwrap();
        assert_eq!((clock.left(), clock.moves()), (ms(110_500), Some(2)));
    }

    #[test]
    fn a_move_takes_a_share_and_never_all() {
        assert_eq!(clock("300").share(), ms(10_000));
        assert_eq!(clock("60+1").share(), ms(2750));
        assert_eq!(clock("1/60").share(), ms(59_900));
        assert_eq!(clock("0.05+9").share(), ms(30));
        assert_eq!(clock("0.001").share(), ms(1));
    }

    #[test]
    fn a_hard_move_takes_some_shares_and_leaves_enough_for_the_others() {
        assert_eq!(clock("300").stretch(), ms(30_000));
        assert_eq!(clock("60+1").stretch(), ms(8250));
        assert_eq!(clock("6+1").stretch(), ms(1500));
        // The next moves have time of their own.
        assert_eq!(clock("1/60").stretch(), ms(59_900));
        assert_eq!(clock("0.05+9").stretch(), ms(30));
    }

    #[test]
    fn time_is_shared_by_the_moves_that_are_left() {
        let share = |text: &str, plies| clock(text).with_plies_left(plies).share();
        assert_eq!((share("60", 60), share("60", 30)), (ms(3000), ms(6000)));
        assert_eq!(share("60+1", 30), ms(6750));
        // Some is left for the next moves, however near the end is.
        assert_eq!((share("60", 6), share("60", 0)), (ms(15_000), ms(15_000)));
        // A long game has no more moves to think about than any other.
        assert_eq!(share("60", 300), ms(2000));
        // There is more time after the next control.
        assert_eq!(share("2/60", 60), ms(30_000));
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_comes_back_or_is_refused(
            text in "([0-9]{1,3}/)?[0-9]{0,4}(\\.[0-9]{0,4})?(\\+[0-9.]{0,4})?\\PC{0,1}",
        ) {
            match text.parse::<TimeControl>() {
                Ok(control) => prop_assert_eq!(control.to_string().parse(), Ok(control)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }
}
