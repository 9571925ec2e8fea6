//! Go against the crate `board-game`: counting lines, and random games that fill no eyes.
//! `cargo xtask bench go`.
//!
//! `board-game` has no playouts. They are written here over its chains, which is its fastest way:
//! no history, a stone placed by the same call that tells whether it is legal, the neighbors of
//! every point in a table. Both sides draw from the same generator and end a game when neither
//! color has a move.
//!
//! All runs are interleaved and measured in processor time, so that other work on the machine
//! touches both sides alike and the ratios mean something.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;

use board_game::{
    board::Player,
    games::go::{Chains, FlatTile, GoBoard, Komi, Rules as PeerRules},
    util::game_stats,
};
use games_bench::{ProcessorClock, median};
use games_core::{Game, Perft, seeded};
use go::{Go, Go9, Go19, Index, Policy, Preset, Rules, Size};
use rand_0_8::{RngCore, SeedableRng, rngs::SmallRng};

const PERFT_DEPTH: u32 = 4;
/// In the tests of `board-game` too.
const PERFT_COUNT: u64 = 42_002_809;

/// Moves in one measurement of playouts, about.
const MOVES: u64 = 300_000;

/// Games in one measurement of whole playouts.
const GAMES: u64 = 1000;

/// The one generator of both sides.
struct Shared(SmallRng);

impl games_core::Rng for Shared {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

fn main() {
    // Cargo hands the same filter to all benchmarks.
    let filter = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    let groups: [(&str, fn()); 3] = [
        ("go/perft-9x9-depth-4", perft),
        ("go/light-playout-moves", playouts),
        ("go/playouts-9x9", policies),
    ];
    for (name, run) in groups {
        if filter.as_ref().is_none_or(|part| name.contains(part.as_str())) {
            println!("{name}");
            run();
        }
    }
}

/// Runs several ways of doing something in turn, `rounds` times, and prints for each the units a
/// second, and how its speed compares with that of the first.
fn compare(unit: &str, rounds: usize, ways: &mut [(&str, &mut dyn FnMut() -> u64)]) {
    let mut seconds = vec![Vec::new(); ways.len()];
    for _ in 0..=rounds {
        for (i, (_, run)) in ways.iter_mut().enumerate() {
            let clock = ProcessorClock::start();
            let units = run();
            seconds[i].push(clock.seconds() / units as f64);
        }
    }
    // The first round warms up.
    for times in &mut seconds {
        times.remove(0);
    }
    for (i, (name, _)) in ways.iter().enumerate() {
        let ratios = seconds[0].iter().zip(&seconds[i]).map(|(a, b)| b / a).collect();
        let speed = 1.0 / median(seconds[i].clone()) / 1e6;
        let ratio = median(ratios);
        println!("  {name:<24} {speed:>9.3} M {unit}/s, {ratio:>6.2} times the cost of the first");
    }
}

fn perft() {
    let game = Go9::new(Rules::default()).expect("9x9 fits");
    let superko = Go9::new(Rules::preset(Preset::Cgos, Size::NINE)).expect("9x9 fits");
    let peer = GoBoard::new(9, Komi::new(13), PeerRules::cgos());
    let count = |game: &Go9| {
        let count = Perft::new().count(game, black_box(&game.initial()), PERFT_DEPTH);
        assert_eq!(count, Ok(PERFT_COUNT));
        PERFT_COUNT
    };
    compare(
        "leaves",
        5,
        &mut [
            ("ours", &mut || count(&game)),
            ("board-game", &mut || {
                assert_eq!(game_stats::perft(black_box(&peer), PERFT_DEPTH), PERFT_COUNT);
                PERFT_COUNT
            }),
            ("ours, superko", &mut || count(&superko)),
        ],
    );
}

fn playouts() {
    let nine = Go9::new(Rules::default()).expect("9x9 fits");
    let size = Size::new(19, 19).expect("19 is a size");
    let nineteen = Go19::new(Rules::preset(Preset::Seed, size)).expect("19x19 fits");
    let mut peer_rng = SmallRng::seed_from_u64(1);
    let mut rngs = [1, 1].map(|seed| Shared(SmallRng::seed_from_u64(seed)));
    let [rng, rng_19] = &mut rngs;
    compare(
        "moves",
        9,
        &mut [
            ("ours, 9x9", &mut || our_moves(&nine, Policy::Light, rng)),
            ("board-game, 9x9", &mut || peer_moves(&mut peer_rng)),
            ("ours, 19x19", &mut || our_moves(&nineteen, Policy::Light, rng_19)),
        ],
    );
}

/// Whole playouts at about the usual price: see `go/light-playout-moves` for moves a second.
fn policies() {
    let game = Go9::new(Rules::default()).expect("9x9 fits");
    let playouts = |policy, rng: &mut Shared| {
        for _ in 0..GAMES {
            black_box(game.playout(&mut game.initial(), policy, rng, 1000));
        }
        GAMES
    };
    let mut rngs = [1, 1].map(|seed| Shared(SmallRng::seed_from_u64(seed)));
    let [light, patterns] = &mut rngs;
    let mut rng = seeded(1);
    compare(
        "playouts",
        9,
        &mut [
            ("light", &mut || playouts(Policy::Light, light)),
            ("patterns", &mut || playouts(Policy::Patterns, patterns)),
            ("uniform with passes", &mut || {
                for _ in 0..GAMES {
                    let mut state = game.initial();
                    while let Ok(m) = game.random_move(&state, &mut rng) {
                        game.apply(&mut state, m);
                    }
                }
                GAMES
            }),
        ],
    );
}

/// Plays games until `MOVES` were made, and checks how long they are and who wins them: on both
/// sides about 111 plies on 9x9, of which Black wins 45 in 100 after a komi of 6.5.
fn our_moves<I: Index, const N: usize>(game: &Go<I, N>, policy: Policy, rng: &mut Shared) -> u64 {
    let (mut moves, mut games, mut wins) = (0, 0, 0);
    while moves < MOVES {
        let (mut state, mut last) = (game.initial(), None);
        while let Some(m) = game.policy_move(&state, last, policy, rng) {
            game.apply(&mut state, m);
            last = Some(m);
            moves += 1;
        }
        games += 1;
        wins += u64::from(game.score(&state) > 0);
    }
    let plies = moves / games;
    let expected = if game.rules().size == Size::NINE { 105..117 } else { 430..480 };
    assert!(expected.contains(&plies), "{plies} plies a game");
    assert!((30..60).contains(&(100 * wins / games)), "Black wins {wins} of {games}");
    moves
}

fn peer_moves(rng: &mut SmallRng) -> u64 {
    let board = PeerBoard::new();
    let (mut moves, mut games, mut wins) = (0, 0, 0);
    while moves < MOVES {
        let (plies, margin) = board.playout(rng);
        moves += plies;
        games += 1;
        wins += u64::from(2 * margin > 13);
    }
    let plies = moves / games;
    assert!((105..125).contains(&plies), "{plies} plies a game");
    assert!((30..60).contains(&(100 * wins / games)), "Black wins {wins} of {games}");
    moves
}

struct PeerBoard {
    adjacent: Vec<Vec<FlatTile>>,
    diagonal: Vec<Vec<FlatTile>>,
    empty: Chains,
}

impl PeerBoard {
    fn new() -> Self {
        let near = |a: FlatTile, b: FlatTile, diagonal: bool| {
            let (a, b) = (a.to_tile(9), b.to_tile(9));
            let (dx, dy) = (a.x().abs_diff(b.x()), a.y().abs_diff(b.y()));
            if diagonal { (dx, dy) == (1, 1) } else { dx + dy == 1 }
        };
        let table = |diagonal: bool| {
            FlatTile::all(9)
                .map(|a| FlatTile::all(9).filter(|&b| near(a, b, diagonal)).collect())
                .collect()
        };
        Self { adjacent: table(false), diagonal: table(true), empty: Chains::new(9) }
    }

