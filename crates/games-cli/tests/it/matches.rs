//! Matches that are interrupted, decided early, written down.

use std::{
    fs,
    path::PathBuf,
    process::{Output, Stdio},
};

use serde_json::Value as Json;

use crate::run::{command, json, run, stderr, stdout};

/// A file that is removed in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("games-match-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.0).unwrap_or_default()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const MATCH: &[&str] = &[
    "match",
    "othello",
    "--rules",
    "size=6",
    "--p1",
    "alphabeta:depth=3",
    "--p2",
    "mcts:sims=40",
    "--opening-plies",
    "4",
    "--seed",
    "5",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [MATCH, more].concat()
}

#[track_caller]
fn refusal(output: &Output, status: i32) -> String {
    assert_eq!(output.status.code(), Some(status), "{}", stderr(output));
    assert_eq!(stdout(output), "");
    assert_eq!(stderr(output).lines().count(), 1, "{}", stderr(output));
    stderr(output)
}

#[test]
fn a_match_that_is_killed_again_and_again_ends_like_one_that_is_not() {
    let unbroken = json(&with(&["--games", "40"]));
    let (results, records) = (Temporary::new("killed.jsonl"), Temporary::new("killed.txt"));
    let options = ["--games", "40", "--results", results.path(), "--records", records.path()];
    let mut kills = 0;
    let output = loop {
        // One game at a time or several: it is the same match.
        let concurrency = ["1", "3", "2"][kills % 3];
        let args = with(&[&options[..], &["--concurrency", concurrency, "--json"]].concat());
        let mut child =
            command(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let before = results.text().lines().count();
        // Killed as soon as it has written some more, wherever it is then.
        let some = kills % 4;
        let ended = loop {
            if child.try_wait().unwrap().is_some() {
                break true;
            }
            if results.text().lines().count() > before + some {
                break false;
            }
        };
        if ended {
            break child.wait_with_output().unwrap();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    };
    assert!(kills >= 5, "{kills}");
    assert_eq!(stderr(&output), "");
    let resumed: Json = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(resumed, unbroken);
    assert_eq!(results.text().lines().count(), 41);
    // All games are in the records, those of earlier calls too, each once.
    let mut games: Vec<u64> = records
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("game      othello ")?.parse().ok())
        .collect();
    games.sort_unstable();
    assert_eq!(games, (1..=40).collect::<Vec<_>>());
    // The same command once more plays nothing, and a longer match goes on.
    let args = with(&options);
    assert_eq!(json(&args), unbroken);
    assert_eq!(json(&with(&["--games", "42", "--results", results.path()]))["games"], 42);
    assert_eq!(json(&with(&["--games", "7", "--results", results.path()]))["games"], 7);
}

#[test]
fn copies_are_told_and_openings_that_differ_are_the_default() {
    // By the estimate that no training changes.
    let [p1, p2] = ["alphabeta:depth=2,eval=own", "alphabeta:depth=1,eval=own"];
    let args = ["match", "othello", "--p1", p1, "--p2", p2];
    let args = [&args[..], &["--games", "20", "--seed", "1"]].concat();
    let copies = [&args[..], &["--opening-plies", "0", "--sprt", "0,100"]].concat();
    let result = json(&copies);
    assert_eq!((&result["games"], &result["distinct"]), (&20.into(), &2.into()));
    // Both games of the one pair together: a win and a draw.
    assert_eq!(result["pairs"], serde_json::json!([0, 0, 0, 1, 0]));
    for field in ["elo", "elo_error", "los"] {
        assert!(result[field].is_null(), "{result}");
    }
    assert!(result["sprt"]["accepted"].is_null(), "{result}");
    let text = stdout(&run(&copies));
    for line in ["distinct: 2 games of 20", "strength: too few distinct pairs", ", undecided"] {
        assert!(text.contains(line), "{text}");
    }
    let result = json(&args);
    assert_eq!(result["distinct"], 20);
    let plies = result["opening_plies"].as_u64().unwrap();
    assert!(result["elo"].is_number() && plies > 0, "{result}");
    let text = stdout(&run(&args));
    assert!(text.contains(&format!("openings: {plies} random plies, seed 1\n")), "{text}");
    assert!(!text.contains("distinct"), "{text}");
}

#[test]
fn a_match_that_goes_on_keeps_the_openings_that_it_began_with() {
    let results = Temporary::new("openings.jsonl");
    let args = ["match", "othello", "--p1", "alphabeta:depth=1", "--p2", "random"];
    let with = |games, more: &[&str]| {
        json(&[&args[..], &["--games", games, "--results", results.path()], more].concat())
    };
    let few = with("4", &["--seed", "1"]);
    // Unasked, a match of so many games has more of them.
    let many = json(&[&args[..], &["--games", "100", "--seed", "1"]].concat());
    assert!(many["opening_plies"].as_u64() > few["opening_plies"].as_u64(), "{few} {many}");
    let longer = with("100", &[]);
    assert_eq!(longer["opening_plies"], few["opening_plies"]);
    assert_eq!(longer["seed"], few["seed"]);
    fs::remove_file(&results.0).unwrap();
    // As matches were begun before there were random plies by default.
    with("4", &["--opening-plies", "0"]);
    assert_eq!(with("6", &[])["opening_plies"], 0);
}

#[test]
fn a_last_line_without_its_end_is_dropped() {
    let results = Temporary::new("torn.jsonl");
    let args = with(&["--games", "6", "--results", results.path()]);
    let whole = json(&args);
    let text = results.text();
    fs::write(&results.0, &text[..text.len() - 30]).unwrap();
    assert_eq!(json(&args), whole);
    assert_eq!(results.text().lines().count(), 7);
}

#[test]
fn another_file_or_another_match_is_refused_in_one_line() {
    let results = Temporary::new("foreign.jsonl");
    fs::write(&results.0, "my diary\n").unwrap();
    let args = with(&["--games", "2", "--results", results.path()]);
    assert!(refusal(&run(&args), 2).contains("no results of a match"));
    assert_eq!(results.text(), "my diary\n");
    fs::remove_file(&results.0).unwrap();
    json(&args);
    let before = results.text();
    for (other, told) in [
        (["--max-plies", "50"], "max_plies"),
        (["--sprt", "0,5"], "sprt"),
        (["--memory", "64MiB"], "memory"),
    ] {
        let line = refusal(&run(&[&args[..], &other].concat()), 2);
        assert!(line.contains("another match") && line.contains(told), "{line}");
    }
    let line =
        refusal(&run(&args.iter().map(|a| if *a == "5" { "6" } else { a }).collect::<Vec<_>>()), 2);
    assert!(line.contains("its seed is 5 and not 6"), "{line}");
    assert_eq!(results.text(), before);
    let output = run(&with(&["--games", "2", "--results", "/no/such/folder/x.jsonl"]));
    assert!(refusal(&output, 2).contains("/no/such/folder/x.jsonl"));
}

#[test]
fn two_programs_do_not_write_to_one_file() {
    let results = Temporary::new("locked.jsonl");
    let args = with(&["--games", "1000000", "--results", results.path()]);
    let mut first = command(&args).stdout(Stdio::null()).spawn().unwrap();
    while results.text().lines().count() < 2 {
        assert!(first.try_wait().unwrap().is_none());
    }
    let line = refusal(&run(&args), 2);
    assert!(line.contains("another program is writing to it"), "{line}");
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn a_full_disk_is_told_in_one_line() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let line = refusal(&run(&with(&["--games", "2", "--records", "/dev/full"])), 1);
    assert!(line.contains("/dev/full: "), "{line}");
    let line = refusal(&run(&with(&["--games", "2", "--results", "/dev/null"])), 2);
    assert!(line.contains("no plain file"), "{line}");
}

#[cfg(unix)]
#[test]
fn results_that_find_no_room_are_told_and_what_was_written_counts() {
    let results = Temporary::new("no-room.jsonl");
    let args = with(&["--games", "30", "--results", results.path()]);
    // Files may have two blocks, and more is an error instead of a signal.
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"";
    let mut limited = std::process::Command::new("sh");
    limited.args(["-c", script, env!("CARGO_BIN_EXE_games")]).args(&args).stdin(Stdio::null());
    let line = refusal(&limited.output().unwrap(), 1);
    assert!(line.contains(results.path()), "{line}");
    let kept = results.text().matches('\n').count() - 1;
    assert!((1..30).contains(&kept), "{kept}");
    assert_eq!(json(&args), json(&with(&["--games", "30"])));
}

#[test]
fn a_test_ends_a_match_that_is_decided() {
    let args = [
        "match",
        "othello",
        "--rules",
        "size=6",
        "--p1",
        "alphabeta:depth=4",
        "--p2",
        "random",
        "--games",
        "1000",
        "--opening-plies",
        "4",
        "--seed",
        "1",
        "--sprt",
        "0,100",
    ];
    let result = json(&args);
    assert_eq!(result["sprt"]["accepted"], "H1");
    assert!(result["games"].as_u64().unwrap() < 100, "{result}");
    assert!(result["sprt"]["llr"].as_f64().unwrap() >= 2.944);
    let concurrent = json(&[&args[..], &["--concurrency", "3"]].concat());
    assert_eq!(result, concurrent);
    let text = stdout(&run(&args));
    assert!(text.contains("SPRT H0 nElo 0, H1 nElo 100: LLR "), "{text}");
    assert!(text.contains("H1 accepted\nPtnml(0-2): "), "{text}");
    for bad in ["5,0", "x", "0"] {
        let output = run(&[&args[..15], &[bad]].concat());
        refusal(&output, 2);
    }
}

#[test]
fn openings_come_from_a_file_in_turn_with_both_sides() {
    let (openings, records) = (Temporary::new("openings"), Temporary::new("openings.txt"));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    fs::write(&openings.0, format!("# two\n{fen}\nd2d4 d7d5\n")).unwrap();
    let args = [
        "match",
        "chess",
        "--p1",
        "random",
        "--p2",
        "random",
        "--games",
        "6",
        "--seed",
        "1",
        "--max-plies",
        "20",
        "--openings",
        openings.path(),
        "--records",
        records.path(),
    ];
    assert_eq!(json(&args)["games"], 6);
    let text = records.text();
    assert_eq!(text.matches(&format!("start     {fen}")).count(), 4, "{text}");
    assert_eq!(text.matches("moves     d2d4 d7d5 ").count(), 2);
    fs::write(&openings.0, "d2d4\n\ne2e5\n").unwrap();
    let line = refusal(&run(&args[..14]), 2);
    assert!(line.contains("line 3: neither a line of moves"), "{line}");
    fs::write(&openings.0, "d2d4\n").unwrap();
    // Records that are there are not overwritten.
    assert!(refusal(&run(&args), 2).contains("--records"));
    assert_eq!(records.text(), text);
}

#[test]
fn books_are_pgn_sgf_and_epd() {
    let (book, records) = (Temporary::new("book.pgn"), Temporary::new("from-book.pgn"));
    fs::write(&book.0, "1. e4 e5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n\n1. c4 c5 2. g3 *\n").unwrap();
    let args =
        ["match", "chess", "--p1", "random", "--p2", "random", "--games", "6", "--seed", "1"];
    let args = [&args[..], &["--max-plies", "8", "--records", records.path()]].concat();
    json(&[&args[..], &["--openings", book.path(), "--book-plies", "2"]].concat());
    for opening in ["1. e4 e5 ", "1. d4 d5 ", "1. c4 c5 "] {
        assert_eq!(records.text().matches(opening).count(), 2, "{}", records.text());
    }
    fs::remove_file(&records.0).unwrap();
    let epd = Temporary::new("book.epd");
    let line =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - fmvn 3; id \"e4\"; c0 \"x\";";
    fs::write(&epd.0, format!("{line}\n")).unwrap();
    json(&[&args[..], &["--openings", epd.path()]].concat());
    for tag in ["[Opening \"e4\"]", "[EPD_c0 \"x\"]", "b KQkq - 0 3\"]"] {
        assert_eq!(records.text().matches(tag).count(), 6, "no {tag} in {}", records.text());
    }
    let sgf = Temporary::new("book.sgf");
    fs::write(&sgf.0, "(;GM[1]SZ[5];B[aa];W[bb])\n(;GM[1]SZ[5];B[cc])\n").unwrap();
    let go = ["match", "go", "--rules", "size=5", "--p1", "random", "--p2", "random"];
    let more = ["--games", "4", "--seed", "1", "--openings", sgf.path()];
    assert_eq!(json(&[&go[..], &more].concat())["distinct"], 4);
}

#[test]
fn records_are_in_the_format_that_their_name_asks_for() {
    let records = Temporary::new("records.pgn");
    let args =
        ["match", "chess", "--p1", "random", "--p2", "random", "--games", "3", "--seed", "1"];
    let more = ["--max-plies", "20", "--records", records.path()];
    json(&[&args[..], &more].concat());
    let text = records.text();
    for tag in ["[Round \"3\"]", "[White \"random\"]", "[Termination \"adjudication\"]"] {
        assert!(text.contains(tag), "no {tag} in {text}");
    }
    assert_eq!(text.matches("[Result \"1/2-1/2\"]").count(), 3, "{text}");
    let shown = json(&["show", "chess", "--pgn", records.path(), "--game", "3"]);
    assert_eq!(shown["plies"], 20);

    let records = Temporary::new("records.sgf");
    let go = ["match", "go", "--rules", "size=5", "--p1", "random", "--p2", "random"];
    let more = ["--games", "2", "--seed", "1", "--records", records.path()];
    json(&[&go[..], &more].concat());
    assert_eq!(records.text().matches("(;").count(), 2);
    let output = run(&[&args[..], &["--records", "x.sgf"]].concat());
    assert!(refusal(&output, 2).contains("chess has no files of the format `sgf`; valid: pgn"));
}

#[test]
fn what_players_think_stands_in_records_of_every_format() {
    // As `best` tells it of both positions: seen by who moves in GGF, by Black in SGF.
    let best = |game: &[&str]| {
        let told = json(&[&["best"], game, &["--player", "alphabeta:depth=2"]].concat());
        (told["move"].as_str().unwrap().to_uppercase(), told["score"].as_f64().unwrap())
    };
    let record = |game: &[&str], name: &str| {
        let records = Temporary::new(name);
        let players = ["--p1", "alphabeta:depth=2", "--p2", "alphabeta:depth=2", "--games", "2"];
        let short = ["--opening-plies", "0", "--max-plies", "2", "--records", records.path()];
        json(&[&["match"], game, &players, &short].concat());
        records.text()
    };
    let text = record(&["othello"], "thoughts.ggf");
    let (first, of_first) = best(&["othello"]);
    let (second, of_second) = best(&["othello", "--moves", &first]);
    let said = format!("B[{first}/{of_first:.2}/0]W[{second}/{of_second:.2}/0]");
    assert!(text.contains(&said), "no {said} in {text}");
    let go = ["go", "--rules", "size=5"];
    let text = record(&go, "thoughts.sgf");
    let (_, first) = best(&go);
    let (_, second) = best(&[&go[..], &["--moves", "c3"]].concat());
    let said = format!(";B[cc]V[{first:.2}];W[bb]V[{:.2}]", -second);
    assert!(text.contains(&said), "no {said} in {text}");
}

#[test]
fn games_without_an_end_are_cut_and_drawn() {
    let args = ["match", "skak", "--p1", "random", "--p2", "random", "--games", "2", "--seed", "3"];
    let result = json(&[&args[..], &["--max-plies", "9"]].concat());
    assert_eq!(result["reasons"]["ply cap"]["draws"], 2);
    let play = ["play", "skak", "--p1", "random:seed=1", "--p2", "random:seed=2"];
    let played = json(&[&play[..], &["--max-plies", "9"]].concat());
    assert_eq!((&played["outcome"], &played["reason"]), (&"draw".into(), &"ply cap".into()));
    assert_eq!(played["moves"].as_array().unwrap().len(), 9);
}

#[test]
fn time_controls_bound_our_players_and_others() {
    let program = env!("CARGO_BIN_EXE_games");
    let gtp = format!("gtp:\"'{program}' gtp\",tc=60");
    let uci = format!("uci:\"'{program}' uci\",tc=3/0.6+0.01");
    for (game, other) in [("chess", &uci), ("go", &gtp)] {
        let records =
            Temporary::new(&format!("clock-{game}.{}", if game == "go" { "sgf" } else { "pgn" }));
        let args = ["match", game, "--p1", "alphabeta:tc=0.5+0.01", "--p2", other, "--games", "2"];
        let more = ["--max-plies", "12", "--seed", "1", "--time-margin", "5s"];
        let more = [&more[..], &["--records", records.path(), "--event", "clocks"]].concat();
        let result = json(&[&args[..], &more].concat());
        assert_eq!(result["forfeits"], serde_json::json!([0, 0]), "{result}");
        let text = records.text();
        let said: &[&str] = match game {
            "go" => &["EV[clocks]", "DT[20", "BL[", "WL["],
            _ => &["[Event \"clocks\"]", "[Date \"20", "[%clk 0:00:00", "[%emt 0:00:0", "[%eval "],
        };
        for said in said {
            assert!(text.contains(said), "no {said} in {text}");
        }
    }
}

#[test]
fn who_oversteps_its_time_control_loses_and_it_is_counted() {
    let args = ["match", "chess", "--p1", "alphabeta:tc=0.000001", "--p2", "random"];
    let args = [&args[..], &["--games", "2", "--seed", "1"]].concat();
    let result = json(&args);
    assert_eq!(result["reasons"]["time"]["losses"], 2, "{result}");
    assert_eq!(result["forfeits"], serde_json::json!([2, 0]));
    let text = stdout(&run(&args));
    assert!(text.contains("forfeits: 2 of alphabeta:tc=0.000001, 0 of random\n"), "{text}");
    let tolerant = json(&[&args[..], &["--time-margin", "1h", "--max-plies", "6"]].concat());
    assert_eq!(tolerant["forfeits"], serde_json::json!([0, 0]), "{tolerant}");
}

#[test]
fn stdout_is_no_place_for_what_a_match_goes_on_from() {
    let args = ["match", "othello", "--p1", "random", "--p2", "random", "--games", "2"];
    let output = run(&[&args[..], &["--results", "-"]].concat());
    let line = "games: --results: stdout will not do here; name a file\n";
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), line));
    assert_eq!(stdout(&output), "");
}

