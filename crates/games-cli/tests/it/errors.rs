//! Bad input of any kind: one line on stderr, nothing on stdout, exit status 2.

use proptest::prelude::*;

use crate::run::{games, json, run, run_with, stderr, stdout};

/// The line on stderr.
#[track_caller]
fn refused(args: &[&str]) -> String {
    refusal(args, &run(args))
}

#[track_caller]
fn refusal(args: &[&str], output: &std::process::Output) -> String {
    let line = stderr(output);
    let shown: String = line.chars().take(500).collect();
    assert_eq!(output.status.code(), Some(2), "{args:.3?}: {shown}");
    assert_eq!(stdout(output), "", "{args:.3?}");
    assert_eq!(line.lines().count(), 1, "{shown}");
    assert!(line.len() < 1500 && !line.contains("panicked"), "{shown}");
    line
}

#[test]
fn misspelt_names_are_suggested() {
    assert!(refused(&["show", "otello"]).contains("did you mean `othello`?"));
    assert!(refused(&["show", "backgammon"]).contains("valid: "));
    assert!(refused(&["shw", "othello"]).contains("did you mean `show`?"));
    assert!(refused(&["show", "othello", "--rules", "sise=8"]).contains("did you mean `size`?"));
    assert!(refused(&["best", "othello", "--player", "alphabta"]).contains("`alphabeta`"));
}

#[test]
fn every_game_refuses_what_it_cannot_read() {
    for game in games() {
        let start = json(&["show", &game])["position"].as_str().unwrap().to_owned();
        let cut = &start[..start.len() - 2];
        for args in [
            &["show", &game, "--position", ""][..],
            &["show", &game, "--position", "nonsense"],
            &["show", &game, "--position", cut],
            &["show", &game, "--position", "\u{1}\u{1b}[31m\n"],
            &["show", &game, "--moves", "nonsense"],
            &["show", &game, "--rules", "no_such_rule=1"],
            &["show", &game, "--rules", ""],
            &["show", &game, "--rules", ",,"],
            &["perft", &game, "--depth", "abc"],
            &["perft", &game, "--depth", "-1"],
            &["perft", &game, "--depth", "0"],
            &["perft", &game, "--depth", "1", "--threads", "0"],
            &["perft", &game],
            &["best", &game, "--player", "no_such_player"],
            &["best", &game, "--player", "alphabeta:depth=0"],
            &["best", &game, "--player", "alphabeta:hash=0"],
            &["best", &game, "--player", "mcts:hash=1024TiB"],
            &["best", &game, "--player", "human"],
            &["match", &game, "--p1", "human", "--p2", "random", "--games", "1"],
            &["match", &game, "--p1", "random", "--p2", "random", "--games", "0"],
            &["show", &game, "--memory", "0MiB"],
        ] {
            refused(args);
            refused(&[args, &["--json"]].concat());
        }
    }
}

#[test]
fn rules_that_contradict_a_position_are_refused() {
    let six =
        json(&["show", "othello", "--rules", "size=6"])["position"].as_str().unwrap().to_owned();
    assert_eq!(json(&["show", "othello", "--position", &six])["position"], six);
    refused(&["show", "othello", "--rules", "size=8", "--position", &six]);
    refused(&["show", "othello", "--rules", "size=7"]);
    refused(&["show", "othello", "--rules", "size=8,size=8"]);
}

#[test]
fn a_wrong_move_is_named_with_its_number() {
    let line = refused(&["show", "othello", "--moves", "f5 d6 a1"]);
    assert!(line.contains("move 3") && line.contains("`a1`"), "{line}");
    let line = refused(&["show", "othello", "--position", &format!("{} X", "-".repeat(63))]);
    assert!(line.contains("63"), "{line}");
}

#[test]
fn a_search_in_a_finished_game_is_refused() {
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    assert_eq!(json(&["show", "othello", "--moves", moves])["outcome"], "p1");
    assert!(refused(&["best", "othello", "--moves", moves]).contains("over"));
    assert!(refused(&["show", "othello", "--moves", &format!("{moves} a1")]).contains("move 10"));
}

#[test]
fn a_million_characters_are_refused_in_one_short_line() {
    for game in games() {
        for text in ["x".repeat(1_000_000), "(".repeat(1_000_000), "-".repeat(1_000_000)] {
            for argument in ["--position", "--moves"] {
                let args = ["show", &game, argument, "-"];
                refusal(&args, &run_with(&args, &text));
            }
        }
    }
}

#[test]
fn texts_come_from_files_and_stdin_too() {
    let text =
        json(&["show", "othello", "--moves", "f5 d6"])["position"].as_str().unwrap().to_owned();
    let output = run_with(&["show", "othello", "--json", "--position", "-"], &format!("{text}\n"));
    assert!(stdout(&output).contains(&text), "{}", stderr(&output));
    let path = std::env::temp_dir().join(format!("games-test-{}.txt", std::process::id()));
    std::fs::write(&path, "f5 d6\n").unwrap();
    let at = format!("@{}", path.display());
    assert_eq!(json(&["show", "othello", "--moves", &at])["position"], text);
    std::fs::write(&path, [0xff, 0xfe]).unwrap();
    assert!(refused(&["show", "othello", "--moves", &at]).contains("UTF-8"));
    std::fs::remove_file(&path).unwrap();
    assert!(refused(&["show", "othello", "--moves", &at]).contains("cannot read"));
    refused(&["show", "othello", "--position", "@/"]);
}

