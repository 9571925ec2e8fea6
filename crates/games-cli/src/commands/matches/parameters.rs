//! What makes one match another: results of two matches must not get into one file.

use games::{
    Session,
    arena::{Match, text_key},
    sprt::Sprt,
    units::duration_text,
};
use serde_json::{Map, Value as Json, json};

/// The fields that stand at the head of a file of results, the seed apart. How many games are
/// played, and how many at a time, may change from call to call.
pub(super) fn of(a_match: &Match<'_>, by_seed: bool, sprt: Option<Sprt>) -> Map<String, Json> {
    let start = &*a_match.openings[0];
    let adjudication = a_match.adjudication;
    let fields = json!({
        "game": start.game(),
        "rules": start.rules(),
        "position": start.position(),
        "openings": a_match.openings.len(),
        "openings_key": format!("{:016x}", key(a_match.openings)),
        "order": by_seed.then_some("seed"),
        "opening_plies": a_match.opening_plies,
        "p1": a_match.players[0].to_string(),
        "p2": a_match.players[1].to_string(),
        // Of a tournament, which sets them.
        "players": Json::Null,
        "gauntlet": Json::Null,
        "memory": a_match.memory,
        "max_plies": a_match.max_plies,
        "time_margin": (!a_match.time_margin.is_zero()).then(|| duration_text(a_match.time_margin)),
        "resign": adjudication.resign.map(|rule| [i64::from(rule.score), rule.moves.into()]),
        "draw": adjudication.draw.map(|rule| [i64::from(rule.score), rule.moves.into(), rule.from as i64]),
        "solved": adjudication.tables.map(|_| true),
        "sprt": sprt.map(|sprt| [sprt.elo0, sprt.elo1]),
    });
    match fields {
        Json::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// A number that differs where the openings differ.
fn key(openings: &[Box<dyn Session>]) -> u64 {
    let lines = openings
        .iter()
        .map(|opening| format!("{} {}\n", opening.position(), opening.played().join(" ")));
    text_key(&lines.collect::<String>())
}
