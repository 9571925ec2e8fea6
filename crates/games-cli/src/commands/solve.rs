//! `games solve`: the value of a position, from a table or by working out all that can arise.

mod chart;
#[cfg_attr(not(feature = "dist"), path = "solve/alone.rs")]
mod cluster;
mod expected;
mod places;
mod progress;

use std::{io, path::Path};

use games::{
    Driver, LookedUp, Session, Solution, SolveError, SolveJob, SolvedPosition, json,
    machine::{self, check_memory},
    report::rate,
};
use solver::{Checkpoint, Notices, SolvedValue, Stop};

use super::answer::Answer;
use crate::{
    cli::{Common, SolveArgs},
    failure::Failure,
    input,
    output::Output,
    words::{self, count, size, thousands},
};
use expected::Foretold;
use progress::{ProgressLine, Seen};

pub(crate) fn run(args: &SolveArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    let mut job = job(args, common)?;
    places::check(&job)?;
    // A table has an answer, but neither counts by remoteness nor what is to be kept.
    let is_answer_enough = job.out.is_none()
        && job.work_folder().is_none()
        && !args.stats
        && !args.folded
        && !cluster::has_hosts(args);
    if is_answer_enough && let Some(found) = session.look_up(&input::tables(common)?)? {
        return tell_found(&*session, &found, out);
    }
    let crew = cluster::Crew::begin(&*session, args, &mut job)?;
    let is_quiet = crew.is_quiet;
    let (mut progress, mut foretold) = (ProgressLine::new(), Foretold::new(args.disk.as_deref()));
    let mut observe = |now: &solver::Progress| {
        progress.see(now);
        if let Some(line) = foretold.line(now) {
            progress.above(|| tell_aside(&line));
        }
        tell_notices(&job.notices, &progress);
    };
    let result = session.solve(&job, &mut observe, crew.stop());
    tell_notices(&job.notices, &progress);
    let last = progress.finish();
    let result = crew.end(result).map_err(|e| with_hint(e, &job, " again"))?;
    match result {
        Ok(solution) => tell(&*session, &solution, args, out),
        Err(SolveError::Elsewhere) if cluster::is_started(args) => Ok(()),
        Err(error @ SolveError::Elsewhere) => {
            tell_aside(&error.to_string());
            Ok(())
        }
        Err(SolveError::Stopped(Stop::Interrupted)) if is_quiet => Err(Failure::Interrupted),
        Err(SolveError::Stopped(Stop::Interrupted)) => {
            tell_unfinished(&*session, &last, job.work_folder(), out)?;
            Err(Failure::Interrupted)
        }
        // It may be another process, or its checkpoint; the text says which.
        Err(SolveError::Stopped(Stop::Foreign(what))) if cluster::is_asked_for(args) => {
            Err(Failure::Input(what))
        }
        // Tables are not looked at here: it is the checkpoint that is of something else.
        Err(SolveError::Stopped(Stop::Foreign(what))) => {
            let flag = if args.disk.is_some() { "--disk" } else { "--checkpoint" };
            Err(Failure::Input(format!("{flag}: {what}")))
        }
        Err(SolveError::Stopped(Stop::InUse(what))) => Err(Failure::Input(what)),
        Err(SolveError::Stopped(Stop::Unsuited(what))) => {
            let flag = if args.packed { "--packed" } else { "--disk" };
            Err(Failure::Input(format!("{flag}: {what}")))
        }
        Err(error) => {
            let how = match error {
                SolveError::Stopped(Stop::Memory { .. }) => " with more memory",
                SolveError::Stopped(Stop::Lost(_)) => " again",
                _ => "",
            };
            Err(with_hint(error.into(), &job, how))
        }
    }
}

/// With less memory, files would be read and written in crumbs.
const LEAST_MEMORY: u64 = 1 << 20;

fn job(args: &SolveArgs, common: &Common) -> Result<SolveJob, Failure> {
    if let Some(memory) = common.memory {
        check_memory("--memory", memory)?;
    }
    let memory = common.memory.unwrap_or_else(machine::share);
    Ok(SolveJob {
        driver: driver(args, memory)?,
        memory,
        checkpoint: args.checkpoint.clone(),
        checkpoint_every: args.checkpoint_every,
        out: args.out.clone(),
        is_folded: args.folded,
        notices: Notices::default(),
    })
}

fn driver(args: &SolveArgs, memory: u64) -> Result<Driver, Failure> {
    let (flag, driver, doing) = match &args.disk {
        Some(folder) => ("--disk", Driver::Disk(folder.clone()), "solving on disk"),
        None if args.packed => ("--packed", Driver::Packed, "packing positions"),
        None => return Ok(Driver::Threads(args.threads as usize)),
    };
    if args.threads > 1 || cluster::is_asked_for(args) {
        return Err(Failure::Input(format!(
            "{flag}: one thread of one process does the work; leave --threads, --workers and \
             --hosts out"
        )));
    }
    if memory < LEAST_MEMORY {
        let (least, given) = (size(LEAST_MEMORY), size(memory));
        return Err(Failure::Input(format!(
            "{flag}: {doing} takes {least} of memory at least, and --memory is {given}"
        )));
    }
    Ok(driver)
}

