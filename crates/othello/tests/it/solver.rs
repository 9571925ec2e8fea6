//! The endgame solver against a slow search and against published scores.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use games_core::{EndgameJob, Estimates, Evaluate, Game, Rng, SolvedLine, seeded};
use othello::{Move, Othello, Position, Scored, Scoring, Size, solve};
use proptest::prelude::*;

use crate::endgames;

const SCORINGS: [Scoring; 2] = [Scoring::Plain, Scoring::EmptiesToWinner];

/// Plays random moves until so few squares are empty; the end of the game may come before.
fn random_position(rules: &Othello, empties: u32, seed: u64) -> Position {
    let mut rng = seeded(seed);
    let mut state = rules.initial();
    while state.empties() > empties {
        let Ok(m) = rules.random_move(&state, &mut rng) else { break };
        rules.apply(&mut state, m);
    }
    state
}

/// Any placement of discs, also such as no game leads to: rows without neighbors, lone sides.
fn any_discs(size: Size, empties: u32, seed: u64) -> Position {
    let mut rng = seeded(seed);
    let mut squares: Vec<usize> = (0..size.squares()).collect();
    for i in 0..squares.len() {
        let rest = (squares.len() - i) as u32;
        squares.swap(i, i + rng.below(rest) as usize);
    }
    let black_in_ten = rng.below(11);
    let mut discs = [0_u64; 2];
    for &i in &squares[empties as usize..] {
        let square = Move::<u64>::from_index(size, i).unwrap().bits();
        discs[usize::from(rng.below(10) >= black_in_ten)] |= square;
    }
    let to_move = games_core::Side::BOTH[rng.below(2) as usize];
    Position::new(size, discs, to_move)
}

/// All lines, without limits.
fn all_lines(rules: &Othello, position: &Position) -> Vec<SolvedLine<Move>> {
    let moves = position.legal_moves();
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(&moves, 1 << 20, budget).with_lines(moves.len());
    rules.solve_endgame(position, &mut job).expect("nothing stops it")
}

/// Plays a line to its end and returns the final margin, seen by the side to move at its start.
fn result_of(rules: &Othello, start: &Position, line: &[Move]) -> i32 {
    let mut state = *start;
    for &m in line {
        rules.try_apply(&mut state, m).unwrap_or_else(|e| panic!("{e}: {line:?} from {start}"));
    }
    assert!(state.is_over(), "{line:?} from {start}");
    start.to_move().sign() * state.margin(rules.scoring())
}

/// Compares score, moves and lines with the slow search.
fn agrees(rules: &Othello, position: &Position) {
    let (margin, line) = solve(position, rules.scoring());
    assert_eq!(margin, endgames::solve(rules, position, -100, 100), "{position}");
    assert_eq!(result_of(rules, position, &line), margin, "{position}");
    if position.is_over() {
        assert!(line.is_empty());
        return;
    }
    let lines = all_lines(rules, position);
    assert_eq!(lines.len(), position.legal_moves().len(), "{position}");
    assert_eq!(lines[0].margin, 2 * margin, "{position}");
    assert!(lines.is_sorted_by(|a, b| a.margin >= b.margin), "{position}");
    for line in lines {
        let m = line.moves[0];
        let expected = endgames::after(rules, position, m, -100, 100);
        assert_eq!(line.margin, 2 * expected, "{m} in {position}");
        assert_eq!(result_of(rules, position, &line.moves), expected, "{m} in {position}");
    }
}

