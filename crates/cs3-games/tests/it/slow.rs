//! The rules a second time: on position texts, square by square, as the game sheets put them.
//! Slow and obvious; the fast rules must agree with them in random games.

mod knights_dance;
mod konane;
mod northcott;
mod surround;
mod ten;
mod tictactoe;

use std::collections::BTreeMap;

use games_core::{
    MoveList, Outcome, Record, Rng,
    entry::{Playable, Visitor},
    seeded,
};

use crate::fixtures::{all_rules, visit};

/// How a finished game ended for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ended {
    Won,
    Lost,
    Tied,
}

/// Moves with the positions they lead to, and how the game ended if there are none.
type Successors = Result<BTreeMap<String, String>, Ended>;

/// Options as given: `key=value,...`.
struct Options<'a>(&'a str);

impl Options<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.split(',').find_map(|item| item.strip_prefix(key)?.strip_prefix('='))
    }

    fn is_on(&self, key: &str) -> bool {
        self.get(key) == Some("true")
    }

    /// What it means for the player to move that she has lost by the standard rules.
    fn lost(&self) -> Ended {
        if self.is_on("misere") { Ended::Won } else { Ended::Lost }
    }
}

fn successors(id: &str, options: &Options<'_>, position: &str) -> Successors {
    let fields: Vec<_> = position.trim_matches(['(', ')']).split(' ').collect();
    match id {
        "ten" => ten::successors(options, &fields),
        "tictactoe" => tictactoe::successors(options, &fields),
        "northcott" => northcott::successors(options, &fields),
        "knights-dance" => knights_dance::successors(options, &fields),
        "surround" => surround::successors(options, &fields),
        "konane" => konane::successors(options, &fields),
        _ => unreachable!("six games"),
    }
}

/// The other one of two letters.
fn other<'a>(letters: [&'a str; 2], player: &str) -> &'a str {
    if player == letters[0] { letters[1] } else { letters[0] }
}

/// A board as rows of characters, the top row first.
#[derive(Clone)]
struct Grid(Vec<Vec<char>>);

impl Grid {
    fn read(rows: &[&str]) -> Self {
        Self(rows.iter().map(|row| row.chars().collect()).collect())
    }

    fn rows(&self) -> i32 {
        self.0.len() as i32
    }

    fn cols(&self) -> i32 {
        self.0[0].len() as i32
    }

    /// `None` off the board.
    fn get(&self, (row, col): (i32, i32)) -> Option<char> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
    }

    fn put(&mut self, (row, col): (i32, i32), c: char) {
        self.0[row as usize][col as usize] = c;
    }

    fn squares(&self) -> Vec<(i32, i32)> {
        (0..self.rows()).flat_map(|row| (0..self.cols()).map(move |col| (row, col))).collect()
    }

    fn find(&self, c: char) -> Option<(i32, i32)> {
        self.squares().into_iter().find(|&at| self.get(at) == Some(c))
    }

    fn name(&self, (row, col): (i32, i32)) -> String {
        cell_name(col, self.rows() - row)
    }

    fn text(&self) -> String {
        self.0.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join(" ")
    }
}

/// The name of a cell: column from 0, row number from 1.
fn cell_name(col: i32, row: i32) -> String {
    let letter = |n: i32| char::from(b'a' + n as u8);
    if col < 26 {
        format!("{}{row}", letter(col))
    } else {
        format!("{}{}{row}", letter(col / 26 - 1), letter(col % 26))
    }
}

const STEPS: [(i32, i32); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

struct Compare<'a> {
    id: &'a str,
    options: Options<'a>,
    seed: u64,
}

impl Visitor for Compare<'_> {
    /// Positions compared, and finished games among them.
    type Out = (usize, usize);

    fn visit<G: Playable>(self, game: G) -> (usize, usize) {
        let mut rng = seeded(self.seed);
        let mut record = Record::new(game);
        loop {
            let text = record.position_text();
            let place = format!("{} {}: {text}", self.id, self.options.0);
            let game = record.game();
            let end = game.end(record.state());
            // From the bare rules: the record knows ends that they do not know.
            let list = game.list(record.state());
            let moves: BTreeMap<_, _> = list
                .as_slice()
                .iter()
                .map(|&m| {
                    let mut child = record.state().clone();
                    game.apply(&mut child, m);
                    (game.move_text(record.state(), m), game.state_text(&child))
                })
                .collect();
            match (successors(self.id, &self.options, &text), end) {
                (Ok(expected), None) => assert_eq!(moves, expected, "{place}"),
                (Err(ended), Some(end)) => {
                    let found = match end.outcome {
                        Outcome::Draw => Ended::Tied,
                        Outcome::Win(side) if side == record.to_move() => Ended::Won,
                        Outcome::Win(_) => Ended::Lost,
                    };
                    assert_eq!(found, ended, "{place}");
                    return (record.plies() + 1, 1);
                }
                (slow, end) => panic!("{place}: {slow:?} and {end:?}"),
            }
            if record.plies() == 80 {
                return (81, 0);
            }
            let names: Vec<_> = moves.keys().collect();
            let name = names[rng.below(names.len() as u32) as usize].clone();
            let m = record.game().parse_move(record.state(), &name).unwrap();
            if record.play(m).is_err() {
                // Adjudicated, which the bare rules know nothing of.
                return (record.plies() + 1, 0);
            }
        }
    }
}

#[test]
fn fast_and_slow_rules_agree_in_random_games() {
    let (mut compared, mut finished) = (0, 0);
    for (id, rules) in all_rules() {
        for seed in 0..4 {
            let compare = Compare { id, options: Options(&rules), seed };
            let (positions, ends) = visit(id, &rules, None, compare).unwrap();
            compared += positions;
            finished += ends;
        }
    }
    assert!(compared > 15_000 && finished > 400, "{compared} positions, {finished} ends");
}
