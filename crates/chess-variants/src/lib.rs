//! Chess by the full rules of FIDE, and atomic chess.

#![forbid(unsafe_code)]

pub mod fen;
pub mod standard;
