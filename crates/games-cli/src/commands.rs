//! One file a command.

pub(crate) mod analyze;
pub(crate) mod answer;
pub(crate) mod best;
pub(crate) mod completions;
pub(crate) mod help;
pub(crate) mod list;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod records;
#[cfg(feature = "web")]
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod weights;
