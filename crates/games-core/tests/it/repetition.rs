//! Games in which positions come again: what a record keeps of them, and what a count of lines does.

use games_core::{Outcome, Perft, Record, Rng, Side, seeded, toy::GraphGame};

/// 0 and 1 lead to each other, and both to 2, from where the way leads back to 0.
fn triangle() -> GraphGame {
    GraphGame::new([(Side::First, vec![1, 2]), (Side::Second, vec![0, 2]), (Side::Second, vec![0])])
}

#[test]
fn a_repetition_that_is_taken_back_has_not_happened() {
    let mut record = Record::new(triangle());
    record.play_line("1 0 1 0").unwrap();
    assert_eq!(record.occurrences(), 3);
    for _ in 0..3 {
        record.undo();
        record.undo();
        assert_eq!((record.plies(), record.occurrences()), (2, 2));
        record.play_line("2 0").unwrap();
        assert_eq!(record.occurrences(), 3);
        // What stood at the same ply before would count here.
        record.play_line("1 0").unwrap();
        assert_eq!(record.occurrences(), 4);
        record.undo();
        record.undo();
    }
}

#[test]
fn a_game_that_ended_by_repetition_ends_there_again_after_it_was_taken_back() {
    let mut record = Record::new(triangle().ending_at_occurrence(4));
    for _ in 0..4 {
        record.play_line("1 0 2 0 1").unwrap();
        assert_eq!(record.outcome(), None);
        record.play_line("0").unwrap();
        let end = record.end().map(|end| (end.outcome, end.reason));
        assert_eq!(end, Some((Outcome::Draw, "repetition")));
        while record.undo().is_some() {}
    }
}

#[test]
fn positions_with_the_same_key_are_told_apart() {
    // 0 and 4 have the same key.
    let line = (0..5).map(|place| (Side::First, vec![(place + 1) % 5]));
    let mut record = Record::new(GraphGame::new(line.collect::<Vec<_>>()));
    record.play_line("1 2 3 4").unwrap();
    assert_eq!(record.occurrences(), 1);
    record.play_line("0").unwrap();
    assert_eq!(record.occurrences(), 2);
}

#[test]
fn a_game_that_ends_after_so_many_plies_counts_those_before_its_start() {
    let mut record = Record::parse(triangle().ending_after(5), "1 3").unwrap();
    record.play_line("2").unwrap();
    assert_eq!((record.position_text().as_str(), record.outcome()), ("2 4", None));
    record.play_line("0").unwrap();
    assert_eq!(record.end().map(|end| end.reason), Some("too long"));
    record.undo();
    assert_eq!((record.position_text().as_str(), record.outcome()), ("2 4", None));
    assert!(Record::parse(triangle().ending_after(5), "1 5").unwrap().end().is_some());
}

/// The number of walks of each length from each place, by adding up those of its targets.
fn walks(graph: &GraphGame, length: u32) -> Vec<u64> {
    (0..length).fold(vec![1; graph.places().len()], |shorter, _| {
        let below = |targets: &Vec<u8>| targets.iter().map(|&to| shorter[usize::from(to)]).sum();
        graph.places().iter().map(|(_, targets)| below(targets)).collect()
    })
}

/// A place is reached at many depths, and each has a count of its own.
#[test]
fn perft_with_a_table_counts_the_walks_on_a_graph() {
    let mut walked = 0;
    for seed in 0..200 {
        let mut rng = seeded(seed);
        let graph = GraphGame::random(2 + rng.below(7) as u8, &mut rng);
        for bytes in [0, 100, 1 << 16] {
            for depth in 0..=10 {
                let count = Perft::new().table_bytes(bytes).count(&graph, &0, depth);
                let expected = walks(&graph, depth)[0];
                assert_eq!(count, Ok(expected), "seed {seed}, {bytes} bytes, depth {depth}");
                walked += u64::from(expected > 100);
            }
        }
    }
    assert!(walked > 300, "{walked}");
}
