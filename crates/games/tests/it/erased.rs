//! A game with its type erased is the same game.

use std::sync::atomic::AtomicBool;

use games::{PerftJob, PlayerSpec, Session, registry, visit};
use games_core::{Perft, Record, Rng, entry::Playable, seeded};

/// Plays a random game in both forms side by side.
fn side_by_side<G: Playable>(mut record: Record<G>, mut session: Box<dyn Session>, seed: u64) {
    let mut rng = seeded(seed);
    let never = AtomicBool::new(false);
    for ply in 0..300 {
        assert_eq!(record.position_text(), session.position());
        assert_eq!((record.to_move(), record.plies()), (session.to_move(), session.plies()));
        let moves = record.sorted_moves();
        assert_eq!(
            moves.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(),
            session.legal_moves()
        );
        assert_eq!(
            record.end().map(|end| (end.outcome, end.reason.to_string(), end.margin)),
            session.end().map(|end| (end.outcome, end.reason, end.margin)),
        );
        if ply % 16 == 0 {
            let n = Perft::new().count(record.game(), record.state(), 2);
            assert_eq!(session.perft(&PerftJob::depth(2), &never), n);
            let view = record.game().view(record.state(), record.last_move());
            assert_eq!((session.board(), session.view()), (record.game().board(), view));
        }
        if moves.is_empty() {
            break;
        }
        let (text, m) = &moves[rng.below(moves.len() as u32) as usize];
        record.play(*m).unwrap();
        session.play(text).unwrap();
    }
    assert_eq!(record.move_texts(), session.played());
    while session.undo() {
        record.undo();
        assert_eq!(record.position_text(), session.position());
    }
    assert_eq!(record.plies(), 0);
}

#[test]
fn every_erased_game_is_its_static_self() {
    for game in registry() {
        for seed in 0..3 {
            let session = game.open(None, None).unwrap();
            visit(game.id, None, SideBySide { session, seed }).unwrap();
        }
    }
}

struct SideBySide {
    session: Box<dyn Session>,
    seed: u64,
}

impl games_core::entry::Visitor for SideBySide {
    type Out = ();
    fn visit<G: Playable>(self, game: G) {
        side_by_side(Record::new(game), self.session, self.seed);
    }
}

#[test]
fn moves_that_cannot_be_read_change_nothing() {
    for game in registry() {
        let mut session = game.open(None, None).unwrap();
        let before = session.position();
        assert!(session.play("no such move").is_err());
        let first = session.legal_moves()[0].clone();
        assert!(session.play_line(&format!("{first} no-such-move")).is_err());
        assert_eq!((session.position(), session.plies()), (before, 0));
    }
}

#[test]
fn a_player_keeps_playing_from_game_to_game() {
    for game in registry() {
        let mut session = game.open(None, None).unwrap();
        let spec: PlayerSpec = "alphabeta:depth=2".parse().unwrap();
        let mut player = session.player(&spec, Some(1 << 20)).unwrap();
        for _ in 0..6 {
            if session.end().is_some() {
                break;
            }
            let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
            session.play(report.best().unwrap()).unwrap();
        }
        player.clear();
    }
}
