//! What is true of any two-player game of perfect information.
//!
//! A game implements [`Game`] (its rules) and [`Notation`] (its texts), and one line each of
//! [`Adjudicate`], [`Countable`], [`Evaluate`], [`Describe`], [`Symmetric`], [`Actions`] and
//! [`Features`], whose functions all have defaults. For that it gets [`Perft`], random [`playout`]s, games in progress
//! with undo ([`Record`]), pictures ([`draw`]), seeded [`playthrough()`]s for snapshots and, with
//! the feature `testing`, a set of properties that every game must have ([`laws`]).
//!
//! ```
//! use games_core::{Game, Perft, Record, toy::TicTacToe};
//!
//! assert_eq!(Perft::new().count(&TicTacToe, &TicTacToe.initial(), 5), Ok(15_120));
//!
//! let mut record = Record::new(TicTacToe);
//! record.play_line("b2 b1 a1 c3 a2 a3 c2").unwrap();
//! assert_eq!(record.end().unwrap().reason, "three in a row");
//! ```
//!
//! # Features
//!
//! - `testing`: laws that every game must satisfy, fixtures, toys. No dependency.

#![forbid(unsafe_code)]

mod adjudicate;
mod any_game;
mod countable;
pub mod draw;
mod endgame;
mod evaluate;
pub mod features;
mod perft;
pub mod planes;
pub mod playout;
mod record;
mod rules;
pub mod solvable;
#[cfg(feature = "testing")]
mod testing;
mod texts;
mod view;

#[cfg(feature = "testing")]
pub use testing::{
    erasure::check_erasure,
    fixtures, laws, perft_fixtures,
    playthrough::{Case, PlaythroughOptions, playthrough, playthrough_of},
    toy,
};
pub use texts::{
    entry,
    file_format::{
        FileFormat, FindEnd, GameText, GameTexts, Place, ReadGames, ReadSpelled, SavedGames,
        WriteGame, first_of_brackets, until_error,
    },
    game_tree::{self, GameTree},
    notation, plain,
};

pub use adjudicate::{Adjudicate, Standing};
pub use any_game::{AnyGame, AnyMove, AnyReason, AnyState, Erasable, GameSpace};
pub use countable::Countable;
pub use draw::{Style, Theme};
pub use endgame::{Endgame, EndgameJob, Estimates, SolvedLine};
pub use evaluate::{ASPECTS, EVAL_LIMIT, Evaluate, MonteCarlo, power_of_two, put_weights};
pub use features::{Features, Layout, MoveRows};
pub use notation::{Notation, TextError};
pub use perft::{Interrupted, Perft};
pub use planes::Planes;
pub use record::{BareRules, Record};
pub use rules::{
    actions::Actions,
    bits::Bits,
    game::{Game, PlayError},
    moves::{Counting, Listing, MoveList, MoveSink, Picking},
    outcome::{End, Outcome, Status},
    rng::{Rng, fresh_seed, seeded},
    side::Side,
    symmetry::{Dihedral, Symmetric},
    words::Words,
    zobrist,
};
pub use solvable::{Solvable, Space, Unsolvable};
pub use view::{
    Board, BoardKind, Counter, Describe, FirstRow, Mark, MarkKind, Piece, Shade, View, column_name,
};
