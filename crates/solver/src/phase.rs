//! The words for how far the work has come, and why it ends early.

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Agreeing on a checkpoint to go on from.
    Resume,
    /// Looking for positions.
    Discover {
        /// The tier whose children are looked for.
        tier: u32,
    },
    /// Looking at the children of each position of a tier.
    Sweep {
        /// The tier.
        tier: u32,
        /// What is decided in this pass; without loops everything is.
        layer: Layer,
    },
    /// Asking for the values of children in other tiers.
    Cross {
        /// The tier.
        tier: u32,
        /// The layer to go on with.
        layer: Layer,
    },
    /// Working backward from decided positions.
    Layers {
        /// The tier.
        tier: u32,
        /// What was decided last.
        layer: Layer,
    },
    /// Counting.
    Report,
    /// Sorting positions into a file.
    Collect {
        /// The tier.
        tier: u32,
    },
    /// All is done.
    End,
}

impl Phase {
    /// Returns the tier that is worked on.
    #[must_use]
    pub const fn tier(self) -> Option<u32> {
        match self {
            Self::Discover { tier }
            | Self::Sweep { tier, .. }
            | Self::Cross { tier, .. }
            | Self::Layers { tier, .. }
            | Self::Collect { tier } => Some(tier),
            Self::Resume | Self::Report | Self::End => None,
        }
    }
}

/// Positions of one remoteness.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Layer {
    /// Moves to the end.
    pub remoteness: u32,
    /// Whether these are tied positions; otherwise won and lost ones.
    pub ties: bool,
}

impl Layer {
    pub(crate) const FIRST: Self = Self { remoteness: 0, ties: false };
}

/// Why the positions were not solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// The flag was set.
    #[error("interrupted")]
    Interrupted,
    /// Tables would outgrow their limit.
    #[error("the positions do not fit into {limit} bytes; {found} were found")]
    Memory {
        /// The limit of all shards together.
        limit: u64,
        /// Positions found so far.
        found: u64,
    },
    /// The tables of a dense space are known to be too large.
    #[error("{bound} positions take {bytes} bytes, and {limit} are allowed")]
    TooLarge {
        /// The number of positions that there may be.
        bound: u64,
        /// What their tables take.
        bytes: u64,
        /// What they may take.
        limit: u64,
    },
    /// Best play goes on for more moves than codes can tell.
    #[error("a position is more than 16381 moves away from the end")]
    TooLong,
    /// A file could not be read or written.
    #[error("{0}")]
    Files(String),
    /// The files hold something else, or are damaged.
    #[error("{0}")]
    Foreign(String),
    /// A part of a database is damaged, or cannot be read.
    #[error("{what}")]
    Damaged {
        /// The file, which part, and what is wrong with it.
        what: String,
        /// The byte of the file, from 0, where the part begins.
        offset: u64,
    },
    /// This way of solving is not one for this space.
    #[error("{0}")]
    Unsuited(String),
    /// Another run has the folder or the file.
    #[error("{0}")]
    InUse(String),
    /// Another process of the cluster is gone.
    #[error("{0}")]
    Lost(String),
}
