//! Time control: how long a move may take.

use core::time::Duration;

use games_core::{Side, notation::quote};

/// The time that each side has.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    /// No bound if `None`.
    settings: Option<Settings>,
    left: [Left; 2],
}

/// What both sides have at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    main: Duration,
    overtime: Overtime,
}

/// What follows the main time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Overtime {
    /// The loss of the game.
    None,
    /// `stones` moves within each period.
    Canadian { period: Duration, stones: u32 },
    /// A period for each move.
    Japanese { period: Duration },
}

/// What a side has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Left {
    time: Duration,
    /// In overtime the moves to be made within `time`; 0 in the main time.
    stones: u32,
}

impl Settings {
    /// Reads the arguments of `time_settings`: main time, overtime, its stones.
    pub(super) fn canadian(args: [&str; 3]) -> Result<Option<Self>, String> {
        let (main, period) = (seconds(args[0])?, seconds(args[1])?);
        let stones = count(args[2])?;
        // A period without stones means no limit, and so does no time at all: nobody could move.
        let unlimited = if period.is_zero() { main.is_zero() } else { stones == 0 };
        let overtime =
            if period.is_zero() { Overtime::None } else { Overtime::Canadian { period, stones } };
        Ok((!unlimited).then_some(Self { main, overtime }))
    }

    /// Reads the arguments of `kgs-time_settings`.
    pub(super) fn kgs(args: &[&str]) -> Result<Option<Self>, String> {
        match args {
            ["none"] => Ok(None),
            ["absolute", main] => Self::canadian([main, "0", "0"]),
            ["canadian", main, period, stones] => Self::canadian([main, period, stones]),
            ["byoyomi", main, period, _] => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                Ok(Some(Self { main, overtime: Overtime::Japanese { period } }))
            }
            _ => {
                Err("syntax error: expected none, absolute, byoyomi or canadian with times".into())
            }
        }
    }
}

impl Clock {
    /// Sets the times of both sides.
    pub(super) fn set(&mut self, settings: Option<Settings>) {
        self.settings = settings;
        self.restart();
    }

    /// Gives both sides what they have at the start of a game.
    pub(super) fn restart(&mut self) {
        let Some(Settings { main, overtime }) = self.settings else { return };
        let left = match overtime {
            _ if !main.is_zero() => Left { time: main, stones: 0 },
            Overtime::None => Left::default(),
            Overtime::Canadian { period, stones } => Left { time: period, stones },
            Overtime::Japanese { period } => Left { time: period, stones: 1 },
        };
        self.left = [left; 2];
    }

    /// Reads what a side has left: `stones` is 0 in the main time, the number of stones in
    /// Canadian overtime, that of periods in Japanese overtime.
    pub(super) fn set_left(&mut self, side: Side, time: &str, stones: &str) -> Result<(), String> {
        let left = Left { time: seconds(time)?, stones: count(stones)? };
        self.left[side.index()] = left;
        // Some controllers send nothing but the time left.
        self.settings.get_or_insert(Settings { main: left.time, overtime: Overtime::None });
        Ok(())
    }

    /// Takes the time of a move off a side's clock.
    pub(super) fn spend(&mut self, side: Side, time: Duration) {
        let Some(Settings { overtime, .. }) = self.settings else { return };
        let left = &mut self.left[side.index()];
        let in_main = left.stones == 0;
        let (rest, over) = (left.time.saturating_sub(time), time.saturating_sub(left.time));
        *left = match overtime {
            Overtime::Canadian { period, stones } if !in_main || rest.is_zero() => {
                // The move that ends the main time is the first of a period.
                let (time, stones_left) = if in_main {
                    (period.saturating_sub(over), stones - 1)
                } else {
                    (rest, left.stones - 1)
                };
                if stones_left == 0 {
                    Left { time: period, stones }
                } else {
                    Left { time, stones: stones_left }
                }
            }
            Overtime::Japanese { period } if !in_main || rest.is_zero() => {
                Left { time: period, stones: left.stones.max(1) }
            }
            _ => Left { time: rest, ..*left },
        };
    }

    /// Returns how long a move may take if the side has about `moves` to make until the end of the
    /// game; `None` without a bound.
    ///
    /// It is an even share of the main time and what overtime gives, less a margin, for the
    /// controller also counts the way to the engine and back.
    pub(super) fn budget(&self, side: Side, moves: usize) -> Option<Duration> {
        let Settings { overtime, .. } = self.settings?;
        let Left { time, stones } = self.left[side.index()];
        let moves = u32::try_from(moves.max(1)).unwrap_or(u32::MAX);
        let wanted = match (overtime, stones) {
            (Overtime::None, 0) => (time / moves).min(safe(time)),
            (Overtime::Canadian { period, stones }, 0) => time / moves + safe(period) / stones,
            (Overtime::Japanese { period }, 0) => time / moves + safe(period),
            (Overtime::Japanese { .. }, _) => safe(time),
            (_, stones) => safe(time) / stones,
        };
        Some(wanted.max(Duration::from_millis(1)))
    }
}

