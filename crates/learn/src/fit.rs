//! Learning weights from positions.

pub(crate) mod moves;
mod net;
mod tables;

use core::{fmt, ops::Range, sync::atomic::AtomicBool};
use std::{sync::Arc, thread};

use games_core::Layout;

use crate::{
    Goal, Recipe, Samples, Teachable, Weights,
    watch::Watch,
    weights::{OWN, Subject},
};

/// What was learnt, and how well it fits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fitted {
    /// The weights.
    pub weights: Arc<Weights>,
    /// How far off they are.
    pub loss: Loss,
}

/// The root of the mean square error, in units of the game or in results between -1 and 1; of
/// strengths of moves, by how many bits the move that was chosen surprises.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Loss {
    /// In games that were learnt from.
    pub seen: f64,
    /// In games that were not.
    pub unseen: f64,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "loss {:.3} seen, {:.3} unseen", self.seen, self.unseen)
    }
}

/// Learns from positions that somebody else has labelled, by the seed, epochs and least meetings of a
/// recipe. `samples` are rows of the game's [layout](Teachable::layout). The number of threads makes
/// no difference to what is learnt.
///
/// # Panics
///
/// If the game [learns strengths of moves](Teachable::learns_moves), which have no labels.
#[must_use]
pub fn learn_from(
    game: &dyn Teachable,
    recipe: &Recipe,
    samples: &Samples,
    threads: usize,
) -> Fitted {
    assert!(!game.learns_moves(), "strengths of moves are learnt from choices");
    let stop = AtomicBool::new(false);
    let mut watch = Watch { threads, observer: &mut |_| {}, stop: &stop };
    let fitted = fit(game.subject(), game.layout(), game.goal(), recipe, samples, &mut watch);
    fitted.expect("nobody stops it")
}

/// Learns from all samples; `None` if it was stopped. The number of threads makes no difference to what
/// is learnt.
pub(crate) fn fit(
    subject: Subject,
    layout: Layout,
    goal: Goal,
    recipe: &Recipe,
    samples: &Samples,
    watch: &mut Watch<'_>,
) -> Option<Fitted> {
    let target = Target::new(goal, samples);
    let (unit, numbers) = if layout.tuples().is_empty() {
        (target.unit, net::learn(&layout, target, recipe, samples, watch)?)
    } else {
        let step = (target.unit / tables::STEPS).max(1);
        (step, tables::learn(&layout, target, recipe, samples, watch)?)
    };
    let weights = Weights::assemble(subject, recipe.to_string(), layout, unit, numbers);
    let weights = weights.expect("as many weights were learnt as the layout has");
    let loss = loss(&weights, target, samples, watch.threads);
    Some(Fitted { weights: Arc::new(weights), loss })
}

/// What an output of the weights is compared with.
#[derive(Clone, Copy, Debug)]
struct Target {
    goal: Goal,
    /// Hundredths of the game's unit that an output of 1 stands for.
    unit: i32,
}

impl Target {
    fn new(goal: Goal, samples: &Samples) -> Self {
        let unit = match goal {
            // So that outputs are about 1 in every game.
            Goal::Margin => (100.0 * samples.spread()) as i32,
            Goal::Result { half_win } => half_win,
        };
        Self { goal, unit: unit.clamp(1, 100_000) }
    }

    /// The game's own estimate of a position, as an output.
    fn own(self, samples: &Samples, i: usize) -> f32 {
        samples.own(i) as f32 / self.unit as f32
    }

    /// How far and in which direction an output has to go.
    #[inline]
    fn error(self, output: f32, label: f32) -> f32 {
        match self.goal {
            Goal::Margin => label * 100.0 / self.unit as f32 - output,
            Goal::Result { .. } => {
                let steepness = 1.0 / (1.0 + output.abs());
                (label - output * steepness) * steepness
            }
        }
    }
}

/// Positions whose errors are added up one after the other; what threads share are such parts, so that
/// their number makes no difference.
const PART: usize = 1 << 14;

/// How far the integers are off that will be used.
fn loss(weights: &Weights, target: Target, samples: &Samples, threads: usize) -> Loss {
    let parts = samples.len().div_ceil(PART);
    let mut errors = vec![[Errors::default(); 2]; parts];
    let share = parts.div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        for (number, errors) in errors.chunks_mut(share).enumerate() {
            scope.spawn(move || {
                for (part, errors) in (number * share..).zip(errors) {
                    let end = ((part + 1) * PART).min(samples.len());
                    *errors = errors_of(weights, target, samples, part * PART..end);
                }
            });
        }
    });
    let [seen, unseen] = [0, 1].map(|kind| {
        let kind = || errors.iter().map(|errors| errors[kind]);
        let count: u32 = kind().map(|errors| errors.count).sum();
        (kind().map(|errors| errors.squares).sum::<f64>() / f64::from(count.max(1))).sqrt()
    });
    Loss { seen, unseen }
}

/// How far some positions are off.
#[derive(Clone, Copy, Default)]
struct Errors {
    squares: f64,
    count: u32,
}

/// The errors of positions that were learnt from, and of those that were not.
fn errors_of(
    weights: &Weights,
    target: Target,
    samples: &Samples,
    positions: Range<usize>,
) -> [Errors; 2] {
    let mut errors = [Errors::default(); 2];
    for i in positions {
        let estimate =
            f64::from(weights.estimate(samples.stage(i), samples.rows(i), || samples.own(i)));
        let expected = match target.goal {
            Goal::Margin => estimate / 100.0,
            Goal::Result { half_win } => estimate / (estimate.abs() + f64::from(half_win)),
        };
        let error = expected - f64::from(samples.label(i));
        let Errors { squares, count } = &mut errors[usize::from(samples.is_unseen(i))];
        *squares += error * error;
        *count += 1;
    }
    errors
}

/// A multiple of the game's own estimate as it is kept.
fn own_multiple(multiple: f32) -> i16 {
    (multiple * OWN as f32).round() as i16
}

#[cfg(test)]
mod tests {
    use games_core::toy::TicTacToe;

    use super::*;
    use crate::Teaching;

    #[test]
    fn all_positions_count_for_the_loss_on_any_number_of_threads() {
        let game = Teaching::new(TicTacToe, "tic-tac-toe", "");
        let mut samples = Samples::default();
        for i in 0..(2 * PART + 100) as u32 {
            samples.add(i, (i / 1000) as f32 / 50.0, 0, &mut |rows| {
                rows.push(i as u16 % 18);
                0
            });
        }
        let recipe = "epochs=1".parse().unwrap();
        let learnt = learn_from(&game, &recipe, &samples, 1);
        let target = Target::new(game.goal(), &samples);
        let plain = errors_of(&learnt.weights, target, &samples, 0..samples.len());
        let [seen, unseen] = plain.map(|errors| (errors.squares / f64::from(errors.count)).sqrt());
        for threads in [1, 2, 5] {
            let Loss { seen: told, unseen: other } =
                loss(&learnt.weights, target, &samples, threads);
            assert!((told - seen).abs() < 1e-9, "{told} {seen}");
            assert!((other - unseen).abs() < 1e-9, "{other} {unseen}");
            assert_eq!(Loss { seen: told, unseen: other }, learnt.loss);
        }
    }
}
