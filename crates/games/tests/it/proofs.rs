//! Proof-number search on real games: against retrograde analysis of all positions, against
//! alpha-beta, and on problems with a published solution.

use std::{collections::HashMap, sync::atomic::AtomicBool};

use ai::{
    AlphaBeta, AlphaBetaOptions, Limits, ProofNumber, ProofNumberOptions, Report, Searcher, Value,
};
use games::visit;
use games_core::{
    Game, MoveList, Outcome, Record, Rng, Side,
    entry::{Playable, Visitor},
    seeded,
};

fn prove<G: Playable>(
    player: &mut ProofNumber<G>,
    record: &Record<G>,
    limits: &Limits,
) -> Report<G::Move> {
    player.think(record, limits, &mut |_| {}, &AtomicBool::new(false))
}

fn player<G: Playable>() -> ProofNumber<G> {
    ProofNumber::new(ProofNumberOptions::default())
}

fn result(value: Option<Value>) -> Option<i8> {
    match value {
        Some(Value::Exact { result, .. }) => Some(result),
        _ => None,
    }
}

fn random_move<G: Game>(game: &G, state: &G::State, rng: &mut impl Rng) -> G::Move {
    let moves = game.list(state);
    moves.as_slice()[rng.below(moves.as_slice().len() as u32) as usize]
}

/// A position after so many random plies, without its history.
fn random_position<G: Playable>(game: &G, plies: u32, rng: &mut impl Rng) -> Option<Record<G>> {
    let mut state = game.initial();
    for _ in 0..plies {
        if game.status(&state).is_over() {
            return None;
        }
        let m = random_move(game, &state, rng);
        game.apply(&mut state, m);
    }
    let record = Record::from_position(game.clone(), state, G::Clock::default());
    record.end().is_none().then_some(record)
}

/// Who wins each position that can be reached; nobody where the game is drawn or never ends.
fn solve<G: Game>(game: &G) -> HashMap<G::State, Option<Side>> {
    let start = game.initial();
    let mut index = HashMap::from([(start.clone(), 0)]);
    let mut states = vec![start];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut moves = Vec::new();
    let mut winners = Vec::new();
    while moves.len() < states.len() {
        let at = moves.len();
        let state = states[at].clone();
        winners.push(match game.status(&state).outcome() {
            Some(Outcome::Win(side)) => Some(side),
            _ => None,
        });
        let list = game.list(&state);
        moves.push(list.as_slice().len());
        for &m in list.as_slice() {
            let mut next = state.clone();
            game.apply(&mut next, m);
            let to = *index.entry(next.clone()).or_insert(states.len());
            if to == states.len() {
                states.push(next);
                before.push(Vec::new());
            }
            before[to].push(at);
        }
    }
    let mut todo: Vec<usize> = (0..states.len()).filter(|&at| winners[at].is_some()).collect();
    while let Some(at) = todo.pop() {
        for &from in &before[at] {
            if winners[from].is_none() {
                moves[from] -= 1;
                if winners[at] == Some(game.to_move(&states[from])) || moves[from] == 0 {
                    winners[from] = winners[at];
                    todo.push(from);
                }
            }
        }
    }
    index.into_iter().map(|(state, at)| (state, winners[at])).collect()
}

/// Compares random positions of a game with retrograde analysis, with large and tiny tables.
struct Agreement {
    positions: u32,
    plies: u32,
}

impl Visitor for Agreement {
    /// Positions that were lost, drawn and won.
    type Out = [u32; 3];

