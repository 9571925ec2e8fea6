//! `games solve` and all that looks solved positions up.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value as Json, json as object};

use crate::run::{command, json, run, stderr, stdout};

/// A folder that is removed in the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("games-solve-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The line on stderr of a command that ends with a status and prints nothing.
#[track_caller]
pub(crate) fn fails(args: &[&str], status: i32) -> String {
    let output = run(args);
    let line = stderr(&output);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {line}");
    assert_eq!((stdout(&output).as_str(), line.lines().count()), ("", 1), "{args:?}: {line}");
    line
}

/// The object without what differs from run to run.
pub(crate) fn settled(mut solved: Json) -> Json {
    for changing in ["seconds", "positions_per_second", "bytes", "bytes_per_position"] {
        assert!(solved[changing].is_number(), "{changing}: {solved}");
        solved[changing].take();
    }
    solved
}

/// Values, remoteness and counts are those of a second implementation of each game's rules.
#[test]
fn values_and_counts_are_those_of_another_program() {
    for (game, rules, value, remoteness, counts) in [
        ("ten", "target=10", "win", Some(7), [13, 7, 0, 0]),
        ("ten", "target=11,steps=2+3", "lose", Some(4), [8, 8, 0, 0]),
        ("ten", "misere=true", "lose", Some(7), [13, 7, 0, 0]),
        ("tictactoe", "misere=true", "tie", Some(10), [6274, 1243, 5852, 0]),
        ("tictactoe", "diagonals=true", "win", Some(5), [6676, 5265, 323, 0]),
        ("northcott", "backward=true", "lose", Some(16), [5312, 1436, 0, 0]),
        ("northcott", "backward=true,misere=true", "draw", None, [2, 0, 0, 6746]),
        ("knights-dance", "jump_block=true", "lose", Some(8), [452, 236, 0, 119]),
        ("surround", "wormholes=true", "win", Some(13), [5345, 6702, 0, 0]),
        ("konane", "any_piece=true", "win", Some(11), [27, 21, 0, 0]),
    ] {
        let solved = json(&["solve", game, "--rules", rules]);
        let [win, lose, tie, draw] = counts;
        let expected = object!({
            "value": value,
            "remoteness": remoteness,
            "reachable": counts.iter().sum::<u64>(),
            "counts": { "win": win, "lose": lose, "tie": tie, "draw": draw },
        });
        for field in ["value", "remoteness", "reachable", "counts"] {
            assert_eq!(solved[field], expected[field], "{game} {rules}: {field}");
        }
        let threads = json(&["solve", game, "--rules", rules, "--threads", "2"]);
        assert_eq!(settled(solved), settled(threads), "{game} {rules}: on two threads");
    }
}

fn turned(value: &str) -> &str {
    match value {
        "win" => "lose",
        "lose" => "win",
        same => same,
    }
}

#[test]
fn moves_are_worth_what_the_position_after_them_is() {
    // In Konane a side may go on.
    for (game, rules) in [
        ("tictactoe", "rows=3,cols=3"),
        ("northcott", "backward=true,misere=true"),
        ("konane", "any_piece=true"),
    ] {
        let start = json(&["show", game, "--rules", rules, "--solved"]);
        let solved = &start["solved"];
        let whole = json(&["solve", game, "--rules", rules]);
        assert_eq!((&whole["value"], &whole["moves"]), (&solved["value"], &solved["moves"]));
        let moves = solved["moves"].as_array().unwrap();
        let mut names: Vec<_> = moves.iter().map(|m| m["move"].clone()).collect();
        assert_eq!(
            [&moves[0]["value"], &moves[0]["remoteness"]],
            [&solved["value"], &solved["remoteness"]]
        );
        for m in moves {
            let played = m["move"].as_str().unwrap();
            let after = json(&["show", game, "--rules", rules, "--moves", played, "--solved"]);
            let value = after["solved"]["value"].as_str().unwrap();
            let seen = if after["to_move"] == start["to_move"] { value } else { turned(value) };
            assert_eq!(m["value"], seen, "{game} {played}");
            let remoteness = after["solved"]["remoteness"].as_u64().map(|n| n + 1);
            assert_eq!(m["remoteness"].as_u64(), remoteness, "{game} {played}");
        }
        names.sort_by_key(|name| name.to_string());
        assert_eq!(Json::from(names), start["moves"]);
    }
}