#[test]
fn games_are_decided_by_what_the_players_think() {
    // A queen against a king, seen by both: who is behind by it for two moves has lost.
    let position = "8/8/8/4k3/8/8/8/K2Q4 w - - 0 1";
    let args = ["match", "chess", "--position", position, "--p1", "alphabeta:depth=2"];
    let args = [&args[..], &["--p2", "alphabeta:depth=1", "--games", "2", "--opening-plies", "0"]];
    let args = args.concat();
    let (results, records) = (Temporary::new("resign.jsonl"), Temporary::new("resign.pgn"));
    let resign = [&args[..], &["--resign", "3,2", "--results", results.path()]].concat();
    let result = json(&[&resign[..], &["--records", records.path()]].concat());
    assert_eq!(result["reasons"]["adjudicated by score"]["wins"], 1, "{result}");
    assert_eq!(result["reasons"]["adjudicated by score"]["losses"], 1, "{result}");
    assert!(results.text().lines().nth(1).unwrap().contains("\"score\":"), "{}", results.text());
    let line = refusal(&run(&[&args[..], &["--results", results.path()]].concat()), 2);
    assert!(line.contains("another match: resign is"), "{line}");
    // Whoever goes on writes what was said in earlier games, too.
    let first = records.text();
    json(&[&resign[..], &["--records", records.path()]].concat());
    assert_eq!(records.text(), first);
    assert!(first.contains("[%eval ") && first.contains("[%emt "), "{first}");
    // The start is even, for three moves at the least.
    let args = ["match", "chess", "--p1", "alphabeta:depth=1", "--p2", "alphabeta:depth=1"];
    let results = Temporary::new("draw.jsonl");
    let drawn = ["--games", "2", "--opening-plies", "0", "--results", results.path(), "--draw"];
    let result = json(&[&args[..], &drawn, &["9,3,2"]].concat());
    assert_eq!(result["reasons"]["adjudicated by score"]["draws"], 2, "{result}");
    let line = refusal(&run(&[&args[..], &drawn, &["9,3,3"]].concat()), 2);
    assert!(line.contains("another match: draw is"), "{line}");
    for bad in [["--resign", "3"], ["--draw", "0.1,8"]] {
        assert!(refusal(&run(&[&args[..], &["--games", "2"], &bad].concat()), 2).contains(bad[0]));
    }
}

