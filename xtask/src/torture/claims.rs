//! Two runs that want the same file.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use super::{program::Program, workshop::Workshop};

/// A command, the file that tells that it has begun, and what a second one is told. Each takes about
/// half a second, so that it works still when the second one comes, on a busy machine, too.
const CLAIMS: [(&str, &str, &str); 3] = [
    (
        "solve konane --rules rows=5,cols=5,misere=true --json --checkpoint work \
         --checkpoint-every 100ms",
        "work/lock.0-of-1",
        "another run works there",
    ),
    (
        "solve konane --rules rows=5,cols=5,misere=true --json --out out.solved",
        "out.solved.unfinished",
        "another run is writing it",
    ),
    (
        "match othello --rules size=6 --p1 mcts:sims=300 --p2 alphabeta:depth=3 --games 20 --seed 5 \
         --json --results results.jsonl",
        "results.jsonl",
        "another program is writing to it",
    ),
];

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    for (line, begun, refusal) in CLAIMS.into_iter().cycle() {
        if !workshop.goes_on() {
            break;
        }
        let expected = workshop.expect(line)?;
        let folder = workshop.empty("claimed")?;
        let mut first = workshop.start(&folder, line)?;
        wait_for(&folder.join(begun), &mut first)?;
        let second = workshop.run(&folder, line)?.refused(2, refusal);
        let first = expected.compare(&first.end()?, &folder);
        workshop.note(&format!("`games {line}` twice"), first.and(second));
    }
    Ok(())
}

fn wait_for(file: &Path, first: &mut Program) -> Result<()> {
    let begun = Instant::now();
    while !file.exists() {
        ensure!(first.within(Duration::ZERO)?.is_none(), "it ended before {}", file.display());
        ensure!(begun.elapsed() < Duration::from_secs(20), "{} does not come", file.display());
        thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}
