//! `cargo xtask strength gauntlet-chess`: our chess player against engines of a distribution.
//!
//! All games stand in one file beside the page, which the command goes on from on any machine. Each
//! pairing is a match of its own, so that an engine that is missing here keeps no other one waiting.

mod figures;
mod kept;
mod opponents;
mod table;

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use self::{
    kept::Kept,
    opponents::{OPPONENTS, Opponent},
};
use super::PAGE;
use crate::{games_binary, marks, process, workspace};

/// What the command is called, which is how its place on the page is found.
const COMMAND: &str = "strength gauntlet-chess";

/// All games, from the root of the workspace.
const FILE: &str = "docs/strength/gauntlet-chess.jsonl";

/// The games of a pairing, when all are played.
const GOAL: usize = 200;

/// What is played before another pairing has its turn: both games of an opening.
const STEP: usize = 2;

/// Play alpha-beta's chess against engines that Debian has, 200 games each, and write the table.
///
/// Games are kept in `docs/strength/gauntlet-chess.jsonl`; a later call goes on behind them. They
/// are played in real time, which wants a core that does nothing else.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Play no more than this many games of each pairing now; with 0 only the tables are written.
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<bool> {
    let path = workspace::root().join(FILE);
    let mut kept = Kept::read(&fs::read_to_string(&path).unwrap_or_default());
    let here: Vec<_> = OPPONENTS.iter().filter(|one| is_here(one)).collect();
    let hall = Hall {
        program: games_binary::path()?.to_path_buf(),
        folder: workspace::scratch().join("strength/gauntlet-chess"),
    };
    let mut save =
        |kept: &Kept| fs::write(&path, kept.text()).with_context(|| format!("writing {FILE}"));
    hall.play(&mut kept, &here, args.at_most, &mut save)?;
    marks::write(PAGE, COMMAND, &table::table(&kept)?)?;
    Ok(true)
}

/// Returns how many games a pairing has in the end, which has so many now: whole pairs.
fn goal(played: usize, at_most: Option<usize>) -> usize {
    let more = at_most.unwrap_or(GOAL).min(GOAL.saturating_sub(played));
    if more == 0 { played } else { (played + more).next_multiple_of(STEP) }
}

/// Whether the engine is installed; tells how to get it, if not.
fn is_here(opponent: &Opponent) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let is_here = folders.into_iter().any(|folder| folder.join(opponent.program).is_file());
    if !is_here {
        eprintln!("{}", missing(opponent));
    }
    is_here
}

fn missing(opponent: &Opponent) -> String {
    let Opponent { name, program, package, .. } = opponent;
    format!("{name}: there is no `{program}` here; Debian has it in the package `{package}`")
}

/// Where games are played.
struct Hall {
    /// The program `games`.
    program: PathBuf,
    /// The folder of the files that `games match` writes the games of each pairing to.
    folder: PathBuf,
}

impl Hall {
    /// Plays so many games of each pairing, a pair of each in turn; what came of it is to be saved
    /// each time.
    fn play(
        &self,
        kept: &mut Kept,
        here: &[&Opponent],
        at_most: Option<usize>,
        save: &mut dyn FnMut(&Kept) -> Result<()>,
    ) -> Result<()> {
        fs::create_dir_all(&self.folder).context("creating a folder below target")?;
        for opponent in here {
            self.take_up(kept, opponent)?;
        }
        let goals: Vec<_> = here.iter().map(|one| goal(kept.games(one.spec), at_most)).collect();
        let most = goals.iter().copied().max().unwrap_or_default();
        for games in (STEP..=most).step_by(STEP) {
            for (opponent, &goal) in here.iter().zip(&goals) {
                if kept.games(opponent.spec) < games.min(goal) {
                    let played = self.go_on(kept, opponent, games);
                    // What was finished before a failure counts.
                    self.take_up(kept, opponent)?;
                    save(kept)?;
                    played?;
                    println!("{}: {}", opponent.name, kept.counts(opponent.spec).score());
                }
            }
        }
        Ok(())
    }

    fn file(&self, opponent: &Opponent) -> PathBuf {
        self.folder.join(format!("{}.jsonl", opponent.id))
    }

    /// Brings what is kept and the file of the match to one state: a run that was ended may have
    /// left games in the latter alone, and on another machine there is none.
    fn take_up(&self, kept: &mut Kept, opponent: &Opponent) -> Result<()> {
        let path = self.file(opponent);
        let there = fs::read_to_string(&path).unwrap_or_default();
        kept.take_up(opponent.spec, &there);
        let section = kept.section(opponent.spec);
        if there != section {
            fs::write(&path, section).with_context(|| format!("writing {}", path.display()))?;
        }
        Ok(())
    }

