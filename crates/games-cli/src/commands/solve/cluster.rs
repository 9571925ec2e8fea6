//! Solving in several processes: this one starts the others, or is one of those that the user
//! starts on several machines.

use std::{
    io::{self, BufRead, Read, Write},
    net::TcpListener,
    path::Path,
    process::{self, Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use games::{Driver, Secret, Session, SolveError, SolveJob, Together};
use games_core::notation::quote;
use solver::Stop;

use super::places;
use crate::{cli::SolveArgs, failure::Failure, input, interrupt};

/// Where a process that is started here listens: at a port that the system chooses.
const ANY_PORT: &str = "127.0.0.1:0";
/// How often those that were started are looked after.
const LOOK_AFTER: Duration = Duration::from_millis(50);
/// Processes that were started here come within this time, or something is wrong.
const WAIT: Duration = Duration::from_secs(30);
/// What tells a process that was started here to stop.
const STOP: &[u8] = b"stop\n";
/// Nobody takes longer to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// The other processes that this one has started, and when to stop.
#[derive(Debug, Default)]
pub(super) struct Crew {
    shared: Arc<Shared>,
    watch: Option<JoinHandle<()>>,
    /// Whether this process is one that does not tell the result.
    pub(super) is_quiet: bool,
}

#[derive(Debug, Default)]
struct Shared {
    stop: AtomicBool,
    is_over: AtomicBool,
    hands: Mutex<Vec<Hand>>,
    /// What the first process that failed had to say.
    failure: Mutex<Option<String>>,
}

#[derive(Debug)]
struct Hand {
    process: usize,
    child: Child,
    /// It ends when this is closed, be it because this process was killed, and stops its work at a
    /// word.
    lifeline: Option<ChildStdin>,
    is_told_to_stop: bool,
    has_ended: bool,
}

impl Crew {
    /// Chooses the driver that the arguments ask for, and starts other processes.
    pub(super) fn begin(
        session: &dyn Session,
        args: &SolveArgs,
        job: &mut SolveJob,
    ) -> Result<Self, Failure> {
        let (mut crew, threads) = (Self::default(), args.threads as usize);
        if let (Some(file), Some(process)) = (&args.cluster.hosts, args.cluster.process) {
            let (sharers, patience) = (args.cluster.sharers as usize, args.cluster.wait);
            let addresses = if sharers > 1 { from_starter(sharers) } else { hosts(file, process)? };
            let secret = args.cluster.secret.as_deref().map(secret).transpose()?;
            let together =
                Together { addresses, process, threads, sharers, patience, listener: None, secret };
            job.driver = Driver::Cluster(together);
            crew.is_quiet = process > 0;
            return Ok(crew);
        }
        let Some(count) = args.cluster.workers.map(|count| count as usize) else {
            return Ok(crew);
        };
        let cannot = |what: &str| {
            let what = what.to_owned();
            move |e| Failure::Other(format!("--workers: cannot {what}: {e}"))
        };
        places::check_use(job, count)?;
        let listener = TcpListener::bind(ANY_PORT).map_err(cannot("listen"))?;
        let first = listener.local_addr().map_err(cannot("listen"))?;
        let mut addresses = vec![ANY_PORT.to_owned(); count];
        addresses[0] = first.to_string();

        for process in 1..count {
            let mut child = command(session, args, job, (process, count))?
                .spawn()
                .map_err(cannot("start another process"))?;
            let mut lifeline = child.stdin.take();
            if let Some(stdin) = &mut lifeline {
                // One that has ended already is noticed later.
                let _ = stdin.write_all((addresses.join("\n") + "\n").as_bytes());
            }
            crew.shared.hands().push(Hand {
                process,
                child,
                lifeline,
                is_told_to_stop: false,
                has_ended: false,
            });
        }
        let listener = Some(Arc::new(listener));
        let patience = WAIT;
        let (sharers, secret) = (count, None);
        let together =
            Together { addresses, process: 0, threads, sharers, patience, listener, secret };
        job.driver = Driver::Cluster(together);
        let shared = Arc::clone(&crew.shared);
        crew.watch = (count > 1).then(|| thread::spawn(move || shared.look_after()));
        Ok(crew)
    }

    /// The flag that ends the work of this process.
    pub(super) fn stop(&self) -> &AtomicBool {
        if self.watch.is_some() { &self.shared.stop } else { interrupt::flag() }
    }

    /// Waits for those that were started, and looks whether one of them is why the work ended.
    pub(super) fn end<T>(
        mut self,
        result: Result<T, SolveError>,
    ) -> Result<Result<T, SolveError>, Failure> {
        let Some(watch) = self.watch.take() else { return Ok(result) };
        self.shared.is_over.store(true, Relaxed);
        let _ = watch.join();
        let until = Instant::now() + FAREWELL;
        while self.shared.look() && Instant::now() < until {
            thread::sleep(LOOK_AFTER);
        }
        let failure = self.shared.failure().take();
        match (&result, failure) {
            (Err(SolveError::Stopped(Stop::Interrupted)), Some(failure))
                if !interrupt::is_set() =>
            {
                Err(Failure::Other(failure))
            }
            // That it is gone is known; this says more.
            (Err(SolveError::Stopped(Stop::Lost(what))), Some(failure))
                if what.ends_with("is gone") =>
            {
                Err(Failure::Other(failure))
            }
            _ => Ok(result),
        }
    }
}

/// Whoever is left is ended.
impl Drop for Crew {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Relaxed);
        for hand in self.shared.hands().iter_mut().filter(|hand| !hand.has_ended) {
            let _ = hand.child.kill();
            let _ = hand.child.wait();
        }
    }
}

