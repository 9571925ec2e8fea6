//! What front ends are told holds for every game, all along random games.

use games::{Session, json::Scene, registry};
use games_core::{Rng, seeded};

/// Plays a random game by ids, with a check at each position.
fn walk(mut session: Box<dyn Session>, seed: u64, check: impl Fn(&dyn Session)) {
    let mut rng = seeded(seed);
    for _ in 0..60 {
        check(&*session);
        let n = session.legal_count() as u32;
        if n == 0 {
            break;
        }
        let id = rng.below(n);
        let text = session.legal_moves()[id as usize].clone();
        assert_eq!(session.play_ids(&[id]), 1);
        assert_eq!(session.played().last(), Some(&text));
    }
}

/// Every move is what it is said to be.
fn check_moves(session: &dyn Session) {
    let legal = session.legal();
    let texts: Vec<_> = legal.iter().map(|m| m.text.clone()).collect();
    assert_eq!((&texts, texts.len()), (&session.legal_moves(), session.legal_count()));
    for (id, m) in legal.iter().enumerate().step_by(7) {
        let mut after = session.boxed_clone();
        after.play(&m.text).unwrap();
        assert_eq!(after.to_move(), m.to_move_after, "{} after {}", session.position(), m.text);
        assert_eq!(after.played_labels().last(), Some(&m.label));
        let labels = session.labels(core::slice::from_ref(&m.text)).unwrap();
        assert_eq!(labels.first(), Some(&m.label));
        let mut by_id = session.boxed_clone();
        assert_eq!(by_id.play_ids(&[id as u32]), 1);
        assert_eq!((by_id.position(), by_id.key()), (after.position(), after.key()));
    }
    let beyond = texts.len() as u32;
    assert_eq!(session.boxed_clone().play_ids(&[beyond]), 0);
}

/// A scene is read back, and its cells are cells of the board.
fn check_scene(session: &dyn Session) {
    let scene = Scene::of(session);
    let text = serde_json::to_string(&scene).unwrap();
    assert_eq!(serde_json::from_str::<Scene>(&text).unwrap(), scene);
    let cells = &scene.board.cells;
    let named = scene.legal.iter().flat_map(|m| m.picks.iter().flatten());
    let named = named.chain(scene.view.pieces.iter().map(|piece| &piece.at));
    for cell in named.chain(scene.view.marks.iter().map(|mark| &mark.at)) {
        assert!(cells.contains(cell), "{}: {cell}", session.game());
    }
}

/// What stands on the board can be set up again, where the game offers that.
fn check_set_up(session: &dyn Session) {
    let pieces = session.view().pieces;
    if let Some(Ok(text)) = session.set_up(&pieces, session.to_move()) {
        let again = session.info().open(Some(session.rules()), Some(&text)).unwrap();
        let sorted = |mut pieces: Vec<games_core::Piece>| {
            pieces.sort_by_key(|piece| (piece.at, piece.z, piece.symbol));
            pieces
        };
        assert_eq!(sorted(again.view().pieces), sorted(pieces), "{text}");
        assert_eq!(again.to_move(), session.to_move());
    }
}

#[test]
fn every_game_is_told_as_it_is() {
    for (game, seed) in registry().iter().zip(1..) {
        walk(game.open(None, None).unwrap(), seed, |session| {
            check_moves(session);
            check_scene(session);
            check_set_up(session);
        });
    }
}
