//! `cargo xtask weights`: makes the weights of a game again and compares.

use anyhow::{Context, Result};
use serde_json::Value as Json;

use crate::{games_binary, workspace};

/// Make the learned weights that a game brings along again, by their own recipe, and compare.
///
/// Takes minutes to hours. Games lie below `target/weights`, so a command that was interrupted goes
/// on where it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask weights othello --threads 2\n  \
    cargo xtask weights konane --rules rows=8,cols=8")]
pub(crate) struct Args {
    /// The game, by its id.
    game: String,
    /// The rules that the weights are for; the usual ones if not given.
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Threads, which make no difference to the bytes.
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: u32,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let mut ask = vec!["weights", &args.game];
    if let Some(rules) = &args.rules {
        ask.extend(["--rules", rules]);
    }
    let shipped = games_binary::json(&ask)?;
    let folder = workspace::target().join("weights");
    std::fs::create_dir_all(&folder).context("cannot make the folder of weights")?;
    let named = args.rules.as_ref().map_or_else(String::new, |rules| format!("-{rules}"));
    let file = folder.join(format!("{}{named}.weights", args.game));
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
