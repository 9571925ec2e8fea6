//! The laws of all games, under all combinations of options and on boards of all widths.

use cs3_games::{Endless, KnightsDance, Konane, Northcott, Surround, Ten, TicTacToe, Wide};
use games_core::{
    check_erasure,
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

/// These come through a registry as objects.
#[test]
fn objects_answer_as_their_games() {
    let endless = Endless { repetition: 2, ply_cap: 40 };
    check_erasure(&Ten::new(30, &[1, 3, 4], true).unwrap(), 3);
    check_erasure(&Northcott::new((3, 6), false, true, endless).unwrap(), 4);
    check_erasure(&KnightsDance::new((5, 6), false, true, endless).unwrap(), 6);
    check_erasure(&TicTacToe::<Wide>::new((3, 4), false, true).unwrap(), 2);
    check_erasure(&Surround::<Wide>::new((4, 4), true, true).unwrap(), 2);
    check_erasure(&Konane::<Wide>::new((4, 5), false, true).unwrap(), 2);
}
