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
    command.split_whitespace().skip_while(|word| is_variable(word))
}

fn is_variable(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    })
}

fn program(command: &str) -> Option<&str> {
    words(command).next()
}

/// Looks whether there is such a command and, of ours, whether it has these options and values for
/// them, without running it; returns what is wrong. Programs other than `games` and cargo are not
/// looked up: they need not be installed here.
///
/// # Errors
///
/// If `games` cannot be built, or cargo not be started.
pub(super) fn look_up(command: &str) -> Result<Option<String>> {
    let command = with_built_games(command);
    let first: Vec<_> = words(&command).take(3).collect();
    match first[..] {
        ["games", ..] => ask_for_help(games_binary::path()?, &command),
        ["cargo", "xtask", ..] => {
            let xtask = std::env::current_exe().context("where this program is")?;
            ask_for_help(&xtask, command.split_once("xtask").map_or("", |(_, rest)| rest))
        }
        ["cargo", name, ..] => {
            let mut cargo = process::cargo();
            cargo.arg("--list");
            let list = process::capture(cargo)?.text;
            let known = list.lines().any(|line| line.split_whitespace().next() == Some(name));
            Ok((!known).then(|| format!("cargo has no command `{name}`")))
        }
        _ => Ok(None),
    }
}

/// Asks a program for help behind the words of a command: it reads these first, and complains.
fn ask_for_help(program: &Path, command: &str) -> Result<Option<String>> {
    let words = split(command);
    let words = words.iter().map(String::as_str);
    let words: Vec<_> = words.skip_while(|word| *word == "games" || is_variable(word)).collect();
    // An option alone stands for its description.
    let (named, words) = match words.split_last() {
        Some((last, rest)) if is_option(last) => (Some(*last), rest),
        _ => (None, &words[..]),
    };
    let mut help = Command::new(program);
    help.args(words).arg("--help").current_dir(workspace::root()).env("NO_COLOR", "1");
    let output = process::capture(help)?;
    let is_described = |option: &str| {
        let end = |c: char| !c.is_ascii_alphanumeric() && c != '-';
        ["--help", "-h"].contains(&option) || output.text.split(end).any(|word| word == option)
    };
    Ok(match named {
        _ if !output.success() => Some(output.text),
        Some(option) if !is_described(option) => Some(format!("there is no option `{option}`")),
        _ => None,
    })
}

/// Whether a word is the name of an option: two dashes and a word, or one dash and a letter. Others
/// that begin with dashes are values, for example a board whose first squares are empty.
fn is_option(word: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    match word.strip_prefix("--") {
        Some(name) => name.starts_with(is_letter) && !name.contains('='),
        None => word
            .strip_prefix('-')
            .is_some_and(|name| name.len() == 1 && name.starts_with(is_letter)),
    }
}

/// Returns the words of the first command of a line as a shell splits them: up to a sign of the
/// shell's, without quotes.
fn split(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | '&' | ';' | '<' | '>') => break,
            (None, '#') if word.is_none() => break,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
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

    #[test]
    fn options_and_values_of_a_command_are_looked_up_too() {
        // A program that reads options as ours do, and is there.
        let rustc = Path::new("rustc");
        for good in ["--edition 2021 'a b.rs'", "--edition", "", "-O # fast"] {
            assert_eq!(ask_for_help(rustc, good).unwrap(), None, "{good}");
        }
        for bad in ["--editoin 2021", "--editoin", "--edition 2021 --no-such=1"] {
            assert!(ask_for_help(rustc, bad).unwrap().is_some(), "{bad}");
        }
    }

    #[test]
    fn a_board_that_begins_with_empty_squares_is_no_option() {
        for option in ["--position", "--no-such", "-O"] {
            assert!(is_option(option), "{option}");
        }
        for value in ["---XXXX-OO", "--", "-", "---", "-XO-", "-1", "--edition=2021", "a--b", ""] {
            assert!(!is_option(value), "{value}");
        }
        // A command that takes such a value for one of its arguments.
        let rustc = Path::new("rustc");
        assert_eq!(ask_for_help(rustc, "-o '---XXXX-OO'").unwrap(), None);
        for bad in ["-q", "--crate"] {
            assert!(ask_for_help(rustc, bad).unwrap().is_some(), "{bad}");
        }
    }

    #[test]
    fn a_line_is_split_as_a_shell_does() {
        let line = "games best chess --position \"8/8 w\" --p2 'uci:\"x y\",depth=1' '' | head -1";
        let expected =
            ["games", "best", "chess", "--position", "8/8 w", "--p2", "uci:\"x y\",depth=1", ""];
        assert_eq!(split(line), expected);
        assert_eq!(split("games list>x"), ["games", "list"]);
    }
}
