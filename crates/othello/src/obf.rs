//! Positions with the scores of moves, in the form of Edax's OBF files.
//!
//! One position a line: `BOARD X; MOVE:SCORE; MOVE:SCORE; ...`, scores in discs and seen by the
//! side to move. What follows a `%` is a comment.

use core::fmt::Write as _;

use games_core::{TextError, notation::quote};

use crate::{bitboard::Layout, moves::Move, notation::read_move, position::Position};

/// A position and what some of its moves are worth.
///
/// ```
/// let line = "---------------------------OX------XO--------------------------- X; D3:+0; C4:+0;";
/// let scored = othello::Scored::<u64>::parse_line(line).unwrap().unwrap();
/// assert_eq!(scored.scores, [(othello::Move::at(3, 2), 0), (othello::Move::at(2, 3), 0)]);
/// assert_eq!(scored.to_line(), line);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scored<B: Layout = u64> {
    /// The position.
    pub position: Position<B>,
    /// Legal moves with their scores in discs, seen by the side to move.
    pub scores: Vec<(Move<B>, i32)>,
}

impl<B: Layout> Scored<B> {
    /// Reads a line; `None` if there is nothing but a comment on it.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn parse_line(line: &str) -> Result<Option<Self>, TextError> {
        let text = line.split('%').next().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(None);
        }
        let mut fields = text.split(';');
        let board = fields.next().unwrap_or_default();
        let position: Position<B> = board.parse()?;
        let mut scores = Vec::new();
        let mut start = board.len() + 1;
        for field in fields {
            if !field.trim().is_empty() {
                scores.push(read_score(&position, field).map_err(|e| e.shifted(start))?);
            }
            start += field.len() + 1;
        }
        Ok(Some(Self { position, scores }))
    }

    /// Returns the line as Edax writes it, squares in upper case and `PS` for a pass.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = format!("{};", self.position);
        for (m, score) in &self.scores {
            let name = if m.is_pass() { "PS".to_owned() } else { m.to_string().to_uppercase() };
            // Writing to a string does not fail.
            let _ = write!(line, " {name}:{score:+};");
        }
        line
    }
}

fn read_score<B: Layout>(position: &Position<B>, field: &str) -> Result<(Move<B>, i32), TextError> {
    let wrong = |message: String| TextError::whole(field, message);
    let Some((name, score)) = field.split_once(':') else {
        return Err(wrong(format!("{} is not of the form MOVE:SCORE", quote(field.trim()))));
    };
    let m = read_move(position.size(), name.trim()).map_err(|e| wrong(e.message))?;
    if !position.is_legal(m) {
        return Err(wrong(format!("{} is not legal here", quote(name.trim()))));
    }
    // At most 100 discs.
    let score = score
        .trim()
        .parse()
        .ok()
        .filter(|score: &i32| score.unsigned_abs() as usize <= position.size().squares())
        .ok_or_else(|| wrong(format!("{} is no score in discs", quote(score.trim()))))?;
    Ok((m, score))
}
