//! The native module of the Python package `perfect_games`: the crate `games` behind Python classes.
//!
//! It has no rules and no search of its own. What Python can do as well is in
//! `python/perfect_games`: results, records, adapters.

#![deny(unsafe_code)]

mod batch;
mod board;
mod database;
mod errors;
mod evaluator;
mod files;
mod game;
mod matches;
mod moves;
mod outcome;
mod player;
mod pool;
mod position;
mod search;
mod solve;
mod text;
mod work;

use pyo3::prelude::*;

/// The native part of `perfect_games`.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<moves::MoveList>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<database::Database>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(game::open, module)?)?;
    module.add_function(wrap_pyfunction!(game::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(files::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(files::spell_tree, module)?)?;
    module.add_function(wrap_pyfunction!(files::write_file, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("target_features", target_features())?;
    // Known if whoever built it told.
    module.add("commit", option_env!("GAMES_COMMIT"))?;
    Ok(())
}

/// The features of the processor that the module was compiled for.
fn target_features() -> Vec<&'static str> {
    let known = [
        (cfg!(target_feature = "sse2"), "sse2"),
        (cfg!(target_feature = "sse4.2"), "sse4.2"),
        (cfg!(target_feature = "popcnt"), "popcnt"),
        (cfg!(target_feature = "bmi2"), "bmi2"),
        (cfg!(target_feature = "avx2"), "avx2"),
    ];
    known.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect()
}