    fn is_eye(&self, chains: &Chains, tile: FlatTile, color: Player) -> bool {
        let i = usize::from(tile.index());
        if self.adjacent[i].iter().any(|&t| chains.stone_at(t) != Some(color)) {
            return false;
        }
        let diagonal = &self.diagonal[i];
        let foes = diagonal.iter().filter(|&&t| chains.stone_at(t) == Some(color.other())).count();
        foes + usize::from(diagonal.len() < 4) < 2
    }

    fn playout(&self, rng: &mut SmallRng) -> (u64, i32) {
        const TRIES: usize = 8;
        let mut chains = self.empty.clone();
        let (mut color, mut passes, mut plies) = (Player::A, 0, 0);
        // The board before the last ply, which simple ko bars.
        let mut before = chains.zobrist();
        while passes < 2 && plies < 1000 {
            let now = chains.zobrist();
            let place = |chains: &mut Chains, tile| {
                let placed = chains.place_stone_if(tile, color, |sim| {
                    !sim.kind.is_suicide() && sim.next_zobrist != before
                });
                matches!(placed, Ok((_, true)))
            };
            let mut placed = false;
            for _ in 0..TRIES {
                let Some(tile) = chains.random_empty_tile(rng) else { break };
                if !self.is_eye(&chains, tile, color) && place(&mut chains, tile) {
                    placed = true;
                    break;
                }
            }
            if !placed {
                let tile = chains.random_empty_tile_where(rng, |tile| {
                    !self.is_eye(&chains, tile, color)
                        && chains
                            .simulate_place_stone_minimal(tile, color)
                            .is_ok_and(|sim| !sim.kind.is_suicide() && sim.next_zobrist != before)
                });
                placed = tile.is_some_and(|tile| place(&mut chains, tile));
            }
            before = now;
            passes = if placed { 0 } else { passes + 1 };
            color = color.other();
            plies += 1;
        }
        let score = chains.score();
        (plies, score.a as i32 - score.b as i32)
    }
}
