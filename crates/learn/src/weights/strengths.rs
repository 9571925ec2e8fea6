//! Strengths of moves: sums of small integers, each step a part of a doubling.

use std::sync::LazyLock;

use games_core::MoveRows;

/// Into how many steps a doubling is cut.
pub(crate) const DOUBLING: i32 = 64;

/// Powers of two from 0 to 1 in steps. Square roots and products are rounded alike everywhere.
static POWERS: LazyLock<[f32; DOUBLING as usize + 1]> = LazyLock::new(|| {
    let mut step = 2.0_f64;
    for _ in 0..DOUBLING.ilog2() {
        step = step.sqrt();
    }
    let mut power = 1.0;
    let mut powers = [1.0; DOUBLING as usize + 1];
    for next in &mut powers[1..] {
        power *= step;
        *next = power as f32;
    }
    powers
});

/// Returns 2 to the power of so many steps, none of them upwards; 0 where that is next to nothing.
#[inline]
pub(crate) fn power(steps: i32) -> f32 {
    scaled(POWERS[steps.rem_euclid(DOUBLING) as usize], steps.div_euclid(DOUBLING))
}

/// Returns about 2 to the power of a number that is not above 0: straight lines between steps.
#[inline]
pub(crate) fn smooth_power(x: f32) -> f32 {
    let x = x.max(-1000.0) * DOUBLING as f32;
    let steps = x.floor();
    let part = x - steps;
    let steps = steps as i32;
    let at = steps.rem_euclid(DOUBLING) as usize;
    let power = POWERS[at] + part * (POWERS[at + 1] - POWERS[at]);
    scaled(power, steps.div_euclid(DOUBLING))
}

#[inline]
fn scaled(power: f32, doublings: i32) -> f32 {
    if doublings < -126 {
        return 0.0;
    }
    power * f32::from_bits(((doublings.min(0) + 127) as u32) << 23)
}

/// Appends a weight for each move: 1 for the strongest, half of that for one that is so many steps
/// weaker as `doubling` says. Rows without a strength count for nothing.
pub(super) fn weigh(strengths: &[i16], doubling: i32, rows: &MoveRows, weights: &mut Vec<f32>) {
    let strength = |i: usize| -> i32 {
        let of = |&row: &u16| strengths.get(usize::from(row)).map_or(0, |&n| i32::from(n));
        rows.of(i).iter().map(of).sum()
    };
    let most = (0..rows.moves()).map(strength).max().unwrap_or(0);
    for i in 0..rows.moves() {
        let below = i64::from(strength(i) - most) * i64::from(DOUBLING) / i64::from(doubling);
        weights.push(power(below.max(-200 * i64::from(DOUBLING)) as i32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_right() {
        for steps in [0, -1, -63, -64, -65, -640, -126 * 64] {
            let right = (f64::from(steps) / 64.0).exp2();
            let close = |power: f32| (f64::from(power) / right - 1.0).abs() < 1e-4;
            assert!(close(power(steps)) && close(smooth_power(steps as f32 / 64.0)), "{steps}");
        }
        assert!((smooth_power(-0.3) / (-0.3_f32).exp2() - 1.0).abs() < 1e-4);
        assert_eq!((power(-200 * 64), smooth_power(-1e9)), (0.0, 0.0));
    }

    #[test]
    fn half_as_strong_is_half_the_weight() {
        let mut rows = MoveRows::default();
        for list in [&[0][..], &[0, 1], &[], &[9]] {
            list.iter().for_each(|&row| rows.push(row));
            rows.end_move();
        }
        let mut weights = vec![7.0];
        weigh(&[-64, 128], 64, &rows, &mut weights);
        assert_eq!(weights, [7.0, 0.25, 1.0, 0.5, 0.5]);
        weights.clear();
        weigh(&[-64, 128], 128, &rows, &mut weights);
        assert_eq!(weights[..2], [0.5, 1.0]);
    }
}