fn tell(
    session: &dyn Session,
    solution: &Solution,
    args: &SolveArgs,
    out: &mut Output,
) -> Result<(), Failure> {
    if out.is_json() {
        let answer = json::Solution::of(solution);
        let answer = if args.stats { answer.with_layers(solution) } else { answer };
        return out.object(&Answer::new(session, answer));
    }
    tell_position(session, &solution.position, out)?;
    let (summary, seconds) = (&solution.summary, solution.time.as_secs_f64());
    let counts = SolvedValue::ALL.map(|value| (value, summary.count(value)));
    let found = if args.folded { "images" } else { "reachable" };
    out.line(&counts_line(found, summary.positions(), &counts))?;
    let speed = rate(summary.positions(), solution.time) as u64;
    let bytes = size(solution.bytes);
    let where_kept =
        if args.disk.is_some() { format!("with {bytes}") } else { format!("in {bytes}") };
    out.line(&format!(
        "effort    {seconds:.2} s, {} positions/s, {} kept {where_kept}, digest {:016x}",
        thousands(speed),
        thousands(summary.keys),
        summary.digest
    ))?;
    if let Some(path) = &args.out {
        out.line(&format!("stored    {}", path.display()))?;
    }
    if args.stats {
        out.text(&chart::text(&solution.layers(), summary.count(SolvedValue::Draw), out.style()))?;
        for (solved, text) in &solution.longest {
            out.line(&format!("longest   {}: {text}", words::colored(*solved, out.style())))?;
        }
    }
    Ok(())
}

fn tell_found(session: &dyn Session, found: &LookedUp, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        return out.object(&Answer::new(session, json::LookedUp::of(found)));
    }
    tell_position(session, &found.position, out)?;
    if let Some(counts) = found.counts {
        let all = counts.iter().sum();
        let counts: Vec<_> = SolvedValue::ALL.into_iter().zip(counts).collect();
        out.line(&counts_line("reachable", all, &counts))?;
    }
    out.line(&format!("table     {}", found.table.display()))
}

fn tell_position(
    session: &dyn Session,
    position: &SolvedPosition,
    out: &mut Output,
) -> Result<(), Failure> {
    out.line(&words::standing(session))?;
    if !session.bare_rules().decide_alone() {
        out.line("rules     bare: no end by clock, length, repetition or claim")?;
    }
    out.line(&format!("value     {}", words::colored(position.solved, out.style())))?;
    let best = position.moves.iter().take_while(|(_, solved)| *solved == position.moves[0].1);
    let best = words::in_order(best.map(|(m, _)| m.clone()).collect());
    if best.is_empty() { Ok(()) } else { out.line(&format!("best      {}", best.join(" "))) }
}

fn counts_line(found: &str, all: u64, counts: &[(SolvedValue, u64)]) -> String {
    let some = counts.iter().filter(|(_, n)| *n > 0);
    let some: Vec<_> = some.map(|(v, n)| format!("{} {}", thousands(*n), v.name())).collect();
    format!("{found:<9} {}: {}", count(all, "position", "positions"), some.join(", "))
}

/// What there is after Ctrl-C.
fn tell_unfinished(
    session: &dyn Session,
    last: &Seen,
    checkpoint: Option<&Path>,
    out: &mut Output,
) -> Result<(), Failure> {
    let kept = checkpoint.filter(|folder| Checkpoint::is_in(folder));
    if out.is_json() {
        let so_far = (last.found, last.decided);
        let mut answer = json::Unfinished::of(so_far, last.bytes, last.time);
        answer.checkpoint = kept.map(|folder| folder.display().to_string());
        return out.object(&Answer::new(session, answer));
    }
    out.line(&format!(
        "interrupted after {:.1} s while {}: {} found, {} decided",
        last.time.as_secs_f64(),
        last.stage.name(),
        count(last.found, "position", "positions"),
        thousands(last.decided)
    ))?;
    kept.map_or(Ok(()), |folder| {
        out.line(&format!("kept in {}: the same command goes on from there", folder.display()))
    })
}

/// A line on stderr from a process that has nothing for stdout.
fn tell_aside(line: &str) {
    // A closed stderr is no reason to fail.
    let _ = io::Write::write_all(&mut io::stderr(), format!("games: {line}\n").as_bytes());
}

/// What is to be said while the work goes on, above the line that tells how far it is.
fn tell_notices(notices: &Notices, progress: &ProgressLine) {
    for line in notices.take() {
        progress.above(|| tell_aside(&line));
    }
}

/// A line that tells what is left to do, where the work so far is kept.
fn with_hint(failure: Failure, job: &SolveJob, how: &str) -> Failure {
    match (failure, job.work_folder().filter(|folder| Checkpoint::is_in(folder))) {
        (Failure::Other(line), Some(folder)) => {
            let folder = folder.display();
            Failure::Other(format!(
                "{line}; {folder} keeps the work, and the same command{how} goes on"
            ))
        }
        (failure, _) => failure,
    }
}
