//! `cargo xtask readmes`: each crate's README.

use std::fs;

use anyhow::{Context, Result};

use crate::{readme, tree::Tree, workspace};

/// Write each crate's README from the first page of its documentation.
///
/// A registry and whoever unpacks a crate show the README; `tidy` tells if it is not the page.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> Result<bool> {
    let tree = Tree::read()?;
    for page in readme::all(&tree) {
        if tree.text(&page.path) != Some(&page.text) {
            fs::write(workspace::root().join(&page.path), &page.text)
                .with_context(|| format!("writing {}", page.path))?;
            println!("{}", page.path);
        }
    }
    Ok(true)
}
