//! Sums that are kept from one position to the next. A search comes from a position to one that few
//! moves lead to, so that few rows enter and leave (Y. Nasu, 2018: "efficiently updatable").

use super::{Block, Net, View};

/// What a thread keeps of the positions that it judged last.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    /// One for each side's view; whose is whose changes with the side to move.
    slots: [Slot; 2],
    /// The views of the position that is judged.
    views: [RowSet; 2],
    changes: Changes,
}

/// Rows as a set of bits.
type RowSet = Box<[u64]>;

/// A view whose rows were added up.
#[derive(Clone, Debug)]
struct Slot {
    rows: RowSet,
    /// The sums of each block.
    sums: Vec<View>,
}

/// How one view comes from another.
#[derive(Clone, Default, Debug)]
struct Changes {
    entered: Vec<u16>,
    left: Vec<u16>,
}

impl Kept {
    /// Nothing yet.
    pub(crate) fn new(net: &Net) -> Self {
        let rows: RowSet = vec![0; net.other.len().div_ceil(64)].into();
        let slot = Slot { rows: rows.clone(), sums: net.nothing() };
        Self {
            slots: [slot.clone(), slot],
            views: [rows.clone(), rows],
            changes: Changes::default(),
        }
    }

    /// Reads the rows of a position, as both sides see them.
    fn read(&mut self, rows: &[u16], other: &[u16]) {
        for view in &mut self.views {
            view.fill(0);
        }
        for &row in rows {
            let Some(&theirs) = other.get(usize::from(row)) else { continue };
            insert(&mut self.views[0], row);
            insert(&mut self.views[1], theirs);
        }
    }

    /// Whether the side to move is the one whose view is in the second slot: the way of the fewer
    /// changes.
    fn is_turned(&self) -> bool {
        let changes =
            |view: usize, slot: usize| distance(&self.views[view], &self.slots[slot].rows);
        changes(0, 1) + changes(1, 0) < changes(0, 0) + changes(1, 1)
    }
}

impl Net {
    /// Returns what [`output`](Self::output) does, by way of what was kept.
    pub(crate) fn output_by(&self, kept: &mut Kept, stage: usize, rows: &[u16], unit: i32) -> i32 {
        kept.read(rows, &self.other);
        let own = usize::from(kept.is_turned());
        for (view, slot) in [(0, own), (1, 1 - own)] {
            kept.slots[slot].become_view(&kept.views[view], self, &mut kept.changes);
        }
        let stage = self.stage(stage);
        let [own, theirs] = [&kept.slots[own].sums, &kept.slots[1 - own].sums];
        let sums = self.blocks.iter().zip(own.iter().zip(theirs));
        self.total(stage, sums.map(|(block, (own, theirs))| block.weigh(stage, own, theirs)), unit)
    }

    /// The sums of no rows.
    fn nothing(&self) -> Vec<View> {
        self.blocks.iter().map(|block| block.bias).collect()
    }
}

impl Slot {
    fn become_view(&mut self, view: &[u64], net: &Net, changes: &mut Changes) {
        if distance(view, &self.rows) > view.iter().map(|word| word.count_ones()).sum() {
            self.rows.fill(0);
            self.sums.copy_from_slice(&net.nothing());
        }
        changes.read(&self.rows, view);
        self.rows.copy_from_slice(view);
        for (block, sums) in net.blocks.iter().zip(&mut self.sums) {
            block.change(sums, changes);
        }
    }
}

impl Block {
    /// Sums wrap around, so that each row that leaves takes away what it brought, whatever the
    /// weights are.
    fn change(&self, sums: &mut View, changes: &Changes) {
        let mut now = *sums;
        for &row in &changes.entered {
            let weights = &self.rows[usize::from(row)];
            now.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_add(*weight));
        }
        for &row in &changes.left {
            let weights = &self.rows[usize::from(row)];
            now.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = sum.wrapping_sub(*weight));
        }
        *sums = now;
    }
}

impl Changes {
    fn read(&mut self, from: &[u64], to: &[u64]) {
        self.entered.clear();
        self.left.clear();
        for (number, (from, to)) in from.iter().zip(to).enumerate() {
            put_bits(number, to & !from, &mut self.entered);
            put_bits(number, from & !to, &mut self.left);
        }
    }
}

fn put_bits(number: usize, mut word: u64, rows: &mut Vec<u16>) {
    while word != 0 {
        rows.push((number * 64) as u16 + word.trailing_zeros() as u16);
        word &= word - 1;
    }
}

fn insert(set: &mut [u64], row: u16) {
    set[usize::from(row / 64)] |= 1 << (row % 64);
}

/// How many rows are in one of two views only.
fn distance(a: &[u64], b: &[u64]) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}
