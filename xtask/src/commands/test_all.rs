//! `cargo xtask test-all`: everything that a change has to pass.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;

use crate::{
    commands::python,
    games_binary, processor_time,
    progress::between_lines,
    suites::{self, Context, Failure, PEERS, PYTHON, QUICK, Run, SLOW, SUITES, Suite, TIMING},
};

/// Run every suite that a change has to pass.
///
/// The suites run one after another, all of them, whatever fails; those that are one process at a
/// time run three at once, and are told of in the same order. At the end stand the failures, each with
/// the command that repeats just that, and one last line `N passed, N failed`. The exit status is 0
/// only if nothing failed. While a suite runs, a line tells what it is doing. The program, and
/// then the package for Python, are built meanwhile, by a core that is idle.
///
/// Where Python is missing, a line says that its package was left out.
///
/// All of it takes about a quarter of an hour; `--quick` is what a change needs while it is made.
#[derive(clap::Args, Debug)]
#[command(after_help = after_help())]
pub(crate) struct Args {
    /// Run only this suite; may be given several times.
    #[arg(long, value_name = "SUITE", value_parser = PossibleValuesParser::new(suites::names()),
        hide_possible_values = true)]
    only: Vec<String>,
    /// Run only formatting, house rules, clippy and the tests of the crates that have changed, and
    /// clippy of those that use them: all that is not yet in `origin`'s main branch.
    #[arg(long, conflicts_with_all = ["only", "slow", "peers", "timing"])]
    quick: bool,
    /// Run what takes minutes, too: all perft fixtures in full, 4096 cases for each property, all
    /// turns that threads may take.
    #[arg(long)]
    slow: bool,
    /// Run the comparisons with other programs, too; those have to be installed, and Python.
    #[arg(long)]
    peers: bool,
    /// Run the suites that look at the clock, too; the machine has to be idle.
    #[arg(long)]
    timing: bool,
}

fn after_help() -> String {
    let mut text = "Suites:\n".to_owned();
    for suite in SUITES.iter().chain(PYTHON).chain(SLOW).chain(PEERS).chain(TIMING) {
        text.push_str(&format!("  {:<11} {}\n", suite.name, suite.about));
    }
    text + "\nThe seconds of a suite are those of the clock, then those of the processor.\n\nExamples:\n  cargo xtask test-all\n  cargo xtask test-all --quick\n  cargo xtask test-all --only tidy --only clippy"
}

/// Set for everything that a run starts: the commands of a document are run by a suite, and would
/// start all suites again.
const NESTED: &str = "XTASK_TEST_ALL";

pub(crate) fn run(args: &Args) -> Result<bool> {
    if std::env::var_os(NESTED).is_some() {
        bail!(
            "test-all was started by test-all: mark the command in the document as not to be run"
        );
    }
    let context = Context::new(args.slow, args.peers);
    let mut tally = Tally::default();
    let start = Instant::now();
    let suites = chosen(args);
    if suites.len() > 1 && suites.iter().any(|suite| suite.name == "release") {
        let python = suites.iter().any(|suite| suite.name == "python");
        games_binary::begin(match (python, args.peers) {
            (false, _) => || (),
            (true, false) => || python::begin(false),
            (true, true) => || python::begin(true),
        });
    }
    let (beside, alone): (Vec<_>, Vec<_>) = suites.into_iter().partition(|s| s.is_beside());
    // What looks at the clock comes last.
    let timing = |suite: &&Suite| TIMING.iter().any(|timing| timing.name == suite.name);
    let (last, first): (Vec<_>, Vec<_>) = alone.into_iter().partition(timing);
    for suite in first {
        tally.add(suite, suite.run(&context));
    }
    suites::run_side_by_side(&beside, &context, |suite, run| tally.add(suite, run));
    for suite in last {
        tally.add(suite, suite.run(&context));
    }
    tally.finish(start.elapsed())
}

/// Returns the suites to run, in order, and says of an empty group that it is empty.
fn chosen(args: &Args) -> Vec<&'static Suite> {
    if args.quick {
        return QUICK.iter().collect();
    }
    let groups = [
        (SUITES, true, ""),
        (SLOW, args.slow, ""),
        (PEERS, args.peers, "no peers yet"),
        (PYTHON, true, ""),
        (TIMING, args.timing, "no timing suites yet"),
    ];
    let mut chosen = Vec::new();
    for (group, wanted, if_empty) in groups {
        if wanted && group.is_empty() {
            println!("{if_empty}");
        }
        chosen.extend(group.iter().filter(|suite| match &args.only[..] {
            [] => wanted,
            only => only.iter().any(|name| name == suite.name),
        }));
    }
    chosen
}

#[derive(Default)]
struct Tally {
    passed: usize,
    failed: Vec<(&'static str, Failure)>,
}

impl Tally {
    fn add(&mut self, suite: &Suite, run: Run) {
        between_lines(|| tell(suite, &run));
        self.passed += run.verdict.passed;
        let failed = run.verdict.failed.into_iter();
        self.failed.extend(failed.map(|failure| (suite.name, failure)));
    }

    fn finish(self, time: Duration) -> Result<bool> {
        let processor = processor_time::of_children();
        println!("{:<11} {:>33.1} s {:>7.1} s", "all", time.as_secs_f64(), processor.as_secs_f64());
        if !self.failed.is_empty() {
            println!("\nFailures:");
        }
        for (suite, failure) in &self.failed {
            println!("  {suite}: {}\n      {}", failure.what, failure.repeat);
        }
        // CI reads the last line.
        println!("\n{}", last_line(self.passed, self.failed.len()));
        io::stdout().flush()?;
        Ok(self.failed.is_empty())
    }
}

fn tell(suite: &Suite, run: &Run) {
    let note = if run.note.is_empty() { String::new() } else { format!("  ({})", run.note) };
    println!(
        "{:<11} {:>6} passed, {:>3} failed {:>7.1} s {:>7.1} s{note}",
        suite.name,
        run.verdict.passed,
        run.verdict.failed.len(),
        run.time.as_secs_f64(),
        run.processor.as_secs_f64(),
    );
    for line in run.verdict.detail.lines() {
        println!("    {line}");
    }
}

fn last_line(passed: usize, failed: usize) -> String {
    format!("{passed} passed, {failed} failed")
}

/// Marks a command as started by a run of all suites.
pub(crate) fn mark_nested(command: &mut std::process::Command) {
    command.env(NESTED, "1");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_has_the_form_that_ci_reads() {
        assert_eq!(last_line(12, 0), "12 passed, 0 failed");
    }

    #[test]
    fn suites_are_told_of_in_the_order_in_which_help_lists_them() {
        // Those that run side by side come after those that run alone.
        for list in [SUITES, PEERS, PYTHON] {
            assert!(list.iter().map(Suite::is_beside).is_sorted());
        }
        assert!(TIMING.iter().all(|suite| !suite.is_beside()));
    }

    #[test]
    fn only_the_named_suites_run() {
        let mut args = Args {
            only: vec!["tidy".into()],
            quick: false,
            slow: false,
            peers: true,
            timing: true,
        };
        let names = |args: &Args| chosen(args).iter().map(|suite| suite.name).collect::<Vec<_>>();
        assert_eq!(names(&args), ["tidy"]);
        args.only.clear();
        assert_eq!(names(&args).len(), SUITES.len() + PYTHON.len() + PEERS.len() + TIMING.len());
        args.quick = true;
        assert_eq!(names(&args), ["rustfmt", "tidy", "clippy", "tests"]);
    }
}
