//! Rates players by maximum likelihood, from what they did against each other.
//!
//! Each line of input is an encounter, its fields apart by tabs: the two players, the games that the
//! first one won, drew and lost, and the pairs of games that gave it 0, 1/2, 1, 3/2 and 2 points. An
//! argument `NAME=ELO` gives the player of this name a rating, from which the others' follow; without
//! one their mean is 0. The answer is an object in JSON: each encounter with its difference in Elo,
//! each player with its rating.
//!
//! ```sh
//! printf 'a\tb\t3\t2\t1\t0\t0\t2\t0\t1\n' | cargo run --release -p games --example ratings -- b=1000
//! ```
#![expect(clippy::print_stdout, reason = "an example shows something")]

use games::{
    elo::{Pairs, Results, Tally},
    ratings::{Encounter, PRIOR, ratings},
};
use serde_json::{Value as Json, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names: Vec<String> = Vec::new();
    let mut encounters = Vec::new();
    for line in std::io::stdin().lines() {
        let line = line?;
        let fields: Vec<_> = line.split('\t').collect();
        let [first, second, counts @ ..] = &fields[..] else {
            return Err(format!("no encounter: {line}").into());
        };
        let counts: Vec<u64> = counts.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let counts: [u64; 8] = counts.try_into().map_err(|_| format!("eight numbers: {line}"))?;
        let [wins, draws, losses, pairs @ ..] = counts;
        let players = [first, second].map(|name| number_of(name, &mut names));
        encounters.push(Encounter::new(players, Tally { wins, draws, losses }, pairs));
    }
    let mut anchors = vec![None; names.len()];
    for argument in std::env::args().skip(1) {
        let (name, elo) = argument.rsplit_once('=').ok_or("NAME=ELO was expected")?;
        let player = names.iter().position(|known| known == name);
        anchors[player.ok_or_else(|| format!("{name} has no games"))?] = Some(elo.parse()?);
    }
    let found = ratings(&anchors, &encounters, PRIOR);
    let players: Vec<_> = names
        .iter()
        .zip(&found)
        .map(|(name, rating)| json!({"name": name, "elo": rating.elo, "error": rating.error}))
        .collect();
    let encounters: Vec<_> = encounters.iter().map(|one| answer(one, &names)).collect();
    println!("{}", json!({"encounters": encounters, "players": players}));
    Ok(())
}

/// Returns the number of a player, who may be a new one.
fn number_of(name: &str, names: &mut Vec<String>) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn answer(encounter: &Encounter, names: &[String]) -> Json {
    let elo = elo(encounter.pairs);
    json!({
        "players": encounter.players.map(|player| &names[player]),
        "elo": elo.map(|(difference, _)| difference),
        "error": elo.map(|(_, error)| error),
    })
}

/// The difference in strength that pairs suggest, with half of its 95 % interval.
fn elo(pairs: Pairs) -> Option<(f64, f64)> {
    let mut results = Results::default();
    results.pairs = pairs;
    results.elo().map(|elo| (elo.difference, elo.error))
}
