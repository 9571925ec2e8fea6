//! The searchers against plain minimax, retrograde analysis and each other.

mod alpha_beta;
mod endgame;
mod games;
mod limits;
mod mcts;
mod oracle;
mod repetition;
mod solve;
mod techniques;
