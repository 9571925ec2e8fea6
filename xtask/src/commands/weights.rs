//! `cargo xtask weights`: makes the weights of a game again and compares.

use anyhow::{Context, Result};
use serde_json::Value as Json;

use crate::{games_binary, workspace};

/// Make the learned weights that a game brings along again, by their own recipe, and compare.
///
/// Takes minutes to hours. Games lie below `target/weights`, so a command that was interrupted goes
/// on where it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  cargo xtask weights othello --threads 2")]
pub(crate) struct Args {
    /// The game, by its id.
    game: String,
    /// Threads, which make no difference to the bytes.
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u32,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let shipped = games_binary::json(&["weights", &args.game])?;
    let folder = workspace::target().join("weights");
    std::fs::create_dir_all(&folder).context("cannot make the folder of weights")?;
    let file = folder.join(format!("{}.weights", args.game));
    let out = file.to_str().context("the path is no text")?;
    let (recipe, rules) = (text(&shipped, "recipe")?, text(&shipped, "rules")?);
    let threads = args.threads.to_string();
    let game = args.game.as_str();
    let train = ["train", game, "--rules", rules, "--recipe", recipe, "--threads", &threads];
    let made = games_binary::json(&[&train[..], &["--out", out]].concat())?;
    let [was, is] = [&shipped, &made].map(|told| text(told, "checksum"));
    let (was, is) = (was?, is?);
    println!("shipped {was}\nmade    {is}  {out}");
    Ok(was == is)
}

fn text<'a>(told: &'a Json, key: &str) -> Result<&'a str> {
    told[key].as_str().with_context(|| format!("games weights: no field `{key}`"))
}
