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

pub mod registry;

pub use registry::{find, registry, visit};
pub use sessions::*;
