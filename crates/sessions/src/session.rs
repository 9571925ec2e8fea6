//! A game in progress whose type is erased.

mod erased;
mod legal;
mod pasted;

use core::{any::Any, fmt, sync::atomic::AtomicBool};
#[cfg(feature = "batches")]
use std::sync::Arc;

use games_core::{
    BareRules, Board, End, GameTree, Interrupted, Outcome, Perft, Piece, Side, View,
    solvable::NotSolvable,
};
use learn::Teachable;
use solver::Progress;

use crate::{
    Error, GameInfo, LookedUp, Player, PlayerSpec, Solution, SolveError, SolveJob, Tables,
    solve::Numbering,
};
#[cfg(feature = "batches")]
use crate::{Network, Position, batch::Rows};
pub(crate) use erased::erase;
pub use legal::LegalMove;

/// A game in progress, of whatever game.
///
/// Moves cross this border as texts in the game's canonical spelling, or as ids: the id of a move
/// is its index in this position's sorted list and means nothing in another one.
///
/// Every session comes from [`GameInfo::open`]; there are no other implementations, so that a
/// function more breaks nobody.
pub trait Session: sealed::Sealed + Send + Sync + fmt::Debug {
    /// Returns what was known of the game before it was opened.
    fn info(&self) -> &'static GameInfo;

