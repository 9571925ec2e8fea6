//! `cargo xtask solving`: solves the games of `docs/solved` and writes what came out.

mod endings;
mod overview;
mod page;
mod runs;
mod scaling;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

pub(crate) use self::page::solved_rows;
use self::runs::{Run, runs};
use crate::{games_binary, workspace};

/// Solve the games of `docs/solved` and write values, counts and first moves there.
///
/// What is solved is kept below `target`, and what a run that was interrupted had done as well:
/// the same command goes on.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask solving --list\n  cargo xtask solving \
    konane --threads 2\n  cargo xtask solving rows=6,cols=6 --disk work --memory 6GiB\n  cargo xtask solving --scaling\n  \
    cargo xtask solving \"skak KR v\" --endings --threads 2")]
pub(crate) struct Args {
    /// Solve only what contains this in its command.
    name: Option<String>,
    /// Show the commands and solve nothing.
    #[arg(long)]
    list: bool,
    /// Threads for each.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: u32,
    /// The most memory for tables, such as 16GiB.
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Keep the positions in folders below this one, so that memory need not hold them; one thread
    /// does the work.
    #[arg(long, value_name = "DIR", conflicts_with = "threads")]
    disk: Option<PathBuf>,
    /// Instead: measure how the cost per position grows, and draw it.
    #[arg(long)]
    scaling: bool,
    /// Instead: work out how long wins can be in endings of atomic chess and Skak; a name is such as
    /// `skak KRB v KN`.
    #[arg(long, conflicts_with = "disk")]
    endings: bool,
    /// Instead: write the page of who wins on which board, from the rows that are there.
    #[arg(long)]
    overview: bool,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.scaling {
        return scaling::run();
    }
    if args.overview {
        return overview::write().map(|()| true);
    }
    if args.endings {
        return endings::run(args);
    }
    let all = runs();
    let wanted = |run: &&Run| args.name.as_ref().is_none_or(|name| run.command().contains(name));
    let chosen: Vec<_> = all.iter().filter(wanted).collect();
    if chosen.is_empty() {
        bail!("no command has `{}` in it", args.name.as_deref().unwrap_or_default());
    }
    for one in chosen {
        if args.list {
            println!("{}", one.command());
            continue;
        }
        let json = one.solve(args)?;
        let row = page::row(one, &json).context("games solve: a field is missing")?;
        println!("{row}");
        page::write(one, &row)?;
        overview::write()?;
    }
    Ok(true)
}

impl Run {
    /// The command for people.
    pub(crate) fn command(&self) -> String {
        format!("games solve {} --rules {}", self.game, self.rules)
    }

    /// Where its results and its unfinished work are kept.
    fn kept(&self, ending: &str) -> PathBuf {
        let name = format!("{} {}.{ending}", self.game, self.rules);
        workspace::scratch().join("solving").join(name)
    }

    /// A folder of its own below another one: work on disk goes on with what lies there.
    fn folder_in(&self, folder: &Path) -> Result<PathBuf> {
        let own = folder.join(format!("{} {}", self.game, self.rules));
        fs::create_dir_all(&own).with_context(|| format!("creating {}", own.display()))?;
        Ok(own)
    }

    /// Solves it, or returns what was found earlier.
    fn solve(&self, args: &Args) -> Result<Json> {
        let kept = self.kept("json");
        if let Ok(text) = fs::read_to_string(&kept) {
            return serde_json::from_str(&text).with_context(|| format!("{}", kept.display()));
        }
        let folder = kept.parent().context("a folder below target")?;
        fs::create_dir_all(folder).context("creating a folder below target")?;
        let mut command = Command::new(games_binary::path()?);
        command.args(["solve", self.game, "--rules", &self.rules, "--json"]);
        match &args.disk {
            Some(folder) => command.arg("--disk").arg(self.folder_in(folder)?),
            None => {
                command.args(["--threads", &args.threads.to_string()]);
                command.arg("--checkpoint").arg(self.kept("work"))
            }
        };
        if let Some(memory) = &args.memory {
            command.args(["--memory", memory]);
        }
        let output = command.stderr(std::process::Stdio::inherit()).output();
        let output = output.context("cannot start games")?;
        if !output.status.success() {
            bail!("`{}` failed", self.command());
        }
        fs::write(&kept, &output.stdout).with_context(|| format!("{}", kept.display()))?;
        serde_json::from_slice(&output.stdout).context("games solve: no JSON")
    }

    /// Solves it again, without keeping anything.
    pub(crate) fn solve_again(&self) -> Result<Json> {
        games_binary::json(&["solve", self.game, "--rules", &self.rules])
    }
}

/// Solves what is small enough again and returns the commands whose rows on the pages say
/// something else, after the number of those looked at.
///
/// # Errors
///
/// If the program does not run or a page cannot be read.
pub(crate) fn check(most: u64) -> Result<(usize, Vec<String>)> {
    let mut wrong = Vec::new();
    let mut looked_at = 0;
    for (run, row) in solved_rows()? {
        if page::positions(&row).is_none_or(|n| n <= most) {
            let json = run.solve_again()?;
            let now = page::row(&run, &json).context("games solve: a field is missing")?;
            looked_at += 1;
            if now != row {
                wrong.push(run.command());
            }
        }
    }
    Ok((looked_at, wrong))
}
