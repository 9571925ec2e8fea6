//! The tables, worked out by the compiler.

use super::{
    lines::{ARMS, Direction, direction},
    sliders::{self, Lookup},
};
use crate::SquareSet;

/// All tables in one: a program has them once, as they are `static`, and code of another crate, which
/// looks up the address of each `static` that it reads, does so once for all of them.
pub(super) static TABLES: Tables = Tables {
    knight_moves: leaps(1, 2),
    king_moves: leaps(0, 1),
    rook_rays: rays([Direction::Rank, Direction::File]),
    bishop_rays: rays([Direction::Rising, Direction::Falling]),
    rising: lines(Direction::Rising),
    falling: lines(Direction::Falling),
    rooks: sliders::ROOKS,
    bishops: sliders::BISHOPS,
    between: between(),
    line: line(),
    reached: sliders::reached(),
};

/// By squares; what is reached by [`Lookup::place`].
pub(super) struct Tables {
    pub(super) knight_moves: [SquareSet; 64],
    pub(super) king_moves: [SquareSet; 64],
    pub(super) rook_rays: [SquareSet; 64],
    pub(super) bishop_rays: [SquareSet; 64],
    pub(super) rising: [SquareSet; 64],
    pub(super) falling: [SquareSet; 64],
    pub(super) rooks: [Lookup; 64],
    pub(super) bishops: [Lookup; 64],
    pub(super) between: [[SquareSet; 64]; 64],
    pub(super) line: [[SquareSet; 64]; 64],
    pub(super) reached: [SquareSet; sliders::SETS],
}

const fn rays(directions: [Direction; 2]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let [a, b] = [ARMS[from][directions[0] as usize], ARMS[from][directions[1] as usize]];
        table[from] = SquareSet::from_bits(a.both() | b.both());
        from += 1;
    }
    table
}

const fn lines(direction: Direction) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut through = 0;
    while through < 64 {
        let arms = ARMS[through][direction as usize];
        table[through] = SquareSet::from_bits(arms.both() | 1 << through);
        through += 1;
    }
    table
}

/// The squares where files and ranks differ by two numbers, in either order; those of a king, by
/// at most one.
const fn leaps(small: usize, large: usize) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
        let (less, more) = if files < ranks { (files, ranks) } else { (ranks, files) };
        let is_leap = more == large && (less == small || large == 1);
        if is_leap {
            table[from] = SquareSet::from_bits(table[from].bits() | 1 << to);
        }
        pair += 1;
    }
    table
}

const fn between() -> [[SquareSet; 64]; 64] {
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        if let Some(direction) = direction(a, b) {
            let (a_arms, b_arms) = (ARMS[a][direction as usize], ARMS[b][direction as usize]);
            let between =
                if a < b { a_arms.above & b_arms.below } else { a_arms.below & b_arms.above };
            table[a][b] = SquareSet::from_bits(between);
        }
        pair += 1;
    }
    table
}

const fn line() -> [[SquareSet; 64]; 64] {
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        if let Some(direction) = direction(a, b) {
            let arms = ARMS[a][direction as usize];
            table[a][b] = SquareSet::from_bits(arms.both() | 1 << a);
        }
        pair += 1;
    }
    table
}
