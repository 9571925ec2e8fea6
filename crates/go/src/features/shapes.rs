//! Shapes of 3x3 points: what lies around a point, turned and mirrored in any way.

use std::sync::LazyLock;

/// How many shapes there are: the ways to fill eight cells with four things, but for what eight
/// symmetries make of each other. Most of them never come up, since borders are straight.
pub(super) const SHAPES: usize = 8740;

/// Returns the number of a shape, from the cells around a point as the side to move sees them: two
/// bits each, 1 for its own stones, row by row from the top left, the middle left out.
pub(super) fn number(code: u16) -> u16 {
    NUMBERS[usize::from(code)]
}

/// Returns the same cells as the other color sees them.
pub(super) const fn swapped(code: u16) -> u16 {
    // Stones are 01 and 10; what is empty or border stays.
    (code & 0x5555) << 1 | (code >> 1) & 0x5555
}

/// The number of each of the 2^16 surroundings: 128 KB.
static NUMBERS: LazyLock<Box<[u16]>> = LazyLock::new(|| {
    let mut numbers = vec![0; 1 << 16].into_boxed_slice();
    let mut next = 0;
    for code in 0..=u16::MAX {
        let least = least_image(code);
        if least == code {
            numbers[usize::from(code)] = next;
            next += 1;
        } else {
            // The least of the images came before.
            numbers[usize::from(code)] = numbers[usize::from(least)];
        }
    }
    numbers
});

fn least_image(code: u16) -> u16 {
    let mut least = code;
    let mut image = code;
    for _ in 0..4 {
        image = permuted(image, QUARTER_TURN);
        least = least.min(image).min(permuted(image, MIRROR));
    }
    least
}

/// Which cell comes to each place. The cells are
///
/// ```text
/// 0 1 2
/// 3   4
/// 5 6 7
/// ```
const QUARTER_TURN: [u16; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
const MIRROR: [u16; 8] = [2, 1, 0, 4, 3, 7, 6, 5];

fn permuted(code: u16, from: [u16; 8]) -> u16 {
    from.into_iter().fold(0, |image, cell| image << 2 | code >> (14 - 2 * cell) & 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(rows: [&str; 3]) -> u16 {
        let cells = rows.concat();
        let around = cells.chars().enumerate().filter(|(i, _)| *i != 4);
        around.fold(0, |code, (_, c)| code << 2 | ".xo#".find(c).unwrap() as u16)
    }

    #[test]
    fn numbers_leave_none_out() {
        let most = NUMBERS.iter().copied().max().unwrap();
        assert_eq!(usize::from(most) + 1, SHAPES);
        let mut met = vec![false; SHAPES];
        NUMBERS.iter().for_each(|&number| met[usize::from(number)] = true);
        assert!(met.into_iter().all(|met| met));
    }

    #[test]
    fn a_shape_is_the_same_however_it_is_turned() {
        let shape = number(code(["xo.", "x.o", "###"]));
        for turned in [["#xx", "#.o", "#o."], ["###", "o.x", ".ox"], [".ox", "o.x", "###"]] {
            assert_eq!(number(code(turned)), shape, "{turned:?}");
        }
        assert_ne!(number(code(["ox.", "x.o", "###"])), shape);
    }

    #[test]
    fn the_other_color_sees_its_own_stones() {
        let (mine, theirs) = (code(["xo.", "x.o", "###"]), code(["ox.", "o.x", "###"]));
        assert_eq!(swapped(mine), theirs);
        assert_eq!(swapped(theirs), mine);
    }
}
