//! Discs that can never be turned over again, and the bound on the score that follows.

use std::sync::LazyLock;

/// Discs of both sides on an edge of eight squares that are stable whatever is played on the edge,
/// by the edge's state written to base three.
static EDGES: LazyLock<Box<[u8; 6561]>> = LazyLock::new(edges);

/// The digits of a set of squares read to base three.
static BASE_THREE: [u16; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut digit, mut i) = (1, 0);
        while i < 8 {
            if set >> i & 1 == 1 {
                table[set] += digit;
            }
            digit *= 3;
            i += 1;
        }
        set += 1;
    }
    table
};

#[inline]
fn number(own: u8, opp: u8) -> usize {
    usize::from(BASE_THREE[usize::from(own)]) + 2 * usize::from(BASE_THREE[usize::from(opp)])
}

/// Works the table out from full edges back to the empty one: a disc is stable if no placement of
/// either side on an empty square, with or without turning discs over, ever changes it.
fn edges() -> Box<[u8; 6561]> {
    let mut table = Box::new([0; 6561]);
    let mut sets: Vec<(u8, u8)> = (0..=255_u8)
        .flat_map(|own| (0..=255_u8).map(move |opp| (own, opp)))
        .filter(|(own, opp)| own & opp == 0)
        .collect();
    sets.sort_by_key(|(own, opp)| (own | opp).count_zeros());
    for (own, opp) in sets {
        let mut stable = own | opp;
        for i in (0..8).filter(|i| (own | opp) >> i & 1 == 0) {
            for (a, b) in [(own, opp), (opp, own)] {
                let flips = flips_on_edge(a, b, i);
                let (a, b) = (a | flips | 1 << i, b & !flips);
                // What was turned over was not stable; what is not stable later is not now.
                stable &= !flips & table[number(a, b)];
            }
        }
        table[number(own, opp)] = stable;
    }
    table
}

fn flips_on_edge(own: u8, opp: u8, square: u32) -> u8 {
    let mut flips = 0;
    for step in [1_i32, -1] {
        let mut run = 0_u8;
        let mut i = square as i32 + step;
        while (0..8).contains(&i) && opp >> i & 1 == 1 {
            run |= 1 << i;
            i += step;
        }
        if (0..8).contains(&i) && own >> i & 1 == 1 {
            flips |= run;
        }
    }
    flips
}

const LEFT: u64 = 0x0101_0101_0101_0101;
const RIGHT: u64 = LEFT << 7;
const INNER: u64 = 0x007e_7e7e_7e7e_7e00;

