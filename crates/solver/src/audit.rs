//! A second look at a table of solved positions: every one of them again, by the plain rules.
//!
//! Nothing of how the positions were solved is used here, neither the children that a space tells
//! nor its parents: a game makes positions of keys and plays its moves. Values that agree with
//! those of their children everywhere are right: whichever wrong one stood the fewest moves before
//! the end, by the table or in truth, would disagree with its children.

mod cells;
mod fault;
mod keys;
mod order;
mod rounds;
mod volumes;
mod worth;

use core::sync::atomic::AtomicBool;

use games_core::{
    Side, Status,
    solvable::{AnySpace, NotSolvable},
};

use self::rounds::Audit;
use crate::{database::Database, known::Child};

pub use fault::{AuditError, Fault};

/// A position and what follows it, by the plain rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The side to move.
    pub to_move: Side,
    /// Whether the game is over.
    pub status: Status,
    /// The position after each legal move.
    pub children: Vec<Child>,
}

/// A game that can be asked by keys, and answers by its plain rules.
pub trait PlainRules: Sync {
    /// Returns a position and what follows it; `None` for a number that is no position's key.
    fn family(&self, key: u128) -> Option<Family>;

    /// Returns whether a position that [`family`](Self::family) knows is one that the game takes as
    /// a start: not each that can be put together is.
    fn is_sound(&self, key: u128) -> bool;

    /// Returns the text of a position that [`family`](Self::family) knows.
    fn text(&self, key: u128) -> String;
}

/// What an audit may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// The most bytes of the positions in memory.
    pub memory: u64,
    /// Threads, at least 1.
    pub threads: usize,
}

/// How far an audit has come: all of what it has compared was right.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Audited {
    /// Positions that were worked out again, symmetric ones once.
    pub positions: u64,
    /// The positions after their moves that were looked up for it.
    pub children: u64,
}

/// Works every position of a table out again from the positions after its moves, in random order,
/// while the file is read and found sound: see [`Database::verify`]. All that a move leads to has
/// to be in the table, every position but the start has to be what a move leads to, and the counts
/// have to be those of the header.
///
/// The positions are held in memory, packed: all of them, or, if these may take more bytes than
/// they are allowed to, those of one volume after another with those that their moves lead to, as
/// no move leads to an earlier one. `observer` is called every few thousand positions.
///
/// # Errors
///
/// The first [`Fault`], or why not all positions were compared.
pub fn audit(
    table: &Database,
    (space, rules): (&AnySpace, &dyn PlainRules),
    resources: Resources,
    observer: &mut dyn FnMut(&Audited),
    stop: &AtomicBool,
) -> Result<Audited, AuditError> {
    // Keys of old tables may be narrower.
    if table.key_bytes() > space.key_bytes() {
        return Err(NotSolvable::new("its keys are not those of this game").into());
    }
    let resources = Resources { threads: resources.threads.max(1), ..resources };
    Audit::new(table, (space, rules), resources, stop).run(observer)
}

#[cfg(test)]
mod tests;
