//! `games train`: its picture, and what it measures.

use std::fs;

use crate::{
    run::{json, run, stderr, stdout},
    solve::Folder,
};

const RECIPE: &str = "nodes=20 opening=0-4 games=30,20 epochs=1 scales=40";

#[test]
fn a_training_draws_its_generations_also_when_it_goes_on() {
    let folder = Folder::new("train");
    let (out, svg) = (folder.path("a.weights"), folder.path("a.svg"));
    let train = |recipe: &str| {
        let args = [
            "train",
            "konane",
            "--rules",
            "rows=4,cols=4",
            "--out",
            &out,
            "--svg",
            &svg,
            "--recipe",
        ];
        let output = run(&[&args[..], &[recipe]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        (stdout(&output), fs::read_to_string(&svg).unwrap())
    };
    let (told, picture) = train(RECIPE);
    // Errors in games learnt from and in others; no match was played.
    assert_eq!(picture.matches("<polyline").count(), 2);
    assert_eq!(picture.matches("<circle").count(), 4);
    assert!(picture.contains(">50 games<") && picture.contains("results between -1 and 1"));
    assert_eq!(fs::read_to_string(format!("{out}.steps")).unwrap().lines().count(), 2);
    // It has ended already, and then it goes on with a third generation.
    assert_eq!(train(RECIPE), (told, picture));
    let (_, picture) = train(&RECIPE.replace("30,20", "30,20,10"));
    assert_eq!(picture.matches("<circle").count(), 6);
    let refused = run(&["train", "konane", "--recipe", RECIPE, "--out", &out, "--svg", &out]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--svg: this is the file of --out"), "{}", stderr(&refused));
    // A folder is met before anything is played.
    let elsewhere = folder.path("b.weights");
    let root = env!("CARGO_TARGET_TMPDIR");
    let refused = run(&["train", "konane", "--recipe", RECIPE, "--out", &elsewhere, "--svg", root]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(["", ".games"].iter().all(|end| !fs::exists(format!("{elsewhere}{end}")).unwrap()));
}

#[test]
fn a_recipe_may_have_searches_prune_by_what_was_measured() {
    let folder = Folder::new("futility");
    let nodes = ["", " futility=true"].map(|futility| {
        let out = folder.path(&format!("a{}.weights", futility.len()));
        let recipe = format!("{RECIPE}{futility}");
        let board = ["konane", "--rules", "rows=6,cols=6"];
        let output = run(&[&["train"], &board[..], &["--out", &out, "--recipe", &recipe]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let told = json(&["weights", &out]);
        assert!(told["swing"].is_u64(), "{told}");
        let is_told = told["recipe"].as_str().unwrap().ends_with("scales=40 futility=true");
        assert_eq!(is_told, !futility.is_empty(), "{told}");
        let player = format!("alphabeta:depth=6,eval={out}");
        json(&[&["best"], &board[..], &["--player", &player]].concat())["nodes"].as_u64().unwrap()
    });
    assert!(nodes[1] < nodes[0], "{nodes:?}");
}

#[test]
fn weights_tell_what_a_score_is_worth_and_searches_by_them_say_so() {
    let told = json(&["weights", "konane", "--rules", "rows=8,cols=8"]);
    let half_win = told["half_win"].as_f64().unwrap();
    assert!(told["swing"].is_u64() && told["hint_doubling"].is_u64(), "{told}");
    let search = |eval: &str| {
        let player = format!("alphabeta:depth=3,eval={eval}");
        let moves = ["--rules", "rows=8,cols=8", "--moves", "b5-d5", "--player", &player];
        let found = json(&[&["best", "konane"][..], &moves].concat());
        let number = |key: &str| found[key].as_f64().unwrap();
        (100.0 * number("score"), number("expected"))
    };
    let chance = |score: f64, half_win: f64| (1.0 + score / (score.abs() + half_win)) / 2.0;
    let (score, expected) = search("learned");
    assert!((expected - chance(score, half_win)).abs() < 0.001, "{score} {expected}");
    // By its own estimate as Monte Carlo search takes it: five men.
    let (score, expected) = search("own");
    assert!(score != 0.0 && (expected - chance(score, 500.0)).abs() < 0.001, "{score} {expected}");
    // Those of chess were made before it was measured.
    assert!(json(&["weights", "chess"])["half_win"].is_null());
}
