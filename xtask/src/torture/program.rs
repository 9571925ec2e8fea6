//! The program `games` in a group of processes of its own, none of which outlives the trial.

use std::{
    fs::{self, File},
    io::{Read, Seek},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::Path,
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use nix::{
    sys::signal::{Signal, kill, killpg},
    unistd::Pid,
};
use serde_json::Value as Json;

/// Nothing here takes longer unless it hangs.
const HANGS: Duration = Duration::from_secs(60);

/// A program that runs.
pub(super) struct Program {
    child: Child,
    begun: Instant,
    stdout: File,
    stderr: File,
}

/// How a program ended.
pub(super) struct Ending {
    pub(super) status: ExitStatus,
    pub(super) stdout: String,
    pub(super) stderr: String,
    pub(super) took: Duration,
}

impl Program {
    /// Starts it in a folder, with nothing to read.
    pub(super) fn start(mut command: Command, folder: &Path) -> Result<Self> {
        command.stdin(Stdio::null());
        Self::spawn(command, folder)
    }

    /// Starts it in a folder, with a pipe to read from.
    pub(super) fn start_to_talk(mut command: Command, folder: &Path) -> Result<Self> {
        command.stdin(Stdio::piped());
        Self::spawn(command, folder)
    }

    fn spawn(mut command: Command, folder: &Path) -> Result<Self> {
        // Files, since nobody reads while it runs.
        let (stdout, stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
        command.stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        command.current_dir(folder).process_group(0);
        let child = command.spawn().context("cannot start games")?;
        Ok(Self { child, begun: Instant::now(), stdout, stderr })
    }

    pub(super) fn input(&mut self) -> ChildStdin {
        self.child.stdin.take().expect("started to talk, and asked for once")
    }

    /// Sends a signal to the process that was started.
    pub(super) fn signal(&self, signal: Signal) -> Result<()> {
        kill(self.pid(), signal).context("cannot send a signal")
    }

    /// Ends all processes at once.
    pub(super) fn kill_all(&mut self) {
        let _ = killpg(self.pid(), Signal::SIGKILL);
        let _ = self.child.wait();
    }

    /// Ends the process that was started alone.
    pub(super) fn kill_first(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits so long; returns how it ended, if it did.
    pub(super) fn within(&mut self, time: Duration) -> Result<Option<Ending>> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().context("waiting for games")? {
                return self.ending(status).map(Some);
            }
            let Some(left) = time.checked_sub(begun.elapsed()) else { return Ok(None) };
            thread::sleep(left.min(Duration::from_millis(1)));
        }
    }

    /// Waits for its end; a program that hangs is killed.
    pub(super) fn end(&mut self) -> Result<Ending> {
        if let Some(ending) = self.within(HANGS)? {
            return Ok(ending);
        }
        self.kill_all();
        let status = self.child.wait().context("waiting for games")?;
        self.ending(status)
    }

    fn ending(&mut self, status: ExitStatus) -> Result<Ending> {
        let took = self.begun.elapsed();
        let (stdout, stderr) = (text(&mut self.stdout)?, text(&mut self.stderr)?);
        Ok(Ending { status, stdout, stderr, took })
    }

    pub(super) fn has_said(&mut self, words: &str) -> Result<bool> {
        Ok(text(&mut self.stdout)?.contains(words))
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }

    /// The most memory that all of its processes have had, each at its own worst moment; 0 when
    /// they are gone.
    pub(super) fn peak_memory(&self) -> u64 {
        self.living().into_iter().filter_map(peak_memory).sum()
    }

    /// Its processes that have not ended.
    pub(super) fn living(&self) -> Vec<u32> {
        let processes = fs::read_dir("/proc").into_iter().flatten().filter_map(Result::ok);
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let group = self.child.id();
        numbers.filter(|&process| group_of_living(process) == Some(group)).collect()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill_all();
    }
}

fn text(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The group of a process, unless it is gone or waits for its burial.
fn group_of_living(process: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // `PID (NAME) STATE PARENT GROUP`, where a name may hold anything.
    let (_, rest) = stat.rsplit_once(") ")?;
    let mut fields = rest.split(' ');
    let (state, _parent) = (fields.next()?, fields.next()?);
    let group = fields.next()?.parse().ok()?;
    (!matches!(state, "Z" | "X")).then_some(group)
}

fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

impl Ending {
    /// The seconds that it took, if it ended well and said nothing else.
    pub(super) fn well(&self) -> Result<f64, String> {
        match self.status.code() {
            Some(0) if self.stderr.is_empty() => Ok(self.took.as_secs_f64()),
            _ => Err(self.words()),
        }
    }

    /// The seconds that it took, if it was refused with that status in one line that has these words.
    pub(super) fn refused(&self, status: i32, words: &str) -> Result<f64, String> {
        let one_line = self.stderr.lines().count() == 1 && self.stderr.contains(words);
        match self.status.code() == Some(status) && one_line {
            true => Ok(self.took.as_secs_f64()),
            false => Err(self.words()),
        }
    }

    /// Whether Ctrl-C ended it, by its own handler or before it had one.
    pub(super) fn interrupted(&self) -> bool {
        self.status.code() == Some(130) || self.status.signal() == Some(Signal::SIGINT as i32)
    }

    /// The object that it printed, without what differs from run to run.
    pub(super) fn settled(&self) -> Result<Json, String> {
        let mut object: Json = serde_json::from_str(&self.stdout).map_err(|_| self.words())?;
        for changing in ["seconds", "positions_per_second", "bytes", "bytes_per_position"] {
            if let Some(value) = object.get_mut(changing) {
                value.take();
            }
        }
        Ok(object)
    }

    pub(super) fn words(&self) -> String {
        let said = self.stderr.lines().next().unwrap_or("nothing on stderr");
        format!("{}: {said}", self.status)
    }
}
