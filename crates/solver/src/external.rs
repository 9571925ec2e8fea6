//! Solving with the positions on disk: tiers as sorted files, and everything by reading and writing
//! from beginning to end, as external sorting does.
//!
//! For spaces without loops, in which every move leads to a later tier:
//!
//! ```text
//! find      from the first tier on: the positions of a tier, merged from sorted runs, are written
//!           in order, and their children are collected; when memory is full these are sorted
//!           and written as a run for each tier
//! ask       from the last tier back: the children of a tier's positions once more, each with the
//!           rank of its parent, divided into shares: ranges of later tiers that fit into memory
//! answer    share by share: its values are loaded into a table and what was asked of it is looked
//!           up; parents come in order, and so do the answers
//! decide    the answers of all shares side by side: the best for each position is its value
//! ```
//!
//! (The division into shares is that of the hash join of the machine Grace, M. Kitsuregawa, H.
//! Tanaka and T. Moto-oka, "Application of hash to data base machine and its architecture", 1983.)
//!
//! So memory decides how many runs and shares there are and nothing of the result. Keys lie on disk
//! as differences, values as one byte each, in blocks with checksums; see `folder` for what
//! happens when the work is cut off.

mod answer;
mod ask;
mod decide;
mod estimate;
mod find;
mod folder;
mod keys;
mod merge;
mod questions;
mod shelf;
mod sizes;
mod state;
mod store;
mod stream;
mod values;
mod watch;

use core::sync::atomic::AtomicBool;
use std::sync::Arc;

use games_core::solvable::{AnySpace, ErasedSpace, Key};
use litemap::LiteMap;

pub use self::estimate::Expected;
pub(crate) use self::folder::has_work;
use self::{
    find::Found,
    folder::Folder,
    sizes::Sizes,
    state::{Asked, Stage, State},
    watch::Watch,
};
use crate::{
    bundle::Bundle,
    database::Writer,
    job::{Job, Progress},
    phase::Stop,
    shard::{Summary, start_and_children},
};

/// What came of solving on disk, or packed in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SolvedOnDisk {
    /// The counts, and the values of the start and its children.
    pub summary: Summary,
    /// The most bytes of memory that the work took.
    pub memory: u64,
    /// The most bytes of the files that it needed at a time.
    pub disk: u64,
    /// The most positions of a tier.
    pub largest_tier: u64,
}

/// Solves a space with its positions on disk, in the folder of the job's checkpoint, by one thread.
///
/// The folder has to be there. When the work is done nothing of it is left in it but what the job
/// stores; otherwise the same job, with whatever memory, goes on.
///
/// # Errors
///
/// Why the positions were not solved: [`Stop::Unsuited`] for a space with loops, or a job without a
/// folder; [`Stop::InUse`] and [`Stop::Foreign`] before anything is touched.
pub fn solve_on_disk(
    space: &AnySpace,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<SolvedOnDisk, Stop> {
    match space {
        AnySpace::U64(space) => solve(space, job, Where::Disk, Watch::new(observer, stop)),
        AnySpace::U128(space) => solve(space, job, Where::Disk, Watch::new(observer, stop)),
    }
}

/// Solves a space with its positions packed in memory, by one thread: the same work as
/// [on disk](solve_on_disk), with its files in memory.
///
/// A position takes some four to six bytes and not some fourteen, as in the tables of
/// [`solve`](crate::solve), and work takes 0.8 to 1.4 times as long.
///
/// # Errors
///
/// Why the positions were not solved: [`Stop::Unsuited`] for a space with loops, or a job with a
/// checkpoint; [`Stop::Memory`].
pub fn solve_packed(
    space: &AnySpace,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<SolvedOnDisk, Stop> {
    match space {
        AnySpace::U64(space) => solve(space, job, Where::Memory, Watch::new(observer, stop)),
        AnySpace::U128(space) => solve(space, job, Where::Memory, Watch::new(observer, stop)),
    }
}

/// Where files are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Where {
    Disk,
    Memory,
}

fn solve<'a, K: Key>(
    space: &'a Arc<dyn ErasedSpace<K>>,
    job: &Job,
    place: Where,
    mut watch: Watch<'a>,
) -> Result<SolvedOnDisk, Stop> {
    let unsuited = |what: &str| Err(Stop::Unsuited(what.to_owned()));
    let shape = space.shape();
    if shape.is_dense || shape.has_loops {
        return unsuited(match place {
            Where::Disk => "games whose positions can come again are not solved on disk",
            Where::Memory => "positions of games in which they can come again are not packed",
        });
    }
    let job = job.clone().with_process(0, 1);
    let _claim = job.claim()?;
    let (folder, state) = match (place, &job.checkpoint) {
        (Where::Disk, Some(checkpoint)) => Folder::open(checkpoint)?,
        (Where::Memory, None) => (Folder::in_memory(job.memory), None),
        (Where::Disk, None) => return unsuited("there is no folder to solve in"),
        (Where::Memory, Some(_)) => return unsuited("packed positions are not kept"),
    };
    watch.shelf = folder.shelf().cloned();
    let sizes = (K::BYTES, shape.tiers_alike);
    let writer = job.store.as_ref().map(|store| Writer::begin(store, sizes)).transpose()?;
    let memory = if place == Where::Disk { job.memory } else { SAMPLE.min(job.memory / 4) };
    let mut work = Work::new(&**space, (folder, state), Sizes::of::<K>(memory), watch)?;
    match work.run() {
        Ok(()) => work.finish(writer),
        // Who keeps files in memory knows neither.
        Err(Stop::Memory { .. }) => {
            Err(Stop::Memory { limit: job.memory, found: work.watch.found })
        }
        Err(stop) => Err(stop),
    }
}