#[test]
fn a_folder_is_no_file_to_write_to_and_is_met_before_the_work() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    for args in [
        &["train", "tictactoe", "--recipe", "games=1", "--out"][..],
        &["tune", "tictactoe", "--out"],
        &["match", "tictactoe", "--p1", "random", "--p2", "random", "--games", "2", "--results"],
    ] {
        let told = refused(&[args, &[folder]].concat());
        assert!(told.contains("is a folder; name a file"), "{told}");
    }
}

#[test]
fn a_teacher_that_cannot_teach_is_bad_input() {
    let taught = |teacher: &str| refused(&["train", "chess", "--teacher", teacher]);
    assert!(taught("nobody").contains("--teacher: "));
    assert!(taught("uci:\"stockfish\"").contains("how long it may think is missing"));
    assert!(taught("uci:\"no-such-engine\",nodes=5").contains("no-such-engine"));
    assert!(taught("gtp:\"gnugo\",nodes=5").contains("--teacher: "));
    let twice = ["train", "chess", "--teacher", "alphabeta:depth=1", "--recipe"];
    let recipe = "games=1 teacher=alphabeta:depth=2";
    let beside = |recipe| refused(&[&twice[..], &[recipe]].concat());
    assert!(beside(recipe).contains("--recipe: a teacher is named already"));
    assert!(beside("epoch=1").contains("--recipe: `epoch=1` is no part of a recipe"));
    assert!(!std::path::Path::new("chess.weights.games").exists(), "nothing was begun");
}

#[test]
fn a_recipe_whose_words_do_not_go_together_is_bad_input() {
    let recipe = |game: &str, recipe: &str| refused(&["train", game, "--recipe", recipe]);
    assert!(recipe("skak", "games=1 stray=15").contains("`stray` is for recipes with `trust`"));
    assert!(recipe("skak", "games=1 nodes=0").contains("`nodes=0` is for recipes with a teacher"));
    assert!(recipe("go", "games=1 trust=60").contains("strengths of moves are learnt"));
}

#[test]
fn weights_that_are_no_file_or_no_weights_are_bad_input() {
    assert!(refused(&["weights", "/no/such/file"]).contains("cannot read /no/such/file"));
    assert!(refused(&["weights", "Cargo.toml"]).contains("this is no file of weights"));
}

#[test]
fn a_picture_that_cannot_be_written_is_no_fault_of_the_input() {
    let output = run(&["show", "othello", "--svg", "/no/such/folder/board.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).lines().count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_argument_is_taken_or_refused_in_one_line(
        name in "(--)?(position|moves|rules|player|depth)",
        text in "[^\\x00]{0,30}",
    ) {
        let command = match name.trim_start_matches('-') {
            "player" => "best",
            "depth" => "moves",
            _ => "show",
        };
        let output = run(&[command, "othello", &name, &text]);
        let line = stderr(&output);
        prop_assert!(matches!(output.status.code(), Some(0 | 2)), "{line}");
        prop_assert!(line.lines().count() <= 1 && !line.contains("panicked"), "{line}");
        prop_assert_eq!(output.status.code() == Some(2), stdout(&output).is_empty());
    }
}

#[test]
fn an_error_is_an_object_where_answers_are() {
    for args in [
        &["show", "otello", "--json"][..],
        &["best", "othello", "--depth", "5", "--json"],
        &["--json", "frobnicate"],
        &["show", "chess", "--position", "x", "--json"],
    ] {
        let line = refused(args);
        let object: serde_json::Value = serde_json::from_str(&line).expect("an object");
        let error = &object["error"];
        assert!(error["message"].is_string() && error["what"].is_string(), "{line}");
        assert_eq!(error["status"], 2, "{line}");
    }
    let line = refused(&["show", "otello", "--json"]);
    assert!(line.contains("\"did_you_mean\":\"othello\""), "{line}");
}

#[test]
fn options_that_would_do_nothing_are_refused() {
    for command in ["uci", "gtp", "nboard"] {
        let line = refused(&[command, "--color", "always"]);
        assert!(line.contains("--color") && line.contains(command), "{line}");
        assert!(refused(&[command, "--json"]).contains("leave --json out"));
    }
    assert!(refused(&["completions", "bash", "--json"]).contains("prints a script"));
    assert!(refused(&["gtp", "--resign", "100"]).contains("between 0 and 100"));
}

#[cfg(feature = "tui")]
#[test]
fn a_whole_screen_needs_a_terminal() {
    let line = refused(&["play", "othello", "--tui"]);
    assert!(line.contains("--tui") && line.contains("no terminal"), "{line}");
    assert!(refused(&["play", "othello", "--tui", "--json"]).contains("--json"));
    assert!(refused(&["play", "othello", "--tui", "--quiet"]).contains("--quiet"));
}
