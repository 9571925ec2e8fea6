//! Players that are held back.

use std::sync::atomic::AtomicBool;

use games::{Player, PlayerSpec, SearchReport, Session, find};

fn open(game: &str) -> Box<dyn Session> {
    find(game).unwrap().open(None, None).unwrap()
}

fn player(session: &dyn Session, text: &str) -> Box<dyn Player> {
    session.player(&text.parse::<PlayerSpec>().unwrap(), None).unwrap()
}

fn think(player: &mut dyn Player, session: &dyn Session) -> SearchReport {
    player.think(session, &mut |_| {}, &AtomicBool::new(false)).unwrap()
}

/// The moves that ten games' worth of asking gives in the first position.
fn chosen(game: &str, text: &str) -> Vec<String> {
    let session = open(game);
    let mut player = player(&*session, text);
    let ask = |_| think(&mut *player, &*session).best().unwrap().to_owned();
    (0..10).map(ask).collect()
}

#[test]
fn a_player_of_a_low_level_plays_legal_moves_of_many_kinds_in_every_game() {
    for info in games::registry() {
        let session = open(info.id);
        for engine in ["alphabeta", "mcts"] {
            let moves = chosen(info.id, &format!("{engine}:level=1,seed=1"));
            assert!(moves.iter().all(|m| session.legal_moves().contains(m)), "{moves:?}");
            if session.legal_count() > 4 {
                assert!(moves.iter().any(|m| *m != moves[0]), "{} {engine}: {moves:?}", info.id);
            }
        }
    }
}

#[test]
fn a_seed_makes_the_same_player_again() {
    let first = chosen("chess", "alphabeta:level=2,seed=7");
    assert_eq!(chosen("chess", "alphabeta:level=2,seed=7"), first);
    assert_ne!(chosen("chess", "alphabeta:level=2,seed=8"), first);
    let session = open("chess");
    let mut player = player(&*session, "alphabeta:level=2,seed=7");
    let ask = |player: &mut dyn Player| think(player, &*session).best().unwrap().to_owned();
    assert_eq!(ask(&mut *player), first[0]);
    player.clear();
    assert_eq!(ask(&mut *player), first[0]);
}

#[test]
fn a_level_bounds_the_effort_and_other_limits_go_on_to_hold() {
    let session = open("chess");
    let report = |text: &str| think(&mut *player(&*session, text), &*session);
    let efforts = [1, 3, 5, 7].map(|level| report(&format!("alphabeta:level={level}")).nodes);
    assert!(efforts.is_sorted_by(|a, b| a < b), "{efforts:?}");
    assert!(report("alphabeta:level=7,nodes=30").nodes <= 30);
    assert!(report("alphabeta:level=1,nodes=30").best().is_some());
    assert_eq!(report("alphabeta:level=7,depth=1").depth, 1);
    let playouts = [1, 4, 7].map(|level| report(&format!("mcts:level={level}")).simulations);
    assert!(playouts.is_sorted_by(|a, b| a < b), "{playouts:?}");
    assert!(report("mcts:level=7,sims=30").simulations <= 30);
    // The highest level is the player without any.
    let full = report("alphabeta:level=8,depth=4");
    let usual = report("alphabeta:depth=4");
    assert_eq!((full.nodes, full.lines), (usual.nodes, usual.lines));
}

#[test]
fn reports_have_the_lines_that_were_asked_for() {
    let session = open("othello");
    let mut player = player(&*session, "alphabeta:level=3,seed=1");
    let mut told = Vec::new();
    let limits = ai::Limits::none();
    for (limits, lines) in [(limits.clone(), 1), (limits.with_lines(3), 3)] {
        player.set_limits(limits);
        let mut observer = |report: &SearchReport| told.push(report.lines.len());
        let report = player.think(&*session, &mut observer, &AtomicBool::new(false)).unwrap();
        assert_eq!(report.lines.len(), lines);
        assert!(told.drain(..).all(|told| told <= lines));
    }
}

/// A position of Girl Chess in which most moves take something that can be taken back: a search of
/// one ply that follows captures looks at millions of positions there.
const CAPTURES: &str = "a1+f2 h8+e5 f2+d3 e5+f3 d3xf3 d8~g8 f2+d3 e5+d7 f3+h2 g8xg1 f2xg1 e5+g6 d3+f4 \
                        d7xd3 f3+d2 e5+c4 a1+d4 g6+e7 a1+c5 e7+e4 d4+c6 e5+h5 a1+a7 d8xc5 c6xc4 a8-e6 \
                        a1+b6 e5+e2 d4+c6 e6-h7 h1xc8 b8xc4 d4+b5";

#[test]
fn a_level_looks_at_every_move_without_following_all_captures() {
    let mut session = open("girl-chess");
    session.play_line(CAPTURES).unwrap();
    for level in 1..=7 {
        let report = think(&mut *player(&*session, &format!("alphabeta:level={level}")), &*session);
        assert!(report.nodes < 10_000, "level {level}: {}", report.nodes);
        assert_ne!(report.value(), ai::Value::Unknown, "level {level}");
    }
}
