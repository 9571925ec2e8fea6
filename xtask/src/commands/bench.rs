//! `cargo xtask bench`: the benchmarks, and what a build costs.

mod build;

use anyhow::{Context, Result};

use super::python;
use crate::{process, workspace};

/// Run the benchmarks.
///
/// They are built as the program `games` is: in the profile `release`, for the processor at hand.
/// Figures to publish name the machine, the command and the commit.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  cargo xtask bench\n  cargo xtask bench othello\n  \
        cargo xtask bench perft --cpu x86-64-v2\n  cargo xtask bench perft --save before\n  \
        cargo xtask bench build\n  cargo xtask bench python"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Run only benchmarks whose name contains this.
    name: Option<String>,
    /// Build for this processor, in a target folder of its own.
    #[arg(long, value_name = "CPU")]
    cpu: Option<String>,
    /// Keep the figures under a name, to compare with later.
    #[arg(long, value_name = "NAME", conflicts_with = "compare")]
    save: Option<String>,
    /// Compare with the figures kept under a name.
    #[arg(long, value_name = "NAME")]
    compare: Option<String>,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Build(build::Args),
    /// Measure the package for Python beside others
    Python,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    match &args.what {
        Some(What::Build(args)) => build::run(args),
        Some(What::Python) => python::bench(),
        None => benchmarks(args),
    }
}

fn benchmarks(args: &Args) -> Result<bool> {
    let mut cargo = process::cargo();
    // Without `--benches` the test harness of the library would get criterion's arguments.
    cargo.args(["bench", "--profile", "release", "-p", "games-bench", "--benches", "--"]);
    cargo.args(&args.name);
    if let Some(name) = &args.save {
        cargo.args(["--save-baseline", name]);
    }
    if let Some(name) = &args.compare {
        cargo.args(["--baseline", name]);
    }
    if let Some(cpu) = &args.cpu {
        cargo.env("RUSTFLAGS", format!("-C target-cpu={cpu}"));
        cargo.env("CARGO_TARGET_DIR", workspace::target().join(cpu));
    }
    let status = cargo.status().context("cannot start cargo")?;
    Ok(status.success())
}