#[test]
fn random_positions_have_the_scores_of_a_slow_search_on_all_sizes() {
    for scoring in SCORINGS {
        for size in [Size::Four, Size::Six, Size::Eight] {
            let rules = Othello::new(size, scoring).unwrap();
            for seed in 0..60 {
                let empties = (seed % 10) as u32;
                agrees(&rules, &random_position(&rules, empties, seed));
                agrees(&rules, &any_discs(size, empties.min(8), seed));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_position_has_the_score_of_a_slow_search(
        seed: u64,
        empties in 0..=8_u32,
        plain: bool,
        small: bool,
    ) {
        let scoring = SCORINGS[usize::from(!plain)];
        let size = if small { Size::Six } else { Size::Eight };
        let rules = Othello::new(size, scoring).unwrap();
        agrees(&rules, &any_discs(size, empties, seed));
        agrees(&rules, &random_position(&rules, empties, seed));
    }
}

#[test]
fn scores_agree_where_the_table_is_in_use() {
    // Few enough squares for the slow search, many enough for all of the solver's techniques.
    for scoring in SCORINGS {
        let rules = Othello::new(Size::Six, scoring).unwrap();
        for seed in 0..24 {
            let position = random_position(&rules, 12, seed);
            if position.is_over() {
                continue;
            }
            for line in all_lines(&rules, &position) {
                let expected = endgames::after(&rules, &position, line.moves[0], -100, 100);
                assert_eq!(line.margin, 2 * expected, "{} in {position}", line.moves[0]);
            }
        }
    }
}

/// The positions of a file in the form of OBF, without those on boards of 10 by 10.
fn positions(text: &str) -> impl Iterator<Item = (&str, Scored)> {
    let lines = text.lines().filter(|line| line.find(' ').is_some_and(|n| (16..=64).contains(&n)));
    lines.map(|line| (line, Scored::parse_line(line).unwrap().unwrap()))
}

#[test]
fn all_moves_of_solved_endgames_have_their_known_scores() {
    let plain = include_str!("../data/endgames-plain.obf");
    let to_winner = include_str!("../data/endgames-empties-to-winner.obf");
    let mut solved = 0;
    for (text, scoring) in [(plain, Scoring::Plain), (to_winner, Scoring::EmptiesToWinner)] {
        for (line, scored) in positions(text) {
            if scored.position.empties() > 16 {
                continue;
            }
            let rules = Othello::new(scored.position.size(), scoring).unwrap();
            let mut expected = scored.scores.clone();
            let mut found: Vec<_> = all_lines(&rules, &scored.position)
                .into_iter()
                .map(|line| (line.moves[0], line.margin / 2))
                .filter(|(m, _)| expected.iter().any(|(known, _)| known == m))
                .collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{line}");
            solved += 1;
        }
    }
    assert_eq!(solved, 64);
}

/// The margin in discs and the best move, found by so many threads.
fn on_threads(position: &Position, threads: usize) -> (i32, Move) {
    let moves = position.legal_moves();
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(&moves, 16 << 20, budget).with_threads(threads);
    let rules = Othello::new(Size::Eight, Scoring::EmptiesToWinner).expect("a board of 64 squares");
    let lines = rules.solve_endgame(position, &mut job).expect("nothing stops it");
    (lines[0].margin / 2, lines[0].moves[0])
}

#[test]
fn the_forum_test_has_its_published_scores() {
    let mut solved = 0;
    for (line, scored) in positions(include_str!("../data/ffo.obf")) {
        // The others take longer; the benchmark solves more of them.
        let empties = scored.position.empties();
        let is_forty = line.ends_with("FFO #40");
        if empties > 17 && !is_forty {
            continue;
        }
        let (margin, best) = solve(&scored.position, Scoring::EmptiesToWinner);
        let by_three = on_threads(&scored.position, 3);
        for (margin, best) in [(margin, best[0]), by_three] {
            assert_eq!(margin, scored.scores[0].1, "{line}");
            assert!(scored.scores.iter().any(|(m, _)| *m == best), "{best} in {line}");
        }
        solved += 1;
    }
    assert_eq!(solved, 23);
}

#[test]
fn the_two_ways_to_score_differ_where_squares_stay_empty() {
    // Solved by a separate program; under the usual rules a2 is as good as the others.
    let position: Position = "-X---XOO-XX---X- O".parse().unwrap();
    assert_eq!(solve(&position, Scoring::Plain).0, -9);
    assert_eq!(solve(&position, Scoring::EmptiesToWinner).0, -12);
}

#[test]
fn the_budget_is_never_exceeded_and_ends_the_search() {
    let rules = Othello::standard();
    let position = random_position(&rules, 16, 3);
    let moves = position.legal_moves();
    for limit in [0, 1, 1000, 5000, 20_000, 50_000] {
        let mut visited = 0;
        let mut budget = |n| {
            visited += n;
            assert!(visited <= limit, "{visited} of {limit}");
            (limit - visited).min(4000)
        };
        let mut job = EndgameJob::new(&moves, 1 << 20, &mut budget);
        let lines = rules.solve_endgame(&position, &mut job);
        assert!(lines.is_none(), "{limit} positions were enough");
        assert!(limit < 5000 || visited > limit / 2, "gave up after {visited} of {limit}");
    }
}

#[test]
fn several_threads_end_soon_after_the_budget() {
    let rules = Othello::standard();
    let position = random_position(&rules, 20, 3);
    let moves = position.legal_moves();
    for limit in [0_u64, 1000, 100_000, 500_000] {
        let mut visited = 0_u64;
        let mut budget = |n| {
            visited += n;
            limit.saturating_sub(visited).min(4000)
        };
        let mut job = EndgameJob::new(&moves, 1 << 20, &mut budget).with_threads(3);
        assert_eq!(rules.solve_endgame(&position, &mut job), None, "{limit} were enough");
        assert!(visited <= limit + (1 << 17), "{visited} of {limit}");
        assert!(limit < 100_000 || visited > limit / 2, "gave up after {visited} of {limit}");
    }
}

#[test]
fn several_threads_tell_all_that_they_visited() {
    let rules = Othello::standard();
    let position = random_position(&rules, 18, 3);
    let moves = position.legal_moves();
    let visited = |threads| {
        let mut visited = 0;
        let mut budget = |n| {
            visited += n;
            u64::MAX
        };
        let mut job = EndgameJob::new(&moves, 1 << 24, &mut budget).with_threads(threads);
        assert!(rules.solve_endgame(&position, &mut job).is_some());
        visited
    };
    // Together they look at as much as one does, and mostly at more.
    let (one, three) = (visited(1), visited(3));
    assert!(one > 1_000_000 && three > one / 10 * 8, "{three} for {one}");
}

/// Else they would wait for the first thread for ever.
#[test]
fn a_budget_that_panics_ends_the_other_threads() {
    let rules = Othello::standard();
    let position = random_position(&rules, 20, 3);
    let moves = position.legal_moves();
    let panic = std::panic::catch_unwind(|| {
        let mut visited = 0;
        let mut budget = |n| {
            visited += n;
            assert!(visited < 50_000, "enough");
            4000
        };
        let mut job = EndgameJob::new(&moves, 1 << 20, &mut budget).with_threads(3);
        rules.solve_endgame(&position, &mut job)
    });
    assert_eq!(panic.unwrap_err().downcast_ref(), Some(&"enough"));
}

#[test]
fn only_the_moves_that_were_asked_for_are_looked_at() {
    let rules = Othello::standard();
    let position = random_position(&rules, 9, 5);
    let all = all_lines(&rules, &position);
    let worst = all.last().unwrap();
    let only = [worst.moves[0]];
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(&only, 1 << 20, budget).with_lines(3);
    let lines = rules.solve_endgame(&position, &mut job).unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].moves[0], lines[0].margin), (worst.moves[0], worst.margin));
}

