//! Ctrl-C at any moment of any command.

use std::{io::Write, time::Duration};

use anyhow::Result;
use nix::sys::signal::Signal;

use super::{program::Program, workshop::Workshop};

/// Commands that take long, and what they are told.
const COMMANDS: [(&str, &str); 17] = [
    ("perft chess --depth 9", ""),
    ("perft go --rules size=25x25 --depth 60 --threads 2 --memory 16MiB", ""),
    ("best chess --player alphabeta:time=600s", ""),
    ("best go --player mcts:time=600s,threads=2", ""),
    ("best konane --rules rows=8,cols=8 --player proof:time=600s", ""),
    ("best othello --rules size=6 --player solver", ""),
    ("solve othello --rules size=6 --memory 256MiB", ""),
    ("solve othello --rules size=6 --memory 256MiB --checkpoint work --checkpoint-every 1ms", ""),
    ("solve othello --rules size=6 --memory 256MiB --threads 2 --out out.solved", ""),
    ("solve othello --rules size=6 --memory 256MiB --workers 2", ""),
    ("match chess --p1 alphabeta:time=50ms --p2 mcts:sims=400 --games 9999 --concurrency 2", ""),
    ("play othello --p1 alphabeta:time=600s --p2 random", ""),
    ("play chess --p1 human", "e4\n"),
    ("uci", "position startpos\ngo infinite\n"),
    ("gtp go", "boardsize 9\nkata-analyze b 1\n"),
    ("nboard", "nboard 2\nset depth 40\nhint 3\n"),
    ("show chess --position -", "rnbq"),
];

/// By then each of them is in the middle of its work.
const MOMENTS: Duration = Duration::from_millis(500);

/// Twice what is promised, for busy machines.
const AT_MOST: f64 = 2.0;

pub(super) fn run(workshop: &mut Workshop) -> Result<()> {
    for (line, told) in COMMANDS.into_iter().cycle() {
        if !workshop.goes_on() {
            break;
        }
        let folder = workshop.empty("interrupted")?;
        let mut program = Program::start_to_talk(workshop.command(line), &folder)?;
        // It stays open, so that nothing but Ctrl-C is an end.
        let mut input = program.input();
        let _ = input.write_all(told.as_bytes());
        let moment = workshop.moment(MOMENTS);
        if let Some(early) = program.within(moment)? {
            workshop.note(line, Err(format!("it did not wait: {}", early.words())));
            continue;
        }
        program.signal(Signal::SIGINT)?;
        let judged = interrupted(&mut program, moment)?;
        workshop.note(&format!("`games {line}`, Ctrl-C after {moment:.3?}"), judged);
    }
    Ok(())
}

fn interrupted(program: &mut Program, moment: Duration) -> Result<Result<f64, String>> {
    let ending = program.end()?;
    let late = ending.took.saturating_sub(moment).as_secs_f64();
    Ok(match ending.interrupted() {
        _ if !program.living().is_empty() => Err("a process lives on".to_owned()),
        true if late <= AT_MOST => Ok(late),
        true => Err(format!("it ended {late:.2} s later")),
        false => Err(ending.words()),
    })
}
