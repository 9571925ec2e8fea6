//! Sums that are kept from one position to the next. A search comes from a position to one that few
//! moves lead to, so that few rows enter and leave (Y. Nasu, 2018: "efficiently updatable").

use games_core::Side;

use super::{Block, Net, View};

/// What a thread keeps of the position that it judged last.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// The rows as the first side sees them, a bit each.
    rows: Box<[u64]>,
    /// The same of the position that is judged.
    next: Box<[u64]>,
    /// What the first and the second side's views add up to, block by block.
    sums: Vec<[View; 2]>,
    entered: Vec<u16>,
    left: Vec<u16>,
}

impl Kept {
    /// Nothing yet; `None` where what the other side sees of its own view is not that view again.
    pub(crate) fn new(net: &Net) -> Option<Self> {
        let there = |row: u16| net.other.get(usize::from(row)).copied();
        let is_mutual = |row: u16| there(row).and_then(there) == Some(row);
        let rows: Box<[u64]> = vec![0; net.other.len().div_ceil(64)].into();
        (0..net.other.len()).all(|row| is_mutual(row as u16)).then(|| Self {
            next: rows.clone(),
            rows,
            sums: net.nothing().collect(),
            entered: Vec::new(),
            left: Vec::new(),
        })
    }

    /// Reads the rows of a position, as the first side sees them.
    fn read(&mut self, rows: impl Iterator<Item = u16>) {
        self.next.fill(0);
        for row in rows {
            if let Some(word) = self.next.get_mut(usize::from(row / 64)) {
                *word |= 1 << (row % 64);
            }
        }
    }

    /// Begins with no rows where that is nearer than what was kept.
    fn begin_anew_if_far(&mut self, net: &Net) {
        let changes =
            self.rows.iter().zip(&self.next).map(|(kept, next)| (kept ^ next).count_ones());
        if changes.sum::<u32>() > self.next.iter().map(|word| word.count_ones()).sum() {
            self.rows.fill(0);
            self.sums.clear();
            self.sums.extend(net.nothing());
        }
    }

    /// Finds the rows that have changed, and makes the new ones the kept ones.
    fn find_changes(&mut self) {
        self.entered.clear();
        self.left.clear();
        for (number, (kept, next)) in self.rows.iter_mut().zip(&self.next).enumerate() {
            let mut changes = *kept ^ next;
            while changes != 0 {
                let row = (number * 64) as u16 + changes.trailing_zeros() as u16;
                let has_entered = next & changes & changes.wrapping_neg() != 0;
                if has_entered { &mut self.entered } else { &mut self.left }.push(row);
                changes &= changes - 1;
            }
            *kept = *next;
        }
    }
}

impl Net {
    /// Returns what [`output`](Self::output) does for the rows that a side to move sees, by way of
    /// what was kept.
    pub(crate) fn output_by(
        &self,
        kept: &mut Kept,
        (stage, rows): (usize, &[u16]),
        seer: Side,
        unit: i32,
    ) -> i32 {
        let known = rows.iter().filter_map(|&row| Some((row, *self.other.get(usize::from(row))?)));
        match seer {
            Side::First => kept.read(known.map(|(row, _)| row)),
            Side::Second => kept.read(known.map(|(_, other)| other)),
        }
        kept.begin_anew_if_far(self);
        kept.find_changes();
        let Kept { sums, entered, left, .. } = kept;
        for (block, sums) in self.blocks.iter().zip(&mut *sums) {
            block.change(sums, (entered, left), &self.other);
        }
        let stage = self.stage(stage);
        let own = usize::from(seer == Side::Second);
        let parts = self.blocks.iter().zip(sums);
        self.total(
            stage,
            parts.map(|(block, sums)| block.weigh(stage, &sums[own], &sums[1 - own])),
            unit,
        )
    }

    /// What no rows add up to.
    fn nothing(&self) -> impl Iterator<Item = [View; 2]> {
        self.blocks.iter().map(|block| [block.bias; 2])
    }
}

impl Block {
    /// Sums wrap around, so that each row that leaves takes away what it brought, whatever the
    /// weights are.
    #[inline]
    fn change(&self, sums: &mut [View; 2], (entered, left): (&[u16], &[u16]), other: &[u16]) {
        let [mut first, mut second] = *sums;
        for &row in entered {
            let there = other[usize::from(row)];
            add(&mut first, &self.rows[usize::from(row)]);
            add(&mut second, &self.rows[usize::from(there)]);
        }
        for &row in left {
            let there = other[usize::from(row)];
            subtract(&mut first, &self.rows[usize::from(row)]);
            subtract(&mut second, &self.rows[usize::from(there)]);
        }
        *sums = [first, second];
    }
}

#[inline]
fn add(sums: &mut View, weights: &View) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline]
fn subtract(sums: &mut View, weights: &View) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum = sum.wrapping_sub(*weight);
    }
}
