//! `games weights`: what a file of weights says of itself.

use std::sync::Arc;

use games::learn::{Scales, Weights};
use serde::Serialize;

use crate::{cli::WeightsArgs, failure::Failure, input::games, output::Output};

#[derive(Serialize)]
struct Told<'a> {
    game: &'a str,
    rules: &'a str,
    kind: &'a str,
    recipe: &'a str,
    stages: usize,
    weights: usize,
    not_zero: usize,
    half_win: Option<i32>,
    swing: Option<i32>,
    hint_doubling: Option<i32>,
    bytes: usize,
    checksum: String,
}

pub(crate) fn run(args: &WeightsArgs, out: &mut Output) -> Result<(), Failure> {
    let (weights, bytes) = find(args)?;
    tell(&weights, bytes, out)
}

/// Prints what weights say of themselves.
pub(crate) fn tell(weights: &Weights, bytes: usize, out: &mut Output) -> Result<(), Failure> {
    let (count, not_zero) = weights.count();
    let scales = weights.scales();
    let told = Told {
        game: &weights.subject().game,
        rules: &weights.subject().rules,
        kind: weights.kind(),
        recipe: weights.recipe(),
        stages: weights.layout().stages(),
        weights: count,
        not_zero,
        half_win: scales.map(|scales| scales.half_win),
        swing: scales.and_then(|scales| scales.swing),
        hint_doubling: scales.and_then(|scales| scales.hint_doubling),
        bytes,
        checksum: format!("{:016x}", weights.digest()),
    };
    if out.is_json() {
        return out.object(&told);
    }
    out.line(&format!("game      {} {}", told.game, told.rules))?;
    out.line(&format!("recipe    {}", told.recipe))?;
    let Told { kind, stages, .. } = told;
    let what = match kind {
        "moves" => "strengths of moves".to_owned(),
        _ => format!("{kind} for {stages} stages"),
    };
    out.line(&format!("weights   {count} ({not_zero} not 0), {what}"))?;
    if let Some(scales) = scales {
        out.line(&format!("scales    {}", meaning(scales)))?;
    }
    out.line(&format!("size      {bytes} bytes"))?;
    out.line(&format!("checksum  {}", told.checksum))
}

/// What numbers mean, in words.
fn meaning(Scales { half_win, swing, hint_doubling, .. }: Scales) -> String {
    let mut told = format!("a score of {half_win} hundredths is worth half a win");
    if let Some(swing) = swing {
        told += &format!(", quiet moves seldom change more than {swing}");
    }
    if let Some(doubling) = hint_doubling {
        told += &format!(", a hint higher by {doubling} makes a move twice as likely");
    }
    told
}

/// Reads a file, or the weights that a game brings along.
fn find(args: &WeightsArgs) -> Result<(Arc<Weights>, usize), Failure> {
    let file = args.file.as_str();
    if let Ok(game) = games().find(file) {
        let session = game.open(args.rules.as_deref(), None)?;
        let Some(bytes) = session.weights() else {
            let named = format!("{file} {}", session.rules());
            return Err(Failure::input(format!(
                "{} brings no learned weights along",
                named.trim()
            )));
        };
        return Ok((read(bytes, file)?, bytes.len()));
    }
    if args.rules.is_some() {
        return Err(Failure::input("--rules: a file of weights tells its rules itself"));
    }
    let bytes = std::fs::read(file)
        .map_err(|error| Failure::input(format!("cannot read {file}: {error}")))?;
    Ok((read(&bytes, file)?, bytes.len()))
}

fn read(bytes: &[u8], name: &str) -> Result<Arc<Weights>, Failure> {
    Weights::read(bytes).map_err(|why| Failure::input(format!("{name}: {why}")))
}
