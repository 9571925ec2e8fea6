//! Suites side by side.
//!
//! Each of them is one process at a time that waits for another one: a browser, an engine, a linker.
//! One more than there are cores keeps them at work.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use super::{Context, Run, Suite};
use crate::processor_time;

/// More at a time would make tests wait so long for a processor that they give up.
const MOST: usize = 3;

/// Runs the suites, `lanes` at a time, those that take longest first; `report` is told of each in
/// the order in which they are given, as soon as all before it were told.
pub(crate) fn run(
    suites: &[&'static Suite],
    context: &Context,
    mut report: impl FnMut(&'static Suite, Run),
) {
    let mut waiting: Vec<usize> = (0..suites.len()).collect();
    // The sort is stable: all others stay in order.
    waiting.sort_by_key(|&place| suites[place].lane);
    let waiting = Mutex::new(VecDeque::from(waiting));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let (sender, ended) = mpsc::channel();
    let (slow, peers) = (context.slow, context.peers);
    let mut runs: Vec<Option<Run>> = suites.iter().map(|_| None).collect();
    let mut told = 0;
    thread::scope(|scope| {
        for _ in 0..lanes().min(suites.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some(place) = next() {
                    // What a suite notes is its own.
                    let run = suites[place]
                        .timed(&Context::new(slow, peers), processor_time::of_this_thread);
                    if sender.send((place, run)).is_err() {
                        break;
                    }
                }
            });
        }
        // The lanes have the others: when all have ended, nothing more comes.
        drop(sender);
        for (place, run) in ended {
            runs[place] = Some(run);
            while let Some(run) = runs.get_mut(told).and_then(Option::take) {
                report(suites[told], run);
                told += 1;
            }
        }
    });
}

fn lanes() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get() + 1).min(MOST)
}

#[cfg(test)]
mod tests {
    use std::{process::Command, time::Duration};

    use super::*;
    use crate::{
        process,
        suites::{Lane, Verdict},
    };

    fn sh(script: &str) -> anyhow::Result<Verdict> {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        let passed = usize::from(process::capture(command)?.success());
        Ok(Verdict { passed, ..Verdict::default() })
    }

    static SLOW: Suite = Suite {
        name: "slow",
        about: "",
        lane: Lane::Beside,
        run: |_| sh("i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done"),
    };
    static QUICK: Suite = Suite {
        name: "quick",
        about: "",
        lane: Lane::BesideFirst,
        run: |context| {
            context.note.set("mine".to_owned());
            sh("true")
        },
    };
    static BROKEN: Suite = Suite {
        name: "broken",
        about: "",
        lane: Lane::Beside,
        run: |_| anyhow::bail!("no such thing"),
    };

    #[test]
    fn suites_are_reported_in_order_each_with_its_own_note_and_time_of_the_processor() {
        let mut told = Vec::new();
        run(&[&SLOW, &QUICK, &BROKEN, &QUICK], &Context::default(), |suite, run| {
            told.push((suite.name, run.verdict.passed, run.verdict.failed.len(), run.note));
            if suite.name == "slow" {
                assert!(run.processor > Duration::from_millis(20), "{:?}", run.processor);
            }
            if suite.name == "quick" && cfg!(unix) {
                assert!(run.processor < Duration::from_millis(20), "{:?}", run.processor);
            }
        });
        let named: Vec<_> =
            told.iter().map(|(name, p, f, note)| (*name, *p, *f, &**note)).collect();
        let quick = ("quick", 1, 0, "mine");
        assert_eq!(named, [("slow", 1, 0, ""), quick, ("broken", 0, 1, ""), quick]);
    }

    #[test]
    fn nothing_to_run_ends_at_once() {
        run(&[], &Context::default(), |_, _| unreachable!("no suite"));
    }
}
