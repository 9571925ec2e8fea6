//! What the games on the chess board have in common, whatever their rules: chess, atomic chess,
//! Skak.
//!
//! - [`Square`], [`File`], [`Rank`]: places. A square cannot be wrong: whoever has one may use it.
//! - [`SquareSet`]: sets of squares as the bits of a word, with their own loops and pictures.
//! - [`rays`]: where men go on a board with others.
//! - [`Kind`], [`Man`], [`Move`], [`Castling`], [`CastlingRights`]: the words of the rules.
//! - [`fen`]: positions as text, and the fields of such a text as data.
//! - [`listing`]: moves for a [`MoveSink`](games_core::MoveSink), a set at a time.
//! - [`picture`]: what boards with such men look like.
//!
//! White is [`Side::First`](games_core::Side::First).
//!
//! ```
//! use chessmen::{Fen, File, Kind, Move, Square, rays};
//!
//! let fen: Fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39".parse().unwrap();
//! assert_eq!(fen.men[Square::E2].unwrap().kind, Kind::Pawn);
//!
//! // A rook on e8 goes down to the pawn and takes it.
//! let down = rays::rook_moves(Square::E8, Square::E2.set()) & File::E.squares();
//! assert_eq!((down.len(), down.first()), (6, Some(Square::E2)));
//!
//! let m: Move = "e7e8q".parse().unwrap();
//! assert_eq!((m.from(), m.to(), m.promotion()), (Square::E7, Square::E8, Some(Kind::Queen)));
//! ```

#![forbid(unsafe_code)]

mod castling;
pub mod fen;
pub mod listing;
mod men;
mod moves;
pub mod picture;
pub mod rays;
mod square;
mod square_set;

pub use castling::{Castling, CastlingRights};
pub use fen::{Clock, Fen, FieldError, Placement};
pub use men::{Kind, Man, side_name};
pub use moves::Move;
pub use square::{File, Rank, Square};
pub use square_set::{SquareSet, Squares};
