//! Lines of the board as bytes: how many discs the last placement turns over.

/// Everything about the lines through a square that the count needs.
struct Lines {
    row: u32,
    col: u32,
    falling: u64,
    rising: u64,
}

const COLUMN: u64 = 0x0101_0101_0101_0101;
/// Moves bit `8 i` to bit `56 + i`.
const COLUMN_TO_TOP: u64 = 0x0102_0408_1020_4080;

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines { row: 0, col: 0, falling: 0, rising: 0 };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square % 8, square / 8);
        let (mut falling, mut rising) = (0, 0);
        let mut other = 0;
        while other < 64 {
            let (dx, dy) = (other % 8 - x, other / 8 - y);
            if dx == dy {
                falling |= 1 << other;
            }
            if dx == -dy {
                rising |= 1 << other;
            }
            other += 1;
        }
        table[square as usize] = Lines { row: 8 * y as u32, col: x as u32, falling, rising };
        square += 1;
    }
    table
};

/// Twice the discs that a disc on a square of a full line turns over, by the square's place in the
/// line and the line's own discs; all others are the opponent's.
static TURNED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut turned = 0;
            let mut run = 0;
            let mut i = place + 1;
            while i < 8 {
                if own >> i & 1 == 1 {
                    turned += run;
                    break;
                }
                run += 1;
                i += 1;
            }
            run = 0;
            i = place;
            while i > 0 {
                i -= 1;
                if own >> i & 1 == 1 {
                    turned += run;
                    break;
                }
                run += 1;
            }
            table[place][own] = 2 * turned;
            own += 1;
        }
        place += 1;
    }
    table
};

/// Returns twice the number of discs that a disc on `square` turns over if all other squares are
/// taken: by `own`, or else by the opponent.
#[inline]
pub(super) fn last_turned(own: u64, square: u32) -> i32 {
    let square = square & 63;
    let lines = &LINES[square as usize];
    let by_col = &TURNED[(lines.col & 7) as usize];
    let by_row = &TURNED[(square >> 3) as usize];
    let byte = |table: &[u8; 256], line: u64| i32::from(table[(line & 255) as usize]);
    byte(by_col, own >> lines.row)
        + byte(by_row, (own >> lines.col & COLUMN).wrapping_mul(COLUMN_TO_TOP) >> 56)
        + byte(by_col, (own & lines.falling).wrapping_mul(COLUMN) >> 56)
        + byte(by_col, (own & lines.rising).wrapping_mul(COLUMN) >> 56)
}

#[cfg(test)]
mod tests {
    use games_core::{Rng, seeded};

    use super::*;
    use crate::flips::flips;

    #[test]
    fn the_last_square_turns_over_as_many_discs_as_anywhere_else() {
        let mut rng = seeded(1);
        for _ in 0..2000 {
            // Few own discs let runs be long.
            let own = rng.next_u64() & rng.next_u64() & rng.next_u64();
            for square in 0..64 {
                let own = own & !(1 << square);
                let opp = !own & !(1 << square);
                let expected = flips(own, opp, square as u8).count_ones() as i32;
                assert_eq!(last_turned(own, square), 2 * expected, "{own:#x} {square}");
            }
        }
    }
}
