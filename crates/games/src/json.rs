//! What the command line prints with `--json`; later front ends answer with the same fields.

use ai::Value;
use games_core::entry::Values;
use serde_json::{Map, Value as Json, json};
use solver::Value as SolvedValue;

use crate::{
    Ended, GameInfo, LookedUp, SearchReport, Session, Solution, SolvedPosition, arena::Standing,
    elo::Tally, report::rate, sprt::Sprt,
};

/// One game of the list.
#[must_use]
pub fn game(info: &GameInfo) -> Json {
    let rules: Vec<_> = info
        .keys
        .iter()
        .map(|key| {
            json!({
                "key": key.key,
                "values": key.values.words(),
                "default": key.default,
                "help": key.help,
                "kind": match key.values {
                    Values::OneOf(_) => "choice",
                    Values::Flag => "flag",
                    Values::Integer { .. } => "integer",
                    Values::Text(_) => "text",
                },
            })
        })
        .collect();
    let caps: Map<_, _> =
        info.caps.iter().map(|(what, most)| ((*what).to_owned(), json!(most))).collect();
    json!({
        "id": info.id,
        "name": info.name,
        "rules": rules,
        "caps": caps,
        "formats": info.formats,
        "protocols": info.protocols,
    })
}

/// A position of a game in progress.
#[must_use]
pub fn session(session: &dyn Session) -> Json {
    let end = session.end();
    json!({
        "game": session.game(),
        "rules": session.rules(),
        "position": session.position(),
        "to_move": session.to_move().name(),
        "moves": session.legal_moves(),
        "outcome": end.as_ref().map(|end| end.outcome.name()),
        "reason": end.as_ref().map(|end| end.reason.as_str()),
        "score": end.as_ref().and_then(score),
        "plies": session.plies(),
    })
}

/// The margin of a finished game in the game's unit, seen by `p1`; a whole number where it is one.
#[must_use]
pub fn score(end: &Ended) -> Option<Json> {
    end.margin.map(|half_points| units(f64::from(half_points) / 2.0))
}

/// The result of a search.
#[must_use]
pub fn report(report: &SearchReport) -> Json {
    let best = report.lines.first();
    let value = report.value();
    json!({
        "move": report.best(),
        "pv": best.map_or(&[][..], |line| &line.pv),
        "score": value.in_units().map(units),
        "exact": matches!(value, Value::Exact { .. }),
        "value": match value {
            _ if report.solved.is_some() => report.solved.map(|solved| solved.value.name()),
            Value::Exact { result: 1, .. } => Some("win"),
            Value::Exact { result: 0, .. } => Some("draw"),
            Value::Exact { .. } => Some("lose"),
            _ => None,
        },
        "plies_to_end": match value {
            Value::Exact { plies, .. } => plies,
            _ => None,
        },
        "remoteness": report.solved.and_then(|solved| solved.remoteness),
        "unproved": match value {
            Value::Unproved { at_least, proof, disproof } => Some(json!({
                "at_least": if at_least > 0 { "win" } else { "draw" },
                "proof": proof,
                "disproof": disproof,
            })),
            _ => None,
        },
        "nodes": report.nodes,
        "depth": report.depth,
        "simulations": report.simulations,
        "seconds": report.time.as_secs_f64(),
        "nodes_per_second": report.nodes_per_second().round(),
    })
}

/// What is known of a position.
#[must_use]
pub fn solved_position(position: &SolvedPosition) -> Json {
    let moves: Vec<_> = position
        .moves
        .iter()
        .map(|(m, solved)| {
            json!({
                "move": m,
                "value": solved.value.name(),
                "remoteness": solved.remoteness,
            })
        })
        .collect();
    json!({
        "value": position.solved.value.name(),
        "remoteness": position.solved.remoteness,
        "moves": moves,
    })
}

/// What came of solving; counts by remoteness only if asked for.
#[must_use]
pub fn solution(solution: &Solution, with_layers: bool) -> Json {
    let (summary, position) = (&solution.summary, solved_position(&solution.position));
    let positions = summary.positions();
    let mut object = json!({
        "value": position["value"],
        "remoteness": position["remoteness"],
        "reachable": positions,
        "counts": counts(|value| summary.count(value)),
        "seconds": solution.time.as_secs_f64(),
        "positions_per_second": rate(positions, solution.time).round(),
        "keys": summary.keys,
        "bytes": solution.bytes,
        "bytes_per_position": rounded(solution.bytes as f64 / summary.keys as f64, 100.0),
        "digest": format!("{:016x}", summary.digest),
        "moves": position["moves"],
    });
    if with_layers {
        let layers = solution.layers().into_iter().map(|(remoteness, [win, lose, tie])| {
            json!({ "remoteness": remoteness, "win": win, "lose": lose, "tie": tie })
        });
        object["layers"] = layers.collect();
    }
    object
}

/// What a table says of a position: the fields of [`solution`], as far as they are known.
#[must_use]
pub fn looked_up(found: &LookedUp) -> Json {
    let position = solved_position(&found.position);
    let counted = found.counts.map(|all| {
        let at = |value| SolvedValue::ALL.iter().position(|&v| v == value);
        counts(|value| at(value).map_or(0, |at| all[at]))
    });
    json!({
        "value": position["value"],
        "remoteness": position["remoteness"],
        "reachable": found.counts.map(|counts| counts.iter().sum::<u64>()),
        "counts": counted,
        "seconds": 0,
        "positions_per_second": null,
        "table": found.table.display().to_string(),
        "moves": position["moves"],
    })
}

/// A number for each value.
fn counts(count: impl Fn(SolvedValue) -> u64) -> Map<String, Json> {
    SolvedValue::ALL
        .map(|value| (value.name().to_owned(), json!(count(value))))
        .into_iter()
        .collect()
}

/// The results of a match, as the first player sees them.
#[must_use]
pub fn standing(standing: &Standing) -> Json {
    let results = standing.results();
    let Tally { wins, draws, losses } = results.tally;
    let elo = results.elo();
    let reasons = standing.reasons().into_iter().map(|(reason, tally)| {
        let Tally { wins, draws, losses } = tally;
        (reason.to_owned(), json!({"wins": wins, "draws": draws, "losses": losses}))
    });
    json!({
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "elo": elo.map(|elo| rounded(elo.difference, 10.0)),
        "elo_error": elo.map(|elo| rounded(elo.error, 10.0)),
        "games": results.tally.games(),
        "pairs": results.pairs,
        "los": results.superiority().map(|los| rounded(los, 10_000.0)),
        "reasons": reasons.collect::<Map<_, _>>(),
        "sprt": standing.sprt().map(|Sprt { elo0, elo1 }| json!({
            "elo0": elo0,
            "elo1": elo1,
            "llr": standing.log_likelihood_ratio().map(|ratio| rounded(ratio, 1000.0)),
            "bound": rounded(Sprt::bound(), 1000.0),
            "accepted": standing.verdict().map(|verdict| verdict.name()),
        })),
    })
}

/// A number to so many parts of one.
fn rounded(x: f64, parts: f64) -> f64 {
    (x * parts).round() / parts
}

/// A number without a fraction where it has none.
fn units(x: f64) -> Json {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}
