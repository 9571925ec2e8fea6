//! How well shallow searches foretell deep ones: what multi-probcut cuts by.

use std::sync::Arc;

/// How well the score of a shallow search foretells that of a deeper one, as somebody measured it:
/// `deep ≈ slope · shallow + offset`, with an error that is about normally distributed (M. Buro,
/// "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CutPair {
    /// Plies of the deep search.
    pub deep: u32,
    /// Plies of the shallow search, fewer.
    pub shallow: u32,
    /// The slope in parts of [`CutPair::ONE`], between a sixteenth and 16 of them.
    pub slope: i32,
    /// The offset in hundredths of the game's unit.
    pub offset: i32,
    /// The standard deviation of the error, in hundredths of the game's unit.
    pub error: i32,
}

impl CutPair {
    /// What stands for 1 in a slope.
    pub const ONE: i32 = 1024;

    /// How much of the depth is left out.
    const fn distance(self) -> u32 {
        self.deep - self.shallow
    }

    /// Whether the numbers are those of a line that a search can be cut by; so small, too, that
    /// they can be reckoned with.
    fn is_sound(self) -> bool {
        let is_steep = (Self::ONE / 16..=Self::ONE * 16).contains(&self.slope);
        let is_small =
            self.offset.unsigned_abs() <= LARGEST && self.error.unsigned_abs() <= LARGEST;
        self.shallow >= 1 && self.deep > self.shallow && is_steep && is_small && self.error >= 0
    }
}

/// The largest offset and error, in hundredths.
const LARGEST: u32 = games_core::EVAL_LIMIT.unsigned_abs();

/// The pair that cuts at each depth.
#[derive(Clone, Debug, Default)]
pub(crate) struct CutPairs(Arc<[Option<CutPair>]>);

/// Pairs are told up to this depth; deeper searches are as good as never cut.
const DEEPEST: u32 = 64;

impl CutPairs {
    /// Chooses for each depth, of the pairs that there are, the one whose shallow search has about
    /// half of it. Beyond the deepest pair, its distance in plies is kept: what it leaves out grows
    /// no more, and its error can only shrink.
    pub(crate) fn new(pairs: &[CutPair]) -> Self {
        let sound: Vec<_> = pairs.iter().copied().filter(|pair| pair.is_sound()).collect();
        if sound.is_empty() {
            return Self::default();
        }
        Self((0..=DEEPEST).map(|depth| choose(&sound, depth)).collect())
    }

    #[inline]
    pub(crate) fn at(&self, depth: i32) -> Option<CutPair> {
        self.0.get(depth as usize).copied().flatten()
    }
}

fn choose(pairs: &[CutPair], depth: u32) -> Option<CutPair> {
    let beyond_half = |pair: &CutPair| (2 * pair.shallow).abs_diff(pair.deep);
    let measured = pairs.iter().filter(|pair| pair.deep == depth);
    if let Some(pair) = measured.min_by_key(|pair| (beyond_half(pair), pair.shallow)) {
        return Some(*pair);
    }
    // Scores of odd and even depths differ in many games, so that parity is kept.
    let like = |pair: &&CutPair| pair.deep < depth && (depth - pair.deep).is_multiple_of(2);
    let deepest = pairs.iter().filter(like).map(|pair| pair.deep).max()?;
    let pair = choose(pairs, deepest)?;
    Some(CutPair { deep: depth, shallow: depth - pair.distance(), ..pair })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(deep: u32, shallow: u32) -> CutPair {
        CutPair { deep, shallow, slope: CutPair::ONE, offset: 0, error: 100 }
    }

    #[test]
    fn the_shallow_search_has_about_half_of_the_depth() {
        let all: Vec<_> =
            (3..=10).flat_map(|deep| (1..deep).map(move |shallow| pair(deep, shallow))).collect();
        let pairs = CutPairs::new(&all);
        let found = |depth| pairs.at(depth).map(|pair| pair.shallow);
        assert_eq!(
            [0, 2, 3, 4, 7, 8, 10].map(found),
            [None, None, Some(1), Some(2), Some(3), Some(4), Some(5)]
        );
    }

    #[test]
    fn beyond_the_deepest_pair_its_distance_and_its_parity_are_kept() {
        let pairs = CutPairs::new(&[pair(9, 3), pair(10, 4)]);
        let found = |depth| pairs.at(depth).map(|pair| (pair.deep, pair.shallow));
        assert_eq!([8, 11, 12, 15].map(found), [None, Some((11, 5)), Some((12, 6)), Some((15, 9))]);
        assert!(pairs.at(1000).is_none() && pairs.at(-1).is_none());
    }

    #[test]
    fn pairs_that_make_no_sense_are_left_out() {
        let bad = [
            pair(4, 4),
            pair(3, 5),
            pair(4, 0),
            CutPair { slope: 0, ..pair(4, 2) },
            CutPair { slope: i32::MAX, ..pair(4, 2) },
            CutPair { offset: i32::MIN, ..pair(4, 2) },
            CutPair { error: i32::MAX, ..pair(4, 2) },
            CutPair { error: -1, ..pair(4, 2) },
        ];
        assert!((0..10).all(|depth| CutPairs::new(&bad).at(depth).is_none()));
    }
}
