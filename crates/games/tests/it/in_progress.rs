//! What searches say of games that end by their paths: they prove things of the game in progress.

use std::sync::atomic::AtomicBool;

use ai::Value;
use games::{PlayerSpec, SearchReport, Session, find};

fn open(game: &str, rules: Option<&str>, position: Option<&str>) -> Box<dyn Session> {
    find(game).and_then(|info| info.open(rules, position)).expect("a game in progress")
}

fn think(session: &dyn Session, player: &str) -> SearchReport {
    let spec: PlayerSpec = player.parse().expect("a player");
    let mut player = session.player(&spec, None).expect("a player of every game");
    player.think(session, &mut |_| {}, &AtomicBool::new(false)).expect("a search has a move")
}

/// Kf7, Kh7 and Rh2 is mate by the bare rules, and comes too late. A move of the pawn starts the
/// clock again.
#[test]
fn no_mate_is_promised_that_comes_after_the_clock() {
    for clock in [98, 148] {
        let position = format!("7k/8/5K2/8/8/8/P5R1/8 w - - {clock} 120");
        let session = open("chess", None, Some(&position));
        for player in ["alphabeta:depth=8", "mcts:sims=3000", "proof:nodes=20000"] {
            let report = think(&*session, player);
            let best = report.best().expect("a move");
            let sooner = matches!(report.value(), Value::Exact { result: 1, plies: Some(3), .. });
            assert!(!sooner, "{player} at {clock}: {report:?}");
            // The first question of the prover is too large for so few positions.
            assert!(best.starts_with("a2") || player.starts_with("proof"), "{player}: {report:?}");
        }
    }
}

/// A mate in two of which the clock leaves one and a half.
#[test]
fn a_mate_at_the_end_of_the_clock_is_proved_and_one_after_it_is_not() {
    for (clock, result) in [(97, Some(1)), (98, None)] {
        let position = format!("7k/8/5K2/8/8/8/6R1/8 w - - {clock} 120");
        let session = open("chess", None, Some(&position));
        for player in ["alphabeta:depth=8", "mcts:sims=3000", "proof:nodes=20000"] {
            let value = think(&*session, player).value();
            let found = match value {
                Value::Exact { result, .. } => Some(result),
                _ => None,
            };
            assert_eq!(found.filter(|&result| result != 0), result, "{player}: {value:?}");
        }
    }
}

/// What a player remembers of the same position was proved while the clock left time for it.
#[test]
fn a_mate_that_is_remembered_is_proved_only_where_the_clock_leaves_time_for_it() {
    let at =
        |clock: u32| open("chess", None, Some(&format!("7k/8/5K2/8/8/8/6R1/8 w - - {clock} 120")));
    let (early, late) = (at(0), at(98));
    for spec in ["alphabeta:depth=8", "mcts:sims=3000", "proof:nodes=20000"] {
        let spec: PlayerSpec = spec.parse().expect("a player");
        let mut player = early.player(&spec, None).expect("a player of every game");
        let mut value_at = |session: &dyn Session| {
            let report = player.think(session, &mut |_| {}, &AtomicBool::new(false));
            report.expect("a search has a move").value()
        };
        let (early, late) = (value_at(&*early), value_at(&*late));
        assert!(matches!(early, Value::Exact { result: 1, .. }), "{spec}: {early:?}");
        assert!(!matches!(late, Value::Exact { result: 1, .. }), "{spec}: {late:?}");
    }
}

/// The game ends after three plies, whatever would come later.
#[test]
fn a_capped_game_is_worked_out_to_its_cap() {
    for player in ["alphabeta:depth=20", "mcts:sims=3000", "proof:nodes=20000"] {
        let session = open("go", Some("size=2,max_plies=3"), None);
        let report = think(&*session, player);
        let Value::Exact { result, plies, .. } = report.value() else { panic!("{report:?}") };
        assert!(plies.is_none_or(|plies| plies <= 3), "{player}: {report:?}");
        assert_eq!(result, by_playing(&*session), "{player}: {report:?}");
    }
}

/// Who can win, for the side to move, by playing every game to its end.
fn by_playing(session: &dyn Session) -> i8 {
    if let Some(end) = session.end() {
        return end.outcome.value_for(session.to_move()) as i8;
    }
    let after = |m: &String| {
        let mut next = session.boxed_clone();
        next.play_line(m).expect("a legal move");
        let value = by_playing(&*next);
        if next.to_move() == session.to_move() { value } else { -value }
    };
    session.legal_moves().iter().map(after).max().expect("a game that goes on has a move")
}

/// The king that is alone stands for the third time where it may claim the draw.
#[test]
fn who_may_claim_a_draw_is_not_said_to_have_lost() {
    let mut session = open("chess", None, Some("7k/5K2/8/8/8/8/6R1/8 b - - 0 1"));
    session.play_line("h8h7 g2g3 h7h8 g3g2 h8h7 g2g3 h7h8 g3g2").expect("legal moves");
    assert!(session.claimable().is_some());
    for player in ["alphabeta:depth=8", "mcts:sims=3000", "proof:nodes=20000"] {
        let value = think(&*session, player).value();
        assert!(!matches!(value, Value::Exact { result: -1, .. }), "{player}: {value:?}");
    }
}

/// What is solved by the bare rules is proved where it comes before the game is cut.
#[test]
fn the_solver_knows_how_long_a_game_may_be() {
    let solved = |cap: u32| {
        let rules = format!("rows=2,cols=6,ply_cap={cap}");
        let report = think(&*open("northcott", Some(&rules), None), "solver");
        let plies = report.solved.and_then(|solved| solved.remoteness).expect("a game that ends");
        (plies, report.value())
    };
    let (plies, value) = solved(1000);
    assert!(plies > 1 && matches!(value, Value::Exact { .. }), "{value:?}");
    assert!(matches!(solved(plies).1, Value::Exact { .. }));
    assert_eq!(solved(plies - 1), (plies, Value::Unknown));
}
