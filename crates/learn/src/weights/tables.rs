//! Weights in tables, which sums of rows are the addresses of.

use games_core::Layout;

/// Sums are added up so many at a time, as wide as the registers of today's processors.
const LANES: usize = 16;

/// The most images of tuples.
const MOST: usize = Layout::MOST_IMAGES;

/// The most blocks of sums.
const BLOCKS: usize = MOST.div_ceil(LANES);

/// How positions become addresses: an address is linear in the board (the digit of each cell times a
/// power of the number of digits), so that all of them are a sum of rows.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Addresses {
    blocks: usize,
    rows: Vec<[u16; LANES]>,
    /// Where the table of each image begins.
    starts: Vec<u32>,
    /// Entries of all tables of a stage, mirror images apart.
    len: usize,
    /// For each entry the number of its weight.
    folded: Vec<u32>,
    /// Weights of a stage.
    weights: usize,
}

impl Addresses {
    /// Returns the addresses of a layout; `None` if it has too many tuples.
    pub(crate) fn new(layout: &Layout) -> Option<Self> {
        let images = layout.tuples().iter().map(|tuple| tuple.images().len()).sum::<usize>();
        let blocks = images.div_ceil(LANES);
        if images == 0 || blocks > BLOCKS {
            return None;
        }
        let mut addresses = Self {
            blocks,
            rows: vec![[0; LANES]; layout.rows() * blocks],
            starts: Vec::new(),
            len: 0,
            folded: Vec::new(),
            weights: 0,
        };
        for tuple in layout.tuples() {
            for cells in tuple.images() {
                addresses.add_image(layout, cells);
            }
            addresses.add_table(&tuple.folded(layout.digits()));
        }
        Some(addresses)
    }

    fn add_image(&mut self, layout: &Layout, cells: &[u16]) {
        let lane = self.starts.len();
        let mut power: u32 = 1;
        for &cell in cells {
            for state in 0..layout.states() {
                let row = usize::from(cell) * layout.states() + state;
                // Below 2^16, since the number of contents is at most that.
                let place = &mut self.rows[row * self.blocks + lane / LANES][lane % LANES];
                *place = (power * (state as u32 + 1)) as u16;
            }
            power *= layout.digits() as u32;
        }
        self.starts.push(self.len as u32);
    }

    fn add_table(&mut self, lowest: &[u32]) {
        let start = self.len;
        for (address, &low) in lowest.iter().enumerate() {
            let weight = if low as usize == address {
                self.weights += 1;
                (self.weights - 1) as u32
            } else {
                self.folded[start + low as usize]
            };
            self.folded.push(weight);
        }
        self.len += lowest.len();
    }

    /// Returns the number of weights of a stage.
    pub(crate) const fn weights(&self) -> usize {
        self.weights
    }

    /// Returns the number of images.
    pub(crate) const fn images(&self) -> usize {
        self.starts.len()
    }

    /// Writes the numbers of the weights of a position.
    pub(crate) fn put_weights(&self, rows: &[u16], out: &mut Vec<u32>) {
        self.each(rows, &mut |entry| out.push(self.folded[entry]));
    }

    fn each(&self, rows: &[u16], out: &mut dyn FnMut(usize)) {
        let mut entries = [0_usize; MOST];
        match self.blocks {
            1 => self.entries::<1>(rows, &mut entries),
            2 => self.entries::<2>(rows, &mut entries),
            3 => self.entries::<3>(rows, &mut entries),
            _ => self.entries::<BLOCKS>(rows, &mut entries),
        }
        entries[..self.starts.len()].iter().copied().for_each(out);
    }

    #[inline]
    fn entries<const N: usize>(&self, rows: &[u16], out: &mut [usize; MOST]) {
        let sums = self.sums::<N>(rows);
        for (i, &start) in self.starts.iter().enumerate() {
            let entry = start as usize + usize::from(sums[i / LANES % N][i % LANES]);
            // Only a board with two pieces on one cell leads out of a table.
            out[i % MOST] = entry.min(self.len - 1);
        }
    }

    #[inline]
    fn sums<const N: usize>(&self, rows: &[u16]) -> [[u16; LANES]; N] {
        let mut sums = [[0_u16; LANES]; N];
        for &row in rows {
            let at = usize::from(row) * N;
            let Some(blocks) = self.rows.get(at..at + N) else { continue };
            for (sum, block) in sums.iter_mut().zip(blocks) {
                for (a, b) in sum.iter_mut().zip(block) {
                    *a = a.wrapping_add(*b);
                }
            }
        }
        sums
    }
}

/// Tables for all stages, each entry in a byte: a position looks at dozens of them, and most of the
/// time goes by waiting for memory.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tables {
    addresses: Addresses,
    stages: usize,
    entries: Vec<i8>,
}

impl Tables {
    /// Spreads weights, stage by stage, over all entries; `None` if they are not as many as there
    /// should be, or too large.
    pub(crate) fn new(layout: &Layout, numbers: &[i16]) -> Option<Self> {
        let addresses = Addresses::new(layout)?;
        let stages = layout.stages();
        if numbers.len() != stages * addresses.weights() {
            return None;
        }
        let mut entries = Vec::with_capacity(stages * addresses.len);
        for stage in numbers.chunks(addresses.weights()) {
            for &weight in &addresses.folded {
                entries.push(i8::try_from(stage[weight as usize]).ok()?);
            }
        }
        Some(Self { addresses, stages, entries })
    }

    /// Adds up what a position's tuples hold.
    pub(crate) fn sum(&self, stage: usize, rows: &[u16]) -> i32 {
        let stage = stage.min(self.stages - 1);
        let len = self.addresses.len;
        let entries = &self.entries[stage * len..(stage + 1) * len];
        match self.addresses.blocks {
            1 => self.sum_of::<1>(entries, rows),
            2 => self.sum_of::<2>(entries, rows),
            3 => self.sum_of::<3>(entries, rows),
            _ => self.sum_of::<BLOCKS>(entries, rows),
        }
    }

    fn sum_of<const N: usize>(&self, entries: &[i8], rows: &[u16]) -> i32 {
        let sums = self.addresses.sums::<N>(rows);
        let mut total = 0;
        for (i, &start) in self.addresses.starts.iter().enumerate() {
            let entry = start as usize + usize::from(sums[i / LANES % N][i % LANES]);
            total += i32::from(entries[entry.min(entries.len() - 1)]);
        }
        total
    }
}
