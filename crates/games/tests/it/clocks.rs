//! Players that have a clock.

use std::{
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use games::{Clock, Clocks, Session, find};

fn open(game: &str, rules: Option<&str>) -> Box<dyn Session> {
    find(game).and_then(|info| info.open(rules, None)).expect("a game that begins")
}

#[test]
fn a_game_with_a_solver_tells_how_far_its_end_is() {
    let mut othello = open("othello", None);
    assert_eq!(othello.plies_to_solve(), Some(60));
    othello.play_line("f5 d6 c3").unwrap();
    assert_eq!(othello.plies_to_solve(), Some(57));
    assert_eq!(open("othello", Some("size=6")).plies_to_solve(), Some(32));
    // Its solver does not know that board.
    assert_eq!(open("othello", Some("size=10")).plies_to_solve(), None);
    assert_eq!(open("chess", None).plies_to_solve(), None);

    othello.play_random(100, 1);
    assert!(othello.end().is_some());
    assert_eq!(othello.plies_to_solve(), None);
}

/// A search that does not end before its time is over.
#[test]
fn the_nearer_the_end_the_larger_is_the_share_of_a_move() {
    let mut session = open("othello", None);
    session.play_random(30, 1);
    assert_eq!(session.plies_to_solve(), Some(30));
    let mut player = session.player(&"mcts".parse().unwrap(), None).unwrap();
    let clock = Clock::new("12".parse().unwrap());
    player.set_clocks(&*session, &Clocks([Some(clock); 2]));
    let start = Instant::now();
    player.think(&*session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
    // A tenth of the clock: not the thirtieth that a game of unknown length has, nor the second that is
    // usual without one.
    let taken = start.elapsed();
    assert!(taken >= Duration::from_millis(1150), "{taken:?}");
}
