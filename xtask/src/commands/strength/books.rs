//! Books of openings: random plies after which alpha-beta thinks that the game is even.

use std::{collections::HashSet, fs};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use crate::{games_binary, process, workspace};

/// Openings in a book.
const OPENINGS: usize = 120;

/// The openings of the gauntlet.
pub(super) const CHESS: &Book = &Book {
    game: "chess",
    rules: None,
    file: "docs/strength/chess.epd",
    remarks: "\
# Openings of `cargo xtask strength gauntlet-chess`: 6, 7 or 8 random plies (id) after which alpha-beta
# sees neither side ahead by more than a quarter of a pawn in 100,000 positions (ce: hundredths of a
# pawn for the side to move). `cargo xtask strength openings-chess` makes this file again.
",
    begin: "",
    plies: [6, 7, 8],
    looks: [("alphabeta:nodes=3000", 50), ("alphabeta:nodes=100000", 25)],
    line: epd,
};

/// The openings of matches of Othello. After random plies alone most are won by the same colour
/// whoever plays it.
pub(super) const OTHELLO: &Book = &Book {
    game: "othello",
    rules: None,
    file: "docs/strength/othello.txt",
    remarks: "\
# Openings of Othello: 8, 9 or 10 random plies after which alpha-beta sees neither side ahead by more
# than a disc in 300,000 positions. `cargo xtask strength openings-othello` makes this file again.
",
    begin: "",
    plies: [8, 9, 10],
    looks: [("alphabeta:nodes=3000", 300), ("alphabeta:nodes=300000", 100)],
    line: moves,
};

/// The same on 6 by 6.
pub(super) const OTHELLO_6: &Book = &Book {
    game: "othello",
    rules: Some("size=6"),
    file: "docs/strength/othello-6.txt",
    remarks: "\
# Openings of Othello on 6 by 6: 6, 7 or 8 random plies after which alpha-beta sees neither side ahead
# by more than a disc in 300,000 positions. `cargo xtask strength openings-othello-6` makes this file
# again.
",
    begin: "c2 ",
    plies: [6, 7, 8],
    ..*OTHELLO
};

/// Those of Surround, judged by Monte Carlo search, since neither estimate of alpha-beta is to choose
/// where it plays the other one.
pub(super) const SURROUND: &Book = &Book {
    game: "surround",
    rules: Some("rows=8,cols=8"),
    file: "docs/strength/surround-8.txt",
    remarks: "\
# Openings of Surround on 8 by 8: 8, 9 or 10 random plies after which Monte Carlo search gives each side
# at least 42 of 100 games, by 100,000 of them. `cargo xtask strength openings-surround` makes this file
# again.
",
    begin: "",
    plies: [8, 9, 10],
    looks: [("mcts:sims=3000", 25), ("mcts:sims=100000", 16)],
    line: moves,
};

/// Those of Girl Chess.
pub(super) const GIRL_CHESS: &Book = &Book {
    game: "girl-chess",
    rules: None,
    file: "docs/strength/girl-chess.txt",
    remarks: "\
# Openings of Girl Chess: 6, 7 or 8 random plies after which alpha-beta with the own estimate sees
# neither side ahead by more than a quarter of a pawn in 100,000 positions.
# `cargo xtask strength openings-girl-chess` makes this file again.
",
    looks: [("alphabeta:nodes=3000,eval=own", 50), ("alphabeta:nodes=100000,eval=own", 25)],
    line: moves,
    ..*CHESS
};

/// Those of Skak.
pub(super) const SKAK: &Book = &Book {
    game: "skak",
    rules: None,
    file: "docs/strength/skak.txt",
    remarks: "\
# Openings of Skak: 6, 7 or 8 random plies after which alpha-beta with the own estimate sees neither
# side ahead by more than a quarter of a pawn in 100,000 positions.
# `cargo xtask strength openings-skak` makes this file again.
",
    ..*GIRL_CHESS
};

