//! Matches between two players.

use core::sync::atomic::AtomicBool;
use std::sync::Arc;

use games::{
    Position as Erased, Session,
    arena::{Match, MatchGame, Standing},
    json,
};
use pyo3::prelude::*;

use crate::{errors, player::seat_of, position::Position, text::Text, work};

/// Plays a match; returns its standing as JSON, and the games at their ends.
#[pyfunction]
#[pyo3(signature = (openings, p1, p2, games, seed=0, opening_plies=0, concurrency=1, max_plies=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn play(
    py: Python<'_>,
    openings: Vec<Bound<'_, Position>>,
    p1: Text,
    p2: Text,
    games: u64,
    seed: u64,
    opening_plies: usize,
    concurrency: usize,
    max_plies: Option<usize>,
) -> PyResult<(String, Vec<Position>)> {
    let players = [seat_of(py, &p1)?.spec, seat_of(py, &p2)?.spec];
    let openings: Vec<Box<dyn Session>> =
        openings.iter().map(|position| position.get().inner.session()).collect();
    let Some(first) = openings.first() else {
        return Err(errors::raise(py, "GamesError", ("a match begins somewhere".to_owned(),)));
    };
    let cap = max_plies.unwrap_or_else(|| games::arena::default_max_plies(&**first));
    let mut a_match = Match::new(&openings, [&players[0], &players[1]], games);
    (a_match.seed, a_match.opening_plies) = (seed, opening_plies);
    (a_match.concurrency, a_match.max_plies) = (concurrency.max(1), cap);
    let stop = AtomicBool::new(false);
    let job = || {
        let mut played: Vec<(u64, Arc<dyn Erased>)> = Vec::new();
        let mut observe = |game: &MatchGame, _: &Standing| {
            played.push((game.number, game.session.to_position()));
            Ok::<(), games::Error>(())
        };
        let standing = a_match.play(Standing::new(None), &mut observe, &stop)?;
        played.sort_by_key(|(number, _)| *number);
        Ok::<_, games::Error>((standing, played))
    };
    let done = work::run(py, &stop, &mut work::nothing, job)?;
    let (standing, played) = done.map_err(|e| errors::of(py, &e, &p1))?;
    let text =
        serde_json::to_string(&json::Standing::of(&standing)).map_err(|e| errors::json(&e))?;
    let mut positions = Vec::with_capacity(played.len());
    for (_, position) in played {
        positions.push(Position::alone(py, position)?);
    }
    Ok((text, positions))
}
