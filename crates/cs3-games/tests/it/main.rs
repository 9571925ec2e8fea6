//! Tests of the six games. One binary, so that it is linked once.

mod endless;
mod entries;
mod examples;
mod fixtures;
mod laws;
mod notation;
mod perft;
mod refusals;
mod slow;
mod solver;
mod theory;
mod values;
mod views;