impl Shared {
    fn hands(&self) -> std::sync::MutexGuard<'_, Vec<Hand>> {
        self.hands.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failure(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes Ctrl-C on, and stops the work when a process fails: it may never have come.
    fn look_after(&self) {
        while !self.is_over.load(Relaxed) {
            self.look();
            if interrupt::is_set() || self.failure().is_some() {
                self.stop.store(true, Relaxed);
                // One that has not come yet would wait for this process, which has given up.
                self.hands().iter_mut().for_each(Hand::tell_to_stop);
            }
            thread::sleep(LOOK_AFTER);
        }
    }

    /// Looks who has ended, and how; returns whether anyone is left.
    fn look(&self) -> bool {
        let mut is_left = false;
        for hand in self.hands().iter_mut().filter(|hand| !hand.has_ended) {
            match hand.child.try_wait() {
                Ok(Some(status)) => {
                    hand.has_ended = true;
                    let words = hand.words();
                    if status.success() {
                        // What it had to say although all went well.
                        let _ = io::stderr().write_all(words.as_bytes());
                    } else {
                        self.failure().get_or_insert(hand.last_words(&words, status));
                    }
                }
                Ok(None) => is_left = true,
                Err(_) => hand.has_ended = true,
            }
        }
        is_left
    }
}

impl Hand {
    fn tell_to_stop(&mut self) {
        if let Some(lifeline) = &mut self.lifeline
            && !std::mem::replace(&mut self.is_told_to_stop, true)
        {
            // One that has ended already is noticed later.
            let _ = lifeline.write_all(STOP);
        }
    }

    /// What it has said on stderr.
    fn words(&mut self) -> String {
        let mut words = String::new();
        if let Some(stderr) = self.child.stderr.take() {
            let _ = stderr.take(1 << 16).read_to_string(&mut words);
        }
        words
    }

    /// Why it has failed.
    fn last_words(&self, words: &str, status: ExitStatus) -> String {
        match words.lines().last() {
            Some(line) => {
                let line = line.strip_prefix("games: ").unwrap_or(line);
                format!("process {} failed: {line}", self.process)
            }
            None => format!("process {} ended: {status}", self.process),
        }
    }
}

/// The command of another process on this machine: it solves the same position, and hears from
/// stdin where the others are.
fn command(
    session: &dyn Session,
    args: &SolveArgs,
    job: &SolveJob,
    (process, count): (usize, usize),
) -> Result<Command, Failure> {
    let program = std::env::current_exe();
    let program =
        program.map_err(|e| Failure::Other(format!("--workers: cannot find this program: {e}")))?;
    let mut command = Command::new(program);
    command.args(["solve", session.game(), &format!("--position={}", session.position())]);
    if !session.rules().is_empty() {
        command.arg(format!("--rules={}", session.rules()));
    }
    let threads = args.threads.to_string();
    let (process, sharers) = (process.to_string(), count.to_string());
    let memory = format!("{}B", job.memory);
    let wait = format!("{}s", WAIT.as_secs());
    command.args(["--hosts", "-", "--process", &process, "--wait", &wait]);
    command.args(["--threads", &threads, "--memory", &memory, "--sharers", &sharers]);
    if job.is_folded {
        command.arg("--folded");
    }
    if let Some(folder) = &job.checkpoint {
        let every = format!("{}ms", job.checkpoint_every.as_secs_f64() * 1e3);
        command.arg("--checkpoint").arg(folder).args(["--checkpoint-every", &every]);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    Ok(command)
}

/// Reads where the others are from the process that has started this one, stops when that says so,
/// and ends when that does: a process that outlives it would write into the folder of whoever comes
/// next.
fn from_starter(count: usize) -> Vec<String> {
    let addresses: Vec<_> = io::stdin().lock().lines().take(count).map_while(Result::ok).collect();
    if addresses.len() < count {
        process::exit(1);
    }
    thread::spawn(|| {
        if io::stdin().lock().read_exact(&mut [0; STOP.len()]).is_ok() {
            interrupt::flag().store(true, Relaxed);
        }
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        process::exit(1);
    });
    addresses
}

/// Whether this is a process that another one has started.
pub(super) const fn is_started(args: &SolveArgs) -> bool {
    args.cluster.sharers > 1
}

/// Reads what all hosts know.
fn secret(file: &Path) -> Result<Secret, Failure> {
    Secret::read(file)
        .map_err(|e| Failure::Input(format!("--secret: {}: {e}", quote(&file.to_string_lossy()))))
}

/// Reads the list of hosts.
fn hosts(file: &str, process: usize) -> Result<Vec<String>, Failure> {
    let text =
        input::read_file_or_stdin(file)?.map_err(|e| Failure::Input(format!("--hosts: {e}")))?;
    let hosts = games::hosts(&text).map_err(|e| Failure::Input(format!("--hosts: {file}: {e}")))?;
    if process >= hosts.len() {
        let count = crate::words::count(hosts.len() as u64, "host", "hosts");
        let message = format!("--process={process}: there are {count}, numbered from 0");
        return Err(Failure::Input(message));
    }
    if hosts[0].ends_with(":0") {
        let message = format!("--hosts: {file}: the port of the first host has to be known");
        return Err(Failure::Input(message));
    }
    Ok(hosts)
}

/// Whether this is one of the processes that the user starts.
pub(super) const fn has_hosts(args: &SolveArgs) -> bool {
    args.cluster.hosts.is_some()
}

/// Whether several processes do the work.
pub(super) const fn is_asked_for(args: &SolveArgs) -> bool {
    args.cluster.hosts.is_some() || args.cluster.workers.is_some()
}
