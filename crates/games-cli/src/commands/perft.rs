//! `games perft`: node counts.

mod compare;

use std::time::{Duration, Instant};

use games::{PerftJob, Session, json, machine::check_memory, report::rate};

use super::answer::Answer;
use crate::{
    cli::{Common, PerftArgs},
    failure::Failure,
    input, interrupt,
    output::Output,
    progress,
    words::thousands,
};

pub(crate) fn run(args: &PerftArgs, common: &Common, out: &mut Output) -> Result<(), Failure> {
    let session = input::open(&args.game)?;
    let (bytes, threads) = (table_bytes(args, common), args.threads as usize);
    let job =
        |depth| PerftJob::depth(depth).bulk(!args.no_bulk).table_bytes(bytes).threads(threads);
    if let Some(bytes) = args.hash {
        check_memory("--hash", bytes)?;
    }
    if let Some(player) = &args.compare {
        return compare::run(&*session, player, &job, args.depth, out);
    }

    let spinner = progress::spinner();
    let mut counts = Counts::default();
    for depth in 1..=args.depth {
        spinner.set_message(format!("depth {depth} of {}", args.depth));
        let start = Instant::now();
        let Ok(n) = session.perft(&job(depth), interrupt::flag()) else { break };
        counts.add(n, start.elapsed());
        if !out.is_json() {
            spinner.suspend(|| out.line(&counts.last_line(depth)))?;
        }
    }
    let complete = counts.depth_counts.len() == args.depth as usize;
    let divide = if args.divide && complete {
        spinner.set_message("below each move");
        session.divide(&job(args.depth), interrupt::flag()).ok()
    } else {
        None
    };
    spinner.finish_and_clear();
    print(&*session, &counts, divide, out)?;
    if interrupt::is_set() { Err(Failure::Interrupted) } else { Ok(()) }
}

fn print(
    session: &dyn Session,
    counts: &Counts,
    divide: Option<Vec<(String, u64)>>,
    out: &mut Output,
) -> Result<(), Failure> {
    if out.is_json() {
        let mut answer = counts.json();
        answer.divide = divide.map(|parts| parts.into_iter().collect());
        return out.object(&Answer::new(session, answer));
    }
    for (m, n) in divide.into_iter().flatten() {
        out.line(&format!("{m}: {n}"))?;
    }
    Ok(())
}

#[derive(Default)]
struct Counts {
    depth_counts: Vec<u64>,
    last: Duration,
    total: Duration,
}

impl Counts {
    fn add(&mut self, n: u64, time: Duration) {
        self.depth_counts.push(n);
        self.last = time;
        self.total += time;
    }

    fn last_line(&self, depth: u32) -> String {
        let n = self.depth_counts.last().copied().unwrap_or(0);
        let speed = thousands(rate(n, self.last) as u64);
        format!(
            "{depth:>3} {:>20} {:>10.3} s {speed:>15} nodes/s",
            thousands(n),
            self.last.as_secs_f64()
        )
    }

    fn json(&self) -> json::Perft {
        let nodes = self.depth_counts.iter().fold(0, |sum: u64, &n| sum.saturating_add(n));
        let speed = rate(nodes, self.total).round();
        json::Perft::new(self.depth_counts.clone(), self.total.as_secs_f64(), speed)
    }
}

fn table_bytes(args: &PerftArgs, common: &Common) -> usize {
    let bytes = args.hash.map_or(0, |hash| common.memory.map_or(hash, |most| hash.min(most)));
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
