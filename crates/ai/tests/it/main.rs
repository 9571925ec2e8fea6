//! The searchers against plain minimax, retrograde analysis and each other.

mod ahead;
mod alpha_beta;
mod batches;
mod endgame;
mod estimator;
mod games;
mod in_progress;
mod limits;
mod mcts;
mod oracle;
mod proof_number;
mod repetition;
mod searches;
mod techniques;
mod winding;
