//! Positions that never change are those of the game in progress.

use std::sync::Arc;

use games::{Position, registry};
use games_core::{Planes, Rng, planes, seeded};

/// Plays random games of every game, and shows each position.
fn walk(plies: usize, look: &mut dyn FnMut(&Arc<dyn Position>)) {
    for game in registry() {
        for seed in 0..2 {
            let mut at = game.open(None, None).unwrap().to_position();
            let mut rng = seeded(seed);
            let mut ids = Vec::new();
            for _ in 0..plies {
                look(&at);
                at.ids(&mut ids);
                if ids.is_empty() {
                    break;
                }
                let id = ids[rng.below(ids.len() as u32) as usize];
                at = Arc::clone(&at).play_id(id).unwrap();
            }
        }
    }
}

#[test]
fn ids_and_texts_are_one_to_one_and_the_mask_is_the_ids() {
    walk(120, &mut |at| {
        let (mut ids, texts) = (Vec::new(), at.texts());
        at.ids(&mut ids);
        assert!(ids.is_sorted_by(|a, b| a < b), "{at:?}: {ids:?}");
        assert_eq!(ids.len(), texts.len(), "{at:?}");
        for (&id, text) in ids.iter().zip(&texts) {
            assert_eq!(at.id_text(id).as_ref(), Some(text), "{at:?}");
            assert_eq!(at.id_of(text), Ok(id), "{at:?}");
        }
        if let Some(actions) = at.actions() {
            let mut mask = vec![false; actions as usize];
            at.mask(&mut mask);
            let set: Vec<_> = (0..actions).filter(|&id| mask[id as usize]).collect();
            assert_eq!(set, ids, "{at:?}");
        }
    });
}

#[test]
fn they_go_with_the_game_in_progress() {
    walk(150, &mut |at| {
        let session = at.session();
        assert_eq!((at.text(), at.end()), (session.position(), session.end()));
        assert_eq!((at.plies(), at.key()), (session.plies(), session.key()));
        assert_eq!((at.to_move(), at.view()), (session.to_move(), session.view()));
        let mut texts = at.texts();
        texts.sort_unstable();
        assert_eq!(texts, session.legal_moves());
        assert!(at.is_same(&*session.to_position()), "{at:?}");
    });
}

#[test]
fn a_move_leaves_the_position_as_it_was_and_can_be_taken_back() {
    walk(60, &mut |at| {
        let text = at.text();
        let mut ids = Vec::new();
        at.ids(&mut ids);
        for id in ids {
            let next = Arc::clone(at).play_id(id).unwrap();
            assert_eq!((next.last_id(), next.plies()), (Some(id), at.plies() + 1));
            assert!(next.before().unwrap().is_same(&**at) && !next.is_same(&**at), "{at:?}");
        }
        assert_eq!(at.text(), text);
        assert!(Arc::clone(at).play_id(u32::MAX).is_none());
    });
}

#[test]
fn equal_positions_have_equal_planes() {
    walk(40, &mut |at| {
        let again = at.session().to_position();
        let Some([count, rows, cols]) = planes::shape(&at.board(), &at.plane_names()) else {
            return;
        };
        let of = |position: &dyn Position| {
            let mut bytes = vec![0; count * rows * cols];
            position.put_planes(&mut Planes::bytes(&mut bytes, rows * cols));
            bytes
        };
        assert_eq!(of(&**at), of(&*again), "{at:?}");
    });
}

#[test]
fn a_position_that_came_again_is_another_one_where_repetition_counts() {
    let chess = games::find("chess").unwrap();
    let mut session = chess.open(None, None).unwrap();
    let start = session.to_position();
    session.play_line("Nf3 Nf6 Ng1 Ng8").unwrap();
    let again = session.to_position();
    assert!(!again.is_same(&*start));
    // The clock of its FEN went on, too; the board is the same.
    assert!(again.is_same_board(&*start) && again.key() == start.key());
}

#[test]
fn a_long_game_is_let_go_of_without_the_stack() {
    let rules = "size=5,max_plies=0,ko=none";
    let mut at = games::find("go").unwrap().open(Some(rules), None).unwrap().to_position();
    let (mut ids, mut rng) = (Vec::new(), seeded(1));
    for _ in 0..100_000 {
        at.ids(&mut ids);
        // The pass is the last id: who passes only where he must hardly ever ends a game.
        let choices = ids.len().saturating_sub(1).max(1) as u32;
        let Some(&id) = ids.get(rng.below(choices) as usize) else { break };
        at = Arc::clone(&at).play_id(id).unwrap();
    }
    assert!(at.plies() > 50_000, "{} plies", at.plies());
    drop(at);
}
