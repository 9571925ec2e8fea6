//! The command line as scripts see it.

mod contract;
mod errors;
mod fake;
mod interruption;
mod matches;
mod outside;
mod play;
mod run;
mod snapshots;
mod uci;
