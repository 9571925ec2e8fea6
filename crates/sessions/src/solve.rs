//! Strong solving of a game in progress whose type is erased, and what is known of it from tables.

mod audit;
#[cfg(feature = "dist")]
mod cluster;
mod known;
mod numbering;
mod player;
mod source;
mod tables;

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use games_core::{Outcome, solvable::AnySpace};
use solver::{
    Checkpoint, Identity, Job, Notices, Progress, Solved, SolvedValue, Stop, Store, Summary,
    driving::watched, solve, solve_on_disk, solve_packed,
};

use self::source::worth;
use crate::Session;

pub use audit::audit;
#[cfg(feature = "dist")]
pub use cluster::{HostsError, Secret, Together, hosts};
pub use known::SolvedGame;
pub use numbering::{Choose, Numbering};
pub(crate) use numbering::{number, numbering_of};
pub(crate) use player::Perfect;
pub use tables::Tables;

/// What to solve with, and what to keep.
#[derive(Clone, Debug)]
pub struct SolveJob {
    /// Who does the work.
    pub driver: Driver,
    /// The most bytes of all tables of this process together, and of those that share it.
    pub memory: u64,
    /// The folder for unfinished work, and to go on from; it is empty, and gone, when the work is
    /// done.
    pub checkpoint: Option<PathBuf>,
    /// At most about so much work is lost then.
    pub checkpoint_every: Duration,
    /// The file for the solved positions.
    pub out: Option<PathBuf>,
    /// Whether of positions that are images of each other only one is solved, whatever the start is.
    pub is_folded: bool,
    /// What is said meanwhile: that a checkpoint is damaged and another one is used.
    pub notices: Notices,
}

impl SolveJob {
    /// Returns the folder where unfinished work is kept.
    #[must_use]
    pub fn work_folder(&self) -> Option<&Path> {
        match &self.driver {
            Driver::Disk(folder) => Some(folder),
            _ => self.checkpoint.as_deref(),
        }
    }

    /// One thread, so many bytes, nothing on disk.
    #[must_use]
    pub fn in_memory(memory: u64) -> Self {
        Self {
            driver: Driver::Threads(1),
            memory,
            checkpoint: None,
            checkpoint_every: Checkpoint::EVERY,
            out: None,
            is_folded: false,
            notices: Notices::default(),
        }
    }
}

/// Who does the work.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Driver {
    /// This process with so many threads, at least 1.
    Threads(usize),
    /// One thread of this process, with the positions in a folder that is there; unfinished work
    /// stays in it.
    Disk(PathBuf),
    /// One thread of this process, with the positions packed in memory: in some five bytes each.
    Packed,
    /// Several processes, of which this is one.
    #[cfg(feature = "dist")]
    Cluster(Together),
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedPosition {
    /// Its value for the side to move.
    pub solved: Solved,
    /// What each move that the rules allow is worth for the side that makes it, counted from before
    /// it: the best first, equal ones as ASCII text.
    pub moves: Vec<(String, Solved)>,
}

/// A position that was found in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookedUp {
    /// What is known of it.
    pub position: SolvedPosition,
    /// The file.
    pub table: PathBuf,
    /// Counts over all positions that can arise from it, in the order of [`SolvedValue::ALL`], where the
    /// table was made from this very position.
    pub counts: Option<[u64; 4]>,
}

/// What came of solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The position itself.
    pub position: SolvedPosition,
    /// Counts over all positions that can arise from it; if they were folded, over their images as
    /// well.
    pub summary: Summary,
    /// For each value that positions have, but draws, one of them that is farthest from the end.
    pub longest: Vec<(Solved, String)>,
    /// The most bytes that the tables took.
    pub bytes: u64,
    /// Wall time, without that of runs before it was interrupted.
    pub time: Duration,
}

impl Solution {
    /// Returns, for each remoteness that positions have, the numbers of won, lost and tied ones.
    #[must_use]
    pub fn layers(&self) -> Vec<(usize, [u64; 3])> {
        let by = [SolvedValue::Win, SolvedValue::Lose, SolvedValue::Tie]
            .map(|v| self.summary.by_remoteness(v));
        let most = by.iter().map(|counts| counts.len()).max().unwrap_or(0);
        let layer = |n| (n, by.map(|counts| counts.get(n).copied().unwrap_or(0)));
        (0..most).map(layer).filter(|(_, counts)| *counts != [0; 3]).collect()
    }
}

/// Why a position was not solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The game, or this board, is not one that is solved; why.
    #[error("{0}")]
    Unsolvable(String),
    /// The work ended early.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The position was solved, by several processes, and this is not the one that can tell.
    #[error("process 0 has the result")]
    Elsewhere,
}

