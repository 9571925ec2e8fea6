//! Every move of games judged.

use serde_json::Value as Json;

use crate::{
    files::{Folder, refused},
    run::{json, run, run_with, stderr, stdout},
};

/// Two games: fool's mate, and one that was given up.
const GAMES: &str = "[Event \"One\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n\
    1. f3 { a plan } e5 2. g4?? Qh4# 0-1\n\n\
    [White \"Cy\"]\n[Black \"Di\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Ke7 1-0\n";

const DEPTH: &str = "alphabeta:depth=3";

fn object(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn every_move_of_every_game_is_judged() {
    let folder = Folder::new("analyze");
    let file = folder.write("two.pgn", GAMES);
    let found = json(&["analyze", &file, "--player", DEPTH]);
    let [one, two] = found["games"].as_array().unwrap().as_slice() else { panic!("{found}") };
    assert_eq!((&one["players"][0], &one["outcome"]), (&"Ann".into(), &"p2".into()));
    assert_eq!(one["moves"].as_array().unwrap().len(), 4);
    // From there the moves can be played again.
    assert_eq!(one["position"], json(&["show", "chess"])["position"]);
    let unit = |ply: usize, when: &str| one["moves"][ply - 1][when]["score_unit"].clone();
    assert_eq!((unit(1, "before"), unit(4, "after")), ("estimate".into(), "result".into()));
    let blunder = &one["moves"][2];
    assert_eq!((&blunder["sign"], &blunder["label"]), (&"??".into(), &"g4".into()));
    assert_eq!(blunder["after"]["expected"], 0.0);
    assert!(blunder["better"][0].is_string() && blunder["better_labels"][0].is_string());
    assert_eq!(one["curve"][4], 0.0, "White is mated");
    assert_eq!(one["sides"]["p1"]["worst"][0], 3);
    assert_eq!(one["sides"]["p2"]["blunders"], 0);
    // 2... Ke7 3. Qxe5 is mate.
    assert_eq!((&two["moves"][3]["sign"], &two["number"]), (&"??".into(), &2.into()));
    assert_eq!(found["finished"], true);
}

#[test]
fn comments_signs_and_better_lines_are_written_back() {
    let folder = Folder::new("analyze-out");
    let (file, out) = (folder.write("two.pgn", GAMES), folder.path("judged.pgn"));
    let output = run(&["analyze", &file, "--player", DEPTH, "--out", &out]);
    let told = stdout(&output);
    assert!(told.contains("game 1: Ann - Bob, 4 plies. Black (p2) wins: checkmate"), "{told}");
    assert!(told.contains("3  White  g4??") && told.contains("better "), "{told}");
    assert!(told.contains("Black: accuracy 100.0 %, 0 ?!, 0 ?, 0 ??\n"), "{told}");
    let text = std::fs::read_to_string(&out).unwrap();
    for part in
        ["[White \"Ann\"]", "a plan", "[%eval #-1", "Blunder: ", "2. g4 $4", "[Annotator \"games"]
    {
        assert!(text.contains(part), "{part} in {text}");
    }
    // What was written can be judged again, and is the same then.
    let again = folder.path("again.pgn");
    run(&["analyze", &out, "--player", DEPTH, "--out", &again]);
    assert_eq!(std::fs::read_to_string(&again).unwrap(), text);
    // By threads, too, and over pipes.
    let threads = ["analyze", "-", "--player", DEPTH, "--threads", "3", "--out"];
    let third = folder.path("third.pgn");
    run_with(&[&threads[..], &[&third]].concat(), GAMES);
    assert_eq!(std::fs::read_to_string(&third).unwrap(), text);
    let piped = run(&["analyze", &file, "--player", DEPTH, "--out", "-"]);
    assert_eq!(stdout(&piped), text);
}

#[test]
fn go_and_othello_are_judged_in_their_files() {
    let folder = Folder::new("analyze-others");
    let sgf = folder.write("x.sgf", "(;GM[1]SZ[5]KM[0.5];B[cc];W[aa];B[ee])");
    let out = folder.path("out.sgf");
    let player = ["--player", "alphabeta:depth=2", "--out"];
    let output = run(&[&["analyze", &sgf][..], &player, &[&out]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("V[") && text.contains("AN[games"), "{text}");
    let ggf = "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
    let (ggf, out) = (folder.write("x.ggf", ggf), folder.path("out.ggf"));
    run(&[&["analyze", &ggf][..], &player, &[&out]].concat());
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(text.contains("B[F5/"), "{text}");
}

#[test]
fn a_solved_game_is_told_the_truth() {
    for (game, before) in [(&["ten"][..], ""), (&["tictactoe", "--rules", "rows=3,cols=3"], "a1")] {
        let shown = json(&[&["show"], game, &["--solved", "--moves", before]].concat());
        let ply = before.split_whitespace().count().to_string();
        let solved = &shown["solved"];
        let mut gave_any_away = false;
        for m in solved["moves"].as_array().unwrap() {
            let text = m["move"].as_str().unwrap();
            let line = format!("{before} {text}");
            let args = ["--moves", &line, "--solve", "--ply", &ply];
            let found = json(&[&["analyze"], game, &args[..]].concat());
            let judged = &found["games"][0]["moves"][0];
            for key in ["value", "remoteness"] {
                assert_eq!(judged["after"].get(key), m.get(key).filter(|v| !v.is_null()), "{text}");
            }
            assert_eq!(judged["before"]["value"], solved["value"]);
            let gave_away = m["value"] != solved["value"];
            gave_any_away |= gave_away;
            assert_eq!(judged["sign"] == "??", gave_away, "{text}");
            assert_eq!(judged["better"].is_array(), gave_away, "{text}");
        }
        assert!(gave_any_away || game[0] != "ten", "one of the two first steps loses");
    }
    let told = stdout(&run(&["analyze", "ten", "--moves", "2", "--solve"]));
    assert!(told.contains("win in ") && told.contains(" -> lose in "), "{told}");
}

#[test]
fn tables_are_asked_first() {
    let folder = Folder::new("analyze-tables");
    let table = folder.path("konane.solved");
    json(&["solve", "konane", "--out", &table]);
    let tables = std::path::Path::new(&table).parent().unwrap().to_str().unwrap().to_owned();
    let shown = json(&["show", "konane", "--solved"]);
    let first = shown["solved"]["moves"][0]["move"].as_str().unwrap().to_owned();
    let args = ["analyze", "konane", "--moves", &first, "--tables", &tables, "--player", "random"];
    let found = json(&args);
    assert_eq!(found["games"][0]["moves"][0]["before"]["value"], shown["solved"]["value"]);
}

#[test]
fn the_curve_is_drawn() {
    let folder = Folder::new("analyze-svg");
    let file = folder.write("two.pgn", GAMES);
    let output = run(&["analyze", &file, "--player", DEPTH, "--svg", "-"]);
    let svg = stdout(&output);
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    assert_eq!(svg.matches("class=\"curve\"/>").count(), 2, "one a game");
    assert!(svg.contains("<title>3 g4??: "), "{svg}");
}

#[test]
fn one_game_and_a_part_of_it_can_be_asked_for() {
    let folder = Folder::new("analyze-part");
    let file = folder.write("two.pgn", GAMES);
    let args = ["analyze", "chess", "--pgn", &file, "--player", DEPTH, "--game", "2", "--ply", "3"];
    let found = json(&args);
    let games = found["games"].as_array().unwrap();
    assert_eq!((games.len(), &games[0]["players"][0]), (1, &"Cy".into()));
    assert_eq!(games[0]["moves"][0]["ply"], 4);
    assert_eq!(games[0]["curve"].as_array().unwrap().len(), 2);
}

#[test]
fn bad_input_is_refused_and_a_broken_game_ends_nothing() {
    let folder = Folder::new("analyze-bad");
    let file = folder.write("two.pgn", GAMES);
    assert!(refused(&["analyze", "no-such.pgn"]).contains("no file of this name"));
    assert!(refused(&["analyze", "chess"]).contains("no move to judge; try `games analyze FILE`"));
    assert!(refused(&["analyze", &file, "--out", &file]).contains("the file that is read"));
    refused(&["analyze", &file, "--out", "/no/such/folder/x.pgn"]);
    refused(&["analyze", &file, "--out", "-", "--json"]);
    refused(&["analyze", &file, "--player", "nobody"]);
    refused(&["analyze", &file, "--player", DEPTH, "--game", "3"]);
    refused(&["analyze", &file, "--solve", "--player", DEPTH]);
    assert!(refused(&["analyze", &file, "--moves", "e4"]).contains("a game's id"));
    let text = GAMES.replace("2. Qh5", "2. Qh9");
    let (broken, out) =
        (folder.write("broken.pgn", &format!("{GAMES}\n{text}")), folder.path("o.pgn"));
    let output = run(&["analyze", &broken, "--player", DEPTH, "--out", &out, "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output).lines().count(), 1);
    let found = object(&stdout(&output));
    assert_eq!(found["games"].as_array().unwrap().len(), 3);
    assert_eq!(found["damaged"][0]["number"], 4);
    // Nothing is lost.
    assert!(std::fs::read_to_string(&out).unwrap().contains("2. Qh9"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_judged() {
    use std::{io::Read, process::Stdio, time::Duration};
    let folder = Folder::new("analyze-interrupt");
    let (file, out) = (folder.write("two.pgn", GAMES), folder.path("judged.pgn"));
    // The second game is never done: its search has no limit that it could reach.
    let args = ["analyze", &file, "--player", "alphabeta:time=1000s", "--out", &out, "--json"];
    let mut child = crate::run::command(&args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let found = object(&text);
    assert_eq!(found["finished"], false);
    // The last position of the first game needs no search, so it is known.
    assert_eq!(found["games"][0]["curve"][4], 0.0);
    assert!(std::fs::read_to_string(&out).unwrap().contains("1. f3"));
}
