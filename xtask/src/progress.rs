//! Telling what is going on while it takes long: on a terminal in one line that is written again
//! and again, in a log by a line every now and then.

use std::{
    io::IsTerminal,
    sync::{Arc, LazyLock, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often the line on a terminal is written.
const ON_TERMINAL: Duration = Duration::from_millis(250);

/// How often a log gets a line.
const IN_LOG: Duration = Duration::from_secs(30);

/// The lines on a terminal: one for each of the things that go on side by side.
static LINES: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Writes something else; on a terminal the lines make way for it.
pub(crate) fn between_lines(write: impl FnOnce()) {
    LINES.suspend(write);
}

/// What is going on; ends when it is dropped.
pub(crate) enum Progress {
    Terminal(ProgressBar),
    Log {
        doing: Arc<Mutex<String>>,
        /// Dropping it ends the thread that writes.
        _open: mpsc::Sender<()>,
    },
}

impl Progress {
    /// Starts telling of something with a name.
    pub(crate) fn start(name: &'static str) -> Self {
        if std::io::stderr().is_terminal() { on_terminal(name) } else { in_log(name, IN_LOG) }
    }

    /// Says what is being done.
    pub(crate) fn say(&self, doing: &str) {
        match self {
            Self::Terminal(bar) => bar.set_message(doing.to_owned()),
            Self::Log { doing: kept, .. } => {
                doing.clone_into(&mut kept.lock().unwrap_or_else(PoisonError::into_inner));
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Self::Terminal(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn on_terminal(name: &'static str) -> Progress {
    let bar = LINES.add(ProgressBar::new_spinner().with_prefix(name));
    let style = ProgressStyle::with_template("{prefix:<11} {elapsed:>4}  {wide_msg}");
    bar.set_style(style.expect("the template is constant"));
    bar.enable_steady_tick(ON_TERMINAL);
    Progress::Terminal(bar)
}

fn in_log(name: &'static str, every: Duration) -> Progress {
    let doing = Arc::new(Mutex::new(String::new()));
    let (open, closed) = mpsc::channel::<()>();
    let shown = Arc::clone(&doing);
    thread::spawn(move || {
        let start = Instant::now();
        while closed.recv_timeout(every) == Err(mpsc::RecvTimeoutError::Timeout) {
            let doing = shown.lock().unwrap_or_else(PoisonError::into_inner).clone();
            println!("{name:<11} ... {:.0} s  {doing}", start.elapsed().as_secs_f64());
        }
    });
    Progress::Log { doing, _open: open }
}