/// Solves a position and all that can arise from it.
pub(crate) fn position(
    session: &dyn Session,
    job: &SolveJob,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<Solution, SolveError> {
    let refusal = |e| SolveError::Unsolvable(format!("{}: {e}", session.game()));
    let numbering =
        if job.is_folded { session.folded_numbering(None) } else { session.numbering(None) };
    let numbering = numbering.map_err(refusal)?;
    let identity = Identity {
        game: session.game().to_owned(),
        rules: session.rules().to_owned(),
        start: numbering.state_text(session),
        whole: false,
        folded: job.is_folded,
    };
    let begun = Instant::now();
    let mut most = 0;
    let mut observe = |progress: &Progress| {
        most = most.max(progress.status.bytes);
        observer(progress);
    };
    let space = numbering.space();
    let (summary, bytes) = drive(space, &identity, job, &mut observe, stop)?;
    let time = begun.elapsed();
    if let Some(folder) = &job.checkpoint {
        // Whatever else lies in it is not ours to remove.
        let _ = std::fs::remove_dir(folder);
    }
    let summary = summary.ok_or(SolveError::Elsewhere)?;
    let watched = watched(space);
    let get = |key: u128| {
        let place = watched.iter().position(|&other| other == key)?;
        summary.watched[place]
    };
    let solved = get(space.shape().start).expect("the start is solved");
    let children = numbering.children(session).expect("the children of the start have keys");
    let moves = worth(children, |key| Ok(get(key)))?.expect("all of them are watched");
    let position = SolvedPosition { solved, moves: sorted(moves) };
    let longest = longest(session, &*numbering, &summary);
    Ok(Solution { position, summary, longest, bytes: bytes.max(most), time })
}

/// For each value that positions have, but draws, one of them that is farthest from the end.
fn longest(
    session: &dyn Session,
    numbering: &dyn Numbering,
    summary: &Summary,
) -> Vec<(Solved, String)> {
    let mut longest = Vec::new();
    for value in SolvedValue::ALL {
        let key = summary.longest(value);
        if let Some(text) = key.and_then(|key| numbering.text_of(session, key)) {
            let remoteness = summary.by_remoteness(value).len() as u32 - 1;
            longest.push((Solved { value, remoteness: Some(remoteness) }, text));
        }
    }
    longest
}

/// Has the driver do the work; returns the counts, if this process has them, and the bytes of the
/// tables.
fn drive(
    space: &AnySpace,
    identity: &Identity,
    job: &SolveJob,
    observer: &mut dyn FnMut(&Progress),
    stop: &AtomicBool,
) -> Result<(Option<Summary>, u64), Stop> {
    let mut shared = Job::default().with_memory(job.memory);
    shared.store = job.out.clone().map(|path| Store::new(path, identity.clone()));
    shared.checkpoint = job.work_folder().map(|folder| {
        Checkpoint::new(folder.to_owned(), identity.clone())
            .with_every(job.checkpoint_every)
            .with_notices(job.notices.clone())
    });
    match &job.driver {
        &Driver::Threads(threads) => {
            let solved = solve(space, &shared.with_threads(threads), observer, stop)?;
            Ok((Some(solved.summary().clone()), solved.bytes()))
        }
        Driver::Disk(_) => {
            let solved = solve_on_disk(space, &shared, observer, stop)?;
            Ok((Some(solved.summary), solved.memory))
        }
        Driver::Packed => {
            let solved = solve_packed(space, &shared, observer, stop)?;
            Ok((Some(solved.summary), solved.memory))
        }
        #[cfg(feature = "dist")]
        Driver::Cluster(together) => {
            together.solve(space, identity.clone(), &shared, observer, stop)
        }
    }
}

/// Looks a position up.
pub(crate) fn look_up(
    session: &dyn Session,
    tables: &Tables,
) -> Result<Option<LookedUp>, SolveError> {
    for (table, source) in tables.of(session) {
        if let (Some(solved), Some(moves)) = (source.position(session)?, source.moves(session)?) {
            let position = SolvedPosition { solved, moves: sorted(moves) };
            let identity = table.identity();
            let start = source.numbering.state_text(session);
            let is_start = !identity.whole && !identity.folded && identity.start == start;
            let counts = is_start.then(|| SolvedValue::ALL.map(|value| table.count(value)));
            return Ok(Some(LookedUp { position, table: table.path().to_owned(), counts }));
        }
    }
    Ok(None)
}

/// Returns whether what is known of the position of a session by the bare rules is true of its game
/// in progress.
#[must_use]
pub fn is_sure(session: &dyn Session, solved: Solved) -> bool {
    let mover = session.to_move();
    session.bare_rules().hold_for(outcome(session, solved), solved.remoteness, mover)
}

/// Returns how the game ends by what is known of the position of a session.
pub(crate) fn outcome(session: &dyn Session, solved: Solved) -> Outcome {
    let mover = session.to_move();
    match solved.value {
        SolvedValue::Win => Outcome::Win(mover),
        SolvedValue::Tie | SolvedValue::Draw => Outcome::Draw,
        SolvedValue::Lose => Outcome::Win(mover.other()),
    }
}

/// Sorts moves: the best first, equal ones as ASCII text.
fn sorted(mut moves: Vec<(String, Solved)>) -> Vec<(String, Solved)> {
    moves.sort_by(|(a, x), (b, y)| y.rank().cmp(&x.rank()).then_with(|| a.cmp(b)));
    moves
}
