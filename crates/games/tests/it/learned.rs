//! Players with learned estimates.

use std::{fs, path::PathBuf, sync::atomic::AtomicBool};

use games::{
    Error, PlayerSpec, Session, find,
    learn::{Course, Evaluator, Recipe, Weights},
    visit,
};
use games_core::{
    Rng,
    entry::{Playable, Visitor},
    seeded,
};

fn best(session: &dyn Session, player: &str) -> Result<games::SearchReport, Error> {
    let spec: PlayerSpec = player.parse()?;
    let mut player = session.player(&spec, None)?;
    Ok(player.think(session, &mut |_| {}, &AtomicBool::new(false)).unwrap())
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// All games and rules that bring weights along.
const SHIPPED: [(&str, &str); 10] = [
    ("othello", "size=8"),
    ("othello", "size=6"),
    ("othello", "size=10"),
    ("go", "size=9"),
    ("chess", "claim_draws=false"),
    ("girl-chess", "size=8x8"),
    ("skak", "ruleset=3"),
    ("surround", "rows=8,cols=8"),
    ("konane", "rows=8,cols=8"),
    ("konane", "rows=10,cols=10"),
];

#[test]
fn lists_tell_which_rules_have_weights() {
    let told = games::registry().iter().flat_map(|game| game.learned.iter().map(|&r| (game.id, r)));
    assert_eq!(told.collect::<Vec<_>>(), SHIPPED);
}

#[test]
fn weights_that_come_with_a_game_are_whole_and_for_it() {
    for (game, rules) in SHIPPED {
        let session = find(game).unwrap().open(Some(rules), None).unwrap();
        let bytes = session.weights().unwrap_or_else(|| panic!("{game} {rules}"));
        let weights = Weights::read(bytes).unwrap();
        assert_eq!(weights.subject().game, game);
        assert_eq!(weights.subject().rules, session.rules());
        assert_eq!(*weights.layout(), session.teaching().layout(), "{game} {rules}");
        // The program has room for them; the largest board has the largest tables.
        let most = if rules == "size=10" { 400_000 } else { 250_000 };
        assert!(bytes.len() <= most, "{game} {rules}: {} bytes", bytes.len());
        assert!(weights.recipe().parse::<Recipe>().is_ok_and(|recipe| !recipe.games.is_empty()));
    }
}

/// Compares what an evaluator keeps with sums from scratch, in random games and from one to another.
struct Kept;

impl Visitor for Kept {
    type Out = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let weights = Weights::read(game.weights().unwrap()).unwrap();
        let mut evaluator = Evaluator::new(weights.clone());
        let mut rng = seeded(9);
        let mut told = Vec::new();
        for _ in 0..20 {
            let mut state = game.initial();
            for _ in 0..=rng.below(60) {
                let Ok(m) = game.random_move(&state, &mut rng) else { break };
                game.apply(&mut state, m);
                let mut rows = Vec::new();
                game.features(weights.layout(), &state, &mut rows);
                let stage = game.stage(weights.layout(), &state, rows.len());
                let estimate = weights.estimate(stage, &rows, || game.evaluate(&state));
                assert_eq!(evaluator.evaluate(&game, &state), estimate, "{state:?}");
                told.push(estimate);
            }
        }
        told.sort_unstable();
        told.dedup();
        told.len()
    }
}

#[test]
fn what_is_kept_between_positions_changes_no_estimate() {
    for (game, rules) in SHIPPED.into_iter().filter(|(game, _)| *game != "go") {
        let estimates = visit(game, Some(rules), Kept).unwrap();
        assert!(estimates > 100, "{game} {rules}: {estimates}");
    }
}

#[test]
fn other_rules_bring_no_weights() {
    let session = find("chess").unwrap().open(Some("claim_draws=true"), None).unwrap();
    assert!(session.weights().is_none());
    for rules in ["size=8x8,snail_optional=true", "size=8x8,no_moves=loss", "size=8x9"] {
        let session = find("girl-chess").unwrap().open(Some(rules), None).unwrap();
        assert!(session.weights().is_none(), "{rules}");
    }
    for rules in ["ruleset=1", "ruleset=2", "ruleset=4", "ruleset=5"] {
        let session = find("skak").unwrap().open(Some(rules), None).unwrap();
        assert!(session.weights().is_none(), "{rules}");
    }
    for rules in ["rows=8,cols=8,misere=true", "rows=8,cols=8,wormholes=true", "rows=8,cols=9"] {
        let session = find("surround").unwrap().open(Some(rules), None).unwrap();
        assert!(session.weights().is_none(), "{rules}");
    }
    for rules in ["rows=8,cols=8,misere=true", "rows=10,cols=10,any_piece=true", "rows=8,cols=10"] {
        let session = find("konane").unwrap().open(Some(rules), None).unwrap();
        assert!(session.weights().is_none(), "{rules}");
    }
}

