//! The command line as scripts see it.

mod contract;
mod errors;
mod files;
mod gtp;
mod interruption;
mod nboard;
mod play;
mod run;
mod snapshots;
mod uci;
