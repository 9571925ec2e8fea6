//! Whether a technique does anything in a game: some searches with it and without it.

use std::{collections::HashMap, fs};

use anyhow::{Context, Result};
use serde_json::Value as Json;

use super::cells::{Game, LASTING, PLAYER};
use crate::{games_binary, workspace};

/// Random plies before the positions that are searched, beside those of the openings.
const LATER: u32 = 20;

/// How many positions are searched, at most, after so many plies.
const POSITIONS: usize = 3;

/// What was found out about games.
#[derive(Debug, Default)]
pub(super) struct Effect {
    /// The ways to the positions of a game.
    lines: HashMap<&'static str, Vec<String>>,
    /// What the usual player found there.
    usual: HashMap<&'static str, Vec<Json>>,
}

impl Effect {
    /// Whether a search without the technique is another one in any of some positions.
    pub(super) fn matters(&mut self, game: &Game, technique: &str) -> Result<bool> {
        if technique == LASTING {
            return Ok(true);
        }
        if !self.lines.contains_key(game.id) {
            let mut lines = Vec::new();
            for plies in [game.opening_plies, LATER] {
                lines.extend(random_lines(game, plies)?);
            }
            let usual =
                lines.iter().map(|moves| search(game, moves, None)).collect::<Result<_>>()?;
            self.usual.insert(game.id, usual);
            self.lines.insert(game.id, lines);
        }
        for (moves, usual) in self.lines[game.id].iter().zip(&self.usual[game.id]) {
            if differ(usual, &search(game, moves, Some(technique))?) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the moves of some random games, as far as they are not over.
fn random_lines(game: &Game, plies: u32) -> Result<Vec<String>> {
    let path = workspace::scratch().join("ablations-positions.jsonl");
    fs::create_dir_all(workspace::scratch()).context("creating a folder below target")?;
    if path.exists() {
        fs::remove_file(&path).context("removing an old file below target")?;
    }
    let (plies, results) = (plies.to_string(), path.display().to_string());
    let mut args = game.command("match");
    args.extend(["--p1", "random:seed=1", "--p2", "random:seed=2", "--games", "40"]);
    args.extend(["--opening-plies", "0", "--max-plies", &plies, "--seed", "1"]);
    args.extend(["--results", &results]);
    games_binary::json(&args)?;
    let text = fs::read_to_string(&path).context("reading random games")?;
    Ok(open_games(&text))
}

/// The moves of the first games in a file of results that were only broken off.
fn open_games(results: &str) -> Vec<String> {
    let games = results.lines().skip(1).filter_map(|line| {
        let game: Json = serde_json::from_str(line).ok()?;
        let moves = game["moves"].as_str()?.to_owned();
        (game["reason"] == "ply cap").then_some(moves)
    });
    games.take(POSITIONS).collect()
}

/// Searches the position after some moves to a fixed depth.
fn search(game: &Game, moves: &str, without: Option<&str>) -> Result<Json> {
    let mut player = PLAYER.replace("nodes=3000", &format!("depth={}", game.depth));
    if let Some(technique) = without {
        player += &format!(",{technique}=false");
    }
    let mut args = game.command("best");
    args.extend(["--moves", moves, "--player", &player]);
    games_binary::json(&args)
}

/// Whether two searches of the same depth went other ways.
fn differ(one: &Json, other: &Json) -> bool {
    ["nodes", "score", "pv"].iter().any(|field| one[*field] != other[*field])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn searches_differ_by_their_positions_and_not_by_time() {
        let of = |nodes: u32, time: f64| json!({"nodes": nodes, "score": 1.0, "pv": ["a"], "seconds": time});
        assert!(!differ(&of(10, 1.0), &of(10, 2.0)));
        assert!(differ(&of(10, 1.0), &of(11, 1.0)));
        assert!(differ(&of(10, 1.0), &json!({"nodes": 10, "score": 1.0, "pv": ["b"]})));
    }

    #[test]
    fn positions_come_from_games_that_are_not_over() {
        let line = |reason: &str, moves: &str| {
            format!("{{\"game\":0,\"reason\":\"{reason}\",\"moves\":\"{moves}\"}}\n")
        };
        let text = "{}\n".to_owned() + &line("checkmate", "a") + &line("ply cap", "b c").repeat(5);
        assert_eq!(open_games(&text), ["b c"; POSITIONS]);
    }
}
