//! Shapes of 3x3 points worth playing in a playout.
//!
//! The list is that of S. Gelly, Y. Wang, R. Munos and O. Teytaud, "Modification of UCT with
//! patterns in Monte-Carlo Go" (2006), section 3.2, in the spelling of P. Baudis' michi: `X` and
//! `O` are stones of the two colors, whichever moves; `.` is empty, `x` anything but `X`, `o`
//! anything but `O`, `?` anything, `#` the border. Turned, mirrored and with colors changed they
//! count too.

use std::sync::LazyLock;

#[rustfmt::skip]
const SHAPES: [[&str; 3]; 13] = [
    ["XOX", "...", "???"], // hane from both sides
    ["XO.", "...", "?.?"], // hane that does not cut
    ["XO?", "X..", "x.?"], // magari
    [".O.", "X..", "..."], // attachment from the diagonal
    ["XO?", "O.o", "?o?"], // cut of unprotected stones
    ["XO?", "O.X", "???"], // cut after a peep
    ["?X?", "O.O", "ooo"], // push between
    ["OX?", "o.O", "???"], // cut of a knight's move
    ["X.?", "O.?", "###"], // chase along the edge
    ["OX?", "X.O", "###"], // block of a cut at the edge
    ["?X?", "x.O", "###"], // block of a connection at the edge
    ["?XO", "x.x", "###"], // descent to the edge
    ["?OX", "X.O", "###"], // cut at the edge
];

/// Cells as the board writes them: empty, black, white, border.
const EMPTY: u16 = 0;
const BORDER: u16 = 3;

/// Returns whether the cells around an empty point are one of the shapes: two bits each, row by
/// row from the top left, the first in the highest bits, the middle left out.
pub(super) fn is_known(code: u16) -> bool {
    KNOWN[usize::from(code >> 6)] >> (code & 63) & 1 == 1
}

/// A bit for each of the 2^16 surroundings: 8 KB.
static KNOWN: LazyLock<Box<[u64; 1024]>> = LazyLock::new(|| {
    let mut known = Box::new([0; 1024]);
    for shape in images() {
        mark(&shape, 0, 0, &mut known);
    }
    known
});

type Shape = [char; 9];

fn images() -> Vec<Shape> {
    let mut images = Vec::new();
    for rows in SHAPES {
        let mut shape = ['?'; 9];
        for (at, c) in shape.iter_mut().zip(rows.concat().chars()) {
            *at = c;
        }
        for _ in 0..2 {
            for _ in 0..2 {
                for _ in 0..4 {
                    images.push(shape);
                    shape = [6, 3, 0, 7, 4, 1, 8, 5, 2].map(|i| shape[i]);
                }
                shape = [2, 1, 0, 5, 4, 3, 8, 7, 6].map(|i| shape[i]);
            }
            shape = shape.map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                'x' => 'o',
                'o' => 'x',
                c => c,
            });
        }
    }
    images
}

/// Marks all surroundings that begin with `code` and go on as the shape does from cell `i` on.
fn mark(shape: &Shape, i: usize, code: u16, known: &mut [u64; 1024]) {
    if i == shape.len() {
        known[usize::from(code >> 6)] |= 1 << (code & 63);
        return;
    }
    if i == 4 {
        return mark(shape, i + 1, code, known);
    }
    let (x, o) = (1, 2);
    let cells: &[u16] = match shape[i] {
        '.' => &[EMPTY],
        'X' => &[x],
        'O' => &[o],
        'x' => &[EMPTY, o, BORDER],
        'o' => &[EMPTY, x, BORDER],
        '#' => &[BORDER],
        _ => &[EMPTY, x, o, BORDER],
    };
    for cell in cells {
        mark(shape, i + 1, code << 2 | cell, known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(rows: [&str; 3]) -> u16 {
        let cells = rows.concat();
        let around = cells.chars().enumerate().filter(|(i, _)| *i != 4);
        around.fold(0, |code, (_, c)| code << 2 | ".bw#".find(c).unwrap() as u16)
    }

    #[test]
    fn a_cut_is_known_in_every_direction_and_for_both_colors() {
        for rows in [["bw.", "w..", "..."], [".wb", "..w", "..."], ["...", "b..", "wb."]] {
            assert!(is_known(code(rows)), "{rows:?}");
        }
    }

    #[test]
    fn an_empty_neighborhood_and_a_solid_one_are_not() {
        assert!(!is_known(code(["...", "...", "..."])));
        assert!(!is_known(code(["bbb", "b.b", "bbb"])));
    }
}
