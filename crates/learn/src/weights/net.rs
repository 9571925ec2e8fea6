//! A network with one hidden layer, which sees the position with the eyes of both sides (Y. Nasu,
//! "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018).

use games_core::Layout;

/// Hidden units of a view. Constant, so that the sums of a view stay in registers.
pub(crate) const HIDDEN: usize = 32;

/// What stands for 1 in the hidden layer, and in the weights of the output.
pub(crate) const ONE: i32 = 128;

type View = [i16; HIDDEN];

/// Weights in integers: a row for each feature, added up and cut off below 0 and above 1, then
/// weighted by stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Net {
    rows: Vec<View>,
    bias: View,
    /// The row that the other side sees in place of each.
    other: Vec<u16>,
    /// For each stage the weights of both views and what is added.
    outputs: Vec<([View; 2], i16)>,
}

impl Net {
    /// The number of weights for so many rows and stages.
    pub(crate) const fn size(rows: usize, stages: usize) -> usize {
        (rows + 1) * HIDDEN + stages * (2 * HIDDEN + 1)
    }

    /// Reads weights: the rows, the bias, then stage by stage; `None` if they are not as many as
    /// there should be.
    pub(crate) fn new(layout: &Layout, numbers: &[i16]) -> Option<Self> {
        let (rows, stages) = (layout.rows(), layout.stages());
        if numbers.len() != Self::size(rows, stages) {
            return None;
        }
        let view = |numbers: &[i16]| View::try_from(numbers).ok();
        let (first, outputs) = numbers.split_at((rows + 1) * HIDDEN);
        let mut first: Vec<View> = first.chunks(HIDDEN).filter_map(view).collect();
        let bias = first.pop()?;
        let output = |numbers: &[i16]| {
            let views = [view(&numbers[..HIDDEN])?, view(&numbers[HIDDEN..2 * HIDDEN])?];
            Some((views, numbers[2 * HIDDEN]))
        };
        let outputs = outputs.chunks(2 * HIDDEN + 1).map(output).collect::<Option<_>>()?;
        Some(Self { rows: first, bias, other: layout.other_view(), outputs })
    }

    /// Returns the output, where 1 is worth `unit`.
    pub(crate) fn output(&self, stage: usize, rows: &[u16], unit: i32) -> i32 {
        let (weights, bias) = &self.outputs[stage.min(self.outputs.len() - 1)];
        let own = self.view(rows.iter().copied());
        let other = |row: &u16| self.other.get(usize::from(*row)).copied();
        let theirs = self.view(rows.iter().filter_map(other));
        let sum = dot(&own, &weights[0]) + dot(&theirs, &weights[1]) + i32::from(*bias) * ONE;
        (i64::from(sum) * i64::from(unit) / i64::from(ONE * ONE)) as i32
    }

    /// One view at a time: two of them in one loop do not stay in registers.
    #[inline(never)]
    fn view(&self, rows: impl Iterator<Item = u16>) -> View {
        let mut sums = self.bias;
        for row in rows {
            let Some(row) = self.rows.get(usize::from(row)) else { continue };
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = sum.saturating_add(*weight);
            }
        }
        sums
    }
}

fn dot(view: &View, weights: &View) -> i32 {
    let products = view.iter().zip(weights);
    products.map(|(&x, &weight)| i32::from(x).clamp(0, ONE) * i32::from(weight)).sum()
}
