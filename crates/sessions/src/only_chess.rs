//! The one game of the unit tests. Searches and solvers for all would be compiled once more if a test
//! asked the list of games for one: what no test reaches is not compiled. Tests of several games are
//! in `tests/it`.

use chess_variants::standard::Standard;

use crate::GameInfo;

/// Chess, as the list has it.
pub(crate) fn chess() -> &'static GameInfo {
    const { &GameInfo::of::<Standard>() }
}
