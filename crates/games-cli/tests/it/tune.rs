//! `games tune`: the file of its course, kills, Ctrl-C and bad input.

use std::{fs, process::Stdio};

use serde_json::Value as Json;

use crate::{
    run::{command, end_of, json, run, stderr, stdout},
    solve::{Folder, fails},
};

/// A small game and a quick player.
const SMALL: [&str; 8] = [
    "tune",
    "othello",
    "--rules",
    "size=6",
    "--player",
    "alphabeta:nodes=300",
    "--keys",
    "late_depth,window,late_base",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SMALL[..], more].concat()
}

fn lines(path: &str) -> usize {
    fs::read(path).unwrap_or_default().iter().filter(|&&b| b == b'\n').count()
}

#[test]
fn a_tuning_tells_what_it_found_and_goes_on_from_its_file() {
    let folder = Folder::new("tune");
    let (out, svg) = (folder.path("a.jsonl"), folder.path("a.svg"));
    let args = with(&["--pairs", "30", "--rate", "0.5", "--out", &out, "--svg", &svg]);
    let first = run(&args);
    assert_eq!(first.status.code(), Some(0), "{}", stderr(&first));
    let text = stdout(&first);
    assert!(text.starts_with("30 pairs of games:\n  late_depth"), "{text}");
    let tuned = text.lines().find(|line| line.starts_with("alphabeta:nodes=300,")).unwrap();
    let command = text.lines().last().unwrap();
    let expected = format!(
        "games match othello --rules size=6 --p1 {tuned} --p2 alphabeta:nodes=300 --games 20000 \
         --sprt 0,5"
    );
    assert_eq!(command, expected);
    // It is a player, and what is printed is a command.
    let words: Vec<_> = command.replace("20000", "2").split(' ').map(str::to_owned).collect();
    let words: Vec<_> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(run(&words).status.code(), Some(0));
    assert_eq!(fs::read_to_string(&svg).unwrap().matches("<polyline").count(), 3);
    let file = fs::read_to_string(&out).unwrap();
    assert_eq!(file.lines().count(), 31);
    assert!(file.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));
    // Nothing is left to play, and other threads are no other tuning.
    let again = run(&[&args[..], &["--threads", "2"]].concat());
    assert_eq!(stdout(&again), text);
    assert_eq!(stderr(&again), "going on after 30 pairs\n");
    let other = folder.path("b.jsonl");
    let more = ["--pairs", "30", "--rate", "0.5", "--out", &other, "--threads", "2"];
    let answer = json(&with(&more));
    assert_eq!(fs::read_to_string(&other).unwrap(), file);
    assert_eq!((&answer["pairs"], &answer["tuned"]), (&30.into(), &tuned.into()));
    assert_eq!(answer["constants"].as_array().map(Vec::len), Some(3));
    assert_eq!(answer["constants"][0]["name"], "late_depth");
    assert_eq!(answer["player"], "alphabeta:nodes=300");
}

#[test]
fn a_killed_tuning_loses_what_was_at_hand_alone() {
    let folder = Folder::new("tune-killed");
    let (plain, out) = (folder.path("plain.jsonl"), folder.path("killed.jsonl"));
    let expected = json(&with(&["--pairs", "200", "--out", &plain]));
    let args = with(&["--pairs", "200", "--threads", "2", "--out", &out]);
    let mut kills = 0;
    for _ in 0..4 {
        let before = lines(&out);
        let mut child = command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while lines(&out) <= before + 5 && child.try_wait().unwrap().is_none() {}
        let _ = child.kill();
        kills += u32::from(child.wait().unwrap().code().is_none());
        assert!(lines(&out) >= before, "what was there is gone");
    }
    assert!(kills > 0, "it was at its end before it was killed");
    let output = run(&[&args[..], &["--json"]].concat());
    let found: Json = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found, expected);
    assert!(fs::read(&out).unwrap() == fs::read(&plain).unwrap(), "the files differ");
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_all_and_tells_how_to_go_on() {
    use std::process::Command;
    let folder = Folder::new("tune-interrupted");
    let (out, svg) = (folder.path("a.jsonl"), folder.path("a.svg"));
    let args = with(&["--pairs", "1000000", "--out", &out, "--svg", &svg]);
    let mut piped = command(&args);
    let child = piped.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while lines(&out) < 5 {
        std::thread::yield_now();
    }
    // Nobody else may have the file meanwhile.
    let line = fails(&args, 2);
    assert_eq!(line, format!("games: --out: {out}: another program is writing to it\n"));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let output = end_of(child);
    let kept = lines(&out) - 1;
    assert_eq!(output.status.code(), Some(130));
    let told = stderr(&output);
    let expected = format!("{kept} of 1000000 pairs are kept in {out}; the same command goes on\n");
    assert!(told.ends_with(&expected), "{told}");
    assert!(stdout(&output).starts_with(&format!("{kept} pairs of games:\n")));
    assert!(fs::read_to_string(&svg).unwrap().ends_with("</svg>\n"));
}

