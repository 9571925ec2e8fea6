//! Positions that are turned or mirrored.

use super::rule::Rule;

/// The eight images of some sets of squares on the square board, themselves first.
pub(super) fn images<R: Rule, const N: usize>(sets: [u64; N]) -> [[u64; N]; 8] {
    let spare = 8 - R::SIDE;
    let upside_down = |set: u64| set.swap_bytes() >> (8 * spare);
    let turned_around = |set: u64| set.reverse_bits() >> (9 * spare);
    let mirrored = |set: u64| upside_down(turned_around(set));
    let four =
        |sets: [u64; N]| [sets, sets.map(upside_down), sets.map(turned_around), sets.map(mirrored)];
    let [[a, b, c, d], [e, f, g, h]] = [four(sets), four(sets.map(transposed))];
    [a, b, c, d, e, f, g, h]
}

/// The image with the least numbers: the same for all images of a position.
pub(super) fn least_image<R: Rule>(discs: [u64; 2]) -> [u64; 2] {
    images::<R, 2>(discs).into_iter().fold(discs, Ord::min)
}

/// The set with rows and columns exchanged (H. S. Warren, "Hacker's Delight", 7-3).
const fn transposed(set: u64) -> u64 {
    let set = exchanged(set, 28, 0x0000_0000_f0f0_f0f0);
    let set = exchanged(set, 14, 0x0000_cccc_0000_cccc);
    exchanged(set, 7, 0x00aa_00aa_00aa_00aa)
}

/// The set with the squares of `lower` and those so many places above exchanged.
const fn exchanged(set: u64, places: u32, lower: u64) -> u64 {
    let differing = (set ^ set >> places) & lower;
    set ^ differing ^ differing << places
}

#[cfg(test)]
mod tests {
    use games_core::{Game, Rng, Symmetric, seeded};

    use super::{super::Rules, *};
    use crate::{Othello, Scoring, Size};

    fn they_are_those_of_the_rules<R: Rule>(size: Size) {
        let rules: Othello = Othello::new(size, Scoring::Plain).unwrap();
        let mut rng = seeded(u64::from(R::SIDE));
        for _ in 0..50 {
            let mut state = rules.initial();
            for _ in 0..rng.below(12) {
                let Ok(m) = rules.random_move(&state, &mut rng) else { break };
                rules.apply(&mut state, m);
            }
            let mut expected: Vec<_> = (0..rules.symmetries())
                .map(|g| rules.map_state(g, &state))
                .map(|image| [image.own(), image.opponent()])
                .collect();
            let mut found = images::<R, 2>([state.own(), state.opponent()]).to_vec();
            assert_eq!(found[0], [state.own(), state.opponent()]);
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
            for discs in &found {
                assert_eq!(least_image::<R>(*discs), found[0]);
            }
        }
    }

    #[test]
    fn the_images_are_those_that_the_rules_know() {
        they_are_those_of_the_rules::<Rules<4, true>>(Size::Four);
        they_are_those_of_the_rules::<Rules<6, true>>(Size::Six);
        they_are_those_of_the_rules::<Rules<8, true>>(Size::Eight);
    }
}
