//! `games list`: the games and their rules.

use games::{json, registry};
use serde_json::json;

use crate::{cli::ListArgs, failure::Failure, output::Output};

pub(crate) fn run(_: &ListArgs, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        let games: Vec<_> = registry().iter().map(json::game).collect();
        return out.object(&json!({ "games": games }));
    }
    for (i, game) in registry().iter().enumerate() {
        if i > 0 {
            out.line("")?;
        }
        out.line(&format!("{}  {}", game.id, game.name))?;
        let width = game.keys.iter().map(|key| key.key.len()).max().unwrap_or(0);
        for key in game.keys {
            let values = key.values.words().join("|");
            out.line(&format!(
                "    {:width$}={values}  {} (default {})",
                key.key, key.help, key.default
            ))?;
        }
    }
    Ok(())
}
