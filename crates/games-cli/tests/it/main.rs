//! The command line as scripts see it.

#[cfg(feature = "dist")]
mod cluster;
mod contract;
mod errors;
mod fake;
mod files;
mod gtp;
mod interruption;
mod matches;
mod nboard;
mod outside;
mod play;
mod run;
mod snapshots;
mod solve;
mod uci;
