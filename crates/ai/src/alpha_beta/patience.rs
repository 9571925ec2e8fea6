//! How long a move is worth thinking about, where the searcher divides the time of a game itself.
//!
//! After each iteration it is asked whether this is enough: sooner where the best move has stayed the
//! same, where nearly all positions were those below it, and where its score has not fallen
//! (R. Hyatt, "Using time wisely", 1984; <https://www.chessprogramming.org/Time_Management>).

use core::time::Duration;

use crate::{Limits, Score};

/// What an iteration says about the time that a move needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// How many iterations in a row had the same best move.
    pub(super) steady: usize,
    /// By how many hundredths the score fell with this one.
    pub(super) fallen: i32,
    /// How many of 100 positions were below the best move.
    pub(super) share: u32,
}

/// In percent of the usual time, by the number of iterations that had the same best move.
const STEADY: [u32; 5] = [150, 120, 100, 85, 75];
/// By how many hundredths a score may fall or rise until it makes no more difference.
const FALLEN: (i32, i32) = (-20, 60);
/// In percent, if no position was below the best move; less by a percent for each percent that was.
const ELSEWHERE: u32 = 155;

impl Outlook {
    /// How much of the usual time is enough, in percent.
    pub(super) fn percent(self) -> u32 {
        let steady = STEADY[self.steady.min(STEADY.len() - 1)];
        let fallen = 100 + self.fallen.clamp(FALLEN.0, FALLEN.1);
        let elsewhere = ELSEWHERE - self.share.min(100);
        steady * fallen.unsigned_abs() / 100 * elsewhere / 100
    }
}

/// By how many hundredths a score has fallen; nothing where either is that of a won or lost game.
pub(super) fn fallen(before: Score, now: Score) -> i32 {
    if before.is_decisive() || now.is_decisive() { 0 } else { before.raw() - now.raw() }
}

/// The time that a move usually takes, if it may take longer.
pub(super) fn usual_time(limits: &Limits) -> Option<Duration> {
    limits.time.filter(|_| limits.stretch.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: Outlook = Outlook { steady: 2, fallen: 0, share: 55 };

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        assert_eq!(USUAL.percent(), 100);
        for doubtful in [
            Outlook { steady: 0, ..USUAL },
            Outlook { fallen: 30, ..USUAL },
            Outlook { share: 20, ..USUAL },
        ] {
            assert!(doubtful.percent() > 110, "{doubtful:?}");
        }
        for certain in [
            Outlook { steady: 9, ..USUAL },
            Outlook { fallen: -30, ..USUAL },
            Outlook { share: 90, ..USUAL },
        ] {
            assert!(certain.percent() < 90, "{certain:?}");
        }
    }

    #[test]
    fn no_outlook_goes_beyond_all_bounds() {
        let all = [i32::MIN, -1, 0, i32::MAX].into_iter().flat_map(|fallen| {
            [0, 100, u32::MAX].map(|share| Outlook { steady: usize::MAX, fallen, share })
        });
        for outlook in all {
            assert!((30..400).contains(&outlook.percent()), "{outlook:?}");
        }
    }

    #[test]
    fn a_mate_that_is_found_is_no_fall() {
        let mate = Score::from_raw(-Score::INFINITE.raw() + 10);
        assert!(mate.is_decisive());
        assert_eq!(fallen(Score::estimate(50), mate), 0);
        assert_eq!(fallen(Score::estimate(50), Score::estimate(20)), 30);
    }
}
