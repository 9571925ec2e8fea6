//! Quiet positions as a search meets them, with what another program says of each, to fit the
//! weights of an estimate to:
//!
//! ```sh
//! cargo run --release -p games --example judged_positions -- \
//!   chess 'uci:"stockfish",nodes=100,option.Hash=1' 1000 1 > positions.txt
//! cargo run --release -p chess-variants --example fit_weights -- chess positions.txt
//! ```
//!
//! The arguments are the game, a player, how many games, and the seed of the first. A line is a
//! position and its score in hundredths for the side to move.
//!
//! The player plays against itself, after 2 to 8 moves by lot and with one in fifty later on. From
//! five positions of each game a walk of eight steps leads off its way: a move by lot, then moves by
//! lot or the player's, half and half. Only positions of walks are printed: a search spends its time
//! on moves that nobody would play and the answers to them, and an estimate that was fitted to what
//! good players play does not know what these are worth.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::{error::Error, process::ExitCode};

use games::{PlayerSpec, Session, find, teacher::teacher};
use games_core::{Rng, seeded};
use learn::{Teacher, Walk};

/// Games are broken off after so many plies.
const LONGEST: usize = 300;
/// Walks off a game, and the steps of each.
const WALKS: u32 = 5;
const STEPS: usize = 8;
/// Beyond this the game is decided, and a walk ends.
const DECIDED: i32 = 1500;

type Failure = Box<dyn Error>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let args: Vec<_> = std::env::args().skip(1).collect();
    let [game, spec, games, seed] = args.as_slice() else {
        return Err("expected a game, a player, a number of games and a seed".into());
    };
    let start = find(game)?.open(None, None)?;
    let subject = start.teaching();
    let player: PlayerSpec = spec.parse()?;
    let mut teacher = teacher(start.clone(), &player)?;
    let (games, seed): (u64, u64) = (games.parse()?, seed.parse()?);
    for seed in seed..seed.saturating_add(games) {
        let mut rng = seeded(seed);
        let begin = |teacher: &mut dyn Teacher| {
            teacher.begin()?;
            Ok::<_, Failure>(Line { walk: subject.walk(), session: start.clone() })
        };
        let mut line = begin(&mut *teacher)?;
        let moves = line.play_game(&mut *teacher, &mut rng)?;
        for _ in 0..WALKS {
            let mut line = begin(&mut *teacher)?;
            let off = rng.below(moves.len() as u32) as usize;
            for &place in &moves[..off] {
                line.play(place, &mut *teacher)?;
            }
            line.print_walk(&mut *teacher, &mut rng)?;
        }
    }
    Ok(())
}

/// A game being played, by the places of its moves and as a session.
struct Line<'a> {
    walk: Box<dyn Walk + 'a>,
    session: Box<dyn Session>,
}

impl Line<'_> {
    fn play(&mut self, place: u16, teacher: &mut dyn Teacher) -> Result<(), Failure> {
        let text = self.walk.text(place);
        teacher.play(&text)?;
        self.session.play(&text)?;
        self.walk.play(place);
        Ok(())
    }

    /// A move by lot.
    fn any(&self, rng: &mut impl Rng) -> u16 {
        rng.below(self.walk.choices() as u32) as u16
    }

    /// The place of the best move and what the position is worth for the side to move.
    fn judge(&self, teacher: &mut dyn Teacher) -> Result<(u16, Option<i32>), Failure> {
        let judged = teacher.judge()?;
        let best = judged.best.ok_or("the player names no move")?;
        Ok((self.walk.place(&best).ok_or("the player names no legal move")?, judged.worth))
    }

    /// Plays a game and returns its moves.
    fn play_game(
        &mut self,
        teacher: &mut dyn Teacher,
        rng: &mut impl Rng,
    ) -> Result<Vec<u16>, Failure> {
        let opening = 2 + rng.below(7) as usize;
        let mut moves = Vec::new();
        while !self.walk.is_over() && moves.len() < LONGEST {
            let is_by_lot = moves.len() < opening || rng.below(50) == 0;
            let place = if is_by_lot { self.any(rng) } else { self.judge(teacher)?.0 };
            self.play(place, teacher)?;
            moves.push(place);
        }
        Ok(moves)
    }

    /// Walks off the way of the game, and prints the quiet positions.
    fn print_walk(&mut self, teacher: &mut dyn Teacher, rng: &mut impl Rng) -> Result<(), Failure> {
        let mut place = self.any(rng);
        for _ in 0..STEPS {
            self.play(place, teacher)?;
            if self.walk.is_over() {
                break;
            }
            let (best, worth) = self.judge(teacher)?;
            let Some(worth) = worth.filter(|worth| worth.abs() <= DECIDED) else { break };
            let is_quiet = self.walk.is_lesson(best);
            if is_quiet {
                println!("{};{worth}", self.session.position());
            }
            // What is under way is brought to its end.
            let is_by_lot = is_quiet && rng.below(2) == 0;
            place = if is_by_lot { self.any(rng) } else { best };
        }
        Ok(())
    }
}
