//! Measuring one tree.

use std::fs;

use anyhow::{Context, Result, bail};
use toml::{Table, Value};

use super::checkout::Checkout;
use crate::{process, processor_time, suites::TAIL};

/// Features that have a cost of their own to keep to.
const FRONT_ENDS: [&str; 2] = ["web", "tui"];

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
        figures.build(checkout)?;
        for package in changed {
            let test = ["test", "-p", *package];
            run(checkout, &test)?;
            checkout.change(package)?;
            let seconds = run(checkout, &test)?;
            figures.add(&format!("one line changed in `{package}`, tested, user seconds"), seconds);
        }
        Ok(figures)
    }

    /// Builds the program from nothing: first without its front ends, if it has any, then with them.
    fn build(&mut self, checkout: &Checkout) -> Result<()> {
        let manifest = fs::read_to_string(checkout.file("crates/games-cli/Cargo.toml"))?;
        let (features, is_all) = features_without_front_ends(&manifest)?;
        let mut core = vec!["build", "--release"];
        if !is_all {
            core.extend(["-p", "games-cli", "--no-default-features", "--features", &features]);
        }
        let seconds = run(checkout, &core)?;
        self.add("`cargo build --release` from nothing, user seconds", seconds);
        let size = size_of_program(checkout)?;
        self.add("the program `games`, MB", size);
        if !is_all {
            // Features of packages that both have differ, so that hardly anything could be kept.
            fs::remove_dir_all(checkout.target()).context("what was built")?;
            let all = run(checkout, &["build", "--release"])?;
            self.add("more with `web` and `tui`, user seconds", all - seconds);
            self.add("more with `web` and `tui`, MB", size_of_program(checkout)? - size);
        }
        Ok(())
    }

    fn add(&mut self, what: &str, figure: f64) {
        eprintln!("{}: {what}: {figure:.1}", self.name);
        self.rows.push((what.to_owned(), figure));
    }
}

/// Returns the default features but for the front ends, and whether these are all.
fn features_without_front_ends(manifest: &str) -> Result<(String, bool)> {
    let manifest: Table = manifest.parse().context("the manifest of games-cli")?;
    let default = manifest.get("features").and_then(|features| features.get("default"));
    let all: Vec<_> = default.and_then(Value::as_array).into_iter().flatten().collect();
    let core: Vec<_> =
        all.iter().filter_map(|name| name.as_str()).filter(|n| !FRONT_ENDS.contains(n)).collect();
    Ok((core.join(","), core.len() == all.len()))
}

fn size_of_program(checkout: &Checkout) -> Result<f64> {
    let program = checkout.target().join("release/games");
    Ok(fs::metadata(program).context("the size of `games`")?.len() as f64 / 1e6)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_ends_are_built_after_all_else() {
        let features = |default: &str| {
            features_without_front_ends(&format!("[features]\ndefault = [{default}]")).unwrap()
        };
        assert_eq!(features("\"dist\""), ("dist".to_owned(), true));
        assert_eq!(features("\"web\", \"dist\", \"x\", \"tui\""), ("dist,x".to_owned(), false));
        assert_eq!(features_without_front_ends("").unwrap(), (String::new(), true));
    }
}
