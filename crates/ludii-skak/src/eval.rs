//! What a search may guess.

use games_core::Evaluate;

use crate::rules::Skak;

impl Evaluate for Skak {}
