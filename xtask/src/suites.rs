//! The suites of `test-all`, in the order in which they run: first those that need the sources
//! only, then those that need the program `games`.

mod browser;
mod cargo;
mod fuzz;
mod licenses;
mod new_game;
mod own;
mod package;
mod peers;
mod python;
mod quick;
#[cfg(target_os = "linux")]
mod torture;

use std::{
    cell::{Cell, OnceCell, RefCell},
    process::Command,
};

use anyhow::Result;

use crate::{
    cargo_progress::CargoProgress,
    process::{self, Output},
    progress::Progress,
};

/// A suite.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    run: fn(&Context) -> Result<Verdict>,
}

/// All suites that need nothing but Rust.
pub(crate) const SUITES: &[Suite] = &[
    Suite { name: "rustfmt", about: "the sources are formatted", run: cargo::rustfmt },
    Suite { name: "tidy", about: "the house rules hold", run: own::tidy },
    Suite {
        name: "licenses",
        about: "packages of others are those that deny.toml allows",
        run: licenses::check,
    },
    Suite { name: "clippy", about: "no warning in any target", run: cargo::clippy },
    Suite { name: "tests", about: "unit and integration tests", run: cargo::tests },
    Suite { name: "snapshots", about: "none is pending or left over", run: own::snapshots },
    Suite { name: "doctests", about: "the examples in the documentation", run: cargo::doctests },
    Suite { name: "docs", about: "the documentation builds, its links resolve", run: cargo::docs },
    Suite {
        name: "new-game",
        about: "a game can be added as the guide says",
        run: new_game::is_ready_to_play,
    },
    Suite { name: "package", about: "each crate can be packed", run: package::crates },
    Suite { name: "release", about: "`games` builds and knows its games", run: own::release },
    Suite { name: "fuzz", about: "random texts for all that reads one", run: fuzz::texts },
    #[cfg(target_os = "linux")]
    Suite { name: "torture", about: "kills, full disks, flipped bits", run: torture::all },
    Suite { name: "perft", about: "the counts of the fixtures", run: own::perft },
    Suite { name: "readme", about: "the commands in the documents", run: own::readme },
    Suite { name: "solved", about: "small starts of docs/solved again", run: own::solved },
    Suite { name: "pictures", about: "docs/images is what `docs` draws", run: own::pictures },
];

/// What is built beside other suites, and so comes last; left out where Python is missing.
pub(crate) const PYTHON: &[Suite] = &[Suite {
    name: "python",
    about: "the package for Python, its types, tests and adapters",
    run: python::package,
}];

/// What a change needs while it is being made.
pub(crate) const QUICK: &[Suite] = &[
    Suite { name: "rustfmt", about: "the sources are formatted", run: cargo::rustfmt },
    Suite { name: "tidy", about: "the house rules hold", run: own::tidy },
    Suite { name: "clippy", about: "no warning in what changed and its users", run: quick::clippy },
    Suite { name: "tests", about: "the tests of what changed", run: quick::tests },
];

/// Suites that compare with other programs, which have to be installed.
pub(crate) const PEERS: &[Suite] = &[
    Suite {
        name: "chess-peers",
        about: "python-chess and Stockfish against the UCI engine",
        run: peers::chess,
    },
    Suite { name: "typos", about: "no word is misspelt", run: peers::typos },
    Suite { name: "go-peers", about: "GNU Go against the GTP engine", run: peers::go },
    Suite {
        name: "web-build",
        about: "the pages that are checked in are those that are built",
        run: browser::build,
    },
    Suite { name: "browser", about: "the pages in Debian's Chromium", run: browser::pages },
];

/// Suites that look at the clock.
pub(crate) const TIMING: &[Suite] = &[
    Suite { name: "timing", about: "answers and limits are in time", run: cargo::timing },
    Suite {
        name: "web-budgets",
        about: "what pages and their server may cost, in Debian's Chromium",
        run: browser::budgets,
    },
];

/// Suites that take minutes.
pub(crate) const SLOW: &[Suite] = &[Suite {
    name: "loom",
    about: "threads without locks, in all turns that they may take",
    run: cargo::loom,
}];

/// Lines of output that are shown when a suite fails.
pub(crate) const TAIL: usize = 60;

/// What the suites of one run share.
#[derive(Default)]
pub(crate) struct Context {
    /// Also what takes minutes.
    pub(crate) slow: bool,
    /// Whether the programs of others have to be there.
    pub(crate) peers: bool,
    /// Whether the suite `tests` ran to its end in this run, and passed: only then is it known
    /// which snapshots are in use.
    tests_passed: OnceCell<bool>,
    /// Set by a suite that has more to say than its counts.
    note: Cell<String>,
    /// Tells what the suite that runs is doing.
    progress: RefCell<Option<Progress>>,
}

impl Context {
    pub(crate) fn new(slow: bool, peers: bool) -> Self {
        Self { slow, peers, ..Self::default() }
    }

    pub(crate) fn take_note(&self) -> String {
        self.note.take()
    }

    /// Tells what the suite is doing now.
    fn say(&self, doing: &str) {
        if let Some(progress) = &*self.progress.borrow() {
            progress.say(doing);
        }
    }

    /// Runs cargo, telling what it compiles and tests.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    fn run_cargo(&self, cargo: Command) -> Result<Output> {
        let mut told = CargoProgress::default();
        process::capture_lines(cargo, &mut |line| self.say(&told.read(line)))
    }
}

/// What a suite found.
#[derive(Default)]
pub(crate) struct Verdict {
    pub(crate) passed: usize,
    pub(crate) failed: Vec<Failure>,
    /// The end of what the program said; shown if something failed.
    pub(crate) detail: String,
}

/// Something that failed.
pub(crate) struct Failure {
    pub(crate) what: String,
    /// The one command that repeats it.
    pub(crate) repeat: String,
}

impl Suite {
    /// Runs it. A suite that cannot run has failed once.
    pub(crate) fn run(&self, context: &Context) -> Verdict {
        context.progress.replace(Some(Progress::start(self.name)));
        let verdict = (self.run)(context).unwrap_or_else(|error| self.cannot_run(&error));
        context.progress.take();
        verdict
    }

    fn cannot_run(&self, error: &anyhow::Error) -> Verdict {
        let what = format!("{} cannot run", self.name);
        let repeat = format!("cargo xtask test-all --only {}", self.name);
        let detail = format!("{error:#}");
        Verdict { passed: 0, failed: vec![Failure { what, repeat }], detail }
    }
}

/// Returns the names of all suites.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SUITES.iter().chain(PYTHON).chain(SLOW).chain(PEERS).chain(TIMING).map(|suite| suite.name)
}
