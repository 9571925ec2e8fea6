//! Finds the weights of an estimate: those with which it agrees best with given scores and results.
//!
//! ```sh
//! cargo run --release -p chess-variants --example fit_weights -- chess positions.txt
//! cargo run --release -p chess-variants --example fit_weights -- atomic positions.txt
//! ```
//!
//! Each line of the file is a FEN, `;`, and the position's score in hundredths of a pawn as the side
//! to move sees it, from any source: a deeper search, another engine. A second `;` and the result of
//! the position's game for the side to move, -1, 0 or 1, may follow; the expected result is then
//! half that and half what the score says. Positions should be quiet. The weights come out as
//! `eval/weights.rs` has them, one pair a line.
//!
//! Scores are compared as expected results, by a logistic function, so that a pawn more matters
//! little where a game is won (P. Österlund, "Texel's tuning method", 2014). The descent is Adam
//! (D. Kingma and J. Ba, 2015), from the present weights, to which weights that the positions say
//! little about are held by a small penalty.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]

use std::{error::Error, process::ExitCode};

use chess_variants::{atomic, standard};
use games_core::Side;

/// The score in hundredths at which the logistic function has its unit.
const SCALE: f32 = 250.0;
/// How much of the expected result is the game's, where that is known.
const PLAYED: f32 = 0.5;
const PASSES: usize = 20;
const BATCH: usize = 8192;
const RATE: f32 = 2.0;
/// The penalty for each squared hundredth that a weight moves, in squared results a position.
const HOLD: f32 = 5e-11;

struct Sample {
    /// Features and how often White has them more than Black.
    counts: Vec<(u16, i8)>,
    /// The share of the middle game.
    middle: f32,
    /// What White has by whose turn it is, in hundredths, where that is no feature.
    turn: f32,
    /// The expected result for White.
    result: f32,
}

/// What a game tells of a FEN: the side to move, what its turn is worth where that is no feature, and
/// the features and the phase.
type Told = Result<(Side, i32, (Vec<i32>, i32)), Box<dyn Error>>;
type Read = fn(&str) -> Told;

fn chess(fen: &str) -> Told {
    let position = standard::Position::from_fen(fen)?;
    Ok((position.to_move(), standard::TEMPO, standard::features(&position)))
}

fn atomic(fen: &str) -> Told {
    let position = atomic::Position::from_fen(fen)?;
    Ok((position.to_move(), 0, atomic::features(&position)))
}

fn sample(line: &str, read: Read) -> Result<Sample, Box<dyn Error>> {
    let mut fields = line.split(';');
    let fen = fields.next().unwrap_or_default();
    let score: f32 = fields.next().ok_or("expected FEN;score")?.trim().parse()?;
    let (to_move, tempo, (counts, phase)) = read(fen)?;
    let sign = if to_move == Side::First { 1.0 } else { -1.0 };
    let mut result = logistic(sign * score);
    if let Some(played) = fields.next() {
        let played: f32 = played.trim().parse()?;
        result += PLAYED * ((sign * played + 1.0) / 2.0 - result);
    }
    let counts = counts.iter().enumerate().filter(|(_, n)| **n != 0);
    Ok(Sample {
        counts: counts.map(|(term, n)| (term as u16, *n as i8)).collect(),
        middle: phase as f32 / 24.0,
        turn: sign * tempo as f32,
        result,
    })
}

fn main() -> ExitCode {
    if let Err(e) = fit() {
        eprintln!("error: {e}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}

fn fit() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (read, weights): (Read, _) = match args.next().as_deref() {
        Some("chess") => (chess, standard::weights()),
        Some("atomic") => (atomic, atomic::weights()),
        _ => return Err("which game, `chess` or `atomic`?".into()),
    };
    let path = args.next().ok_or("which file?")?;
    let lines = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let numbered = (1..).zip(lines.lines());
    let samples = numbered
        .map(|(n, line)| sample(line, read).map_err(|e| format!("{path}, line {n}: {e}")))
        .collect::<Result<Vec<_>, _>>()?;
    // The last tenth is not looked at while the weights are found.
    let (known, unseen) = samples.split_at(samples.len() / 10 * 9);
    if known.len() < BATCH {
        return Err(format!("expected more than {BATCH} positions to learn from").into());
    }
    let start: Vec<f32> = weights.iter().flat_map(|&(m, e)| [f32::from(m), f32::from(e)]).collect();
    let mut now = start.clone();
    let (mut mean, mut square) = (vec![0.0; now.len()], vec![0.0; now.len()]);
    let mut step = 0;
    eprintln!("{} positions; error {:.6} unseen", samples.len(), error(unseen, &now));
    for pass in 0..PASSES {
        // Each pass takes the positions in another order: all multiples of a step.
        let stride = 7919 + 2 * pass;
        let rate = RATE * (1.0 - pass as f32 / PASSES as f32);
        for batch in 0..known.len() / BATCH {
            let mut slope = vec![0.0; now.len()];
            for i in 0..BATCH {
                let sample = &known[(batch * BATCH + i) * stride % known.len()];
                let guess = logistic(estimate(sample, &now));
                let push = (guess - sample.result) * guess * (1.0 - guess) / SCALE;
                for &(term, n) in &sample.counts {
                    let part = push * f32::from(n) / BATCH as f32;
                    slope[2 * usize::from(term)] += part * sample.middle;
                    slope[2 * usize::from(term) + 1] += part * (1.0 - sample.middle);
                }
            }
            step += 1;
            for i in 0..now.len() {
                let slope = slope[i] + HOLD * (now[i] - start[i]);
                mean[i] += 0.1 * (slope - mean[i]);
                square[i] += 0.001 * (slope * slope - square[i]);
                let mean = mean[i] / (1.0 - 0.9_f32.powi(step));
                let square = square[i] / (1.0 - 0.999_f32.powi(step));
                now[i] -= rate * mean / (square.sqrt() + 1e-12);
            }
        }
        if pass % 10 == 9 {
            eprintln!("{:.6} seen, {:.6} unseen", error(known, &now), error(unseen, &now));
        }
    }
    for pair in now.chunks(2) {
        println!("{:.0} {:.0}", pair[0], pair[1]);
    }
    Ok(())
}

fn logistic(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

fn estimate(sample: &Sample, weights: &[f32]) -> f32 {
    let pair = |&(term, n): &(u16, i8)| {
        let i = 2 * usize::from(term);
        f32::from(n) * (weights[i] * sample.middle + weights[i + 1] * (1.0 - sample.middle))
    };
    sample.turn + sample.counts.iter().map(pair).sum::<f32>()
}

/// The mean squared difference of expected results.
fn error(samples: &[Sample], weights: &[f32]) -> f32 {
    let squares = samples.iter().map(|s| (logistic(estimate(s, weights)) - s.result).powi(2));
    squares.sum::<f32>() / samples.len() as f32
}
