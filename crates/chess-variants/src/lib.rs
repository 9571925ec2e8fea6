//! Chess by the full rules of FIDE, atomic chess, and Girl Chess.
//!
//! - [`standard`]: positions, rules, games in progress, heuristics of standard chess.
//! - [`atomic`]: the same for atomic chess, on a board of its own.
//! - [`girl`]: Girl Chess, with men and boards of its own.
//! - [`san`], [`pgn`]: texts of moves and games, shared by the games with the men of chess.
//!
//! Squares, men, moves and FEN come from the crate [`chessmen`].
//!
//! The rules with their sources are in `crates/chess-variants/rules/chess.md`, `crates/chess-variants/rules/atomic.md` and
//! `crates/chess-variants/rules/girl-chess.md` of the repository.
//!
//! ```
//! use chess_variants::{pgn::Pgn, standard::{Chess, Game, Position}};
//!
//! // A position knows its moves ...
//! let position = Position::from_fen("5k2/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
//! assert_eq!(position.legal_moves().len(), 15);
//! assert_eq!(position.san(position.parse_move("e1g1").unwrap()), "O-O+");
//!
//! // ... and a game in progress knows the rest.
//! let mut game = Game::new(Chess::standard());
//! game.play_line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8").unwrap();
//! assert!(game.end().is_none() && game.claim());
//! assert_eq!(game.end().unwrap().reason.to_string(), "threefold repetition");
//! assert!(Pgn::of(&game).to_string().ends_with("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n"));
//! ```

#![forbid(unsafe_code)]

pub mod atomic;
mod few_men;
pub mod girl;
pub mod pgn;
pub mod san;
pub mod standard;
mod tapered;

pub use chessmen::{Castling, CastlingRights, Clock, Fen, Kind, Man, Move, Square, SquareSet};
pub use san::{Algebraic, San};
