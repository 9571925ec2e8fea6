//! Tests of Go.

mod corners;
mod fixtures;
mod front_ends;
mod game_tree;
mod laws;
mod options;
mod oracle;
mod playouts;
mod playthrough;
mod sgf;
mod slow;
mod texts;

use games_core::{Game, Notation, Record};
use go::{Go25, Index, Rules};

/// The widest type, which takes every board.
fn game(rules: Rules) -> Go25 {
    Go25::new(rules).expect("every size fits")
}

/// Rules as on the command line: `size=5,ko=psk`.
fn rules(options: &str) -> Rules {
    use games_core::entry::{Entry, GameOptions, Visitor};
    struct Take;
    impl Visitor for Take {
        type Out = Rules;
        fn visit<G: games_core::entry::Playable>(self, game: G) -> Rules {
            use core::any::Any;
            let game: &dyn Any = &game;
            None.or_else(|| game.downcast_ref::<go::Go9>().map(|g| *g.rules()))
                .or_else(|| game.downcast_ref::<Go25>().map(|g| *g.rules()))
                .expect("one of the two widths")
        }
    }
    let options = GameOptions::parse(go::GoEntry::KEYS, options).unwrap_or_else(|e| panic!("{e}"));
    go::GoEntry::build(&options, None, Take).unwrap_or_else(|e| panic!("{e}"))
}

/// The game after some moves from a position.
#[track_caller]
fn played(options: &str, position: Option<&str>, moves: &str) -> Record<Go25> {
    let game = game(rules(options));
    let mut record = match position {
        Some(text) => Record::parse(game, text).unwrap_or_else(|e| panic!("{e}")),
        None => Record::new(game),
    };
    record.play_line(moves).unwrap_or_else(|e| panic!("{e}"));
    record
}

/// The vertices of all legal placements, sorted.
fn placements<I: Index, const N: usize>(
    game: &go::Go<I, N>,
    state: &go::Position<I, N>,
) -> Vec<String> {
    let mut texts: Vec<_> = game
        .list(state)
        .iter()
        .filter(|m| !m.is_pass())
        .map(|&m| game.move_text(state, m))
        .collect();
    texts.sort();
    texts
}
