//! The laws of all games, under all combinations of options and on boards of all widths.

use games_core::{
    entry::{Playable, Visitor},
    laws::{self, Options},
};

use crate::fixtures::{GAMES, all_rules, visit};

struct Check<'a>(&'a str);

impl Visitor for Check<'_> {
    type Out = ();

    fn visit<G: Playable>(self, game: G) {
        let options = Options {
            games: 2,
            max_plies: 60,
            foreign_moves: 40,
            perft_lines: 1000,
            costly_positions: 4,
            ..Options::default()
        };
        let broken = laws::broken(&game, options);
        let report: Vec<_> = broken.iter().map(ToString::to_string).collect();
        assert!(broken.is_empty(), "{}\n{}", self.0, report.join("\n\n"));
    }
}

#[test]
fn all_games_obey_the_laws_under_all_rules() {
    let all = all_rules();
    assert!(GAMES.iter().all(|game| all.iter().any(|(id, _)| id == game)));
    for (id, rules) in all {
        visit(id, &rules, None, Check(&format!("{id} {rules}"))).unwrap();
    }
}
