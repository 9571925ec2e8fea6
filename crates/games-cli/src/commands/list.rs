//! `games list`: the games and their rules.

use games::json;

use crate::{cli::ListArgs, failure::Failure, input::games, output::Output};

pub(crate) fn run(_: &ListArgs, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        return out.object(&json::Games::of(games()));
    }
    for game in games().iter() {
        out.line(&format!("{}  {}", game.id, game.name))?;
        let options: Vec<_> = game
            .keys
            .iter()
            .map(|key| (format!("{}={}", key.key, key.values.words().join("|")), key))
            .collect();
        let width = options.iter().map(|(option, _)| option.len()).max().unwrap_or(0);
        for (option, key) in options {
            out.line(&format!("    {option:width$}  {} (default {})", key.help, key.default))?;
        }
        if !game.learned.is_empty() {
            out.line(&format!("    learned weights with {}", game.learned.join("; ")))?;
        }
        out.line("")?;
    }
    out.line(&seeds())
}

/// Where a player's seed makes a difference.
fn seeds() -> String {
    let list = json::Games::of(games()).games;
    let plays_out = |game: &&json::Game| game.seeded.iter().any(|player| player == "mcts");
    let ids: Vec<_> = list.iter().filter(plays_out).map(|game| game.id.as_str()).collect();
    format!(
        "The option seed=N of players makes a difference for random, and for mcts in games that it\n\
         plays out (or with playout_plies=N): {}.\n\
         In the others, and for alphabeta, proof and solver, it has no effect.\n\
         Below level=8 it makes one for alphabeta and mcts in every game.",
        ids.join(", ")
    )
}
