//! How many positions there may be, by a sample, before any work.
//!
//! The sample goes from tier to tier like the work: it takes up at most so many of the positions
//! that it has found, chosen by their hashes, and finds their children. How many children are
//! found by one line of descent and by two tells about how many are not found at all (the lower
//! bound of A. Chao for incidences, "Estimating the population size for capture-recapture data with
//! unequal catchability", 1987, and without replacement of A. Chao and C.-W. Lin, "Nonparametric
//! lower bounds for species richness and shared species richness under sampling without
//! replacement", 2012). Lines of descent and not parents: moves come in any order, so cousins have
//! the same children far more often than strangers do. Positions with many parents are found more
//! readily than others, so what is told is rather too low than too high.

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
/// Those of a line have a common ancestor so many tiers ago, or up to twice as many.
const GENERATIONS: u32 = 24;

/// A position that was found, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sighting<K> {
    key: K,
    /// The line that tells who is a stranger.
    line: u32,
    /// The line that will, some tiers later.
    next_line: u32,
}

impl<K> Sighting<K> {
    /// Begins a line that is to tell strangers from the next time on.
    const fn begin_line(&mut self, line: u32) {
        self.line = if self.next_line == 0 { line } else { self.next_line };
        self.next_line = line;
    }
}

/// What was found of a tier.
#[derive(Debug)]
struct Found<K> {
    /// Each position with every parent once.
    sightings: Vec<Sighting<K>>,
    /// The parts of their tiers that the parents are, summed.
    parts: f64,
}

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
    let most = usize::try_from(memory / 32).unwrap_or(usize::MAX) / size_of::<Sighting<K>>();
    let most = most.clamp(LEAST_SAMPLE, SAMPLE);
    let start = space.shape().start;
    let mut found = LiteMap::new_vec();
    let sightings = vec![Sighting { key: start, line: 0, next_line: 0 }];
    found.insert(space.tier_of(start), Found { sightings, parts: 1.0 });
    let mut bundle = Bundle::default();
    let (mut positions, mut kept, mut largest) = (0.0, 0.0, 0.0_f64);
    // While all positions are looked at there are no lines.
    let (mut is_exact, mut lines, mut next_lines) = (true, 0, u32::MAX);
    for generation in 1_u32.. {
        let Some((&first, _)) = found.first() else { break };
        let Found { sightings, parts } = found.remove(&first).expect("it is there");
        watch.check()?;
        let part = parts / sightings.len() as f64;
        let (mut keys, seen) = count(sightings);
        let size = if is_exact { seen[0] } else { seen[0] + unseen(seen, part) };
        // The mean difference of keys, in steps of seven bits.
        let span = keys.last().map_or(0, |last| last.key.to_u128() - keys[0].key.to_u128()) as f64;
        let each = 1.0 + ((span / size).max(1.0).log2() / 7.0).floor();
        if draw(&mut keys, most) && is_exact {
            (is_exact, next_lines) = (false, generation);
        }
        if generation >= next_lines {
            next_lines = generation + GENERATIONS;
            for sighting in &mut keys {
                lines += 1;
                sighting.begin_line(lines);
            }
        }
        let sampled = keys.len() as f64;
        let mut children = 0;
        for parents in keys.chunks(BUNDLE) {
            bundle.keys.clear();
            bundle.keys.extend(parents.iter().map(|sighting| sighting.key));
            bundle.ask_children(space);
            bundle.ask_list_tiers(space);
            children += bundle.tiers.len();
            let mut tiers = bundle.tiers.iter();
            for (&parent, list) in parents.iter().zip(bundle.lists.iter()) {
                for (&key, &tier) in list.iter().zip(&mut tiers) {
                    let none = || Found { sightings: Vec::new(), parts: 0.0 };
                    let found = found.entry(tier).or_insert_with(none);
                    found.sightings.push(Sighting { key, ..parent });
                    found.parts += (sampled / size).min(1.0);
                }
            }
        }
        positions += size;
        // A byte for the value.
        kept += size * (each + 1.0);
        let width = span.max(1.0).log2() / 8.0 + QUESTION;
        largest = largest.max(size * children as f64 / sampled * width);
    }
    Ok(Expected { positions: positions as u64, disk: (kept + largest) as u64, is_exact })
}

/// Leaves at most so many positions, chosen by lot; `false` if there were no more.
fn draw<K: Key>(keys: &mut Vec<Sighting<K>>, most: usize) -> bool {
    if keys.len() <= most {
        return false;
    }
    // A hash for tables is not random enough: positions that are alike stand apart in it.
    keys.select_nth_unstable_by_key(most, |sighting| mix(sighting.key.hashed()));
    keys.truncate(most);
    true
}

/// Leaves each position once; counts all of them, those that one line found, and those that two
/// did.
fn count<K: Key>(mut sightings: Vec<Sighting<K>>) -> (Vec<Sighting<K>>, [f64; 3]) {
    sightings.sort_unstable();
    let mut seen = [0_u64; 3];
    for sightings in sightings.chunk_by(|a, b| a.key == b.key) {
        let lines = sightings.chunk_by(|a, b| a.line == b.line).count();
        seen[0] += 1;
        if let Some(count) = seen[1..].get_mut(lines - 1) {
            *count += 1;
        }
    }
    sightings.dedup_by_key(|sighting| sighting.key);
    (sightings, seen.map(|count| count as f64))
}

/// How many were probably not seen, given how many were, how many of them once and twice, and what
/// part of all parents looked.
fn unseen([_, once, twice]: [f64; 3], part: f64) -> f64 {
    if once == 0.0 || part >= 1.0 {
        return 0.0;
    }
    let few = part / (1.0 - part) * once;
    // If all have as many parents, they have so many.
    let parents = 1.0 + 2.0 * twice / few;
    let weight = (FEW_PARENTS / parents).powi(8).min(1.0);
    once * once / (2.0 * twice.max(0.5) + weight * few)
}

/// Where children have hardly more parents than one, hardly any is found twice, and what part of the
/// parents looked tells how many there are. Where they have more, some have far more than others, and
/// an error in that part would grow from tier to tier. The bound between is that with which the
/// games whose numbers are known come out best.
const FEW_PARENTS: f64 = 1.3;

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
        let seen = [1000.0 - none, 1.2 * none, 0.72 * none];
        let told = unseen(seen, 0.0);
        assert!((told / none - 1.0).abs() < 0.02, "{told} of {none}");
        assert_eq!(unseen(seen, 1.0), 0.0, "all have looked");
    }
}
