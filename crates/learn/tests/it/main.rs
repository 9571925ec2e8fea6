//! Training from its games to its file.

mod files;
mod moves;
mod scales;
mod teacher;
mod training;
mod trust;
