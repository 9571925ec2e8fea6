//! How far open positions are from being decided, while values spread backward.

use std::collections::HashMap;

use games_core::{Outcome, Side};

use crate::{
    code::{ABSENT, Code, FRESH, OPEN, is_open, is_tie, lose, remoteness, tie, win},
    phase::Layer,
    slots::SlotSet,
};

/// For each slot the number of children that have not yet been heard of, in one byte: most
/// messages change nothing else, so that the less of it there is, the quicker they are.
#[derive(Debug, Default)]
pub(crate) struct Backward {
    /// 0: no position, or a decided one. Otherwise one less than this many children are undecided;
    /// [`MANY`]: see `many`.
    counts: Vec<u8>,
    /// Positions with more children than a byte can tell.
    many: HashMap<usize, Code>,
    /// The positions of this layer: won ones, or tied ones, and lost ones.
    pub(crate) now: [SlotSet; 2],
    /// Those of the next.
    pub(crate) next: [SlotSet; 2],
}

const MANY: u8 = u8::MAX;

/// How so many undecided children are counted.
fn byte_of(children: Code) -> u8 {
    u8::try_from(children + 1).unwrap_or(MANY)
}

/// What is told to positions changes: their codes, and what is kept beside them.
#[derive(Debug)]
pub(crate) struct Open<'a> {
    codes: &'a mut [Code],
    counts: &'a mut [u8],
    many: &'a mut HashMap<usize, Code>,
    next: &'a mut [SlotSet; 2],
}

impl Backward {
    /// Begins with the positions of a layer.
    pub(crate) fn begin(codes: &[Code], layer: Layer) -> Self {
        let mut backward = Self { counts: vec![0; codes.len()], ..Self::default() };
        for set in backward.now.iter_mut().chain(&mut backward.next) {
            set.reset(codes.len());
        }
        for (slot, &code) in codes.iter().enumerate() {
            if is_open(code) && code != FRESH {
                backward.set_count(slot, code - OPEN);
            } else if code != ABSENT
                && is_tie(code) == layer.ties
                && remoteness(code) == Some(layer.remoteness)
            {
                backward.now[usize::from(code < OPEN)].insert(slot);
            }
        }
        backward
    }

    /// Begins in the middle of a layer, with those of its positions that have not yet told their
    /// parents; returns how many it has decided.
    pub(crate) fn go_on(&mut self, codes: &[Code], layer: Layer, rest: &SlotSet) -> u64 {
        for set in &mut self.now {
            set.retain(rest);
        }
        let mut decided = 0;
        for (slot, &code) in codes.iter().enumerate() {
            if is_tie(code) == layer.ties && remoteness(code) == Some(layer.remoteness + 1) {
                self.next[usize::from(code < OPEN)].insert(slot);
                decided += 1;
            }
        }
        decided
    }

    /// Returns the bytes that this takes for so many slots.
    pub(crate) const fn bytes_for(slots: usize) -> usize {
        slots + 4 * SlotSet::bytes_for(slots)
    }

    pub(crate) fn bytes(&self) -> usize {
        let sets = self.now.iter().chain(&self.next).map(SlotSet::bytes).sum::<usize>();
        self.counts.capacity() + self.many.capacity() * 16 + sets
    }

    fn set_count(&mut self, slot: usize, children: Code) {
        self.counts[slot] = byte_of(children);
        if self.counts[slot] == MANY {
            self.many.insert(slot, children);
        }
    }

    /// Returns what changes while positions with these codes are told of their children.
    #[inline]
    pub(crate) fn open<'a>(&'a mut self, codes: &'a mut [Code]) -> Open<'a> {
        Open { codes, counts: &mut self.counts, many: &mut self.many, next: &mut self.next }
    }

    fn count(&self, slot: usize) -> Option<Code> {
        match self.counts[slot] {
            0 => None,
            MANY => self.many.get(&slot).copied(),
            count => Some(Code::from(count) - 1),
        }
    }

    /// Writes the number of undecided children into the codes of open positions.
    pub(crate) fn put_counts(&self, codes: &mut [Code]) {
        for (slot, code) in codes.iter_mut().enumerate().take(self.counts.len()) {
            if let Some(children) = self.count(slot) {
                *code = OPEN + children;
            }
        }
    }

    /// Goes on to the next layer.
    pub(crate) fn advance(&mut self) {
        core::mem::swap(&mut self.now, &mut self.next);
    }
}

/// What a child's outcome does to the positions it is told to.
#[derive(Clone, Copy)]
pub(crate) struct Hearing {
    outcome: Outcome,
    win: Code,
    lose: Code,
    tie: Code,
}

impl Hearing {
    #[inline]
    pub(crate) fn new(outcome: Outcome, layer: Layer) -> Self {
        let n = layer.remoteness + 1;
        Self { outcome, win: win(n), lose: lose(n), tie: tie(n) }
    }

    /// Tells the position in a slot; returns 1 if that decides it, else 0.
    #[inline]
    pub(crate) fn reach(&self, open: &mut Open<'_>, slot: usize, to_move: Side) -> u64 {
        let count = open.counts[slot];
        if count == 0 {
            return 0;
        }
        let (code, set) = match self.outcome {
            Outcome::Draw => (self.tie, 0),
            Outcome::Win(winner) if winner == to_move => (self.win, 0),
            Outcome::Win(_) => {
                // One child less; a count of 1 stands for none.
                if count > 2 {
                    open.lessen(slot, count);
                    return 0;
                }
                (self.lose, 1)
            }
        };
        open.counts[slot] = 0;
        open.codes[slot] = code;
        open.next[set].insert(slot);
        1
    }
}

impl Open<'_> {
    #[inline]
    fn lessen(&mut self, slot: usize, count: u8) {
        if count == MANY {
            self.lessen_many(slot);
        } else {
            self.counts[slot] = count - 1;
        }
    }

    #[cold]
    fn lessen_many(&mut self, slot: usize) {
        let left = self.many.remove(&slot).unwrap_or(0).saturating_sub(1);
        self.counts[slot] = byte_of(left);
        if self.counts[slot] == MANY {
            self.many.insert(slot, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_with_any_number_of_children_are_lost_when_the_last_is_heard_of() {
        for children in [1, 2, 5, 252, 253, 254, 255, 256, 1000] {
            let mut codes = [ABSENT, OPEN + children, win(3), lose(3)];
            let layer = Layer { remoteness: 3, ties: false };
            let mut backward = Backward::begin(&codes, layer);
            assert_eq!(backward.now[0].take_word(0), Some((0, 4)));
            assert_eq!(backward.now[1].take_word(0), Some((0, 8)));
            let hearing = Hearing::new(Outcome::Win(Side::First), layer);
            for heard in 1..children {
                assert_eq!(hearing.reach(&mut backward.open(&mut codes), 1, Side::Second), 0);
                backward.put_counts(&mut codes);
                assert_eq!(codes, [ABSENT, OPEN + children - heard, win(3), lose(3)]);
            }
            assert_eq!(hearing.reach(&mut backward.open(&mut codes), 1, Side::Second), 1);
            assert_eq!(codes[1], lose(4));
            for slot in 0..4 {
                assert_eq!(hearing.reach(&mut backward.open(&mut codes), slot, Side::First), 0);
            }
            backward.advance();
            assert_eq!(backward.now[1].take_word(0), Some((0, 2)));
        }
    }
}
