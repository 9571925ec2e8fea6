//! The launcher among programs that say who they are.

#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Mutex, PoisonError},
};

use games_launcher::{ALL, Level};

/// Held while programs are written and while one is started: the child of another test would keep
/// a file that is being written open for a moment, and a program that is open for writing cannot be
/// started.
static PROGRAMS: Mutex<()> = Mutex::new(());

/// A folder with the launcher and a script for each of these levels.
fn folder(name: &str, levels: &[&Level]) -> PathBuf {
    let _alone = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_games-launcher"), folder.join("games")).unwrap();
    for level in levels {
        let program = folder.join(format!("games-{}", level.name));
        let script = format!("#!/bin/sh\necho \"{} $*\"\ncat\nexit 7\n", level.name);
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

fn run(launcher: &Path, args: &[&str]) -> Output {
    let _alone = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    Command::new(launcher).args(args).output().unwrap()
}

fn highest() -> &'static Level {
    ALL.iter().rfind(|level| level.runs_here()).unwrap()
}

#[test]
fn it_becomes_the_program_for_the_processor_with_its_arguments_and_status() {
    let folder = folder("whole", &ALL.iter().collect::<Vec<_>>());
    let output = run(&folder.join("games"), &["show", "two words"]);
    let said = format!("{} show two words\n", highest().name);
    assert_eq!(String::from_utf8_lossy(&output.stdout), said);
    assert_eq!(output.status.code(), Some(7));
}

#[test]
fn a_link_to_it_finds_the_programs_beside_it() {
    let folder = folder("linked", &[highest()]);
    let link = folder.parent().unwrap().join("games-by-link");
    let _ = fs::remove_file(&link);
    symlink(folder.join("games"), &link).unwrap();
    let output = run(&link, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{} \n", highest().name));
}

#[test]
fn without_a_better_program_it_takes_the_lowest() {
    let folder = folder("lowest", &[&ALL[0]]);
    let output = run(&folder.join("games"), &["x"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{} x\n", ALL[0].name));
}

#[test]
fn without_a_program_it_says_so_in_a_line() {
    let folder = folder("alone", &[]);
    let output = run(&folder.join("games"), &["--version"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.starts_with("games: no program for this processor in "), "{said}");
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let folder = folder("broken", &[highest()]);
    let program = folder.join(format!("games-{}", highest().name));
    fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
    let output = run(&folder.join("games"), &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
    assert!(said.contains(&format!("cannot start {}", program.display())), "{said}");
}