    fn visit<G: Playable>(self, game: G) -> [u32; 3] {
        let solved = solve(&game);
        let mut seen = [0; 3];
        for seed in 0..u64::from(self.positions) {
            let mut rng = seeded(seed);
            let plies = rng.below(self.plies + 1);
            let Some(record) = random_position(&game, plies, &mut rng) else { continue };
            let mover = record.to_move();
            let value = |winner: Option<Side>| match winner {
                None => 0,
                Some(side) if side == mover => 1,
                Some(_) => -1,
            };
            let expected = value(solved[record.state()]);
            seen[(expected + 1) as usize] += 1;
            for memory in [4 << 20, 1 << 12] {
                let limits = Limits::none().with_memory(memory).with_nodes(10_000_000);
                let report = prove(&mut player(), &record, &limits);
                let text = record.position_text();
                assert_eq!(result(report.value()), Some(expected), "{text}, {memory} bytes");
                let mut after = record.state().clone();
                game.apply(&mut after, report.best().unwrap());
                assert_eq!(value(solved[&after]), expected, "{text}, {memory} bytes: the move");
            }
        }
        seen
    }
}

/// Compares positions of a game; `kinds` tells which results must be among them: lost, drawn, won.
#[track_caller]
fn agree(id: &str, rules: &str, plies: u32, kinds: [bool; 3]) {
    let seen = visit(id, Some(rules), Agreement { positions: 12, plies }).unwrap();
    let missing = kinds.iter().zip(seen).any(|(&must, seen)| must && seen == 0);
    assert!(!missing, "{id} {rules}: {seen:?}");
}

#[test]
fn counting_games_agree_with_retrograde_analysis() {
    agree("ten", "target=31,steps=1+3+4", 12, [true, false, true]);
    agree("ten", "target=30,misere=true", 12, [true, false, true]);
}

#[test]
fn tic_tac_toe_agrees_with_retrograde_analysis() {
    agree("tictactoe", "rows=3,cols=3", 6, [false, true, false]);
    agree("tictactoe", "rows=3,cols=4,diagonals=true,misere=true", 7, [false, false, true]);
}

#[test]
fn northcott_agrees_with_retrograde_analysis() {
    agree("northcott", "rows=3,cols=6", 4, [true, false, true]);
    agree("northcott", "rows=3,cols=5,backward=true", 8, [true, false, true]);
    // Nobody can be forced to lock the other side in.
    agree("northcott", "rows=3,cols=4,backward=true,misere=true", 8, [false, true, false]);
}

#[test]
fn knights_dance_agrees_with_retrograde_analysis() {
    agree("knights-dance", "rows=5,cols=6", 6, [true, false, true]);
    agree("knights-dance", "rows=4,cols=4,jump_block=true", 4, [true, false, true]);
    agree("knights-dance", "rows=5,cols=5,misere=true", 6, [false, true, false]);
}

#[test]
fn surround_agrees_with_retrograde_analysis() {
    agree("surround", "rows=3,cols=5", 6, [true, false, true]);
    agree("surround", "rows=3,cols=3,wormholes=true,misere=true", 4, [true, false, true]);
}

#[test]
fn konane_where_a_side_goes_again_agrees_with_retrograde_analysis() {
    agree("konane", "rows=4,cols=4", 5, [true, false, true]);
    agree("konane", "rows=4,cols=4,any_piece=true,misere=true", 5, [true, false, true]);
}

#[test]
fn othello_on_16_squares_agrees_with_retrograde_analysis() {
    agree("othello", "size=4", 8, [true, false, true]);
}

/// Wherever both searches prove something, they prove the same.
struct BothProve {
    plies: u32,
    positions: u64,
}

impl Visitor for BothProve {
    type Out = u32;

    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut proved = 0;
        for seed in 0..self.positions {
            let mut rng = seeded(seed);
            let Some(record) = random_position(&game, self.plies, &mut rng) else { continue };
            let memory = 4 << 20;
            let limits = Limits::none().with_memory(memory).with_nodes(40_000);
            let ours = result(prove(&mut player(), &record, &limits).value());
            let mut alpha_beta = AlphaBeta::new(AlphaBetaOptions::default());
            let limits = Limits::depth(5).with_memory(memory);
            let theirs =
                alpha_beta.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false)).value();
            if let (Some(ours), Some(theirs)) = (ours, result(theirs)) {
                assert_eq!(ours, theirs, "{}", record.position_text());
                proved += 1;
            }
        }
        proved
    }
}