#[test]
fn games_are_decided_by_solved_tables() {
    let folder = std::env::temp_dir().join(format!("games-match-tables-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let table = folder.join("surround.solved");
    json(&["solve", "surround", "--out", table.to_str().unwrap()]);
    let args = ["match", "surround", "--p1", "random", "--p2", "random", "--games", "2"];
    let args = [&args[..], &["--opening-plies", "0", "--solved"]].concat();
    let line = refusal(&run(&args), 2);
    assert!(line.contains("--solved: there are no tables"), "{line}");
    let result = json(&[&args[..], &["--tables", folder.to_str().unwrap()]].concat());
    // Who begins wins Surround: in each game the other player.
    let reason = &result["reasons"]["adjudicated by tables"];
    assert_eq!((&reason["wins"], &reason["losses"]), (&1.into(), &1.into()), "{result}");
    fs::remove_dir_all(&folder).unwrap();
}

const TOURNAMENT: &[&str] = &[
    "match",
    "othello",
    "--rules",
    "size=6",
    "--player",
    "random",
    "--player",
    "alphabeta:depth=3",
    "--player",
    "alphabeta:depth=1",
    "--games",
    "10",
    "--seed",
    "1",
];

#[test]
fn a_tournament_has_ratings_and_a_table_of_all_pairings() {
    let result = json(TOURNAMENT);
    let players = result["players"].as_array().unwrap();
    let number = |player: usize, field: &str| players[player][field].as_f64().unwrap();
    assert_eq!((number(0, "games"), &result["games"]), (20.0, &30.into()));
    // Two games give two points, and the mean of the ratings is 0.
    assert_eq!((0..3).map(|player| number(player, "points")).sum::<f64>(), 30.0);
    assert!((0..3).map(|player| number(player, "rating")).sum::<f64>().abs() < 0.2, "{result}");
    assert!(number(1, "rating") > number(2, "rating") && number(2, "rating") > number(0, "rating"));
    let pairings: Vec<_> =
        result["pairings"].as_array().unwrap().iter().map(|p| p["players"].clone()).collect();
    assert_eq!(serde_json::json!(pairings), serde_json::json!([[1, 2], [1, 3], [2, 3]]));
    // A pairing is the match of its players with this seed.
    let args = ["match", "othello", "--rules", "size=6", "--p1", "random", "--p2"];
    let alone = json(&[&args[..], &["alphabeta:depth=1", "--games", "10", "--seed", "1"]].concat());
    assert_eq!(result["pairings"][1]["wins"], alone["wins"]);
    assert_eq!(result["pairings"][1]["pairs"], alone["pairs"]);
    let gauntlet = json(&[TOURNAMENT, &["--gauntlet", "--anchor", "1=1000"]].concat());
    assert_eq!(
        (&gauntlet["games"], &gauntlet["players"][0]["rating"]),
        (&20.into(), &1000.0.into())
    );
    assert_eq!(gauntlet["pairings"].as_array().unwrap().len(), 2);
    let svg = Temporary::new("table.svg");
    let text = stdout(&run(&[TOURNAMENT, &["--svg", svg.path()]].concat()));
    assert!(text.contains("1  alphabeta:depth=3") && text.contains("3  random"), "{text}");
    assert!(svg.text().contains(">alphabeta:depth=3</text>"), "{}", svg.text());
    for bad in [["--anchor", "4=1000"], ["--anchor", "1"], ["--sprt", "0,5"], ["--p1", "random"]] {
        refusal(&run(&[TOURNAMENT, &bad].concat()), 2);
    }
    refusal(&run(&["match", "othello", "--player", "random", "--games", "2"]), 2);
    refusal(&run(&["match", "othello", "--p1", "random", "--games", "2"]), 2);
}

#[test]
fn a_tournament_that_is_killed_goes_on() {
    let unbroken = json(&[&TOURNAMENT[..10], &["--games", "20", "--seed", "1"]].concat());
    let (results, records) = (Temporary::new("tournament.jsonl"), Temporary::new("tournament.txt"));
    let files = ["--results", results.path(), "--records", records.path()];
    let args = [&TOURNAMENT[..10], &["--games", "20", "--seed", "1"], &files[..]].concat();
    let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while results.text().lines().count() < 8 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(json(&[&args[..], &["--concurrency", "3"]].concat()), unbroken);
    let mut games: Vec<u64> = records
        .text()
        .lines()
        .filter_map(|line| line.strip_prefix("game      othello ")?.parse().ok())
        .collect();
    games.sort_unstable();
    assert_eq!(games, (1..=60).collect::<Vec<_>>());
    let line = refusal(&run(&[&args[..], &["--gauntlet"]].concat()), 2);
    assert!(line.contains("another match"), "{line}");
}

#[test]
fn what_only_a_tournament_has_is_refused_for_two_players() {
    for option in [&["--gauntlet"][..], &["--anchor", "1=2000"], &["--svg", "/tmp/table.svg"]] {
        let line = refusal(&run(&with(&[&["--games", "2"], option].concat())), 2);
        assert!(line.contains(option[0]) && line.contains("`--player`"), "{line}");
    }
}

#[test]
fn a_table_that_cannot_be_written_is_told_before_the_first_game() {
    let line = refusal(&run(&[TOURNAMENT, &["--svg", "/no/such/table.svg"]].concat()), 2);
    assert!(line.contains("/no/such/table.svg"), "{line}");
}

#[test]
fn a_table_may_go_to_stdout_and_the_rest_to_stderr() {
    let output = run(&[TOURNAMENT, &["--svg", "-"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).starts_with("<svg") && stdout(&output).ends_with("</svg>\n"));
    assert!(stderr(&output).contains("1  alphabeta:depth=3"), "{}", stderr(&output));
    let line = refusal(&run(&[TOURNAMENT, &["--svg", "-", "--json"]].concat()), 2);
    assert!(line.contains("JSON"), "{line}");
}
