//! A network with one hidden layer, which sees the position with the eyes of both sides (Y. Nasu,
//! "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018).

mod kept;

use games_core::Layout;

pub(crate) use self::kept::Kept;

/// Hidden units of a view that are worked out at a time. Constant, so that their sums stay in
/// registers.
const BLOCK: usize = 32;

const _: () = assert!(Layout::HIDDEN_STEP.is_multiple_of(BLOCK));

/// What stands for 1 in the hidden layer, and in the weights of the output.
pub(crate) const ONE: i32 = 128;

/// Weights in integers: a row for each feature, added up and cut off below 0 and above 1, then
/// weighted by stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Net {
    blocks: Vec<Block>,
    /// The row that the other side sees in place of each.
    other: Vec<u16>,
    /// What is added to the output in each stage.
    biases: Vec<i16>,
}

type View = [i16; BLOCK];

/// Some hidden units, with all that leads to them and from them.
#[derive(Clone, PartialEq, Debug)]
struct Block {
    rows: Vec<View>,
    bias: View,
    /// For each stage the weights of both views.
    outputs: Vec<[View; 2]>,
}

/// Where weights stand in their list: the rows, the bias of the hidden units, then stage by stage the
/// weights of both views and what is added.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) rows: usize,
    pub(crate) hidden: usize,
    pub(crate) stages: usize,
}

impl Shape {
    pub(crate) fn of(layout: &Layout) -> Self {
        Self { rows: layout.rows(), hidden: layout.hidden(), stages: layout.stages() }
    }

    /// Where the weights of a row begin; the bias follows the last one.
    pub(crate) const fn row(self, row: usize) -> usize {
        row * self.hidden
    }

    /// Some rows, and that of the bias.
    pub(crate) fn with_bias(self, rows: &[u16]) -> impl Iterator<Item = usize> {
        rows.iter().map(|&row| usize::from(row)).chain([self.rows])
    }

    /// Where the weights of a stage begin.
    pub(crate) const fn output(self, stage: usize) -> usize {
        self.row(self.rows + 1) + stage * (2 * self.hidden + 1)
    }

    /// The number of weights.
    pub(crate) const fn size(self) -> usize {
        self.output(self.stages)
    }
}

impl Net {
    /// Reads weights; `None` if they are not as many as there should be.
    pub(crate) fn new(layout: &Layout, numbers: &[i16]) -> Option<Self> {
        let shape = Shape::of(layout);
        if numbers.len() != shape.size() {
            return None;
        }
        let blocks =
            (0..shape.hidden).step_by(BLOCK).map(|first| Block::new(shape, first, numbers));
        let bias = |stage| numbers[shape.output(stage) + 2 * shape.hidden];
        Some(Self {
            blocks: blocks.collect::<Option<_>>()?,
            other: layout.other_view(),
            biases: (0..shape.stages).map(bias).collect(),
        })
    }

    /// Returns the output, where 1 is worth `unit`.
    pub(crate) fn output(&self, stage: usize, rows: &[u16], unit: i32) -> i32 {
        let stage = self.stage(stage);
        let parts = self.blocks.iter().map(|block| block.output(stage, rows, &self.other));
        self.total(stage, parts, unit)
    }

    /// The last stage stands for all that the weights do not have.
    fn stage(&self, stage: usize) -> usize {
        stage.min(self.biases.len() - 1)
    }

    /// The output of what the blocks add up to.
    fn total(&self, stage: usize, parts: impl Iterator<Item = i32>, unit: i32) -> i32 {
        let sum = parts.sum::<i32>() + i32::from(self.biases[stage]) * ONE;
        (i64::from(sum) * i64::from(unit) / i64::from(ONE * ONE)) as i32
    }
}

