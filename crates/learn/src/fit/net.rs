//! Learning a network, by Adam (D. Kingma and J. Ba, "Adam: a method for stochastic optimization",
//! 2015).

use std::thread;

use games_core::{Layout, Rng, seeded};

use super::{Target, own_multiple};
use crate::{
    Recipe, Samples,
    watch::Watch,
    weights::{ONE, Shape},
};

/// How far a weight goes, at first and at the end.
const RATES: (f32, f32) = (0.003, 0.0003);

/// Positions of a step whose gradients are added up one after the other. Parts of a step may be worked
/// out side by side, and are added up in their order.
const PART: usize = 2048;

const DECAYS: (f32, f32) = (0.9, 0.999);

/// The largest size of a weight of the rows: sums of all rows of a position fit into 16 bits.
const MOST: f32 = 3.0;

/// Learns by steps of as many positions as the recipe says; `None` if it was stopped. The number of
/// threads makes no difference.
pub(super) fn learn(
    layout: &Layout,
    target: Target,
    recipe: &Recipe,
    samples: &Samples,
    watch: &mut Watch<'_>,
) -> Option<Vec<i16>> {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    order.retain(|&i| !samples.is_unseen(i as usize));
    let mut rng = seeded(recipe.seed);
    let mut pupil = Pupil::new(layout, target, &mut rng);
    let size = recipe.batch as usize;
    let mut parts: Vec<_> =
        (0..size.div_ceil(PART)).map(|_| Part::new(pupil.weights.len())).collect();
    let batches = order.len().div_ceil(size) * recipe.epochs as usize;
    let mut done = 0;
    for _ in 0..recipe.epochs {
        rng.shuffle(&mut order);
        for batch in order.chunks(size) {
            let part = done as f32 / batches as f32;
            watch.go_on(samples.len(), part * recipe.epochs as f32)?;
            let rate = RATES.0 + (RATES.1 - RATES.0) * part;
            let lessons: Vec<_> = batch.iter().map(|&i| (i, pupil.image(&mut rng))).collect();
            pupil.add_gradients(samples, &lessons, &mut parts, watch.threads);
            pupil.step(&parts[0].gradients, batch.len() as f32, rate);
            done += 1;
        }
    }
    Some(pupil.rounded())
}

/// A position to learn, and as which of its images.
type Lesson = (u32, u32);

/// A network while it is learnt, all weights in one list, in the order of [`Shape`]; behind them the
/// multiples of the game's own estimate, one a stage, if it counts.
struct Pupil {
    target: Target,
    shape: Shape,
    other: Vec<u16>,
    /// A position is learnt as one of these images of its rows.
    images: Vec<Vec<u16>>,
    weights: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Powers of the decays.
    powers: (f32, f32),
}

/// The gradients of some positions, and room to work them out.
#[derive(Default)]
struct Part {
    gradients: Vec<f32>,
    /// The rows of a position as either side sees them, and what they add up to.
    rows: [Vec<u16>; 2],
    sums: [Vec<f32>; 2],
    /// The gradient of the sums of a view.
    back: Vec<f32>,
}