#[test]
fn lines_are_the_same_with_any_table_and_number_of_threads() {
    for seed in 0..40 {
        let rules = Othello::new(Size::Eight, SCORINGS[seed as usize % 2]).unwrap();
        let position = random_position(&rules, 15, seed);
        let moves = position.legal_moves();
        let line = |memory: usize, threads: usize| {
            let budget = &mut |_| u64::MAX;
            let mut job = EndgameJob::new(&moves, memory, budget).with_threads(threads);
            rules.solve_endgame(&position, &mut job).expect("nothing stops it")
        };
        let told = line(1 << 20, 1);
        for (memory, threads) in [(1 << 10, 1), (1 << 14, 2), (1 << 22, 2)] {
            assert_eq!(
                line(memory, threads),
                told,
                "{memory} bytes, {threads} threads: {position}"
            );
        }
    }
}

#[test]
fn only_boards_of_up_to_eight_squares_a_side_are_solved() {
    let rules = Othello::<u128>::new(Size::Ten, Scoring::Plain).unwrap();
    let position = rules.initial();
    assert_eq!(rules.endgame(&position), None);
    let moves = rules.list(&position);
    let budget = &mut |_| u64::MAX;
    let mut job = EndgameJob::new(moves.as_slice(), 1 << 20, budget);
    assert_eq!(rules.solve_endgame(&position, &mut job), None);
    let eight = Othello::standard();
    assert_eq!(eight.endgame(&eight.initial()).unwrap().plies, 60);
}

