//! Solved values against the figures in `tests/data/*.values`.

use games_core::{
    entry::{Playable, Visitor},
    fixtures::{Record, records},
};

use crate::{
    fixtures::open,
    solver::{Value, solve},
};

/// Larger ones are for the solver of the workspace.
const MOST_POSITIONS: usize = 60_000;

struct Check<'a>(&'a Record<'a>);

impl Visitor for Check<'_> {
    type Out = usize;

    fn visit<G: Playable>(self, game: G) -> usize {
        let fixture = self.0;
        let id = fixture.one("id").unwrap();
        if fixture.get("reachable").is_some_and(|n| n.parse::<usize>().unwrap() > MOST_POSITIONS) {
            return 0;
        }
        let state = game.parse_state(fixture.one("position").unwrap()).unwrap();
        let solved = solve(&game, &state);
        let text = |(value, remoteness): (Value, Option<u32>)| {
            let n = remoteness.map_or_else(|| "-".to_owned(), |n| n.to_string());
            format!("{} {n}", value.name())
        };
        if let Some(value) = fixture.get("value") {
            assert_eq!(text(solved.of(&state)), value, "{id}");
            assert_eq!(solved.values.len().to_string(), fixture.one("reachable").unwrap(), "{id}");
            let counts = [Value::Win, Value::Lose, Value::Tie, Value::Draw]
                .map(|value| solved.count(value).to_string());
            assert_eq!(counts.join(" "), fixture.one("counts").unwrap(), "{id}");
            return 1;
        }
        let mut table: Vec<_> = solved
            .index
            .iter()
            .map(|(state, &at)| format!("{} {}", text(solved.values[at]), game.state_text(state)))
            .collect();
        let mut expected = fixture.all("table").collect::<Vec<_>>();
        table.sort_unstable();
        expected.sort_unstable();
        assert_eq!(table, expected, "{id}");
        1
    }
}

#[track_caller]
fn check(game: &str, text: &str, figures: usize) {
    let compared: usize =
        records(text).iter().map(|record| open(record, game, Check(record))).sum();
    assert_eq!(compared, figures, "a figure was lost or added");
}

#[test]
fn ten_values() {
    check("ten", include_str!("../data/ten.values"), 7);
}

#[test]
fn tictactoe_values() {
    check("tictactoe", include_str!("../data/tictactoe.values"), 9);
}

#[test]
fn northcott_values() {
    check("northcott", include_str!("../data/northcott.values"), 22);
}

#[test]
fn knights_dance_values() {
    check("knights-dance", include_str!("../data/knights-dance.values"), 13);
}

#[test]
fn surround_values() {
    check("surround", include_str!("../data/surround.values"), 21);
}

#[test]
fn konane_values() {
    check("konane", include_str!("../data/konane.values"), 28);
}
