//! Games in progress and players whose types are erased, and what is made of them: matches, analysis,
//! files, solving, outside engines.
//!
//! [`GameInfo`] makes of a game's rules a [`Session`], that game in progress. Whole jobs cross the
//! border between erased and static types (a perft, a search), never single nodes, so nothing is
//! lost in speed. This crate knows no game by name: `games` is the list of all, and whoever names
//! his own compiles that alone.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use chess_variants::standard::Standard;
//! use sessions::{GameInfo, PlayerSpec};
//!
//! let mut session = GameInfo::of::<Standard>().open(None, None)?;
//! session.play_line("e4 e5")?;
//! let mut player = session.player(&"alphabeta:depth=4".parse::<PlayerSpec>()?, None)?;
//! let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false))?;
//! assert!(session.legal_moves().contains(&report.best().unwrap().to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod analysis;
pub mod arena;
#[cfg(feature = "batches")]
pub mod batch;
pub mod clock;
pub mod elo;
pub mod error;
mod estimate;
pub mod expected;
pub mod files;
pub mod forfeit;
pub mod json;
pub mod level;
mod likelihood;
pub mod list;
pub mod machine;
#[cfg(feature = "batches")]
pub mod network;
#[cfg(test)]
mod only_chess;
pub mod outside;
pub mod player;
#[cfg(feature = "batches")]
pub mod position;
pub mod ratings;
pub mod report;
pub mod session;
pub mod solve;
pub mod spec;
pub mod sprt;
pub mod teacher;
pub mod tune;
pub mod units;

#[cfg(feature = "batches")]
pub use batch::Batch;
pub use clock::{Clock, Clocks, TimeControl};
pub use error::Error;
pub use forfeit::{Cause, Forfeit};
pub use learn;
pub use level::Level;
pub use list::{GameInfo, Games};
#[cfg(feature = "batches")]
pub use network::Network;
pub use outside::Outside;
pub use player::Player;
#[cfg(feature = "batches")]
pub use position::Position;
pub use report::{SearchLine, SearchReport};
pub use session::{Ended, LegalMove, PerftJob, Session};
pub use solve::{
    Driver, LookedUp, Solution, SolveError, SolveJob, SolvedGame, SolvedPosition, Tables, audit,
    is_sure,
};
#[cfg(feature = "dist")]
pub use solve::{HostsError, Secret, Together, hosts};
pub use spec::{Engine, Eval, PlayerSpec};
