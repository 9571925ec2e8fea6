//! Solving in several processes: the same results as in one, and a clear end when one is lost.

#![forbid(unsafe_code)]

mod agreement;
mod child;
mod cluster;
mod folder;
mod killed;
mod lost;
mod meeting;
mod spaces;
mod stopped;
