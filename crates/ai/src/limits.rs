//! How long a search may go on and how much memory it may take.

use core::time::Duration;

/// Bounds of one search. The first one that is met ends it; without any, it goes on until it is
/// stopped or has worked out the position.
///
/// ```
/// use std::time::Duration;
/// use ai::Limits;
///
/// let limits = Limits::depth(12).with_time(Duration::from_secs(1)).with_lines(3);
/// assert_eq!((limits.depth, limits.lines), (Some(12), 3));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Wall time.
    pub time: Option<Duration>,
    /// Whether `time` is processor time of the thread that searches instead, so that what else the
    /// machine does costs the search nothing. For measurements with one thread: others are not
    /// counted. Where the system does not tell processor time, it stays wall time.
    pub processor_time: bool,
    /// The longest time that a move may take, where the searcher divides what is left of a game's
    /// time itself: alpha-beta then takes `time` for what a move usually needs, ends sooner where the
    /// best move is clear and later where it is not. Others end after `time`.
    pub stretch: Option<Duration>,
    /// Plies of the deepest complete iteration (alpha-beta).
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Playouts (Monte Carlo tree search).
    pub simulations: Option<u64>,
    /// Bytes for table or tree; the searcher keeps within them.
    pub memory: usize,
    /// How many best lines to work out, at least 1.
    pub lines: usize,
    /// Whether observers are told of every iteration of alpha-beta that comes to its end, and, once
    /// the search has gone on for a second, of every move at the root that it begins with. They get
    /// more than ten reports a second then.
    pub every_step: bool,
}

impl Limits {
    /// Bytes for table or tree unless something else is said: 64 MiB.
    pub const MEMORY: usize = 64 << 20;

    /// No bound but memory.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            time: None,
            processor_time: false,
            stretch: None,
            depth: None,
            nodes: None,
            simulations: None,
            memory: Self::MEMORY,
            lines: 1,
            every_step: false,
        }
    }

    /// A bound on wall time alone.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::none() }
    }

    /// A bound on depth alone, in plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::none() }
    }

    /// A bound on positions visited alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::none() }
    }

    /// A bound on playouts alone.
    #[must_use]
    pub const fn simulations(simulations: u64) -> Self {
        Self { simulations: Some(simulations), ..Self::none() }
    }

    /// The same with this bound on wall time.
    #[must_use]
    pub const fn with_time(self, time: Duration) -> Self {
        Self { time: Some(time), ..self }
    }

    /// The same with `time` taken of the processor.
    #[must_use]
    pub const fn with_processor_time(self) -> Self {
        Self { processor_time: true, ..self }
    }

    /// The same where alpha-beta may take so long if a move needs it.
    #[must_use]
    pub const fn with_stretch(self, most: Duration) -> Self {
        Self { stretch: Some(most), ..self }
    }

    /// The same with this bound on depth.
    #[must_use]
    pub const fn with_depth(self, depth: u32) -> Self {
        Self { depth: Some(depth), ..self }
    }

    /// The same with this bound on positions visited.
    #[must_use]
    pub const fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..self }
    }

    /// The same with this bound on playouts.
    #[must_use]
    pub const fn with_simulations(self, simulations: u64) -> Self {
        Self { simulations: Some(simulations), ..self }
    }

    /// The same with so many bytes for table or tree.
    #[must_use]
    pub const fn with_memory(self, bytes: usize) -> Self {
        Self { memory: bytes, ..self }
    }

    /// The same with so many best lines to work out.
    #[must_use]
    pub const fn with_lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// The same with observers that are told of every step.
    #[must_use]
    pub const fn with_every_step(self) -> Self {
        Self { every_step: true, ..self }
    }

    /// The same for a searcher that looks at [`stretch`](Self::stretch): the longest time is the bound.
    pub(crate) fn stretched(&self) -> Self {
        let time = self.time.map(|time| self.stretch.map_or(time, |most| most.max(time)));
        Self { time, ..self.clone() }
    }

    /// Returns how many positions a search under these limits may visit at the very most.
    pub(crate) fn most_positions(&self) -> u64 {
        // Faster than any game.
        const A_MICROSECOND: u64 = 16;
        let in_time = self.time.map_or(u64::MAX, |time| {
            u64::try_from(time.as_micros()).unwrap_or(u64::MAX).saturating_mul(A_MICROSECOND)
        });
        self.nodes.unwrap_or(u64::MAX).min(in_time)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::none()
    }
}
