//! A position of a game in progress that never changes, with its type erased.

mod node;

use core::{any::Any, fmt};
use std::sync::Arc;

use games_core::{Board, Outcome, Planes, Side, View};

use crate::{Ended, Error, GameInfo, Session};
pub(crate) use node::of_record;

/// A position with the way to it: it never changes, copies share it, and a move makes another one
/// that goes on from it.
///
/// Moves cross this border as ids. In a game with [`actions`](Self::actions) an id is the move's
/// dense number, the same in every position; in another game it is the index in this position's
/// list of moves as sorted texts, as in a [`Session`].
pub trait Position: sealed::Sealed + Send + Sync + fmt::Debug {
    /// Returns what was known of the game before it was opened.
    fn info(&self) -> &'static GameInfo;

    /// Returns every option with its value.
    fn rules(&self) -> &str;

    /// Returns the game in progress, to search it, solve it and the like: takes time in proportion
    /// to its plies.
    fn session(&self) -> Box<dyn Session>;

    /// Returns the position text, with clocks.
    fn text(&self) -> String;

    /// Returns the side to move; in a finished game the side whose turn it would be.
    fn to_move(&self) -> Side;

    /// Returns the number of moves played since the start.
    fn plies(&self) -> usize;

    /// Returns a number that differs where positions differ, up to one chance in 2^64; clocks and
    /// history do not count.
    fn key(&self) -> u64;

    /// Returns the least key among the images of the position under the game's symmetries.
    fn canonical_key(&self) -> u64;

    /// Returns who won a finished game; `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns how the game ended.
    fn end(&self) -> Option<Ended>;

    /// Returns the position before the last move; `None` at the start.
    fn before(&self) -> Option<Arc<dyn Position>>;

    /// Returns the id that the last move had in the position before it.
    fn last_id(&self) -> Option<u32>;

    /// Returns whether the other one is of the same game and rules, with the same board and side to
    /// move; clocks and history do not count.
    fn is_same_board(&self, other: &dyn Position) -> bool;

    /// Returns whether both have the same future: the same board and clock, and of the history all
    /// that repetition and caps on length may look at. It errs on the side of `false` where boards
    /// were reached by other ways.
    fn is_same(&self, other: &dyn Position) -> bool;

    /// Returns the number of dense numbers of moves; `None` if the game has none.
    fn actions(&self) -> Option<u32>;

    /// Writes the ids of the legal moves in ascending order; none in a finished game.
    fn ids(&self, ids: &mut Vec<u32>);

    /// Returns the text of a legal move.
    fn id_text(&self, id: u32) -> Option<String>;

    /// Returns a legal move in the notation that players use.
    fn id_label(&self, id: u32) -> Option<String>;

    /// Returns the legal moves as texts in the order of their ids.
    fn texts(&self) -> Vec<String>;

    /// Reads a legal move in any spelling that the game takes.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`].
    fn id_of(&self, text: &str) -> Result<u32, Error>;

    /// Returns the position after a move; `None` if the game is over or no legal move has this id.
    fn play_id(self: Arc<Self>, id: u32) -> Option<Arc<dyn Position>>;

    /// Returns the position after a move that [`ids`](Self::ids) has listed: nothing looks whether it
    /// is legal. `None` if the game is over.
    ///
    /// # Panics
    ///
    /// May panic, or lead to a position that cannot be, if the move is not legal.
    fn apply_id(self: Arc<Self>, id: u32) -> Option<Arc<dyn Position>>;

    /// Sets, of as many values as there are [`actions`](Self::actions), those of legal moves.
    fn mask(&self, mask: &mut [bool]);

    /// Writes the position into planes that are all 0, see
    /// [`Describe::put_planes`](games_core::Describe::put_planes).
    fn put_planes(&self, planes: &mut Planes<'_>);

    /// Returns the names of the planes.
    fn plane_names(&self) -> Vec<String>;

    /// Returns the kinds of pieces of the game.
    fn piece_kinds(&self) -> Vec<&'static str>;

    /// Returns the order of the group of the game's symmetries.
    fn symmetries(&self) -> u8;

    /// Returns the text of the move with a dense number, wherever it is legal; `None` if there is
    /// no such move.
    fn action_text(&self, id: u32) -> Option<String>;

    /// Returns the empty board.
    fn board(&self) -> Board;

    /// Returns what stands on the board, the last move marked.
    fn view(&self) -> View;

    /// Returns the image under a symmetry of the game, without history and with a clock that has
    /// just been started; `None` if there is no such element of the group.
    fn image(&self, g: u8) -> Option<Arc<dyn Position>>;

    /// Returns the position for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

mod sealed {
    /// What only positions of this crate are.
    pub trait Sealed {}
}
