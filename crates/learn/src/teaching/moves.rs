//! Games from which strengths of moves are learnt: those of a Monte Carlo search.

use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;

use ai::Limits;
use games_core::zobrist::mix;

use super::{MOST_PLIES, Walk};
use crate::{Choices, Goal, Played, Recipe, Weights};

/// Bytes for the tree of a search of some hundred or thousand simulations.
const MEMORY: usize = 64 << 20;

/// Plays a game to its end, with so many simulations a move as the recipe has positions.
pub(super) fn play(
    mut walk: Box<dyn Walk + '_>,
    (mut moves, number): (Vec<u16>, u64),
    (recipe, weights): (&Recipe, Option<&Arc<Weights>>),
    stop: &AtomicBool,
) -> Option<Played> {
    let opening = moves.len() as u32;
    walk.simulate_with(mix(recipe.seed ^ mix(!number)), weights);
    let limits = Limits::simulations(recipe.nodes).with_memory(MEMORY);
    while !walk.is_over() && moves.len() < MOST_PLIES {
        let place = walk.think(Goal::Margin, &limits, stop)?.place;
        moves.push(place);
        walk.play(place);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
    }
    Some(Played { number, opening, end: walk.end(true), moves, ..Played::default() })
}

/// Adds the positions after the opening in which there was something to choose.
pub(super) fn study(mut walk: Box<dyn Walk + '_>, played: &Played, choices: &mut Choices) -> bool {
    for (ply, &place) in (0..).zip(&played.moves) {
        if usize::from(place) >= walk.choices() {
            return false;
        }
        if ply >= played.opening && walk.choices() > 1 {
            choices.add(played.number as u32, place, &mut |rows| walk.see_moves(rows));
        }
        walk.play(place);
    }
    true
}
