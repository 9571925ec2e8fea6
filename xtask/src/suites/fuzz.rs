//! Random texts for everything that reads one.

use anyhow::Result;

use super::{Context, Failure, TAIL, Verdict};
use crate::{
    commands::fuzz::{BUILD, fuzzer},
    process,
};

/// Texts tried in one run, and in a slow one: half a minute, and an hour and a half.
const TEXTS: [&str; 2] = ["1000000", "100000000"];

pub(super) fn texts(context: &Context) -> Result<Verdict> {
    let mut cargo = process::cargo();
    cargo.args(BUILD);
    let built = context.run_cargo(cargo)?;
    if !built.success() {
        return Ok(failed("the fuzzer does not build", &built.text));
    }
    let texts = TEXTS[usize::from(context.slow)];
    let run = process::capture_lines(fuzzer(&["--texts", texts]), &mut |line| context.say(line))?;
    match run.success() {
        true => Ok(Verdict { passed: 1, ..Verdict::default() }),
        false => Ok(failed("something does not hold of a text", &run.text)),
    }
}

fn failed(what: &str, text: &str) -> Verdict {
    let repeat = "cargo xtask test-all --only fuzz".to_owned();
    let failed = vec![Failure { what: what.to_owned(), repeat }];
    Verdict { passed: 0, failed, detail: process::tail(text, TAIL) }
}
