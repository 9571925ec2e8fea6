//! One file per command. Each returns whether all is well, and prints what is not.

pub(crate) mod ablations;
pub(crate) mod bench;
pub(crate) mod bless;
pub(crate) mod dist;
pub(crate) mod docs;
pub(crate) mod fuzz;
pub(crate) mod new_game;
pub(crate) mod perft;
pub(crate) mod python;
pub(crate) mod readmes;
pub(crate) mod solving;
pub(crate) mod strength;
pub(crate) mod test_all;
pub(crate) mod tidy;
#[cfg(target_os = "linux")]
pub(crate) mod torture;
pub(crate) mod web;
pub(crate) mod weights;
