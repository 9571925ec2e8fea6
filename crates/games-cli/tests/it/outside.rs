//! Players that are programs of somebody else.

use std::{
    io::Read,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value as Json;

use crate::{
    fake,
    run::{command, json, run, stderr, stdout},
};

/// Our own engine as somebody else's.
fn ourselves(options: &str) -> String {
    format!("uci:\"'{}' uci\"{options}", env!("CARGO_BIN_EXE_games"))
}

/// A match of two games between a fake engine and a random player.
fn match_with(manner: &str, game: &str, kind: &str, options: &str) -> Output {
    let spec = fake::spec(kind, options);
    let args = ["match", game, "--p1", &spec, "--p2", "random", "--games", "2", "--seed", "1"];
    fake::command_with(manner, &[&args[..], &["--max-plies", "12", "--json"]].concat())
        .output()
        .unwrap()
}

fn object(output: &Output) -> Json {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).unwrap()
}

#[test]
fn our_engine_over_uci_finds_what_our_search_finds() {
    let moves = "e2e4 e7e5 g1f3";
    let best = |player: &str| json(&["best", "chess", "--moves", moves, "--player", player]);
    let (theirs, ours) = (best(&ourselves(",depth=4")), best("alphabeta:depth=4"));
    for field in ["move", "pv", "score", "depth", "nodes"] {
        assert_eq!(theirs[field], ours[field], "{field}");
    }
}

#[test]
fn a_variant_is_asked_for_and_mates_are_understood() {
    // Nxf7 explodes the king e8.
    let moves = "g1f3 a7a6 f3g5 a6a5";
    let best = json(&["best", "atomic", "--moves", moves, "--player", &ourselves(",depth=3")]);
    assert_eq!((&best["move"], &best["value"]), (&"g5f7".into(), &"win".into()));
    assert_eq!(best["plies_to_end"], 1);
}

#[test]
fn our_engine_plays_othello_over_both_of_its_protocols() {
    let program = env!("CARGO_BIN_EXE_games");
    let moves = "f5 d6 c3 d3";
    let best = |player: &str| {
        json(&["best", "othello", "--moves", moves, "--player", player])["move"].clone()
    };
    let ours = best("alphabeta:depth=3");
    assert_eq!(best(&format!("nboard:\"'{program}' nboard\",depth=3")), ours);
    let gtp = format!("gtp:\"'{program}' gtp othello --player alphabeta:depth=3\"");
    assert_eq!(best(&gtp), ours);
    // Passes, and a board of another size.
    let player = format!("nboard:\"'{program}' nboard\",depth=1");
    let args = ["match", "othello", "--rules", "size=6", "--p1", &player, "--p2", &gtp];
    let result =
        json(&[&args[..], &["--games", "4", "--opening-plies", "4", "--seed", "7"]].concat());
    assert_eq!(result["games"], 4);
    assert_eq!(result["faults"].as_array().unwrap().len(), 0, "{result}");
}

#[test]
fn our_engine_plays_go_over_gtp_from_any_position() {
    let program = env!("CARGO_BIN_EXE_games");
    let gtp = format!("gtp:\"'{program}' gtp --player random\"");
    let position = "..w../...../..b../...../..... w 0 - 0:0";
    let args = ["match", "go", "--position", position, "--p1", &gtp, "--p2", "random"];
    let result = json(&[&args[..], &["--games", "4", "--opening-plies", "3"]].concat());
    assert_eq!(result["faults"].as_array().unwrap().len(), 0, "{result}");
    assert_eq!(result["games"], 4);
}

