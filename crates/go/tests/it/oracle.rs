//! Random games, ours and the slow implementation side by side.

use games_core::{Game, Notation, Record, Rng, entry::Choice, seeded};
use go::{Color, Go, Go9, Go19, Go25, Index, Ko, Move, Repetition, Rules, Scoring, Size, Suicide};

use crate::slow::Slow;

/// Plays a random game on both and compares everything at each ply. Passes are rare, so that
/// small boards fill up and are taken empty again and again.
fn compare<I: Index, const N: usize>(rules: Rules, seed: u64, plies: usize) -> usize {
    let game = Go::<I, N>::new(rules).expect("the size fits");
    let mut record = Record::new(game);
    let mut slow = Slow::new(rules);
    let mut rng = seeded(seed);
    for ply in 0..plies {
        let state = record.state();
        let place = || format!("{rules:?}, seed {seed}, ply {ply}: {}", game.state_text(state));
        let board = state.board();
        let coordinates = |at: (usize, usize)| board.point(at.0 as u8, at.1 as u8).unwrap();
        for at in slow.points() {
            let symbol = match board.color(coordinates(at)) {
                None => '.',
                Some(Color::Black) => 'b',
                Some(Color::White) => 'w',
            };
            assert_eq!(symbol, slow.board()[at.1][at.0], "board; {}", place());
            if symbol != '.' {
                let (group, around) = Slow::group(slow.board(), at);
                assert_eq!(board.chain_size(coordinates(at)), group.len(), "chain; {}", place());
                assert!(board.liberties(coordinates(at)) > 0 && around.contains(&'.'));
            }
        }
        let ko = state.ko().map(|p| board.coordinates(p));
        assert_eq!(ko, slow.ko().map(|(c, r)| (c as u8, r as u8)), "ko; {}", place());
        let taken = [Color::Black, Color::White].map(|c| state.prisoners_of(c) as i32);
        assert_eq!(taken, slow.taken, "prisoners; {}", place());
        assert_eq!(game.score(state), slow.score(), "score; {}", place());
        let is_over = record.end().is_some();
        let ends = slow.passes == 2
            || (rules.repetition == Repetition::Draw
                && record.last_move().is_some_and(|m| !m.is_pass())
                && slow.is_repeated());
        assert_eq!(is_over, ends, "end; {}", place());
        if is_over {
            return ply;
        }
        let expected: Vec<_> = slow.points().filter(|&at| slow.is_legal(at)).collect();
        let found: Vec<_> = game
            .list(state)
            .iter()
            .filter_map(|m| m.point())
            .map(|p| board.coordinates(p))
            .map(|(c, r)| (usize::from(c), usize::from(r)))
            .collect();
        assert_eq!(found, expected, "legal moves; {}", place());
        assert_eq!(game.count(state), expected.len() as u64 + 1, "count; {}", place());

        let pass = expected.is_empty() || rng.below(60) == 0;
        let at = (!pass).then(|| expected[rng.below(expected.len() as u32) as usize]);
        slow.play(at);
        record.play(at.map_or(Move::PASS, |at| Move::place(coordinates(at)))).unwrap();
    }
    plies
}

fn all_rules(size: &str) -> impl Iterator<Item = Rules> {
    let size = Size::parse(size).unwrap();
    Ko::VALUES.iter().flat_map(move |&ko| {
        Suicide::VALUES.iter().flat_map(move |&suicide| {
            Scoring::VALUES.iter().map(move |&scoring| {
                let plain = Rules { size, max_plies: 0, ..Rules::default() };
                Rules { ko, suicide, scoring, ..plain }
            })
        })
    })
}

#[test]
fn random_games_agree_with_the_slow_rules_on_small_boards() {
    let mut plies = 0;
    for size in ["1", "2", "3", "4", "5", "1x5", "5x1", "2x3", "4x3"] {
        for (i, rules) in all_rules(size).enumerate() {
            for seed in 0..3 {
                plies += compare::<u8, 128>(rules, seed * 100 + i as u64, 150);
            }
        }
    }
    // Were the games to end at once, nothing would have been compared.
    assert!(plies > 20_000, "{plies} plies");
}

#[test]
fn random_games_agree_with_the_slow_rules_on_middling_boards() {
    for size in ["7", "9", "10x9", "5x7"] {
        for (i, rules) in all_rules(size).enumerate() {
            compare::<u8, 128>(rules, i as u64, 120);
        }
    }
}

#[test]
fn random_games_agree_with_the_slow_rules_on_large_boards() {
    for (i, rules) in all_rules("19").chain(all_rules("13x17")).enumerate().step_by(7) {
        compare::<u16, 512>(rules, i as u64, 150);
    }
    for (i, rules) in all_rules("25").chain(all_rules("25x3")).enumerate().step_by(11) {
        compare::<u16, 1024>(rules, i as u64, 120);
    }
}

#[test]
fn repetitions_end_the_game_where_the_slow_rules_find_one() {
    let mut early = 0;
    for size in ["2", "3", "1x4"] {
        for rules in all_rules(size) {
            let rules = Rules { repetition: Repetition::Draw, ..rules };
            for seed in 0..10 {
                early += usize::from(compare::<u8, 128>(rules, seed, 100) < 100);
            }
        }
    }
    assert!(early > 100, "{early} games ended");
}

/// A count of all boards whose chains have liberties: sequence A094777 of the OEIS (J. Tromp).
#[test]
fn legal_boards_are_as_many_as_tromp_counted() {
    let count = |n: u8| {
        let points = u32::from(n) * u32::from(n);
        let game = Go9::new(Rules { size: Size::new(n, n).unwrap(), ..Rules::default() }).unwrap();
        let mut legal = 0;
        for mut code in 0..3_u32.pow(points) {
            let mut text = String::new();
            for i in 0..points {
                if i > 0 && i % u32::from(n) == 0 {
                    text.push('/');
                }
                text.push(['.', 'b', 'w'][(code % 3) as usize]);
                code /= 3;
            }
            legal += u32::from(game.parse_state(&text).is_ok());
        }
        legal
    };
    assert_eq!([1, 2, 3].map(count), [1, 57, 12_675]);
}

#[test]
fn the_three_widths_play_the_same_game() {
    fn line<I: Index, const N: usize>(rules: Rules) -> Vec<String> {
        let mut record = Record::new(Go::<I, N>::new(rules).unwrap());
        let mut rng = seeded(5);
        for _ in 0..200 {
            let moves = record.sorted_moves();
            let Some((_, m)) = moves.get(rng.below(moves.len() as u32) as usize) else { break };
            record.play(*m).unwrap();
        }
        record.move_texts()
    }
    let rules = crate::rules("preset=tromp-taylor,size=7");
    assert_eq!(line::<u8, 128>(rules), line::<u16, 512>(rules));
    assert_eq!(line::<u8, 128>(rules), line::<u16, 1024>(rules));
    assert!(
        Go9::new(crate::rules("size=10")).is_err() && Go19::new(crate::rules("size=10")).is_ok()
    );
    assert!(
        Go19::new(crate::rules("size=22")).is_err() && Go25::new(crate::rules("size=25")).is_ok()
    );
}
