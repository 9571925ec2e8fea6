//! Endings of chess, atomic chess and Skak, compared with what others found and with the
//! definitions.

use core::sync::atomic::AtomicBool;

use chess_variants::{
    Fen, Kind, Man, Square,
    atomic::Atomic,
    standard::{Chess, Position},
};
use games_core::{
    Dihedral, Game, MoveList, Notation, Outcome, Rng, Side, Solvable, Space, Status, seeded,
    solvable::{
        AnySpace, NotSolvable,
        few_men::{FewMen, FewMenSpace, Gait, Man as FewMan},
    },
};
use ludii_skak::{Ruleset, Skak};
use solver::{Job, SolvedSpace, SolvedValue, Summary, solve};

use crate::solving::{check_by_definition, run, solved};

/// All placements of two kings and a piece of White's that are legal with White to move.
fn legal_placements(kind: Kind) -> u64 {
    let mut legal = 0;
    for squares in 0..64_usize.pow(3) {
        let squares = [squares % 64, squares / 64 % 64, squares / 4096];
        let squares = squares.map(|index| Square::from_index(index).expect("below 64"));
        let mut fen = Fen::empty();
        let men = [(Side::First, Kind::King), (Side::Second, Kind::King), (Side::First, kind)];
        for (square, (side, kind)) in squares.into_iter().zip(men) {
            fen.men[square] = Some(Man { side, kind });
        }
        let are_apart = fen.men.iter().count() == 3;
        legal += u64::from(are_apart && Position::from_fields(&fen).is_ok());
    }
    legal
}

/// With a rook or a queen against a bare king, White wins whenever it is to move: in 16 moves at
/// most with a rook, in 10 with a queen, which is what every table since T. Ströhlein's
/// (Untersuchungen über kombinatorische Spiele, 1970) says.
fn check_against_a_bare_king(fen: &str, kind: Kind, moves: usize) -> Summary {
    let (_, summary) = solved(&Chess::standard(), fen);
    assert_eq!(summary.count(SolvedValue::Win), legal_placements(kind), "{fen}");
    assert_eq!(summary.by_remoteness(SolvedValue::Win).len(), 2 * moves, "{fen}");
    assert_eq!(summary.by_remoteness(SolvedValue::Lose).len(), 2 * moves + 1, "{fen}");
    summary
}

#[test]
fn a_rook_mates_within_sixteen_moves() {
    check_against_a_bare_king("8/8/8/8/8/2k5/8/K6R w - - 0 1", Kind::Rook, 16);
}

#[test]
fn a_queen_mates_within_ten_moves() {
    let fen = "8/8/8/8/8/2k5/8/K3Q3 b - - 0 1";
    let summary = check_against_a_bare_king(fen, Kind::Queen, 10);
    // Published counts of this table have 23,048 drawn positions: stalemate, or the queen
    // is lost. 3612 placements of two bare kings come after these,
    // with either side to move.
    let not_won = summary.count(SolvedValue::Tie) + summary.count(SolvedValue::Draw);
    assert_eq!(not_won, 23_048 + 2 * 3612);
    assert_eq!(summary.by_remoteness(SolvedValue::Tie).len(), 1, "nobody is forced into stalemate");
}

#[test]
fn mates_stalemates_and_endless_play_are_told_apart() {
    let start = |fen: &str| {
        let (start, _) = solved(&Chess::standard(), fen);
        (start.value, start.remoteness)
    };
    // Two kings never end it.
    assert_eq!(start("8/8/8/8/8/2k5/8/K7 w - - 0 1"), (SolvedValue::Draw, None));
    assert_eq!(start("k7/8/1QK5/8/8/8/8/8 b - - 0 1"), (SolvedValue::Tie, Some(0)), "stalemate");
    assert_eq!(start("7k/8/5KQ1/8/8/8/8/8 w - - 0 1"), (SolvedValue::Win, Some(1)));
    let (start, _) = solved(&Atomic::standard(), "8/8/8/8/8/2k5/8/K7 w - - 0 1");
    assert_eq!((start.value, start.remoteness), (SolvedValue::Draw, None));
}

/// With a pawn on the files a to d against a bare king: whether White wins, with itself to move or
/// Black. No distances, and no men but these three: a promotion wins if the new piece is safe.
struct PawnEnding {
    won: Vec<bool>,
}

