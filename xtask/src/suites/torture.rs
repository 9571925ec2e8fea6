//! Kills, full disks, flipped bits and the rest, a few of each.

use anyhow::Result;

use super::{Context, Failure, Verdict};
use crate::torture::{self, KILLS};

/// In a slow run so many times as much.
const SLOWLY: u32 = 20;

pub(super) fn all(context: &Context) -> Result<Verdict> {
    let kills = if context.slow { SLOWLY * KILLS } else { KILLS };
    let mut verdict = Verdict::default();
    for (trial, tries) in torture::chosen("", kills) {
        context.say(trial.name);
        let tally = trial.run(tries, 1)?;
        verdict.passed += tally.tried as usize - tally.wrong.len();
        for wrong in tally.wrong {
            let repeat = format!("cargo xtask torture --only {}", trial.name);
            verdict.failed.push(Failure { what: trial.name.to_owned(), repeat });
            verdict.detail.push_str(&format!("{}: {wrong}\n", trial.name));
        }
    }
    Ok(verdict)
}
