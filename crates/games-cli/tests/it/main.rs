//! The command line as scripts see it.

mod analyze;
#[cfg(feature = "dist")]
mod cluster;
mod contract;
mod disk;
mod errors;
mod fake;
mod files;
mod folded;
mod gtp;
mod interruption;
mod longest;
mod matches;
mod nboard;
mod notation;
mod outside;
mod packed;
mod play;
#[cfg(unix)]
mod pty;
mod records;
mod run;
#[cfg(feature = "web")]
mod serve;
mod snapshots;
mod solve;
#[cfg(all(unix, feature = "tui"))]
mod terminal;
mod train;
mod tune;
mod uci;
mod verify;
#[cfg(unix)]
mod watched;
