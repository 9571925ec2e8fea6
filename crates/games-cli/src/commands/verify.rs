//! `games verify`: whether a table of solved positions is whole.

use games::json;
use solver::{Database, Identity, Stop};

use crate::{cli::VerifyArgs, failure::Failure, interrupt, output::Output, words::count};

pub(crate) fn run(args: &VerifyArgs, out: &mut Output) -> Result<(), Failure> {
    let refuse = |stop: Stop| match stop {
        Stop::Interrupted => Failure::Interrupted,
        damaged => Failure::Input(damaged.to_string()),
    };
    let table = Database::open(&args.file).map_err(refuse)?;
    table.verify(interrupt::flag()).map_err(refuse)?;
    if out.is_json() {
        return out.object(&json::Verified::of(&table));
    }
    let Identity { game, rules, start, .. } = table.identity();
    out.line(&format!("{}: ok", args.file.display()))?;
    out.line(&format!("game      {game}"))?;
    out.line(&format!("rules     {rules}"))?;
    out.line(&format!("start     {start}"))?;
    out.line(&format!("kept      {}", count(table.keys(), "position", "positions")))
}