/// Returns the bits of the leftmost column, the topmost first.
#[inline]
fn left(set: u64) -> u8 {
    ((set & LEFT).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Puts the bits of a byte on the leftmost column.
#[inline]
fn to_left(byte: u8) -> u64 {
    (u64::from(byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & LEFT) | u64::from(byte >> 7) << 56
}

/// Returns the discs of both sides on the edges of a board of 8 by 8 that are stable on their edge.
#[inline]
pub(super) fn stable_on_edges(own: u64, opp: u64) -> u64 {
    let table = &**EDGES;
    let edge = |own: u8, opp: u8| table[number(own, opp)];
    u64::from(edge(own as u8, opp as u8))
        | u64::from(edge((own >> 56) as u8, (opp >> 56) as u8)) << 56
        | to_left(edge(left(own), left(opp)))
        | to_left(edge(left(own >> 7), left(opp >> 7))) << 7
}

/// Returns the squares whose row, column and diagonals are full, each apart.
#[inline]
fn full_lines(discs: u64) -> [u64; 4] {
    let empty = !discs;
    // Empty squares spread along their lines.
    let mut row = empty;
    row |= row >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
    row |= row >> 2 & 0x3333_3333_3333_3333;
    row |= row >> 1 & 0x5555_5555_5555_5555;
    row = (row & LEFT).wrapping_mul(0xff);
    let mut col = empty;
    col |= col.rotate_left(32);
    col |= col.rotate_left(16);
    col |= col.rotate_left(8);
    let spread = |step: u32, up: [u64; 3], down: [u64; 3]| {
        let (mut a, mut b) = (empty, empty);
        for i in 0..3 {
            a |= a << (step << i) & up[i];
            b |= b >> (step << i) & down[i];
        }
        a | b
    };
    // Shifted by one, two or four columns, what leaves the board on one side must not come in on
    // the other.
    const FROM: [u64; 3] = [!LEFT, !(LEFT | LEFT << 1), !(LEFT * 15)];
    const TO: [u64; 3] = [!RIGHT, !(RIGHT | RIGHT >> 1), LEFT * 15];
    let falling = spread(9, FROM, TO);
    let rising = spread(7, TO, FROM);
    [!row, !col, !falling, !rising]
}

/// Returns discs of `own` that can never be turned over; there may be more.
pub(super) fn stable(own: u64, opp: u64) -> u64 {
    let [row, col, falling, rising] = full_lines(own | opp);
    let mut stable = stable_on_edges(own, opp) & own;
    stable |= row & col & falling & rising & own & INNER;
    if stable == 0 {
        return 0;
    }
    let inner = own & INNER;
    loop {
        // Safe in all four directions: the line is full, or a neighbor in it is stable.
        let safe = (row | stable << 1 | stable >> 1)
            & (col | stable << 8 | stable >> 8)
            & (falling | stable << 9 | stable >> 9)
            & (rising | stable << 7 | stable >> 7)
            & inner;
        if safe & !stable == 0 {
            return stable;
        }
        stable |= safe;
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Game, Rng, seeded};

    use super::*;
    use crate::Othello;

    #[test]
    fn an_edge_is_stable_from_its_corners_and_where_it_is_full() {
        let edge = |own: &str| {
            let set = |c: char| own.chars().rev().fold(0_u8, |set, x| set << 1 | u8::from(x == c));
            EDGES[number(set('X'), set('O'))]
        };
        assert_eq!(edge("--------"), 0);
        assert_eq!(edge("XXX-----"), 0b0000_0111);
        assert_eq!(edge("-XXXXXX-"), 0);
        assert_eq!(edge("XXO----O"), 0b1000_0011);
        assert_eq!(edge("XOXOXOXO"), 0b1111_1111);
        // The last square cannot turn the six own discs between two own corners' ends.
        assert_eq!(edge("XXXXXXX-"), 0b0111_1111);
    }

    /// Square by square, along the lines.
    fn is_full(discs: u64, square: i32, (dx, dy): (i32, i32)) -> bool {
        let (x, y) = (square % 8, square / 8);
        let line = (-7..8).map(|step| (x + step * dx, y + step * dy));
        line.filter(|(x, y)| (0..8).contains(x) && (0..8).contains(y))
            .all(|(x, y)| discs >> (8 * y + x) & 1 == 1)
    }

    #[test]
    fn all_full_lines_are_found_and_no_others() {
        let mut rng = seeded(5);
        let mut full = [0; 4];
        for _ in 0..2000 {
            // From one to eight empty squares, so that long lines are full as well.
            let empty = (0..=rng.below(8)).fold(0, |set, _| set | 1 << rng.below(64));
            let found = full_lines(!empty);
            for (i, direction) in [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().enumerate() {
                let expected = (0..64)
                    .filter(|&square| is_full(!empty, square, direction))
                    .fold(0, |s, i| s | 1 << i);
                assert_eq!(found[i], expected, "{direction:?} without {empty:#x}");
                full[i] += expected.count_ones();
            }
        }
        assert!(full.iter().all(|&n| n > 40_000), "{full:?}");
    }

    #[test]
    fn what_is_called_stable_is_never_turned_over() {
        let rules = Othello::standard();
        let mut found = 0;
        for seed in 0..400 {
            let mut rng = seeded(seed);
            let mut state = rules.initial();
            // Squares that were called stable, with their owner's discs.
            let mut known = [0_u64; 2];
            while let Ok(m) = rules.random_move(&state, &mut rng) {
                for side in games_core::Side::BOTH {
                    let (own, opp) = (state.discs(side), state.discs(side.other()));
                    let before = known[side.index()];
                    assert_eq!(own & before, before, "{state}");
                    let now = stable(own, opp);
                    assert_eq!(now & !own, 0, "{state}");
                    known[side.index()] |= now;
                    found += u64::from(now.count_ones());
                }
                rules.apply(&mut state, m);
            }
            let _ = rng.next_u64();
        }
        assert!(found > 10_000, "{found}");
    }

    #[test]
    fn all_discs_of_a_full_board_are_stable() {
        let mut rng = seeded(1);
        for _ in 0..100 {
            let own = rng.next_u64();
            assert_eq!(stable(own, !own), own);
        }
    }
}
