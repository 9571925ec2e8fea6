//! Placing stones: which placements are legal, and what they do.

use super::{BORDER, Board, Color, EMPTY, Index, Placed, Point, STONE_KEYS};
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

    #[inline]
    pub(crate) fn has_empty_neighbor(&self, cell: usize) -> bool {
        let [a, b, c, d] = self.around(cell);
        (self.cells[a] == EMPTY)
            | (self.cells[b] == EMPTY)
            | (self.cells[c] == EMPTY)
            | (self.cells[d] == EMPTY)
    }

    /// The same for an empty point all of whose neighbors are stones or border.
    ///
    /// The point is the last liberty of a neighboring chain exactly if all of the chain's
    /// pseudo-liberties are here. A stone is safe if it takes such a chain of the opponent, or
    /// joins a chain of its own that has another liberty.
    pub(crate) fn is_legal_inside(&self, cell: usize, color: Color, suicide: Suicide) -> bool {
        let around = self.around(cell);
        let heads = around.map(|n| self.head_of(n));
        let mut joins = false;
        for (n, head) in around.into_iter().zip(heads) {
            let found = self.cells[n];
            if found == BORDER {
                continue;
            }
            let here = heads.iter().filter(|&&h| h == head).count();
            let is_last = usize::from(self.liberties[head]) == here;
            let is_own = found == color as u8;
            if is_own != is_last {
                return true;
            }
            joins |= is_own;
        }
        joins && suicide == Suicide::Multi
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
        self.put(cell, color);

        let mut captured = 0;
        let mut taken = 0;
        for n in self.around(cell) {
            if self.cells[n] == color.other() as u8 && self.pseudo_liberties(n) == 0 {
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

    /// Puts a stone on an empty point and takes nothing.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, color: Color) {
        let around = self.around(cell);
        self.remove_empty(cell);
        self.cells[cell] = color as u8;
        self.key ^= STONE_KEYS[color.index()][cell];
        let mut free = 0;
        for n in around {
            free += u16::from(self.cells[n] == EMPTY);
            // Cells without a stone have a count of their own that nobody reads.
            let head = self.head_of(n);
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
        }
        self.head[cell] = I::new(cell);
        self.link[cell] = I::new(cell);
        self.stones[cell] = I::new(1);
        self.liberties[cell] = free;
        for n in around {
            if self.cells[n] == color as u8 {
                self.merge(cell, n);
            }
        }
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
        let mut count = 0;
        let mut stone = first;
        loop {
            let next = self.link[stone].get() & Self::MASK;
            self.cells[stone] = EMPTY;
            self.key ^= STONE_KEYS[color.index()][stone];
            for n in self.around(stone) {
                // Stones of this same chain count too, for nothing: their counts end here.
                let head = self.head_of(n);
                self.liberties[head] = self.liberties[head].wrapping_add(1);
            }
            self.add_empty(stone);
            count += 1;
            stone = next;
            if stone == first {
                return count;
            }
        }
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
