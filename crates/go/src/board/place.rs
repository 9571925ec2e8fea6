//! Placing stones: which placements are legal, and what they do.

use super::{BORDER, Board, Color, EMPTY, Index, NO_STONE, Placed, Point, STONE_KEYS};
use crate::Suicide;

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns whether a stone may be placed, ko and superko apart.
    #[must_use]
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color, suicide: Suicide) -> bool {
        let cell = point.cell() & Self::MASK;
        self.cells[cell] == EMPTY
            && (self.has_empty_neighbor(cell) || self.is_legal_inside(cell, color, suicide))
    }

    /// Returns whether an empty point has an empty neighbor: its own count tells.
    #[inline]
    pub(crate) fn has_empty_neighbor(&self, cell: usize) -> bool {
        self.liberties[cell & Self::MASK] != NO_STONE
    }

    /// The same for an empty point all of whose neighbors are stones or border.
    ///
    /// The point is the last liberty of a neighboring chain exactly if all of the chain's
    /// pseudo-liberties are here. A stone is safe if it takes such a chain of the opponent, or
    /// joins a chain of its own that has another liberty.
    #[inline]
    pub(crate) fn is_legal_inside(&self, cell: usize, color: Color, suicide: Suicide) -> bool {
        let around = self.around(cell);
        let heads = around.map(|n| self.head_of(n));
        let same = |i: usize, j: usize| u16::from(heads[i] == heads[j]);
        let [ab, ac, ad, bc, bd, cd] =
            [same(0, 1), same(0, 2), same(0, 3), same(1, 2), same(1, 3), same(2, 3)];
        let here = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        let is_own = around.map(|n| self.cells[n] == color as u8);
        // The border counts as a chain of the opponent that has other liberties.
        let is_safe = |i: usize| is_own[i] != (self.liberties[heads[i]] == here[i]);
        if is_safe(0) | is_safe(1) | is_safe(2) | is_safe(3) {
            return true;
        }
        suicide == Suicide::Multi && is_own.contains(&true)
    }

    /// Places a stone on an empty point, takes the chains without liberty, the opponent's first,
    /// and tells what happened. Nothing is checked: even a single stone may take itself.
    ///
    /// # Panics
    ///
    /// May panic, or spoil the board, if the point is not empty.
    #[inline]
    pub fn place(&mut self, point: Point, color: Color) -> Placed {
        let cell = point.cell() & Self::MASK;
        debug_assert_eq!(self.cells[cell], EMPTY, "stones are placed on empty points");
        let is_breathless = self.put(cell, color);
        let left = self.liberties[self.head_of(cell)];
        // One branch, and not two: both are rare.
        if is_breathless | (left == 0) {
            return self.take_dead(cell, color);
        }
        Placed { captured: 0, lost: 0, ko: None }
    }

    /// Takes the chains without liberty at and around a stone just placed, the opponent's first.
    fn take_dead(&mut self, cell: usize, color: Color) -> Placed {
        let around = self.around(cell);
        let mut captured = 0;
        let mut taken = 0;
        let mut dead =
            set_of(around.map(|n| {
                self.cells[n] == color.other() as u8 && self.liberties[self.head_of(n)] == 0
            }));
        while dead != 0 {
            let n = around[dead.trailing_zeros() as usize % 4];
            dead &= dead - 1;
            // A chain may be beside the stone more than once.
            if self.cells[n] != EMPTY {
                taken = n;
                captured += self.remove_chain(n, color.other());
            }
        }
        let head = self.head_of(cell);
        let left = self.liberties[head];
        if left == 0 {
            let lost = self.remove_chain(cell, color);
            return Placed { captured, lost, ko: None };
        }
        let is_ko = captured == 1 && left == 1 && self.stones[head].get() == 1;
        Placed { captured, lost: 0, ko: is_ko.then_some(Point(taken as u16)) }
    }

    /// Puts a stone on an empty point and takes nothing. Returns whether a chain beside it has lost its
    /// last liberty, be it one that the stone now belongs to.
    ///
    /// Which neighbors are of which kind is as good as random, so there is a branch only for what is
    /// rare.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, color: Color) -> bool {
        let around = self.around(cell);
        let is_own = around.map(|n| self.cells[n] == color as u8);
        let heads = around.map(|n| self.head_of(n));
        self.remove_empty(cell);
        self.cells[cell] = color as u8;
        self.key ^= STONE_KEYS[color.index()][cell];
        let free = self.liberties[cell].wrapping_sub(NO_STONE);
        for head in heads {
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
        }
        let [a, b, c, d] = heads.map(|head| self.liberties[head]);
        let is_breathless = a.min(b).min(c.min(d)) == 0;
        let mut first = cell;
        for i in (0..4).rev() {
            first = if is_own[i] { heads[i] } else { first };
        }
        self.join(cell, free, first);
        // Not zero if any other chain is to be joined.
        let mut others = 0;
        for i in 0..4 {
            others |= if is_own[i] { heads[i] ^ first } else { 0 };
        }
        if others != 0 {
            let mut own = set_of(is_own);
            own &= own - 1;
            while own != 0 {
                self.merge(cell, around[own.trailing_zeros() as usize % 4]);
                own &= own - 1;
            }
        }
        is_breathless
    }

    /// Joins a new stone to the chain with this head, or makes it a chain of its own if its own cell is
    /// given. A chain of several stones keeps its head, a single stone does not.
    #[inline]
    fn join(&mut self, cell: usize, free: u16, first: usize) {
        self.link[cell] = I::new(cell);
        self.stones[cell] = I::new(0);
        self.liberties[cell] = 0;
        let (next, stones, liberties) =
            (self.link[first], self.stones[first].get(), self.liberties[first]);
        let head = if stones > 1 { first } else { cell };
        self.head[first] = I::new(head);
        self.head[cell] = I::new(head);
        self.link[cell] = next;
        self.link[first] = I::new(cell);
        self.stones[head] = I::new(stones + 1);
        self.liberties[head] = liberties.wrapping_add(free);
    }

    /// Joins the chains of two stones; the smaller one is renamed.
    #[inline]
    fn merge(&mut self, a: usize, b: usize) {
        let (mut keep, mut rename) = (self.head_of(a), self.head_of(b));
        if keep == rename {
            return;
        }
        if self.stones[keep].get() < self.stones[rename].get() {
            (keep, rename) = (rename, keep);
        }
        self.liberties[keep] = self.liberties[keep].wrapping_add(self.liberties[rename]);
        self.stones[keep] = I::new(self.stones[keep].get() + self.stones[rename].get());
        let mut stone = rename;
        loop {
            self.head[stone] = I::new(keep);
            stone = self.link[stone].get() & Self::MASK;
            if stone == rename {
                break;
            }
        }
        self.link.swap(keep, rename);
    }

    /// Takes a chain off the board and returns how many stones it had.
    fn remove_chain(&mut self, first: usize, color: Color) -> u16 {
        let head = self.head_of(first);
        let mut count = 0;
        let mut stone = first;
        loop {
            let next = self.link[stone].get() & Self::MASK;
            self.cells[stone] = EMPTY;
            self.key ^= STONE_KEYS[color.index()][stone];
            for n in self.around(stone) {
                // Stones of this same chain count too, for nothing: their count ends here.
                let head = self.head_of(n);
                self.liberties[head] = self.liberties[head].wrapping_add(1);
            }
            self.liberties[stone] = NO_STONE + self.count_empty_neighbors(stone);
            self.add_empty(stone);
            count += 1;
            stone = next;
            if stone == first {
                break;
            }
        }
        // Until its last stone was gone, the chain counted here.
        self.liberties[head] = NO_STONE + self.count_empty_neighbors(head);
        count
    }

    pub(super) fn count_empty_neighbors(&self, cell: usize) -> u16 {
        self.around(cell).map(|n| u16::from(self.cells[n] == EMPTY)).into_iter().sum()
    }

    /// Returns the key that the board would have after a legal placement.
    pub(crate) fn key_after(&self, point: Point, color: Color) -> u64 {
        let cell = point.cell() & Self::MASK;
        let mut key = self.key ^ STONE_KEYS[color.index()][cell];
        let around = self.around(cell);
        let heads = around.map(|n| self.head_of(n));
        let here = |head: usize| heads.iter().filter(|&&h| h == head).count();
        let is_last = |head: usize| usize::from(self.liberties[head]) == here(head);
        let mut captures = false;
        let mut lives = false;
        for (i, (n, head)) in around.into_iter().zip(heads).enumerate() {
            let found = self.cells[n];
            if found == EMPTY {
                lives = true;
            } else if found == color as u8 {
                lives |= !is_last(head);
            } else if found != BORDER && is_last(head) && !heads[..i].contains(&head) {
                captures = true;
                key ^= self.chain_key(n, color.other());
            }
        }
        if !captures && !lives {
            // Suicide: the placed stone goes again, and all chains that it joined.
            key ^= STONE_KEYS[color.index()][cell];
            for (i, (n, head)) in around.into_iter().zip(heads).enumerate() {
                if self.cells[n] == color as u8 && !heads[..i].contains(&head) {
                    key ^= self.chain_key(n, color);
                }
            }
        }
        key
    }

    fn chain_key(&self, cell: usize, color: Color) -> u64 {
        self.chain(Point(cell as u16))
            .fold(0, |key, stone| key ^ STONE_KEYS[color.index()][stone.cell()])
    }

    /// Returns how many stones of the opponent a placement would take.
    #[must_use]
    pub fn captures_of(&self, point: Point, color: Color) -> usize {
        let around = self.around(point.cell());
        let heads = around.map(|n| self.head_of(n));
        let mut count = 0;
        for (i, (n, head)) in around.into_iter().zip(heads).enumerate() {
            let here = heads.iter().filter(|&&h| h == head).count();
            if self.cells[n] == color.other() as u8
                && usize::from(self.liberties[head]) == here
                && !heads[..i].contains(&head)
            {
                count += self.stones[head].get();
            }
        }
        count
    }

    /// Returns a stone whose chain has no liberty, if there is one.
    pub(crate) fn breathless(&self) -> Option<Point> {
        self.points().find(|&p| self.color(p).is_some() && self.pseudo_liberties(p.cell()) == 0)
    }
}

