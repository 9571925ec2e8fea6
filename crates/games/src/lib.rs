//! All games in one place: found by name, played, searched and matched without naming a type.
//!
//! [`find`] looks a game up, [`GameInfo::open`] builds rules and position from texts, and a
//! [`Session`] is that game in progress. Whole jobs cross the border between erased and static
//! types (a perft, a search), never single nodes, so nothing is lost in speed.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use games::{PlayerSpec, find};
//!
//! let mut session = find("othello")?.open(Some("size=6"), None)?;
//! session.play_line("c2 b2")?;
//! let mut player = session.player(&"alphabeta:depth=4".parse::<PlayerSpec>()?, None)?;
//! let report = player.think(&*session, &mut |_| {}, &AtomicBool::new(false))?;
//! assert!(session.legal_moves().contains(&report.best().unwrap().to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

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
pub mod registry;
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
#[cfg(feature = "batches")]
pub use network::Network;
pub use outside::Outside;
pub use player::Player;
#[cfg(feature = "batches")]
pub use position::Position;
pub use registry::{GameInfo, Games, find, registry, visit};
pub use report::{SearchLine, SearchReport};
pub use session::{Ended, LegalMove, PerftJob, Session};
pub use solve::{
    Driver, LookedUp, Solution, SolveError, SolveJob, SolvedGame, SolvedPosition, Tables, audit,
    is_sure,
};
#[cfg(feature = "dist")]
pub use solve::{HostsError, Secret, Together, hosts};
pub use spec::{Engine, Eval, PlayerSpec};
