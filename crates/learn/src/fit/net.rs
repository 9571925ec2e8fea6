//! Learning a network, by Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization",
//! 2015).

use games_core::{Layout, Rng, seeded};

use super::{Target, own_multiple, shuffled};
use crate::{
    Recipe, Samples,
    weights::{HIDDEN, Net, ONE},
};

/// How far a weight goes, at first and at the end.
const RATES: (f32, f32) = (0.003, 0.0003);

/// Positions whose gradients are added up before a step.
const BATCH: usize = 256;

const DECAYS: (f32, f32) = (0.9, 0.999);

/// The largest size of a weight of the rows: sums of all rows of a position fit into 16 bits.
const MOST: f32 = 3.0;

/// Learns on one thread, since every step changes the weights that the next one starts from.
pub(super) fn learn(
    layout: &Layout,
    target: Target,
    recipe: &Recipe,
    samples: &Samples,
) -> Vec<i16> {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    order.retain(|&i| !samples.is_unseen(i as usize));
    let mut rng = seeded(recipe.seed);
    let mut pupil = Pupil::new(layout, target, &mut rng);
    let batches = order.len().div_ceil(BATCH) * recipe.epochs as usize;
    let mut done = 0;
    for _ in 0..recipe.epochs {
        shuffled(&mut order, &mut rng);
        for batch in order.chunks(BATCH) {
            let part = done as f32 / batches as f32;
            let rate = RATES.0 + (RATES.1 - RATES.0) * part;
            pupil.learn(samples, batch, rate, &mut rng);
            done += 1;
        }
    }
    pupil.rounded()
}

/// A network while it is learnt, all weights in one list, in the order of [`Net::new`].
struct Pupil {
    target: Target,
    rows: usize,
    /// Where the multiples of the game's own estimate begin, one a stage; they are there only if it
    /// counts.
    own: usize,
    other: Vec<u16>,
    /// The rows under each symmetry: a position is learnt as one of its images.
    images: Vec<Vec<u16>>,
    weights: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Powers of the decays.
    powers: (f32, f32),
}

type View = [f32; HIDDEN];

impl Pupil {
    fn new(layout: &Layout, target: Target, rng: &mut impl Rng) -> Self {
        let rows = layout.rows();
        let own = Net::size(rows, layout.stages());
        // Small random numbers; outputs begin at 0.
        let random = |_| (rng.below(2001) as f32 - 1000.0) / 5000.0;
        let mut weights: Vec<f32> = (0..own).map(random).collect();
        weights[rows * HIDDEN..(rows + 1) * HIDDEN].fill(0.25);
        if layout.corrects_own() {
            weights.resize(own + layout.stages(), 1.0);
        }
        let size = weights.len();
        Self {
            target,
            rows,
            own,
            other: layout.other_view(),
            images: (0..layout.images().len()).map(|g| layout.image_rows(g)).collect(),
            gradients: vec![0.0; size],
            means: vec![0.0; size],
            squares: vec![0.0; size],
            weights,
            powers: (1.0, 1.0),
        }
    }

    fn learn(&mut self, samples: &Samples, batch: &[u32], rate: f32, rng: &mut impl Rng) {
        self.gradients.fill(0.0);
        for &i in batch {
            let i = i as usize;
            let image = &self.images[rng.below(self.images.len() as u32) as usize];
            let own: Vec<u16> =
                samples.rows(i).iter().map(|&row| image[usize::from(row)]).collect();
            let estimate = self.target.own(samples, i);
            self.add_gradient(&own, samples.stage(i), samples.label(i), estimate);
        }
        self.step(batch.len() as f32, rate);
    }

    /// Where the weights of a stage begin.
    const fn output(&self, stage: usize) -> usize {
        (self.rows + 1) * HIDDEN + stage * (2 * HIDDEN + 1)
    }

    fn add_gradient(&mut self, own: &[u16], stage: usize, label: f32, estimate: f32) {
        let theirs: Vec<u16> = own.iter().map(|&row| self.other[usize::from(row)]).collect();
        let views = [own, &theirs];
        let sums = views.map(|rows| self.sums(rows));
        let at = self.output(stage);
        let mut output = self.weights[at + 2 * HIDDEN];
        for (j, x) in sums.iter().flatten().enumerate() {
            output += x.clamp(0.0, 1.0) * self.weights[at + j];
        }
        let multiple = self.weights.get(self.own + stage).copied().unwrap_or(0.0);
        let error = self.target.error(output + multiple * estimate, label);
        if let Some(gradient) = self.gradients.get_mut(self.own + stage) {
            *gradient += error * estimate;
        }
        self.gradients[at + 2 * HIDDEN] += error;
        for (v, rows) in views.into_iter().enumerate() {
            let back = self.back(&sums[v], at + v * HIDDEN, error);
            for row in rows.iter().map(|&row| usize::from(row)).chain([self.rows]) {
                let gradients = &mut self.gradients[row * HIDDEN..(row + 1) * HIDDEN];
                for (gradient, back) in gradients.iter_mut().zip(&back) {
                    *gradient += back;
                }
            }
        }
    }

    /// The sums of the rows of a view.
    fn sums(&self, rows: &[u16]) -> View {
        let mut sums = [0.0; HIDDEN];
        for row in rows.iter().map(|&row| usize::from(row)).chain([self.rows]) {
            let weights = &self.weights[row * HIDDEN..(row + 1) * HIDDEN];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
        sums
    }

    /// Adds the gradient of a view's outputs and returns that of its sums.
    fn back(&mut self, sums: &View, at: usize, error: f32) -> View {
        let mut back = [0.0; HIDDEN];
        for (j, &x) in sums.iter().enumerate() {
            self.gradients[at + j] += error * x.clamp(0.0, 1.0);
            if x > 0.0 && x < 1.0 {
                back[j] = error * self.weights[at + j];
            }
        }
        back
    }

    fn step(&mut self, batch: f32, rate: f32) {
        self.powers = (self.powers.0 * DECAYS.0, self.powers.1 * DECAYS.1);
        let (scale, root) = (rate / (1.0 - self.powers.0), (1.0 - self.powers.1).sqrt());
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let all = self.weights.iter_mut().zip(&self.gradients).zip(moments);
        for ((weight, gradient), (mean, square)) in all {
            let gradient = gradient / batch;
            *mean = DECAYS.0 * *mean + (1.0 - DECAYS.0) * gradient;
            *square = DECAYS.1 * *square + (1.0 - DECAYS.1) * (gradient * gradient);
            *weight += scale * *mean * root / (square.sqrt() + 1e-8);
        }
        for weight in &mut self.weights[..(self.rows + 1) * HIDDEN] {
            *weight = weight.clamp(-MOST, MOST);
        }
    }

    fn rounded(&self) -> Vec<i16> {
        let (learnt, own) = self.weights.split_at(self.own);
        let learnt = learnt.iter().map(|weight| (weight * ONE as f32).round() as i16);
        learnt.chain(own.iter().map(|&multiple| own_multiple(multiple))).collect()
    }
}
