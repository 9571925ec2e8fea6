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
    #[inline]
    pub(crate) fn is_legal_inside(&self, cell: usize, color: Color, suicide: Suicide) -> bool {
        let around = self.around(cell);
        let heads = around.map(|n| self.head_of(n));
        let same = |i: usize, j: usize| u16::from(heads[i] == heads[j]);
        let [ab, ac, ad, bc, bd, cd] =
            [same(0, 1), same(0, 2), same(0, 3), same(1, 2), same(1, 3), same(2, 3)];
        let here = [1 + ab + ac + ad, 1 + ab + bc + bd, 1 + ac + bc + cd, 1 + ad + bd + cd];
        let (mut is_safe, mut joins) = (false, false);
        for i in 0..4 {
            let found = self.cells[around[i]];
            let is_own = found == color as u8;
            let is_last = self.liberties[heads[i]] == here[i];
            is_safe |= (found != BORDER) & (is_own != is_last);
            joins |= is_own;
        }
        is_safe || (joins && suicide == Suicide::Multi)
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
        let dead = self.put(cell, color);

        let mut captured = 0;
        let mut taken = 0;
        if dead != 0 {
            for (i, n) in self.around(cell).into_iter().enumerate() {
                // A chain may be beside the stone more than once.
                if dead >> i & 1 != 0 && self.cells[n] != EMPTY {
                    taken = n;
                    captured += self.remove_chain(n, color.other());
                }
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

    /// Puts a stone on an empty point and takes nothing. Returns a bit for each neighbor, in the
    /// order of [`around`](Self::around), that is an opponent's stone now without liberty.
    ///
    /// Which neighbors are of which kind is as good as random, so sets of them are made without
    /// branches, and then there is one for each that matters.
    #[inline]
    pub(crate) fn put(&mut self, cell: usize, color: Color) -> u32 {
        let around = self.around(cell);
        let found = around.map(|n| self.cells[n]);
        let heads = around.map(|n| self.head_of(n));
        self.remove_empty(cell);
        self.cells[cell] = color as u8;
        self.key ^= STONE_KEYS[color.index()][cell];
        let (mut free, mut own) = (0, 0);
        for i in 0..4 {
            free += u16::from(found[i] == EMPTY);
            own |= u32::from(found[i] == color as u8) << i;
            // Cells without a stone have a count of their own that nobody reads.
            self.liberties[heads[i]] = self.liberties[heads[i]].wrapping_sub(1);
        }
        let mut dead = 0;
        for i in 0..4 {
            let is_dead = (found[i] == color.other() as u8) & (self.liberties[heads[i]] == 0);
            dead |= u32::from(is_dead) << i;
        }
        self.head[cell] = I::new(cell);
        self.link[cell] = I::new(cell);
        self.stones[cell] = I::new(1);
        self.liberties[cell] = free;
        while own != 0 {
            self.merge(cell, around[own.trailing_zeros() as usize % 4]);
            own &= own - 1;
        }
        dead
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