#[test]
fn what_alpha_beta_proves_is_proved_alike() {
    // Random games of chess hardly ever get near a mate.
    for (id, plies, least) in
        [("skak", 60, 5), ("chess", 90, 1), ("atomic", 25, 5), ("othello", 57, 5)]
    {
        let proved = visit(id, None, BothProve { plies, positions: 60 }).unwrap();
        assert!(proved >= least, "{id}: {proved}");
    }
}

/// A proved win is won against random play, move by move, by the rules of a game in progress.
struct WinsItsWins(u64);

impl Visitor for WinsItsWins {
    type Out = u32;

    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut won = 0;
        for seed in 0..self.0 {
            let mut rng = seeded(seed);
            let Some(mut record) = random_position(&game, 3, &mut rng) else { continue };
            let (side, start) = (record.to_move(), record.position_text());
            let mut player = player();
            // A tiny table forgets most proofs between two moves.
            let memory = if seed % 2 == 0 { 1 << 10 } else { 1 << 22 };
            let limits = Limits::none().with_memory(memory).with_nodes(2_000_000);
            if result(prove(&mut player, &record, &limits).value()) != Some(1) {
                continue;
            }
            while record.end().is_none() {
                let m = if record.to_move() == side {
                    prove(&mut player, &record, &limits).best().unwrap()
                } else {
                    random_move(&game, record.state(), &mut rng)
                };
                record.play(m).unwrap();
            }
            assert_eq!(record.outcome(), Some(Outcome::Win(side)), "{start}, seed {seed}");
            won += 1;
        }
        won
    }
}

#[test]
fn proved_wins_are_won_also_where_repetition_draws() {
    for (id, rules) in [
        ("knights-dance", "rows=6,cols=6"),
        ("northcott", "rows=2,cols=6,backward=true"),
        ("konane", "rows=4,cols=5"),
    ] {
        let won = visit(id, Some(rules), WinsItsWins(16)).unwrap();
        assert!(won >= 3, "{id}: {won}");
    }
}

/// Proves a problem within so many positions.
struct Problem<'a> {
    position: &'a str,
    nodes: u64,
}

impl Visitor for Problem<'_> {
    /// The result and the first move.
    type Out = (Option<i8>, String);

    fn visit<G: Playable>(self, game: G) -> (Option<i8>, String) {
        let record = Record::parse(game, self.position).unwrap();
        let limits = Limits::nodes(self.nodes).with_memory(16 << 20);
        let report = prove(&mut player(), &record, &limits);
        let m = report.best().unwrap();
        (result(report.value()), record.game().move_text(record.state(), m))
    }
}

#[track_caller]
fn mates(position: &str, key: Option<&str>, nodes: u64) {
    let (result, m) = visit("chess", None, Problem { position, nodes }).unwrap();
    assert_eq!(result, Some(1), "{position}");
    assert!(key.is_none_or(|key| key == m), "{position}: {m}");
}

#[test]
fn mates_of_chess_problems_are_proved() {
    // P. Morphy: mate in 2.
    mates("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Some("a1a6"), 100_000);
    // S. Loyd, Paris 1878: mate in 5 (no. 6 of V. Albillo's tests); slower mates are proofs, too.
    mates("7r/3B4/k7/8/6Qb/8/Kn6/6R1 w - - 0 1", None, 1_000_000);
    // L. Pervakov and K. Sumbatyan: mate in 46.
    mates("2N5/p4P2/p4RqP/P2krb2/5RNK/2PPBnP1/3P1pP1/5Q2 w - - 1 1", None, 2_000_000);
    // A queen against a bare king, up to mate in 10.
    mates("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", None, 4_000_000);
}

/// Black threatens mate in one, so White has to check for ever.
#[test]
fn perpetual_check_is_a_draw() {
    let position = "6k1/6p1/8/7Q/8/8/qq4PP/6K1 w - - 0 1";
    let (result, m) = visit("chess", None, Problem { position, nodes: 4_000_000 }).unwrap();
    assert_eq!((result, m.as_str()), (Some(0), "h5e8"));
}
