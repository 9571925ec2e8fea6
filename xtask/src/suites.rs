//! The suites of `test-all`, in the order in which they run: first those that need the sources
//! only, then those that need the program `games`.

mod browser;
mod cargo;
mod fuzz;
mod lanes;
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
    time::{Duration, Instant},
};

use anyhow::Result;

use crate::{
    cargo_progress::CargoProgress,
    process::{self, Output},
    processor_time,
    progress::Progress,
};

pub(crate) use lanes::run as run_side_by_side;

/// A suite.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Where it may run.
    lane: Lane,
    run: fn(&Context) -> Result<Verdict>,
}

/// Whether a suite may run beside others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Lane {
    /// It may, and takes so long that it begins before others do.
    BesideFirst,
    /// It may: it is one process at a time, mostly, and does not look at the clock.
    Beside,
    /// It needs the machine, or what the suites before it have found.
    Alone,
}

/// All suites that need nothing but Rust, those that run alone first.
pub(crate) const SUITES: &[Suite] = &[
    Suite {
        name: "rustfmt",
        about: "the sources are formatted",
        lane: Lane::Alone,
        run: cargo::rustfmt,
    },
    Suite { name: "tidy", about: "the house rules hold", lane: Lane::Alone, run: own::tidy },
    Suite {
        name: "licenses",
        about: "packages of others are those that deny.toml allows",
        lane: Lane::Alone,
        run: licenses::check,
    },
    Suite {
        name: "clippy",
        about: "no warning in any target",
        lane: Lane::Alone,
        run: cargo::clippy,
    },
    Suite {
        name: "tests",
        about: "unit and integration tests",
        lane: Lane::Alone,
        run: cargo::tests,
    },
    Suite {
        name: "snapshots",
        about: "none is pending or left over",
        lane: Lane::Alone,
        run: own::snapshots,
    },
    Suite {
        name: "doctests",
        about: "the examples in the documentation",
        lane: Lane::Alone,
        run: cargo::doctests,
    },
    Suite {
        name: "docs",
        about: "the documentation builds, its links resolve",
        lane: Lane::Alone,
        run: cargo::docs,
    },
    Suite {
        name: "new-game",
        about: "a game can be added as the guide says",
        lane: Lane::Alone,
        run: new_game::is_ready_to_play,
    },
    Suite {
        name: "package",
        about: "each crate can be packed",
        lane: Lane::Alone,
        run: package::crates,
    },
    Suite {
        name: "release",
        about: "`games` builds and knows its games",
        lane: Lane::Alone,
        run: own::release,
    },
    #[cfg(target_os = "linux")]
    Suite {
        name: "torture",
        about: "kills, full disks, flipped bits",
        lane: Lane::Alone,
        run: torture::all,
    },
    Suite {
        name: "perft",
        about: "the counts of the fixtures",
        lane: Lane::Alone,
        run: own::perft,
    },
    Suite {
        name: "solved",
        about: "small starts of docs/solved again",
        lane: Lane::Alone,
        run: own::solved,
    },
    Suite {
        name: "fuzz",
        about: "random texts for all that reads one",
        lane: Lane::Beside,
        run: fuzz::texts,
    },
    Suite {
        name: "readme",
        about: "the commands in the documents",
        lane: Lane::Beside,
        run: own::readme,
    },
    Suite {
        name: "pictures",
        about: "docs/images is what `docs` draws",
        lane: Lane::Beside,
        run: own::pictures,
    },
];

/// What is built beside other suites, and so comes last; left out where Python is missing.
pub(crate) const PYTHON: &[Suite] = &[Suite {
    name: "python",
    about: "the package for Python, its types, tests and adapters",
    lane: Lane::BesideFirst,
    run: python::package,
}];

/// What a change needs while it is being made.
pub(crate) const QUICK: &[Suite] = &[
    Suite {
        name: "rustfmt",
        about: "the sources are formatted",
        lane: Lane::Alone,
        run: cargo::rustfmt,
    },
    Suite { name: "tidy", about: "the house rules hold", lane: Lane::Alone, run: own::tidy },
    Suite {
        name: "clippy",
        about: "no warning in what changed and its users",
        lane: Lane::Alone,
        run: quick::clippy,
    },
    Suite {
        name: "tests",
        about: "the tests of what changed",
        lane: Lane::Alone,
        run: quick::tests,
    },
];

/// Suites that compare with other programs, which have to be installed.
pub(crate) const PEERS: &[Suite] = &[
    // It installs what the suite `browser` needs.
    Suite {
        name: "web-build",
        about: "the pages that are checked in are those that are built",
        lane: Lane::Alone,
        run: browser::build,
    },
    Suite {
        name: "chess-peers",
        about: "python-chess and Stockfish against the UCI engine",
        lane: Lane::Beside,
        run: peers::chess,
    },
    Suite { name: "typos", about: "no word is misspelt", lane: Lane::Beside, run: peers::typos },
    Suite {
        name: "go-peers",
        about: "GNU Go against the GTP engine",
        lane: Lane::Beside,
        run: peers::go,
    },
    Suite {
        name: "browser",
        about: "the pages in Debian's Chromium",
        lane: Lane::BesideFirst,
        run: browser::pages,
    },
];

/// Suites that look at the clock.
pub(crate) const TIMING: &[Suite] = &[
    Suite {
        name: "timing",
        about: "answers and limits are in time",
        lane: Lane::Alone,
        run: cargo::timing,
    },
    Suite {
        name: "web-budgets",
        about: "what pages and their server may cost, in Debian's Chromium",
        lane: Lane::Alone,
        run: browser::budgets,
    },
];

/// Suites that take minutes.
pub(crate) const SLOW: &[Suite] = &[Suite {
    name: "loom",
    about: "threads without locks, in all turns that they may take",
    lane: Lane::Alone,
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

/// How a suite went.
pub(crate) struct Run {
    pub(crate) verdict: Verdict,
    pub(crate) note: String,
    pub(crate) time: Duration,
    /// User time of all that it started.
    pub(crate) processor: Duration,
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
    /// Whether it may run beside others.
    pub(crate) fn is_beside(&self) -> bool {
        self.lane != Lane::Alone
    }

    /// Runs it while nothing else runs. A suite that cannot run has failed once.
    pub(crate) fn run(&self, context: &Context) -> Run {
        self.timed(context, processor_time::of_suites)
    }

    /// Runs it, with a clock of the processor.
    fn timed(&self, context: &Context, processor: fn() -> Duration) -> Run {
        context.progress.replace(Some(Progress::start(self.name)));
        let (begun, spent) = (Instant::now(), processor());
        let verdict = (self.run)(context).unwrap_or_else(|error| self.cannot_run(&error));
        let processor = processor().saturating_sub(spent);
        context.progress.take();
        Run { verdict, note: context.note.take(), time: begun.elapsed(), processor }
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
