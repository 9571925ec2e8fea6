//! Trying a program.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use games_launcher::Level;

use crate::process;

/// What a program found: nothing of it may depend on the level that it was built for.
#[derive(PartialEq, Debug)]
pub(super) struct Findings(Vec<Json>);

/// Searches with a seed or to a depth, in games that share little code.
const SEARCHES: &[&str] = &[
    "best chess --player alphabeta:depth=8 --json",
    "best othello --player alphabeta:depth=9 --json",
    "best go --rules size=9 --player mcts:sims=500,seed=1 --json",
    "best chess --player mcts:sims=2000,seed=1 --json",
    "best konane --rules rows=5,cols=5 --player proof:nodes=200000 --json",
    "solve konane --rules rows=4,cols=5 --json",
];

/// What the clock says, and what follows from it.
const OF_THE_CLOCK: &[&str] = &["seconds", "per_second"];

/// Asks a program for its level, lets it count and search.
///
/// # Errors
///
/// The first answer that is not as it should be.
pub(super) fn of(program: &Path, level: &Level) -> Result<Findings> {
    let version = run(program, "--version")?;
    if ![")", ","].iter().any(|end| version.contains(&format!("({}{end}", level.name))) {
        bail!("{} says that it is `{}`", program.display(), version.trim_end());
    }
    // The count is in `crates/othello/tests/data/othello.perft`, with its source.
    let counted = json(program, "perft othello --depth 8 --json")?;
    if counted["depth_counts"][7] != 390_216 {
        bail!("{}: perft of Othello to depth 8: {counted}", program.display());
    }
    let found = SEARCHES.iter().map(|search| json(program, search).map(without_clock));
    Ok(Findings(found.collect::<Result<_>>()?))
}

fn run(program: &Path, args: &str) -> Result<String> {
    let mut command = Command::new(program);
    command.args(args.split(' '));
    let output = process::capture(command)?;
    if !output.success() {
        bail!("{} {args}: {}\n{}", program.display(), output.ending(), output.text);
    }
    Ok(output.text)
}

fn json(program: &Path, args: &str) -> Result<Json> {
    let text = run(program, args)?;
    serde_json::from_str(&text).with_context(|| format!("{} {args}: no JSON", program.display()))
}

fn without_clock(found: Json) -> Json {
    match found {
        Json::Object(fields) => {
            let fields = fields.into_iter().filter(|(name, _)| !is_of_the_clock(name));
            Json::Object(fields.map(|(name, value)| (name, without_clock(value))).collect())
        }
        Json::Array(items) => Json::Array(items.into_iter().map(without_clock).collect()),
        other => other,
    }
}

fn is_of_the_clock(field: &str) -> bool {
    OF_THE_CLOCK.iter().any(|word| field.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_left_out_and_counts_are_kept() {
        let found: Json = serde_json::from_str(
            r#"{"nodes": 5, "seconds": 0.1, "lines": [{"nodes_per_second": 3, "moves": ["a"]}]}"#,
        )
        .unwrap();
        let kept = r#"{"lines":[{"moves":["a"]}],"nodes":5}"#;
        let kept: Json = serde_json::from_str(kept).unwrap();
        assert_eq!(without_clock(found), kept);
    }
}
