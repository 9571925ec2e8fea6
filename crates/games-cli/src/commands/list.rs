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
        let options: Vec<_> = game
            .keys
            .iter()
            .map(|key| (format!("{}={}", key.key, key.values.words().join("|")), key))
            .collect();
        let width = options.iter().map(|(option, _)| option.len()).max().unwrap_or(0);
        for (option, key) in options {
            out.line(&format!("    {option:width$}  {} (default {})", key.help, key.default))?;
        }
    }
    Ok(())
}
