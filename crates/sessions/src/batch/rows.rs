//! A part of a batch: all of it that is compiled once a game.

use core::ops::ControlFlow;
use std::sync::Arc;

use games_core::{Outcome, Record, Rng, Side, entry::Playable, playout::playout};

use super::{
    Autoreset, BatchRules,
    out::{Observation, part},
    progress::Progress,
};
use crate::{GameInfo, Position, position};

/// Games of a batch that one thread plays at a time.
///
/// Rows are numbered within the part.
pub trait Rows: sealed::Sealed + Send + Sync {
    /// Returns their number.
    fn len(&self) -> usize;

    /// Returns whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets what is random, and the numbers of games; `first` is the number of the first row of
    /// this part among so many in all.
    fn seed(&mut self, seed: u64, first: u64, all: u64);

    /// Looks the moves of actions up, to be played; returns the rows in which they are not legal.
    fn choose(&mut self, actions: &[i64], rules: &BatchRules) -> Vec<usize>;

    /// Chooses random legal moves, to be played.
    fn choose_random(&mut self, rules: &BatchRules);

    /// Plays what was chosen; begins a game anew where it is over and the rules say so.
    fn play(&mut self, rules: &BatchRules);

    /// Writes how the games stand.
    fn observe(&mut self, out: &mut Observation<'_>);

    /// Plays so many random games on from each row and counts their outcomes, three numbers a row.
    fn playouts(&mut self, games: u32, counts: &mut [u32]);

    /// Begins a new game in a row; `false` if it is of other rules.
    fn reset(&mut self, row: usize, from: Option<&dyn Position>) -> bool;

    /// Returns the game of a row.
    fn position(&self, row: usize) -> Arc<dyn Position>;

    /// Returns the state of what is random in a row, and the number of its game.
    fn chance(&self, row: usize) -> (u64, u64);

    /// Sets these.
    fn set_chance(&mut self, row: usize, chance: (u64, u64));
}

mod sealed {
    /// What only parts of this crate are.
    pub trait Sealed {}
}

/// A game is cut in a playout after so many plies.
const PLAYOUT_PLIES: u32 = 10_000;

struct Part<G: Playable> {
    start: Arc<Record<G>>,
    info: &'static GameInfo,
    rules: String,
    rows: Vec<Row<G>>,
    /// Numbers between the games of a row.
    stride: u64,
}

struct Row<G: Playable> {
    progress: Progress<G>,
    /// The legal moves, once they were listed.
    legal: Vec<G::Move>,
    chosen: Option<G::Move>,
    chance: Chance,
    game: u64,
    truncated: bool,
    /// Whether the game ended by the last step.
    just_ended: bool,
}

/// Makes parts whose games all go on from a record.
pub(crate) fn rows_of<G: Playable>(
    record: &Record<G>,
    info: &'static GameInfo,
    rules: &str,
    sizes: &[usize],
) -> Vec<Box<dyn Rows>> {
    let start = Arc::new(record.clone());
    let mut parts: Vec<Box<dyn Rows>> = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let mut rows = Vec::with_capacity(size);
        for _ in 0..size {
            rows.push(Row::new(&start));
        }
        let (start, rules) = (Arc::clone(&start), rules.to_owned());
        parts.push(Box::new(Part { start, info, rules, rows, stride: 1 }));
    }
    parts
}

impl<G: Playable> Row<G> {
    fn new(start: &Arc<Record<G>>) -> Self {
        Self {
            progress: Progress::new(start),
            legal: Vec::new(),
            chosen: None,
            chance: Chance(0),
            game: 0,
            truncated: false,
            just_ended: false,
        }
    }

    fn is_over(&self) -> bool {
        self.truncated || self.progress.end().is_some()
    }

    /// The legal move of an action.
    fn find(&self, action: i64) -> Option<G::Move> {
        let id = u32::try_from(action).ok()?;
        let (game, state) = (self.progress.game(), self.progress.state());
        if game.action_count().is_none() {
            return self.progress.sorted().get(id as usize).map(|&(_, m)| m);
        }
        let is_legal = |m| match &self.legal[..] {
            [] => game.is_legal(state, m),
            legal => legal.contains(&m),
        };
        game.action(id).filter(|&m| is_legal(m))
    }

    /// Draws a legal move of a game that goes on; whether a mask was made before does not matter.
    fn draw(&mut self) -> Option<G::Move> {
        if self.legal.is_empty() {
            let legal = &mut self.legal;
            let mut put = |m| {
                legal.push(m);
                ControlFlow::Continue(())
            };
            let _ = self.progress.game().moves(self.progress.state(), &mut put);
        }
        let n = u32::try_from(self.legal.len()).ok().filter(|&n| n > 0)?;
        Some(self.legal[self.chance.below(n) as usize])
    }

    fn play(&mut self, max_plies: usize) {
        let Some(m) = self.chosen.take() else { return };
        // It was legal when it was chosen.
        self.progress.play(m);
        self.legal.clear();
        let is_over = self.progress.end().is_some();
        self.truncated = !is_over && max_plies != 0 && self.progress.plies() >= max_plies;
        self.just_ended = is_over || self.truncated;
    }

    fn begin(&mut self, start: &Arc<Record<G>>, stride: u64) {
        self.progress.begin(start);
        self.legal.clear();
        self.chosen = None;
        (self.truncated, self.just_ended) = (false, false);
        self.game += stride;
    }
}

impl<G: Playable> sealed::Sealed for Part<G> {}

