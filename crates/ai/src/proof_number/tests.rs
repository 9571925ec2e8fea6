//! What a search leaves in its table where play can go round in circles: each proof and disproof is
//! compared with retrograde analysis.

use core::sync::atomic::AtomicBool;

use games_core::{Game, Record, Side, seeded, toy::GraphGame};

use super::{
    ProofNumber, ProofNumberOptions,
    grounds::Grounds,
    knowledge::Knowledge,
    numbers::Numbers,
    table::{Entry, Standing, Table},
};
use crate::{Limits, Searcher};

/// What was found in tables.
#[derive(Default, Debug)]
struct Seen {
    proved: u32,
    disproved: u32,
    /// Disproofs that rest on a position of the path.
    by_path: u32,
    /// Those among them that hold on that path only.
    by_path_only: u32,
}

/// The same graph, in which nobody wins from one of the places.
fn without(graph: &GraphGame, place: u8) -> GraphGame {
    let mut places = graph.places().to_vec();
    places[usize::from(place)].1 = vec![place];
    GraphGame::new(places)
}

impl Seen {
    fn look_at(&mut self, player: &ProofNumber<GraphGame>, graph: &GraphGame) {
        let winners = graph.winners();
        let places = 0..winners.len() as u8;
        for (place, attacker) in places.clone().flat_map(|place| Side::BOTH.map(|s| (place, s))) {
            let entry = player.prover.table.get(graph.key(&place), attacker.index());
            let wins = |graph: &GraphGame| {
                let winner = graph.winners()[usize::from(place)];
                winner.is_some_and(|(side, _)| side == attacker)
            };
            let is_drawn = winners[usize::from(place)].is_none();
            let holds = match entry.map(|entry| entry.standing) {
                None | Some(Standing::Open(_)) => true,
                Some(Standing::Proved) => {
                    self.proved += 1;
                    wins(graph)
                }
                Some(Standing::Disproved { drawn }) => {
                    self.disproved += 1;
                    !wins(graph) && (drawn || !is_drawn)
                }
                Some(Standing::DisprovedBy { base }) => {
                    let base = places.clone().find(|place| graph.key(place) == base);
                    self.by_path += 1;
                    self.by_path_only += u32::from(wins(graph));
                    !wins(&without(graph, base.expect("a place")))
                }
            };
            assert!(holds, "{place} for {attacker:?}: {entry:?} in {graph:?}");
        }
    }
}

#[test]
fn what_is_stored_holds_on_every_path_that_it_is_stored_for() {
    let mut seen = Seen::default();
    for seed in 0..4000 {
        let graph = GraphGame::circle(&mut seeded(seed));
        // A search that is broken off has more that holds on its path only.
        for nodes in [8, 15, 30, 1000] {
            let mut player = ProofNumber::new(ProofNumberOptions::default());
            let limits = Limits { memory: 1 << 14, ..Limits::nodes(nodes) };
            // Each search uses the table of those before it, on other paths.
            for start in 0..graph.places().len() as u8 {
                let record = Record::from_position(graph.clone(), start, 0);
                player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
                seen.look_at(&player, &graph);
            }
        }
    }
    assert!(seen.proved > 30_000 && seen.disproved > 80_000, "{seen:?}");
    assert!(seen.by_path > 40_000 && seen.by_path_only > 150, "{seen:?}");
}

#[test]
fn a_disproof_by_a_position_holds_where_that_one_is_on_the_path_or_disproved() {
    let (base, key) = (1, 2);
    let mut table = Table::default();
    table.prepare(1 << 14, 100);
    let mut knowledge = Knowledge::new(table, u64::MAX);
    let known = |knowledge: &Knowledge| knowledge.known(key, &mut |plies| plies == 0);
    let put = |knowledge: &mut Knowledge, key, standing| {
        knowledge.put(key, Entry { standing, best: 0, effort: 1, plies: 0 });
    };

    put(&mut knowledge, key, Standing::DisprovedBy { base });
    assert_eq!(known(&knowledge), None);
    knowledge.path.push(base);
    assert_eq!(known(&knowledge), Some((Numbers::DISPROVED, Grounds::on(1))));
    knowledge.path.pop();
    put(&mut knowledge, base, Standing::Open(Numbers { proof: 1, disproof: 1 }));
    assert_eq!(known(&knowledge), None);
    put(&mut knowledge, base, Standing::Disproved { drawn: true });
    assert_eq!(known(&knowledge), Some((Numbers::DISPROVED, Grounds::DRAWN)));
}

/// What was proved where a position might be reached once more does not hold where it may not.
#[test]
fn a_table_is_emptied_when_other_positions_are_barred() {
    let circle = [(Side::First, vec![1]), (Side::Second, vec![0, 2]), (Side::First, vec![])];
    let game = GraphGame::new(circle).ending_at_occurrence(3);
    let mut player = ProofNumber::<GraphGame>::new(ProofNumberOptions::default());
    let mut keeps_what_it_knows = |line: &str| {
        let mut record = Record::new(game.clone());
        record.play_line(line).unwrap();
        // The key of no position.
        let known = player.prover.table.get(1, 0).is_some();
        let limits = Limits::nodes(100).with_memory(1 << 14);
        player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false));
        let known = known && player.prover.table.get(1, 0).is_some();
        let entry = Entry { standing: Standing::Proved, best: 0, effort: u32::MAX, plies: 1 };
        player.prover.table.put(1, 0, entry);
        known
    };
    assert!(!keeps_what_it_knows(""));
    assert!(keeps_what_it_knows("1"), "nothing stood twice and was left");
    assert!(!keeps_what_it_knows("1 0 1"), "place 0 did");
    assert!(!keeps_what_it_knows("1"), "none");
}
