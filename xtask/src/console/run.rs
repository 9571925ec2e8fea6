//! Running and looking up the commands of documents.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};

use crate::{
    commands::test_all,
    games_binary,
    process::{self, Output},
    workspace,
};

/// How long a command of a document may take; nobody waits longer at a first try.
const LIMIT: Duration = Duration::from_secs(120);

/// How long a command that cargo may have to compile for may take.
const BUILD_LIMIT: Duration = Duration::from_secs(900);

/// Where commands run.
pub(super) struct Place {
    /// A copy of the repository, for commands that write files.
    copy: PathBuf,
    /// The search path with `games` on it.
    path: OsString,
}

impl Place {
    /// Builds `games` and copies the repository.
    ///
    /// # Errors
    ///
    /// If one of them fails.
    pub(super) fn prepare() -> Result<Self> {
        let games = games_binary::path()?;
        let folder = games.parent().expect("the program lies in a folder").to_path_buf();
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(folder).chain(std::env::split_paths(&rest));
        let path = std::env::join_paths(folders).context("the search path")?;

        let copy = workspace::scratch().join("copy");
        workspace::copy_to(&copy)?;
        Ok(Self { copy, path })
    }

    /// Runs a command of a document.
    ///
    /// # Errors
    ///
    /// If there is no shell.
    pub(super) fn run(&self, command: &str) -> Result<Output> {
        let command = with_built_games(command);
        let is_cargo = program(&command) == Some("cargo");
        let mut shell = Command::new("sh");
        // Cargo writes below its target folder only, and in the copy it would build all anew.
        shell.args(["-c", &command]).current_dir(if is_cargo {
            workspace::root()
        } else {
            &self.copy
        });
        shell.env("PATH", &self.path).env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never");
        test_all::mark_nested(&mut shell);
        process::capture_within(shell, if is_cargo { BUILD_LIMIT } else { LIMIT })
    }
}

/// Replaces the ways to start the program through cargo by the program, which is built already.
fn with_built_games(command: &str) -> String {
    const STARTS: [&str; 3] = [
        "cargo run --release -- ",
        "cargo run --release -p games-cli -- ",
        "cargo run --quiet --release -- ",
    ];
    STARTS.iter().fold(command.to_owned(), |command, start| command.replace(start, "games "))
}

/// Returns the words of a command after variables that are set for it.
fn words(command: &str) -> impl Iterator<Item = &str> {
    command.split_whitespace().skip_while(|word| {
        word.split_once('=').is_some_and(|(name, _)| {
            name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
        })
    })
}

fn program(command: &str) -> Option<&str> {
    words(command).next()
}

/// Looks whether there is such a command, without running it; returns what is wrong. Programs
/// other than `games` and cargo are not looked up: they need not be installed here.
///
/// # Errors
///
/// If `games` cannot be built, or cargo not be started.
pub(super) fn look_up(command: &str) -> Result<Option<String>> {
    let command = with_built_games(command);
    let words: Vec<_> = words(&command).take(3).collect();
    let mut help = match words[..] {
        ["games", name, ..] => with_help(games_binary::path()?, name),
        ["cargo", "xtask", name] => {
            with_help(&std::env::current_exe().context("where this program is")?, name)
        }
        ["cargo", name, ..] => {
            let mut cargo = process::cargo();
            cargo.arg("--list");
            let list = process::capture(cargo)?.text;
            let known = list.lines().any(|line| line.split_whitespace().next() == Some(name));
            return Ok((!known).then(|| format!("cargo has no command `{name}`")));
        }
        _ => return Ok(None),
    };
    help.current_dir(workspace::root());
    let output = process::capture(help)?;
    Ok((!output.success()).then_some(output.text))
}

/// Returns the command that prints the help of a subcommand. An option in its place stands for
/// the whole program.
fn with_help(program: &Path, name: &str) -> Command {
    let mut help = Command::new(program);
    if !name.starts_with('-') {
        help.arg(name);
    }
    help.arg("--help");
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_program_takes_the_place_of_cargo_run() {
        let command = "yes | cargo run --release -- play othello";
        assert_eq!(with_built_games(command), "yes | games play othello");
        assert_eq!(with_built_games("cargo run -p xtask"), "cargo run -p xtask");
    }

    #[test]
    fn variables_before_a_command_are_no_part_of_it() {
        assert_eq!(program("RUSTFLAGS=-Copt-level=3 A=b cargo test"), Some("cargo"));
        assert_eq!(program("./a=b x"), Some("./a=b"));
    }

    #[test]
    fn commands_that_do_not_exist_are_found_without_running_them() {
        assert_eq!(look_up("cargo test --workspace").unwrap(), None);
        assert!(look_up("cargo tset").unwrap().is_some());
        assert_eq!(look_up("git clone https://example.org/x").unwrap(), None);
    }
}
