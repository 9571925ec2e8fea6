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
    state::{Stage, State},
    watch::Watch,
};
use crate::{
    bundle::Bundle,
    database::Writer,
    job::{Job, Progress},
    phase::Stop,
    shard::{Summary, start_and_children},
};

/// What came of solving on disk.
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
        AnySpace::U64(space) => solve(space, job, observer, stop),
        AnySpace::U128(space) => solve(space, job, observer, stop),
    }
}

fn solve<K: Key>(
    space: &Arc<dyn ErasedSpace<K>>,
    job: &Job,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<SolvedOnDisk, Stop> {
    let shape = space.shape();
    if shape.is_dense || shape.has_loops {
        let what = "games whose positions can come again are not solved on disk";
        return Err(Stop::Unsuited(what.to_owned()));
    }
    let Some(checkpoint) = &job.checkpoint else {
        return Err(Stop::Unsuited("there is no folder to solve in".to_owned()));
    };
    let job = job.clone().with_process(0, 1);
    let _claim = job.claim()?;
    let (folder, state) = Folder::open(checkpoint)?;
    let sizes = (K::BYTES, shape.tiers_alike);
    let writer = job.store.as_ref().map(|store| Writer::begin(store, sizes)).transpose()?;
    let watch = Watch::new(observer, stop);
    let mut work = Work::new(&**space, (folder, state), Sizes::of::<K>(job.memory), watch)?;
    work.run()?;
    work.finish(writer)
}

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
        self.note_disk();
        if self.folder.is_due() { self.save() } else { Ok(()) }
    }

    fn save(&mut self) -> Result<(), Stop> {
        self.folder.save(&mut self.state)?;
        self.note_disk();
        Ok(())
    }

    fn note_disk(&mut self) {
        self.watch.disk = self.state.lengths().values().sum();
        self.most_disk = self.most_disk.max(self.watch.disk);
    }
}
