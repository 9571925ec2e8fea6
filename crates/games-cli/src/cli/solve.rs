//! The arguments of `games solve`.

use std::{path::PathBuf, time::Duration};

use clap::Args;

use super::GameArgs;

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Threads; with --workers or --hosts those of each process.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    #[cfg(feature = "dist")]
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// Store the solved positions in a file, best named *.solved, for --tables.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep the work in a folder while it runs; the same command goes on from there.
    #[arg(long, value_name = "DIR", group = "kept")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Keep the positions in a folder that is there, where --memory ends, and the work, too; the
    /// same command goes on from there.
    #[arg(long, value_name = "DIR", group = "kept")]
    pub(crate) disk: Option<PathBuf>,
    /// Pack the positions in memory: some five bytes each, a third of what tables take, in 0.8 to 1.4
    /// times the time; for games in which no position comes again.
    #[arg(long, conflicts_with = "kept")]
    pub(crate) packed: bool,
    /// At most about so much work is lost.
    #[arg(long, value_name = "TIME", default_value = "20s", requires = "kept",
        value_parser = games::units::parse_duration)]
    pub(crate) checkpoint_every: Duration,
    /// Count the positions of each value by their distance to the end, too, and tell the farthest.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Solve one of all positions that are images of each other: an eighth of them in endings of
    /// chess, atomic chess and Skak without pawns and rights to castle. What is counted are all
    /// images, whether they can arise from the start or not.
    #[arg(long)]
    pub(crate) folded: bool,
}

#[cfg(feature = "dist")]
#[derive(Args, Debug)]
pub(crate) struct ClusterArgs {
    /// Solve in N processes on this machine.
    #[arg(long, value_name = "N", conflicts_with = "hosts",
        value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) workers: Option<u32>,
    /// Solve together with processes on other machines: a file with one host:port a line; `-`
    /// reads stdin.
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(crate) hosts: Option<String>,
    /// Which of the hosts this process is, from 0 on; process 0 prints the result.
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// A file with a secret of at least 16 bytes, the same for all hosts: who does not know it is
    /// not spoken to. What is said is not encrypted.
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(crate) secret: Option<PathBuf>,
    /// How many processes share the memory, where --workers has started them.
    #[arg(long, hide = true, default_value_t = 1, requires = "hosts",
        value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) sharers: u32,
    /// How long to wait for the other processes to come.
    #[arg(long, value_name = "TIME", default_value = "1m", requires = "hosts",
        value_parser = games::units::parse_duration)]
    pub(crate) wait: Duration,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// A file of `games solve --out`.
    pub(crate) file: PathBuf,
    /// Work every position out again from its moves, by the plain rules and in random order.
    #[arg(long)]
    pub(crate) values: bool,
    /// Threads.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
}

pub(super) const VERIFY_HELP: &str = "Examples:\n  \
    games verify tables/konane.solved\n  \
    games verify tables/konane.solved --values --threads 2\n\n\
    With --values the table is held in memory (--memory), or one part of it after the other, and\n\
    the first value that does not follow from the game's moves is named.";

pub(super) const HELP: &str = "Examples:\n  \
    games solve konane --stats\n  \
    games solve tictactoe --rules rows=4,cols=4 --threads 2 --memory 4GiB \\\n      \
    --checkpoint work --out tables/tictactoe-4x4.solved\n  \
    games show tictactoe --rules rows=4,cols=4 --solved --tables tables\n  \
    games solve konane --rules rows=5,cols=6 --disk /data/work --memory 1GiB\n  \
    games solve chess --position \"8/8/8/8/7r/2k5/8/K3Q3 b - - 0 1\" --folded --stats\n\n\
    The value is what the side to move can force: win, tie, draw (the game goes on for ever) or\n\
    lose; the remoteness is the number of moves to the end when winners hurry and losers delay.\n\
    Without --memory, tables may take half of the machine's memory.";
