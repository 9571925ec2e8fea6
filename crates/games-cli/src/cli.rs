//! The arguments: a contract that scripts rely on.

mod analyze;
mod explain;
mod notation;
mod records;
#[cfg(feature = "web")]
mod serve;
mod solve;
mod train;
mod tune;

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use explain::explain;
pub(crate) use notation::Notation;
pub(crate) use records::RecordsArgs;
#[cfg(feature = "web")]
pub(crate) use serve::ServeArgs;
pub(crate) use solve::{SolveArgs, VerifyArgs};
pub(crate) use train::{TrainArgs, WeightsArgs};
pub(crate) use tune::TuneArgs;

/// Play, search, count and match perfect-information games.
#[derive(Parser, Debug)]
#[command(
    name = "games",
    version = crate::version::text(),
    max_term_width = 100,
    disable_help_subcommand = true,
    after_help = "Examples:\n  \
        games play othello --p1 human --p2 alphabeta:time=1s\n  \
        games show othello --moves \"f5 d6 c3\"\n  \
        games best othello --player mcts:sims=10000,seed=1 --json\n  \
        games match othello --p1 alphabeta:depth=3 --p2 random --games 100 --opening-plies 4\n  \
        games solve konane --stats\n\n\
        Players: random, alphabeta, mcts, proof, solver, human, each with :key=value,... as in\n\
        alphabeta:time=1s,hash=64MiB, and programs of others: uci, gtp, nboard, as in\n\
        'uci:\"stockfish\",time=1s' or 'gtp:\"gnugo --mode gtp\"'.\n\
        `games list` tells the games and their rules, `games help alphabeta` a player's options."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Args, Debug)]
#[command(next_help_heading = "Options of all commands")]
pub(crate) struct Common {
    /// Print one JSON object and nothing else.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// When to color boards.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    /// The most memory for tables and trees, such as 512MiB.
    #[arg(long, global = true, value_name = "SIZE", value_parser = games::units::parse_size)]
    pub(crate) memory: Option<u64>,
    /// A folder with solved tables (files of `games solve --out`) to look positions up in.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Color {
    /// If stdout is a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games and their rules.
    List(ListArgs),
    /// Show a position: board, side to move, legal moves, outcome.
    #[command(
        after_help = "Examples:\n  games show othello --moves \"f5 d6 c3\" --svg board.svg\n  games show konane --solved"
    )]
    Show(ShowArgs),
    /// List the legal moves, sorted, one a line.
    #[command(after_help = "Example:\n  games moves othello --rules size=6")]
    Moves(GameArgs),
    /// Count the lines of 1 to N plies by the bare rules.
    #[command(
        after_help = "Ends by clock, length, repetition or claim end no line.\n\nExamples:\n  games perft othello --depth 8 --threads 2 --divide\n  games perft chess --depth 5 --compare 'uci:\"stockfish\"'"
    )]
    Perft(PerftArgs),
    /// Search a position once.
    #[command(
        after_help = "Examples:\n  games best othello --player alphabeta:depth=8\n  games best konane --player proof:nodes=1000000"
    )]
    Best(BestArgs),
    /// Play one game.
    #[command(after_help = "Example:\n  games play othello --p1 human --p2 alphabeta:time=1s\n\n\
        At the prompt a person types moves, or an order such as hint, undo, save FILE; help\n\
        lists them.")]
    Play(PlayArgs),
    /// Play a match; results are those of the first player.
    #[command(after_help = MATCH_HELP)]
    Match(Box<MatchArgs>),
    /// Solve a position and what can arise from it, by the bare rules.
    #[command(after_help = solve::HELP)]
    Solve(SolveArgs),
    /// Read a whole table of solved positions and say whether it is sound.
    #[command(after_help = solve::VERIFY_HELP)]
    Verify(VerifyArgs),
    /// Judge every move of games, and say what was better.
    #[command(after_help = analyze::HELP)]
    Analyze(Box<AnalyzeArgs>),
    /// List the games of a file: players, result, plies, the first moves.
    #[command(after_help = records::HELP)]
    Records(RecordsArgs),
    /// Have a game learn an estimate from playing against itself.
    #[command(after_help = train::HELP)]
    Train(TrainArgs),
    /// Tell what learned weights are for and how they were made.
    #[command(after_help = train::WEIGHTS_HELP)]
    Weights(WeightsArgs),
    /// Tune the constants of alpha-beta search by games against itself.
    #[command(after_help = tune::HELP)]
    Tune(Box<TuneArgs>),
    /// Speak the Universal Chess Interface on stdin and stdout, for chess GUIs.
    #[command(
        after_help = "Example:\n  printf 'position startpos\\ngo depth 6\\n' | games uci chess\n\n\
        Beyond the protocol: go perft N (by the bare rules), bench [DEPTH], d."
    )]
    Uci(UciArgs),
    /// Speak the Go Text Protocol on stdin and stdout, for Go GUIs.
    #[command(
        after_help = "Example:\n  printf 'boardsize 9\\nplay b E5\\ngenmove w\\nshowboard\\n' | games gtp\n\n\
        In Sabaki and GoGui enter `games gtp` as the engine's command, in Lizzie\n\
        `games gtp --override-version 0.17`, as it asks for Leela Zero's version."
    )]
    Gtp(GtpArgs),
    /// Speak NBoard's protocol on stdin and stdout, for Othello GUIs.
    #[command(
        name = "nboard",
        after_help = "Example:\n  printf 'nboard 2\\nset depth 8\\nmove F5\\nhint 3\\ngo\\n' | games nboard\n\n\
        In NBoard enter `games nboard` as the engine's command."
    )]
    NBoard(NBoardArgs),
    /// Explain a command, a game, a player, or all players.
    #[command(
        after_help = "Examples:\n  games help othello\n  games help players\n  games help alphabeta"
    )]
    Help(HelpArgs),
    /// Play, analyse and look things up in the browser.
    #[cfg(feature = "web")]
    #[command(after_help = serve::HELP)]
    Serve(ServeArgs),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  games completions bash > ~/.local/share/bash-completion/completions/games"
    )]
    Completions(CompletionsArgs),
}