    /// Plays a pairing until it has so many games.
    fn go_on(&self, kept: &mut Kept, opponent: &Opponent, games: usize) -> Result<()> {
        let status = Command::new(&self.program)
            .args(opponent.arguments(games))
            .arg("--results")
            .arg(self.file(opponent))
            .arg("--json")
            .current_dir(workspace::root())
            .stdout(Stdio::null())
            .status()
            .context("cannot start games")?;
        if !status.success() {
            bail!("`{}` failed", command(opponent, games));
        }
        self.take_up(kept, opponent)?;
        if kept.games(opponent.spec) < games {
            bail!("the games against {} are kept under another name of the player", opponent.name);
        }
        Ok(())
    }
}

/// The command for people.
fn command(opponent: &Opponent, games: usize) -> String {
    let words: Vec<_> =
        opponent.arguments(games).iter().map(|word| process::shell_word(word)).collect();
    format!("games {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_pairs_are_played_up_to_the_goal_and_what_is_there_stays() {
        assert_eq!(goal(0, Some(10)), 10);
        assert_eq!(goal(10, Some(3)), 14);
        assert_eq!(goal(7, Some(1)), 8);
        assert_eq!((goal(0, None), goal(196, Some(10)), goal(200, Some(2))), (200, 200, 200));
        assert_eq!((goal(0, Some(0)), goal(5, Some(0)), goal(240, Some(10))), (0, 5, 240));
    }

    /// A program that notes games as `games match` does, and fails behind the first one if there is a
    /// file `failing` in its folder.
    #[cfg(unix)]
    const FAKE: &str = r#"#!/bin/sh
while [ $# -gt 0 ]; do
    case "$1" in --games) games=$2;; --results) file=$2;; --p2) p2=$2;; esac
    shift
done
[ -s "$file" ] || echo "{\"format\":\"games match 1\",\"p2\":\"$p2\"}" >"$file"
n=$(($(wc -l <"$file") - 1))
while [ $n -lt $games ]; do
    echo "{\"game\":$n,\"first_player\":\"p$((n % 2 + 1))\",\"outcome\":\"p1\"}" >>"$file"
    n=$((n + 1))
    [ -e "$(dirname "$0")/failing" ] && exit 1
done
exit 0
"#;

    #[cfg(unix)]
    #[test]
    fn pairings_take_turns_and_go_on_where_they_were() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("games");
        fs::write(&program, FAKE).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let hall = |name: &str| Hall { program: program.clone(), folder: folder.path().join(name) };
        // Their texts need no quotes.
        let here: Vec<_> = OPPONENTS.iter().filter(|one| !one.spec.contains('"')).take(2).collect();
        let games = |kept: &Kept| [0, 1].map(|i: usize| kept.games(here[i].spec));

        let (mut kept, mut saved) = (Kept::default(), Vec::new());
        let mut save = |kept: &Kept| {
            saved.push(games(kept));
            Ok(())
        };
        hall("a").play(&mut kept, &here, Some(4), &mut save).unwrap();
        assert_eq!(saved, [[2, 0], [2, 2], [4, 2], [4, 4]]);

        // One game more is noted before the program fails, and is kept.
        let failing = folder.path().join("failing");
        fs::write(&failing, "").unwrap();
        let mut saved = String::new();
        let mut save = |kept: &Kept| {
            saved = kept.text();
            Ok(())
        };
        assert!(hall("a").play(&mut kept, &here, Some(2), &mut save).is_err());
        assert_eq!(games(&Kept::read(&saved)), [5, 4]);
        fs::remove_file(&failing).unwrap();

        // Here the last state was not saved; on another machine there is nothing but what was.
        let mut behind = Kept::read(&saved[..saved.len() - 9]);
        hall("a").play(&mut behind, &here, Some(0), &mut |_| Ok(())).unwrap();
        assert_eq!(games(&behind), [5, 4]);
        let mut kept = Kept::read(&saved);
        hall("b").play(&mut kept, &here, Some(2), &mut |_| Ok(())).unwrap();
        assert_eq!(games(&kept), [8, 6]);
        assert_eq!(kept.counts(here[0].spec).score(), "4-0-4");
    }

    #[test]
    fn an_engine_that_is_missing_is_told_in_one_line_with_its_package() {
        let nobody = Opponent { program: "no-such-engine", ..OPPONENTS[0] };
        assert!(!is_here(&nobody));
        let line = missing(&nobody);
        assert!(line.contains("no-such-engine") && line.contains(nobody.package), "{line}");
        assert!(!line.contains('\n'));
    }

    #[test]
    fn the_page_has_a_place_for_the_table() {
        marks::assert_place(PAGE, COMMAND);
    }
}
