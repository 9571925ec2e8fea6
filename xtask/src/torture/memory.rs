//! What `--memory` allows, and what is taken.

use std::time::Duration;

use anyhow::Result;
use nix::sys::signal::Signal;

use super::{program::Program, workshop::Workshop};

/// Work that takes all it is given.
const COMMANDS: [&str; 8] = [
    "solve konane --rules rows=6,cols=6 --json",
    "solve konane --rules rows=6,cols=6 --json --threads 2",
    "solve konane --rules rows=6,cols=6 --json --workers 2",
    "perft go --rules size=25x25 --depth 60 --threads 2",
    "best chess --player alphabeta:time=600s,threads=2",
    "best go --player mcts:time=600s,threads=2",
    "best konane --rules rows=8,cols=8 --player proof:time=600s",
    "best othello --rules size=6 --player solver",
];

/// MiB that are allowed.
const LIMITS: [f64; 3] = [64.0, 256.0, 16.0];

/// Code, stacks and texts.
const BESIDES: f64 = 32.0;

/// Searches have filled their tables by then.
const WATCHED: Duration = Duration::from_millis(1000);

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    let all = LIMITS.iter().flat_map(|limit| COMMANDS.map(|line| (line, *limit)));
    for (line, limit) in all.cycle() {
        if !workshop.goes_on() {
            break;
        }
        let line = format!("{line} --memory {limit}MiB");
        let mut program = workshop.start(&workshop.empty("memory")?, &line)?;
        let over = watch(&mut program)? as f64 / f64::from(1 << 20) - limit;
        let fits = over <= BESIDES;
        let judged = fits.then_some(over).ok_or_else(|| format!("{over:.0} MiB above it"));
        workshop.note(&format!("`games {line}`"), judged);
    }
    Ok(())
}

/// Returns the most memory that a program takes in a while.
fn watch(program: &mut Program) -> Result<u64> {
    let mut most = 0;
    let looks = WATCHED.as_millis() / 10;
    for _ in 0..looks {
        most = most.max(program.peak_memory());
        if program.within(Duration::from_millis(10))?.is_some() {
            return Ok(most);
        }
    }
    program.signal(Signal::SIGINT)?;
    program.end()?;
    Ok(most)
}
