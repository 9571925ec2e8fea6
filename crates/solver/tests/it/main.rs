//! The solver on made-up games, against a slow solver.

mod agreement;
mod checkpoints;
mod database;
mod external;
mod external_faults;
mod folder;
mod interruptions;
mod limits;
mod maze;
mod oracle;
mod packed;
mod steps;
