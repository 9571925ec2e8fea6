//! Estimates that add up features, each worth something in the middle game and something in the
//! endgame, and shift from the one to the other as the pieces leave the board ("tapered eval").

/// The phase of a game with all pieces; more after promotions counts as much.
const FULL_PHASE: i32 = 24;

/// Receives features: which one, and how often the side has it.
pub(crate) trait Tally {
    fn add(&mut self, term: usize, times: i32);
}

/// What features are worth, each in the middle game and in the endgame.
///
/// Both in one number, the endgame's in the upper half, so that one addition serves both.
pub(crate) struct Worths<const N: usize>([i64; N]);

impl<const N: usize> Worths<N> {
    pub(crate) const fn new(weights: &[(i16, i16); N]) -> Self {
        let mut packed = [0; N];
        let mut term = 0;
        while term < N {
            let (middle, end) = weights[term];
            packed[term] = ((end as i64) << 32) + middle as i64;
            term += 1;
        }
        Self(packed)
    }

    /// What both sides' features are worth to White.
    #[inline]
    pub(crate) fn tally(&self, count: impl FnOnce([&mut Sum<'_, N>; 2]) -> i32) -> i32 {
        let sum = || Sum { worths: self, total: 0 };
        let (mut white, mut black) = (sum(), sum());
        let phase = count([&mut white, &mut black]).min(FULL_PHASE);
        let sum = white.total - black.total;
        let middle = sum as i32;
        let end = ((sum - i64::from(middle)) >> 32) as i32;
        (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
    }
}

/// The features of a side, added up.
pub(crate) struct Sum<'a, const N: usize> {
    worths: &'a Worths<N>,
    total: i64,
}

impl<const N: usize> Tally for Sum<'_, N> {
    #[inline]
    fn add(&mut self, term: usize, times: i32) {
        self.total += self.worths.0[term] * i64::from(times);
    }
}

/// The features of a side, counted.
pub(crate) struct Counts(Vec<i32>);

impl Tally for Counts {
    fn add(&mut self, term: usize, times: i32) {
        self.0[term] += times;
    }
}

/// Returns how often White has each of so many features more than Black, and the phase.
pub(crate) fn counts(
    features: usize,
    count: impl FnOnce([&mut Counts; 2]) -> i32,
) -> (Vec<i32>, i32) {
    let (mut white, mut black) = (Counts(vec![0; features]), Counts(vec![0; features]));
    let phase = count([&mut white, &mut black]).min(FULL_PHASE);
    (white.0.into_iter().zip(black.0).map(|(w, b)| w - b).collect(), phase)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORTHS: Worths<3> = Worths::new(&[(100, -40), (-7, 9), (i16::MIN, i16::MAX)]);

    #[test]
    fn a_sum_is_blended_by_phase() {
        let tally = |phase| {
            WORTHS.tally(|[white, black]| {
                white.add(0, 3);
                white.add(1, 2);
                black.add(1, 5);
                black.add(0, 1);
                phase
            })
        };
        // Two times the first feature, less three times the second.
        assert_eq!([tally(24), tally(40)], [221, 221], "the middle game");
        assert_eq!(tally(0), -107, "the endgame");
        assert_eq!(tally(12), (221 - 107) / 2);
    }

    #[test]
    fn the_largest_weights_do_not_run_into_each_other() {
        let most = |phase| {
            WORTHS.tally(|[white, _]| {
                white.add(2, 100);
                phase
            })
        };
        assert_eq!([most(24), most(0)], [-3_276_800, 3_276_700]);
    }

    #[test]
    fn counts_are_those_of_white_less_those_of_black() {
        let counted = counts(2, |[white, black]| {
            white.add(0, 2);
            black.add(0, 3);
            black.add(1, -1);
            7
        });
        assert_eq!(counted, (vec![-1, 1], 7));
    }
}
