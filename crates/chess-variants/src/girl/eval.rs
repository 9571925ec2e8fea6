use super::rules::GirlChess;
use games_core::{Bits, Evaluate};
impl<B: Bits> Evaluate for GirlChess<B> {}
