//! Searches win what is won: from positions of solved games against a player that never errs.

use std::sync::atomic::AtomicBool;

use games::{Player, PlayerSpec, Session, find};
use games_core::{Outcome, Rng, seeded};
use solver::SolvedValue;

fn player(session: &dyn Session, spec: &str) -> Box<dyn Player> {
    session.player(&spec.parse::<PlayerSpec>().unwrap(), Some(256 << 20)).unwrap()
}

/// What the position is worth for its side to move.
fn value(solver: &mut dyn Player, session: &dyn Session) -> SolvedValue {
    let report = solver.think(session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    report.solved.unwrap().value
}

/// Positions of random games, without their history, that the side to move wins.
fn won_positions(start: &dyn Session, solver: &mut dyn Player, n: usize) -> Vec<Box<dyn Session>> {
    let mut won: Vec<Box<dyn Session>> = Vec::new();
    let mut rng = seeded(1);
    for seed in 0..1000 {
        let mut session = start.boxed_clone();
        session.play_random(rng.below(10) as usize, seed);
        let position = session.position();
        let game = find(session.game()).unwrap();
        let session = game.open(Some(session.rules()), Some(&position)).unwrap();
        let is_new = won.iter().all(|other| other.position() != position);
        if is_new && session.end().is_none() && value(solver, &*session) == SolvedValue::Win {
            won.push(session);
        }
        if won.len() == n {
            break;
        }
    }
    won
}

/// Plays a position to its end; returns who won and the moves.
fn play_out(
    mut session: Box<dyn Session>,
    searcher: &mut dyn Player,
    solver: &mut dyn Player,
) -> (Option<Outcome>, String) {
    let side = session.to_move();
    while session.end().is_none() {
        let mover: &mut dyn Player =
            if session.to_move() == side { &mut *searcher } else { &mut *solver };
        let report = mover.think(&*session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
        session.play(report.best().unwrap()).unwrap();
    }
    (session.end().map(|end| end.outcome), session.played().join(" "))
}

#[track_caller]
fn wins_what_is_won(game: &str, rules: Option<&str>, positions: usize) {
    let start = find(game).unwrap().open(rules, None).unwrap();
    let mut solver = player(&*start, "solver");
    // From here on everything that arises from the start is known.
    value(&mut *solver, &*start);
    let won = won_positions(&*start, &mut *solver, positions);
    assert!(won.len() >= positions / 2, "{game}: {} won positions", won.len());
    for spec in ["alphabeta:nodes=10000", "mcts:sims=2000,seed=1"] {
        for session in &won {
            let (side, position) = (session.to_move(), session.position());
            let mut searcher = player(&**session, spec);
            let (outcome, moves) = play_out(session.clone(), &mut *searcher, &mut *solver);
            assert_eq!(outcome, Some(Outcome::Win(side)), "{game} {spec} from {position}: {moves}");
        }
    }
}

#[test]
fn counting_games_are_won() {
    wins_what_is_won("ten", None, 10);
}

#[test]
fn tic_tac_toe_is_won() {
    wins_what_is_won("tictactoe", None, 10);
}

#[test]
fn northcott_is_won() {
    wins_what_is_won("northcott", None, 10);
}

#[test]
fn knights_dance_is_won() {
    wins_what_is_won("knights-dance", None, 10);
}

#[test]
fn surround_is_won() {
    wins_what_is_won("surround", None, 10);
}

#[test]
fn konane_is_won() {
    wins_what_is_won("konane", None, 8);
}

#[test]
fn othello_on_16_squares_is_won() {
    wins_what_is_won("othello", Some("size=4"), 10);
}