impl Command {
    /// Refuses options of all commands that do nothing in this one.
    pub(crate) fn check(&self, common: &Common) -> Result<(), Failure> {
        let (name, speaks) = match self {
            Self::Uci(_) => ("uci", "speaks its protocol"),
            Self::Gtp(_) => ("gtp", "speaks its protocol"),
            Self::NBoard(_) => ("nboard", "speaks its protocol"),
            Self::Completions(_) => ("completions", "prints a script"),
            _ => return Ok(()),
        };
        let given = [("--json", common.json), ("--color", common.color != Color::Auto)];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(Failure::Input(format!(
                "{option}: `games {name}` {speaks} and nothing else; leave {option} out"
            ))),
            None => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct ListArgs {}

#[derive(Args, Debug)]
#[command(next_help_heading = "Game and position")]
pub(crate) struct GameArgs {
    /// The game's id, as `games list` shows it.
    pub(crate) game: String,
    /// Rules as key=value,... (see `games list`).
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    pub(crate) rules: Option<String>,
    /// The position text to start from; `-` reads stdin, `@FILE` a file.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Start from the end of a game in an SGF file (`-` reads stdin), by its rules where --rules
    /// names no others.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) sgf: Option<String>,
    /// The same for a PGN file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "sgf"])]
    pub(crate) pgn: Option<String>,
    /// The same for a GGF file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "sgf", "pgn"])]
    pub(crate) ggf: Option<String>,
    /// Which game of such a file, from 1.
    #[arg(id = "nth", long = "game", value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nth: Option<u64>,
    /// Start after so many plies of a game in such a file.
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,
    /// Moves to play first, as "m1 m2 ..."; `-` reads stdin, `@FILE` a file.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

impl GameArgs {
    /// The format and path of the file to start from.
    pub(crate) fn file(&self) -> Option<(&'static str, &str)> {
        let files = [("sgf", &self.sgf), ("pgn", &self.pgn), ("ggf", &self.ggf)];
        files.into_iter().find_map(|(name, path)| Some((name, path.as_deref()?)))
    }
}

#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Mark the cells that legal moves go to; pictures have them always.
    #[arg(long)]
    pub(crate) marks: bool,
    /// Mark only the moves that begin on this cell (a square's name).
    #[arg(long, value_name = "CELL")]
    pub(crate) from: Option<String>,
    /// Tell value and distance to the end of the position and of every move, from --tables or by
    /// solving it.
    #[arg(long)]
    pub(crate) solved: bool,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t = Notation::Players, value_name = "NOTATION")]
    pub(crate) notation: Notation,
    /// Write a picture of the board to a file as well, or to stdout alone (`-`).
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// Draw the board of --svg from the other side.
    #[arg(long, requires = "svg")]
    pub(crate) turned: bool,
    /// Draw arrows into the picture of --svg, as from-to,from-to by cells.
    #[arg(long, value_name = "ARROWS", requires = "svg")]
    pub(crate) arrows: Option<String>,
    /// Write a moving picture of the moves to a file as well, or to stdout alone (`-`).
    #[arg(long, value_name = "FILE")]
    pub(crate) movie: Option<String>,
    /// The colors of the pictures.
    #[arg(long, value_enum, default_value_t = Theme::Auto, value_name = "THEME")]
    pub(crate) theme: Theme,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Theme {
    /// As the reader's system is set.
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// Black, white and grays, for paper.
    Print,
}

#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The greatest number of plies, at least 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Count below each move, too.
    #[arg(long)]
    pub(crate) divide: bool,
    /// Compare with a program that speaks UCI and knows `go perft`, such as 'uci:"stockfish"', down
    /// to the first position in which both have not the same moves.
    #[arg(long, value_name = "SPEC", conflicts_with = "divide")]
    pub(crate) compare: Option<String>,
    /// Threads.
    #[arg(long, value_name = "T", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: u32,
    /// Play every move of the last ply instead of counting them in bulk.
    #[arg(long)]
    pub(crate) no_bulk: bool,
    /// Keep counts of positions in a table of this size.
    #[arg(long, value_name = "SIZE", value_parser = games::units::parse_size)]
    pub(crate) hash: Option<u64>,
}

