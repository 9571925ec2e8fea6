//! Strong solving: the value and the remoteness of every position that can arise from one.
//!
//! The value of a position is what its side to move can force: a win, at least a tie, at least
//! that the game never ends (a draw), or nothing better than a loss. The remoteness is the number
//! of moves to the end when winners and tiers hurry and losers delay. Turns need not alternate.
//!
//! A shard holds some of the positions and does all of the work, by messages to other shards.
//! [`solve`] drives one shard, or several in threads of one process, with the same results;
//! [`driving`] is for drivers of several processes. [`solve_on_disk`] keeps the positions in files
//! that are written and read from beginning to end, where memory ends; [`solve_packed`] does the
//! same with files in memory, where positions take a third of what they take in tables. All of it is compiled once
//! for each type of keys and for no game: a space comes as an [`AnySpace`]. [`audit`] looks at a
//! stored table once more, by other ways.
//!
//! ```
//! use core::sync::atomic::AtomicBool;
//! use solver::{Job, SolvedValue, solve};
//! use games_core::{Game, Solvable, solvable::AnySpace, toy::TicTacToe};
//!
//! let space = AnySpace::new(TicTacToe.space(&TicTacToe.initial()).unwrap());
//! let solved = solve(&space, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).unwrap();
//! let start = solved.start();
//! assert_eq!((start.value, start.remoteness), (SolvedValue::Tie, Some(9)));
//! // Of 5478 positions 626 + 316 + 16 are finished; symmetric ones are counted, but kept once.
//! assert_eq!((solved.summary().positions(), solved.summary().keys), (5478, 765));
//! ```
//!
//! [`AnySpace`]: games_core::solvable::AnySpace

#![forbid(unsafe_code)]

mod audit;
mod backward;
mod blocks;
mod bundle;
mod claim;
mod code;
mod database;
mod disk;
mod drive;
pub mod driving;
mod external;
mod files;
mod identity;
mod job;
mod known;
mod message;
mod notices;
mod numbers;
mod part;
mod phase;
mod shard;
mod slots;
mod solved;
mod spread;
mod tier;

pub use audit::{AuditError, Audited, Family, Fault, PlainRules, Resources, audit};
pub use claim::Claim;
pub use code::{MOST_REMOTENESS, Solved, SolvedValue};
pub use database::Database;
pub use disk::Disk;
pub use drive::solve;
pub use external::{Expected, SolvedOnDisk, solve_on_disk, solve_packed};
pub use identity::Identity;
pub use job::{Checkpoint, Job, Progress, Store};
pub use known::{Child, Known, children_in};
pub use message::ShardStatus;
pub use notices::Notices;
pub use phase::{Layer, Phase, Stop};
pub use shard::Summary;
pub use solved::SolvedSpace;
