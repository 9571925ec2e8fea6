//! Games that are small enough to be solved: their positions as numbers.
//!
//! A solver keeps millions of positions, so it does not keep states. A game hands it a [`Space`]:
//! everything that can arise from one start, each position a number (its *key*), with the few
//! questions that solving asks. Games that are not solved say so in one line:
//! `type Space = Unsolvable;`.

mod erased;
pub mod few_men;
mod images;
mod key;

use core::ops::ControlFlow;
use std::sync::Arc;

pub use erased::{AnySpace, ErasedSpace, Lists, Shape};
pub use images::Images;
pub use key::Key;

use crate::{Game, Side, Status, Symmetric};

/// A game whose positions can be numbered. All of it has defaults: a game that is not solved names
/// [`Unsolvable`] as its space.
pub trait Solvable: Game {
    /// The positions that can arise from a start.
    type Space: Space;

    /// Returns everything that can arise from a position.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, or that this board or option is too large.
    fn space(&self, start: &Self::State) -> Result<Self::Space, NotSolvable> {
        let _ = start;
        Err(NotSolvable::new("this game is not solved: its positions are not numbered"))
    }

    /// Returns everything that can arise from a position or from one of its images under the
    /// symmetries of the rules, of positions that are images of each other one.
    ///
    /// [`space`](Self::space) does so only with the symmetries that leave the start as it is, and
    /// so tells exactly what can arise; where the start has none, this takes fewer keys.
    ///
    /// # Errors
    ///
    /// As for [`space`](Self::space), or that the rules have no more symmetries than that.
    fn folded_space(&self, start: &Self::State) -> Result<Self::Space, NotSolvable> {
        let _ = start;
        Err(NotSolvable::new("nothing is folded here: only endings with the men of chess are"))
    }

    /// Returns the key of a position, or `None` if it cannot have arisen from the start of the
    /// space. A position that is found in no other way than by play from there has a key.
    fn key_in(
        &self,
        space: &Self::Space,
        state: &Self::State,
    ) -> Option<<Self::Space as Space>::Key> {
        let _ = (space, state);
        None
    }

    /// Returns a position with a key: of those that share it, any. The inverse of
    /// [`key_in`](Self::key_in), for whoever has nothing but keys.
    ///
    /// A number that is no key, as a damaged file may hold, has no position, or one that has
    /// another key or that the game's texts do not allow.
    fn state_in(
        &self,
        space: &Self::Space,
        key: <Self::Space as Space>::Key,
    ) -> Option<Self::State> {
        let _ = (space, key);
        None
    }
}

/// Why a position cannot be solved; `Display` gives one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotSolvable(pub String);

impl NotSolvable {
    /// An error with a reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }
}

