//! Our plain text of games: a line for each thing that is known, and a blank line between games.
//!
//! ```text
//! game      konane 1
//! rules     rows=3,cols=4,misere=false,any_piece=false
//! p1        alphabeta:depth=4
//! p2        random
//! start     wb.w/bwbw/wbwb w
//! moves     a1-c1 b2-d2
//! outcome   p2
//! reason    no moves
//! remark    1 ?? loses at once; better c3-a3
//! ```
//!
//! All but `game` may be left out, and lines with other words are passed over.

use games_core::{
    GameTree, Outcome, Side, TextError,
    game_tree::{Glyph, Header},
    notation::quote,
};

use crate::{Error, GameInfo, Games};

const RESULTS: [Outcome; 3] =
    [Outcome::Win(Side::First), Outcome::Win(Side::Second), Outcome::Draw];

/// Writes a game; of remarks the signs and the words behind moves of the main line.
#[must_use]
pub fn write(game: &str, tree: &GameTree) -> String {
    let header = &tree.header;
    let mut out = String::new();
    let mut line = |word: &str, value: &str| {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        out.push_str(format!("{word:<10}{value}").trim_end());
        out.push('\n');
    };
    let round = header.round.as_deref().unwrap_or_default();
    line("game", format!("{game} {round}").trim_end());
    line("rules", &header.rules);
    for (word, name) in ["p1", "p2"].into_iter().zip(&header.players) {
        if let Some(name) = name {
            line(word, name);
        }
    }
    line("start", &header.start);
    let moves: Vec<_> = tree.main_line().map(|node| tree.text(node)).collect();
    line("moves", &moves.join(" "));
    if let Some(outcome) = header.outcome {
        line("outcome", outcome.name());
    }
    if let Some(reason) = &header.reason {
        line("reason", reason);
    }
    for (name, value) in &header.tags {
        line(name, value);
    }
    for (node, ply) in tree.main_line().zip(1..) {
        let remarks = tree.remarks(node);
        let signs: String = remarks.glyphs.iter().map(Glyph::to_string).collect();
        if !signs.is_empty() || !remarks.comment.is_empty() {
            let signs = if signs.is_empty() { "-" } else { &signs };
            line("remark", &format!("{ply} {signs} {}", remarks.comment));
        }
    }
    out.push('\n');
    out
}

/// Whether a file begins like this.
pub(super) fn is_one(text: &str) -> bool {
    text.strip_prefix("game").is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// Finds the blank line behind the first game.
pub(super) fn first(text: &[u8]) -> Option<usize> {
    let (mut at, mut has_lines) = (0, false);
    while let Some(length) = text[at..].iter().position(|&b| b == b'\n') {
        let is_blank = text[at..at + length].trim_ascii().is_empty();
        at += length + 1;
        if is_blank && has_lines {
            return Some(at);
        }
        has_lines |= !is_blank;
    }
    None
}

/// Returns which game a text is of.
pub(super) fn info<'a>(games: Games<'a>, text: &str) -> Result<&'a GameInfo, Error> {
    let line = text.lines().next().unwrap_or_default();
    match line.split_once(char::is_whitespace) {
        Some(("game", rest)) => games.find(rest.split_whitespace().next().unwrap_or_default()),
        _ => {
            let message = format!("line 1, expected `game` and its id, found {}", quote(line));
            Err(Error::File(TextError::whole(line, message)))
        }
    }
}

/// Reads a game and plays it.
pub(super) fn read(game: &GameInfo, text: &str, rules: Option<&str>) -> Result<GameTree, Error> {
    let mut header = Header::default();
    let (mut moves, mut remarks) = (None, Vec::new());
    for (number, line) in text.lines().enumerate() {
        let (word, value) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let value = value.trim();
        match word {
            "" => {}
            "game" => {
                header.round = value.split_once(' ').map(|(_, round)| round.trim().to_owned());
            }
            "rules" => value.clone_into(&mut header.rules),
            "p1" => header.players[0] = Some(value.to_owned()),
            "p2" => header.players[1] = Some(value.to_owned()),
            "start" => value.clone_into(&mut header.start),
            "moves" => moves = Some((number + 1, value)),
            "outcome" => {
                header.outcome = RESULTS.into_iter().find(|outcome| outcome.name() == value);
            }
            "reason" => header.reason = Some(value.to_owned()),
            "remark" => remarks.push(value),
            _ => header.tags.push((word.to_owned(), value.to_owned())),
        }
    }
    let start = (!header.start.is_empty()).then_some(header.start.as_str());
    let in_line = |line: usize, error: Error| {
        let message = format!("line {line}, {error}");
        Error::File(TextError::whole("", message))
    };
    let of_file = Some(header.rules.as_str()).filter(|text| !text.is_empty());
    let first = game.open(rules.or(of_file), start).map_err(|e| in_line(1, e))?;
    let mut session = first.boxed_clone();
    if let Some((line, moves)) = moves {
        session.play_line(moves).map_err(|e| in_line(line, e))?;
    }
    header.rules = first.rules().to_owned();
    header.start = first.position();
    let mut tree = GameTree::line(header, session.played());
    let nodes: Vec<_> = tree.main_line().collect();
    for remark in remarks {
        let mut parts = remark.splitn(3, ' ');
        let ply = parts.next().and_then(|ply| ply.parse::<usize>().ok());
        let Some(&node) = ply.and_then(|ply| nodes.get(ply.checked_sub(1)?)) else { continue };
        let remarks = tree.remarks_mut(node);
        remarks.glyphs.extend(parts.next().and_then(Glyph::by_sign));
        remarks.add_comment(parts.next().unwrap_or_default());
    }
    Ok(tree)
}
