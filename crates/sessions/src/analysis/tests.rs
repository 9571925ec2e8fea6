use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

use games_core::game_tree::{Evaluation, Glyph};

use super::*;
use crate::{Error, Forfeit, Player, PlayerSpec, SearchReport, only_chess::chess};

/// Fool's mate, and what comes before it.
fn fools_mate() -> Box<dyn Session> {
    let mut game = chess().open(None, None).unwrap();
    game.play_line("f3 e5 g4 Qh4#").unwrap();
    game
}

fn judges(game: &dyn Session, threads: usize) -> Vec<Judge> {
    let spec: PlayerSpec = "alphabeta:depth=3".parse().unwrap();
    (0..threads).map(|_| Judge::player(game.player(&spec, None).unwrap())).collect()
}

fn found(game: &dyn Session, first_ply: usize, threads: usize) -> Vec<Option<Judged>> {
    let stop = AtomicBool::new(false);
    let mut judges = judges(game, threads);
    positions(game, first_ply, &mut judges, &mut |_| {}, &stop).unwrap()
}

#[test]
fn a_move_that_lets_itself_be_mated_is_a_blunder_and_told_what_was_better() {
    let game = fools_mate();
    let analysis = Analysis::of(&*game, 0, &found(&*game, 0, 1), &[]);
    let blunder = analysis.moves[2].as_ref().unwrap();
    assert_eq!((blunder.label.as_str(), blunder.sign().as_str()), ("g4", "??"));
    assert_eq!(blunder.expected_after, 0.0);
    let (line, labels) = blunder.better.as_ref().unwrap();
    assert_ne!(line[0], "g2g4");
    assert_eq!(line.len(), labels.len());
    let mate = analysis.moves[3].as_ref().unwrap();
    assert_eq!((mate.loss, mate.better.as_ref()), (Loss(0.0), None));
    // The end is certain, and so is the position before it.
    assert_eq!(analysis.curve[3..], [Some(0.0), Some(0.0)]);
    let [white, black] = &analysis.sides;
    assert_eq!((white.moves, white.blunders, &white.worst[..1]), (2, 1, &[3][..]));
    assert_eq!((black.blunders, black.accuracy.map(f64::round)), (0, Some(100.0)));
}

#[test]
fn threads_change_nothing() {
    let game = fools_mate();
    assert_eq!(found(&*game, 0, 1), found(&*game, 0, 3));
    assert_eq!(found(&*game, 2, 2), found(&*game, 0, 1)[2..]);
}

#[test]
fn what_is_found_is_written_into_the_tree_once() {
    let game = fools_mate();
    let analysis = Analysis::of(&*game, 0, &found(&*game, 0, 1), &[]);
    let mut tree = game.saved();
    analysis.annotate(&mut tree);
    let blunder = tree.find("1.1.1").unwrap();
    let remarks = tree.remarks(blunder);
    assert_eq!(remarks.glyphs, [Glyph::BLUNDER]);
    let mate = Evaluation::Mate { winner: Side::Second, moves: 1 };
    assert_eq!(remarks.evaluation, Some(mate));
    assert!(remarks.comment.starts_with("Blunder: "), "{}", remarks.comment);
    assert!(remarks.comment.contains(" % -> 0 %; better "), "{}", remarks.comment);
    assert_eq!(tree.children(tree.find("1.1").unwrap()).count(), 2, "a variation");
    // The finished game has a result, and needs no evaluation.
    assert_eq!(tree.remarks(tree.find("1.1.1.1").unwrap()).evaluation, None);
    let once = tree.clone();
    analysis.annotate(&mut tree);
    assert_eq!(tree, once);
}

/// A player that is interrupted at its third position.
struct Interrupted {
    player: Box<dyn Player>,
    asked: usize,
    stop: Arc<AtomicBool>,
}

impl Player for Interrupted {
    fn think(
        &mut self,
        session: &dyn Session,
        observer: &mut dyn FnMut(&SearchReport),
        stop: &AtomicBool,
    ) -> Result<SearchReport, Forfeit> {
        self.asked += 1;
        self.stop.store(self.asked == 3, Relaxed);
        self.player.think(session, observer, stop)
    }

    fn set_limits(&mut self, limits: ai::Limits) {
        self.player.set_limits(limits);
    }

    fn set_root_moves(&mut self, session: &dyn Session, moves: &[String]) -> Result<(), Error> {
        self.player.set_root_moves(session, moves)
    }

    fn clear(&mut self) {
        self.player.clear();
    }
}

#[test]
fn what_is_stopped_keeps_what_was_done() {
    let game = fools_mate();
    let stop = Arc::new(AtomicBool::new(false));
    let player = game.player(&"alphabeta:depth=2".parse().unwrap(), None).unwrap();
    let player = Interrupted { player, asked: 0, stop: Arc::clone(&stop) };
    let mut judges = [Judge::player(Box::new(player))];
    let found = positions(&*game, 0, &mut judges, &mut |_| {}, &stop).unwrap();
    // The end needs no player, and what was under way is worth nothing.
    let known: Vec<_> = found.iter().map(Option::is_some).collect();
    assert_eq!(known, [false, false, true, true, true]);
    let analysis = Analysis::of(&*game, 0, &found, &[]);
    assert!(analysis.moves[2].is_some() && analysis.moves[1].is_none());
    assert_eq!(analysis.curve[1], None);
}

#[test]
fn losses_have_the_signs_of_their_size() {
    for (loss, sign) in
        [(0.0, None), (0.049, None), (0.05, Some("?!")), (0.1, Some("?")), (0.5, Some("??"))]
    {
        assert_eq!(Loss(loss).glyph().map(|g| g.to_string()).as_deref(), sign, "{loss}");
    }
    // Of the curve that lichess publishes: all at no loss, about two thirds at ten percent.
    assert!((accuracy(0.0) - 100.0).abs() < 0.01 && (accuracy(0.1) - 63.6).abs() < 0.1);
    assert_eq!(accuracy(1.0), 0.0);
}
