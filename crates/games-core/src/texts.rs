//! Games as texts: positions and moves both ways, and how a game presents itself to a registry.

pub mod entry;
pub mod game_tree;
pub mod notation;
pub mod plain;
