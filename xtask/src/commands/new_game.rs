//! `cargo xtask new-game`: a small working game to begin with.

mod lists;
mod name;
mod template;

use std::{fs, path::Path};

use anyhow::{Context, Result, ensure};

use crate::{process, readme, tree::Tree, workspace};
use name::Name;

/// Write a small working game to begin with.
///
/// Writes a crate with rules, texts, entry and tests (a heap of stones), its page of rules, its
/// fixture, and the lines that name it: in the manifests, the registry, the README and the
/// changelog. From there on the game is played, searched, counted and checked.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  cargo xtask new-game breakthrough\n  \
    cargo test -p breakthrough\n  cargo run --release -- play breakthrough --p1 human")]
pub(crate) struct Args {
    /// The id of the game: lower case, with `-` between words.
    name: String,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let name = Name::parse(&args.name)?;
    name.check_free(&Tree::read()?)?;
    // All of it is worked out before anything is written.
    let mut files = template::files(&name);
    files.extend(lists::with(&name)?);
    for (path, text) in &files {
        write(&workspace::root().join(path), text).with_context(|| format!("writing {path}"))?;
        println!("{path}");
    }
    format(&name)?;
    for page in readme::all(&Tree::read()?) {
        if page.path.contains(&format!("/{}/", name.id)) {
            write(&workspace::root().join(&page.path), &page.text)?;
            println!("{}", page.path);
        }
    }
    println!("\ncargo test -p {0}\ncargo run --release -- play {0} --p1 human", name.id);
    Ok(true)
}

/// Formats the crate: what stands first in a list of names depends on the game's.
fn format(name: &Name) -> Result<()> {
    let mut cargo = process::cargo();
    cargo.args(["fmt", "-p", &name.id]);
    let output = process::capture(cargo)?;
    ensure!(output.success(), "cargo fmt: {}\n{}", output.ending(), output.text);
    Ok(())
}

fn write(file: &Path, text: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(file, text)?)
}