#[derive(Args, Debug)]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Who searches.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:time=1s")]
    pub(crate) player: String,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t = Notation::Players, value_name = "NOTATION")]
    pub(crate) notation: Notation,
}

#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The player of the side that moves first.
    #[arg(long, value_name = "SPEC", default_value = "human")]
    pub(crate) p1: String,
    /// The player of the other side.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:time=1s")]
    pub(crate) p2: String,
    /// A game that is not over after so many plies is a draw; 0 for never. By default 1000 in
    /// games whose rules alone might never end them.
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<usize>,
    /// How moves are written.
    #[arg(long, value_enum, default_value_t = Notation::Players, value_name = "NOTATION")]
    pub(crate) notation: Notation,
    /// Print nothing but how the game ended.
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Print moves without boards.
    #[arg(long)]
    pub(crate) no_board: bool,
    /// How much longer than its time control (`tc=10+0.1` of a player) allows an engine may take
    /// without losing.
    #[arg(long, value_name = "TIME", value_parser = games::units::parse_duration)]
    pub(crate) time_margin: Option<std::time::Duration>,
    /// Play on the whole screen of the terminal, with keys and the mouse.
    #[cfg(feature = "tui")]
    #[arg(long, conflicts_with_all = ["quiet", "no_board"])]
    pub(crate) tui: bool,
    /// Save the game as an SGF file (`-` is stdout; the talk then goes to stderr).
    #[arg(long, value_name = "FILE")]
    pub(crate) save_sgf: Option<String>,
    /// The same for a PGN file.
    #[arg(long, value_name = "FILE")]
    pub(crate) save_pgn: Option<String>,
    /// The same for a GGF file.
    #[arg(long, value_name = "FILE")]
    pub(crate) save_ggf: Option<String>,
}

impl PlayArgs {
    /// Whether the game is played on the whole screen.
    pub(crate) const fn is_on_the_screen(&self) -> bool {
        #[cfg(feature = "tui")]
        return self.tui;
        #[cfg(not(feature = "tui"))]
        false
    }
}