impl Block {
    /// The hidden units from one on.
    fn new(shape: Shape, first: usize, numbers: &[i16]) -> Option<Self> {
        let view = |at: usize| numbers.get(at + first..)?.first_chunk().copied();
        let output = |stage| {
            let at = shape.output(stage);
            Some([view(at)?, view(at + shape.hidden)?])
        };
        Some(Self {
            rows: (0..shape.rows).map(|row| view(shape.row(row))).collect::<Option<_>>()?,
            bias: view(shape.row(shape.rows))?,
            outputs: (0..shape.stages).map(output).collect::<Option<_>>()?,
        })
    }

    fn output(&self, stage: usize, rows: &[u16], other: &[u16]) -> i32 {
        let seen_there = |row: &u16| other.get(usize::from(*row)).copied();
        let own = self.view(rows.iter().copied());
        self.weigh(stage, &own, &self.view(rows.iter().filter_map(seen_there)))
    }

    /// What two views add to the output.
    fn weigh(&self, stage: usize, own: &View, theirs: &View) -> i32 {
        let [for_own, for_theirs] = &self.outputs[stage];
        dot(own, for_own) + dot(theirs, for_theirs)
    }

    /// One view at a time: two of them in one loop do not stay in registers.
    #[inline(never)]
    fn view(&self, rows: impl Iterator<Item = u16>) -> View {
        let mut sums = self.bias;
        for row in rows {
            let Some(row) = self.rows.get(usize::from(row)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }
}

fn dot(view: &View, weights: &View) -> i32 {
    let products = view.iter().zip(weights);
    products.map(|(&x, &weight)| i32::from(x).clamp(0, ONE) * i32::from(weight)).sum()
}

#[cfg(test)]
mod tests {
    use games_core::{Features, Game, Rng, seeded, toy::TicTacToe};

    use super::*;

    /// The output straight from the list of weights.
    fn plain(layout: &Layout, numbers: &[i16], stage: usize, rows: &[u16], unit: i32) -> i32 {
        let (shape, other) = (Shape::of(layout), layout.other_view());
        let theirs: Vec<u16> = rows.iter().map(|&row| other[usize::from(row)]).collect();
        let at = shape.output(stage);
        let mut sum = i32::from(numbers[at + 2 * shape.hidden]) * ONE;
        for (v, rows) in [rows, &theirs].into_iter().enumerate() {
            for j in 0..shape.hidden {
                let x: i32 =
                    shape.with_bias(rows).map(|row| i32::from(numbers[shape.row(row) + j])).sum();
                sum += x.clamp(0, ONE) * i32::from(numbers[at + v * shape.hidden + j]);
            }
        }
        (i64::from(sum) * i64::from(unit) / i64::from(ONE * ONE)) as i32
    }

    #[test]
    fn wide_networks_say_what_their_weights_add_up_to() {
        let mut rng = seeded(3);
        for hidden in [32, 64, 96] {
            let layout = TicTacToe.layout().with_hidden(hidden);
            let size = Shape::of(&layout).size();
            let numbers: Vec<i16> = (0..size).map(|_| rng.below(301) as i16 - 150).collect();
            let net = Net::new(&layout, &numbers).unwrap();
            let mut kept = Kept::new(&net).unwrap();
            assert_eq!(net.blocks.len(), hidden / BLOCK);
            assert_eq!(Net::new(&layout, &numbers[1..]), None);
            let mut state = TicTacToe.initial();
            let mut outputs = Vec::new();
            while let Ok(m) = TicTacToe.random_move(&state, &mut rng) {
                TicTacToe.apply(&mut state, m);
                let mut rows = Vec::new();
                TicTacToe.features(&layout, &state, &mut rows);
                for stage in [0, layout.stages() - 1] {
                    let output = net.output(stage, &rows, 1000);
                    assert_eq!(output, plain(&layout, &numbers, stage, &rows, 1000));
                    let seer = TicTacToe.to_move(&state);
                    assert_eq!(output, net.output_by(&mut kept, (stage, &rows), seer, 1000));
                    outputs.push(output);
                }
            }
            outputs.dedup();
            assert!(outputs.len() > 5, "{outputs:?}");
        }
    }
}
