//! `games solve --folded`: of all images of a position one.

use serde_json::Value as Json;

use crate::{
    run::{json, run, stdout},
    solve::{Folder, fails},
};

#[test]
fn endings_without_pawns_are_folded() {
    let folder = Folder::new("folded");
    let table = folder.path("kqk.solved");
    let (queen, pawn) = ("8/8/8/8/8/2k5/8/K3Q3 b - - 0 1", "8/8/8/8/8/4k3/1P6/K7 w - - 0 1");
    let solve = ["solve", "chess", "--position", queen, "--folded"];
    let solved = json(&[&solve[..], &["--out", &table, "--stats"]].concat());
    // As many as without folding, and an eighth of the keys; the last remoteness is that of ten
    // moves.
    assert_eq!(solved["reachable"], 375_676);
    assert_eq!(
        (&solved["value"], &solved["longest"][0]["remoteness"]),
        (&"lose".into(), &19.into())
    );
    assert!(solved["keys"].as_u64().unwrap() < 375_676 / 7, "{solved}");
    for (flag, n) in [("--threads", "2"), ("--workers", "2")] {
        let other = json(&[&solve[..], &["--stats", flag, n]].concat());
        for field in ["reachable", "counts", "keys", "digest", "longest"] {
            assert_eq!(other[field], solved[field], "{flag}");
        }
    }
    let text = stdout(&run(&[&solve[..], &["--stats"]].concat()));
    assert!(text.contains("\nimages    375,676 positions: "), "{text}");
    let far = solved["longest"][0]["position"].as_str().unwrap();
    assert!(text.contains(&format!("\nlongest   win in 19: {far}\n")), "{text}");
    // Whatever image is looked up.
    assert_eq!(json(&["verify", &table, "--values"])["values"]["positions"], solved["keys"]);
    let text = stdout(&run(&["verify", &table]));
    assert!(text.contains(" positions, of images one\n"), "{text}");
    let tables = folder.path("");
    for position in [queen, "k6K/8/5Q2/8/8/8/8/8 b - - 0 1", "8/8/2K5/8/8/8/4Q3/k7 b - - 0 1"] {
        let found = json(&["solve", "chess", "--position", position, "--tables", &tables]);
        let alone = json(&["solve", "chess", "--position", position]);
        assert_eq!(found["table"], table.as_str(), "{found}");
        for field in ["value", "remoteness", "moves"] {
            assert_eq!(found[field], alone[field], "{position}");
        }
        assert_eq!(found["counts"], Json::Null);
    }
    let refused = |args: &[&str]| fails(&[&["solve"], args, &["--folded"]].concat(), 2);
    let line = refused(&["chess", "--position", pawn]);
    assert!(line.contains("chess: with pawns or rights to castle the board"), "{line}");
    let line = refused(&["konane"]);
    assert!(line.contains("konane: nothing is folded here"), "{line}");
}
