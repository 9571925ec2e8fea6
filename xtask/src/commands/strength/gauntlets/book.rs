//! The openings of the gauntlet: random plies after which alpha-beta thinks that the game is even.

use std::{collections::HashSet, fs};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use super::opponents::BOOK;
use crate::{games_binary, process, workspace};

/// Openings in the book.
const OPENINGS: usize = 120;

/// Random plies: as many openings begin with each of these numbers.
const PLIES: [u32; 3] = [6, 7, 8];

/// Who judges, by how many hundredths of a pawn a side may be ahead then: a quick look first, and a
/// longer one at what that leaves.
const LOOKS: [(&str, i64); 2] = [("alphabeta:nodes=3000", 50), ("alphabeta:nodes=100000", 25)];

/// How the book begins.
const REMARKS: &str = "\
# Openings of `cargo xtask strength gauntlet-chess`: 6, 7 or 8 random plies (id) after which alpha-beta
# sees neither side ahead by more than a quarter of a pawn in 100,000 positions (ce: hundredths of a
# pawn for the side to move). `cargo xtask strength openings-chess` makes this file again.
";

/// Makes the book again.
pub(super) fn make() -> Result<()> {
    let mut lines = Vec::new();
    let mut seen = HashSet::new();
    for plies in PLIES {
        let goal = lines.len() + OPENINGS / PLIES.len();
        for seed in 1.. {
            for moves in random_lines(plies, seed)? {
                if lines.len() < goal
                    && let Some(opening) = judged(&moves)?
                    && seen.insert(opening.position.clone())
                {
                    println!("{} of {OPENINGS}: {moves}", lines.len() + 1);
                    lines.push(opening.line(&moves));
                }
            }
            if lines.len() >= goal {
                break;
            }
        }
    }
    let text = format!("{REMARKS}{}", lines.concat());
    fs::write(workspace::root().join(BOOK), text).with_context(|| format!("writing {BOOK}"))
}

/// A position that is even.
struct Opening {
    /// Its FEN.
    position: String,
    /// Hundredths of a pawn for the side to move.
    score: i64,
}

impl Opening {
    /// A line of the book. EPD has no place for FEN's two counters but operations.
    fn line(&self, moves: &str) -> String {
        let mut fields: Vec<_> = self.position.split(' ').collect();
        let (full, half) = (fields.pop().unwrap_or("1"), fields.pop().unwrap_or("0"));
        let position = fields.join(" ");
        format!("{position} hmvc {half}; fmvn {full}; ce {}; id \"{moves}\";\n", self.score)
    }
}

/// Returns the moves of some games that begin with so many random plies, all different.
fn random_lines(plies: u32, seed: u32) -> Result<Vec<String>> {
    let path = workspace::scratch().join("openings-chess.jsonl");
    fs::create_dir_all(workspace::scratch()).context("creating a folder below target")?;
    if path.exists() {
        fs::remove_file(&path).context("removing an old file below target")?;
    }
    let results = path.display().to_string();
    let (plies, seed) = (plies.to_string(), seed.to_string());
    let words = ["match", "chess", "--p1", "random", "--p2", "random", "--games", "400"];
    let rest = ["--opening-plies", &plies, "--max-plies", &plies, "--seed", &seed];
    let args: Vec<_> = words.into_iter().chain(rest).chain(["--results", &results]).collect();
    games_binary::json(&args)?;
    let text = fs::read_to_string(&path).context("reading random games")?;
    Ok(firsts(&text))
}

/// The moves of the first game of each pair in a file of results: they are all of its opening.
fn firsts(results: &str) -> Vec<String> {
    let games = results.lines().skip(1).filter_map(|line| {
        let game: Json = serde_json::from_str(line).ok()?;
        let is_first = game["game"].as_u64()?.is_multiple_of(2);
        // A game that is over begins none.
        let is_open = game["reason"] == "ply cap";
        (is_first && is_open).then(|| game["moves"].as_str().map(str::to_owned)).flatten()
    });
    games.collect()
}

/// Returns the position after some moves if it is even.
fn judged(moves: &str) -> Result<Option<Opening>> {
    let mut opening = None;
    for (player, most) in LOOKS {
        let args = ["best", "chess", "--moves", moves, "--player", player];
        let Some(found) = read(&games_binary::json(&args)?) else {
            let words = args.map(process::shell_word).join(" ");
            bail!("games {words}: a field is missing");
        };
        if found.score.abs() > most {
            return Ok(None);
        }
        opening = Some(found);
    }
    Ok(opening)
}

fn read(json: &Json) -> Option<Opening> {
    let position = json["position"].as_str()?.to_owned();
    // A mate that was found is as far from even as can be.
    let pawns = if json["exact"].as_bool()? { 1000.0 } else { json["score"].as_f64()? };
    Some(Opening { position, score: (pawns * 100.0).round() as i64 })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_of_the_book_is_a_position_with_its_counters() {
        let json = json!({"position": "8/8/8/8/8/8/8/8 w - - 3 5", "score": -0.07, "exact": false});
        let line = read(&json).unwrap().line("e2e4 e7e5");
        assert_eq!(line, "8/8/8/8/8/8/8/8 w - - hmvc 3; fmvn 5; ce -7; id \"e2e4 e7e5\";\n");
        let mate = json!({"position": "8/8/8/8/8/8/8/8 w - - 3 5", "score": 0.0, "exact": true});
        assert!(read(&mate).unwrap().score > 1000);
    }

    #[test]
    fn openings_are_those_of_pairs_that_are_not_over() {
        let line = |game: u64, reason: &str| {
            format!("{{\"game\":{game},\"reason\":\"{reason}\",\"moves\":\"{game}\"}}\n")
        };
        let text = format!(
            "{{}}\n{}{}{}",
            line(0, "ply cap"),
            line(1, "ply cap"),
            line(2, "checkmate") + &line(4, "ply cap")
        );
        assert_eq!(firsts(&text), ["0", "4"]);
    }

    #[test]
    fn the_book_is_what_its_remarks_say() {
        let text = fs::read_to_string(workspace::root().join(BOOK)).unwrap();
        let lines = text.strip_prefix(REMARKS).expect("its remarks");
        let lines: Vec<_> = lines.lines().collect();
        assert_eq!(lines.len(), OPENINGS);
        let positions: HashSet<_> = lines.iter().map(|line| line.split(" hmvc ").next()).collect();
        assert_eq!(positions.len(), OPENINGS, "an opening stands there twice");
        for line in &lines {
            let field = |name: &str| {
                let (_, rest) = line.split_once(name).unwrap_or_else(|| panic!("{name} {line}"));
                rest.split([';', '"']).next().unwrap()
            };
            let (score, plies) =
                (field(" ce ").parse::<i64>().unwrap(), field("id \"").split(' ').count());
            assert!(score.abs() <= LOOKS[1].1, "{line}");
            assert!(PLIES.iter().any(|&n| n as usize == plies), "{line}");
        }
    }
}
