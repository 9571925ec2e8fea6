//! Counts and positions from other programs, `tests/data`.

use games_core::{Notation, Outcome, fixtures, perft_fixtures};

use crate::{game, placements, played, rules};

#[test]
fn perft_counts_agree() {
    let text = include_str!("../data/go.perft");
    let mut compared = 0;
    for fixture in perft_fixtures::parse(text).unwrap() {
        let game = game(rules(fixture.rules.unwrap_or("preset=seed")));
        compared += fixture.check(&game, 600_000).unwrap_or_else(|e| panic!("{e}"));
    }
    assert!(compared > 280, "{compared} counts compared");
}

#[test]
fn deep_perft_counts_agree_on_the_narrow_board() {
    let text = include_str!("../data/go.perft");
    let fixtures = perft_fixtures::parse(text).unwrap();
    for id in ["empty-9x9-simple-forbidden", "empty-3x3-psk-multi", "empty-3x3-simple-multi"] {
        let fixture = fixtures.iter().find(|f| f.id == id).unwrap();
        let game = go::Go9::new(rules(fixture.rules.unwrap())).unwrap();
        fixture.check(&game, 50_000_000).unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn situations_have_the_legal_placements_and_outcomes_that_other_programs_found() {
    let mut compared = [0; 3];
    for situation in fixtures::records(include_str!("../data/situations.txt")) {
        let one = |key| situation.one(key).unwrap_or_else(|e| panic!("{e}"));
        let (options, position) = (one("rules"), one("position"));
        let moves = situation.get("moves").unwrap_or("");
        let note = format!("{} ({})", one("id"), one("note"));
        let record = played(options, Some(position), moves);
        let (game, state) = (record.game(), record.state());
        if let Some(after) = situation.get("after") {
            assert_eq!(record.position_text(), after, "{note}");
            compared[0] += 1;
        }
        if let Some(legal) = situation.get("legal") {
            let mut legal: Vec<_> = legal.split_whitespace().collect();
            legal.sort_unstable();
            assert_eq!(placements(game, state), legal, "{note}");
            compared[1] += 1;
        }
        for (key, may) in [("may", true), ("may-not", false)] {
            for vertex in situation.all(key) {
                assert_eq!(game.parse_move(state, vertex).is_ok(), may, "{vertex} in {note}");
            }
        }
        for scoring in ["area", "territory", "stone"] {
            if let Some(points) = situation.get(scoring) {
                let options = format!("{options},scoring={scoring},komi=0");
                let record = played(&options, Some(position), moves);
                let expected: i32 = points.parse().unwrap();
                assert_eq!(record.game().score(record.state()), 2 * expected, "{note}");
                compared[2] += 1;
            }
        }
    }
    assert!(compared.iter().zip([60, 55, 3]).all(|(n, least)| *n >= least), "{compared:?}");
}

#[test]
fn whole_games_end_as_other_programs_found() {
    for record in fixtures::records(include_str!("../data/games.txt")) {
        let one = |key| record.one(key).unwrap_or_else(|e| panic!("{e}"));
        let (options, moves) = (one("rules"), one("moves"));
        let seed = played(options, None, moves);
        assert_eq!(seed.position_text(), one("final"), "{}", one("id"));
        let end = seed.end().copied();
        let expected: f64 = one("eval-seed").parse().unwrap();
        if end.is_some() {
            let normalized = seed.game().normalized_margin(end.as_ref());
            assert!((normalized - expected).abs() < 1e-6, "{normalized} {expected}");
        }
        for scoring in ["area", "territory", "stone"] {
            let game = played(&format!("{options},komi=0,scoring={scoring}"), None, moves);
            let points: i32 = one(scoring).parse().unwrap();
            assert_eq!(game.game().score(game.state()), 2 * points, "{}", one("id"));
            if game.end().is_some() {
                assert_eq!(game.outcome(), Some(Outcome::from_margin(points)));
                assert_eq!(game.end().unwrap().margin, Some(2 * points));
            }
        }
    }
}
