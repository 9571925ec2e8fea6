//! Searches whose scores are learnt from, beside the results of their games.

use std::sync::atomic::AtomicBool;

use games_core::{Game, Record, toy::TicTacToe};
use learn::{Played, Recipe, Teachable, WON};

use crate::training::game;

/// Games whose moves are chosen by searches of so many positions.
fn played(trust: &str) -> Vec<Played> {
    let recipe: Recipe = format!("seed=5 nodes=100000 opening=2-4{trust}").parse().unwrap();
    let stop = AtomicBool::new(false);
    (0..20).map(|number| game().play(&recipe, number, None, &stop).unwrap()).collect()
}

#[test]
fn a_search_that_sees_the_end_judges_as_the_game_ends() {
    let games = played(" trust=60");
    assert!(games.iter().any(|played| played.end != 0));
    for played in games {
        let plies: Vec<_> = played.judged.iter().map(|&(ply, _)| u32::from(ply)).collect();
        let searched: Vec<_> = (played.opening..played.moves.len() as u32).collect();
        assert_eq!(plies, searched, "{played:?}");
        let mut record = Record::new(TicTacToe);
        for (ply, &place) in (0..).zip(&played.moves) {
            let side = TicTacToe.to_move(record.state());
            if let Some(&(_, worth)) = played.judged.iter().find(|judged| judged.0 == ply) {
                assert_eq!(worth, WON * side.sign() * played.end / 2, "ply {ply} of {played:?}");
            }
            let m = record.moves().as_slice()[usize::from(place)];
            record.play(m).unwrap();
        }
    }
}

#[test]
fn nobody_judges_unless_searches_are_trusted() {
    let silent = played("");
    assert!(silent.iter().all(|played| played.judged.is_empty()));
    // The same games all the same.
    let moves = |games: Vec<Played>| games.into_iter().map(|played| played.moves).collect();
    let (silent, trusting): (Vec<_>, Vec<_>) = (moves(silent), moves(played(" trust=60")));
    assert_eq!(silent, trusting);
}

#[test]
fn positions_are_judged_before_moves_by_lot_and_recipes_draw_the_same() {
    let games = played(" trust=60 stray=40");
    let mut strayed = 0;
    for played in &games {
        // Searches went on before the last move by lot, and judged.
        strayed +=
            played.judged.iter().filter(|judged| u32::from(judged.0) < played.opening).count();
    }
    assert!(strayed > 20, "{strayed}");
    assert_ne!(games, self::played(" trust=60"));
    assert_eq!(games, self::played(" trust=60 stray=40"));
}
