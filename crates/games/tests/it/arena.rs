//! Matches: pairs, order, interruption.

use std::sync::atomic::{AtomicBool, Ordering};

use games::{
    Error, PlayerSpec, Session, arena,
    arena::{Match, MatchGame, Standing, openings, results::StoredGame},
    find, json,
    sprt::Sprt,
};
use games_core::Side;

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

fn othello(size: u32) -> Vec<Box<dyn Session>> {
    vec![find("othello").unwrap().open(Some(&format!("size={size}")), None).unwrap()]
}

fn a_match<'a>(openings: &'a [Box<dyn Session>], players: [&'a PlayerSpec; 2]) -> Match<'a> {
    let mut a_match = Match::new(openings, players, 4);
    (a_match.opening_plies, a_match.seed) = (6, 1);
    a_match
}

fn play(a_match: &Match<'_>, sprt: Option<Sprt>) -> (Standing, Vec<MatchGame>) {
    let mut games = Vec::new();
    let mut observer = |game: &MatchGame, _: &Standing| {
        games.push(game.clone());
        Ok(())
    };
    let standing =
        a_match.play::<Error>(Standing::new(sprt), &mut observer, &AtomicBool::new(false));
    games.sort_by_key(|game| game.number);
    (standing.unwrap(), games)
}

#[test]
fn sides_alternate_and_both_games_of_a_pair_begin_alike() {
    let (openings, a, b) = (othello(6), spec("random"), spec("alphabeta:depth=1"));
    let (standing, games) = play(&a_match(&openings, [&a, &b]), None);
    assert_eq!(standing.results().tally.games(), 4);
    let sides: Vec<_> = games.iter().map(|game| game.first_player).collect();
    assert_eq!(sides, [Side::First, Side::Second, Side::First, Side::Second]);
    let opening = |i: usize| games[i].session.played()[..6].to_vec();
    assert_eq!(opening(0), opening(1));
    assert_eq!(opening(2), opening(3));
    assert_ne!(opening(0), opening(2));
}

#[test]
fn a_stopped_match_counts_finished_games_only() {
    let (openings, random) = (othello(4), spec("random"));
    let endless = Match::new(&openings, [&random, &random], u64::MAX);
    let stop = AtomicBool::new(false);
    let mut seen = 0;
    let standing = endless.play::<Error>(
        Standing::new(None),
        &mut |_, _| {
            seen += 1;
            stop.store(seen >= 7, Ordering::Relaxed);
            Ok(())
        },
        &stop,
    );
    // The flag is passed on by another thread: some more may be finished until then.
    assert_eq!(standing.unwrap().results().tally.games(), seen);
    assert!(seen >= 7);
}

#[test]
fn results_do_not_depend_on_how_many_games_are_played_at_a_time() {
    let (openings, a, b) = (othello(6), spec("alphabeta:depth=2"), spec("mcts:sims=20"));
    let of = |concurrency| {
        let mut a_match = a_match(&openings, [&a, &b]);
        (a_match.games, a_match.concurrency) = (12, concurrency);
        let (standing, games) = play(&a_match, None);
        let lines: Vec<_> = games.iter().map(|game| game.session.played()).collect();
        (standing, lines)
    };
    let alone = of(1);
    assert_eq!(alone, of(3));
    assert_eq!(alone, of(7));
}

#[test]
fn a_test_ends_a_match_at_the_same_game_however_many_are_played_at_a_time() {
    let (openings, a, b) = (othello(6), spec("alphabeta:depth=3"), spec("random"));
    let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
    let of = |concurrency| {
        let mut a_match = a_match(&openings, [&a, &b]);
        (a_match.games, a_match.concurrency) = (1000, concurrency);
        play(&a_match, Some(sprt)).0
    };
    let alone = of(1);
    assert!(alone.verdict().is_some());
    assert!(alone.results().tally.games() < 100);
    assert_eq!(alone.results(), of(3).results());
}

#[test]
fn a_match_goes_on_where_it_was() {
    let (openings, a, b) = (othello(6), spec("alphabeta:depth=2"), spec("random"));
    let mut a_match = a_match(&openings, [&a, &b]);
    a_match.games = 9;
    let (whole, games) = play(&a_match, None);
    let mut some = Standing::new(None);
    for number in [0, 3, 4, 8] {
        let game = &games[number];
        let key = a_match.key(&StoredGame::from(game));
        assert!(some.add(game.number, game.first_player, &game.end, key));
    }
    let mut played = Vec::new();
    let mut observer = |game: &MatchGame, _: &Standing| {
        played.push(game.number);
        Ok(())
    };
    let rest = a_match.play::<Error>(some, &mut observer, &AtomicBool::new(false)).unwrap();
    assert_eq!(played, [1, 2, 5, 6, 7]);
    assert_eq!(rest.results(), whole.results());
}

#[test]
fn players_without_chance_play_one_pair_again_and_again() {
    let (starts, a, b) = (othello(6), spec("alphabeta:depth=2"), spec("alphabeta:depth=1"));
    let mut a_match = Match::new(&starts, [&a, &b], 20);
    let (copies, _) = play(&a_match, None);
    assert_eq!((copies.results().distinct, copies.results().distinct_pairs()), (2, 1));
    assert_eq!((copies.results().elo(), copies.results().superiority()), (None, None));
    a_match.opening_plies = openings::plies_that_differ(&*starts[0], 10, a_match.seed);
    let (others, _) = play(&a_match, None);
    assert_eq!((others.results().distinct, others.results().distinct_pairs()), (20, 10));
    assert!(others.results().superiority().is_some());
    // The same moves from another start are another game.
    let starts = [othello(6), othello(8)].concat();
    let of_both = Match::new(&starts, [&a, &b], 4);
    let mut game = StoredGame::from(&MatchGame::new(0, starts[0].clone(), arena::cut_short()));
    let first = of_both.key(&game);
    game.number = 2;
    assert_ne!(of_both.key(&game), first);
}

#[test]
fn small_games_have_the_random_plies_with_which_most_openings_differ() {
    let start = find("ten").unwrap().open(Some("target=3"), None).unwrap();
    // 1 or 2, and then the game is nearly over.
    assert_eq!(openings::plies_that_differ(&*start, 1000, 1), 1);
}

#[test]
fn a_seed_makes_a_difference_where_games_are_played_out() {
    for (game, expected) in [("go", &["random", "mcts"][..]), ("othello", &["random"])] {
        assert_eq!(json::Game::of(find(game).unwrap()).seeded, expected);
        let session = find(game).unwrap().open(None, None).unwrap();
        let nodes = |seed: u64| {
            let spec = spec("mcts:sims=300").with_seed(seed);
            let mut player = session.player(&spec, None).unwrap();
            let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false)).unwrap();
            (report.nodes, report.lines)
        };
        assert_eq!(nodes(1) != nodes(2), expected.len() == 2, "{game}");
    }
}

#[test]
fn a_failing_observer_ends_the_match() {
    let (openings, random) = (othello(4), spec("random"));
    let a_match = a_match(&openings, [&random, &random]);
    let mut observer = |_: &MatchGame, _: &Standing| Err(Error::Engine("full".to_owned()));
    let result = a_match.play(Standing::new(None), &mut observer, &AtomicBool::new(false));
    assert_eq!(result.unwrap_err(), Error::Engine("full".to_owned()));
}

#[test]
fn a_game_is_cut_at_the_cap_and_drawn() {
    let (openings, random) = (othello(8), spec("random"));
    let mut a_match = a_match(&openings, [&random, &random]);
    a_match.max_plies = 10;
    let (standing, games) = play(&a_match, None);
    assert_eq!(standing.results().tally.draws, 4);
    assert!(games.iter().all(|g| g.session.plies() == 10 && g.end.reason == "ply cap"));
}
