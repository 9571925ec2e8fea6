//! Learning strengths of moves: the chance of a move is its share in the weights of all moves of its
//! position, as in R. Coulom, "Computing Elo ratings of move patterns in the game of Go" (2007), where
//! a move is a team of features. They are learnt by AdaGrad and not by his minorization, since that
//! needs no pass over all games for a step.

use std::sync::Arc;

use games_core::{Layout, Rng, seeded};

use super::{Fitted, Loss};
use crate::{
    Choices, Recipe, Weights,
    watch::Watch,
    weights::{DOUBLING, Subject, smooth_power},
};

/// How far a strength goes at first, in doublings.
const RATE: f32 = 0.4;

/// What the squares of gradients begin with, so that what is seldom met goes a short way.
const FIRST: f32 = 1.0;

/// The part of itself that a strength loses whenever it is met.
const SHRINKAGE: f32 = 0.0005;

/// The largest strength, in steps.
const MOST: f32 = 1024.0;

/// Learns on one thread, since every step changes the strengths that the next one starts from; `None`
/// if it was stopped.
pub(crate) fn fit(
    subject: Subject,
    layout: Layout,
    recipe: &Recipe,
    choices: &Choices,
    watch: &mut Watch<'_>,
) -> Option<Fitted> {
    let mut order: Vec<u32> = (0..choices.len() as u32).collect();
    order.retain(|&i| !choices.is_unseen(i as usize));
    let mut rng = seeded(recipe.seed);
    let mut pupil = Pupil::new(layout.move_rows());
    for epoch in 0..recipe.epochs {
        watch.go_on(choices.len(), epoch as f32)?;
        rng.shuffle(&mut order);
        let rate = RATE / (1.0 + epoch as f32 / 2.0);
        for &i in &order {
            pupil.learn(choices, i as usize, rate);
        }
    }
    let met = met(choices, &order, layout.move_rows());
    let numbers = pupil.rounded(&met, recipe.seen);
    let weights = Weights::assemble(subject, recipe.to_string(), layout, DOUBLING, numbers);
    let weights = weights.expect("there is a strength for each row");
    let loss = loss(&weights, choices);
    Some(Fitted { weights: Arc::new(weights), loss })
}

/// Strengths while they are learnt, in doublings.
struct Pupil {
    strengths: Vec<f32>,
    squares: Vec<f32>,
    gradients: Vec<f32>,
    /// Rows with a gradient, and in which position each got its last one.
    touched: Vec<u16>,
    touched_in: Vec<u32>,
    position: u32,
    shares: Vec<f32>,
}

impl Pupil {
    fn new(rows: usize) -> Self {
        Self {
            strengths: vec![0.0; rows],
            squares: vec![FIRST; rows],
            gradients: vec![0.0; rows],
            touched: Vec::new(),
            touched_in: vec![0; rows],
            position: 0,
            shares: Vec::new(),
        }
    }

    fn learn(&mut self, choices: &Choices, i: usize, rate: f32) {
        let (moves, chosen) = (choices.moves(i), choices.chosen(i));
        self.share(choices, i);
        self.position = self.position.wrapping_add(1);
        for (number, place) in moves.zip(0..) {
            let wanted = if number == chosen { 1.0 } else { 0.0 };
            let error = wanted - self.shares[place];
            for &row in choices.rows().of(number) {
                self.add_gradient(row, error);
            }
        }
        for row in self.touched.drain(..) {
            let row = usize::from(row);
            let strength = &mut self.strengths[row];
            let gradient = self.gradients[row] - SHRINKAGE * *strength;
            let square = &mut self.squares[row];
            *square += gradient * gradient;
            *strength += rate * gradient / square.sqrt();
        }
    }

    /// Works out the chances of a position's moves.
    fn share(&mut self, choices: &Choices, i: usize) {
        self.shares.clear();
        for number in choices.moves(i) {
            let mut strength = 0.0;
            for &row in choices.rows().of(number) {
                strength += self.strengths[usize::from(row)];
            }
            self.shares.push(strength);
        }
        let most = self.shares.iter().copied().fold(f32::MIN, f32::max);
        let mut total = 0.0;
        for share in &mut self.shares {
            *share = smooth_power(*share - most);
            total += *share;
        }
        for share in &mut self.shares {
            *share /= total;
        }
    }

    fn add_gradient(&mut self, row: u16, error: f32) {
        let at = usize::from(row);
        if self.touched_in[at] != self.position {
            self.touched_in[at] = self.position;
            self.gradients[at] = 0.0;
            self.touched.push(row);
        }
        self.gradients[at] += error;
    }

    /// Strengths as whole steps; 0 for rows that were seldom met.
    fn rounded(&self, met: &[u32], seen: u32) -> Vec<i16> {
        let steps = |strength: f32| (strength * DOUBLING as f32).clamp(-MOST, MOST).round() as i16;
        let all = self.strengths.iter().zip(met);
        all.map(|(&strength, &met)| if met < seen { 0 } else { steps(strength) }).collect()
    }
}

/// How many moves in these positions have each row.
fn met(choices: &Choices, positions: &[u32], rows: usize) -> Vec<u32> {
    let mut met = vec![0_u32; rows];
    for &i in positions {
        for number in choices.moves(i as usize) {
            for &row in choices.rows().of(number) {
                met[usize::from(row)] += 1;
            }
        }
    }
    met
}

/// How much the moves that were chosen surprise, in bits, by the integers that will be used.
fn loss(weights: &Weights, choices: &Choices) -> Loss {
    let mut sums = [(0.0, 0_u32); 2];
    let (mut rows, mut chances) = (games_core::MoveRows::default(), Vec::new());
    for i in 0..choices.len() {
        rows.clear();
        chances.clear();
        for number in choices.moves(i) {
            choices.rows().of(number).iter().for_each(|&row| rows.push(row));
            rows.end_move();
        }
        weights.weigh(&rows, &mut chances);
        let total: f64 = chances.iter().copied().map(f64::from).sum();
        let chosen = chances[choices.chosen(i) - choices.moves(i).start];
        let surprise = -(f64::from(chosen) / total).max(1e-9).log2();
        let sum = &mut sums[usize::from(choices.is_unseen(i))];
        *sum = (sum.0 + surprise, sum.1 + 1);
    }
    let [seen, unseen] = sums.map(|(sum, n)| sum / f64::from(n.max(1)));
    Loss { seen, unseen }
}
