//! What scores, changes and hints mean is measured in games of self-play.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher, Techniques};
use games_core::{Features, Game, Layout, Record, seeded, toy::TicTacToe};
use learn::{Course, Generation, Goal, Played, Recipe, Sight, Subject, Teachable, Walk, Weights};

use crate::training::{game, recipe};

/// Tic-tac-toe, in which every position tells what its game's number and its ply say.
struct Told(learn::Teaching<TicTacToe>);

impl Teachable for Told {
    fn subject(&self) -> Subject {
        self.0.subject()
    }

    fn layout(&self) -> Layout {
        self.0.layout()
    }

    fn goal(&self) -> Goal {
        self.0.goal()
    }

    fn walk(&self) -> Box<dyn Walk + '_> {
        self.0.walk()
    }

    fn sight(&self, _: &Arc<Weights>, played: &Played, ply: usize, _: &AtomicBool) -> Sight {
        assert!(ply >= played.opening as usize, "before the last move by lot");
        let mut sight = Sight::default();
        // Three of four games are won by whoever is 60 ahead: half a win.
        let is_lost = (played.number + ply as u64).is_multiple_of(4);
        sight.score = Some((60, if is_lost { -1 } else { 1 }));
        sight.change = Some((0, 7));
        sight
    }
}

fn scaled() -> Recipe {
    format!("{} scales=80", recipe()).parse().unwrap()
}

#[test]
fn scales_are_measured_and_kept() {
    for threads in [1, 3] {
        let weights = Course::new(&Told(game()), scaled()).finish(threads).unwrap();
        let scales = weights.scales().unwrap();
        assert!((54..=66).contains(&scales.half_win), "{scales}");
        assert_eq!((scales.swing, scales.hint_doubling), (Some(7), None));
        let read = Weights::read(&weights.to_bytes()).unwrap();
        assert_eq!((&read, read.recipe()), (&weights, scaled().to_string().as_str()));
        // Nothing else is another one.
        let plain = Course::new(&Told(game()), recipe()).finish(threads).unwrap();
        assert_eq!((plain.scales(), plain.count()), (None, weights.count()));
    }
}

#[test]
fn searches_prune_by_a_swing_where_the_recipe_says_so() {
    let finish = |recipe: &Recipe| Course::new(&Told(game()), recipe.clone()).finish(1).unwrap();
    let futile: Recipe = format!("{} futility=true", scaled()).parse().unwrap();
    let [plain, pruning] = [finish(&scaled()), finish(&futile)];
    assert_eq!((plain.swing(), pruning.swing()), (None, Some(7)));
    assert_eq!((pruning.scales(), pruning.recipe()), (plain.scales(), &*futile.to_string()));
    assert_eq!(Weights::read(&pruning.to_bytes()).unwrap(), pruning);
    // Later, too, and by what was measured without it.
    let (taught, stop) = (Told(game()), AtomicBool::new(false));
    let course = Course::new(&taught, scaled());
    assert_eq!(course.with_futility(&plain), pruning);
    let again = course.with_scales(&pruning, 80, 1, &stop).unwrap();
    assert_eq!(again, plain);
    // There is nothing to prune by.
    let unmeasured = finish(&recipe());
    assert_eq!(course.with_futility(&unmeasured), unmeasured);
}

#[test]
fn a_search_prunes_by_the_swing_of_its_weights() {
    let nodes = |weights: &Arc<Weights>| {
        let techniques = Techniques::NONE.with(&["iterative", "futility"]);
        let options = AlphaBetaOptions::default().with_techniques(techniques);
        let mut player = AlphaBeta::new(options).with_estimator(learn::estimator(weights));
        player.search(&Record::new(TicTacToe), &Limits::depth(5)).nodes
    };
    let futile: Recipe = format!("{} futility=true", scaled()).parse().unwrap();
    let weights = |recipe| Course::new(&Told(game()), recipe).finish(1).unwrap();
    assert!(nodes(&weights(futile)) < nodes(&weights(scaled())));
}

#[test]
fn a_position_is_seen_as_the_search_and_the_weights_see_it() {
    let taught = game();
    let stop = AtomicBool::new(false);
    let weights = Course::new(&taught, recipe()).finish(1).unwrap();
    let estimate = |state: &<TicTacToe as Game>::State| {
        let mut rows = Vec::new();
        TicTacToe.features(weights.layout(), state, &mut rows);
        weights.estimate(weights.layout().stage_of(rows.len()), &rows, || 0)
    };
    let mut state = TicTacToe.initial();
    let before = estimate(&state);
    let m = TicTacToe.random_move(&state, &mut seeded(1)).unwrap();
    let mut moves = Vec::new();
    let _ = TicTacToe.moves(&state, &mut |other| {
        moves.push(other);
        core::ops::ControlFlow::Continue(())
    });
    let place = moves.iter().position(|&other| other == m).unwrap() as u16;
    TicTacToe.apply(&mut state, m);
    let played =
        Played { number: 0, opening: 0, end: -2, moves: vec![place, 0], ..Played::default() };
    let sight = taught.sight(&weights, &played, 0, &stop);
    // Whoever is to move sees the board from the other side.
    assert_eq!(sight.change, Some((before, (estimate(&state) + before).abs())));
    assert_eq!((sight.played, sight.hints.len()), (usize::from(place), moves.len()));
    assert!(sight.score.is_none_or(|(_, result)| result == -1), "{sight:?}");
    let second = taught.sight(&weights, &played, 1, &stop);
    assert!(second.score.is_none_or(|(_, result)| result == 1), "{second:?}");
    // No game by these rules, and no move at its end.
    let wrong = Played { moves: vec![99], ..played.clone() };
    for (played, ply) in [(&wrong, 0), (&played, 2), (&played, 9)] {
        assert_eq!(taught.sight(&weights, played, ply, &stop), Sight::default());
    }
}

#[test]
fn weights_that_are_there_can_be_measured_later() {
    let (taught, stop) = (Told(game()), AtomicBool::new(false));
    let mut course = Course::new(&taught, recipe());
    for games in [60, 40] {
        course.play(Generation::Games(games), None, 1, &mut |_| {}, &stop).unwrap();
    }
    let kept = course.learn_first(1, 1).weights;
    let kept = course.with_scales(&kept, 80, 1, &stop).unwrap();
    let alone: Recipe = format!("{} scales=80", recipe().with_games(vec![60])).parse().unwrap();
    assert_eq!(kept.to_bytes(), Course::new(&taught, alone).finish(1).unwrap().to_bytes());
    stop.store(true, Ordering::Relaxed);
    assert!(course.with_scales(&kept, 80, 1, &stop).is_none());
}
