//! The arguments of `games analyze`.

use clap::Args;

use super::{GameArgs, Notation, Theme};

#[derive(Args, Debug)]
#[command(mut_arg("game", |arg| arg.value_name("FILE|GAME").help(
    "A file of games (`-` reads stdin), or a game's id with --pgn, --sgf, --ggf or --moves")))]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who judges the positions.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:time=500ms")]
    pub(crate) player: String,
    /// Solve each game from its first position on instead, so that the truth is told.
    #[arg(long, conflicts_with = "player")]
    pub(crate) solve: bool,
    /// Positions judged at a time.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Write the games with evaluations, signs, comments and better lines, in the game's own format
    /// if the name ends so (.pgn, .sgf, .ggf), else as plain text; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<String>,
    /// Draw the curves of what the first side could expect; `-` is stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// The colors of the picture.
    #[arg(long, value_enum, default_value_t = Theme::Auto, value_name = "THEME")]
    pub(crate) theme: Theme,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t = Notation::Players, value_name = "NOTATION")]
    pub(crate) notation: Notation,
}

pub(super) const HELP: &str = "Examples:\n  \
    games analyze games.pgn --player alphabeta:time=1s --threads 2 --out judged.pgn\n  \
    games analyze othello --moves \"f5 d6 c3 d3 c4\" --player alphabeta:depth=8 --svg curve.svg\n  \
    games analyze konane --moves \"a3 c3\" --solve\n\n\
    Signs stand behind moves by what they gave away of a win: ?! from 5 %, ? from 10 %, ?? from 20 %.\n\
    With --tables positions that stand there are told as solved: `win in 5 -> draw`.\n\
    Ctrl-C keeps what has been judged by then.";
