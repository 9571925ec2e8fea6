//! What games are tested with: laws that all must satisfy, fixtures, games written out, toys.

pub(crate) mod erasure;
pub mod fixtures;
pub mod laws;
pub mod perft_fixtures;
pub(crate) mod playthrough;
pub mod toy;
