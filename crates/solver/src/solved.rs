//! A solved space in memory.

use games_core::solvable::AnySpace;

use crate::{code::Solved, driving::Shard, shard::Summary};

/// A solved space in memory.
#[derive(Debug)]
pub struct SolvedSpace {
    space: AnySpace,
    shards: Vec<Box<dyn Shard>>,
}

impl SolvedSpace {
    pub(crate) const fn new(space: AnySpace, shards: Vec<Box<dyn Shard>>) -> Self {
        Self { space, shards }
    }

    /// Returns the space.
    #[must_use]
    pub const fn space(&self) -> &AnySpace {
        &self.space
    }

    /// Returns the counts.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        self.shards[0].summary()
    }

    /// Returns value and remoteness of the start.
    ///
    /// # Panics
    ///
    /// Never: the start is solved.
    #[must_use]
    pub fn start(&self) -> Solved {
        self.get(self.space.shape().start).expect("the start is a position")
    }

    /// Returns value and remoteness of a position; `None` if it does not arise from the start.
    #[must_use]
    pub fn get(&self, key: u128) -> Option<Solved> {
        self.shards[self.shards[0].owner(key)].get(key)
    }

    /// Returns the bytes that the tables take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bytes()).sum()
    }
}
