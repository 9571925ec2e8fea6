//! What to solve with: threads, memory, files.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    claim::Claim,
    disk::Disk,
    external::{Expected, has_work},
    files::{Files, has_lists},
    identity::Identity,
    message::ShardStatus,
    notices::Notices,
    phase::{Phase, Stop},
    shard::Orders,
};

/// How to solve.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Job {
    /// Threads of this process, at least 1; each has a shard of its own.
    pub threads: usize,
    /// The number of this process, from 0 on, and how many solve together: `(0, 1)` for one alone.
    pub process: (usize, usize),
    /// The most bytes of all tables and messages of the processes that share this memory.
    pub memory: u64,
    /// How many processes share it: those on this machine that were told the same number of bytes.
    pub sharers: usize,
    /// Whether all positions of a dense space are solved, reached from the start or not.
    pub whole: bool,
    /// Where to keep the work from time to time, and to go on from.
    pub checkpoint: Option<Checkpoint>,
    /// Where to store the solved positions; process 0 does it.
    pub store: Option<Store>,
    /// Whether process 0 stores the positions, so that the others send theirs; it knows from
    /// `store`.
    pub is_stored: bool,
    /// About how many positions a shard works on before it looks at messages; chosen to fit the
    /// driver if `None`.
    pub slice: Option<usize>,
}

impl Default for Job {
    /// One thread, four gigabytes, nothing on disk.
    fn default() -> Self {
        Self {
            threads: 1,
            process: (0, 1),
            memory: 4 << 30,
            sharers: 1,
            whole: false,
            checkpoint: None,
            store: None,
            is_stored: false,
            slice: None,
        }
    }
}

/// Where to keep unfinished work.
///
/// One run at a time works in a folder, see [`Claim`].
///
/// The work may be stopped or killed at any moment, the disk may be full or gone: the next call
/// goes on from the last checkpoint that is whole, and ends with the same digest. Work that is
/// stopped over and over gets on a little every time; only the file of a [`Store`] is written in
/// one go. Damaged files and those of other work, or of another
/// moment of this work, are named; then the checkpoint before is used, or there is none.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checkpoint {
    /// The folder.
    pub folder: PathBuf,
    /// What the work is on.
    pub identity: Identity,
    /// After how much time the next one is due; later if writing it takes much of that time. Zero:
    /// at every step.
    pub every: Duration,
    /// The file system.
    pub disk: Disk,
    /// What is said of checkpoints that are damaged, while the one before them is used.
    pub notices: Notices,
}

impl Checkpoint {
    /// Checkpoints in a folder, as often as is usual.
    #[must_use]
    pub fn new(folder: PathBuf, identity: Identity) -> Self {
        let (disk, notices) = (Disk::default(), Notices::default());
        Self { folder, identity, every: Self::EVERY, disk, notices }
    }

    /// Sets after how much time the next one is due.
    #[must_use]
    pub const fn with_every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Sets the file system.
    #[must_use]
    pub fn with_disk(mut self, disk: Disk) -> Self {
        self.disk = disk;
        self
    }

    /// Sets where it is said that a checkpoint is damaged.
    #[must_use]
    pub fn with_notices(mut self, notices: Notices) -> Self {
        self.notices = notices;
        self
    }

    /// Returns whether a folder holds a checkpoint, or work on disk.
    #[must_use]
    pub fn is_in(folder: &Path) -> bool {
        has_lists(folder) || has_work(folder)
    }

    /// At most about so much work is lost.
    pub const EVERY: Duration = Duration::from_secs(20);
}

/// Where to store the result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Store {
    /// The file.
    pub path: PathBuf,
    /// What was solved.
    pub identity: Identity,
    /// The file system.
    pub disk: Disk,
}

impl Store {
    /// A file for the result.
    #[must_use]
    pub fn new(path: PathBuf, identity: Identity) -> Self {
        Self { path, identity, disk: Disk::default() }
    }