/// A time less a margin of a twentieth, between 10 ms and half a second.
fn safe(time: Duration) -> Duration {
    let margin = (time / 20).clamp(Duration::from_millis(10), Duration::from_millis(500));
    time.saturating_sub(margin)
}

/// Reads a number of seconds, up to three years.
fn seconds(text: &str) -> Result<Duration, String> {
    text.parse()
        .ok()
        .filter(|s| (0.0..=1e8).contains(s))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("syntax error: {} is no time in seconds", quote(text)))
}

fn count(text: &str) -> Result<u32, String> {
    super::command::whole(text).map(|n| n as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn clock(kgs: &[&str]) -> Clock {
        let mut clock = Clock::default();
        clock.set(Settings::kgs(kgs).unwrap());
        clock
    }

    /// The budget of Black with so many moves to make, in milliseconds.
    fn budget(clock: &Clock, moves: usize) -> Option<u128> {
        clock.budget(Side::First, moves).map(|time| time.as_millis())
    }

    fn spend(clock: &mut Clock, seconds: u64) {
        clock.spend(Side::First, Duration::from_secs(seconds));
    }

    #[test]
    fn without_settings_or_with_endless_ones_there_is_no_bound() {
        assert_eq!(budget(&Clock::default(), 10), None);
        assert_eq!(budget(&clock(&["none"]), 10), None);
        assert_eq!(Settings::canadian(["10", "5", "0"]), Ok(None));
        assert_eq!(Settings::canadian(["0", "0", "0"]), Ok(None));
    }

    #[test]
    fn main_time_is_shared_out_and_never_used_up() {
        let mut clock = clock(&["absolute", "60"]);
        assert_eq!(budget(&clock, 30), Some(2000));
        assert_eq!(budget(&clock, 1), Some(59_500));
        spend(&mut clock, 59);
        assert_eq!(budget(&clock, 1), Some(950));
        spend(&mut clock, 59);
        assert_eq!(budget(&clock, 30), Some(1));
        assert_eq!(clock.budget(Side::Second, 30), Some(Duration::from_secs(2)));
        clock.restart();
        assert_eq!(budget(&clock, 30), Some(2000));
    }

    #[test]
    fn canadian_overtime_gives_each_stone_its_share() {
        let mut clock = clock(&["canadian", "10", "20", "5"]);
        // A thirtieth of the main time, and a fifth of the period less half a second.
        assert_eq!(budget(&clock, 30), Some(333 + 3900));
        spend(&mut clock, 12);
        // Two seconds and one stone of the period are gone.
        assert_eq!(budget(&clock, 30), Some((18_000 - 500) / 4));
        for _ in 0..4 {
            spend(&mut clock, 1);
        }
        assert_eq!(budget(&clock, 30), Some((20_000 - 500) / 5));
        clock.set_left(Side::First, "3", "2").unwrap();
        assert_eq!(budget(&clock, 30), Some((3000 - 150) / 2));
    }

    #[test]
    fn japanese_overtime_gives_each_move_a_period() {
        let mut clock = clock(&["byoyomi", "30", "10", "5"]);
        assert_eq!(budget(&clock, 30), Some(1000 + 9500));
        spend(&mut clock, 31);
        assert_eq!(budget(&clock, 30), Some(9500));
        clock.set_left(Side::First, "10", "1").unwrap();
        assert_eq!(budget(&clock, 30), Some(9500));
    }

    #[test]
    fn a_controller_may_send_only_what_is_left() {
        let mut clock = Clock::default();
        clock.set_left(Side::First, "30", "0").unwrap();
        assert_eq!(budget(&clock, 10), Some(3000));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for bad in ["", "x", "-1", "nan", "inf", "1e9"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert!(Settings::kgs(&["byoyomi", "1"]).is_err());
        assert!(Settings::canadian(["1", "1", "-1"]).is_err());
    }

    proptest! {
        #[test]
        fn no_move_may_take_longer_than_its_side_has(
            (main, period) in (0..5000_u32, 0..100_u32),
            stones in 0..20_u32,
            moves in 0..400_usize,
            spent in prop::collection::vec(0..200_u64, 0..20),
        ) {
            let mut clock = Clock::default();
            let args = [main, period, stones].map(|n| n.to_string());
            clock.set(Settings::canadian([&args[0], &args[1], &args[2]]).unwrap());
            for seconds in spent {
                spend(&mut clock, seconds);
                if let Some(budget) = clock.budget(Side::First, moves) {
                    let left = clock.left[0].time;
                    let overtime = if clock.left[0].stones == 0 { period } else { 0 };
                    let most = left + Duration::from_secs(overtime.into());
                    prop_assert!(budget <= most.max(Duration::from_millis(1)), "{budget:?} {clock:?}");
                }
            }
        }
    }
}
