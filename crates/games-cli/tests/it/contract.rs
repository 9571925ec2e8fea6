//! Fields, orders and laws that hold for every game in the registry.

use std::collections::BTreeMap;

use crate::run::{games, json, run, stdout};

fn strings(json: &serde_json::Value) -> Vec<&str> {
    json.as_array().expect("a list").iter().map(|x| x.as_str().expect("a text")).collect()
}

#[test]
fn every_game_lists_its_rules_with_defaults_that_are_values() {
    let list = json(&["list"]);
    for game in list["games"].as_array().unwrap() {
        for rule in game["rules"].as_array().unwrap() {
            assert!(rule["key"].is_string() && rule["help"].is_string());
            if rule["kind"] == "choice" {
                assert!(strings(&rule["values"]).contains(&rule["default"].as_str().unwrap()));
            }
        }
        assert!(game["caps"].is_object() && game["name"].is_string());
        assert!(game["formats"].is_array() && game["protocols"].is_array());
    }
}

#[test]
fn showing_a_position_gives_all_fields_and_reads_its_own_text() {
    for game in games() {
        let shown = json(&["show", &game]);
        for field in ["game", "position", "to_move", "moves", "outcome", "reason", "score", "plies"]
        {
            assert!(shown.get(field).is_some(), "{game}: no {field}");
        }
        assert_eq!(shown["game"], *game);
        assert!(
            shown["outcome"].is_null() && shown["reason"].is_null() && shown["score"].is_null()
        );
        assert_eq!(shown["plies"], 0);
        let position = shown["position"].as_str().unwrap();
        assert_eq!(json(&["show", &game, "--position", position])["position"], position);
        let moves = strings(&shown["moves"]);
        assert!(moves.is_sorted() && !moves.is_empty());
        assert_eq!(strings(&json(&["moves", &game])["moves"]), moves);
        let after = json(&["show", &game, "--moves", moves[0]]);
        assert_eq!(after["plies"], 1);
        assert_ne!(after["position"], position);
    }
}

#[test]
fn perft_counts_agree_however_they_are_made() {
    for game in games() {
        let counts = |extra: &[&str]| {
            json(&[&["perft", &game, "--depth", "3"], extra].concat())["depth_counts"].clone()
        };
        let plain = counts(&[]);
        assert_eq!(plain.as_array().unwrap().len(), 3);
        assert_eq!(plain, counts(&["--no-bulk"]));
        assert_eq!(plain, counts(&["--threads", "2"]));
        assert_eq!(plain, counts(&["--hash", "1MiB"]));
        let divided = json(&["perft", &game, "--depth", "3", "--divide"]);
        let parts: BTreeMap<String, u64> =
            serde_json::from_value(divided["divide"].clone()).unwrap();
        assert_eq!(parts.values().sum::<u64>(), plain[2]);
        let shown = json(&["moves", &game]);
        assert_eq!(parts.keys().collect::<Vec<_>>(), strings(&shown["moves"]));
        assert!(divided["seconds"].is_number() && divided["nodes_per_second"].is_number());
    }
}

#[test]
fn every_player_finds_a_legal_move_and_the_same_one_again() {
    for game in games() {
        let shown = json(&["moves", &game]);
        let moves = strings(&shown["moves"]);
        for spec in [
            "random:seed=1",
            "alphabeta:depth=2",
            "alphabeta:nodes=500",
            "mcts:sims=50,seed=1",
            "proof:nodes=500",
        ] {
            let best = || {
                let mut best = json(&["best", &game, "--player", spec]);
                for field in ["pv", "score", "depth"] {
                    assert!(best.get(field).is_some(), "{spec}: no {field}");
                }
                for changing in ["seconds", "nodes_per_second"] {
                    assert!(best[changing].is_number());
                    best[changing].take();
                }
                best
            };
            let first = best();
            assert!(moves.contains(&first["move"].as_str().unwrap()), "{game} {spec}: {first}");
            assert_eq!(first["pv"][0], first["move"]);
            assert!(first["nodes"].as_u64().unwrap() >= 1);
            assert_eq!(first, best(), "{game} {spec}");
        }
        // A search that has worked the position out may end before its limit.
        let mcts = json(&["best", &game, "--player", "mcts:sims=50,seed=1"]);
        assert!(mcts["simulations"] == 50 || mcts["exact"] == true, "{game}: {mcts}");
        let alpha_beta = json(&["best", &game, "--player", "alphabeta:depth=2"]);
        assert!(alpha_beta["depth"] == 2 || alpha_beta["exact"] == true, "{game}: {alpha_beta}");
    }
}

#[test]
fn a_game_between_engines_is_legal_to_its_end() {
    for game in games() {
        let played = json(&["play", &game, "--p1", "random:seed=3", "--p2", "mcts:sims=5,seed=4"]);
        let moves = strings(&played["moves"]).join(" ");
        let shown = json(&["show", &game, "--moves", &moves]);
        assert_eq!(shown["position"], played["final_position"]);
        assert_eq!(shown["outcome"], played["outcome"]);
        assert_eq!(shown["reason"], played["reason"]);
        assert!(!played["outcome"].is_null());
        assert!(strings(&shown["moves"]).is_empty(), "a finished game has no moves");
    }
}

