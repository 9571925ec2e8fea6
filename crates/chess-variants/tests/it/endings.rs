//! The numbers of endings: they lead where the rules lead, and back.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chess_variants::{
    atomic::Atomic,
    endings::{Endings, Fields},
    standard::Chess,
};
use games_core::{MoveList, Notation, Solvable, Space};

/// The first positions that arise from a start, with their keys.
fn first<G: Fields>(
    game: &G,
    space: &Endings<G>,
    start: &G::State,
    most: usize,
) -> BTreeMap<u64, G::State> {
    let mut known = BTreeMap::new();
    let mut open = VecDeque::from([start.clone()]);
    while let Some(state) = open.pop_front() {
        if known.len() == most {
            break;
        }
        let key = game.key_in(space, &state).expect("it arises from the start");
        if known.insert(key, state.clone()).is_none() {
            open.extend(after(game, &state));
        }
    }
    known
}

fn after<G: Fields>(game: &G, state: &G::State) -> Vec<G::State> {
    let moves = game.list(state);
    let after = moves.as_slice().iter().map(|&m| {
        let mut child = state.clone();
        game.apply(&mut child, m);
        child
    });
    after.collect()
}

fn check<G: Fields + Notation>(game: &G, fen: &str) {
    let start = game.parse_state(fen).unwrap();
    let space = game.space(&start).unwrap();
    let known = first(game, &space, &start, 3000);
    let children = |key| {
        let mut children = Vec::new();
        space.children(key, |child| children.push(child));
        children
    };
    for (&key, state) in &known {
        let text = game.state_text(state);
        assert_eq!(space.to_move(key), game.to_move(state), "{text}");
        assert_eq!(space.children(key, |_| {}), game.status(state), "{text}");
        let listed = children(key);
        let by_rules: BTreeSet<u64> =
            after(game, state).iter().map(|child| game.key_in(&space, child).unwrap()).collect();
        assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), by_rules, "{text}");
        assert_eq!(listed.len(), by_rules.len(), "a child comes twice: {text}");
        for child in listed {
            assert!(space.tier(child) >= space.tier(key), "{text}");
            if space.tier(child) == space.tier(key) {
                let mut times = 0;
                space.parents(child, |parent| times += u32::from(parent == key));
                assert_eq!(times, 1, "a parent of one of its children: {text}");
            }
        }
        space.parents(key, |parent| {
            if let Some(before) = known.get(&parent) {
                let is_parent = game.status(before).is_over() || children(parent).contains(&key);
                assert!(is_parent, "{} leads to {text}", game.state_text(before));
            }
        });
    }
}

const PAWNS: [&str; 6] = [
    // Double steps past a pawn of the other side, for either side, in the middle and at the edge.
    "7k/8/8/8/2p5/8/1P6/K7 w - - 0 1",
    "k7/6p1/8/7P/8/8/8/7K b - - 0 1",
    // The capture is barred: it would open a line to the king.
    "8/8/8/8/k1p4R/8/1P6/K7 w - - 0 1",
    "8/1P6/8/8/8/2k5/8/K7 w - - 0 1",
    "3r4/2P5/8/8/8/2k5/8/K7 w - - 0 1",
    "8/8/8/2pP4/8/2k5/8/K7 w - c6 0 1",
];

#[test]
fn keys_lead_where_the_rules_lead_and_back() {
    for fen in PAWNS {
        check(&Chess::default(), fen);
        check(&Atomic::default(), fen);
    }
    for fen in [
        "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
        "7k/8/8/4q3/8/8/8/K1R5 w - - 0 1",
        "7k/8/8/8/8/8/R7/KN1B4 b - - 0 1",
    ] {
        if !fen.contains('q') {
            check(&Chess::default(), fen);
        }
        check(&Atomic::default(), fen);
    }
    // The kings may touch.
    check(&Atomic::default(), "8/8/8/8/8/8/1k5q/K7 w - - 0 1");
}

#[test]
fn positions_with_too_many_men_or_rights_are_refused() {
    let refusal = |fen: &str| {
        let start = Chess::default().parse_state(fen).unwrap();
        Chess::default().space(&start).map(|_| ()).unwrap_err().to_string()
    };
    let message = refusal("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    assert_eq!(message, "there are 32 men; endings with at most 5 are solved");
    let message = refusal("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(message.contains("rights to castle"), "{message}");
    let chess = Chess::default();
    let few = chess.parse_state("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let space = chess.space(&few).unwrap();
    let initial = chess.parse_state("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(chess.key_in(&space, &initial), None, "a right to castle has no key");
}
