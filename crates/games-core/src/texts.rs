//! Games as texts: positions and moves both ways, whole games in files, and how a game presents
//! itself to a registry.

pub mod entry;
pub(crate) mod file_format;
pub mod game_tree;
pub mod notation;
pub mod plain;
