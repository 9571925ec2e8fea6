//! FEN.
