//! `games solve` in several processes.

use std::{
    fs,
    io::Write,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value as Json, json as object};

use crate::run::{command, end_of, json, run, run_with, stderr, stdout};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("games-cluster-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// A list of so many hosts on this machine, of which the first has a port that is free.
    fn hosts(&self, count: usize) -> String {
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let path = self.path(&format!("hosts-{}", free.port()));
        let others = "127.0.0.1:0 # any port\n".repeat(count - 1);
        fs::write(&path, format!("# the first prints the result\n{free}\n\n{others}")).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The object without what differs from run to run.
fn settled(mut solved: Json) -> Json {
    for changing in ["seconds", "positions_per_second", "bytes", "bytes_per_position"] {
        assert!(solved[changing].is_number(), "{changing}: {solved}");
        solved[changing].take();
    }
    solved
}

/// Starts one of the hosts. On a busy machine it takes long until the others are there.
fn host(args: &[&str], hosts: &str, process: usize) -> Child {
    let process = process.to_string();
    let all = [args, &["--hosts", hosts, "--process", &process, "--wait", "600s"]].concat();
    command(&all).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Starts all of them and waits for their ends.
fn all_hosts(args: &[&str], hosts: &str, count: usize) -> Vec<Output> {
    let children: Vec<_> = (0..count).map(|process| host(args, hosts, process)).collect();
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

#[cfg(unix)]
fn signal(name: &str, child: &Child) {
    let status = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

const LONG: [&str; 4] = ["solve", "konane", "--rules", "rows=5,cols=4,any_piece=true,misere=true"];
/// More positions than any machine has time for.
const ENDLESS: [&str; 4] = ["solve", "othello", "--rules", "size=6"];

#[test]
fn processes_on_this_machine_agree_with_one() {
    let folder = Folder::new("workers");
    let (plain, out) = (folder.path("plain.solved"), folder.path("out.solved"));
    for (args, workers) in [
        (&["solve", "northcott", "--rules", "backward=true"][..], "1"),
        (&["solve", "northcott", "--rules", "backward=true", "--moves", "1+1"], "2"),
        (&["solve", "tictactoe", "--stats", "--threads", "2"], "3"),
        (&["solve", "othello", "--rules", "size=4"], "2"),
    ] {
        let expected = settled(json(&[args, &["--out", &plain]].concat()));
        let done = json(&[args, &["--workers", workers, "--out", &out]].concat());
        assert_eq!(settled(done), expected, "{args:?}");
        assert_eq!(fs::read(&out).unwrap(), fs::read(&plain).unwrap(), "{args:?}");
    }
    let output = run(&["solve", "konane", "--workers", "2"]);
    assert!(stdout(&output).contains("reachable 17 positions: 9 win, 8 lose"));
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
}

#[test]
fn hosts_agree_with_one_and_the_first_tells() {
    let folder = Folder::new("hosts");
    let out = folder.path("out.solved");
    let args = ["solve", "surround", "--json"];
    let mut hosts = all_hosts(&args, &folder.hosts(2), 2);
    let second = hosts.pop().unwrap();
    assert_eq!(stdout(&second), "");
    assert_eq!(stderr(&second), "games: process 0 has the result\n");
    assert_eq!(second.status.code(), Some(0));
    let first: Json = serde_json::from_str(&stdout(&hosts[0])).unwrap();
    assert_eq!(settled(first), settled(json(&["solve", "surround"])));

    // The one that stores is the first, whatever the others say.
    let args = ["solve", "surround", "--out", &out];
    assert!(all_hosts(&args, &folder.hosts(3), 3).iter().all(|host| host.status.success()));
    let plain = folder.path("plain.solved");
    json(&["solve", "surround", "--out", &plain]);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&plain).unwrap());
}

/// The line on stderr of a command that ends with a status and prints nothing.
#[track_caller]
fn failed(output: &Output, status: i32) -> String {
    let line = stderr(output);
    assert_eq!(output.status.code(), Some(status), "{line}");
    assert_eq!((stdout(output).as_str(), line.lines().count()), ("", 1), "{line}");
    line
}

#[test]
fn bad_arguments_and_lists_are_refused_in_one_line() {
    let folder = Folder::new("bad");
    let list = |text: &str| {
        let path = folder.path("list");
        fs::write(&path, text).unwrap();
        path
    };
    let check = |args: &[&str], message: &str| {
        let line = failed(&run(&[&["solve", "ten"], args].concat()), 2);
        assert!(line.contains(message), "{line}");
    };
    check(&["--workers", "0"], "--workers");
    check(&["--workers", "65"], "--workers");
    check(&["--process", "0"], "--hosts");
    check(&["--hosts", "x"], "--process");
    check(&["--wait", "1s"], "--hosts");
    check(&["--workers", "2", "--hosts", "x", "--process", "0"], "exclude each other");
    check(&["--hosts", "/no/such", "--process", "0"], "--hosts: cannot read /no/such");
    let path = list("a:1\n# b\nc:x\n");
    let message = format!("--hosts: {path}: line 3: `x` is no port");
    check(&["--hosts", &path, "--process", "0"], &message);
    let path = list("a:1\nb:1\n");
    let message = "--process=2: there are 2 hosts, numbered from 0";
    check(&["--hosts", &path, "--process", "2"], message);
    let path = list("127.0.0.1:0\n");
    check(&["--hosts", &path, "--process", "0"], "the port of the first host has to be known");
    let path = list("\u{1b}[2J");
    let line = failed(&run(&["solve", "ten", "--hosts", &path, "--process", "0"]), 2);
    assert!(!line.contains('\u{1b}'), "{line:?}");
    let output = run_with(&["solve", "ten", "--hosts", "-", "--process", "0"], "nowhere");
    assert!(failed(&output, 2).contains("line 1: `nowhere` has no port"));
    // A request that can never fit.
    let northcott = ["solve", "northcott", "--rules", "rows=6,cols=10", "--memory", "1MiB"];
    let line = failed(&run(&[&northcott[..], &["--workers", "2"]].concat()), 2);
    assert!(line.contains("1.0 MiB are allowed (--memory)"), "{line}");
}

#[test]
fn a_bad_secret_is_refused_in_one_line() {
    let folder = Folder::new("secret");
    let (hosts, short) = (folder.hosts(2), folder.path("short"));
    fs::write(&short, "too short\n").unwrap();
    for (file, message) in [
        (short, "a secret has at least 16 bytes, this has 9"),
        (folder.path("none"), "No such file"),
    ] {
        let args = ["solve", "ten", "--hosts", &hosts, "--process", "0", "--secret", &file];
        let line = failed(&run(&args), 2);
        assert!(line.contains("--secret") && line.contains(message), "{line}");
    }
}

#[test]
fn hosts_that_do_not_come_or_do_not_agree_end_in_one_line() {
    let folder = Folder::new("alone");
    let hosts = folder.hosts(2);
    for (process, message) in
        [("0", "process 1 at 127.0.0.1:0 did not come"), ("1", "cannot reach")]
    {
        let args = ["solve", "ten", "--hosts", &hosts, "--process", process, "--wait", "300ms"];
        let line = failed(&run(&args), 1);
        assert!(line.contains(message), "{line}");
    }
    let first = host(&["solve", "ten"], &hosts, 0);
    let second = host(&["solve", "ten", "--rules", "misere=true"], &hosts, 1);
    for host in [first, second] {
        let line = failed(&host.wait_with_output().unwrap(), 2);
        assert!(line.contains("process 1 at 127.0.0.1:0 does not solve what process 0"), "{line}");
        assert!(line.contains("misere=true"), "{line}");
    }
}

/// Waits until a file whose name begins so is in a folder; for as long as those work who are to
/// write it, for on a busy machine nobody knows how long that takes. Returns whether it came.
#[cfg(unix)]
fn comes(folder: &str, name: &str, writers: &mut [Child]) -> bool {
    let is_there = || {
        let names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        names.map(|entry| entry.file_name()).any(|file| {
            let file = file.to_string_lossy();
            file.starts_with(name) && !file.ends_with("unfinished")
        })
    };
    loop {
        let have_ended = writers.iter_mut().all(|child| child.try_wait().unwrap().is_some());
        if is_there() || have_ended {
            return is_there();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
#[track_caller]
fn wait_for(folder: &str, name: &str, writers: &mut [Child]) {
    assert!(comes(folder, name, writers), "{name} does not come: {writers:?} have ended");
}

#[cfg(unix)]
#[test]
fn a_killed_host_is_missed_and_the_same_commands_go_on() {
    let folder = Folder::new("killed");
    let (hosts, work) = (folder.hosts(2), folder.path("work"));
    let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms", "--memory", "256MiB"];
    let args = [&ENDLESS[..], &keep].concat();
    let mut both = [0, 1].map(|process| host(&args, &hosts, process));
    wait_for(&work, "checkpoint.1-of-2.", &mut both);
    let [first, mut second] = both;
    second.kill().unwrap();
    second.wait().unwrap();
    // Long before it would give up waiting for others to come.
    let line = failed(&end_of(first), 1);
    assert!(line.contains("process 1 at 127.0.0.1:0 is gone"), "{line}");
    assert!(line.contains(&format!("{work} keeps the work, and the same command again")), "{line}");

    // Something that comes to an end, again and again until it is killed before.
    let (work, out) = (folder.path("short"), folder.path("out.solved"));
    let plain = folder.path("plain.solved");
    let expected = settled(json(&[&LONG[..], &["--out", &plain]].concat()));
    let keep = ["--checkpoint", &work, "--out", &out, "--json"];
    let args = [&LONG[..], &keep, &["--checkpoint-every", "1ms"]].concat();
    loop {
        let mut both = [0, 1].map(|process| host(&args, &hosts, process));
        let is_begun = comes(&work, "checkpoint.0-of-2.2", &mut both);
        let [mut first, second] = both;
        let _ = first.kill();
        let (status, second) = (first.wait().unwrap(), end_of(second));
        assert!(status.code().is_none_or(|code| code == 0), "{status}");
        if is_begun && status.code().is_none() {
            assert!(failed(&second, 1).contains("process 0 at "));
            break;
        }
        let _ = fs::remove_dir_all(&work);
    }
    let ended = all_hosts(&[&LONG[..], &keep].concat(), &hosts, 2);
    let done: Json = serde_json::from_str(&stdout(&ended[0])).unwrap();
    assert_eq!(settled(done), expected);
    assert_eq!(fs::read(&out).unwrap(), fs::read(&plain).unwrap());
    assert!(!Path::new(&work).exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_any_process_ends_all_and_keeps_the_work() {
    let folder = Folder::new("interrupted");
    for process in 0..2 {
        let (hosts, work) = (folder.hosts(2), folder.path(&format!("work{process}")));
        let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms", "--memory", "256MiB"];
        let args = [&ENDLESS[..], &keep, &["--json"]].concat();
        let mut children = [0, 1].map(|process| host(&args, &hosts, process));
        wait_for(&work, "checkpoint.1-of-2.", &mut children);
        signal("-INT", &children[process]);
        let [first, second] = children.map(|child| child.wait_with_output().unwrap());
        let told: Json = serde_json::from_str(&stdout(&first)).unwrap();
        assert_eq!((&told["interrupted"], &told["checkpoint"]), (&true.into(), &object!(work)));
        assert_eq!((first.status.code(), second.status.code()), (Some(130), Some(130)));
        assert_eq!((stdout(&second).as_str(), stderr(&second).as_str()), ("", ""));
        wait_for(&work, "checkpoint.0-of-2.", &mut []);
    }
    // Also of the one that started the others.
    let work = folder.path("workers");
    let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms", "--memory", "512MiB"];
    let args = [&ENDLESS[..], &keep, &["--workers", "3"]].concat();
    let child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut child = [child];
    wait_for(&work, "checkpoint.2-of-3.", &mut child);
    let [child] = child;
    signal("-INT", &child);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(130), ""));
    assert!(stdout(&output).contains(&format!("kept in {work}")), "{}", stdout(&output));
}

/// The processes that a process has started.
#[cfg(target_os = "linux")]
fn children_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let is_child = |pid: &u32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        status
            .lines()
            .any(|line| line.strip_prefix("PPid:").is_some_and(|n| n.trim() == parent.to_string()))
    };
    numbers.filter(is_child).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_worker_is_reported_and_nobody_is_left() {
    let folder = Folder::new("worker");
    let work = folder.path("work");
    let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms", "--memory", "256MiB"];
    let args = [&ENDLESS[..], &keep, &["--workers", "3"]].concat();
    let child = command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut child = [child];
    wait_for(&work, "checkpoint.2-of-3.", &mut child);
    let [child] = child;
    let workers = children_of(child.id());
    assert_eq!(workers.len(), 2);
    let kill = std::process::Command::new("kill").args(["-9", &workers[0].to_string()]).status();
    assert!(kill.unwrap().success());
    let line = failed(&child.wait_with_output().unwrap(), 1);
    assert!(line.contains("process ") && line.contains("SIGKILL"), "{line}");
    assert!(line.contains("keeps the work"), "{line}");
    assert!(workers.iter().all(|pid| !Path::new(&format!("/proc/{pid}")).exists()));

    // Without the one that started them the others end, too, whether they have met or not: they
    // waited for half a minute, and may write into the folder of whoever comes next.
    fs::remove_dir_all(&work).unwrap();
    let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    let mut workers = children_of(child.id());
    while workers.len() < 2 {
        assert!(begun.elapsed() < Duration::from_secs(20), "they were not started");
        workers = children_of(child.id());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let begun = Instant::now();
    while workers.iter().any(|pid| is_running(*pid)) {
        assert!(begun.elapsed() < Duration::from_secs(20), "they go on");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// It went on to wait for a first process that had given up, and was killed after five seconds.
#[test]
fn a_process_that_was_started_and_meets_nobody_stops_at_a_word() {
    let first = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = ["--hosts", "-", "--process", "1", "--sharers", "2", "--wait", "5s"];
    let args = [&ENDLESS[..], &own].concat();
    let mut child = command(&args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lifeline = child.stdin.take().unwrap();
    let hosts = format!("{}\n127.0.0.1:0\n", first.local_addr().unwrap());
    lifeline.write_all(hosts.as_bytes()).unwrap();
    let _silent = first.accept().unwrap();
    lifeline.write_all(b"stop\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(130), ""));
}

/// Whether a process is there and no zombie: in a container nobody may be there to bury it.
#[cfg(target_os = "linux")]
fn is_running(pid: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
}