#[test]
fn bad_input_is_refused_in_one_line_and_nothing_is_removed() {
    let folder = Folder::new("tune-refused");
    let out = folder.path("a.jsonl");
    let refused = |more: &[&str], told: &str| {
        let args = [&["tune", "othello", "--out", &out][..], more].concat();
        let line = fails(&args, 2);
        assert!(line.contains(told), "{args:?}: {line}");
    };
    refused(
        &["--keys", "late_dept"],
        "`late_dept` is no constant of alphabeta (did you mean `late_depth`?)",
    );
    refused(&["--keys", "window,window"], "`window` is given twice");
    refused(&["--keys", "window,"], "`` is no constant");
    refused(&["--player", "mcts:sims=5"], "mcts has no constants to tune");
    refused(&["--player", "alphabeta"], "add nodes=3000");
    refused(&["--player", "alphabeta:depth=2,window=4"], "window: `4` is not between 5 and 200");
    refused(&["--player", "alphabeta:depth=2,eval=none.weights"], "none.weights");
    refused(&["--pairs", "0"], "--pairs");
    refused(&["--rate", "0"], "--rate");
    refused(&["--step", "nan"], "--step");
    refused(&["--rules", "size=5"], "size");
    refused(&["--memory", "100MiB"], "--memory: the tables of 2 players at a time take 128MiB");
    refused(&["--svg", &out], "name another");
    refused(&["--svg", &folder.path("no/a.svg")], "No such file");
    // The last one had begun the file.
    fs::remove_file(&out).unwrap();
    assert!(fails(&["tune", "othelo"], 2).contains("did you mean `othello`?"));
    assert!(fails(&with(&["--out", "-"]), 2).contains("name a file"));
    let place = folder.path("no/a.jsonl");
    assert!(fails(&with(&["--out", &place]), 2).contains("No such file"));
    let place = folder.path("");
    assert!(fails(&with(&["--out", &place]), 2).contains("--out: "));
    // Files of others stay as they are.
    fs::write(&out, "notes\n").unwrap();
    assert!(fails(&with(&["--out", &out]), 2).contains("it holds no tuning; name another --out"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "notes\n");
    fs::remove_file(&out).unwrap();
    json(&with(&["--pairs", "3", "--out", &out]));
    let before = fs::read(&out).unwrap();
    for (more, told) in [
        (["--pairs", "4"], "pairs is 3 there and 4 here"),
        (
            ["--player", "alphabeta:depth=2"],
            "player is alphabeta:nodes=300 there and alphabeta:depth=2",
        ),
        (["--rules", "size=4"], "rules is "),
        (["--keys", "window"], "keys is "),
    ] {
        let mut args = SMALL.to_vec();
        match args.iter().position(|arg| *arg == more[0]) {
            Some(at) => args[at + 1] = more[1],
            None => args.extend(more),
        }
        if more[0] != "--pairs" {
            args.extend(["--pairs", "3"]);
        }
        args.extend(["--out", &out]);
        let line = fails(&args, 2);
        assert!(line.contains(told), "{line}");
    }
    assert!(fs::read(&out).unwrap() == before, "what is refused was written to");
}