/// A bit for each that is true.
#[inline]
fn set_of(which: [bool; 4]) -> u32 {
    let [a, b, c, d] = which.map(u32::from);
    a | b << 1 | c << 2 | d << 3
}

#[cfg(test)]
mod tests {
    use games_core::{Game, playout::playout, seeded};

    use super::*;
    use crate::{Go9, Go25, Rules, Size};

    fn check<I: Index, const N: usize>(board: &Board<I, N>) {
        for point in board.points() {
            let cell = point.cell();
            let free = board.count_empty_neighbors(cell);
            if board.cells[cell] == EMPTY {
                assert_eq!(board.liberties[cell], NO_STONE + free, "{point:?} {board:?}");
            } else {
                let count = board.chain(point).map(|p| board.count_empty_neighbors(p.cell())).sum();
                assert_eq!(board.pseudo_liberties(cell), count, "{point:?} {board:?}");
            }
        }
    }

    #[test]
    fn counts_are_those_of_the_stones_that_lie_there() {
        for (width, height) in [(1, 1), (1, 25), (2, 2), (5, 4), (9, 9), (10, 9)] {
            let size = Size::new(width, height).unwrap();
            for suicide in [Suicide::Forbidden, Suicide::Multi] {
                let rules = Rules { size, suicide, ..Rules::default() };
                for seed in 0..10 {
                    let small = Go9::new(rules).unwrap();
                    let mut state = small.initial();
                    let large = Go25::new(rules).unwrap();
                    let mut large_state = large.initial();
                    for _ in 0..60 {
                        check(state.board());
                        playout(&small, &mut state, &mut seeded(seed), 3);
                        check(large_state.board());
                        playout(&large, &mut large_state, &mut seeded(seed), 3);
                    }
                }
            }
        }
    }
}
