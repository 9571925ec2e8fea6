//! `cargo xtask torture`: hard times for the program `games`.

use anyhow::Result;

use crate::{
    games_binary,
    progress::Progress,
    torture::{self, KILLS, Tally, Trial},
};

/// Kill the program, fill its disks, flip bits of its files, interrupt it, and see what comes out.
///
/// Prints the table of docs/reliability.md, and what was wrong. It needs Linux; who is root has
/// full disks, too.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask torture\n  cargo xtask torture --only \
    kill-workers --kills 1000")]
pub(crate) struct Args {
    /// How often programs are killed; all else is tried in proportion.
    #[arg(long, value_name = "N", default_value_t = KILLS,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    kills: u32,
    /// Another seed means other moments and other bits.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Only the trials whose names contain this.
    #[arg(long, value_name = "WORD", default_value = "")]
    only: String,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    games_binary::path()?;
    println!("| trial | tried | wrong | 99 % | worst | |\n| --- | --- | --- | --- | --- | --- |");
    let mut wrong = Vec::new();
    for (trial, tries) in torture::chosen(&args.only, args.kills) {
        let tally = {
            let _progress = Progress::start(trial.name);
            trial.run(tries, args.seed)?
        };
        println!("{}", row(trial, &tally));
        wrong.extend(tally.wrong.into_iter().map(|what| format!("{}: {what}", trial.name)));
    }
    wrong.iter().for_each(|what| println!("\n{what}"));
    Ok(wrong.is_empty())
}

fn row(trial: &Trial, tally: &Tally) -> String {
    let (of, unit) = trial.figure;
    let figure = |value: Option<f64>| match value {
        Some(value) if unit == "s" => format!("{value:.2} {unit}"),
        Some(value) => format!("{value:.0} {unit}"),
        None => "-".to_owned(),
    };
    format!(
        "| `{}`: {} | {} | {} | {} | {} | {of} |",
        trial.name,
        trial.about,
        tally.tried,
        tally.wrong.len(),
        figure(tally.p99()),
        figure(tally.worst())
    )
}
