//! Protocols by which other programs play: a folder each.

pub(crate) mod gtp;
mod line;
pub(crate) mod nboard;
mod think;
pub(crate) mod uci;
