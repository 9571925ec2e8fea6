//! Learning a network, by Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization",
//! 2015).

use games_core::{Layout, Rng, seeded};

use super::{Target, own_multiple, shuffled};
use crate::{
    Recipe, Samples,
    weights::{ONE, Shape},
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

/// A network while it is learnt, all weights in one list, in the order of [`Shape`]; behind them the
/// multiples of the game's own estimate, one a stage, if it counts.
struct Pupil {
    target: Target,
    shape: Shape,
    other: Vec<u16>,
    /// A position is learnt as one of these images of its rows.
    images: Vec<Vec<u16>>,
    weights: Vec<f32>,
    gradients: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Powers of the decays.
    powers: (f32, f32),
}

impl Pupil {
    fn new(layout: &Layout, target: Target, rng: &mut impl Rng) -> Self {
        let shape = Shape::of(layout);
        // Small random numbers; outputs begin at 0.
        let random = |_| (rng.below(2001) as f32 - 1000.0) / 5000.0;
        let mut weights: Vec<f32> = (0..shape.size()).map(random).collect();
        weights[shape.row(shape.rows)..shape.output(0)].fill(0.25);
        if layout.corrects_own() {
            weights.resize(shape.size() + shape.stages, 1.0);
        }
        let size = weights.len();
        Self {
            target,
            shape,
            other: layout.other_view(),
            images: layout.learnt_images(),
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

    fn add_gradient(&mut self, own: &[u16], stage: usize, label: f32, estimate: f32) {
        let theirs: Vec<u16> = own.iter().map(|&row| self.other[usize::from(row)]).collect();
        let views = [own, &theirs];
        let sums = views.map(|rows| self.sums(rows));
        let (at, hidden) = (self.shape.output(stage), self.shape.hidden);
        let mut output = self.weights[at + 2 * hidden];
        for (x, weight) in sums.iter().flatten().zip(&self.weights[at..]) {
            output += x.clamp(0.0, 1.0) * weight;
        }
        let multiple = self.shape.size() + stage;
        let counts = self.weights.get(multiple).copied().unwrap_or(0.0);
        let error = self.target.error(output + counts * estimate, label);
        if let Some(gradient) = self.gradients.get_mut(multiple) {
            *gradient += error * estimate;
        }
        self.gradients[at + 2 * hidden] += error;
        for (v, rows) in views.into_iter().enumerate() {
            let back = self.back(&sums[v], at + v * hidden, error);
            for row in self.shape.with_bias(rows) {
                for (gradient, back) in self.gradients[self.shape.row(row)..].iter_mut().zip(&back)
                {
                    *gradient += back;
                }
            }
        }
    }

    /// The sums of the rows of a view.
    fn sums(&self, rows: &[u16]) -> Vec<f32> {
        let mut sums = vec![0.0; self.shape.hidden];
        for row in self.shape.with_bias(rows) {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[self.shape.row(row)..]) {
                *sum += weight;
            }
        }
        sums
    }

    /// Adds the gradient of a view's outputs and returns that of its sums.
    fn back(&mut self, sums: &[f32], at: usize, error: f32) -> Vec<f32> {
        let weights = sums.iter().zip(&self.weights[at..]);
        let slopes =
            weights.map(|(&x, weight)| if x > 0.0 && x < 1.0 { error * weight } else { 0.0 });
        let back = slopes.collect();
        for (gradient, x) in self.gradients[at..].iter_mut().zip(sums) {
            *gradient += error * x.clamp(0.0, 1.0);
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
        for weight in &mut self.weights[..self.shape.output(0)] {
            *weight = weight.clamp(-MOST, MOST);
        }
    }

    fn rounded(&self) -> Vec<i16> {
        let (learnt, own) = self.weights.split_at(self.shape.size());
        let learnt = learnt.iter().map(|weight| (weight * ONE as f32).round() as i16);
        learnt.chain(own.iter().map(|&multiple| own_multiple(multiple))).collect()
    }
}
