//! Fingerprints of the searches: how many positions each visits in some positions of every game, and
//! what it says of them. Whoever only rearranges a search leaves its fingerprint as it is.

use core::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use ai::{AlphaBeta, AlphaBetaOptions, Limits, Searcher, Value};
use games::{PlayerSpec, Session, find, registry, visit};
use games_core::{
    MoveList, Record, Rng,
    entry::{Playable, Visitor},
    seeded,
};

/// The depth is the first one that takes more positions than this.
const ENOUGH: u64 = 3000;
/// Random moves that lead to the positions.
const PLIES: [usize; 3] = [0, 8, 20];

/// The id of the game, and with what its positions are searched.
struct Fingerprint(&'static str, AlphaBetaOptions);

impl Visitor for Fingerprint {
    type Out = String;

    fn visit<G: Playable>(self, game: G) -> String {
        let mut text = String::new();
        for plies in PLIES {
            let mut rng = seeded(plies as u64);
            let mut record = Record::new(game.clone());
            for _ in 0..plies {
                let moves = record.moves();
                let Some(n) = u32::try_from(moves.as_slice().len()).ok().filter(|&n| n > 0) else {
                    break;
                };
                record.play(moves.as_slice()[rng.below(n) as usize]).expect("a legal move");
            }
            if record.end().is_some() {
                continue;
            }
            let search = |depth| {
                let limits = Limits::depth(depth).with_memory(1 << 20);
                let mut player = AlphaBeta::new(self.1);
                player.think(&record, &limits, &mut |_| {}, &AtomicBool::new(false))
            };
            let reports = (1..=20).map(search);
            let mut enough = reports.skip_while(|report| report.nodes <= ENOUGH);
            // Small positions are worked out before.
            let report = enough.next().unwrap_or_else(|| search(20));
            let m = game.move_text(record.state(), report.best().expect("a legal move"));
            let (depth, nodes) = (report.depth, report.nodes);
            let value = report.value().expect("it was searched");
            writeln!(
                text,
                "{} after {plies} plies: depth {depth}, {nodes} positions, {m}, {value:?}",
                self.0
            )
            .expect("a string takes all");
        }
        text
    }
}

/// The first moves of a game of two random players, as far as it went.
#[rustfmt::skip]
const LINES: [(&str, &str); 12] = [
    ("othello", "c4 c5 b6 e3 d6 a7 f3 e7 d3 d2 c6 f4 g4 g5 c2 b2 d7 c3 e6 b4"),
    ("go", "G6 A1 G9 A4 E4 B2 J8 H2 E7 A7 E3 A3 A5 F1 C8 B9 J2 F8 C3 C7"),
    ("chess", "e2e3 b8c6 b2b3 h7h5 g1h3 g8f6 f2f3 a8b8 g2g4 b7b6 f1g2 f6h7 b1c3 b8a8 b3b4 h5g4 e1f1 a7a5 c1a3 d7d5"),
    ("atomic", "a2a4 b8c6 c2c3 g7g5 g2g4 g8f6 h2h3 f8h6 h3h4 b7b5 f1h3 f6g8 f2f4 a8b8 c3c4 b5b4 d1b3 f7f6 b3a3 a7a5"),
    ("girl-chess", "c1-b3 e8+e5 h1-e3 b8-c3 b1-c2 e5+a3 e3-d6 a3+g4 d6-g7 a8-c6 d1+e2 d8~e8 f1-f3 a3+f6 g7-b5 c6-c1 d1+c6 c1-c5 d1+f1 c5-g6"),
    ("skak", "d2b1 d6f4 e3e4 f8g7 c2a2 f4g3 c3c5 g3g4 b1d2 b6b4 d3b1 g4g1 e2g1 e8d8 h3h4 a6a5 b1b2 g6g5 b2a1 f6f4"),
    ("ten", "1 2 1 2 2 2"),
    ("tictactoe", "b2 b1 a3 c2 d2 a1"),
    ("northcott", "1+3 3+2 2+1"),
    ("knights-dance", "d4 c3 b5 e4 a3 f2 b5 d1 d4 c3 c2 a2 a3 c1 b5 b3 c3 c5 e2 a4"),
    ("surround", "l l d d r r d"),
    ("konane", "b2-d2 d1-b1 a1-c1 d3-d1 pass a3-a1 b3-d3"),
];

/// What a player that is deterministic says of some positions of every game. Its game's type is
/// erased, so that no search is compiled once more.
fn told_by(spec: &str) -> String {
    let spec: PlayerSpec = spec.parse().expect("a player");
    let mut text = String::new();
    for (id, line) in LINES {
        let line: Vec<_> = line.split(' ').collect();
        for plies in PLIES.into_iter().filter(|&plies| plies <= line.len()) {
            let mut session =
                find(id).and_then(|info| info.open(None, None)).expect("the usual rules");
            session.play_line(&line[..plies].join(" ")).expect("legal moves");
            if session.end().is_none() {
                writeln!(text, "{id} after {plies} plies: {}", think(&*session, &spec))
                    .expect("a string takes all");
            }
        }
    }
    text
}

fn think(session: &dyn Session, spec: &PlayerSpec) -> String {
    let mut player = session.player(spec, None).expect("a player of every game");
    let report = player
        .think(session, &mut |_| {}, &AtomicBool::new(false))
        .expect("our own searches have a move");
    let value = match report.value() {
        value @ Value::Unproved { .. } => format!("{value:?}"),
        value => format!("{:?}", value.in_units()),
    };
    format!("{} positions, {}, {value}", report.nodes, report.lines[0].pv.join(" "))
}

fn assert_unchanged(search: &str, name: &str, text: &str) {
    let description = format!(
        "{search} looks at other positions than before. If it was meant to, say so in the commit \
         and accept the new counts: cargo xtask bless"
    );
    insta::with_settings!({ description => description }, {
        insta::assert_snapshot!(name, text);
    });
}

/// What players on levels 1 to 7 say and play. The snapshot was made when they still searched as the
/// rated ones (the test below) and nothing else of levels had changed: while both hold, docs/strength.md tells of these players.
#[test]
fn levels_are_the_players_that_they_were() {
    assert_unchanged("A level of alpha-beta", "levels", &told_by_levels("alphabeta"));
}

/// The same of Monte Carlo search: its levels 6 and 7 got their numbers when this snapshot was made,
/// and the rows of docs/strength.md were played with all of these.
#[test]
fn levels_of_monte_carlo_search_are_the_players_that_they_were() {
    let name = "levels_of_monte_carlo_search";
    assert_unchanged("A level of Monte Carlo search", name, &told_by_levels("mcts"));
}

fn told_by_levels(kind: &str) -> String {
    let told =
        |level| format!("level {level}\n{}", told_by(&format!("{kind}:level={level},seed=1")));
    (1..=7).map(told).collect()
}

#[test]
fn monte_carlo_search_visits_as_many_positions_as_ever() {
    let text = told_by("mcts:sims=300,seed=1,hash=8MiB,eval=own");
    assert_unchanged("Monte Carlo search", "monte_carlo_search", &text);
}

#[test]
fn monte_carlo_search_by_uct_visits_as_many_positions_as_ever() {
    let text = told_by("mcts:policy=uct,playout_plies=60,sims=100,seed=2,hash=8MiB,eval=own");
    assert_unchanged("Monte Carlo search by UCT", "monte_carlo_search_by_uct", &text);
}

#[test]
fn proof_number_search_visits_as_many_positions_as_ever() {
    let text = told_by("proof:nodes=20000,hash=8MiB");
    assert_unchanged("Proof-number search", "proof_number_search", &text);
}

#[test]
fn the_search_visits_as_many_positions_as_ever() {
    let description = "Alpha-beta search looks at other positions than before. If it was meant to, \
                       say so in the commit and accept the new counts: cargo xtask bless";
    insta::with_settings!({ description => description }, {
        insta::assert_snapshot!(of_all_games(AlphaBetaOptions::default()));
    });
}

fn of_all_games(options: AlphaBetaOptions) -> String {
    let of = |id| visit(id, None, Fingerprint(id, options)).expect("a game with its usual rules");
    registry().iter().map(|info| of(info.id)).collect()
}

/// What the search looked at when levels 1 to 7 were chosen and rated against other programs, which
/// is what it has to look at for them as long as docs/strength.md tells of those matches. The
/// snapshot is that of eef8771, before alpha-beta learnt what levels do without.
#[test]
fn levels_are_searched_as_when_they_were_rated() {
    let later = &["improving", "deeper_reductions", "move_kinds", "corrections"];
    let options = AlphaBetaOptions::default();
    let options = options.with_techniques(options.techniques.without(later));
    let description = "Levels look at other positions than those that were rated: docs/strength.md and \
                       UCI_Elo do not tell of these players any more. Switch off for levels what is \
                       new, or rate them anew.";
    insta::with_settings!({ description => description }, {
        insta::assert_snapshot!("levels_are_searched_as_when_they_were_rated", of_all_games(options));
    });
}
