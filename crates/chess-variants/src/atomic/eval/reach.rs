//! From where some squares could be attacked.

use super::super::bits::{FILE_A, FILE_H};

/// Squares from which pieces would attack some squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    leaps: u64,
    diagonals: u64,
    lines: u64,
}

impl Reach {
    /// All of the squares at once: pieces slide from them over empty squares, one step of all
    /// rays at a time.
    #[inline]
    pub(super) fn new(targets: u64, occupied: u64) -> Self {
        let mut reach = Self { leaps: 0, diagonals: 0, lines: 0 };
        if targets == 0 {
            return reach;
        }
        let empty = !occupied;
        let west = |set: u64| (set & !FILE_A) >> 1;
        let east = |set: u64| (set & !FILE_H) << 1;
        let (beside_1, beside_2) =
            (west(targets) | east(targets), west(west(targets)) | east(east(targets)));
        reach.leaps = beside_1 << 16 | beside_1 >> 16 | beside_2 << 8 | beside_2 >> 8;
        let (mut n, mut s, mut w, mut e) =
            (targets << 8, targets >> 8, west(targets), east(targets));
        let (mut nw, mut ne, mut sw, mut se) = (w << 8, e << 8, w >> 8, e >> 8);
        loop {
            (n, s, w, e) = (n & empty, s & empty, w & empty, e & empty);
            (nw, ne, sw, se) = (nw & empty, ne & empty, sw & empty, se & empty);
            if n | s | w | e | nw | ne | sw | se == 0 {
                return reach;
            }
            reach.lines |= n | s | w | e;
            reach.diagonals |= nw | ne | sw | se;
            (n, s, w, e) = (n << 8, s >> 8, west(w), east(e));
            (nw, ne) = (west(nw) << 8, east(ne) << 8);
            (sw, se) = (west(sw) >> 8, east(se) >> 8);
        }
    }

    /// For a knight, a bishop, a rook, a queen.
    pub(super) const fn by_kind(&self) -> [u64; 4] {
        [self.leaps, self.diagonals, self.lines, self.diagonals | self.lines]
    }
}