/// Side to move (0 is White), White's king, pawn, Black's king.
type Placement = [usize; 4];

fn are_near(a: usize, b: usize) -> bool {
    a != b && (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

fn near(square: usize) -> impl Iterator<Item = usize> {
    let around = square.saturating_sub(9)..64.min(square + 10);
    around.filter(move |&other| are_near(square, other))
}

fn strikes(pawn: usize, square: usize) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

impl PawnEnding {
    fn new() -> Self {
        let mut table = Self { won: vec![false; 1 << 19] };
        loop {
            let mut changed = false;
            for at in Self::legal() {
                let [to_move, king, pawn, black] = at;
                if !table.is_won(at) {
                    let is_won = match to_move {
                        0 => table.wins(king, pawn, black),
                        _ => table.loses(king, pawn, black),
                    };
                    table.won[Self::index(at)] = is_won;
                    changed |= is_won;
                }
            }
            if !changed {
                return table;
            }
        }
    }

    fn index([to_move, king, pawn, black]: Placement) -> usize {
        to_move << 18 | king << 12 | pawn << 6 | black
    }

    fn is_won(&self, at: Placement) -> bool {
        self.won[Self::index(at)]
    }

    /// Who is not to move is not in check.
    fn legal() -> impl Iterator<Item = Placement> + Clone {
        (0..1_usize << 19).map(|n| [n >> 18, n >> 12 & 63, n >> 6 & 63, n & 63]).filter(
            |&[to_move, king, pawn, black]| {
                (8..56).contains(&pawn)
                    && pawn % 8 < 4
                    && king != pawn
                    && pawn != black
                    && king != black
                    && !are_near(king, black)
                    && (to_move == 1 || !strikes(pawn, black))
            },
        )
    }

    fn wins(&self, king: usize, pawn: usize, black: usize) -> bool {
        let mut steps = near(king).filter(|&to| to != pawn && !are_near(to, black));
        let is_open = |to: usize| to != king && to != black;
        let one = pawn + 8;
        let pushes = match pawn / 8 {
            _ if !is_open(one) => false,
            6 => are_near(king, one) || !are_near(black, one),
            1 if is_open(one + 8) && self.is_won([1, king, one + 8, black]) => true,
            _ => self.is_won([1, king, one, black]),
        };
        pushes || steps.any(|to| self.is_won([1, to, pawn, black]))
    }

    /// A pawn that can be taken is one that does not win.
    fn loses(&self, king: usize, pawn: usize, black: usize) -> bool {
        let is_safe = |to: &usize| *to != king && !are_near(king, *to) && !strikes(pawn, *to);
        let mut steps = near(black).filter(is_safe).peekable();
        steps.peek().is_some() && steps.all(|to| to != pawn && self.is_won([0, king, pawn, to]))
    }
}

/// The value of a position; if no play reaches it, by those after its moves. Some that are counted
/// are not reached: a king behind its pawn that gives check, or all that can only come from there.
fn value_of(solution: &SolvedSpace, space: &FewMenSpace<Chess>, state: &Position) -> SolvedValue {
    let game = Chess::standard();
    if let Some(found) = solution.get(game.key_in(space, state).unwrap().into()) {
        return found.value;
    }
    let moves = game.list(state);
    let after = moves.as_slice().iter().map(|&m| {
        let mut child = *state;
        game.apply(&mut child, m);
        value_of(solution, space, &child)
    });
    let after: Vec<_> = after.collect();
    if after.contains(&SolvedValue::Lose) {
        SolvedValue::Win
    } else if !after.is_empty() && after.iter().all(|&value| value == SolvedValue::Win) {
        SolvedValue::Lose
    } else {
        SolvedValue::Draw
    }
}

#[test]
fn a_pawn_wins_where_others_found_that_it_does_within_twenty_eight_moves() {
    let table = PawnEnding::new();
    // Legal and won positions on all files, with White to move and with Black: S. J. Edwards
    // (1996), as M. van Kervinck's pfkpk has them.
    let count = |side| {
        let legal = PawnEnding::legal().filter(|at| at[0] == side);
        let won = legal.clone().filter(|&at| table.is_won(at));
        (2 * legal.count(), 2 * won.count())
    };
    assert_eq!([count(0), count(1)], [(163_328, 124_960), (168_024, 97_604)]);

    let game = Chess::standard();
    let start = game.parse_state("8/8/8/8/8/4k3/1P6/K7 w - - 0 1").unwrap();
    let solution = run(&game, &start, &Job::default().with_threads(2));
    let space = game.space(&start).unwrap();
    let mut compared = 0;
    for at in PawnEnding::legal().filter(|at| at[2] % 8 == 1) {
        let [to_move, king, pawn, black] = at;
        let mut fen = Fen::empty();
        let men = [
            (king, Side::First, Kind::King),
            (pawn, Side::First, Kind::Pawn),
            (black, Side::Second, Kind::King),
        ];
        for (square, side, kind) in men {
            let square = Square::from_index(square).expect("below 64");
            fen.men[square] = Some(Man { side, kind });
        }
        fen.to_move = Side::BOTH[to_move];
        let state = Position::from_fields(&fen).unwrap();
        let found = value_of(&solution, &space, &state);
        let expected = match (table.is_won(at), to_move) {
            (true, 0) => found == SolvedValue::Win,
            (true, _) => found == SolvedValue::Lose,
            (false, _) => matches!(found, SolvedValue::Tie | SolvedValue::Draw),
        };
        assert!(expected, "{}: {found:?}", game.state_text(&state));
        compared += 1;
    }
    assert!(compared > 40_000, "{compared}");
    assert_eq!(solution.summary().by_remoteness(SolvedValue::Win).len(), 2 * 28);
}

#[test]
fn endings_of_skak_are_worth_what_the_definitions_say() {
    // Pawns that block each other: the kings walk, and whoever takes a pawn may have won.
    for ruleset in Ruleset::ALL {
        let summary = check_by_definition(&Skak::new(ruleset), "8/8/8/1k6/p7/P7/8/4K3 w - -");
        assert!(
            [SolvedValue::Win, SolvedValue::Lose, SolvedValue::Draw]
                .iter()
                .all(|&v| summary.count(v) > 100)
        );
    }
    // One pawn more, which goes on when the one before it is gone.
    check_by_definition(&Skak::new(Ruleset::Four), "8/8/8/8/p7/P7/P3k3/7K b - -");
    // Under a king, friend or enemy, who leaves, is moved by the pawn, or is mated on it.
    for text in [
        "8/8/8/8/3p4/3(PK)4/8/k7 b - -",
        "8/8/8/8/3p4/3(Pk)4/8/7K w - -",
        "8/8/3(pK)4/3P4/8/8/8/k7 w - -",
    ] {
        check_by_definition(&Skak::new(Ruleset::Three), text);
    }
}

#[test]
fn whoever_bares_the_king_in_skak_wins_at_once() {
    let one = Skak::new(Ruleset::One);
    let counts = |text: &str| {
        let (start, summary) = solved(&one, text);
        let counts = SolvedValue::ALL.map(|value| summary.count(value));
        (start.value, start.remoteness, counts)
    };
    let order = SolvedValue::ALL;
    assert_eq!(order, [SolvedValue::Win, SolvedValue::Lose, SolvedValue::Tie, SolvedValue::Draw]);
    // The other side is bare when its turn comes, whatever is moved: 3 moves of the king, 7 up
    // the h-file and 6 along the first rank.
    let (value, remoteness, counted) = counts("8/8/8/4k3/8/8/8/K6R w - -");
    assert_eq!((value, remoteness, counted), (SolvedValue::Win, Some(1), [1, 16, 0, 0]));
    // With a right to castle: 2 along the rank, 7 up, 5 of the king, and castling.
    assert_eq!(counts("8/8/8/4k3/8/8/8/4K2R w e1h1 -").2, [1, 15, 0, 0]);
    assert_eq!(counts("8/8/8/4k3/8/8/8/K6R b - -"), (SolvedValue::Lose, Some(0), [0, 1, 0, 0]));
    // The last man but the king falls, and taking back comes too late.
    let (start, _) = solved(&one, "8/8/8/8/p7/P1k5/8/2K5 b - -");
    assert_eq!((start.value, start.remoteness), (SolvedValue::Win, Some(3)), "b3, and takes a3");
}

/// Solves a folded ending.
fn folded<G: FewMen>(game: &G, start: &G::State) -> SolvedSpace {
    let space = AnySpace::new(game.folded_space(start).expect("it has no pawns"));
    let job = Job::default().with_threads(2);
    solve(&space, &job, &mut |_| {}, &AtomicBool::new(false)).expect("it is small")
}

/// Compares an ending of two kings and a queen, folded and not, position by position.
fn check_folded<G: FewMen + Notation>(game: &G, fen: &str) -> [Summary; 2] {
    let start = game.parse_state(fen).unwrap();
    let spaces = [game.space(&start).unwrap(), game.folded_space(&start).unwrap()];
    let solutions = [run(game, &start, &Job::default()), folded(game, &start)];
    let mut compared = 0;
    for n in 0..1_usize << 19 {
        let squares = [n & 63, n >> 6 & 63, n >> 12 & 63].map(|square| square as u8);
        let men =
            [(Side::First, Gait::King), (Side::Second, Gait::King), (Side::First, Gait::Queen)];
        let man = |(side, gait)| FewMan { side, gait, is_marked: false };
        let men: Vec<_> = squares.into_iter().zip(men.map(man)).collect();
        let Some(state) = game.position_of(&men, Side::BOTH[n >> 18], None) else { continue };
        let key = |i: usize| game.key_in(&spaces[i], &state).map(u128::from);
        if let Some(found) = solutions[0].get(key(0).unwrap()) {
            let shared = solutions[1].get(key(1).unwrap());
            assert_eq!(shared, Some(found), "{}", game.state_text(&state));
            compared += 1;
        }
    }
    assert!(compared > 300_000, "{fen}: {compared}");
    solutions.map(|solution| solution.summary().clone())
}

#[test]
fn folded_endings_are_worth_what_they_are_without_folding() {
    let fen = "8/8/8/8/8/2k5/8/K3Q3 b - - 0 1";
    let [plain, folded] = check_folded(&Chess::standard(), fen);
    // All of these positions arise, so that those with their images are as many.
    for value in SolvedValue::ALL {
        assert_eq!(folded.by_remoteness(value), plain.by_remoteness(value));
        assert_eq!(folded.count(value), plain.count(value));
    }
    assert!((7.9..8.0).contains(&(plain.keys as f64 / folded.keys as f64)));
    check_folded(&Atomic::standard(), fen);
}

/// Looks at five men on squares drawn by lot: all images of a position have one key, the keys after
/// its moves are the same from whichever side one looks, and back from these leads to it.
fn check_images<G: FewMen + Notation>(game: &G, start: &str) {
    let space = game.folded_space(&game.parse_state(start).unwrap()).unwrap();
    let (mut rng, mut tried) = (seeded(7), 0);
    let mut men = Vec::new();
    game.each_man(&game.parse_state(start).unwrap(), |square, man| men.push((square, man)));
    while tried < 300 {
        let mut squares: Vec<u8> = (0..64).collect();
        for (i, man) in men.iter_mut().enumerate() {
            let other = i + rng.next_u64() as usize % (64 - i);
            squares.swap(i, other);
            man.0 = squares[i];
        }
        let to_move = Side::BOTH[tried % 2];
        let position = |g| {
            let turned = |&(square, man): &(u8, FewMan)| {
                let (file, row) = Dihedral::new(g).map(8, (square % 8, square / 8));
                (8 * row + file, man)
            };
            game.position_of(&men.iter().map(turned).collect::<Vec<_>>(), to_move, None)
        };
        let Some(state) = position(0) else { continue };
        if game.parse_state(&game.state_text(&state)).is_err() {
            continue;
        }
        tried += 1;
        let key = game.key_in(&space, &state).unwrap();
        let mut listed = Vec::new();
        let status = space.children(key, &mut listed);
        for g in 0..8 {
            let state = position(g).unwrap();
            assert_eq!(game.key_in(&space, &state), Some(key), "{}", game.state_text(&state));
            let mut after: Vec<u64> = Vec::new();
            for &m in game.list(&state).as_slice() {
                let mut child = state.clone();
                game.apply(&mut child, m);
                after.push(game.key_in(&space, &child).unwrap());
            }
            after.sort_unstable();
            after.dedup();
            assert_eq!((&after, game.status(&state)), (&listed, status));
        }
        for &child in listed.iter().filter(|&&child| space.tier(child) == space.tier(key)) {
            let mut parents = Vec::new();
            space.parents(child, &mut parents);
            assert_eq!(parents.iter().filter(|&&parent| parent == key).count(), 1);
        }
    }
}

#[test]
fn endings_without_pawns_look_the_same_from_all_sides() {
    check_images(&Chess::standard(), "8/8/8/8/4n2r/2k5/8/K3Q3 b - - 0 1");
    check_images(&Atomic::standard(), "8/8/8/8/4n2r/2k5/8/K3Q3 b - - 0 1");
    for ruleset in Ruleset::ALL {
        check_images(&Skak::new(ruleset), "8/8/8/8/4b2r/2k5/8/K3N3 b - -");
    }
}

#[test]
fn what_tells_one_side_from_another_is_not_folded() {
    let refused = |result: Result<FewMenSpace<Chess>, NotSolvable>| result.unwrap_err().to_string();
    let game = Chess::standard();
    for fen in ["8/8/8/8/8/4k3/1P6/K7 w - - 0 1", "8/8/8/8/8/4k3/8/4K2R w K - 0 1"] {
        let why = refused(game.folded_space(&game.parse_state(fen).unwrap()));
        assert!(why.contains("from all sides"), "{why}");
    }
    let why = refused(game.folded_space(&game.initial()));
    assert!(why.contains("there are 32 men"), "{why}");
}

/// Replays a line and returns its plies, how many men there are after each of them, and how it ends.
fn replayed<G: FewMen + Notation>(game: &G, start: &str, line: &str) -> (Vec<usize>, Status) {
    let mut state = game.parse_state(start).unwrap();
    let mut men = Vec::new();
    for text in line.split_whitespace() {
        let m = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.apply(&mut state, m);
        let mut count = 0;
        game.each_man(&state, |_, _| count += 1);
        men.push(count);
    }
    (men, game.status(&state))
}

/// The lines of `docs/solved/endings.md`.
#[test]
fn the_longest_wins_with_five_men_are_games_that_end_when_they_should() {
    let line = "Ke2 Nc5 Rf8 Kd7 Rd8 Ke6 Re8 Kd7 Re7 Kd6 Re6 Kc7 Rc6 Kb8 Rc8 Ka7 Rc7 Kb8 Rb7 Ka8 Ra7 \
        Kb8 Ra8 Kc7 Rc8 Kd7 Bh1 Ke6 Re8 Kd6 Re6 Kc7 Rc6 Kb8 Rc8 Ka7 Rc7 Kb8 Rb7 Ka8 Ra7 Kb8 Ra8 \
        Kc7 Rc8 Kd7 Rc6 Nb3 Bg2 Nd4 Kf2 Nf5 Bf1 Ne3 Ba6 Nd1 Ke1 Nb2 Bc8 Ke7 Re6 Kd8 Re7 Nd1 Ba6 \
        Nb2 Bb7 Nd3 Kf1 Nf4 Rd7 Ke8 Be4 Ng6 Bd5 Ne5 Kg2 Nd3 Bf7 Kf8 Be8 Nf4 Kh2 Ne6 Rf7 Kg8 Bc6 \
        Nc5 Kg2 Ne4 Ba4 Nd2 Bc2 Nf1 Bh7 Kh8 Bg8 Ne3 Kg1 Nd1 Rh7";
    let (men, status) = replayed(&Atomic::standard(), "3k4/1n6/8/8/4B3/3K4/8/5R2 w - - 0 1", line);
    assert_eq!(men, [5; 101], "nothing is taken");
    assert_eq!(status.outcome(), Some(Outcome::Win(Side::First)));

    let line = "b1a1 c3e4 a2b2 b3c3 b2h2 e4c5 h2h3 c3c2 a1a2 c5e4 a2a3 e4g5 h3b3 g5e4 a3b4 e4d6 \
        b3f3 d6e4 f3f4 e4g3 b4c4 c2d1 f4f3 g3h5 f3f2 h5g3 c4d5 g3h5 d5e5 h5g7 f2h2 g7e8 h2h7 d1c1 \
        h7e7 e8d6 e5d6";
    let skak = Skak::new(Ruleset::Three);
    let (men, status) = replayed(&skak, "8/8/8/8/4B3/1kn5/R7/1K6 w - -", line);
    assert_eq!((men.len(), men[0], men[1], men[35], men[36]), (37, 5, 4, 4, 3));
    assert_eq!(status.outcome(), Some(Outcome::Win(Side::First)));
}