#[test]
fn a_finished_game_is_solved_and_a_repeated_position_goes_on() {
    let text = "(b 5 6 a1 b1 b1 d4)";
    let solved = json(&["solve", "knights-dance", "--position", text]);
    assert_eq!((&solved["value"], &solved["remoteness"]), (&"lose".into(), &0.into()));
    assert_eq!((&solved["reachable"], &solved["moves"]), (&1.into(), &object!([])));
    let shown = json(&["show", "knights-dance", "--position", text, "--solved"]);
    assert_eq!(shown["solved"], object!({ "value": "lose", "remoteness": 0, "moves": [] }));
    // The first repetition ends the game in progress; bare rules know of none.
    let rules = "rows=2,cols=6,backward=true,repetition=2";
    let moves = "1+1 1+1 1-1 1-1";
    let args = ["northcott", "--rules", rules, "--moves", moves];
    let shown = json(&[&["show"], &args[..], &["--solved"]].concat());
    assert_eq!((&shown["reason"], &shown["solved"]["moves"]), (&"repetition".into(), &object!([])));
    let solved = json(&[&["solve"], &args[..]].concat());
    assert_eq!(shown["solved"]["value"], solved["value"]);
    assert!(!solved["moves"].as_array().unwrap().is_empty());
}

#[test]
fn counts_by_remoteness_add_up() {
    let solved = json(&["solve", "tictactoe", "--stats"]);
    for value in ["win", "lose", "tie"] {
        let layers = solved["layers"].as_array().unwrap().iter();
        let sum: u64 = layers.map(|layer| layer[value].as_u64().unwrap()).sum();
        assert_eq!(sum, solved["counts"][value], "{value}");
    }
    assert_eq!(solved["layers"][10], object!({"remoteness": 10, "win": 0, "lose": 0, "tie": 1}));
}

#[test]
fn what_is_not_solved_is_refused_in_one_line() {
    for (args, message) in [
        (&["solve", "girl-chess"][..], "girl-chess: this game is not solved"),
        (&["solve", "skak"], "skak: there are 32 men; endings with at most 5 are solved"),
        (&["solve", "chess"], "chess: there are 32 men; endings with at most 5 are solved"),
        (&["show", "girl-chess", "--solved"], "not solved"),
        (&["best", "chess", "--player", "solver"], "at most 5"),
        (&["uci", "chess", "--player", "solver"], "at most 5"),
        (&["play", "go", "--p1", "solver", "--p2", "random"], "at most 25"),
        (&["solve", "othello"], "6 by 6"),
        (&["solve", "ten", "--threads", "0"], "0"),
        (&["solve", "ten", "--memory", "0MiB"], "0MiB"),
        (&["solve", "ten", "--memory", "1024TiB"], "--memory=1024TiB does not fit"),
        (&["solve", "ten", "--tables", "/no/such"], "--tables: `/no/such`"),
        (&["show", "ten", "--tables", "/no/such"], "--tables: `/no/such`"),
        (&["solve", "ten", "--checkpoint-every", "1s"], "--checkpoint"),
        (&["solve", "ten", "--position", "(L 99)"], "position: "),
        (&["best", "ten", "--player", "slover"], "did you mean `solver`?"),
        // 2 * 15^6 * ... positions, counted before any of them is made.
        (
            &["solve", "northcott", "--rules", "rows=6,cols=10", "--memory", "1MiB"],
            "1.0 MiB are allowed (--memory)",
        ),
    ] {
        let line = fails(args, 2);
        assert!(line.contains(message), "{line}");
        if args[0] == "uci" {
            // A protocol answers nobody in JSON.
            continue;
        }
        let line = fails(&[args, &["--json"]].concat(), 2);
        assert!(line.contains(message), "{line}");
    }
}