#[test]
fn a_player_judges_by_the_estimate_that_it_names() {
    let session = find("othello").unwrap().open(None, None).unwrap();
    let value = |eval: &str| best(&*session, &format!("alphabeta:depth=3{eval}")).unwrap().value();
    assert_eq!(value(""), value(",eval=learned"));
    // Nothing was learnt on this board, and levels stay what they are.
    let small = find("othello").unwrap().open(Some("size=4"), None).unwrap();
    let on_small = |eval| best(&*small, &format!("alphabeta:depth=3{eval}")).unwrap().value();
    assert_eq!(on_small(""), on_small(",eval=own"));
    // The lowest looks at each move alone, by a search of its own.
    for level in [1, 4, 7] {
        let held_back =
            |eval: &str| best(&*session, &format!("alphabeta:level={level},seed=1{eval}")).unwrap();
        assert_eq!(held_back("").lines, held_back(",eval=own").lines, "level {level}");
        assert_ne!(held_back("").value(), held_back(",eval=learned").value(), "level {level}");
    }
    assert_ne!(value(",eval=learned"), value(",eval=own"));
    let path = file("shipped.weights");
    fs::write(&path, session.weights().unwrap()).unwrap();
    assert_eq!(value(&format!(",eval={}", path.display())), value(",eval=learned"));
    let mcts = |of: &str| best(&*session, &format!("mcts:sims=50,seed=1{of}")).unwrap().value();
    assert_ne!(mcts(",eval=learned"), mcts(",eval=own"));
    assert_eq!(mcts(""), mcts(",eval=learned"));
    assert_eq!(mcts(",level=7"), mcts(",level=7,eval=own"));
}

#[test]
fn weights_that_do_not_fit_are_refused_with_the_reason() {
    let refused = |rules: Option<&str>, eval: &str, why: &str| {
        let session = find("othello").unwrap().open(rules, None).unwrap();
        let error = best(&*session, &format!("alphabeta:depth=1,eval={eval}")).unwrap_err();
        let text = error.to_string();
        assert!(text.contains(why) && !text.contains('\n'), "{text}");
    };
    let path = file("other.weights");
    let other = find("othello").unwrap().open(None, None).unwrap().weights().unwrap();
    fs::write(&path, other).unwrap();
    let shown = path.display().to_string();
    refused(Some("size=6"), &shown, "the weights are for `othello size=8,scoring=plain`, not for");
    refused(Some("size=4"), "learned", "there are no learned weights for");
    fs::write(&path, &other[..other.len() / 2]).unwrap();
    refused(None, &shown, "damaged");
    fs::write(&path, "#!/bin/sh").unwrap();
    refused(None, &shown, "no file of weights");
    refused(None, "no/such/file", "No such file");
}

#[test]
fn strengths_of_moves_are_for_monte_carlo_search() {
    let session = find("go").unwrap().open(Some("size=9"), None).unwrap();
    let visits = |eval: &str| {
        let report = best(&*session, &format!("mcts:sims=200,seed=1{eval}")).unwrap();
        format!("{:?}", report.lines)
    };
    assert_ne!(visits(",eval=learned"), visits(",eval=own"));
    assert_eq!(visits(""), visits(",eval=learned"));
    assert_eq!(visits(",level=7"), visits(",level=7,eval=own"));
    let path = file("go.weights");
    fs::write(&path, session.weights().unwrap()).unwrap();
    assert_eq!(visits(&format!(",eval={}", path.display())), visits(",eval=learned"));
    let why = best(&*session, "alphabeta:depth=1,eval=learned").unwrap_err().to_string();
    assert!(why.contains("only `mcts` looks at"), "{why}");
    // Without a word alpha-beta takes the estimate that there is.
    assert!(best(&*session, "alphabeta:depth=1").is_ok());
    let large = find("go").unwrap().open(Some("size=13"), None).unwrap();
    let why = best(&*large, "mcts:sims=1,eval=learned").unwrap_err().to_string();
    assert!(why.contains("there are no learned weights for"), "{why}");
}

#[test]
fn every_game_that_shows_pieces_can_be_learnt() {
    let recipe: Recipe = "nodes=20 opening=0-8 games=4,2 epochs=1".parse().unwrap();
    for game in games::registry().iter().filter(|game| game.id != "go") {
        let session = game.open(None, None).unwrap();
        let taught = session.teaching();
        if taught.layout().rows() == 0 {
            continue;
        }
        let weights = Course::new(&*taught, recipe.clone()).finish(2).unwrap();
        let path = file(&format!("{}.weights", game.id));
        fs::write(&path, weights.to_bytes()).unwrap();
        let player = format!("alphabeta:nodes=50,eval={}", path.display());
        assert!(best(&*session, &player).unwrap().best().is_some(), "{}", game.id);
    }
}