/// A book, and how it is made.
pub(super) struct Book {
    game: &'static str,
    rules: Option<&'static str>,
    /// Its place, from the root of the workspace.
    pub(super) file: &'static str,
    /// How it begins.
    remarks: &'static str,
    /// How all openings begin: with one first move where all others are images of it.
    begin: &'static str,
    /// Random plies: as many openings begin with each of these numbers.
    plies: [u32; 3],
    /// Who judges, by how many hundredths a side may be ahead then: a quick look first, and a longer
    /// one at what that leaves.
    looks: [(&'static str, i64); 2],
    /// What stands in the book for an opening.
    line: fn(&Opening) -> String,
}

impl Book {
    /// Makes the book again.
    pub(super) fn make(&self) -> Result<()> {
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        for plies in self.plies {
            let goal = lines.len() + OPENINGS / self.plies.len();
            for seed in 1.. {
                for moves in self.random_lines(plies, seed)? {
                    if lines.len() < goal
                        && moves.starts_with(self.begin)
                        && let Some(opening) = self.judged(&moves)?
                        && seen.insert(opening.position.clone())
                    {
                        println!("{} of {OPENINGS}: {moves}", lines.len() + 1);
                        lines.push((self.line)(&opening));
                    }
                }
                if lines.len() >= goal {
                    break;
                }
            }
        }
        let text = format!("{}{}", self.remarks, lines.concat());
        fs::write(workspace::root().join(self.file), text)
            .with_context(|| format!("writing {}", self.file))
    }

    /// The words of a command about a game of this book.
    fn words<'a>(&self, words: &[&'a str]) -> Vec<&'a str> {
        let rules = self.rules.into_iter().flat_map(|rules| ["--rules", rules]);
        words.iter().copied().chain(rules).collect()
    }

    /// Returns the moves of some games that begin with so many random plies, all different.
    fn random_lines(&self, plies: u32, seed: u32) -> Result<Vec<String>> {
        let path = workspace::scratch().join("openings.jsonl");
        fs::create_dir_all(workspace::scratch()).context("creating a folder below target")?;
        if path.exists() {
            fs::remove_file(&path).context("removing an old file below target")?;
        }
        let results = path.display().to_string();
        let (plies, seed) = (plies.to_string(), seed.to_string());
        let words = ["match", self.game, "--p1", "random", "--p2", "random", "--games", "400"];
        let rest = ["--opening-plies", &plies, "--max-plies", &plies, "--seed", &seed];
        let mut args = self.words(&words);
        args.extend(rest.into_iter().chain(["--results", &results]));
        games_binary::json(&args)?;
        let text = fs::read_to_string(&path).context("reading random games")?;
        Ok(firsts(&text))
    }

    /// Returns the position after some moves if it is even.
    fn judged(&self, moves: &str) -> Result<Option<Opening>> {
        let mut opening = None;
        for (player, most) in self.looks {
            let args = self.words(&["best", self.game, "--moves", moves, "--player", player]);
            let Some(found) = read(&games_binary::json(&args)?, moves) else {
                let words: Vec<_> = args.into_iter().map(process::shell_word).collect();
                bail!("games {}: a field is missing", words.join(" "));
            };
            if found.score.abs() > most {
                return Ok(None);
            }
            opening = Some(found);
        }
        Ok(opening)
    }
}

/// A position that is even.
struct Opening {
    /// The moves that lead to it.
    moves: String,
    position: String,
    /// Hundredths of the game's unit for the side to move.
    score: i64,
}

/// A line of a book of chess. EPD has no place for FEN's two counters but operations.
fn epd(opening: &Opening) -> String {
    let Opening { moves, position, score } = opening;
    let mut fields: Vec<_> = position.split(' ').collect();
    let (full, half) = (fields.pop().unwrap_or("1"), fields.pop().unwrap_or("0"));
    let position = fields.join(" ");
    format!("{position} hmvc {half}; fmvn {full}; ce {score}; id \"{moves}\";\n")
}

/// A line of any other book.
fn moves(opening: &Opening) -> String {
    format!("{}\n", opening.moves)
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

fn read(json: &Json, moves: &str) -> Option<Opening> {
    let position = json["position"].as_str()?.to_owned();
    // A mate that was found is as far from even as can be.
    let units = if json["exact"].as_bool()? { 1000.0 } else { json["score"].as_f64()? };
    Some(Opening { moves: moves.to_owned(), position, score: (units * 100.0).round() as i64 })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_line_of_a_book_of_chess_is_a_position_with_its_counters() {
        let json = json!({"position": "8/8/8/8/8/8/8/8 w - - 3 5", "score": -0.07, "exact": false});
        let line = epd(&read(&json, "e2e4 e7e5").unwrap());
        assert_eq!(line, "8/8/8/8/8/8/8/8 w - - hmvc 3; fmvn 5; ce -7; id \"e2e4 e7e5\";\n");
        let mate = json!({"position": "8/8/8/8/8/8/8/8 w - - 3 5", "score": 0.0, "exact": true});
        assert!(read(&mate, "").unwrap().score > 1000);
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

    /// The openings of a book, which are as many as must be and all different.
    fn lines(book: &Book) -> Vec<String> {
        let text = fs::read_to_string(workspace::root().join(book.file)).unwrap();
        let lines = text.strip_prefix(book.remarks).expect("its remarks");
        let lines: Vec<_> = lines.lines().map(str::to_owned).collect();
        let openings: HashSet<_> = lines.iter().map(|line| line.split(" hmvc ").next()).collect();
        assert_eq!((lines.len(), openings.len()), (OPENINGS, OPENINGS), "{}", book.file);
        lines
    }

    fn assert_plies(book: &Book, moves: &str) {
        let plies = moves.split(' ').count();
        assert!(book.plies.iter().any(|&n| n as usize == plies), "{moves}");
    }

    #[test]
    fn the_book_of_chess_is_what_its_remarks_say() {
        for line in lines(CHESS) {
            let field = |name: &str| {
                let (_, rest) = line.split_once(name).unwrap_or_else(|| panic!("{name} {line}"));
                rest.split([';', '"']).next().unwrap()
            };
            let score = field(" ce ").parse::<i64>().unwrap();
            assert!(score.abs() <= CHESS.looks[1].1, "{line}");
            assert_plies(CHESS, field("id \""));
        }
    }

    #[test]
    fn books_of_moves_are_what_their_remarks_say() {
        for book in [OTHELLO, OTHELLO_6, SURROUND, GIRL_CHESS, SKAK] {
            lines(book).iter().for_each(|line| assert_plies(book, line));
        }
    }
}