/// The positions that can arise from a start, as numbers.
///
/// # Keys
///
/// Each position has one key, and positions that a symmetry of the start takes into each other
/// share one: the symmetries are those that leave the start as it is, so that it stands for itself
/// alone. In a [folded](Solvable::folded_space) space they are those of the rules.
/// [`orbit`](Space::orbit) tells for how many positions a key stands.
///
/// # How a space is solved
///
/// What a space says of itself chooses the method:
///
/// | space | kept in | values found |
/// |---|---|---|
/// | [`DENSE`](Space::DENSE) | an array | from the end backward, by [`parents`](Space::parents) |
/// | not [`LOOPS`](Space::LOOPS) | hash tables | tier by tier, each position from its children |
/// | `LOOPS` and [`BACKWARD`](Space::BACKWARD) | hash tables | tier by tier, each backward |
/// | `LOOPS` alone | hash tables | tier by tier, in repeated passes over each |
pub trait Space: Clone + Send + Sync + 'static {
    /// The type of keys.
    type Key: Key;

    /// Whether keys are dense: below [`bound`](Space::bound), most of them positions. A dense
    /// space has one tier and tells parents.
    const DENSE: bool = false;

    /// Whether a move may stay in its tier. Without loops every move leads to a later tier.
    const LOOPS: bool = Self::DENSE;

    /// Whether [`parents`](Space::parents) are told.
    const BACKWARD: bool = Self::DENSE;

    /// How many tiers in a row, from a multiple of this on, have positions that are alike: a key
    /// of one is nearly that of a position in another. Then a table that has them side by side,
    /// in the order of their keys, is smaller. At least 1.
    const TIERS_ALIKE: u32 = 1;

    /// Returns the key of the start.
    fn start(&self) -> Self::Key;

    /// Returns the side to move.
    fn to_move(&self, key: Self::Key) -> Side;

    /// Adds the keys of the positions after each legal move to `out` and says whether the game is
    /// over.
    ///
    /// In a space with [`LOOPS`](Space::LOOPS) every child is added once, however many moves
    /// lead to it.
    fn children(&self, key: Self::Key, out: &mut Vec<Self::Key>) -> Status;

    /// Adds the keys of the positions of the same tier from which a move leads here to `out`, each
    /// once.
    ///
    /// Numbers that no play reaches may be among them: the solver knows which positions there are.
    /// For those [`to_move`](Self::to_move) answers as well.
    fn parents(&self, key: Self::Key, out: &mut Vec<Self::Key>) {
        let _ = (key, out);
    }

    /// Returns the tier of a position. No move leads to an earlier (smaller) tier.
    fn tier(&self, key: Self::Key) -> u32 {
        let _ = key;
        0
    }

    /// Returns how many positions share a key.
    fn orbit(&self, key: Self::Key) -> u32 {
        let _ = key;
        1
    }

    /// Returns the number above all keys of a dense space; 0 for others.
    fn bound(&self) -> u64 {
        0
    }

    /// Returns how many numbers in a row of a dense space stay together where its positions are
    /// shared out among so many threads and processes: a power of two, by default 1.
    ///
    /// The first so many go to the first of them, the next to the second, and so on in turn. Solvers
    /// panic if it is no power of two. Most moves are best left within a share, since others have to
    /// be told of what leads to them; but a share must not have all that can be worked on at a time.
    fn together(&self, shares: usize) -> usize {
        let _ = shares;
        1
    }

    /// Returns whether a number below the bound of a dense space stands for a position at all,
    /// reached from the start or not.
    fn is_position(&self, key: Self::Key) -> bool {
        let _ = key;
        true
    }

    /// Returns the space as an object.
    #[must_use]
    fn erased(self) -> AnySpace {
        Self::Key::any_space(Arc::new(self))
    }
}

/// The space of games that are not solved. There is none.
#[derive(Clone, Copy, Debug)]
pub enum Unsolvable {}

impl Space for Unsolvable {
    type Key = u64;

    fn start(&self) -> u64 {
        match *self {}
    }

    fn to_move(&self, _: u64) -> Side {
        match *self {}
    }

    fn children(&self, _: u64, _: &mut Vec<u64>) -> Status {
        match *self {}
    }
}

/// Adds the keys of the positions after each legal move, by the rules of the game itself: for
/// [`Space::children`].
#[inline]
pub fn children_by_rules<G: Game, K>(
    game: &G,
    state: &G::State,
    key: impl Fn(&G::State) -> K,
    out: &mut Vec<K>,
) -> Status {
    game.moves(state, &mut |m| {
        let mut child = state.clone();
        game.apply(&mut child, m);
        out.push(key(&child));
        ControlFlow::Continue(())
    })
}

/// Leaves each of the keys from a place on once, in ascending order: for [`Space::children`] of games
/// in which several moves lead to one position.
pub fn each_once<K: Key>(keys: &mut Vec<K>, from: usize) {
    let added = &mut keys[from..];
    added.sort_unstable();
    let mut kept = 0;
    for i in 0..added.len() {
        if i == 0 || added[i] != added[kept - 1] {
            added[kept] = added[i];
            kept += 1;
        }
    }
    keys.truncate(from + kept);
}

/// Returns the symmetries that leave a position as it is: those that the space of a start may use.
pub fn stabilizer<G: Symmetric>(game: &G, start: &G::State) -> Vec<u8> {
    (0..game.symmetries()).filter(|&g| game.map_state(g, start) == *start).collect()
}