/// The margin and how many positions are visited to find it.
fn effort(rules: &Othello, position: &Position) -> (i32, u64) {
    let mut visited = 0;
    let moves = position.legal_moves();
    let budget = &mut |more| {
        visited += more;
        u64::MAX
    };
    // So many buckets, of 64 bytes each.
    let mut job = EndgameJob::new(&moves, 21_845 * 64, budget);
    let lines = rules.solve_endgame(position, &mut job).expect("nothing stops it");
    (lines[0].margin / 2, visited)
}

/// Whoever only rearranges the solver leaves these counts as they are; whoever means to change what
/// it looks at says so in the commit. The margins are those of any solver.
#[test]
fn the_solver_visits_as_many_positions_as_ever() {
    let expected = [
        (Size::Eight, Scoring::Plain, 17, [(-36, 379_838), (4, 467_255), (-4, 933_338)]),
        (Size::Eight, Scoring::EmptiesToWinner, 17, [(-36, 379_242), (4, 468_406), (-4, 823_473)]),
        (Size::Six, Scoring::Plain, 18, [(-18, 138_736), (0, 4_580_305), (6, 299_159)]),
        (Size::Four, Scoring::EmptiesToWinner, 11, [(10, 952), (10, 1267), (10, 1264)]),
    ];
    for (size, scoring, empties, efforts) in expected {
        let rules = Othello::new(size, scoring).unwrap();
        let found = [1, 2, 3].map(|seed| effort(&rules, &random_position(&rules, empties, seed)));
        assert_eq!(found, efforts, "{size:?}, {scoring:?}, {empties} empty squares");
    }
}

/// An estimate that is made of nothing but the places of the discs, and counts how often it is asked.
struct Nonsense(AtomicU64);

impl Estimates<Position> for Nonsense {
    fn begin(&self) -> Box<dyn FnMut(&Position) -> i32 + '_> {
        Box::new(|position| {
            self.0.fetch_add(1, Relaxed);
            let mixed = (position.own() ^ position.opponent().rotate_left(7))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 50) as i32 - (1 << 13)
        })
    }
}

#[test]
fn no_estimate_changes_a_margin() {
    for scoring in SCORINGS {
        let rules = Othello::new(Size::Six, scoring).unwrap();
        for seed in 0..6 {
            // Enough squares for guesses of the score, which are wrong here.
            let position = random_position(&rules, 17, seed);
            let moves = position.legal_moves();
            for threads in [1, 2] {
                let nonsense = Nonsense(AtomicU64::new(0));
                let budget = &mut |_| u64::MAX;
                let mut job = EndgameJob::new(&moves, 1 << 20, budget)
                    .with_threads(threads)
                    .with_estimates(&nonsense);
                let lines = rules.solve_endgame(&position, &mut job).expect("nothing stops it");
                assert_eq!(lines[0].margin, 2 * solve(&position, scoring).0, "{position}");
                assert_eq!(result_of(&rules, &position, &lines[0].moves), lines[0].margin / 2);
                assert!(nonsense.0.into_inner() > 100, "it was hardly asked");
            }
        }
    }
}
