//! `cargo xtask ablations`: what each technique of alpha-beta is worth in each game.
//!
//! A cell is a match at equal numbers of positions between the usual player and the same without the
//! technique. Both choose by fixed seeds, so that a cell comes out alike on every machine.

mod cells;
mod effect;
mod table;

use std::{
    fs,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use self::{
    cells::{Cell, Cells, GAMES, Game},
    effect::Effect,
};
use crate::{commands::strength, games_binary, marks, process, workspace};

/// What the command is called, which is how its place on the page is found.
const COMMAND: &str = "ablations";

/// Where the table stands.
const PAGE: &str = "docs/search.md";

/// The cells that are finished, from the root of the workspace.
const FILE: &str = "docs/strength/ablations.jsonl";

/// Play alpha-beta in eight games against itself without each technique, and write the table.
///
/// Finished cells are kept in `docs/strength/ablations.jsonl`, games of the one at hand below
/// `target`; a later call goes on from there. A row takes a few minutes of a core.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  cargo xtask ablations --at-most 3\n  cargo xtask ablations othello"
)]
pub(crate) struct Args {
    /// Play only cells of this game.
    game: Option<String>,
    /// Play no more than this many rows, which are techniques.
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let wanted = |game: &&Game| args.game.as_ref().is_none_or(|name| name == game.id);
    let games: Vec<_> = GAMES.iter().filter(wanted).collect();
    if games.is_empty() {
        let ids = GAMES.map(|game| game.id).join(", ");
        bail!("`{}` has no column; these have: {ids}", args.game.as_deref().unwrap_or_default());
    }
    let path = workspace::root().join(FILE);
    let mut cells = Cells::read(&fs::read_to_string(&path).unwrap_or_default());
    let mut effect = Effect::default();
    for technique in cells.rows(&games).into_iter().take(args.at_most.unwrap_or(usize::MAX)) {
        for game in &games {
            if cells.get(technique, game).is_some() {
                continue;
            }
            let cell = if effect.matters(game, technique)? {
                played(game, technique)?
            } else {
                Cell::without_effect(game, technique)
            };
            println!("{technique}, {}: {}", game.id, cell.text());
            cells.add(cell);
            fs::write(&path, cells.text()).with_context(|| format!("writing {FILE}"))?;
            marks::write(PAGE, COMMAND, &table::table(&cells, &strength::processor()))?;
        }
    }
    marks::write(PAGE, COMMAND, &table::table(&cells, &strength::processor()))?;
    Ok(true)
}

/// Plays what is left of a cell.
fn played(game: &Game, technique: &str) -> Result<Cell> {
    let kept = workspace::scratch().join("ablations");
    fs::create_dir_all(&kept).context("creating a folder below target")?;
    let arguments = game.arguments(technique);
    let results = kept.join(format!("{}-{technique}.jsonl", game.id));
    let output = Command::new(games_binary::path()?)
        .current_dir(workspace::root())
        .args(&arguments)
        .arg("--results")
        .arg(&results)
        .arg("--json")
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start games")?;
    let line =
        || arguments.iter().map(|arg| process::shell_word(arg)).collect::<Vec<_>>().join(" ");
    if !output.status.success() {
        bail!("`games {}` failed", line());
    }
    let json = serde_json::from_slice(&output.stdout).context("games match: no JSON")?;
    // Played otherwise one day, the cell would come upon games of another match.
    fs::remove_file(&results).context("removing the games of a finished cell")?;
    Cell::played(game, technique, &json, &strength::today())
        .with_context(|| format!("`games {}`: a field is missing", line()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_the_table() {
        marks::assert_place(PAGE, COMMAND);
    }
}
