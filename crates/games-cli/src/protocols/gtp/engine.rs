//! The search on its own thread.

use core::{sync::atomic::AtomicBool, time::Duration};
use std::{
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::Instant,
};

use ai::Limits;
use games::{Player, SearchReport, Session, expected};
use games_core::Side;

use super::{PASS, TO_ITS_END, analysis::Wanted, answer, patience, say, show, think, warn};
use crate::interrupt;

/// The answer of a side that gives up; the game stays as it is, for the controller ends it.
const RESIGN: &str = "resign";

/// A player that is idle or searching.
#[derive(Default)]
pub(super) struct Engine {
    idle: Option<Box<dyn Player>>,
    running: Option<Running>,
}

struct Running {
    thread: JoinHandle<(Box<dyn Player>, Done)>,
    /// Closed when the thread ends.
    ended: Receiver<()>,
    stop: Arc<AtomicBool>,
    id: String,
    /// How long it goes on where another line comes.
    before_a_line: Duration,
    /// How long it goes on after the end of input.
    patience: Duration,
}

/// What to search.
pub(super) struct Job {
    /// The id of the command that asks for it.
    pub(super) id: String,
    /// The position, with the side to move that the command names.
    pub(super) session: Box<dyn Session>,
    /// The moves to look at; all, if there are none.
    pub(super) only: Vec<String>,
    pub(super) limits: Limits,
    /// The chance below which it resigns instead of playing on.
    pub(super) resign: Option<f64>,
    pub(super) purpose: Purpose,
    /// The analysis to tell on the way.
    pub(super) wanted: Option<Wanted>,
}

/// What is searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// A move, which is the answer.
    Move {
        /// Whether it is played on the board.
        play: bool,
        /// Whether the side may not pass while dead stones of its opponent stand.
        cleanup: bool,
    },
    /// What the search tells on the way, until a line comes.
    Analysis,
}

/// What a search came to.
pub(super) struct Done {
    pub(super) side: Side,
    /// The move to play on the board.
    pub(super) play: Option<String>,
    /// What it took off the clock: nothing, unless a move is played.
    pub(super) time: Duration,
}

impl Engine {
    /// Takes the idle player out, if there is one: to search, or to be made anew.
    pub(super) fn take(&mut self) -> Option<Box<dyn Player>> {
        self.idle.take()
    }

    /// Puts a player in the idle place.
    pub(super) fn put(&mut self, player: Box<dyn Player>) {
        self.idle = Some(player);
    }

    /// Begins a search.
    pub(super) fn start(&mut self, mut player: Box<dyn Player>, job: Job) {
        let stop = Arc::new(AtomicBool::new(false));
        let theirs = Arc::clone(&stop);
        let (before_a_line, patience) = match job.purpose {
            Purpose::Analysis => (Duration::ZERO, Duration::ZERO),
            Purpose::Move { .. } => (TO_ITS_END, patience(&job.limits)),
        };
        let id = job.id.clone();
        let (open, ended) = mpsc::channel();
        let thread = thread::spawn(move || {
            let _open: Sender<()> = open;
            let done = job.run(&mut *player, &theirs);
            (player, done)
        });
        self.running = Some(Running { thread, ended, stop, id, before_a_line, patience });
    }

    /// Has the search come to an end soon.
    pub(super) fn interrupt(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
            running.thread.thread().unpark();
        }
    }

    /// Ends an analysis, waits for a move (after Ctrl-C not for long), and returns what came of it;
    /// `None` if nothing ran.
    pub(super) fn finish(&mut self) -> Option<Done> {
        self.finish_within(self.running.as_ref()?.before_a_line)
    }

    /// The same after the last line: waits for a move if the search has an end of its own.
    pub(super) fn end(&mut self) -> Option<Done> {
        self.finish_within(self.running.as_ref()?.patience)
    }

    fn finish_within(&mut self, most: Duration) -> Option<Done> {
        interrupt::wait_for(&self.running.as_ref()?.ended, most);
        self.interrupt();
        let running = self.running.take()?;
        match running.thread.join() {
            Ok((player, done)) => {
                self.idle = Some(player);
                Some(done)
            }
            // The panic hook has told what happened; the controller must not wait for ever.
            Err(_) => {
                answer(&running.id, &Err("internal error".to_owned()));
                None
            }
        }
    }
}

impl Job {
    fn run(self, player: &mut dyn Player, stop: &AtomicBool) -> Done {
        let start = Instant::now();
        let Self { id, session, only, limits, resign, purpose, wanted } = self;
        let mut stream = wanted.map(Stream::new);
        if stream.is_some() {
            say(&format!("={id}"));
        }
        let mut tell = |report: &SearchReport| {
            if let Some(stream) = &mut stream {
                stream.tell(report, false);
            }
        };
        let mut found = think(player, (&*session, &only), &limits, &mut tell, stop);
        if let Purpose::Move { cleanup: true, .. } = purpose
            && found.as_ref().is_ok_and(|report| report.best() == Some(PASS))
            && let Some(others) = work_left(&*session)
            && player.set_root_moves(&*session, &others).is_ok()
        {
            found = think(player, (&*session, &others), &limits, &mut tell, stop);
        }
        let side = session.to_move();
        let nothing = Done { side, play: None, time: Duration::ZERO };
        let report = match found {
            Ok(report) => report,
            // An outside engine that stands in for our own has failed.
            Err(forfeit) if stream.is_none() => {
                answer(&id, &Err(forfeit.message));
                return nothing;
            }
            Err(forfeit) => {
                // The answer has begun: all that is left is to end it.
                warn(&forfeit.message);
                say("");
                return nothing;
            }
        };
        if let Some(stream) = &mut stream {
            stream.tell(&report, true);
        }
        let Purpose::Move { play, .. } = purpose else {
            // A position that is worked out early still waits for the line that ends it.
            while !stop.load(Ordering::Relaxed) {
                thread::park();
            }
            say("");
            return nothing;
        };
        let chance = expected::of_report(&*session, &report);
        let resigns =
            play && chance.is_some_and(|chance| resign.is_some_and(|least| chance < least));
        // Only a finished game has no best move.
        let best = if resigns { RESIGN } else { report.best().unwrap_or(PASS) };
        match stream {
            Some(_) => say(&format!("play {best}\n")),
            None => answer(&id, &Ok(best.to_owned())),
        }
        let time = if play { start.elapsed() } else { Duration::ZERO };
        Done { side, play: (play && !resigns).then(|| best.to_owned()), time }
    }
}

/// Returns the moves beside the pass, if dead stones of the opponent stand.
fn work_left(session: &dyn Session) -> Option<Vec<String>> {
    let opponent = session.to_move().other();
    let dead = show::dead(session);
    if !dead.iter().any(|&(_, side)| side == opponent) {
        return None;
    }
    let others: Vec<_> = session.legal_moves().into_iter().filter(|m| m != PASS).collect();
    (!others.is_empty()).then_some(others)
}

/// Lines of analysis, no more often than asked for.
struct Stream {
    wanted: Wanted,
    told: Option<(Duration, String)>,
}

impl Stream {
    fn new(wanted: Wanted) -> Self {
        Self { wanted, told: None }
    }

    fn tell(&mut self, report: &SearchReport, is_last: bool) {
        let is_early =
            self.told.as_ref().is_some_and(|(at, _)| report.time < *at + self.wanted.interval);
        if is_early && !is_last {
            return;
        }
        if let Some(line) = self.wanted.line(report)
            && self.told.as_ref().is_none_or(|(_, told)| *told != line)
        {
            say(&line);
            self.told = Some((report.time, line));
        }
    }
}
