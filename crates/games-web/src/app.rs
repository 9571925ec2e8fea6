//! All that is behind the interface.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Instant,
};

use sessions::{
    GameInfo, Session,
    json::{GamePage, Men},
};
use tokio::sync::watch;

use crate::{
    Config, Limits, Problem, Slug,
    api::OptionsInPlay,
    blocking,
    http::Buckets,
    jobs::{Jobs, lower_priority},
    options, sample,
    values::KnownGames,
};

/// Answers that are worked out once for a game.
type Kept<T> = Mutex<HashMap<&'static str, Arc<T>>>;

/// All that is behind the interface: shared by all requests.
#[derive(Debug)]
pub struct App {
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) known: Arc<KnownGames>,
    pub(crate) buckets: Buckets,
    pub(crate) sockets: AtomicUsize,
    pub(crate) started: Instant,
    stopping: watch::Sender<bool>,
    /// The answers of `/games/ID`, which take a short game each.
    pages: Kept<GamePage>,
    men: Kept<Men>,
    options: Kept<OptionsInPlay>,
    /// Whether all pages are being worked out.
    introduced: AtomicBool,
}

impl App {
    /// A server's inside that nobody has asked anything yet.
    #[must_use]
    pub fn new(config: Config) -> Arc<Self> {
        let limits = Limits::new(config.searches.max(1), config.threads.max(1));
        Arc::new(Self {
            jobs: Jobs::new(limits.searches, limits.waiting),
            known: Arc::new(KnownGames::new(config.share())),
            buckets: Buckets::new(limits.requests_a_second, limits.requests_at_once),
            sockets: AtomicUsize::new(0),
            started: Instant::now(),
            stopping: watch::Sender::new(false),
            pages: Mutex::default(),
            men: Mutex::default(),
            options: Mutex::default(),
            introduced: AtomicBool::new(false),
            limits,
            config,
        })
    }

    /// Ends all searches and has all sockets say goodbye.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
        self.jobs.stop_all();
    }

    /// Returns what tells when the server stops.
    pub(crate) fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Returns the number of sockets that are open.
    #[must_use]
    pub fn sockets(&self) -> usize {
        self.sockets.load(Relaxed)
    }

    /// Returns the game with an id.
    pub(crate) fn game(&self, id: &str) -> Result<&'static GameInfo, Problem> {
        self.config.games.find(id).map_err(|error| {
            let ids = self.config.games.iter().map(|game| game.id.to_owned()).collect();
            Problem::from(error).with_valid(ids)
        })
    }

    /// Introduces a game.
    pub(crate) fn page(&self, id: &str) -> Result<Arc<GamePage>, Problem> {
        self.keep(&self.pages, id, |start| GamePage::of(start, sample::game(start)))
    }

    /// Introduces all games beforehand, on a thread that keeps nobody waiting, when it is called for
    /// the first time: whoever asks for the list opens one of them next.
    pub(crate) fn introduce_all(self: &Arc<Self>) {
        if self.introduced.swap(true, Relaxed) {
            return;
        }
        let app = Arc::clone(self);
        let work = move || {
            lower_priority();
            for game in app.config.games {
                if app.is_stopping() {
                    break;
                }
                // Whoever asks for it is told what is wrong.
                let _ = app.page(game.id);
            }
        };
        // Without a thread each is introduced when it is asked for.
        let _ = thread::Builder::new().name("introductions".to_owned()).spawn(work);
    }

    /// Shows what the pieces of a game can do.
    pub(crate) fn men(&self, id: &str) -> Result<Arc<Men>, Problem> {
        self.keep(&self.men, id, Men::of)
    }

    /// Shows what the options of a game change.
    pub(crate) fn options(&self, id: &str) -> Result<Arc<OptionsInPlay>, Problem> {
        self.keep(&self.options, id, options::in_play)
    }

    /// Returns what was worked out for a game before, or works it out.
    fn keep<T>(
        &self,
        kept: &Kept<T>,
        id: &str,
        make: impl FnOnce(&dyn Session) -> T,
    ) -> Result<Arc<T>, Problem> {
        let info = self.config.games.find(id).map_err(|error| {
            let ids = self.config.games.iter().map(|game| game.id.to_owned()).collect();
            Problem::new(Slug::NotFound, error.to_string()).with_valid(ids)
        })?;
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(info.id) {
            return Ok(Arc::clone(known));
        }
        let start = info.open(None, None)?;
        let made = Arc::new(make(&*start));
        lock().insert(info.id, Arc::clone(&made));
        Ok(made)
    }

    /// Does work over a millisecond where it keeps nobody waiting.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = Arc::clone(self);
        blocking::run(move || work(&app)).await
    }
}
