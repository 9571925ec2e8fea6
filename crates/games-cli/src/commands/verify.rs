//! `games verify`: whether a table of solved positions is whole, and its values right.

use std::time::{Duration, Instant};

use games::{
    Games, audit, json,
    machine::{self, check_memory},
    registry,
    report::rate,
};
use solver::{AuditError, Audited, Database, Identity, Resources, Stop};

use crate::{
    cli::{Common, VerifyArgs},
    failure::Failure,
    interrupt,
    output::Output,
    progress,
    words::{count, size, thousands},
};

pub(crate) fn run(args: &VerifyArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    if let Some(memory) = common.memory {
        check_memory("--memory", memory)?;
    }
    let table = Database::open(&args.file).map_err(refuse)?;
    let threads = args.threads as usize;
    let compared = if args.values {
        let memory = common.memory.unwrap_or_else(machine::share);
        Some(compare(&table, Resources { memory, threads })?)
    } else {
        table.verify(threads, interrupt::flag()).map_err(refuse)?;
        None
    };
    if out.is_json() {
        let answer = json::Verified::of(&table);
        let answer = match compared {
            Some(Compared { done, time, is_all }) => {
                answer.with_values(json::Audited::of(done, time, !is_all))
            }
            None => answer,
        };
        out.object(&answer)?;
    } else {
        tell(&table, compared.as_ref(), out)?;
    }
    match compared {
        Some(Compared { is_all: false, .. }) => Err(Failure::Interrupted),
        _ => Ok(()),
    }
}

fn refuse(stop: Stop) -> Failure {
    match stop {
        Stop::Interrupted => Failure::Interrupted,
        damaged => Failure::Input(damaged.to_string()),
    }
}

/// What was worked out again, all of it or until Ctrl-C.
struct Compared {
    done: Audited,
    time: Duration,
    is_all: bool,
}

fn compare(table: &Database, resources: Resources) -> Result<Compared, Failure> {
    let (line, begun) = (progress::spinner(), Instant::now());
    let mut observe = |done: &Audited| {
        if !line.is_hidden() {
            line.set_message(so_far(done.positions, table.keys(), begun.elapsed()));
        }
    };
    let result = audit(table, Games::new(registry()), resources, &mut observe, interrupt::flag());
    let time = begun.elapsed();
    line.finish_and_clear();
    match result {
        Ok(done) => Ok(Compared { done, time, is_all: true }),
        Err(AuditError::Interrupted(done)) => Ok(Compared { done, time, is_all: false }),
        Err(AuditError::Stop(stop)) => Err(refuse(stop)),
        Err(AuditError::Memory { bytes, limit }) => Err(Failure::Input(format!(
            "the positions that have to be in memory at the same time take {} of it at least, and {} \
             are allowed (--memory)",
            size(bytes),
            size(limit)
        ))),
        Err(wrong) => Err(Failure::Input(format!("{}: {wrong}", table.path().display()))),
    }
}

/// `45 % of 1,234 positions, 99 a second, about 7 s left`.
fn so_far(done: u64, all: u64, time: Duration) -> String {
    let percent = done as f64 / all.max(1) as f64 * 100.0;
    let speed = rate(done, time);
    let left = if speed > 0.0 { all.saturating_sub(done) as f64 / speed } else { 0.0 };
    format!(
        "comparing values: {percent:.0} % of {} positions, {} a second, about {left:.0} s left",
        thousands(all),
        thousands(speed as u64)
    )
}

fn tell(table: &Database, compared: Option<&Compared>, out: &mut Output) -> Result<(), Failure> {
    let Identity { game, rules, start, folded, .. } = table.identity();
    let folded = if *folded { ", of images one" } else { "" };
    // Who is interrupted has not read all of the file.
    let is_read = compared.is_none_or(|compared| compared.is_all);
    let found = if is_read { "ok" } else { "right so far" };
    out.line(&format!("{}: {found}", table.path().display()))?;
    out.line(&format!("game      {game}"))?;
    out.line(&format!("rules     {rules}"))?;
    out.whole_line(&format!("start     {start}"))?;
    out.line(&format!("kept      {}{folded}", count(table.keys(), "position", "positions")))?;
    let Some(Compared { done, time, is_all }) = compared else { return Ok(()) };
    let part = if *is_all { "" } else { " until it was interrupted" };
    out.line(&format!(
        "values    {} right by {}, {:.2} s{part}",
        count(done.positions, "position", "positions"),
        count(done.children, "move", "moves"),
        time.as_secs_f64()
    ))
}
