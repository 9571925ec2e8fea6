//! Files of many games.

use crate::{
    files::{Folder, refused},
    run::{json, run, run_with, stderr, stdout},
};

/// Three games, of which the second is of another variant.
const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
    [White \"Cy\"]\n[Black \"Di\"]\n[Variant \"Atomic\"]\n[Result \"*\"]\n\n1. d4 { 1-0 } (1. c4 *) *\n\n\
    [White \"Eve\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n\n1. c4 c5 1/2-1/2\n";

#[test]
fn games_are_listed_and_found() {
    let folder = Folder::new("records");
    let file = folder.write("three.pgn", GAMES);
    let list = json(&["records", &file]);
    assert_eq!((&list["count"], &list["found"]), (&3.into(), &3.into()));
    let game = &list["games"][0];
    assert_eq!(game["players"], serde_json::json!(["Ann", "Bob"]));
    assert_eq!((&game["outcome"], &game["plies"]), (&"p1".into(), &3.into()));
    assert_eq!(game["opening"], serde_json::json!(["e4", "e5", "Nf3"]));
    assert_eq!(list["games"][1]["game"], "atomic");
    let numbers = |args: &[&str]| -> Vec<u64> {
        let list = json(&[&["records", &file], args].concat());
        list["games"].as_array().unwrap().iter().map(|g| g["number"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers(&["--find", "ANN"]), [1, 3]);
    assert_eq!(numbers(&["--find", "e4 e5"]), [1]);
    assert_eq!(numbers(&["--result", "draw"]), [3]);
    assert_eq!(numbers(&["--result", "1-0"]), [1]);
    assert_eq!(numbers(&["--result", "open", "--find", "nobody"]), [0; 0]);
    // Played, moves have the game's own spelling.
    let checked = json(&["records", &file, "--check", "--plies", "1"]);
    assert_eq!(checked["games"][2]["opening"], serde_json::json!(["c2c4"]));
    let output = run_with(&["records", "-"], GAMES);
    let lines = stdout(&output);
    assert!(lines.contains("    3  Eve - Ann"), "{lines}");
    assert!(lines.ends_with("3 of 3 games\n"), "{lines}");
}

#[test]
fn a_broken_game_is_told_and_ends_nothing() {
    let folder = Folder::new("records-broken");
    let text = GAMES.replace("1. c4 c5", "1. c4 Kc5");
    let file = folder.write("three.pgn", &format!("{text}\n{GAMES}"));
    // Nobody looks at moves that are not played.
    assert_eq!(json(&["records", &file])["count"], 6);
    let output = run(&["records", &file, "--check", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let line = stderr(&output);
    assert!(
        line.contains("1 game of 6 cannot be read; game 3: line 18, move 1 of Black"),
        "{line}"
    );
    let list: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(list["found"], 6);
    assert!(list["games"][2]["error"].is_string());
}

#[test]
fn a_game_of_many_is_shown_and_filmed() {
    let folder = Folder::new("nth");
    let file = folder.write("three.pgn", &GAMES.replace("[Variant \"Atomic\"]\n", ""));
    let output = run(&["show", "chess", "--pgn", &file, "--json"]);
    assert!(stderr(&output).contains("1 of 3 games"), "{}", stderr(&output));
    let third = json(&["show", "chess", "--pgn", &file, "--game", "3"]);
    assert_eq!(third["plies"], 2);
    let first = json(&["show", "chess", "--pgn", &file, "--game", "1", "--ply", "1"]);
    assert_eq!((&first["plies"], &first["to_move"]), (&1.into(), &"p2".into()));
    let movie = folder.path("movie.svg");
    json(&["show", "chess", "--pgn", &file, "--game", "3", "--movie", &movie]);
    let film = std::fs::read_to_string(&movie).unwrap();
    json(&["show", "chess", "--moves", "c4 c5", "--movie", &movie]);
    assert_eq!(film, std::fs::read_to_string(&movie).unwrap(), "the film of the third game");
    assert!(refused(&["show", "chess", "--pgn", &file, "--game", "4"]).contains("3 games"));
    assert!(refused(&["show", "chess", "--pgn", &file, "--ply", "4"]).contains("3 plies"));
    refused(&["show", "chess", "--pgn", &file, "--game", "0"]);
    assert!(refused(&["show", "chess", "--game", "2"]).contains("need a file"));
}

#[test]
fn games_of_other_formats_are_told_by_their_beginning() {
    let sgf = "(;GM[1]SZ[5]PB[x];B[cc];W[dd])\n(;SZ[9]PB[y])";
    let output = run_with(&["records", "-", "--json"], sgf);
    let list: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&list["games"][0]["game"], &list["count"]), (&"go".into(), &2.into()));
    let folder = Folder::new("records-plain");
    let file = folder.path("konane.txt");
    json(&[
        "match",
        "konane",
        "--p1",
        "random:seed=1",
        "--p2",
        "random:seed=2",
        "--games",
        "4",
        "--seed",
        "1",
        "--records",
        &file,
    ]);
    let list = json(&["records", &file, "--check"]);
    assert_eq!(list["count"], 4);
    assert_eq!(list["games"][1]["game"], "konane");
    assert!(list["games"][1]["outcome"].is_string() && list["games"][1]["reason"].is_string());
    assert!(refused(&["records", "/"]).contains("cannot be read"));
    let nothing = folder.write("x.txt", "hello");
    assert!(refused(&["records", &nothing]).contains("no file of games"));
    let empty = folder.write("empty.pgn", "");
    let output = run(&["records", &empty]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn records_may_go_to_stdout_and_from_there_to_be_judged() {
    let args = ["match", "chess", "--p1", "random:seed=1", "--p2", "random:seed=2", "--games", "2"];
    let args = [&args[..], &["--max-plies", "30", "--seed", "1", "--records", "-"]].concat();
    let output = run(&args);
    // The report makes room for them.
    assert!(stderr(&output).contains("random:seed=1 against random:seed=2"), "{}", stderr(&output));
    let pgn = stdout(&output);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    let judged = run_with(&["analyze", "-", "--player", "alphabeta:depth=1"], &pgn);
    let told = stdout(&judged);
    assert!(told.contains("game 1: random") && told.contains("game 2: random"), "{told}");
    // Games that have no files are written as plain text.
    let ten =
        ["match", "ten", "--p1", "random", "--p2", "random", "--games", "2", "--records", "-"];
    let output = run(&ten);
    assert_eq!(run_with(&["records", "-"], &stdout(&output)).status.code(), Some(0));
    assert!(refused(&[&args[..], &["--json"]].concat()).contains("stdout"));
}