#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The player whose results are counted.
    #[arg(long, value_name = "SPEC", required_unless_present = "player", requires = "p2")]
    pub(crate) p1: Option<String>,
    /// The other player.
    #[arg(long, value_name = "SPEC", required_unless_present = "player", requires = "p1")]
    pub(crate) p2: Option<String>,
    /// A player of a tournament, in place of --p1 and --p2; give two or more. All play against all.
    #[arg(long, value_name = "SPEC", conflicts_with_all = ["p1", "p2", "sprt"])]
    pub(crate) player: Vec<String>,
    /// Have the first player of a tournament play all others, and these not each other.
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// The rating of a player of a tournament by its number, such as 2=2850: the others' follow from
    /// it. Without any, the mean of all is 0.
    #[arg(long, value_name = "N=ELO")]
    pub(crate) anchor: Vec<String>,
    /// Write the table of a tournament as a picture as well.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<String>,
    /// How many games, of each pairing in a tournament; sides alternate.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// Random plies at the start of each pair of games. By default as few as make the pairs begin
    /// with different positions; none with --openings.
    #[arg(long, value_name = "K")]
    pub(crate) opening_plies: Option<usize>,
    /// A file of openings (`-` reads stdin): games in the game's own format if its name ends so (.pgn, .sgf), else a
    /// position, one with operations (EPD) or a line of moves on each line. Their order follows from
    /// the seed; each is played with both sides.
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<String>,
    /// Play no more than so many plies of each opening.
    #[arg(long, value_name = "N", requires = "openings")]
    pub(crate) book_plies: Option<usize>,
    /// The seed of openings, and of players without one; `games list` tells where players draw lots.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Games played at a time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) concurrency: u32,
    /// A game that is not over after so many plies is a draw; 0 for never. By default 1000 in
    /// games whose rules alone might never end them.
    #[arg(long, value_name = "N")]
    pub(crate) max_plies: Option<usize>,
    /// How much longer than its time control (`tc=10+0.1` of a player) allows a player may take
    /// without losing.
    #[arg(long, value_name = "TIME", value_parser = games::units::parse_duration)]
    pub(crate) time_margin: Option<std::time::Duration>,
    /// A player has lost that thinks for MOVES of its moves in a row that it is SCORE behind, in the
    /// game's unit.
    #[arg(long, value_name = "SCORE,MOVES")]
    pub(crate) resign: Option<games::arena::Resign>,
    /// A game is drawn in which both players think for MOVES of their moves in a row that nobody is
    /// more than SCORE ahead, from move FROM on.
    #[arg(long, value_name = "SCORE,MOVES,FROM")]
    pub(crate) draw: Option<games::arena::Agree>,
    /// End a game as soon as a table of --tables has its position.
    #[arg(long)]
    pub(crate) solved: bool,
    /// What records call the match.
    #[arg(long, value_name = "NAME", default_value = "games match")]
    pub(crate) event: String,
    /// End the match as soon as it is decided which difference in normalized Elo is the likelier one.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<games::sprt::Sprt>,
    /// Keep results in a file from which the same command goes on.
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<String>,
    /// Write the games to a file, in the game's own format if its name ends so (.pgn, .sgf), else
    /// as plain text; `-` is stdout, in the game's own format if it has one.
    #[arg(long, value_name = "FILE")]
    pub(crate) records: Option<String>,
}

const MATCH_HELP: &str = "Examples:\n  \
    games match othello --p1 mcts:sims=200 --p2 random --games 100\n  \
    games match othello --player alphabeta:depth=4 --player mcts:sims=200 --player random --games 20\n  \
    games match chess --p1 alphabeta:time=1s --p2 'uci:\"stockfish\",time=1s,option.Skill Level=3' \\\n      \
    --games 400 --opening-plies 6 --sprt 0,50 --results sf.jsonl --concurrency 2\n\n\
    Copies of a game are told of and are no evidence: Elo, LOS and SPRT come from pairs that differ.\n\
    A seed makes a difference for random and, where it plays games out, for mcts (see `games list`);\n\
    below level=8 for alphabeta and mcts everywhere; else players play alike with every seed, so\n\
    that only openings make their games differ.\n\
    With --results every finished game is on disk before the next one begins; the same command\n\
    goes on where the match was interrupted.";

#[derive(Args, Debug)]
pub(crate) struct UciArgs {
    /// The game's id; a GUI may change it by the option UCI_Variant.
    #[arg(default_value = "chess")]
    pub(crate) game: String,
    /// Who searches; limits come from the GUI.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    pub(crate) player: String,
}

#[derive(Args, Debug)]
pub(crate) struct GtpArgs {
    /// The game's id.
    #[arg(default_value = "go")]
    pub(crate) game: String,
    /// Rules as key=value,... (see `games list`); `boardsize` and `komi` change them.
    #[arg(long, value_name = "RULES", allow_hyphen_values = true)]
    pub(crate) rules: Option<String>,
    /// Who searches; a controller's clock bounds the time, too.
    #[arg(long, value_name = "SPEC", default_value = "mcts")]
    pub(crate) player: String,
    /// Resign where the search expects less than so many percent, such as 5; never by default.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) resign: Option<f64>,
    /// What to answer to `version`.
    #[arg(long, value_name = "TEXT")]
    pub(crate) override_version: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct NBoardArgs {
    /// Rules as key=value,... (see `games list`); GUIs count as Othello's federation does.
    #[arg(
        long,
        value_name = "RULES",
        default_value = "scoring=empties-to-winner",
        allow_hyphen_values = true
    )]
    pub(crate) rules: String,
    /// Who searches; the depth that the GUI sets bounds alphabeta, too.
    #[arg(long, value_name = "SPEC", default_value = "alphabeta")]
    pub(crate) player: String,
}

#[derive(Args, Debug)]
pub(crate) struct HelpArgs {
    /// A command, the id of a game, a player, or `players`.
    pub(crate) subject: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Reads a part of a hundred, above 0 and below 100.
fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|percent| *percent > 0.0 && *percent < 100.0);
    number.ok_or_else(|| "expected a number between 0 and 100, such as 5".to_owned())
}

/// Returns the description of all arguments, for completions.
pub(crate) fn command() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_arguments_is_consistent() {
        command().debug_assert();
    }
}
