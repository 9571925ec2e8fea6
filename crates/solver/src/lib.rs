//! Strong solving: the value and the remoteness of every position that can arise from one.
//!
//! The value of a position is what its side to move can force: a win, at least a tie, at least
//! that the game never ends (a draw), or nothing better than a loss. The remoteness is the number
//! of moves to the end when winners and tiers hurry and losers delay. Turns need not alternate.
//!
//! A [`Shard`] holds some of the positions and does all of the work, by messages to other shards.
//! [`solve`] drives one shard, or several in threads of one process, with the same results.
//!
//! ```
//! use core::sync::atomic::AtomicBool;
//! use solver::{Job, Value, solve};
//! use games_core::{Game, Solvable, toy::TicTacToe};
//!
//! let space = TicTacToe.space(&TicTacToe.initial()).unwrap();
//! let solution = solve(&space, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).unwrap();
//! let start = solution.start();
//! assert_eq!((start.value, start.remoteness), (Value::Tie, Some(9)));
//! // Of 5478 positions 626 + 316 + 16 are finished; symmetric ones are counted, but kept once.
//! assert_eq!((solution.summary().positions(), solution.summary().keys), (5478, 765));
//! ```

#![forbid(unsafe_code)]

mod backward;
mod blocks;
mod code;
mod database;
mod disk;
mod drive;
mod files;
mod identity;
mod job;
mod known;
mod message;
mod part;
mod phase;
mod shard;
mod slots;
mod spread;
mod tier;

pub use code::{MOST_REMOTENESS, Solved, Value};
pub use database::{Database, Writer};
pub use disk::{Disk, NewFile};
pub use drive::{Solution, solve, watched};
pub use files::Files;
pub use identity::Identity;
pub use job::{Checkpoint, Job, Progress, Store, shard_orders};
pub use known::{Known, Moves, moves_of};
pub use message::{Packet, Status};
pub use phase::{Layer, Phase, Stop};
pub use shard::{Orders, Shard, Sink, Step, Summary};