#[test]
fn counts_are_compared_down_to_the_first_position_with_other_moves() {
    let compare = |manner: &str, position: &str, depth: &str| {
        let spec = fake::spec("uci", "");
        let args = ["perft", "chess", "--position", position, "--depth", depth, "--compare", &spec];
        let output =
            fake::command_with(manner, &[&args[..], &["--json"]].concat()).output().unwrap();
        (output.status.code(), serde_json::from_str::<Json>(&stdout(&output)).unwrap())
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (status, same) = compare("plays well", start, "3");
    // 8,902: the published count.
    assert_eq!((status, &same["agree"], &same["nodes"][0]), (Some(0), &true.into(), &8902.into()));
    // The pawn promotes at the third ply at the soonest, by one line: a7, any move, a8.
    let (status, other) = compare("forgets promotions", "8/8/P6k/8/8/8/8/K7 w - - 0 1", "4");
    assert_eq!((status, &other["agree"]), (Some(1), &false.into()));
    assert_eq!(other["moves"].as_array().unwrap().len(), 2, "{other}");
    assert_eq!(other["moves"][0], "a6a7");
    assert_eq!(other["only_here"], serde_json::json!(["a7a8b", "a7a8n", "a7a8r"]));
    assert_eq!(other["only_there"], serde_json::json!([]));
    let output = run(&["perft", "chess", "--depth", "1", "--compare", "alphabeta"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("only programs that speak UCI"), "{}", stderr(&output));
}

#[test]
fn a_program_that_does_not_count_is_not_waited_for() {
    let spec = fake::spec("uci", "");
    let args = ["perft", "chess", "--depth", "1", "--compare", &spec];
    let output = fake::command_with("says nothing", &args).output().unwrap();
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
    let line = stderr(&output);
    assert!(line.contains("gave no answer to `uci` within 5.0 s"), "{line}");
}

#[test]
fn options_are_passed_on_and_checked() {
    let with = |options: &str| ourselves(&format!(",depth=1,{options}"));
    json(&["best", "chess", "--player", &with("hash=2MiB,option.multipv=2,option.Clear Hash=")]);
    for (options, expected) in [
        ("option.Hush=3", "has no option `Hush` (did you mean `Hash`?)"),
        ("option.MultiPV=0", "a number from 1 to 256"),
        ("threads=300", "between 1 and 256"),
    ] {
        let output = run(&["best", "chess", "--player", &with(options)]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
}

#[test]
fn a_game_that_the_program_does_not_play_is_refused() {
    let refused = |args: &[&str]| {
        let output = run(args);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        stderr(&output)
    };
    let line = refused(&["best", "othello", "--player", &ourselves("")]);
    assert!(line.contains("othello is not played over uci"), "{line}");
    let line = refused(&["best", "chess", "--player", "gtp:gnugo"]);
    assert!(line.contains("chess is not played over gtp, but over uci"), "{line}");
    let rules = ["best", "go", "--rules", "size=9x5", "--player", "gtp:true"];
    assert!(refused(&rules).contains("square"), "{}", refused(&rules));
}

#[test]
fn a_missing_program_is_bad_input() {
    for command in ["play", "match", "best"] {
        let player = "uci:\"no-such-engine --uci\"";
        let args = match command {
            "best" => vec!["best", "chess", "--player", player],
            "play" => vec!["play", "chess", "--p1", "random", "--p2", player],
            _ => vec!["match", "chess", "--p1", player, "--p2", "random", "--games", "2"],
        };
        let output = run(&args);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        let line = stderr(&output);
        assert!(line.contains("no program `no-such-engine` on the search path"), "{line}");
        assert_eq!(line.lines().count(), 1);
    }
}

#[test]
fn a_program_that_does_not_get_ready_is_told_in_one_line() {
    for (manner, expected) in [
        ("dies at once", "ended (exit status: 3), `no such option: --exact` at `uci`"),
        ("says nothing", "gave no answer to `uci` within 1.0 s"),
    ] {
        let spec = fake::spec("uci", ",timeout=1s");
        let args = ["match", "chess", "--p1", "random", "--p2", &spec, "--games", "1"];
        let output = fake::command_with(manner, &args).output().unwrap();
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), 1);
    }
}

#[test]
fn a_well_behaved_engine_plays_whole_games() {
    for (game, kind) in [("chess", "uci"), ("go", "gtp")] {
        let result = object(&match_with("plays well", game, kind, ""));
        assert_eq!(result["games"], 2);
        assert_eq!(result["reasons"]["ply cap"]["draws"], 2, "{result}");
    }
    let talk = object(&match_with("chatters", "chess", "uci", ""));
    assert_eq!(talk["reasons"]["ply cap"]["draws"], 2, "{talk}");
}

#[test]
fn who_fails_loses_the_game_and_the_match_goes_on() {
    for (manner, game, kind, reason, told) in [
        ("dies", "chess", "uci", "crash", "ended (exit status: 7), `out of luck` at `go movetime"),
        ("dies", "go", "gtp", "crash", "ended (exit status: 7), `out of luck` at `genmove"),
        ("plays illegal moves", "chess", "uci", "illegal move", "illegal move `z99`"),
        ("plays illegal moves", "go", "gtp", "illegal move", "illegal move `z99`"),
        ("has no move", "chess", "uci", "illegal move", "illegal move `(none)`"),
        ("resigns", "go", "gtp", "resignation", "resigns"),
        ("refuses", "go", "gtp", "protocol error", "`? illegal move`"),
        ("hangs", "chess", "uci", "time", "within 3.0 s"),
    ] {
        let options = if manner == "hangs" { ",timeout=3s" } else { "" };
        let result = object(&match_with(manner, game, kind, options));
        assert_eq!((&result["losses"], &result["games"]), (&2.into(), &2.into()), "{result}");
        assert_eq!(result["reasons"][reason]["losses"], 2, "{manner}: {result}");
        assert_eq!(result["faults"][1]["game"], 2);
        let fault = result["faults"][0]["fault"].as_str().unwrap();
        assert!(fault.contains(told), "{manner}: {fault}");
    }
}

#[test]
fn in_a_single_game_a_failure_is_an_error_after_what_was_played() {
    let spec = fake::spec("uci", "");
    let args = ["play", "chess", "--p1", &spec, "--p2", "random:seed=1", "--json"];
    let output = fake::command_with("dies", &args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("out of luck"), "{}", stderr(&output));
    let object: Json = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(object["moves"].as_array().unwrap().len(), 4);
    assert!(object["outcome"].is_null());

    let spec = fake::spec("gtp", "");
    let args = ["play", "go", "--p1", "random:seed=1", "--p2", &spec, "--json"];
    let output = fake::command_with("resigns", &args).output().unwrap();
    let object: Json = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((&object["outcome"], &object["reason"]), (&"p1".into(), &"resignation".into()));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn openings_are_told_to_both_sorts_of_engines() {
    let gtp = fake::spec("gtp", "");
    let args = ["match", "go", "--p1", &gtp, "--p2", "random", "--games", "4", "--seed", "2"];
    let more = ["--opening-plies", "5", "--max-plies", "15", "--json"];
    let output = fake::command_with("plays well", &[&args[..], &more].concat()).output().unwrap();
    assert_eq!(object(&output)["reasons"]["ply cap"]["draws"], 4);
    // Another position than the initial one is handed over as a file.
    let position = "..w../...../..b../...../..... w 0 - 0:0";
    let args = ["match", "go", "--position", position, "--p1", &gtp, "--p2", "random"];
    let more = ["--games", "2", "--seed", "3", "--max-plies", "10", "--json"];
    let output = fake::command_with("plays well", &[&args[..], &more].concat()).output().unwrap();
    assert_eq!(object(&output)["reasons"]["ply cap"]["draws"], 2);
}

#[cfg(unix)]
#[test]
fn a_program_does_not_outlive_us_however_we_are_stopped() {
    let folder = std::env::temp_dir();
    for times in [1, 2] {
        let path = folder.join(format!("games-test-engine-{}-{times}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let spec = fake::spec("uci", "");
        let args = ["match", "chess", "--p1", &spec, "--p2", "random", "--games", "1"];
        let mut child = fake::command_with(&format!("never-ends {}", path.display()), &args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program is started twice: to see whether it is there, and to play.
        let engine = wait_for_line(&path, 1);
        let kill = |signal: &str, id: &str| {
            Command::new("kill").args([signal, id]).stderr(Stdio::null()).status().unwrap()
        };
        for _ in 0..times {
            kill("-INT", &child.id().to_string());
        }
        assert_eq!(child.wait().unwrap().code(), Some(130));
        // A signal is delivered when the system comes to it, so on a busy machine
        // the program may be there for a moment after us.
        let limit = Instant::now() + Duration::from_secs(20);
        while is_alive(&engine) {
            assert!(Instant::now() < limit, "{engine} is still there");
            std::thread::sleep(Duration::from_millis(5));
        }
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "");
        std::fs::remove_file(&path).unwrap();
    }
}

/// Whether a process runs: one that was killed, and waits for somebody to ask
/// how it ended, does not.
#[cfg(unix)]
fn is_alive(id: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let probe = Command::new("kill").args(["-0", id]).stderr(Stdio::null()).status().unwrap();
    probe.success() && !state.contains(") Z ")
}

/// Waits until a file has a line with this number, from 0, and returns it.
#[cfg(unix)]
fn wait_for_line(path: &std::path::Path, number: usize) -> String {
    loop {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        match text.split_inclusive('\n').nth(number) {
            Some(line) if line.ends_with('\n') => return line.trim().to_owned(),
            _ => std::thread::yield_now(),
        }
    }
}

#[test]
fn a_closed_output_ends_the_programs_too() {
    let spec = fake::spec("uci", "");
    let args = ["play", "chess", "--p1", &spec, "--p2", &spec, "--max-plies", "40"];
    let mut child = fake::command_with("plays well", &args).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    // Nothing is said about it either.
    assert_eq!(command(&["list"]).output().unwrap().status.code(), Some(0));
}
