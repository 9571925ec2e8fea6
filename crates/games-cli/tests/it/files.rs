//! Games in files: SGF and PGN.

use std::path::PathBuf;

use crate::run::{json, run, run_with, stderr, stdout};

/// A place for the files of one test, gone after it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("games-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
pub(crate) fn refused(args: &[&str]) -> String {
    let output = run(args);
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {line}");
    assert_eq!((stdout(&output).as_str(), line.lines().count()), ("", 1), "{line}");
    line
}

const GAME: &str = "(;FF[4]GM[1]SZ[5]KM[0.5]RU[AGA]AB[aa];W[cc];B[bb](;W[cb])(;W[dd]))";

#[test]
fn a_game_of_go_is_shown_from_its_file() {
    let folder = Folder::new("show");
    let file = folder.write("game.sgf", GAME);
    let shown = json(&["show", "go", "--sgf", &file]);
    assert_eq!(shown["position"], "b..../.bw../..w../...../..... b 0 - 0:0");
    assert_eq!(shown["plies"], 3);
    let rules = shown["rules"].as_str().unwrap();
    assert!(rules.starts_with("preset=aga,size=5,komi=0.5,ko=ssk,"), "{rules}");
    // Options go before the file, moves after it; other commands take files, too.
    let shown =
        json(&["show", "go", "--sgf", &file, "--rules", "ko=none,komi=3", "--moves", "E5 pass"]);
    assert_eq!(shown["position"], "b...b/.bw../..w../...../..... b 1 - 0:0");
    let rules = shown["rules"].as_str().unwrap();
    assert!(rules.contains("komi=3,ko=none"), "{rules}");
    let shown = json(&["show", "go", "--sgf", &file, "--rules", "preset=tromp-taylor"]);
    let rules = shown["rules"].as_str().unwrap();
    assert!(rules.starts_with("preset=tromp-taylor,size=5,komi=0.5,ko=psk"), "{rules}");
    let output = run_with(&["show", "go", "--sgf", "-", "--json"], GAME);
    assert!(stdout(&output).contains("b..../.bw../..w../...../..... b 0 - 0:0"));
    let best = json(&["best", "go", "--sgf", &file, "--player", "random:seed=1"]);
    assert!(best["move"].is_string());
}