    /// Returns the game's id.
    fn game(&self) -> &'static str {
        self.info().id
    }

    /// Returns every option with its value.
    fn rules(&self) -> &str;

    /// Returns a copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// Returns the position text, with clocks.
    fn position(&self) -> String;

    /// Returns the game as files keep it, without names of players.
    fn saved(&self) -> GameTree;

    /// Returns the side to move; in a finished game the side whose turn it would be.
    fn to_move(&self) -> Side;

    /// Returns the name of a side in this game: `Black`.
    fn side_name(&self, side: Side) -> &'static str;

    /// Returns whether players give a move of each side one number together.
    fn numbers_pairs(&self) -> bool;

    /// Returns the number of moves played since the start of the session.
    fn plies(&self) -> usize;

    /// Returns the number of plies before the start of the session, as far as its text tells.
    fn start_ply(&self) -> u64;

    /// Returns a number that differs where positions differ, up to one chance in 2^64; clocks and
    /// history do not count.
    fn key(&self) -> u64;

    /// Returns how the game ended.
    fn end(&self) -> Option<Ended>;

    /// Returns how the game would end if the side to move claimed a draw; `None` if there is none
    /// to claim.
    fn claimable(&self) -> Option<Ended>;

    /// Returns which results by the bare rules, such as those of solved positions, the game in
    /// progress has, too.
    fn bare_rules(&self) -> BareRules;

    /// Ends the game by the draw that may be claimed now; `false` if there is none.
    fn claim(&mut self) -> bool;

    /// Returns whether the rules end every game, however it is played.
    fn always_ends(&self) -> bool;

    /// Returns the plies to the end of the game, passes apart, where the game has a solver for its last
    /// ones; `None` in all others, and in a finished game.
    fn plies_to_solve(&self) -> Option<u32>;

    /// Returns the margin in half points, seen by the first side, if the game were counted as it
    /// stands; `None` in a game that is not counted before its end.
    fn margin_now(&self) -> Option<i32>;

    /// Returns the game that goes on from here with a side to move, although it is the other's turn
    /// or the game is over; it begins with this position and no moves. `None` in a game that knows
    /// no such thing.
    fn resumed(&self, to_move: Side) -> Option<Box<dyn Session>>;

    /// Guesses which pieces would be taken if both sides played on: the names of their cells.
    fn dead(&self, seed: u64) -> Vec<String>;

    /// Returns whether Monte Carlo search plays games like this one out, unless it is told not to;
    /// where it estimates positions instead, its seed makes no difference.
    fn plays_out(&self) -> bool;

    /// Returns the estimate, in hundredths of the game's unit, of a position that is worth half a
    /// win; see [`expected`](crate::expected).
    fn half_win(&self) -> i32;

    /// Returns the legal moves, sorted as ASCII text; none in a finished game.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns the number of legal moves: every id below it is a move's.
    fn legal_count(&self) -> usize;

    /// Returns the legal moves in the order of their ids, with all that is needed to show and to
    /// pick them.
    fn legal(&self) -> Vec<LegalMove>;

    /// Returns the moves of a line that begins here in the notation that players use.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`] for the first text that is no legal move.
    fn labels(&self, line: &[String]) -> Result<Vec<String>, Error>;

    /// Returns the moves played.
    fn played(&self) -> Vec<String>;

    /// Returns the last move played since the start of the session.
    fn last_move(&self) -> Option<String>;

    /// Returns the moves played in the notation that players use.
    fn played_labels(&self) -> Vec<String>;

    /// Reads a move in any spelling that the game takes and plays it. A number before it and signs
    /// behind it are passed over: `1. e4!`.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`]; the session is as it was.
    fn play(&mut self, text: &str) -> Result<(), Error>;

    /// Plays the moves with these ids, each of them in the position that the one before leads to,
    /// and stops at an id that is no move's. Returns how many were played.
    fn play_ids(&mut self, ids: &[u32]) -> usize;

    /// Reads a line of moves and plays them all. Where a line is no line of moves as it stands, it
    /// is read as it may have been pasted: with numbers, comments between braces, variations between
    /// parentheses, signs such as `!?`, commas, and a result at its end.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`]; the session is as it was.
    fn play_line(&mut self, text: &str) -> Result<(), Error>;

    /// Plays up to `plies` random moves, fewer if the game ends.
    fn play_random(&mut self, plies: usize, seed: u64);

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Returns the empty board.
    fn board(&self) -> Board;

    /// Returns what stands on the board, without marks for legal moves.
    fn view(&self) -> View;

    /// Returns what stands on the board, with a mark for each cell that a legal move goes to.
    fn marked_view(&self) -> View;

    /// Returns what stands on the board, with a mark for each cell to which a legal move goes that
    /// begins on this cell.
    fn marked_view_from(&self, cell: usize) -> View;

    /// Returns what stood on the board at the start and after each move.
    fn views(&self) -> Vec<View>;

    /// Returns the position text of these pieces; `None` in a game that does not offer to set
    /// positions up. Cells are indices into [`Board::cells`].
    ///
    /// # Errors
    ///
    /// [`Error::Position`]: why these pieces make no position.
    fn set_up(&self, pieces: &[Piece], to_move: Side) -> Option<Result<String, Error>>;

    /// Counts the lines of exactly `job.depth` plies. Ends by clock or repetition do not count.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the flag was set.
    fn perft(&self, job: &PerftJob, stop: &AtomicBool) -> Result<u64, Interrupted>;

    /// Counts the lines below each legal move, sorted by move text.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the flag was set.
    fn divide(&self, job: &PerftJob, stop: &AtomicBool) -> Result<Vec<(String, u64)>, Interrupted>;

    /// Solves the position and all that can arise from it. Ends by clock or repetition do not count,
    /// and a finished game is solved, too. `observer` is called many times a second.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, or why this one was not to its end.
    fn solve(
        &self,
        job: &SolveJob,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError>;

    /// Looks the position up; `None` if no table of this game and these rules has it.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] if a table cannot be read or is damaged there.
    fn look_up(&self, tables: &Tables) -> Result<Option<LookedUp>, SolveError>;

    /// Numbers all positions that can arise from a position text of this game; without one, from
    /// the position itself.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, that this board or option is too large, or that the
    /// text is no position.
    fn numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable>;

    /// Does the same, but of positions that are images of each other under the symmetries of the
    /// rules numbers one: see [`games_core::Solvable::folded_space`].
    ///
    /// # Errors
    ///
    /// As for [`numbering`](Self::numbering), or that the rules have no more symmetries than those
    /// that are used anyway.
    fn folded_numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable>;

    /// Returns the file of learned weights that the game brings along for these rules, if it does:
    /// what `eval=learned` of a player names.
    fn weights(&self) -> Option<&'static [u8]>;

    /// Returns the game by these rules as training sees it.
    fn teaching(&self) -> Box<dyn Teachable>;

    /// Makes a player for this game, bounded to `memory` bytes if given.
    ///
    /// # Errors
    ///
    /// [`Error::Player`] for a kind that does not think by itself or is not there for this game,
    /// and for an outside engine that is missing or lacks what was asked for; [`Error::Engine`]
    /// for one that does not get ready; [`Error::Memory`] if the machine lacks the memory asked
    /// for.
    fn player(&self, spec: &PlayerSpec, memory: Option<u64>) -> Result<Box<dyn Player>, Error>;

    /// Makes a player for this game that searches by Monte Carlo and judges positions by a network.
    ///
    /// # Errors
    ///
    /// [`Error::Player`] for a description of another kind of player, or one that names an estimate;
    /// [`Error::Memory`] if the machine lacks the memory asked for.
    #[cfg(feature = "batches")]
    fn network_player(
        &self,
        spec: &PlayerSpec,
        network: &Network,
        memory: Option<u64>,
    ) -> Result<Box<dyn Player>, Error>;

    /// Returns the position with the moves that led to it, as a value that never changes.
    #[cfg(feature = "batches")]
    fn to_position(&self) -> Arc<dyn Position>;

    /// Returns games that all go on from here, to be played in step: so many in each part.
    #[cfg(feature = "batches")]
    fn rows(&self, sizes: &[usize]) -> Vec<Box<dyn Rows>>;

    /// Returns the record for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

mod sealed {
    /// What only sessions of this crate are.
    pub trait Sealed {}
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ended {
    /// Who won.
    pub outcome: Outcome,
    /// The rule that ended the game, in the game's own word.
    pub reason: String,
    /// The margin in half points seen by the first side, where the game has one.
    pub margin: Option<i32>,
}

impl Ended {
    /// An end by a rule, without a margin.
    #[must_use]
    pub fn new(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self { outcome, reason: reason.into(), margin: None }
    }

    /// The same end with a margin in half points seen by the first side, where there is one.
    #[must_use]
    pub fn with_margin(self, margin: impl Into<Option<i32>>) -> Self {
        Self { margin: margin.into(), ..self }
    }
}

impl<R: fmt::Display> From<&End<R>> for Ended {
    fn from(end: &End<R>) -> Self {
        Self::new(end.outcome, end.reason.to_string()).with_margin(end.margin)
    }
}

/// What to count and how.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PerftJob {
    /// Plies, at least 1.
    pub depth: u32,
    /// Whether the last ply is counted without playing its moves.
    pub bulk: bool,
    /// Bytes for a table of counts; 0 for none.
    pub table_bytes: usize,
    /// How many threads count; 0 counts as 1.
    pub threads: usize,
}

impl PerftJob {
    /// A bulk count on the caller's thread.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, bulk: true, table_bytes: 0, threads: 1 }
    }

    /// The same count, each line played to its end if `bulk` is not set.
    #[must_use]
    pub const fn bulk(self, bulk: bool) -> Self {
        Self { bulk, ..self }
    }

    /// The same count with a table of so many bytes.
    #[must_use]
    pub const fn table_bytes(self, table_bytes: usize) -> Self {
        Self { table_bytes, ..self }
    }

    /// The same count on so many threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    fn options(self, stop: &AtomicBool) -> Perft<'_> {
        let perft = Perft::new().bulk(self.bulk).table_bytes(self.table_bytes);
        perft.threads(self.threads).stop(stop)
    }
}

#[cfg(test)]
mod tests;
