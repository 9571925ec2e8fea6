//! `cargo xtask strength`: plays the matches of `docs/strength.md` and writes their results there.

mod books;
mod gauntlets;
mod matches;
mod page;

use std::{fs, process::Command};

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;

use self::matches::{MATCHES, Match, Openings};
pub(crate) use self::page::{processor, today};
use crate::{games_binary, process, workspace};

/// The page of results, from the root of the workspace.
const PAGE: &str = "docs/strength.md";

/// Play the matches of `docs/strength.md` and write their results there.
///
/// Every finished game is kept below `target`, so a command that was interrupted goes on where it
/// was. Matches in real time want a machine that does nothing else.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  cargo xtask strength --list\n  cargo xtask strength random-\n  \
    cargo xtask strength chess-stockfish --concurrency 2\n  \
    cargo xtask strength gauntlet-chess --at-most 10"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// Play only matches whose id contains this.
    name: Option<String>,
    /// Show the matches, with the commands, and play none.
    #[arg(long)]
    list: bool,
    /// Games at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,
}

/// What is no match of the list.
#[derive(clap::Subcommand, Debug)]
enum Other {
    GauntletChess(gauntlets::Args),
    /// Make the book of openings of chess again: positions after 6 to 8 random plies that alpha-beta
    /// thinks are even.
    OpeningsChess,
    /// Make the book of openings of Othello again: 8 to 10 random plies after which alpha-beta
    /// thinks that the game is even.
    OpeningsOthello,
    /// The same on 6 by 6, after 6 to 8 plies.
    #[command(name = "openings-othello-6")]
    OpeningsOthello6,
    /// Those of Surround on 8 by 8, after 8 to 10 plies.
    OpeningsSurround,
    /// Those of Girl Chess, after 6 to 8 plies.
    OpeningsGirlChess,
    /// Those of Skak, after 6 to 8 plies.
    OpeningsSkak,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    match &args.other {
        Some(Other::GauntletChess(args)) => return gauntlets::run(args),
        Some(Other::OpeningsChess) => return books::CHESS.make().map(|()| true),
        Some(Other::OpeningsOthello) => return books::OTHELLO.make().map(|()| true),
        Some(Other::OpeningsOthello6) => return books::OTHELLO_6.make().map(|()| true),
        Some(Other::OpeningsSurround) => return books::SURROUND.make().map(|()| true),
        Some(Other::OpeningsSkak) => return books::SKAK.make().map(|()| true),
        Some(Other::OpeningsGirlChess) => return books::GIRL_CHESS.make().map(|()| true),
        None => {}
    }
    let wanted = |m: &&Match| args.name.as_ref().is_none_or(|name| m.id.contains(name.as_str()));
    let chosen: Vec<_> = MATCHES.iter().filter(wanted).collect();
    if chosen.is_empty() {
        bail!("no match has `{}` in its id", args.name.as_deref().unwrap_or_default());
    }
    for one in chosen {
        if args.list {
            println!("{}: {}", one.id, one.command());
            continue;
        }
        let result = one.play(args.concurrency)?;
        println!("{}: {}", one.id, result.score());
        let path = workspace::root().join(PAGE);
        let text = fs::read_to_string(&path).with_context(|| format!("reading {PAGE}"))?;
        let row = page::row(one, &result, &page::today(), &page::processor());
        let text = page::with_row(&text, one.id, &row)
            .with_context(|| format!("{PAGE} has no row `{}`", one.id))?;
        fs::write(&path, text).with_context(|| format!("writing {PAGE}"))?;
    }
    Ok(true)
}

/// What a match came to.
struct Played {
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
}

impl Played {
    fn score(&self) -> String {
        format!("{} won, {} drawn, {} lost", self.wins, self.draws, self.losses)
    }

    /// Whether one side won all games.
    const fn is_one_sided(&self) -> bool {
        self.draws == 0 && (self.wins == 0 || self.losses == 0)
    }

    fn read(json: &Json) -> Option<Self> {
        let count = |key: &str| json[key].as_u64();
        Some(Self {
            wins: count("wins")?,
            draws: count("draws")?,
            losses: count("losses")?,
            elo: json["elo"].as_f64(),
            elo_error: json["elo_error"].as_f64(),
        })
    }
}

impl Match {
    /// The arguments of `games`, without those that say where and how fast to play.
    fn args(&self) -> Vec<String> {
        let mut args = vec!["match".to_owned(), self.game.to_owned()];
        if let Some(rules) = self.rules {
            args.extend(["--rules".to_owned(), rules.to_owned()]);
        }
        let given = [("--p1", self.p1.to_owned()), ("--p2", self.p2.to_owned())];
        let openings = match self.openings {
            Openings::Random(plies) => ("--opening-plies", plies.to_string()),
            Openings::Book(book) => ("--openings", book.file.to_owned()),
        };
        let counts =
            [("--games", self.games.to_string()), openings, ("--seed", self.seed.to_string())];
        for (key, value) in given.into_iter().chain(counts) {
            args.extend([key.to_owned(), value]);
        }
        if let Some(sprt) = self.sprt {
            args.extend(["--sprt".to_owned(), sprt.to_owned()]);
        }
        args
    }

    /// The command for people.
    fn command(&self) -> String {
        let words: Vec<_> = self.args().iter().map(|arg| process::shell_word(arg)).collect();
        format!("games {}", words.join(" "))
    }

    /// Plays what is left of the match: of one of hours the games so far may lie beside the page.
    fn play(&self, concurrency: u32) -> Result<Played> {
        let kept = workspace::scratch().join("strength");
        fs::create_dir_all(&kept).context("creating a folder below target")?;
        let file = format!("{}.jsonl", self.id);
        let (begun, kept) = (workspace::root().join("docs/strength").join(&file), kept.join(file));
        if begun.exists() && !kept.exists() {
            fs::copy(&begun, &kept).with_context(|| format!("copying {}", begun.display()))?;
        }
        let output = Command::new(games_binary::path()?)
            .args(self.args())
            .arg("--results")
            .arg(kept)
            .args(["--concurrency", &concurrency.to_string(), "--json"])
            .current_dir(workspace::root())
            .stderr(std::process::Stdio::inherit())
            .output()
            .context("cannot start games")?;
        if !output.status.success() {
            bail!("`{}` failed", self.command());
        }
        let json = serde_json::from_slice(&output.stdout).context("games match: no JSON")?;
        Played::read(&json).context("games match: a field is missing")
    }
}
