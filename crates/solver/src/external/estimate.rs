//! How many positions there may be, by a sample, before any work.
//!
//! The sample goes from tier to tier like the work: it takes up at most so many of the positions
//! that it has found, chosen by their hashes, and finds their children. How many children are
//! found once and twice tells about how many are not found at all (the lower bound of A. Chao,
//! "Nonparametric estimation of the number of classes in a population", 1984). Positions with many
//! parents are found more readily than others, so what is told is rather too low than too high.

use core::mem;
use litemap::LiteMap;

use games_core::{
    solvable::{ErasedSpace, Key},
    zobrist::mix,
};

use super::watch::Watch;
use crate::{
    bundle::{BUNDLE, Bundle},
    phase::Stop,
};

/// What work on disk may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Expected {
    /// Positions that are kept, symmetric ones once.
    pub positions: u64,
    /// Bytes of disk at a time, the table of the result not among them.
    pub disk: u64,
    /// Whether the sample has all positions in it.
    pub is_exact: bool,
}

/// Positions of each tier that are taken up at the most.
const SAMPLE: usize = 1 << 16;
const LEAST_SAMPLE: usize = 64;
/// Parents and answers take about so many bytes besides the key.
const QUESTION: f64 = 4.0;

/// Takes a sample.
///
/// # Errors
///
/// [`Stop::Interrupted`].
pub(super) fn estimate<K: Key>(
    space: &dyn ErasedSpace<K>,
    memory: u64,
    watch: &mut Watch<'_>,
) -> Result<Expected, Stop> {
    // A sampled position takes its place and that of its children.
    let most = usize::try_from(memory / 32).unwrap_or(usize::MAX) / K::BYTES;
    let most = most.clamp(LEAST_SAMPLE, SAMPLE);
    let start = space.shape().start;
    // With how many sampled parents each was found, as so many copies.
    let mut found = LiteMap::new_vec();
    found.insert(space.tier_of(start), vec![start]);
    let mut bundle = Bundle::default();
    let (mut positions, mut kept, mut largest) = (0.0, 0.0, 0.0_f64);
    let mut is_exact = true;
    while let Some((&first, _)) = found.first() {
        let mut copies = found.remove(&first).expect("it is there");
        watch.check()?;
        let (mut keys, seen) = count(&mut copies);
        let tier = if is_exact { seen[0] } else { seen[0] + unseen(seen) };
        // The mean difference of keys, in steps of seven bits.
        let span = keys.last().map_or(0, |last| last.to_u128() - keys[0].to_u128()) as f64;
        let each = 1.0 + ((span / tier).max(1.0).log2() / 7.0).floor();
        if keys.len() > most {
            is_exact = false;
            // A hash for tables is not random enough: positions that are alike stand apart in it.
            keys.select_nth_unstable_by_key(most, |key| mix(key.hashed()));
            keys.truncate(most);
        }
        let sampled = keys.len() as f64;
        let mut children = 0;
        for keys in keys.chunks(BUNDLE) {
            bundle.keys.clear();
            bundle.keys.extend_from_slice(keys);
            bundle.ask_children(space);
            bundle.ask_list_tiers(space);
            children += bundle.tiers.len();
            for (&child, &tier) in bundle.lists.keys().iter().zip(&bundle.tiers) {
                found.entry(tier).or_insert_with(Vec::new).push(child);
            }
        }
        positions += tier;
        // A byte for the value.
        kept += tier * (each + 1.0);
        let width = span.max(1.0).log2() / 8.0 + QUESTION;
        largest = largest.max(tier * children as f64 / sampled * width);
    }
    Ok(Expected { positions: positions as u64, disk: (kept + largest) as u64, is_exact })
}

/// Leaves each key once; counts all of them, those that were there once, and those twice.
fn count<K: Key>(copies: &mut Vec<K>) -> (Vec<K>, [f64; 3]) {
    copies.sort_unstable();
    let mut seen = [0_u64; 3];
    let mut keys = Vec::new();
    for copies in mem::take(copies).chunk_by(|a, b| a == b) {
        keys.push(copies[0]);
        seen[0] += 1;
        if let Some(count) = seen[1..].get_mut(copies.len() - 1) {
            *count += 1;
        }
    }
    (keys, seen.map(|count| count as f64))
}

/// How many were probably not seen, given how many were, and how many of them once and twice.
fn unseen([_, once, twice]: [f64; 3]) -> f64 {
    once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use games_core::{Game, Solvable, toy::TicTacToe};

    use super::*;

    #[test]
    fn what_fits_into_the_sample_is_counted() {
        let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
        let (stop, mut observer) = (AtomicBool::new(false), |_: &_| {});
        let mut watch = Watch::new(&mut observer, &stop);
        let expected = estimate::<u64>(&space, 1 << 30, &mut watch).unwrap();
        assert_eq!((expected.positions, expected.is_exact), (765, true));
        // With 64 of at most 200 positions of a tier: another figure, and not far away.
        let expected = estimate::<u64>(&space, 0, &mut watch).unwrap();
        assert!(!expected.is_exact);
        assert!((383..1530).contains(&expected.positions), "{expected:?}");
    }

    /// Drawing from a hat: of 1000 things 700 were drawn, each as often as chance has it.
    #[test]
    fn what_was_drawn_once_and_twice_tells_what_was_not_drawn() {
        // 1000 e^-1.2 were not drawn, 1.2 as many once, 0.72 as many twice.
        let none = 1000.0 * (-1.2_f64).exp();
        let told = unseen([1000.0 - none, 1.2 * none, 0.72 * none]);
        assert!((told / none - 1.0).abs() < 0.02, "{told} of {none}");
    }
}