impl Part {
    fn new(size: usize) -> Self {
        Self { gradients: vec![0.0; size], ..Self::default() }
    }
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
            means: vec![0.0; size],
            squares: vec![0.0; size],
            weights,
            powers: (1.0, 1.0),
        }
    }

    /// An image by lot.
    fn image(&self, rng: &mut impl Rng) -> u32 {
        rng.below(self.images.len() as u32)
    }

    /// Adds up the gradients of a step in the first of the parts.
    fn add_gradients(
        &self,
        samples: &Samples,
        lessons: &[Lesson],
        parts: &mut [Part],
        threads: usize,
    ) {
        let count = lessons.len().div_ceil(PART);
        let parts = &mut parts[..count];
        let work = |parts: &mut [Part], lessons: &[Lesson]| {
            for (part, lessons) in parts.iter_mut().zip(lessons.chunks(PART)) {
                part.gradients.fill(0.0);
                for &lesson in lessons {
                    self.add_gradient(samples, lesson, part);
                }
            }
        };
        let share = count.div_ceil(threads.max(1));
        let mut shares = parts.chunks_mut(share).zip(lessons.chunks(share * PART));
        let own = shares.next();
        thread::scope(|scope| {
            for (parts, lessons) in shares {
                scope.spawn(move || work(parts, lessons));
            }
            if let Some((parts, lessons)) = own {
                work(parts, lessons);
            }
        });
        let Some((first, others)) = parts.split_first_mut() else { return };
        for part in others {
            add(&mut first.gradients, &part.gradients);
        }
    }

    fn add_gradient(&self, samples: &Samples, (i, image): Lesson, part: &mut Part) {
        let (i, image) = (i as usize, &self.images[image as usize]);
        let (stage, label) = (samples.stage(i), samples.label(i));
        let estimate = self.target.own(samples, i);
        let Part { gradients, rows: [own, theirs], sums, back } = part;
        own.clear();
        own.extend(samples.rows(i).iter().map(|&row| image[usize::from(row)]));
        theirs.clear();
        theirs.extend(own.iter().map(|&row| self.other[usize::from(row)]));
        let views = [&own[..], &theirs[..]];
        for (rows, sums) in views.into_iter().zip(&mut *sums) {
            self.add_up(rows, sums);
        }
        let (at, hidden) = (self.shape.output(stage), self.shape.hidden);
        let mut output = self.weights[at + 2 * hidden];
        for (x, weight) in sums.iter().flatten().zip(&self.weights[at..]) {
            output += x.clamp(0.0, 1.0) * weight;
        }
        let multiple = self.shape.size() + stage;
        let counts = self.weights.get(multiple).copied().unwrap_or(0.0);
        let error = self.target.error(output + counts * estimate, label);
        if let Some(gradient) = gradients.get_mut(multiple) {
            *gradient += error * estimate;
        }
        gradients[at + 2 * hidden] += error;
        for (v, rows) in views.into_iter().enumerate() {
            let at = at + v * hidden;
            pass_back(&sums[v], &self.weights[at..], error, back);
            for (gradient, x) in gradients[at..].iter_mut().zip(&sums[v]) {
                *gradient += error * x.clamp(0.0, 1.0);
            }
            for row in self.shape.with_bias(rows) {
                add(&mut gradients[self.shape.row(row)..], back);
            }
        }
    }

    /// Adds up the rows of a view.
    fn add_up(&self, rows: &[u16], sums: &mut Vec<f32>) {
        sums.clear();
        sums.resize(self.shape.hidden, 0.0);
        for row in self.shape.with_bias(rows) {
            add(sums, &self.weights[self.shape.row(row)..]);
        }
    }

    fn step(&mut self, gradients: &[f32], batch: f32, rate: f32) {
        self.powers = (self.powers.0 * DECAYS.0, self.powers.1 * DECAYS.1);
        let (scale, root) = (rate / (1.0 - self.powers.0), (1.0 - self.powers.1).sqrt());
        let moments = self.means.iter_mut().zip(&mut self.squares);
        let all = self.weights.iter_mut().zip(gradients).zip(moments);
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

/// Writes the gradient of the sums of a view.
fn pass_back(sums: &[f32], weights: &[f32], error: f32, back: &mut Vec<f32>) {
    back.clear();
    back.extend(
        sums.iter().zip(weights).map(
            |(&x, weight)| {
                if x > 0.0 && x < 1.0 { error * weight } else { 0.0 }
            },
        ),
    );
}

/// Adds numbers, as many as there are in the shorter list.
fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use games_core::{Features, toy::TicTacToe};

    use super::*;
    use crate::Goal;

    #[test]
    fn parts_add_up_to_what_one_position_after_the_other_does() {
        let layout = TicTacToe.layout();
        let mut rng = seeded(4);
        let mut samples = Samples::default();
        for number in 0..2 * PART as u32 + 500 {
            let row = rng.below(layout.rows() as u32) as u16;
            samples.add(number, f32::from(row % 3) - 1.0, 0, &mut |rows| {
                rows.push(row);
                0
            });
        }
        let target = Target::new(Goal::Result { half_win: 200 }, &samples);
        let pupil = Pupil::new(&layout, target, &mut rng);
        let lessons: Vec<_> =
            (0..samples.len() as u32).map(|i| (i, pupil.image(&mut rng))).collect();
        let part = || Part::new(pupil.weights.len());
        let mut plain = part();
        for &lesson in &lessons {
            pupil.add_gradient(&samples, lesson, &mut plain);
        }
        let mut parts = [part(), part(), part(), part()];
        pupil.add_gradients(&samples, &lessons, &mut parts, 2);
        let pairs = parts[0].gradients.iter().zip(&plain.gradients);
        assert!(plain.gradients.iter().any(|gradient| gradient.abs() > 1.0));
        for (sum, expected) in pairs {
            assert!((sum - expected).abs() < 0.01 * (1.0 + expected.abs()), "{sum} {expected}");
        }
    }
}
