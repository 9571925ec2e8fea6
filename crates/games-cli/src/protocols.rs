//! Protocols by which other programs play: one file each.

pub(crate) mod uci;
