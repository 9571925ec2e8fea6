//! Disks that are full.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::Result;

use super::{
    program::{Ending, Program},
    workshop::{Expected, Workshop},
};

/// What is written, and the line that needs room for it.
const LINES: [&str; 3] = [
    "solve konane --rules rows=5,cols=4,any_piece=true,misere=true --json --out out.solved",
    "solve konane --rules rows=5,cols=4,any_piece=true,misere=true --json --checkpoint work \
     --checkpoint-every 1ms",
    "match othello --rules size=4 --p1 mcts:sims=20 --p2 alphabeta:depth=2 --games 80 --seed 5 \
     --json --results results.jsonl",
];

/// Room in KiB, too little for any of them.
const ROOM: [usize; 3] = [4, 2, 1];

/// What stood there before.
const OLD: &str = "an old file";

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    for at in 0.. {
        if !workshop.goes_on() {
            break;
        }
        let (line, kib) = (LINES[at % LINES.len()], ROOM[at / LINES.len() % ROOM.len()]);
        let expected = workshop.expect(line)?;
        let judged = match SmallDisk::mount(workshop.empty("disk")?, kib) {
            // Every other time, so that limits of files have their turn.
            Some(disk) if at % 2 == 0 => on_a_full_disk(workshop, &disk, line, &expected)?,
            _ => with_small_files(workshop, kib, line, &expected)?,
        };
        workshop.note(&format!("`games {line}` with room for {kib} KiB"), judged);
    }
    Ok(())
}

fn on_a_full_disk(
    workshop: &Workshop,
    disk: &SmallDisk,
    line: &str,
    expected: &Expected,
) -> Result<Result<f64, String>> {
    let folder = disk.0.as_path();
    let old = put_old(folder, line)?;
    let ending = workshop.run(folder, line)?;
    disk.grow();
    and_again(workshop, folder, line, expected, &ending, old)
}

fn with_small_files(
    workshop: &Workshop,
    kib: usize,
    line: &str,
    expected: &Expected,
) -> Result<Result<f64, String>> {
    let folder = workshop.empty("small")?;
    let old = put_old(&folder, line)?;
    let ending = Program::start(workshop.command_within(kib, line), &folder)?.end()?;
    and_again(workshop, &folder, line, expected, &ending, old)
}

/// A table may be there, which a better one is to replace.
fn put_old(folder: &Path, line: &str) -> Result<Option<PathBuf>> {
    let old = folder.join("out.solved");
    if !line.contains("--out") {
        return Ok(None);
    }
    fs::write(&old, OLD)?;
    Ok(Some(old))
}

/// Judges what came without room, and what comes with it.
fn and_again(
    workshop: &Workshop,
    folder: &Path,
    line: &str,
    expected: &Expected,
    ending: &Ending,
    old: Option<PathBuf>,
) -> Result<Result<f64, String>> {
    let refused = ending.refused(1, "");
    let kept = old.is_none_or(|old| fs::read_to_string(old).is_ok_and(|text| text == OLD));
    let again = expected.compare(&workshop.run(folder, line)?, folder);
    Ok(refused.and_then(|took| {
        kept.then_some(()).ok_or("the old file is gone")?;
        again.map_err(|wrong| format!("with room: {wrong}"))?;
        Ok(took)
    }))
}

/// A disk in memory; only root can have one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(folder: PathBuf, kib: usize) -> Option<Self> {
        let size = format!("size={kib}k");
        mount(&["-t", "tmpfs", "-o", &size, "tmpfs"], &folder).then_some(Self(folder))
    }

    fn grow(&self) {
        mount(&["-o", "remount,size=64m"], &self.0);
    }
}

fn mount(args: &[&str], folder: &Path) -> bool {
    let mut mount = Command::new("mount");
    mount.args(args).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
    mount.status().is_ok_and(|status| status.success())
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).stderr(Stdio::null()).status();
    }
}
