//! The fields of a FEN as plain data, for every game on a chess board.
