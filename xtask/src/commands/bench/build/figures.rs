//! Measuring one tree.

use std::fs;

use anyhow::{Context, Result, bail};

use super::checkout::Checkout;
use crate::{process, processor_time, suites::TAIL};

/// What building one tree costs.
pub(super) struct Figures {
    /// The name of the tree.
    pub(super) name: String,
    /// What was measured, with its figure: seconds or megabytes.
    pub(super) rows: Vec<(String, f64)>,
}

impl Figures {
    /// Builds a tree, then changes a line in each of the crates and tests it.
    ///
    /// # Errors
    ///
    /// What does not build, and the first test that fails.
    pub(super) fn measure(checkout: &Checkout, changed: &[&str]) -> Result<Self> {
        let mut figures = Self { name: checkout.name.clone(), rows: Vec::new() };
        run(checkout, &["fetch", "--locked"])?;
        let seconds = run(checkout, &["build", "--release"])?;
        figures.add("`cargo build --release` from nothing, user seconds", seconds);
        let program = checkout.target().join("release/games");
        let bytes = fs::metadata(program).context("the size of `games`")?.len();
        figures.add("the program `games`, MB", bytes as f64 / 1e6);
        for package in changed {
            let test = ["test", "-p", *package];
            run(checkout, &test)?;
            checkout.change(package)?;
            let seconds = run(checkout, &test)?;
            figures.add(&format!("one line changed in `{package}`, tested, user seconds"), seconds);
        }
        Ok(figures)
    }

    fn add(&mut self, what: &str, figure: f64) {
        eprintln!("{}: {what}: {figure:.1}", self.name);
        self.rows.push((what.to_owned(), figure));
    }
}

/// Runs cargo and returns for how many seconds its processes had the processor for themselves.
fn run(checkout: &Checkout, args: &[&str]) -> Result<f64> {
    let mut cargo = checkout.cargo();
    cargo.args(args);
    let before = processor_time::of_children();
    let output = process::capture(cargo)?;
    if !output.success() {
        let tail = process::tail(&output.text, TAIL);
        bail!("{}: cargo {}: {}\n{tail}", checkout.name, args.join(" "), output.ending());
    }
    Ok((processor_time::of_children() - before).as_secs_f64())
}
