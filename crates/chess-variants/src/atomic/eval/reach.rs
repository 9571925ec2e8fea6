//! From where some squares could be attacked.

use chessmen::SquareSet;

/// Squares from which pieces would attack some squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    leaps: SquareSet,
    diagonals: SquareSet,
    lines: SquareSet,
}

impl Reach {
    /// All of the squares at once: pieces slide from them over empty squares, one step of all
    /// rays at a time.
    #[inline]
    pub(super) fn new(targets: SquareSet, occupied: SquareSet) -> Self {
        let nowhere = SquareSet::EMPTY;
        let mut reach = Self { leaps: nowhere, diagonals: nowhere, lines: nowhere };
        if targets.is_empty() {
            return reach;
        }
        let empty = !occupied;
        let beside = targets.beside();
        let two_aside = targets.west().west() | targets.east().east();
        let above_and_below = |set: SquareSet| set.north() | set.south();
        let two_above_and_below = |set: SquareSet| set.north().north() | set.south().south();
        reach.leaps = two_above_and_below(beside) | above_and_below(two_aside);
        let (mut n, mut s) = (targets.north(), targets.south());
        let (mut w, mut e) = (targets.west(), targets.east());
        let (mut nw, mut ne, mut sw, mut se) = (w.north(), e.north(), w.south(), e.south());
        loop {
            (n, s, w, e) = (n & empty, s & empty, w & empty, e & empty);
            (nw, ne, sw, se) = (nw & empty, ne & empty, sw & empty, se & empty);
            let (lines, diagonals) = (n | s | w | e, nw | ne | sw | se);
            if (lines | diagonals).is_empty() {
                return reach;
            }
            reach.lines |= lines;
            reach.diagonals |= diagonals;
            (n, s, w, e) = (n.north(), s.south(), w.west(), e.east());
            (nw, ne) = (nw.west().north(), ne.east().north());
            (sw, se) = (sw.west().south(), se.east().south());
        }
    }

    /// For a knight, a bishop, a rook, a queen.
    pub(super) fn by_kind(&self) -> [SquareSet; 4] {
        [self.leaps, self.diagonals, self.lines, self.diagonals | self.lines]
    }
}
