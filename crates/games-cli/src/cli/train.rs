//! The arguments of `games train` and `games weights`.

use clap::Args;

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    /// The game's id, as `games list` shows it.
    pub(crate) game: String,
    /// Rules as key=value,... (see `games list`).
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    pub(crate) rules: Option<String>,
    /// About how long to play and to learn.
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = minutes)]
    pub(crate) minutes: f64,
    /// Threads. They make no difference to what is learnt from the same games.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// The seed of openings and of training.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file of weights; by default the game's id with `.weights`. The games are kept beside it,
    /// with `.games` behind its name.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// Draw how far off each generation is and what it gains, also if the training is interrupted.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// A recipe as `games weights` prints it, in place of minutes and seed: the same bytes again.
    /// `tiny` is one that takes seconds.
    #[arg(long, value_name = "RECIPE")]
    pub(crate) recipe: Option<String>,
    /// A player, such as an outside engine, that judges the positions which are learnt from:
    /// `uci:"stockfish",nodes=500`. By default nobody does, and only results count.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) teacher: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct WeightsArgs {
    /// A file of weights, or the id of a game that brings some along.
    pub(crate) file: String,
    /// By which rules the game brings them along, for example `rows=8,cols=8`.
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

pub(super) const HELP: &str = "Examples:\n  \
    games train konane --rules rows=8,cols=8 --minutes 5 --threads 2\n  \
    games match konane --rules rows=8,cols=8 --p1 alphabeta:eval=konane.weights,time=50ms \\\n      \
    --p2 alphabeta:eval=own,time=50ms --games 100\n  \
    games train othello --recipe tiny --out tiny.weights --svg tiny.svg\n\n\
    The game plays against itself and learns from how the games end, generation after generation,\n\
    until the minutes are over or a generation does not beat the one before in equal time.\n\
    Ctrl-C keeps all that was played, and the same command goes on.";

pub(super) const WEIGHTS_HELP: &str = "Examples:\n  games weights othello\n  games weights konane --rules rows=8,cols=8\n  \
    games weights konane.weights";

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.01..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "expected a number of minutes from 0.01 to 100000".to_owned())
}
