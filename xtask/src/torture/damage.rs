//! Bits that flip on the disk.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

use super::workshop::Workshop;

const TABLE: &str = "solve northcott --rules rows=3,cols=5 --json --out out.solved";
const LOOKUP: &str = "show northcott --rules rows=3,cols=5 --solved --json --tables .";
const SOLVE: &str = "solve konane --rules rows=5,cols=4,any_piece=true,misere=true --json \
                     --out out.solved --checkpoint work --checkpoint-every 1ms";
const MATCH: &str = "match othello --rules size=4 --p1 mcts:sims=20 --p2 alphabeta:depth=2 \
                     --games 20 --opening-plies 2 --seed 5 --json --results results.jsonl";

/// What a match is played for.
const SCORE: [&str; 5] = ["games", "wins", "draws", "losses", "pairs"];

/// Damages a file; returns what was done.
fn damage(workshop: &mut Workshop, file: &Path) -> Result<String> {
    let mut bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let at = workshop.below(bytes.len());
    let name = file.file_name().unwrap_or_default().display();
    let done = match workshop.below(10) {
        0 => {
            bytes.truncate(at);
            format!("{name} cut at byte {at}")
        }
        1 => {
            let again = bytes[at..].iter().take(64).copied().collect::<Vec<_>>();
            bytes.splice(at..at, again);
            format!("64 bytes of {name} doubled at byte {at}")
        }
        _ => {
            let bit = workshop.below(8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} of {name} flipped")
        }
    };
    fs::write(file, bytes)?;
    Ok(done)
}

pub(super) fn table(workshop: &mut Workshop) -> Result<()> {
    let made = workshop.expect(TABLE)?;
    let folder = workshop.empty("damaged")?;
    let file = folder.join("out.solved");
    fs::write(&file, &made.files["out.solved"])?;
    let right = workshop.run(&folder, LOOKUP)?;
    let right = right.well().and_then(|_| right.settled()).map_err(anyhow::Error::msg)?;
    while workshop.goes_on() {
        fs::write(&file, &made.files["out.solved"])?;
        let done = damage(workshop, &file)?;
        let verified = workshop.run(&folder, "verify out.solved")?.refused(2, "out.solved");
        let lookup = workshop.run(&folder, LOOKUP)?;
        let looked_up = match lookup.well().and_then(|_| lookup.settled()) {
            Ok(object) if object == right => Ok(0.0),
            Ok(object) => Err(format!("a lookup says {object}")),
            Err(_) => lookup.refused(2, "out.solved"),
        };
        workshop.note(&done, looked_up.and(verified));
    }
    Ok(())
}

pub(super) fn checkpoint(workshop: &mut Workshop) -> Result<()> {
    let expected = workshop.expect(SOLVE)?;
    while workshop.goes_on() {
        let folder = workshop.empty("damaged")?;
        let mut program = workshop.start(&folder, SOLVE)?;
        let moment = workshop.moment(expected.took);
        if program.within(moment)?.is_some() {
            continue;
        }
        program.kill_all();
        let kept = kept(&folder.join("work"))?;
        if kept.is_empty() {
            continue;
        }
        let at = workshop.below(kept.len());
        let done = damage(workshop, &kept[at])?;
        let ending = workshop.run(&folder, SOLVE)?;
        let judged = match ending.status.code() {
            // What is said of damage goes to stderr, and is not all that may be said.
            Some(0) => expected.compare_object(&ending).and_then(|()| {
                let same = fs::read(folder.join("out.solved")).ok().as_ref()
                    == expected.files.get("out.solved");
                same.then_some(ending.took.as_secs_f64()).ok_or("another table".to_owned())
            }),
            _ => ending.refused(2, "work"),
        };
        workshop.note(&done, judged);
    }
    Ok(())
}

/// The files of a checkpoint that have anything in them.
fn kept(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let entry = entry?;
        let of_checkpoint = !entry.file_name().to_string_lossy().ends_with("unfinished");
        if of_checkpoint && entry.metadata()?.len() > 0 {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

pub(super) fn results(workshop: &mut Workshop) -> Result<()> {
    let expected = workshop.expect(MATCH)?;
    let folder = workshop.empty("damaged")?;
    let file = folder.join("results.jsonl");
    while workshop.goes_on() {
        fs::write(&file, &expected.files["results.jsonl"])?;
        let done = damage(workshop, &file)?;
        let damaged = fs::read(&file)?;
        let ending = workshop.run(&folder, MATCH)?;
        let judged = match ending.status.code() {
            // Why a game ended is told in words, which nobody checks.
            Some(0) => expected.compare_fields(&ending, &SCORE).and(ending.well()),
            _ => ending.refused(2, "results.jsonl").and_then(|took| {
                let same = fs::read(&file).is_ok_and(|bytes| bytes == damaged);
                same.then_some(took).ok_or_else(|| "refused, and changed".to_owned())
            }),
        };
        workshop.note(&done, judged);
    }
    Ok(())
}