/// How many positions there will be is guessed from a sample that takes so many bytes.
const SAMPLE: u64 = 4 << 20;
/// What packed positions may take besides, for sorting and tables: half a byte a position, and from
/// so many bytes ...
const LEAST_BESIDE: u64 = 1 << 19;
/// ... to so many: larger tables are not quicker.
const MOST_BESIDE: u64 = 64 << 20;

/// The work on a space.
struct Work<'a, K> {
    space: &'a dyn ErasedSpace<K>,
    folder: Folder,
    state: State,
    sizes: Sizes,
    found: Found<K>,
    bundle: Bundle<K>,
    /// The positions of which the summary tells the values, and where among them each stands.
    watched: Vec<(K, usize)>,
    watch: Watch<'a>,
    most_disk: u64,
}

impl<'a, K: Key> Work<'a, K> {
    /// Begins, or goes on.
    fn new(
        space: &'a dyn ErasedSpace<K>,
        (folder, state): (Folder, Option<State>),
        sizes: Sizes,
        mut watch: Watch<'a>,
    ) -> Result<Self, Stop> {
        let is_new = state.is_none();
        let watched = start_and_children(space);
        let mut summary = Summary::default();
        summary.watched.resize(watched.len(), None);
        let state = state.unwrap_or_else(|| State {
            serial: 0,
            key_bytes: K::BYTES,
            stage: Stage::Find { tier: space.tier_of(watched[0]), last: None },
            tiers: LiteMap::new(),
            runs: LiteMap::new(),
            shares: Vec::new(),
            asked: Asked::default(),
            ended: None,
            memory: sizes.memory,
            summary,
        });
        if state.key_bytes != K::BYTES || state.summary.watched.len() != watched.len() {
            let folder = folder.path().display();
            return Err(Stop::Foreign(format!("{folder}: the work on disk does not make sense")));
        }
        watch.found = state.tiers.values().map(|tier| tier.positions).sum();
        watch.decided = state.summary.keys;
        let start = watched[0];
        let watched = watched.into_iter().enumerate().map(|(at, key)| (key, at)).collect();
        let (found, bundle) = (Found::new(&sizes), Bundle::default());
        let mut work =
            Self { space, folder, state, sizes, found, bundle, watched, watch, most_disk: 0 };
        // What the work takes is told before it begins, and once more when it goes on.
        let expected = estimate::estimate(space, work.sizes.memory, &mut work.watch)?;
        work.watch.expected = Some(expected);
        work.note_disk();
        if let Some(shelf) = work.folder.shelf() {
            let beside = (expected.positions / 2).clamp(LEAST_BESIDE, MOST_BESIDE);
            let beside = beside.min(shelf.most() / 4);
            shelf.set_aside(beside);
            work.sizes = Sizes::of::<K>(beside).packed();
            (work.state.memory, work.found) = (work.sizes.memory, Found::new(&work.sizes));
        }
        if is_new {
            work.found.add(&[start]);
            work.spill(None)?;
            work.save()?;
        }
        Ok(work)
    }

    fn run(&mut self) -> Result<(), Stop> {
        loop {
            match self.state.stage {
                Stage::Find { tier, last } => self.find(tier, last)?,
                Stage::Ask { tier, blocks } => self.ask(tier, blocks)?,
                // Tables that fitted into more memory may not fit now.
                Stage::Answer { tier, .. } if self.sizes.memory < self.state.memory => {
                    self.ask(tier, 0)?;
                }
                Stage::Answer { tier, shares, blocks } => self.answer(tier, shares, blocks)?,
                Stage::Decide { tier, blocks } => self.decide(tier, blocks)?,
                Stage::Done => return Ok(()),
            }
        }
    }

    /// Goes on with the next stage, saved if that is due.
    fn next_stage(&mut self, stage: Stage) -> Result<(), Stop> {
        self.state.stage = stage;
        self.folder.tidy(&self.state);
        self.note_disk();
        if self.folder.is_due() { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), Stop> {
        self.folder.save(&mut self.state)?;
        self.note_disk();
        Ok(())
    }

    fn note_disk(&mut self) {
        if self.folder.shelf().is_some() {
            return;
        }
        self.watch.disk = self.state.lengths().values().sum();
        self.most_disk = self.most_disk.max(self.watch.disk);
    }
}
