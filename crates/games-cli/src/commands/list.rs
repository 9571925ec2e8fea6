//! `games list`: the games and their rules.

use games::json;

use crate::{cli::ListArgs, failure::Failure, input::games, output::Output};

pub(crate) fn run(_: &ListArgs, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        return out.object(&json::Games::of(games()));
    }
    for (i, game) in games().iter().enumerate() {
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