#[test]
fn a_limit_met_on_the_way_keeps_the_work() {
    let folder = Folder::new("limit");
    let work = folder.path("work");
    let rules = ["solve", "konane", "--rules", "rows=5,cols=4,any_piece=true,misere=true"];
    let plain = settled(json(&rules));
    let small = [&rules[..], &["--memory", "400KiB"]].concat();
    let line = fails(&small, 1);
    assert!(line.contains("do not fit into 400 KiB"), "{line}");
    let line = fails(&[&small[..], &["--checkpoint", &work]].concat(), 1);
    assert!(line.contains(&format!("{work} keeps the work")), "{line}");
    assert_eq!(settled(json(&[&rules[..], &["--checkpoint", &work]].concat())), plain);
    assert!(!Path::new(&work).exists(), "the work is done");
}

#[test]
fn what_was_stored_is_looked_up() {
    let folder = Folder::new("tables");
    let (file, tables) = (folder.path("konane.solved"), ["--tables", folder.text()]);
    fs::write(folder.path("notes.txt"), "no table").unwrap();
    let game = ["konane", "--rules", "rows=4,cols=4,misere=true"];
    let solved = json(&[&["solve"], &game[..], &["--out", &file]].concat());
    let found = json(&[&["solve"], &game[..], &tables[..]].concat());
    assert_eq!(found["table"], file);
    for field in ["value", "remoteness", "reachable", "counts", "moves"] {
        assert_eq!(found[field], solved[field], "{field}");
    }
    // Positions on the way are in the table, with their values and without their counts.
    let first = solved["moves"][0]["move"].as_str().unwrap();
    let after = [&game[..], &["--moves", first]].concat();
    let found = json(&[&["solve"], &after[..], &tables[..]].concat());
    let own = json(&[&["solve"], &after[..]].concat());
    assert_eq!((&found["table"], &found["reachable"]), (&file.into(), &Json::Null));
    for field in ["value", "remoteness", "moves"] {
        assert_eq!(found[field], own[field], "{field}");
    }
    let shown = json(&[&["show"], &after[..], &["--solved"], &tables[..]].concat());
    assert_eq!(shown, json(&[&["show"], &after[..], &["--solved"]].concat()));
    let best = json(&[&["best"], &after[..], &["--player", "solver"], &tables[..]].concat());
    assert_eq!((&best["value"], &best["remoteness"]), (&own["value"], &own["remoteness"]));
    assert!(best["nodes"].as_u64().unwrap() < 100, "nothing was solved: {best}");
    // Other rules are not in it, and who asks for counts gets them.
    let other = json(&[&["solve", "konane", "--rules", "rows=4,cols=4"], &tables[..]].concat());
    assert_eq!((&other["table"], &other["value"]), (&Json::Null, &"lose".into()));
    let counted = json(&[&["solve"], &after[..], &["--stats"], &tables[..]].concat());
    assert_eq!(counted["digest"], own["digest"]);
}

#[test]
fn damaged_tables_are_named_with_the_block() {
    let folder = Folder::new("damage");
    let (file, tables) = (folder.path("table.solved"), ["--tables", folder.text()]);
    let game = ["surround", "--rules", "wormholes=true"];
    json(&[&["solve"], &game[..], &["--out", &file]].concat());
    let sound = fs::read(&file).unwrap();
    let broken = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let line = fails(&[&["solve"], &game[..], &tables[..]].concat(), 2);
        assert!(line.contains(&file), "{line}");
        line
    };
    // The start is alone in the first block, which begins after 16 bytes.
    let mut bytes = sound.clone();
    bytes[20] ^= 1;
    assert!(broken(&bytes).contains("block 0"));
    let line = fails(&[&["show"], &game[..], &["--solved"], &tables[..]].concat(), 2);
    assert!(line.contains("block 0"), "{line}");
    // A player falls back on what it works out itself.
    let best = json(&[&["best"], &game[..], &["--player", "solver"], &tables[..]].concat());
    assert_eq!((&best["value"], &best["remoteness"]), (&"win".into(), &13.into()));
    assert!(broken(&sound[..sound.len() / 2]).contains("cut short"));
    assert!(broken(b"no table at all").contains("no database"));
    assert!(broken(b"").contains("no database"));
}

