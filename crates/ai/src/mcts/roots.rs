//! The roots that bounds are made of, most of them worked out beforehand.

use super::prospect::{Breadth, Factor};

/// The square roots of natural logarithms, for numbers by their size and the next bits.
static ROOTS_OF_LN: [f32; 33 << STEP_BITS] = {
    let mut roots = [0.0; 33 << STEP_BITS];
    // The first step is 1 alone.
    let mut i = 1;
    while i < roots.len() {
        // A number in the middle of the step.
        let bits = (i as u32) << STEP_SHIFT | (1 << STEP_SHIFT >> 1);
        roots[i] = root(ln(f32::from_bits(bits + 1_f32.to_bits())) as f64) as f32;
        i += 1;
    }
    roots
};

/// The same for the least numbers one by one, which takes no time to find.
static FACTORS_OF_FEW: [Factor; 1024] = {
    let mut factors = [Factor::of(0.0); 1024];
    let mut n = 1;
    while n < factors.len() {
        factors[n] = Factor::of(ROOTS_OF_LN[step(n as u32)]);
        n += 1;
    }
    factors
};

/// What [`breadth_of_visits`] returns for the least numbers.
static BREADTHS_OF_FEW: [Breadth; 1024] = {
    let mut breadths = [Breadth::of(1.0); 1024];
    let mut n = 2;
    while n < breadths.len() {
        breadths[n] = Breadth::of((1.0 / root(n as f64)) as f32);
        n += 1;
    }
    breadths
};

const STEP_BITS: u32 = 6;
const STEP_SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - STEP_BITS;

/// Returns about the natural logarithm of a number from 1 on, to three digits. Unlike the one of
/// the standard library it is the same on every machine.
const fn ln(x: f32) -> f32 {
    let exponent = (x.to_bits() >> 23) as i32 - 127;
    let m = f32::from_bits(x.to_bits() & 0x007f_ffff | 0x3f80_0000) - 1.0;
    // The polynomial of third degree that agrees with log2(1 + m) and its slope at 0 and 1.
    let cubic = -0.606_737_5 + m * 0.164_042_56;
    let part = m * (core::f32::consts::LOG2_E + m * cubic);
    core::f32::consts::LN_2 * (exponent as f32 + part)
}

/// Returns the square root of a number from 0.01 to 1024, by Newton's method: that of the standard
/// library is not for constants.
const fn root(x: f64) -> f64 {
    let mut root = 10.0;
    let mut step = 0;
    while step < 16 {
        root = 0.5 * (root + x / root);
        step += 1;
    }
    root
}

/// Returns the step in which a number from 1 on is.
#[inline]
const fn step(n: u32) -> usize {
    (((n as f32).to_bits() - 1_f32.to_bits()) >> STEP_SHIFT) as usize
}

/// Returns about the square root of the natural logarithm of a number; 0 for 0 and 1. It would take
/// longer to work out than all the rest of a choice.
#[inline]
pub(super) fn root_of_ln(n: u32) -> f32 {
    ROOTS_OF_LN[step(n.max(1))]
}

/// Returns it as a factor.
#[inline]
pub(super) fn factor_of_ln(n: u32) -> Factor {
    match FACTORS_OF_FEW.get(n as usize) {
        Some(&factor) => factor,
        None => Factor::of(root_of_ln(n)),
    }
}

/// Returns what 1 / √*n* comes to; no visits count as one.
#[inline]
pub(super) fn breadth_of_visits(visits: u32) -> Breadth {
    match BREADTHS_OF_FEW.get(visits as usize) {
        Some(&breadth) => breadth,
        None => Breadth::of(1.0 / (visits as f32).sqrt()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_logarithms_are_right_to_a_hundredth() {
        for n in (2..5000).chain([1 << 20, u32::MAX]) {
            let root = (n as f32).ln().sqrt();
            assert!((root_of_ln(n) / root - 1.0).abs() < 0.012, "{n}");
            assert_eq!(factor_of_ln(n), Factor::of(root_of_ln(n)), "{n}");
        }
        assert_eq!((root_of_ln(0), root_of_ln(1)), (0.0, 0.0));
        assert_eq!([0, 1].map(factor_of_ln), [Factor::of(0.0); 2]);
    }

    #[test]
    fn breadths_of_few_visits_are_those_that_are_worked_out() {
        for (n, &breadth) in BREADTHS_OF_FEW.iter().enumerate().skip(1) {
            assert_eq!(breadth, Breadth::of((1.0 / (n as f64).sqrt()) as f32), "{n}");
        }
        assert_eq!(BREADTHS_OF_FEW[0], Breadth::of(1.0));
    }
}