    /// Sets the file system.
    #[must_use]
    pub fn with_disk(mut self, disk: Disk) -> Self {
        self.disk = disk;
        self
    }
}

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub phase: Phase,
    /// How all shards stand.
    pub status: ShardStatus,
    /// Wall time so far.
    pub time: Duration,
    /// Bytes on disk, where positions are kept there.
    pub disk: u64,
    /// What was expected before such work began.
    pub expected: Option<Expected>,
}

/// A shard alone works on so many positions at a time: their messages stay in the processor.
const SLICE_ALONE: usize = 1 << 11;
/// Where messages go to other threads and processes, meeting them has to be worth it.
const SLICE_TOGETHER: usize = 1 << 15;
/// In a dense space, where a position takes the least time, so many for each of the others, ...
const DENSE_SLICE: usize = 1 << 16;
/// ... but for no more than this many.
const MOST_OTHERS: usize = 4;

impl Job {
    /// Sets the threads, at least 1.
    #[must_use]
    pub const fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the number of this process, and how many there are.
    #[must_use]
    pub const fn with_process(mut self, process: usize, of: usize) -> Self {
        self.process = (process, of);
        self
    }

    /// Sets the most bytes of all tables and messages.
    #[must_use]
    pub const fn with_memory(mut self, memory: u64) -> Self {
        self.memory = memory;
        self
    }

    /// Sets how many processes share this memory.
    #[must_use]
    pub const fn with_sharers(mut self, processes: usize) -> Self {
        self.sharers = processes;
        self
    }

    /// Sets whether all positions of a dense space are solved, reached from the start or not.
    #[must_use]
    pub const fn with_whole(mut self, whole: bool) -> Self {
        self.whole = whole;
        self
    }

    /// Keeps the work from time to time.
    #[must_use]
    pub fn with_checkpoint(mut self, checkpoint: Checkpoint) -> Self {
        self.checkpoint = Some(checkpoint);
        self
    }

    /// Stores the solved positions.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Self {
        self.store = Some(store);
        self
    }

    /// Sets about how many positions a shard works on before it looks at messages.
    #[must_use]
    pub const fn with_slice(mut self, positions: usize) -> Self {
        self.slice = Some(positions);
        self
    }

    /// Claims the folder of the checkpoints, if there is one, for this process.
    ///
    /// # Errors
    ///
    /// As [`Claim::new`].
    pub fn claim(&self) -> Result<Option<Claim>, Stop> {
        let claim = |checkpoint: &Checkpoint| Claim::new(&checkpoint.folder, self.process);
        self.checkpoint.as_ref().map(claim).transpose()
    }

    /// Returns the number of the shard of a thread of this process, from 0 on, and the number of
    /// all shards.
    #[must_use]
    pub const fn place(&self, thread: usize) -> (usize, usize) {
        let (process, processes) = self.process;
        (process * self.threads + thread, processes * self.threads)
    }
}

/// Returns the orders of the shard of a thread.
///
/// # Errors
///
/// As [`Files::open`].
pub(crate) fn shard_orders(job: &Job, thread: usize) -> Result<Orders, Stop> {
    let (index, shards) = job.place(thread);
    let files = job.checkpoint.as_ref().map(|checkpoint| Files::open(checkpoint, (index, shards)));
    let (slice, dense_slice) = match shards - 1 {
        0 => (SLICE_ALONE, SLICE_ALONE),
        others => (SLICE_TOGETHER, DENSE_SLICE * others.min(MOST_OTHERS)),
    };
    let sharing = job.threads * job.sharers;
    Ok(Orders {
        memory: job.memory / sharing as u64,
        copies: if job.process.1 > 1 { 2 } else { 1 },
        slice: job.slice.unwrap_or(slice),
        dense_slice: job.slice.unwrap_or(dense_slice),
        large_slice: job.slice.unwrap_or(usize::MAX),
        whole: job.whole,
        files: files.transpose()?,
        collect: job.is_stored || job.store.is_some(),
    })
}
