//! Learning the weights of tables, by AdaGrad (J. Duchi, E. Hazan and Y. Singer, "Adaptive
//! subgradient methods for online learning and stochastic optimization", 2011).

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{sync::Mutex, thread};

use games_core::{Layout, Rng, seeded};

use super::{Target, own_multiple};
use crate::{Recipe, Samples, watch::Watch, weights::Addresses};

/// Into how many steps an output of 1 is cut: a weight is a whole number of steps.
pub(super) const STEPS: i32 = 100;

/// How far a weight goes at first, where an output of 1 is usual.
const RATE: f32 = 0.012;

/// What the squares of errors begin with, so that the first of them counts for less.
const FIRST: f32 = 1.0;

/// Learns each stage by itself, so that stages can be learnt at the same time; `None` if it was
/// stopped.
pub(super) fn learn(
    layout: &Layout,
    target: Target,
    recipe: &Recipe,
    samples: &Samples,
    watch: &mut Watch<'_>,
) -> Option<Vec<i16>> {
    watch.go_on(samples.len(), 0.0)?;
    let stop = watch.stop;
    let addresses = Addresses::new(layout).expect("the layout was checked when it was made");
    let stages: Vec<Mutex<Learnt>> = (0..layout.stages()).map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..watch.threads.max(1) {
            scope.spawn(|| {
                while let Some(stage) = stages.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let number = stages.iter().position(|other| core::ptr::eq(other, stage));
                    let of = number.expect("it is one of them");
                    let learnt = Stage::new(&addresses, layout, target, samples, of)
                        .learn(target, recipe, stop);
                    *stage.lock().expect("no thread panics while it holds it") = learnt;
                }
            });
        }
    });
    watch.go_on(samples.len(), recipe.epochs as f32)?;
    let stages = stages.into_iter().map(|stage| stage.into_inner().expect("as above"));
    let (mut numbers, mut multiples) = (Vec::new(), Vec::new());
    for learnt in stages {
        numbers.extend(learnt.numbers);
        multiples.push(learnt.multiple);
    }
    if layout.corrects_own() {
        numbers.extend(multiples);
    }
    Some(numbers)
}

/// What was learnt for a stage.
#[derive(Default)]
struct Learnt {
    numbers: Vec<i16>,
    /// That of the game's own estimate, for where it counts.
    multiple: i16,
}

/// The positions of a stage.
struct Stage<'a> {
    addresses: &'a Addresses,
    stage: usize,
    /// The weights of each position, one after the other.
    entries: Vec<u32>,
    labels: Vec<f32>,
    /// The game's own estimate of each position, where it counts.
    own: Vec<f32>,
}

impl<'a> Stage<'a> {
    /// Takes the positions of a stage, and those at the nearer ends of its neighbors: what is true at
    /// the end of a stage does not change from one ply to the next.
    fn new(
        addresses: &'a Addresses,
        layout: &Layout,
        target: Target,
        samples: &Samples,
        stage: usize,
    ) -> Self {
        let (entries, labels, own) = (Vec::new(), Vec::new(), Vec::new());
        let mut this = Self { addresses, stage, entries, labels, own };
        for i in 0..samples.len() {
            if !samples.is_unseen(i) && is_near(layout, samples, i, stage) {
                addresses.put_weights(samples.rows(i), &mut this.entries);
                this.labels.push(samples.label(i));
                if layout.corrects_own() {
                    this.own.push(target.own(samples, i));
                }
            }
        }
        this
    }

    /// What is learnt is of no use if it was stopped.
    fn learn(&self, target: Target, recipe: &Recipe, stop: &AtomicBool) -> Learnt {
        let mut weights = vec![0.0_f32; self.addresses.weights()];
        let mut squares = vec![FIRST; weights.len()];
        let mut own = Own { multiple: 1.0, square: FIRST };
        let mut order: Vec<u32> = (0..self.labels.len() as u32).collect();
        let mut rng = seeded(recipe.seed ^ self.stage as u64);
        for epoch in 0..recipe.epochs {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            rng.shuffle(&mut order);
            let rate = RATE / (1.0 + epoch as f32 / 2.0);
            for &i in &order {
                let i = i as usize;
                self.step(target, i, rate, (&mut weights, &mut squares), &mut own);
            }
        }
        let multiple = own_multiple(own.multiple);
        Learnt { numbers: self.rounded(&weights, recipe.seen), multiple }
    }

    fn entries(&self, i: usize) -> &[u32] {
        let n = self.addresses.images();
        &self.entries[i * n..(i + 1) * n]
    }

    #[inline]
    fn step(
        &self,
        target: Target,
        i: usize,
        rate: f32,
        (weights, squares): (&mut [f32], &mut [f32]),
        own: &mut Own,
    ) {
        let entries = self.entries(i);
        let own_estimate = self.own.get(i).copied().unwrap_or(0.0);
        let mut output = own.multiple * own_estimate;
        for &entry in entries {
            output += weights[entry as usize];
        }
        let error = target.error(output, self.labels[i]);
        for &entry in entries {
            let square = &mut squares[entry as usize];
            *square += error * error;
            weights[entry as usize] += rate * error / square.sqrt();
        }
        own.step(error * own_estimate, rate);
    }

    /// Weights as whole steps; 0 for those that were seldom met.
    fn rounded(&self, weights: &[f32], seen: u32) -> Vec<i16> {
        let mut met = vec![0_u32; weights.len()];
        for &entry in &self.entries {
            met[entry as usize] += 1;
        }
        let most = f32::from(i8::MAX);
        let steps = |&weight: &f32| (weight * STEPS as f32).clamp(-most, most).round() as i16;
        let rounded = weights.iter().zip(met);
        rounded.map(|(weight, met)| if met < seen { 0 } else { steps(weight) }).collect()
    }
}

/// What the game's own estimate is multiplied by, while it is learnt.
struct Own {
    multiple: f32,
    square: f32,
}

impl Own {
    #[inline]
    fn step(&mut self, gradient: f32, rate: f32) {
        self.square += gradient * gradient;
        self.multiple += rate * gradient / self.square.sqrt();
    }
}

/// Whether a position belongs to a stage, or would with a few men more or less.
fn is_near(layout: &Layout, samples: &Samples, i: usize, stage: usize) -> bool {
    let men = samples.rows(i).len();
    let few = layout.cells() / layout.stages() / 4;
    samples.stage(i) == stage
        || layout.stage_of(men + few) == stage
        || layout.stage_of(men.saturating_sub(few)) == stage
}