#[test]
fn a_whole_table_is_verified() {
    let folder = Folder::new("verified");
    let file = folder.path("table.solved");
    let solved = json(&["solve", "surround", "--out", &file]);
    let verified = json(&["verify", &file]);
    assert_eq!((&verified["table"], &verified["game"]), (&file.clone().into(), &"surround".into()));
    assert_eq!((&verified["keys"], &verified["digest"]), (&solved["keys"], &solved["digest"]));
    let text = stdout(&run(&["verify", &file]));
    assert!(text.starts_with(&format!("{file}: ok\n")), "{text}");
    let sound = fs::read(&file).unwrap();
    // In the first block, and bytes that belong to nothing before the footer.
    let (data, footer) = sound.split_at(sound.len() - 56);
    let mut damaged = sound.clone();
    damaged[40] ^= 1;
    for damaged in [damaged, [data, &[0; 73], footer].concat(), data.to_vec(), Vec::new()] {
        fs::write(&file, damaged).unwrap();
        let line = fails(&["verify", &file], 2);
        assert!(line.contains(&file), "{line}");
    }
    assert!(fails(&["verify", &folder.path("none")], 2).contains("none"));
}

/// The system ended the program without a word, and its file stayed.
#[cfg(unix)]
#[test]
fn a_limit_of_file_sizes_ends_the_work_in_one_line() {
    let folder = Folder::new("ulimit");
    let (file, program) = (folder.path("table.solved"), env!("CARGO_BIN_EXE_games"));
    let rules = "rows=5,cols=4,any_piece=true,misere=true";
    let script = format!("ulimit -f 4; exec {program} solve konane --rules {rules} --out {file}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let line = stderr(&output);
    assert_eq!((output.status.code(), line.lines().count()), (Some(1), 1), "{line}");
    assert!(line.contains(&file) && line.contains("the file takes up to "), "{line}");
    assert_eq!(names(folder.text()), [""; 0]);
}

/// All names in a folder.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

#[test]
fn what_cannot_be_kept_is_refused_before_any_work() {
    let folder = Folder::new("places");
    let path = |name: &str| folder.path(name);
    fs::write(path("file"), "mine").unwrap();
    fs::create_dir(path("folder")).unwrap();
    let left = names(folder.text());
    for (flag, place, message) in [
        ("--out", path("missing/ten.solved"), "is no folder"),
        ("--out", path("missing/"), "missing` is no folder"),
        ("--out", path("file/ten.solved"), "file` is no folder"),
        ("--out", path("folder"), "folder` is a folder"),
        ("--out", path("folder/"), "is a folder"),
        ("--out", ".".to_owned(), "`.` is a folder"),
        ("--out", path(&"x".repeat(300)), "cannot be written"),
        ("--out", String::new(), "--out"),
        ("--checkpoint", path("file"), "file` is no folder"),
        ("--checkpoint", path("file/inner"), "file` is no folder"),
        ("--checkpoint", path("file/inner/more"), "file` is no folder"),
        ("--checkpoint", String::new(), "--checkpoint"),
    ] {
        // Far too much work to come to an end.
        for args in [&["othello", "--rules", "size=6"][..], &["ten", "--json"]] {
            let line = fails(&[&["solve"], args, &[flag, &place]].concat(), 2);
            assert!(line.contains(flag) && line.contains(message), "{flag} {place}: {line}");
        }
    }
    let both = path("both");
    let line = fails(&["solve", "ten", "--out", &both, "--checkpoint", &both], 2);
    assert!(line.contains("--checkpoint") && line.contains("--out"), "{line}");
    assert_eq!(names(folder.text()), left, "nothing is left behind");
    assert_eq!(fs::read(path("file")).unwrap(), b"mine");
    // What work that was ended has left is in nobody's way, nor is a file of that name.
    fs::write(path("ten.solved.unfinished"), "half").unwrap();
    fs::write(path("ten.solved"), "old").unwrap();
    let (file, work) = (path("ten.solved"), path("new/work"));
    json(&["solve", "ten", "--out", &file, "--checkpoint", &work]);
    assert!(fs::read(&file).unwrap().len() > 3);
    // Killed while it looked, it has left files without a byte: they do not stay.
    for name in ["ten.solved.unfinished", "games.unfinished"] {
        fs::write(path(name), "").unwrap();
    }
    json(&["solve", "ten", "--out", &file, "--checkpoint", &path("other/work")]);
    let left = names(folder.text());
    assert!(!left.iter().any(|name| name.ends_with("unfinished")), "{left:?}");
}

#[cfg(unix)]
#[test]
fn places_that_may_not_be_written_are_refused_before_any_work() {
    use std::os::unix::{
        fs::{PermissionsExt, symlink},
        net::UnixListener,
    };
    let folder = Folder::new("forbidden");
    symlink(folder.path("nowhere"), folder.path("link")).unwrap();
    let line = fails(&["solve", "ten", "--checkpoint", &folder.path("link")], 2);
    assert!(line.contains("is no folder"), "{line}");
    let socket = folder.path("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    let line = fails(&["solve", "ten", "--out", &socket], 2);
    assert!(line.contains("socket` is no file"), "{line}");
    // Whoever opens a pipe waits for a reader.
    let mut mkfifo = std::process::Command::new("mkfifo");
    mkfifo.arg(folder.path("ten.solved.unfinished"));
    if mkfifo.status().is_ok_and(|status| status.success()) {
        let line = fails(&["solve", "ten", "--out", &folder.path("ten.solved")], 2);
        assert!(line.contains("unfinished` is no file"), "{line}");
    }
    let locked = folder.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    // Nothing is forbidden to a superuser.
    if fs::write(folder.path("locked/try"), "").is_err() {
        for (flag, name) in
            [("--out", "ten.solved"), ("--checkpoint", "work"), ("--checkpoint", "")]
        {
            let place = folder.path(&format!("locked/{name}"));
            let line = fails(&["solve", "ten", flag, &place], 2);
            assert!(line.contains(flag) && line.contains("permission denied"), "{line}");
        }
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_checkpoint_of_other_work_is_refused() {
    let folder = Folder::new("foreign");
    let work = folder.path("work");
    let args = ["solve", "konane", "--rules", "rows=5,cols=4,any_piece=true,misere=true"];
    let keep = ["--checkpoint", &work];
    fails(&[&args[..], &keep[..], &["--memory", "400KiB"]].concat(), 1);
    let line = fails(&[&["solve", "konane"], &keep[..]].concat(), 2);
    assert!(line.contains("--checkpoint: ") && line.contains("rows=5,cols=4"), "{line}");
    let line = fails(&[&args[..], &keep[..], &["--threads", "2"]].concat(), 2);
    assert!(line.contains("in 1 part, this is in 2 parts"), "{line}");
    for entry in fs::read_dir(&work).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with("tier") {
            let mut bytes = fs::read(&path).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 4;
            fs::write(&path, bytes).unwrap();
        }
    }
    let line = fails(&[&args[..], &keep[..]].concat(), 2);
    let damage = line.contains("tier-") && line.contains("block 0");
    assert!(damage && line.contains("remove the folder to begin again"), "{line}");
}

/// The first of two ended without its work, or with a file that was no table.
#[test]
fn a_second_run_with_the_same_folder_or_file_is_refused() {
    let folder = Folder::new("twice");
    let (work, out) = (folder.path("work"), folder.path("out.solved"));
    // Far too much work to come to an end.
    let args = ["solve", "othello", "--rules", "size=6"];
    let (keep, store) = (["--checkpoint", &work], ["--out", &out]);
    let mut first = command(&[&args[..], &keep, &store].concat()).spawn().unwrap();
    wait_for(&work, "lock");
    while !Path::new(&format!("{out}.unfinished")).exists() {
        std::thread::yield_now();
    }
    let folders = names(&work);
    for second in [&args[..], &["solve", "ten"], &["solve", "ten", "--threads", "2"]] {
        let line = fails(&[second, &keep].concat(), 2);
        assert!(line.contains(&work) && line.contains("another run works there"), "{line}");
        let line = fails(&[second, &store].concat(), 2);
        assert!(line.contains(&out) && line.contains("another run is writing it"), "{line}");
    }
    #[cfg(feature = "dist")]
    {
        let line = fails(&[&args[..], &keep, &["--workers", "2"]].concat(), 2);
        assert!(line.contains("another run works there"), "{line}");
    }
    assert_eq!(names(&work), folders);
    first.kill().unwrap();
    first.wait().unwrap();
    // What it had is free.
    fs::remove_dir_all(&work).unwrap();
    json(&["solve", "ten", "--checkpoint", &work, "--out", &out]);
    assert_eq!(names(folder.text()), ["out.solved"]);
}

/// The last checkpoint is damaged: the one before is used, and both facts are said.
#[test]
fn a_damaged_checkpoint_is_said_and_the_one_before_is_used() {
    let folder = Folder::new("before");
    let work = folder.path("work");
    let args = ["solve", "konane", "--rules", "rows=5,cols=5"];
    let expected = settled(json(&args));
    let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms"];
    let job = [&args[..], &keep[..]].concat();
    // On a busy machine the work may end before it is killed.
    assert!((0..50).any(|_| is_killed_with_two_checkpoints(&job, &work)), "it always ended before");
    let last = checkpoints(&work).into_iter().max_by_key(|name| (name.len(), name.clone()));
    let last = last.unwrap();
    fs::write(format!("{work}/{last}"), "damaged").unwrap();
    let output = run(&[&args[..], &["--json", "--checkpoint", &work]].concat());
    assert_eq!(settled(serde_json::from_str(&stdout(&output)).unwrap()), expected);
    let said = format!("games: {work}: {last} is damaged; the checkpoint before is used\n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), said));
}

/// Starts a job and kills it as soon as it has two checkpoints; whether they are there.
fn is_killed_with_two_checkpoints(job: &[&str], work: &str) -> bool {
    let mut child = command(job).spawn().unwrap();
    while checkpoints(work).len() < 2 && child.try_wait().unwrap().is_none() {}
    child.kill().unwrap();
    child.wait().unwrap();
    checkpoints(work).len() >= 2
}

/// Waits until a file whose name begins so is in a folder.
fn wait_for(folder: &str, name: &str) {
    let is_there = || {
        fs::read_dir(folder).is_ok_and(|entries| {
            entries.filter_map(Result::ok).any(|entry| {
                let file = entry.file_name();
                let file = file.to_string_lossy();
                file.starts_with(name) && !file.ends_with("unfinished")
            })
        })
    };
    while !is_there() {
        std::thread::yield_now();
    }
}

/// The lists of files that make up the checkpoints in a folder.
fn checkpoints(folder: &str) -> Vec<String> {
    let names = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("checkpoint") && !name.ends_with("unfinished")).collect()
}

#[cfg(unix)]
#[test]
fn killed_work_goes_on_and_ends_alike() {
    let folder = Folder::new("killed");
    let (work, out) = (folder.path("work"), folder.path("out.solved"));
    let plain = folder.path("plain.solved");
    let args = ["solve", "konane", "--rules", "rows=5,cols=4,any_piece=true,misere=true"];
    let expected = settled(json(&[&args[..], &["--out", &plain]].concat()));
    let keep = ["--checkpoint", &work, "--checkpoint-every", "1ms", "--out", &out];
    for _ in 0..2 {
        let before = checkpoints(&work);
        let mut child = command(&[&args[..], &keep[..]].concat()).spawn().unwrap();
        while checkpoints(&work).iter().all(|name| before.contains(name)) {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
        }
        child.kill().unwrap();
        assert_eq!(child.wait().unwrap().code(), None, "it was not killed in time");
        assert!(Path::new(&work).exists() && !Path::new(&out).exists());
    }
    let done = json(&[&args[..], &["--checkpoint", &work, "--out", &out]].concat());
    assert_eq!(settled(done), expected);
    assert!(!Path::new(&work).exists());
    assert_eq!(fs::read(&out).unwrap(), fs::read(&plain).unwrap());
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_there_is_and_keeps_the_work() {
    let folder = Folder::new("interrupted");
    for form in [&[][..], &["--json"]] {
        let work = folder.path(&format!("work{}", form.len()));
        // More positions than any machine has time for.
        let args = ["solve", "othello", "--rules", "size=6", "--checkpoint", &work];
        let keep = ["--checkpoint-every", "1ms", "--memory", "512MiB"];
        let mut command = command(&[&args[..], &keep[..], form].concat());
        let child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        wait_for(&work, "checkpoint");
        let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(status.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let text = stdout(&output);
        if form.is_empty() {
            assert!(text.starts_with("interrupted after "), "{text}");
            assert!(text.contains("finding positions"), "{text}");
            assert!(text.contains(&format!("kept in {work}")), "{text}");
        } else {
            let object: Json = serde_json::from_str(&text).unwrap();
            assert_eq!((&object["value"], &object["interrupted"]), (&Json::Null, &true.into()));
            assert_eq!(object["checkpoint"], work);
        }
        wait_for(&work, "checkpoint");
    }
}

#[test]
fn a_perfect_player_wins_what_is_won() {
    for seed in 1..4 {
        // Surround is won by the first side, Konane and Othello on 4x4 are lost by it.
        for (game, rules, solver, other, winner) in [
            ("surround", "rows=3,cols=5", "--p1", "--p2", "p1"),
            ("konane", "rows=3,cols=4", "--p2", "--p1", "p2"),
            ("othello", "size=4", "--p2", "--p1", "p2"),
        ] {
            let random = format!("random:seed={seed}");
            let args = ["play", game, "--rules", rules, solver, "solver", other, &random];
            assert_eq!(json(&args)["outcome"], winner, "{game} {random}");
        }
    }
    let args = ["match", "surround", "--p1", "solver", "--p2", "random", "--games", "6"];
    let more = ["--opening-plies", "0", "--seed", "1", "--concurrency", "2"];
    let result = json(&[&args[..], &more].concat());
    // As the first side it wins for sure.
    assert!(result["wins"].as_u64().unwrap() >= 3, "{result}");
    let best = json(&["best", "tictactoe", "--player", "solver:threads=2,seed=1"]);
    assert_eq!((&best["value"], &best["remoteness"]), (&"tie".into(), &10.into()));
    let output = run(&["best", "tictactoe", "--player", "solver"]);
    assert!(stdout(&output).contains("tie in 10, "), "{}", stdout(&output));
}

#[test]
fn a_perfect_player_that_lacks_memory_says_so() {
    let rules = "rows=5,cols=4,any_piece=true,misere=true";
    let line = fails(&["best", "konane", "--rules", rules, "--player", "solver:hash=100KiB"], 1);
    assert!(line.contains("do not fit into 102400 bytes"), "{line}");
}
