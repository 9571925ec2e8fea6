//! Recipes of the weights that games bring along still play the games that these were learnt from.

use core::fmt::Write as _;
use std::sync::{Arc, atomic::AtomicBool};

use games::{
    PlayerSpec, Session, find,
    learn::{Played, Recipe, Weights},
    registry, teacher,
};

/// How many games of each recipe, from the first on.
const GAMES: u64 = 3;

/// Plays a game of a recipe with the game's own estimate, or with weights.
fn played(
    session: &dyn Session,
    recipe: &Recipe,
    number: u64,
    weights: Option<&Arc<Weights>>,
) -> Played {
    let (teaching, stop) = (session.teaching(), AtomicBool::new(false));
    if recipe.teacher.is_empty() {
        return teaching.play(recipe, number, weights, &stop).expect("nobody stops it");
    }
    let spec: PlayerSpec = recipe.teacher.parse().expect("a player");
    let start = session.info().open(Some(session.rules()), None).expect("its own rules");
    let mut teacher = teacher::teacher(start, &spec).expect("one of our players");
    let followed = teaching.follow(recipe, number, &mut *teacher, &stop);
    followed.expect("one of our players ends no game").expect("nobody stops it")
}

/// What a recipe plays: plies, end and checksum of some games, by the game's own estimate and by what
/// was learnt in the end, which stands for what later generations play with.
fn told(session: &dyn Session, weights: &Arc<Weights>) -> String {
    let recipe: Recipe = weights.recipe().parse().expect("a recipe");
    let mut text = String::new();
    for (name, by) in [("own", None), ("learned", Some(weights))] {
        // Those of a single generation never played.
        if by.is_some() && recipe.games.len() < 2 {
            continue;
        }
        for number in 0..GAMES {
            let game = played(session, &recipe, number, by);
            let line = game.to_string();
            let checksum = line.rsplit(' ').next().expect("it ends with its checksum");
            let (plies, end) = (game.moves.len(), game.end);
            writeln!(text, "  {name} {number}: {plies} plies, {end}, {checksum}")
                .expect("a string takes all");
        }
    }
    text
}

/// `cargo xtask weights` takes minutes to hours, so that nobody runs it for each change of a search.
/// The snapshot was made when it had made each of these files again, byte for byte.
#[test]
fn shipped_weights_are_learnt_from_the_games_that_they_were_learnt_from() {
    let mut text = String::new();
    for game in registry() {
        for rules in game.learned {
            let session = find(game.id).unwrap().open(Some(rules), None).unwrap();
            let weights = Weights::read(session.weights().expect("its list says so")).unwrap();
            if weights.recipe().contains("teacher=uci") {
                // Games by an engine that is not ours.
                continue;
            }
            let games = told(&*session, &weights);
            writeln!(text, "{} {rules}\n{games}", game.id).expect("a string takes all");
        }
    }
    let description = "Training plays other games than those that shipped weights were learnt from, \
                       so that `cargo xtask weights` does not make these files any more. Let \
                       training search as it did, or make the weights of these games anew, play \
                       their rows of docs/strength.md again, and accept: cargo xtask bless";
    insta::with_settings!({ description => description }, {
        insta::assert_snapshot!(text);
    });
}