#[test]
fn a_game_of_go_that_was_saved_comes_back() {
    let folder = Folder::new("save");
    let file = folder.path("game.sgf");
    let played = json(&[
        "play",
        "go",
        "--rules",
        "preset=chinese,size=5,komi=2",
        "--moves",
        "C3",
        "--p1",
        "random:seed=1",
        "--p2",
        "mcts:sims=9,seed=2",
        "--save-sgf",
        &file,
    ]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[5]KM[2]RU[Chinese]"), "{text}");
    assert!(text.contains("PB[random\\:seed=1]PW[mcts\\:sims=9,seed=2]RE["), "{text}");
    let shown = json(&["show", "go", "--sgf", &file]);
    assert_eq!(shown["position"], played["final_position"]);
    assert_eq!(shown["outcome"], played["outcome"]);
    assert_eq!(shown["plies"], played["moves"].as_array().unwrap().len());
}

#[test]
fn a_game_that_began_elsewhere_is_saved_with_its_start() {
    let folder = Folder::new("start");
    let file = folder.path("game.sgf");
    let start = "...../.b.../...../...w./..... w 0 - 0:0";
    let played = json(&[
        "play",
        "go",
        "--position",
        start,
        "--p1",
        "random:seed=1",
        "--p2",
        "random:seed=2",
        "--save-sgf",
        &file,
    ]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("AB[bb]AW[dd]PL[W]"), "{text}");
    assert_eq!(json(&["show", "go", "--sgf", &file])["position"], played["final_position"]);
}

#[test]
fn chess_is_read_and_saved_as_pgn() {
    let folder = Folder::new("pgn");
    for game in ["chess", "atomic"] {
        let file = folder.path(&format!("{game}.pgn"));
        let played = json(&[
            "play",
            game,
            "--moves",
            "e2e4",
            "--p1",
            "random:seed=1",
            "--p2",
            "random:seed=2",
            "--save-pgn",
            &file,
        ]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("[White \"random:seed=1\"]") && text.contains("1. e4 "), "{text}");
        let shown = json(&["show", game, "--pgn", &file]);
        assert_eq!(shown["position"], played["final_position"]);
        assert_eq!(shown["reason"], played["reason"]);
    }
    let file = folder.write("start.pgn", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 20\"]\n\nKe7 e4 *");
    assert_eq!(
        json(&["show", "chess", "--pgn", &file])["position"],
        "8/4k3/8/8/4P3/8/8/4K3 b - - 0 21"
    );
}

#[test]
fn a_broken_file_is_one_line_with_its_place() {
    let folder = Folder::new("broken");
    let file = folder.write("broken.sgf", "(;SZ[9]\n;B[zz])");
    let line = refused(&["show", "go", "--sgf", &file]);
    let message = "broken.sgf: line 2, column 4: `zz` is no point of a 9x9 board\n";
    assert!(line.ends_with(message), "{line}");
    let file = folder.write("illegal.sgf", "(;SZ[9];B[aa]\n;W[aa])");
    assert!(refused(&["show", "go", "--sgf", &file]).contains("line 2, column 4: move 2: `A9`"));
    let file = folder.write("broken.pgn", "1. e4 e5\n2. Ke3 *");
    let line = refused(&["show", "chess", "--pgn", &file]);
    assert!(line.contains("broken.pgn: line 2, move 2 of White: `Ke3`"), "{line}");
    let file = folder.write("empty.pgn", "\n");
    assert!(refused(&["show", "chess", "--pgn", &file]).contains("no game"));
    // 50 moves each way and back: the game was over long before.
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(50);
    let file = folder.write("long.pgn", &long);
    assert!(refused(&["show", "chess", "--pgn", &file]).contains("the game is over"));
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let folder = Folder::new("unfit");
    let file = folder.write("game.sgf", GAME);
    let line = refused(&["show", "go", "--sgf", &file, "--rules", "size=9"]);
    assert!(line.contains("the file is 5x5, the option `size` says 9"), "{line}");
    refused(&["show", "go", "--sgf", &file, "--position", "... b"]);
    refused(&["show", "go", "--sgf", &folder.path("missing.sgf")]);
    refused(&["show", "go", "--sgf", "/"]);
    let line = refused(&["show", "othello", "--sgf", &file]);
    assert!(line.contains("othello has no files of the format `sgf`"), "{line}");
    assert!(refused(&["show", "chess", "--sgf", &file]).contains("valid: pgn"));
    let file = folder.path("never.pgn");
    refused(&["play", "go", "--p1", "random", "--p2", "random", "--save-pgn", &file]);
    assert!(!std::path::Path::new(&file).exists());
    let random = ["play", "go", "--rules", "size=1", "--p1", "random", "--p2", "random"];
    // No move is played in vain.
    refused(&[&random[..], &["--save-sgf", "/no/such/folder/game.sgf"]].concat());
}

#[test]
fn a_game_from_a_position_of_another_size_is_saved_with_its_size() {
    let folder = Folder::new("other-size");
    let file = folder.path("six.ggf");
    let position = "--------------OX----XO-------------- X";
    let args = ["play", "othello", "--position", position, "--p1", "random", "--p2", "random"];
    let output = run(&[&args[..], &["--save-ggf", &file]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(std::fs::read_to_string(&file).unwrap().contains("TY[6"), "the board of 6 by 6");
}

#[test]
fn a_picture_may_go_to_stdout_and_nothing_else_there() {
    let output = run(&["show", "othello", "--svg", "-"]);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    assert!(stdout(&output).starts_with("<svg") && stdout(&output).ends_with("</svg>\n"));
    for more in [&["--movie", "-"][..], &["--json"]] {
        let output = run(&[&["show", "othello", "--svg", "-"], more].concat());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{more:?}");
    }
}
