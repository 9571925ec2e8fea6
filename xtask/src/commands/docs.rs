//! `cargo xtask docs`: draws the pictures of the documents again.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use crate::{games_binary, process, workspace};

/// Draw the pictures of the documents again.
///
/// Each picture of `docs/images` comes from one command of the program `games`, so that it can
/// always be made again and never shows what the program does not do.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask docs\n  cargo xtask docs --check")]
pub(crate) struct Args {
    /// Change nothing; fail if a picture is not what would be drawn.
    #[arg(long)]
    check: bool,
}

/// A picture and the arguments of `games` that draw it into [`FILE`].
struct Picture {
    file: &'static str,
    args: &'static [&'static str],
}

/// Stands for the file to write.
const FILE: &str = "FILE";

/// The folder of the pictures, from the root of the workspace.
const IMAGES: &str = "docs/images";

/// All pictures; a new one is an entry here. Players have seeds and no limits of time, so that the
/// same picture comes out everywhere.
const PICTURES: &[Picture] = &[
    Picture { file: "knights-dance.svg", args: &["show", "knights-dance", "--svg", FILE] },
    Picture { file: "konane.svg", args: &["show", "konane", "--svg", FILE] },
    Picture { file: "northcott.svg", args: &["show", "northcott", "--svg", FILE] },
    Picture { file: "surround.svg", args: &["show", "surround", "--svg", FILE] },
    Picture { file: "ten.svg", args: &["show", "ten", "--svg", FILE] },
    Picture { file: "tictactoe.svg", args: &["show", "tictactoe", "--svg", FILE] },
];

pub(crate) fn run(args: &Args) -> Result<bool> {
    if args.check {
        let (same, stale) = compare()?;
        for file in &stale {
            println!("stale: {file}");
        }
        println!("{same} as drawn, {} stale", stale.len());
        return Ok(stale.is_empty());
    }
    let dir = workspace::root().join(IMAGES);
    for (file, text) in draw_all()? {
        fs::create_dir_all(&dir).with_context(|| format!("creating {IMAGES}"))?;
        fs::write(dir.join(file), text).with_context(|| format!("writing {IMAGES}/{file}"))?;
        println!("{IMAGES}/{file}");
    }
    Ok(true)
}

/// Returns how many pictures are as they would be drawn now, and the files of the others.
///
/// # Errors
///
/// If one cannot be drawn.
pub(crate) fn compare() -> Result<(usize, Vec<String>)> {
    let dir = workspace::root().join(IMAGES);
    let mut same = 0;
    let mut stale = Vec::new();
    for (file, text) in draw_all()? {
        match fs::read_to_string(dir.join(file)) {
            Ok(old) if old == text => same += 1,
            _ => stale.push(format!("{IMAGES}/{file}")),
        }
    }
    Ok((same, stale))
}

fn draw_all() -> Result<Vec<(&'static str, String)>> {
    let scratch = workspace::scratch().join("images");
    fs::create_dir_all(&scratch).context("creating a folder below target")?;
    PICTURES.iter().map(|picture| Ok((picture.file, picture.draw(&scratch)?))).collect()
}

impl Picture {
    fn draw(&self, scratch: &Path) -> Result<String> {
        let file: PathBuf = scratch.join(self.file);
        let mut games = Command::new(games_binary::path()?);
        for arg in self.args {
            if *arg == FILE {
                games.arg(&file)
            } else {
                games.arg(arg)
            };
        }
        let output = process::capture(games)?;
        if !output.success() {
            bail!("{}: {}\n{}", self.file, output.ending(), output.text.trim());
        }
        fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))
    }
}
