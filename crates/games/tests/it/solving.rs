//! Small games of every kind of space, solved in every way, and compared with what others found.

use std::{
    collections::HashMap,
    fs,
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};

use chess_variants::standard::Chess;
use cs3_games::{Endless, KnightsDance, Konane, TicTacToe};
use games_core::{
    Game, MoveList, Notation, Outcome, Solvable,
    solvable::{AnySpace, Key},
};
use go::{Go9, Komi, Preset, Rules};
use othello::{Othello, Scoring, Size};
use solver::{
    Child, Identity, Job, Solved, SolvedSpace, SolvedValue, Store, Summary, children_in, solve,
};

pub(crate) fn run<G: Solvable>(game: &G, start: &G::State, job: &Job) -> SolvedSpace {
    let space = AnySpace::new(game.space(start).expect("it is small"));
    solve(&space, job, &mut |_| {}, &AtomicBool::new(false)).expect("it is small")
}

pub(crate) fn solved<G: Solvable + Notation>(game: &G, text: &str) -> (Solved, Summary) {
    let start = game.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let solution = run(game, &start, &Job::default());
    (solution.start(), solution.summary().clone())
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("games-{}-{}.solved", std::process::id(), NEXT.fetch_add(1, Relaxed));
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// One thread, two and three count the same positions in every layer and write the same bytes.
fn any_number_of_threads<G: Solvable>(name: &str, game: &G, start: &G::State) {
    let by_threads = |threads| {
        let file = Scratch::new();
        let identity = Identity {
            game: name.to_owned(),
            rules: String::new(),
            start: String::new(),
            whole: false,
            folded: false,
        };
        let store = Store::new(file.0.clone(), identity);
        let job = Job::default().with_threads(threads).with_store(store);
        let summary = run(game, start, &job).summary().clone();
        (summary, fs::read(&file.0).unwrap())
    };
    let (summary, bytes) = by_threads(1);
    assert!(summary.positions() > 1000, "{name}");
    for threads in 2..=3 {
        let (other, other_bytes) = by_threads(threads);
        for value in SolvedValue::ALL {
            let layers = other.by_remoteness(value);
            assert_eq!(layers, summary.by_remoteness(value), "{name}, {threads} threads");
        }
        assert_eq!(other, summary, "{name}, {threads} threads");
        assert!(other_bytes == bytes, "{name}: {threads} threads write other bytes");
    }
}

fn knights(size: usize) -> KnightsDance {
    KnightsDance::new((size, size), false, false, Endless::default()).unwrap()
}

#[test]
fn any_number_of_threads_finds_the_same_and_writes_the_same_bytes() {
    let game = knights(8);
    any_number_of_threads("dense, with loops", &game, &game.initial());
    let game = TicTacToe::<u64>::new((3, 3), false, true).unwrap();
    any_number_of_threads("hashed, with ties", &game, &game.initial());
    let game = Konane::<u64>::new((4, 4), false, false).unwrap();
    any_number_of_threads("hashed", &game, &game.initial());
    let game = Chess::standard();
    let start = game.parse_state("8/8/8/8/8/2k5/8/K6B w - - 0 1").unwrap();
    any_number_of_threads("hashed, with loops", &game, &start);
    let game = Othello::<u64>::new(Size::Four, Scoring::Plain).unwrap();
    any_number_of_threads("hashed, with passes", &game, &game.initial());
}

/// What each position is worth by the definitions, found in passes over all of them by the rules.
fn by_definition<G: Game>(
    game: &G,
    start: &G::State,
) -> HashMap<G::State, (SolvedValue, Option<u32>)> {
    let mut children: HashMap<G::State, Vec<G::State>> = HashMap::new();
    let mut open = vec![start.clone()];
    while let Some(state) = open.pop() {
        if children.contains_key(&state) {
            continue;
        }
        let moves = game.list(&state);
        let after = moves.as_slice().iter().map(|&m| {
            let mut child = state.clone();
            game.apply(&mut child, m);
            child
        });
        let after: Vec<_> = after.collect();
        open.extend(after.iter().cloned());
        children.insert(state, after);
    }
    let mut values: HashMap<G::State, (SolvedValue, u32)> = HashMap::new();
    for state in children.keys() {
        if let Some(outcome) = game.status(state).outcome() {
            let value = match outcome {
                Outcome::Draw => SolvedValue::Tie,
                Outcome::Win(side) if side == game.to_move(state) => SolvedValue::Win,
                Outcome::Win(_) => SolvedValue::Lose,
            };
            values.insert(state.clone(), (value, 0));
        }
    }
    // All games here alternate. A win or a loss in n moves is decided in pass n, and when none
    // is left a tie in n moves likewise.
    for ties in [false, true] {
        let mut n = 0;
        loop {
            n += 1;
            let mut decided = Vec::new();
            for (state, after) in children.iter().filter(|(state, _)| !values.contains_key(*state))
            {
                let value = |child| values.get(child).map(|&(value, _)| value);
                let any = |wanted| after.iter().any(|child| value(child) == Some(wanted));
                if ties && any(SolvedValue::Tie) {
                    decided.push((state.clone(), (SolvedValue::Tie, n)));
                } else if !ties && any(SolvedValue::Lose) {
                    decided.push((state.clone(), (SolvedValue::Win, n)));
                } else if !ties && after.iter().all(|child| value(child) == Some(SolvedValue::Win))
                {
                    decided.push((state.clone(), (SolvedValue::Lose, n)));
                }
            }
            if decided.is_empty() {
                break;
            }
            values.extend(decided);
        }
    }
    let value = |state: &G::State| match values.get(state) {
        Some(&(value, n)) => (value, Some(n)),
        None => (SolvedValue::Draw, None),
    };
    children.keys().map(|state| (state.clone(), value(state))).collect()
}

/// Solves a position and compares all that can arise from it with the definitions.
pub(crate) fn check_by_definition<G: Solvable + Notation>(game: &G, text: &str) -> Summary {
    let start = game.parse_state(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let expected = by_definition(game, &start);
    let solution = run(game, &start, &Job::default());
    let space = game.space(&start).unwrap();
    assert_eq!(solution.summary().positions(), expected.len() as u64, "{text}");
    for (state, &(value, remoteness)) in &expected {
        let key = game.key_in(&space, state).unwrap();
        let found = solution.get(key.to_u128()).unwrap();
        let text = game.state_text(state);
        assert_eq!((found.value, found.remoteness), (value, remoteness), "{text}");
    }
    solution.summary().clone()
}

#[test]
fn every_position_of_knight_s_dance_is_worth_what_the_definitions_say() {
    // Far kings, where play may go on for ever, and misère.
    for (game, text) in [
        (knights(8), "(w 8 8 a1 h8 b1 b8)"),
        (knights(8), "(b 8 8 d4 e5 a8 h1)"),
        (KnightsDance::new((6, 7), true, true, Endless::default()).unwrap(), "(w 6 7 a1 g6 c3 e4)"),
    ] {
        check_by_definition(&game, text);
    }
}

#[test]
fn knight_s_dance_counts_finished_games_too() {
    // Wins and losses as a plain program of arrays found them, by passes over all positions.
    for (size, wins, losses) in [(8, 2466, 1440), (12, 11_907, 8399), (16, 36_590, 28_180)] {
        let game = knights(size);
        let summary = run(&game, &game.initial(), &Job::default()).summary().clone();
        let counts = [SolvedValue::Win, SolvedValue::Lose, SolvedValue::Draw]
            .map(|value| summary.count(value));
        assert_eq!(counts, [wins, losses, 0], "{size}");
        // By parity half of all positions arise. In the finished ones the side to move has lost
        // its king or its knight, and no knight is on its own king before: on each of these two
        // grounds the other side's knight, or the square of both, is anywhere but on two squares.
        let squares = (size * size) as u64;
        assert_eq!(summary.by_remoteness(SolvedValue::Lose)[0], 2 * (squares - 2), "{size}");
        let whole = Job::default().with_whole(true);
        let summary = run(&game, &game.initial(), &whole).summary().clone();
        assert_eq!(summary.by_remoteness(SolvedValue::Lose)[0], 4 * (squares - 2), "{size}");
    }
}

#[test]
fn black_takes_all_of_a_board_of_three_by_three() {
    // E. van der Werf, J. van den Herik and J. Uiterwijk, Solving Go on small boards (2003): Black
    // wins by 9 points, the whole board, and its first move is the center.
    let game = |komi: &str| {
        let komi = Komi::parse(komi).unwrap();
        let rules = Rules { komi, ..Rules::preset(Preset::Seed, go::Size::new(3, 3).unwrap()) };
        Go9::new(rules).unwrap()
    };
    for (komi, value) in
        [("6.5", SolvedValue::Win), ("8.5", SolvedValue::Win), ("9", SolvedValue::Tie)]
    {
        let game = game(komi);
        let solution = run(&game, &game.initial(), &Job::default());
        assert_eq!(solution.start().value, value, "komi {komi}");
    }
    let game = game("8.5");
    let solution = run(&game, &game.initial(), &Job::default());
    let winning: Vec<_> = {
        let (start, space) = (game.initial(), game.space(&game.initial()).unwrap());
        let moves = children_in(&game, &space, &start).unwrap();
        let value = |child: &Child| child.seen_before(solution.get(child.key).unwrap()).value;
        let won = moves.into_iter().filter(|(_, child)| value(child) == SolvedValue::Win);
        won.map(|(m, _)| game.move_text(&start, m)).collect()
    };
    assert!(winning.contains(&"B2".to_owned()), "{winning:?}");
}

#[test]
fn go_says_why_it_is_not_solved() {
    let refusal = |preset, size| {
        let game = Go9::new(Rules::preset(preset, go::Size::new(size, size).unwrap())).unwrap();
        game.space(&game.initial()).map(|_| ()).unwrap_err().to_string()
    };
    let message = refusal(Preset::TrompTaylor, 3);
    assert!(message.contains("superko") && message.contains("ko=simple"), "{message}");
    let message = refusal(Preset::JapaneseLike, 3);
    assert!(message.contains("area scoring"), "{message}");
    let message = refusal(Preset::Seed, 6);
    assert!(message.contains("36 points"), "{message}");
}
