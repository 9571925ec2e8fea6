//! A process of a cluster that can be killed: this program, started again for one test.

use core::time::Duration;
use std::{
    env,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::Arc,
    thread,
};

use solver_dist::Cluster;

use crate::cluster::{Process, checkpoint, identity};

const ORDER: &str = "SOLVER_DIST_TEST";

/// How long a step takes at least, so that there is time to kill.
const PAUSE: Duration = Duration::from_millis(4);

/// What a process is to do, as words of a text: the space, its number, of how many, where process
/// 0 is, and the folder for checkpoints.
fn order(name: &str, process: usize, count: usize, first: &str, folder: &Path) -> String {
    format!("{name} {process} {count} {first} {}", folder.display())
}

/// Nothing, unless this program was started to be a process of a cluster.
#[test]
fn act_as_a_process() {
    let Ok(order) = env::var(ORDER) else { return };
    let mut words = order.splitn(5, ' ');
    let mut next = || words.next().expect("five words");
    let name = crate::spaces::NAMES.into_iter().find({
        let name = next();
        move |&other| other == name
    });
    let name = name.expect("a space");
    let (process, count): (usize, usize) = (next().parse().unwrap(), next().parse().unwrap());
    let mut addresses = vec!["127.0.0.1:0".to_owned(); count];
    next().clone_into(&mut addresses[0]);
    let folder = Path::new(next());
    let listener = (process == 0).then(|| TcpListener::bind(&addresses[0]).unwrap());
    if let Some(listener) = &listener {
        addresses[0] = listener.local_addr().unwrap().to_string();
        say(&format!("at {}", addresses[0]));
    }
    let mut cluster = Cluster::new(addresses, process, 1, identity(name));
    cluster.listener = listener.map(Arc::new);
    cluster.patience = Duration::from_secs(20);
    let mut process = Process::new(name, cluster);
    process.job.checkpoint = Some(checkpoint(name, folder, Duration::from_millis(10)));
    process.job.slice = Some(200);
    process.observer = Box::new(|_| thread::sleep(PAUSE));
    match process.run() {
        Ok(outcome) => {
            say(&outcome.summary.map_or_else(|| "done".to_owned(), |s| format!("{:x}", s.digest)));
        }
        Err(stop) => {
            say(&stop.to_string());
            std::process::exit(1);
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "\n| {line}").and_then(|()| out.flush()).expect("someone listens");
}

/// A process of its own.
pub(crate) struct Spawned {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
}

impl Spawned {
    pub(crate) fn new(
        name: &str,
        (process, count): (usize, usize),
        first: &str,
        folder: &Path,
    ) -> Self {
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "child::act_as_a_process", "--nocapture"])
            .env(ORDER, order(name, process, count, first, folder))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        Self { child, out }
    }

    /// Process 0, and where it is.
    pub(crate) fn first(name: &str, count: usize, folder: &Path) -> (Self, String) {
        let mut first = Self::new(name, (0, count), "127.0.0.1:0", folder);
        let line = first.line();
        let address = line.strip_prefix("at ").unwrap().to_owned();
        (first, address)
    }

    /// The next line that it says.
    fn line(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.out.read_line(&mut line).unwrap() > 0, "it said nothing");
            if let Some(said) = line.strip_prefix("| ") {
                return said.trim_end().to_owned();
            }
        }
    }

    /// As `kill -9` does; without effect on a process that has ended.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for its last word and its end.
    pub(crate) fn end(mut self) -> (String, ExitStatus) {
        let said = self.line();
        (said, self.child.wait().unwrap())
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
