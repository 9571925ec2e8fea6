//! `games verify --values`: every value of a stored table is worked out again.

use serde_json::Value as Json;

use crate::{
    run::{json, run, stdout},
    solve::Folder,
};

#[test]
fn every_value_of_a_table_is_worked_out_again() {
    let folder = Folder::new("values");
    let file = folder.path("table.solved");
    for (game, rules) in [
        ("ten", "target=30"),
        ("northcott", "rows=2,cols=6,backward=true,repetition=2"),
        ("knights-dance", "rows=5,cols=4,jump_block=true"),
        ("konane", "rows=5,cols=4,any_piece=true,misere=true"),
        ("surround", "wormholes=true"),
        ("tictactoe", "rows=3,cols=4"),
        ("othello", "size=4"),
        ("go", "size=2,ko=simple"),
    ] {
        let solved = json(&["solve", game, "--rules", rules, "--out", &file]);
        let verified = json(&["verify", &file, "--values", "--threads", "2"]);
        let values = &verified["values"];
        assert_eq!((&values["positions"], &verified["keys"]), (&solved["keys"], &solved["keys"]));
        assert_eq!(values["interrupted"], false, "{game}");
        // Every position but the start is behind a move.
        assert!(values["children"].as_u64() >= solved["keys"].as_u64().map(|n| n - 1), "{game}");
        assert_eq!(json(&["verify", &file])["values"], Json::Null, "{game}");
    }
    let text = stdout(&run(&["verify", &file, "--values"]));
    assert!(text.contains("\nvalues    ") && text.contains(" moves, "), "{text}");
}

/// With less memory than the keys of 904,149 positions take, one tier is compared after the other.
#[test]
fn a_table_beyond_memory_is_worked_out_again_in_parts() {
    let folder = Folder::new("values-in-parts");
    let file = folder.path("table.solved");
    let solved = json(&["solve", "konane", "--rules", "rows=4,cols=6", "--out", &file]);
    let verify = |memory| ["--json", "verify", &file, "--values", "--memory", memory];
    let all = json(&verify("64MiB"))["values"].clone();
    let parts = json(&verify("2MiB"))["values"].clone();
    for key in ["positions", "children"] {
        assert_eq!(parts[key], all[key]);
    }
    assert_eq!(parts["positions"], solved["keys"]);
}
