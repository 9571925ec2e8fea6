//! `games solve --disk`.

use std::{fs, process::Command};

use serde_json::Value as Json;

use crate::{
    run::{command, json, run, stderr},
    solve::{Folder, fails, names, settled},
};

/// With a mebibyte its largest tier takes a third, and questions about it more than that.
const KONANE: [&str; 4] = ["solve", "konane", "--rules", "rows=5,cols=5"];
const STATE: &str = "games-disk.state";

/// The answer of a command without what differs from run to run, and what was said on stderr.
#[track_caller]
fn solved(args: &[&str]) -> (Json, String) {
    let output = run(&[args, &["--json"]].concat());
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    (settled(serde_json::from_slice(&output.stdout).unwrap()), said)
}

#[test]
fn work_on_disk_ends_like_work_in_memory() {
    let folder = Folder::new("disk");
    let (plain, out) = (folder.path("plain.solved"), folder.path("out.solved"));
    let work = folder.path("work");
    fs::create_dir(&work).unwrap();
    // What is not its own stays.
    fs::write(format!("{work}/mine.3.part"), "mine").unwrap();
    let expected = settled(json(&[&KONANE[..], &["--out", &plain]].concat()));
    let keep = ["--disk", &work, "--memory", "1MiB", "--out", &out];
    let (done, said) = solved(&[&KONANE[..], &keep].concat());
    assert_eq!(done, expected);
    assert!(fs::read(&out).unwrap() == fs::read(&plain).unwrap(), "the tables differ");
    assert_eq!(names(&work), ["mine.3.part"]);
    // 836,459 positions are kept.
    let told = said.strip_prefix("games: about ").and_then(|said| said.split(' ').next());
    let told: u64 = told.unwrap_or_default().replace(',', "").parse().unwrap_or(0);
    assert!((400_000..1_700_000).contains(&told), "{said}");
    assert!(said.contains("positions to keep, and about ") && said.lines().count() == 1, "{said}");
}

#[cfg(unix)]
#[test]
fn killed_work_on_disk_goes_on_and_ends_alike() {
    let folder = Folder::new("disk-killed");
    let (plain, out) = (folder.path("plain.solved"), folder.path("out.solved"));
    let work = folder.path("work");
    fs::create_dir(&work).unwrap();
    let expected = settled(json(&[&KONANE[..], &["--out", &plain]].concat()));
    let keep = ["--disk", &work, "--checkpoint-every", "1ms", "--out", &out, "--memory", "1MiB"];
    let state = || fs::read_to_string(format!("{work}/{STATE}")).unwrap_or_default();
    // Each time as soon as it has got on from where it was.
    for _ in 0..4 {
        let before = state();
        let mut child = command(&[&KONANE[..], &keep].concat()).spawn().unwrap();
        while state().is_empty() || state() == before {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
        }
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "it was not killed in time");
    }
    // With other memory, too.
    let (done, _) = solved(&[&KONANE[..], &["--disk", &work, "--out", &out]].concat());
    assert_eq!(done, expected);
    assert_eq!(names(&work), [""; 0]);
    assert!(fs::read(&out).unwrap() == fs::read(&plain).unwrap(), "the tables differ");
}

#[test]
fn what_cannot_be_solved_on_disk_is_refused_before_any_work() {
    let folder = Folder::new("disk-refused");
    let (work, file) = (folder.path("work"), folder.path("file"));
    fs::create_dir(&work).unwrap();
    fs::write(&file, "mine").unwrap();
    let missing = folder.path("missing");
    for (args, message) in [
        (&["--disk", &missing][..], "missing` is no folder"),
        (&["--disk", &file], "file` is no folder"),
        (&["--disk", &work, "--threads", "2"], "leave --threads"),
        (&["--disk", &work, "--memory", "1000KiB"], "1.0 MiB of memory at least"),
    ] {
        let line = fails(&[&KONANE[..], args].concat(), 2);
        assert!(line.contains("--disk") && line.contains(message), "{line}");
    }
    let output = run(&[&KONANE[..], &["--disk", &work, "--checkpoint", &work]].concat());
    assert_eq!(output.status.code(), Some(2));
    // Moves of Ten may lead in circles, and so may those of chess.
    for game in [&["ten"][..], &["chess", "--position", "8/8/8/8/8/2k5/8/K6R w - - 0 1"]] {
        let line = fails(&[&["solve"], game, &["--disk", &work]].concat(), 2);
        assert!(line.contains("--disk: games whose positions can come again"), "{line}");
    }
    assert_eq!(names(&work), [""; 0], "nothing is left behind");
    assert_eq!(names(folder.path(".").as_str()), ["file", "work"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_or_is_in_use_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("disk-in-use");
    let (work, locked) = (folder.path("work"), folder.path("locked"));
    fs::create_dir(&work).unwrap();
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // Nothing is forbidden to a superuser.
    if fs::write(format!("{locked}/try"), "").is_err() {
        let line = fails(&[&KONANE[..], &["--disk", &locked]].concat(), 2);
        assert!(line.contains("--disk") && line.contains("permission denied"), "{line}");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();

    // Far too much work to come to an end.
    let endless = ["solve", "konane", "--rules", "rows=7,cols=7", "--memory", "16MiB"];
    let keep = ["--disk", &work, "--checkpoint-every", "1ms"];
    let mut first = command(&[&endless[..], &keep].concat()).spawn().unwrap();
    while !names(&work).iter().any(|name| name == STATE) {
        assert!(first.try_wait().unwrap().is_none());
    }
    let line = fails(&[&KONANE[..], &["--disk", &work]].concat(), 2);
    assert!(line.contains("another run works there"), "{line}");
    first.kill().unwrap();
    first.wait().unwrap();
    // The lock of a run that was killed goes with the next one that looks.
    let kept = || names(&work).into_iter().filter(|name| !name.starts_with("lock"));
    let left = kept().count();
    let line = fails(&[&KONANE[..], &["--disk", &work]].concat(), 2);
    assert!(line.contains("--disk: ") && line.contains("is of konane with rows=7"), "{line}");
    let line = fails(&[&endless[..], &["--checkpoint", &work]].concat(), 2);
    assert!(line.contains("--checkpoint: ") && line.contains("it holds work on disk"), "{line}");
    assert_eq!(kept().count(), left, "nothing was removed");
}

/// A disk without room, as a limit for each file.
#[cfg(unix)]
#[test]
fn a_disk_without_room_ends_the_work_in_one_line_and_it_goes_on() {
    let folder = Folder::new("disk-full");
    let work = folder.path("work");
    fs::create_dir(&work).unwrap();
    let expected = settled(json(&KONANE));
    let program = env!("CARGO_BIN_EXE_games");
    let keep = ["--disk", &work, "--memory", "1MiB"];
    let line = [&[program], &KONANE[..], &keep].concat().join(" ");
    let limited = format!("ulimit -f 128; exec {line}");
    let output = Command::new("sh").args(["-c", &limited]).output().unwrap();
    let said = stderr(&output);
    let last = said.lines().last().unwrap_or_default();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(last.contains("File too large") && last.contains("keeps the work"), "{said}");
    assert_eq!(solved(&[&KONANE[..], &keep].concat()).0, expected);
}
