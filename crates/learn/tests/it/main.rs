//! Training from its games to its file.

mod files;
mod teacher;
mod training;
mod trust;
