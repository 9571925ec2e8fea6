//! Who says what a position is worth.

use core::{fmt, sync::atomic::AtomicBool};

use ai::Value;
use games_core::Outcome;
use solver::Solved;

use crate::{Error, Forfeit, Player, Session, SolveError, SolvedPosition, Tables, expected};

/// Says what positions are worth: from tables where they have a position, else by a player.
pub struct Judge {
    player: Option<Box<dyn Player>>,
    tables: Vec<Tables>,
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("tables", &self.tables).finish_non_exhaustive()
    }
}

/// What is known of a position, seen by the side to move.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// What it lets expect, from 0 (lost) to 1 (won); `None` where nothing is known.
    pub expected: Option<f64>,
    /// What a search found it to be worth, or how the game ended.
    pub value: Value,
    /// The plies that were searched.
    pub depth: u32,
    /// The best line; none in a finished game.
    pub pv: Vec<String>,
    /// Its value and those of its moves by the bare rules, where a table has it.
    pub solved: Option<SolvedPosition>,
}

impl Judge {
    /// A player that searches each position anew, so that what it says depends on no other one.
    #[must_use]
    pub const fn player(player: Box<dyn Player>) -> Self {
        Self { player: Some(player), tables: Vec::new() }
    }

    /// Tables alone.
    #[must_use]
    pub const fn tables(tables: Vec<Tables>) -> Self {
        Self { player: None, tables }
    }

    /// The same judge, who looks positions up before he asks the player.
    #[must_use]
    pub fn with_tables(self, tables: Vec<Tables>) -> Self {
        Self { tables, ..self }
    }

    /// Judges a position; `None` where neither tables nor player know it.
    ///
    /// # Errors
    ///
    /// That a table is damaged, or a player from outside failed.
    pub fn judge(
        &mut self,
        session: &dyn Session,
        stop: &AtomicBool,
    ) -> Result<Option<Judged>, Failed> {
        if let Some(end) = session.end() {
            return Ok(Some(ended(session, end.outcome)));
        }
        for tables in &self.tables {
            if let Some(found) = session.look_up(tables)? {
                return Ok(Some(looked_up(found.position)));
            }
        }
        let Some(player) = &mut self.player else { return Ok(None) };
        player.clear();
        let mut report = player.think(session, &mut |_| {}, stop)?;
        let value = report.value();
        let expected = expected::of_report(session, &report);
        let pv = if report.lines.is_empty() { Vec::new() } else { report.lines.swap_remove(0).pv };
        Ok(Some(Judged { expected, value, depth: report.depth, pv, solved: None }))
    }
}

fn ended(session: &dyn Session, outcome: Outcome) -> Judged {
    let result = match outcome {
        Outcome::Draw => 0,
        Outcome::Win(side) if side == session.to_move() => 1,
        Outcome::Win(_) => -1,
    };
    let value = Value::Exact { result, margin: None, plies: Some(0) };
    let expected = expected::of_value(value, session.half_win());
    Judged { expected, value, depth: 0, pv: Vec::new(), solved: None }
}

fn looked_up(position: SolvedPosition) -> Judged {
    let Solved { remoteness, .. } = position.solved;
    let expected = expected::of_solved(position.solved);
    let result = if expected > 0.75 { 1 } else { -i8::from(expected < 0.25) };
    Judged {
        expected: Some(expected),
        value: Value::Exact { result, margin: None, plies: remoteness },
        depth: 0,
        pv: position.moves.first().map(|(text, _)| vec![text.clone()]).unwrap_or_default(),
        solved: Some(position),
    }
}

/// Why a position could not be judged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Failed {
    /// A player from outside failed.
    #[error("{}", .0.message)]
    Player(Forfeit),
    /// A table is damaged.
    #[error(transparent)]
    Table(#[from] SolveError),
    /// No player could be made.
    #[error(transparent)]
    Game(#[from] Error),
}

impl From<Forfeit> for Failed {
    fn from(forfeit: Forfeit) -> Self {
        Self::Player(forfeit)
    }
}
