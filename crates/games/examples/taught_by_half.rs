//! Weights learnt from half of all positions of a small game, and how often a player who looks one
//! ply ahead keeps the win by them in the other half.
//!
//! ```sh
//! cargo run --release -p games --example taught_by_half
//! ```
#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::{
    collections::HashMap,
    error::Error,
    ops::{ControlFlow, ControlFlow::Continue},
};

use cs3_games::{konane::KonaneEntry, surround::SurroundEntry, tictactoe::TicTacToeEntry};
use games_core::{
    Layout,
    entry::{Entry, GameOptions, Playable, Visitor},
    zobrist::mix,
};
use learn::{Fitted, Recipe, Samples, Teachable, Teaching, learn_from};

fn main() -> Result<(), Box<dyn Error>> {
    println!("| game | positions learnt from | won ones of the others | the win is kept |");
    println!("| --- | --- | --- | --- |");
    tell::<TicTacToeEntry>("rows=4,cols=4", "seed=1 epochs=4")?;
    tell::<KonaneEntry>("rows=4,cols=5", "seed=1 epochs=60 seen=1")?;
    tell::<SurroundEntry>("rows=4,cols=4", "seed=1 epochs=200 seen=1")
}

fn tell<E: Entry>(rules: &str, recipe: &str) -> Result<(), Box<dyn Error>> {
    let options = GameOptions::parse(E::KEYS, rules)?;
    let shown = format!("{} {rules}", E::ID);
    let row = E::build(&options, None, Trial { id: E::ID, rules, recipe: recipe.parse()? })?;
    println!("| {shown} | {row} |");
    Ok(())
}

/// What is done with a game.
struct Trial<'a> {
    id: &'a str,
    rules: &'a str,
    recipe: Recipe,
}

impl Visitor for Trial<'_> {
    type Out = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let mut all = All { game: &game, results: HashMap::new(), states: Vec::new() };
        all.result(&game.initial());
        let taught = Teaching::new(game.clone(), self.id, self.rules);
        let layout = taught.layout();
        let mut samples = Samples::default();
        for state in all.states.iter().filter(|state| all.is_in_first_half(state)) {
            let result = all.results[&game.key(state)];
            // Each is a game of its own, none of which is kept apart.
            samples.add(0, f32::from(result), game.evaluate(state), &mut |rows| {
                let start = rows.len();
                game.features(&layout, state, rows);
                game.stage(&layout, state, rows.len() - start)
            });
        }
        let fitted = learn_from(&taught, &self.recipe, &samples, 1);
        let (mut won, mut kept) = (0, 0);
        for state in all.states.iter().filter(|state| !all.is_in_first_half(state)) {
            if all.results[&game.key(state)] == 1
                && game.status(state) == games_core::Status::Ongoing
            {
                won += 1;
                kept += u32::from(all.keeps_win(&layout, &fitted, state));
            }
        }
        let percent = 100.0 * f64::from(kept) / f64::from(won);
        assert!(percent >= 97.0, "{} {}: {percent:.1} %", self.id, self.rules);
        format!("{} | {won} | {percent:.1} %", samples.len())
    }
}

/// All positions of a game without circles.
struct All<'a, G: Playable> {
    game: &'a G,
    /// 1, 0 or -1 for the side to move, by key.
    results: HashMap<u64, i8>,
    states: Vec<G::State>,
}

impl<G: Playable> All<'_, G> {
    /// What a position is worth for its side to move; it and what follows is noted.
    fn result(&mut self, state: &G::State) -> i8 {
        let key = self.game.key(state);
        if let Some(&result) = self.results.get(&key) {
            return result;
        }
        let side = self.game.to_move(state);
        let result = match self.game.end(state) {
            Some(end) => end.outcome.value_for(side) as i8,
            None => {
                let children = self.children(state);
                let worth = children.into_iter().map(|child| {
                    let result = self.result(&child);
                    if self.game.to_move(&child) == side { result } else { -result }
                });
                worth.max().unwrap_or(0)
            }
        };
        self.results.insert(key, result);
        self.states.push(state.clone());
        result
    }

    fn children(&self, state: &G::State) -> Vec<G::State> {
        let mut children = Vec::new();
        self.game.moves(state, &mut |m| -> ControlFlow<()> {
            let mut child = state.clone();
            self.game.apply(&mut child, m);
            children.push(child);
            Continue(())
        });
        children
    }

    /// By lot, all images of a position in the same half.
    fn is_in_first_half(&self, state: &G::State) -> bool {
        let images = (0..self.game.symmetries()).map(|g| self.game.map_state(g, state));
        let least = images.map(|image| self.game.key(&image)).min();
        mix(least.unwrap_or_default()).is_multiple_of(2)
    }

    /// Whether the move to the position that the weights like least for the other side is one that
    /// keeps the win.
    fn keeps_win(&self, layout: &Layout, fitted: &Fitted, state: &G::State) -> bool {
        let game = self.game;
        let side = game.to_move(state);
        let sign = |child: &G::State| if game.to_move(child) == side { 1 } else { -1 };
        let worth = |child: &G::State| {
            if let Some(end) = game.end(child) {
                return 1_000_000 * end.outcome.value_for(side);
            }
            let mut rows = Vec::new();
            game.features(layout, child, &mut rows);
            let stage = game.stage(layout, child, rows.len());
            sign(child) * fitted.weights.estimate(stage, &rows, || game.evaluate(child))
        };
        let best = self.children(state).into_iter().max_by_key(worth);
        best.is_some_and(|child| i32::from(self.results[&game.key(&child)]) * sign(&child) == 1)
    }
}