impl<G: Playable> Rows for Part<G> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn seed(&mut self, seed: u64, first: u64, all: u64) {
        self.stride = all;
        for (row, number) in self.rows.iter_mut().zip(first..) {
            row.game = number;
            row.chance = Chance::of(seed, number);
        }
    }

    fn choose(&mut self, actions: &[i64], rules: &BatchRules) -> Vec<usize> {
        let mut refused = Vec::new();
        for (i, (row, &action)) in self.rows.iter_mut().zip(actions).enumerate() {
            row.chosen = if row.is_over() { None } else { row.find(action) };
            let begins = row.is_over() && rules.autoreset == Autoreset::NextStep;
            if row.chosen.is_none() && !begins {
                refused.push(i);
            }
        }
        refused
    }

    fn choose_random(&mut self, _: &BatchRules) {
        for row in &mut self.rows {
            row.chosen = if row.is_over() { None } else { row.draw() };
        }
    }

    fn play(&mut self, rules: &BatchRules) {
        for row in &mut self.rows {
            if !row.is_over() {
                row.play(rules.max_plies);
            } else if rules.autoreset == Autoreset::NextStep {
                row.begin(&self.start, self.stride);
            } else {
                row.just_ended = false;
            }
        }
    }

    fn observe(&mut self, out: &mut Observation<'_>) {
        let rows = self.rows.len();
        for (i, row) in self.rows.iter_mut().enumerate() {
            row.look(i, rows, out);
        }
    }

    fn playouts(&mut self, games: u32, counts: &mut [u32]) {
        for (row, counts) in self.rows.iter_mut().zip(counts.chunks_mut(3)) {
            let Row { progress, chance, .. } = row;
            counts.fill(0);
            for _ in 0..games {
                let mut state = progress.state().clone();
                let outcome = match progress.end() {
                    Some(end) => Some(end.outcome),
                    None => playout(progress.game(), &mut state, chance, PLAYOUT_PLIES).outcome,
                };
                counts[place(outcome)] += 1;
            }
        }
    }

    fn reset(&mut self, row: usize, from: Option<&dyn Position>) -> bool {
        let Some(from) = from else {
            self.rows[row].begin(&self.start, self.stride);
            return true;
        };
        if from.info().id != self.info.id || from.rules() != self.rules {
            return false;
        }
        let session = from.session();
        let Some(record) = session.as_any().downcast_ref::<Record<G>>() else { return false };
        self.rows[row].begin(&Arc::new(record.clone()), self.stride);
        true
    }

    fn position(&self, row: usize) -> Arc<dyn Position> {
        position::of_record(&self.rows[row].progress.record(), self.info, &self.rules)
    }

    fn chance(&self, row: usize) -> (u64, u64) {
        (self.rows[row].chance.0, self.rows[row].game)
    }

    fn set_chance(&mut self, row: usize, (chance, game): (u64, u64)) {
        self.rows[row].chance = Chance(chance);
        self.rows[row].game = game;
    }
}

impl<G: Playable> Row<G> {
    /// Writes how the game stands.
    fn look(&mut self, row: usize, rows: usize, out: &mut Observation<'_>) {
        let (game, state) = (self.progress.game(), self.progress.state());
        if let Some(mut planes) = out.planes.row(row, rows, out.cells) {
            game.put_planes(state, &mut planes);
        }
        if !out.mask.is_empty() {
            let mask = part(out.mask, row, rows);
            mask.fill(false);
            self.legal.clear();
            let legal = &mut self.legal;
            let mut put = |m| {
                if let Some(id) = game.action_id(m) {
                    mask[id as usize] = true;
                    legal.push(m);
                }
                ControlFlow::Continue(())
            };
            if !(self.truncated || self.progress.end().is_some()) {
                let _ = game.moves(state, &mut put);
            }
        }
        let outcome = self.progress.end().map(|end| end.outcome);
        write_rest(&self.of(outcome), row, out);
    }

    fn of(&self, outcome: Option<Outcome>) -> Rest {
        Rest {
            to_move: self.progress.game().to_move(self.progress.state()),
            outcome,
            is_news: self.just_ended,
            truncated: self.truncated,
            plies: self.progress.plies(),
            game: self.game,
        }
    }
}

/// What is told of a game in plain numbers.
struct Rest {
    to_move: Side,
    outcome: Option<Outcome>,
    is_news: bool,
    truncated: bool,
    plies: usize,
    game: u64,
}

fn write_rest(rest: &Rest, row: usize, out: &mut Observation<'_>) {
    let put = |all: &mut [bool], value| all.iter_mut().skip(row).take(1).for_each(|x| *x = value);
    put(out.terminated, rest.outcome.is_some());
    put(out.truncated, rest.truncated);
    if let Some(to_move) = out.to_move.get_mut(row) {
        *to_move = rest.to_move.index() as u8;
    }
    if let Some(plies) = out.plies.get_mut(row) {
        *plies = rest.plies as u32;
    }
    if let Some(game) = out.games.get_mut(row) {
        *game = rest.game;
    }
    if let Some(rewards) = out.rewards.get_mut(2 * row..2 * row + 2) {
        let value = rest.outcome.filter(|_| rest.is_news).map_or(0, |o| o.value_for(Side::First));
        rewards.copy_from_slice(&[value as f32, -value as f32]);
    }
}

const fn place(outcome: Option<Outcome>) -> usize {
    match outcome {
        Some(Outcome::Win(Side::First)) => 0,
        Some(Outcome::Draw) | None => 1,
        Some(Outcome::Win(Side::Second)) => 2,
    }
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// 2014): its state is one number, which can be kept with the games.
#[derive(Clone, Debug)]
struct Chance(u64);

impl Chance {
    fn of(seed: u64, row: u64) -> Self {
        use games_core::zobrist::mix;
        Self(mix(seed ^ mix(row)))
    }
}

impl Rng for Chance {
    fn next_u64(&mut self) -> u64 {
        let out = games_core::zobrist::mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        out
    }
}
