//! Which of several builds of one program the processor at hand can run.
//!
//! The levels are those of the x86-64 psABI: features of processors that go together. A build for a
//! higher level is quicker and ends with an illegal instruction where a feature is missing, so that
//! somebody has to ask the processor first.
//!
//! ```
//! use games_launcher::{ALL, best};
//!
//! // Every processor runs the lowest level.
//! assert!(ALL[0].runs_here());
//! let chosen = best(|level| level.name == ALL[0].name).unwrap();
//! assert_eq!(chosen.name, ALL[0].name);
//! assert!(best(|_| false).is_none(), "there has to be a program");
//! ```

#![forbid(unsafe_code)]

mod level;

pub use level::{ALL, Level, best};
