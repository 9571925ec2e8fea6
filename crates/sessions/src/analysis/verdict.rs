//! What is thought of a move.

use core::fmt;

use games_core::{Side, game_tree::Glyph};
use solver::Solved;

use super::Judged;
use crate::{Session, Tables, expected};

/// How many plies of a better line are told at most.
const LINE: usize = 12;

/// What is thought of a move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Verdict {
    /// The ply, from 1 for the first move of the game.
    pub ply: usize,
    /// Who moved.
    pub side: Side,
    /// Who is to move after it: in some games a side moves twice.
    pub next: Side,
    /// The move's text.
    pub text: String,
    /// The move in the notation that players use.
    pub label: String,
    /// The position before it, seen by who moved.
    pub before: Judged,
    /// The position after it, seen by who is to move then.
    pub after: Judged,
    /// What who moved could expect before, 0 to 1.
    pub expected_before: f64,
    /// What he could expect after.
    pub expected_after: f64,
    /// What was given away.
    pub loss: Loss,
    /// What was won or lost by best play before and after the move, for who moved, where both are
    /// known from tables.
    pub solved: Option<(Solved, Solved)>,
    /// What would have been better, where something was given away: moves and their labels.
    pub better: Option<(Vec<String>, Vec<String>)>,
}

/// A part of a win, 0 to 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Loss(pub f64);

impl Loss {
    /// From here on a move is doubtful (`?!`), a mistake (`?`) or a blunder (`??`).
    pub const SIGNS: [(f64, Glyph); 3] =
        [(0.2, Glyph::BLUNDER), (0.1, Glyph::MISTAKE), (0.05, Glyph::DUBIOUS)];

    /// Returns the sign for such a loss, if it is worth one.
    #[must_use]
    pub fn glyph(self) -> Option<Glyph> {
        // Half a win lost in sums of halves must not depend on the last bit.
        let is_reached = |&&(least, _): &&(f64, Glyph)| self.0 + 1e-9 >= least;
        Self::SIGNS.iter().find(is_reached).map(|(_, glyph)| *glyph)
    }

    /// Returns the word for such a loss.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self.glyph()? {
            Glyph::BLUNDER => Some("Blunder"),
            Glyph::MISTAKE => Some("Mistake"),
            _ => Some("Inaccuracy"),
        }
    }
}

impl Verdict {
    /// Returns `??`, `?`, `?!`, or nothing.
    #[must_use]
    pub fn sign(&self) -> String {
        self.loss.glyph().map(|glyph| glyph.to_string()).unwrap_or_default()
    }

    /// Returns a sentence about a move that gave something away: `Mistake: 62 % -> 48 %; better
    /// Nf3`.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        let name = self.loss.name()?;
        let better = match &self.better {
            Some((_, labels)) => format!("; better {}", labels.first()?),
            None => String::new(),
        };
        Some(format!("{name}: {}{better}", self.change()))
    }

    /// Returns what became of the game: `win in 5 -> draw` in a solved one, else the chances.
    #[must_use]
    pub fn change(&self) -> String {
        match self.solved {
            Some((before, after)) => format!("{} -> {}", Told(before), Told(after)),
            None => {
                let percent = |expected: f64| (100.0 * expected).round();
                let (before, after) = (self.expected_before, self.expected_after);
                format!("{} % -> {} %", percent(before), percent(after))
            }
        }
    }
}

/// `win in 5`, `draw`.
struct Told(Solved);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Solved { value, remoteness }) = self;
        f.write_str(value.name())?;
        remoteness.map_or(Ok(()), |plies| write!(f, " in {plies}"))
    }
}

/// A move with what is known before and after it.
pub(super) struct Step<'a> {
    pub(super) before: (&'a dyn Session, &'a Judged),
    pub(super) after: (&'a dyn Session, &'a Judged),
}

impl Step<'_> {
    pub(super) fn verdict(&self, text: &str, label: &str, tables: &[Tables]) -> Option<Verdict> {
        let ((at, before), (next, after)) = (self.before, self.after);
        let side = at.to_move();
        let solved = self.solved(text);
        let expected_before = before.expected?;
        let expected_after = match solved {
            Some((_, move_)) => expected::of_solved(move_),
            None if next.to_move() == side => after.expected?,
            None => 1.0 - after.expected?,
        };
        let is_best = before.pv.first().is_some_and(|best| best == text);
        let loss = if is_best { 0.0 } else { (expected_before - expected_after).max(0.0) };
        let loss = Loss(loss);
        let better = loss.glyph().and_then(|_| better(at, before, tables));
        Some(Verdict {
            ply: at.plies() + 1,
            side,
            next: next.to_move(),
            text: text.to_owned(),
            label: label.to_owned(),
            before: before.clone(),
            after: after.clone(),
            expected_before,
            expected_after,
            loss,
            solved,
            better,
        })
    }

    /// What the position and the move are worth, where the table of the position has both.
    fn solved(&self, text: &str) -> Option<(Solved, Solved)> {
        let solved = self.before.1.solved.as_ref()?;
        let (_, worth) = solved.moves.iter().find(|(other, _)| other == text)?;
        Some((solved.solved, *worth))
    }
}

/// The best line of a position, with its labels.
fn better(
    at: &dyn Session,
    before: &Judged,
    tables: &[Tables],
) -> Option<(Vec<String>, Vec<String>)> {
    let mut line = before.pv.clone();
    if before.solved.is_some() {
        follow(at, &mut line, tables);
    }
    line.truncate(LINE);
    if line.is_empty() {
        return None;
    }
    let labels = at.labels(&line).ok()?;
    Some((line, labels))
}

/// Goes on with a line by the best moves of tables.
fn follow(at: &dyn Session, line: &mut Vec<String>, tables: &[Tables]) {
    let mut at = at.boxed_clone();
    if line.iter().any(|text| at.play(text).is_err()) {
        return;
    }
    while line.len() < LINE && at.end().is_none() {
        let known = tables.iter().find_map(|tables| at.look_up(tables).ok().flatten());
        let best = known.and_then(|known| known.position.moves.into_iter().next());
        let Some((text, _)) = best else { return };
        if at.play(&text).is_err() {
            return;
        }
        line.push(text);
    }
}
