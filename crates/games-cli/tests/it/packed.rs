//! `games solve --packed`.

use std::fs;

use serde_json::Value as Json;

use crate::{
    run::{json, run, stderr},
    solve::{Folder, fails, names, settled},
};

/// 836,459 positions of it are kept.
const KONANE: [&str; 4] = ["solve", "konane", "--rules", "rows=5,cols=5"];

/// The answer, and what was said on stderr.
fn solved(args: &[&str]) -> (Json, String) {
    let output = run(&[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0));
    (serde_json::from_slice(&output.stdout).unwrap(), stderr(&output))
}

#[test]
fn packed_positions_are_those_of_tables_in_less_than_six_bytes_each() {
    let folder = Folder::new("packed");
    let (plain, out) = (folder.path("plain.solved"), folder.path("out.solved"));
    let expected = json(&[&KONANE[..], &["--out", &plain]].concat());
    let (packed, said) = solved(&[&KONANE[..], &["--packed", "--out", &out]].concat());
    let told = said.strip_prefix("games: about ").and_then(|said| said.split(' ').next());
    let told: u64 = told.unwrap_or_default().replace(',', "").parse().unwrap_or(0);
    assert!((400_000..1_700_000).contains(&told) && said.lines().count() == 1, "{said}");
    let bytes = packed["bytes"].as_u64().unwrap();
    assert!(bytes < 6 * 836_459, "{bytes}");
    assert_eq!(settled(packed), settled(expected));
    assert!(fs::read(&out).unwrap() == fs::read(&plain).unwrap(), "the tables differ");
}

#[test]
fn what_cannot_be_packed_is_refused_in_one_line() {
    for (args, message) in [
        (&["--packed", "--threads", "2"][..], "leave --threads"),
        (&["--packed", "--memory", "1000KiB"], "1.0 MiB of memory at least"),
    ] {
        let line = fails(&[&KONANE[..], args].concat(), 2);
        assert!(line.contains("--packed") && line.contains(message), "{line}");
    }
    let line = fails(&["solve", "ten", "--packed"], 2);
    assert!(line.contains("--packed: positions of games in which"), "{line}");
    let large = ["solve", "konane", "--rules", "rows=6,cols=6", "--packed", "--memory", "1MiB"];
    let output = run(&large);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("do not fit into 1.0 MiB"), "{said}");
    let folder = Folder::new("packed-kept");
    let work = folder.path("work");
    for kept in ["--disk", "--checkpoint"] {
        let output = run(&[&KONANE[..], &["--packed", kept, &work]].concat());
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(names(folder.path(".").as_str()), [""; 0]);
}
