//! The arguments of `games tune`.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct TuneArgs {
    /// The game's id, as `games list` shows it.
    pub(crate) game: String,
    /// Rules as key=value,... (see `games list`).
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    pub(crate) rules: Option<String>,
    /// The alpha-beta player whose constants are tuned, from the values that it has. With limits that
    /// are no times, results are the same every time.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:nodes=3000")]
    pub(crate) player: String,
    /// Which constants, as a,b,c (`games help alphabeta` lists them). By default all.
    #[arg(long, value_name = "KEYS", value_delimiter = ',')]
    pub(crate) keys: Vec<String>,
    /// How many pairs of games, each a step of the tuning.
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub(crate) pairs: u64,
    /// Threads. They make no difference to what is found.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// The seed of openings and of all that is drawn.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Random plies at the start of each pair of games. By default as few as make the pairs begin
    /// with different positions.
    #[arg(long, value_name = "K")]
    pub(crate) opening_plies: Option<usize>,
    /// How far a won game moves the constants at the end, as a share of how far they are tried; the
    /// more pairs, the smaller it should be.
    #[arg(long, value_name = "X", default_value_t = games::tune::Recipe::RATE, value_parser = share)]
    pub(crate) rate: f64,
    /// How far constants are tried to both sides at the end, as a share of their ranges.
    #[arg(long, value_name = "X", default_value_t = games::tune::Recipe::STEP, value_parser = share)]
    pub(crate) step: f64,
    /// The file with the course of the tuning, from which the same command goes on; by default the
    /// game's id with `.tune.jsonl`.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// Draw the course of each constant as a picture as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
}

pub(super) const HELP: &str = "Examples:\n  \
    games tune chess --pairs 2000 --threads 2 --out chess.tune.jsonl --svg chess.svg\n  \
    games tune othello --player alphabeta:nodes=2000,eval=own --keys late_divisor,late_base,window\n\n\
    Two players that differ from the tuned one in all constants, one this way and one that way, play\n\
    a pair of games; the points move the constants (SPSA). Ctrl-C keeps all, and the same command goes\n\
    on. Whether what is found is stronger is for `games match --sprt` to say.";

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0001..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0.0001 to 1".to_owned())
}
