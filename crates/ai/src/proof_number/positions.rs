//! The border between the search and a game: positions, and their moves by number.
//!
//! The search itself knows no game, so that it is compiled once and not for each of them. A move is
//! its place in generation order; a position is on the path, or one move below it, or waits.

use games_core::{Outcome, Side};

use super::{glance::Glance, search::Child};
use crate::{by_path::Holds, meter::Stopped};

/// The positions from the root to the one that the search looks at, the last one.
pub(super) trait Positions {
    /// The key of the last position.
    fn key(&self) -> u64;

    /// The side to move in the last position.
    fn to_move(&self) -> Side;

    /// How many moves the last position has.
    fn moves(&self) -> u32;

    /// Has `look` see the position after a move of the last one, with its key.
    fn child(&mut self, m: u32, look: &mut dyn FnMut(u64, &dyn Position));

    /// Has each of these moves of the last position learn what is known of the position after it,
    /// up to one that ends the look; returns its place among them.
    fn look(
        &mut self,
        children: &mut [Child],
        glance: &mut Glance<'_, '_>,
    ) -> Result<Option<usize>, Stopped>;

    /// Makes the position after a move of the last one the last one itself, unless the game is over
    /// there.
    fn enter(&mut self, m: u32) -> Result<(), Outcome>;

    /// Goes back to the parent of the last position, which is not the root.
    fn leave(&mut self);

    /// Whether the last position stands on the path twice.
    fn is_repeated(&self) -> bool;

    /// Within how many plies a stored win from the last position on has to come, so that clock and
    /// length leave it alone.
    fn longest_win(&self) -> usize;

    /// Whether clock and length leave alone a stored win within so many plies after a move of the last
    /// position.
    fn is_in_time_after(&mut self, m: u32, plies: u32) -> bool;

    /// Bytes taken by the positions on the path and their moves.
    fn bytes(&self) -> usize;

    /// The positions within reach of the last one, which waits with the number 0; nothing where ends
    /// by path may win, or may bar a win.
    fn waiting(&self) -> Option<Box<dyn Waiting + '_>>;
}

/// A position one move below the path.
pub(super) trait Position {
    fn to_move(&self) -> Side;

    /// How many moves it has; 0 if the game is over.
    fn moves(&self) -> u64;

    /// How the game has ended here by the bare rules, if it has.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the path may end the game here by more than the position itself: by clock, length or
    /// repetition.
    fn may_end_by_way(&self) -> bool;

    /// How the path ends the game here, where the bare rules let it go on.
    fn outcome_by_path(&self) -> Option<(Outcome, Holds)>;

    /// Whether clock and length leave alone a stored win within so many plies.
    fn is_in_time(&self, plies: u32) -> bool;

    /// Whether it stands on this level of the path; 1 is the root's.
    fn is_at(&self, level: u32) -> bool;

    /// Whether it is the position to avoid that has this place among them.
    fn is_avoided(&self, place: usize) -> bool;
}

/// Numbered positions that wait to be looked into, the first one first.
pub(super) trait Waiting {
    /// Goes to the position that has waited longest; returns its number.
    fn next(&mut self) -> Option<u32>;

    /// Lists the moves of the position that was gone to last; returns how many there are.
    fn list(&mut self) -> Result<u32, Outcome>;

    /// Tells `number` the key of the position after a listed move and the side to move there. That
    /// position waits from now on if it gets a number.
    fn child(&mut self, m: u32, number: &mut dyn FnMut(u64, Side) -> Option<u32>);

    /// Bytes taken by the positions that wait.
    fn bytes(&self) -> usize;
}

impl dyn Positions + '_ {
    /// Returns what `look` says about the position after a move of the last one.
    pub(super) fn seen<T>(&mut self, m: u32, look: impl Fn(u64, &dyn Position) -> T) -> T {
        let mut seen = None;
        self.child(m, &mut |key, position| seen = Some(look(key, position)));
        seen.expect("the position after a move is shown")
    }
}
