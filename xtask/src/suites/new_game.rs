//! Whether a new game can be added as the guide says.

use std::{fs, path::PathBuf, process::Command};

use anyhow::{Context as _, Result};

use super::{Context, Failure, TAIL, Verdict};
use crate::{
    git,
    process::{self, Output},
    workspace,
};

/// What the guide says, step by step. The name has two words, so that every spelling is another.
const STEPS: &[&str] = &[
    "xtask new-game trial-game",
    "xtask tidy",
    "fmt -p trial-game --check",
    "test -p trial-game",
    "run -p games-cli --no-default-features -- play trial-game --p1 alphabeta:depth=6 --p2 random",
];

/// Adds a game to a copy of the repository and tries what the guide says of it.
pub(super) fn is_ready_to_play(context: &Context) -> Result<Verdict> {
    let copy = Copy::prepare()?;
    let mut verdict = Verdict::default();
    for step in STEPS {
        let output = copy.run(context, step)?;
        if !output.success() {
            // What comes later needs what failed.
            verdict.failed.push(failure(step, &output));
            verdict.detail = process::tail(&output.text, TAIL);
            break;
        }
        verdict.passed += 1;
    }
    Ok(verdict)
}

fn failure(step: &str, output: &Output) -> Failure {
    let what = format!("{step}: {}", output.ending());
    Failure { what, repeat: "cargo xtask test-all --only new-game".to_owned() }
}

/// A copy of the repository.
struct Copy {
    folder: PathBuf,
    /// Our own crates.
    packages: Vec<String>,
}

impl Copy {
    fn prepare() -> Result<Self> {
        let folder = workspace::scratch().join("new-game");
        workspace::copy_to(&folder)?;
        // The house rules ask git for the files.
        git::run(&folder, &["init", "--quiet"])?;
        let packages = workspace::packages()?.into_iter().map(|package| package.name).collect();
        Ok(Self { folder, packages })
    }

    /// Runs a command of cargo.
    fn run(&self, context: &Context, step: &str) -> Result<Output> {
        let mut words = step.split(' ');
        match words.next() {
            Some("xtask") => self.xtask(context, words),
            Some("run") => {
                self.keep_one_game()?;
                self.cargo(context, step.split(' '))
            }
            _ => self.cargo(context, step.split(' ')),
        }
    }

    /// Runs this very program: the one in the copy would have to be built.
    fn xtask<'a>(&self, context: &Context, args: impl Iterator<Item = &'a str>) -> Result<Output> {
        let mut command = Command::new(std::env::current_exe().context("where this program is")?);
        command
            .args(args)
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", self.folder.join("xtask"));
        process::capture_lines(command, &mut |line| context.say(line))
    }

    fn cargo<'a>(&self, context: &Context, args: impl Iterator<Item = &'a str>) -> Result<Output> {
        let mut cargo = process::cargo();
        cargo.current_dir(&self.folder).env("CARGO_TARGET_DIR", workspace::target());
        // All is compiled for a few moves only, what others wrote included: with fewer features than
        // in the workspace, hardly anything of it is there already.
        cargo.env("CARGO_INCREMENTAL", "0").args(["--config", "profile.dev.opt-level=0"]);
        for package in &self.packages {
            cargo.args(["--config", &format!("profile.dev.package.{package}.opt-level=0")]);
        }
        cargo.args(args);
        context.run_cargo(cargo)
    }

    /// Takes all games but the new one from the registry: each costs seconds to compile.
    fn keep_one_game(&self) -> Result<()> {
        let registry = self.folder.join("crates/games/src/registry.rs");
        let text = fs::read_to_string(&registry).context("the registry")?;
        let (before, list) = text.split_once("\ngames! {\n").context("the list of games")?;
        let (list, after) = list.split_once("\n}").context("the end of the list of games")?;
        let line = list.lines().last().unwrap_or_default();
        Ok(fs::write(registry, format!("{before}\ngames! {{\n{line}\n}}{after}"))?)
    }
}