#[test]
fn a_match_counts_every_game_and_is_the_same_with_the_same_seed() {
    for game in games() {
        let play = |seed: &str| {
            json(&[
                "match",
                &game,
                "--p1",
                "alphabeta:depth=1",
                "--p2",
                "random",
                "--games",
                "4",
                "--opening-plies",
                "2",
                "--seed",
                seed,
            ])
        };
        let result = play("1");
        let sum: u64 =
            ["wins", "draws", "losses"].iter().map(|f| result[f].as_u64().unwrap()).sum();
        assert_eq!((sum, &result["games"]), (4, &4.into()));
        assert!(result.get("elo").is_some() && result.get("elo_error").is_some());
        assert_eq!(result, play("1"));
    }
}

/// Kf7, Kh7 and Rh2 would be mate, and the game is drawn before it.
#[test]
fn best_promises_no_mate_that_the_clock_ends_before() {
    let position = "7k/8/5K2/8/8/8/P5R1/8 w - - 148 120";
    let args = ["best", "chess", "--position", position, "--player", "alphabeta:depth=8"];
    let text = stdout(&run(&[&args[..], &["--notation", "text"]].concat()));
    assert!(text.starts_with("a2") && !text.contains("3 plies"), "{text}");
}

#[test]
fn answers_say_what_was_asked() {
    for args in [
        &["moves", "othello"][..],
        &["perft", "othello", "--depth", "1"],
        &["best", "othello", "--player", "alphabeta:depth=1"],
        &["play", "othello", "--p1", "random:seed=1", "--p2", "random:seed=2"],
        &["show", "othello"],
    ] {
        let answer = json(args);
        assert_eq!(answer["game"], "othello", "{args:?}");
        assert_eq!(answer["rules"], "size=8,scoring=plain", "{args:?}");
        assert!(answer["position"].is_string(), "{args:?}");
    }
    let best = json(&["best", "othello", "--player", "alphabeta:depth=2,lines=3"]);
    assert_eq!(best["player"], "alphabeta:depth=2,lines=3");
    assert_eq!(best["score_unit"], "estimate");
    let lines = best["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["move"]), (3, &best["move"]));
    assert!(lines[0]["score"].as_f64() >= lines[2]["score"].as_f64());
    let chess = json(&[
        "best",
        "chess",
        "--player",
        "alphabeta:depth=2,lines=2",
        "--moves",
        "e4 e5 Bc4 Nc6 Qh5 Nf6",
    ]);
    for line in chess["lines"].as_array().unwrap() {
        let [texts, labels] = ["pv", "pv_labels"].map(|key| line[key].as_array().unwrap());
        assert_eq!(texts.len(), labels.len(), "{line}");
    }
    let first = |key: &str| chess["lines"][0][key][0].clone();
    assert_eq!((first("pv"), first("pv_labels")), ("h5f7".into(), "Qxf7#".into()));
    let unit = |args: &[&str]| json(args)["score_unit"].clone();
    assert_eq!(unit(&["best", "othello", "--player", "mcts:sims=9"]), "result");
    let small = ["best", "othello", "--rules", "size=4", "--player", "alphabeta:depth=20"];
    assert_eq!(unit(&small), "margin");
    let show = json(&["show", "chess"]);
    let king = serde_json::json!([{"glyph": "king", "symbol": "K", "side": "p1"}]);
    assert_eq!((&show["pieces"]["e1"], show["pieces"].as_object().unwrap().len()), (&king, 32));
}

/// Moves are of use only to who knows where they begin.
#[test]
fn a_played_game_tells_where_it_began_and_where_it_ended() {
    let fen = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let answer = json(&[
        "play",
        "chess",
        "--position",
        fen,
        "--moves",
        "Qh5 Kg8",
        "--p1",
        "alphabeta:depth=3",
        "--p2",
        "random",
    ]);
    assert_eq!((&answer["position"], &answer["outcome"]), (&fen.into(), &"p1".into()));
    let both = |key: &str| answer[key].as_array().unwrap().len();
    assert_eq!(both("moves"), both("labels"));
    assert_ne!(answer["final_position"], answer["position"]);
}

#[test]
fn every_answer_tells_what_was_asked() {
    let position = json(&["show", "ten"])["position"].clone();
    let of_players = ["--p1", "random:seed=1", "--p2", "random:seed=2"];
    let matched = [&["match", "ten", "--games", "2", "--seed", "1"][..], &of_players].concat();
    let tournament = [
        &["match", "ten", "--games", "2", "--seed", "1"][..],
        &["--player", "random:seed=1", "--player", "random:seed=2"],
    ]
    .concat();
    for args in [
        &["show", "ten"][..],
        &["moves", "ten"],
        &["perft", "ten", "--depth", "2"],
        &["best", "ten", "--player", "alphabeta:depth=2"],
        &["solve", "ten"],
        &matched,
        &tournament,
    ] {
        let answer = json(args);
        assert_eq!(answer["game"], "ten", "{args:?}");
        assert!(answer["rules"].as_str().is_some_and(|rules| rules.contains("target=10")));
        assert_eq!(answer["position"], position, "{args:?}");
    }
    let answer = json(&matched);
    assert_eq!((&answer["p1"], &answer["p2"]), (&of_players[1].into(), &of_players[3].into()));
    assert_eq!(answer["games"], 2);
}
