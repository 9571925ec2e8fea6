//! Northcott's Game: the nim-sum of the gaps.

use games_core::{Evaluate, Game};

use crate::northcott::{Move, Northcott, Position};

/// The estimate of a won position, in hundredths.
const WON: i32 = 10_000;

impl Evaluate for Northcott {
    /// The gaps are heaps of Nim: a move forward takes from one. Moves back do not change who
    /// wins, because they can be answered by moving as far forward (C. Bouton, "Nim, a game with a
    /// complete mathematical theory", 1901; R. Sprague and P. Grundy). Misère Nim differs only
    /// once no heap has more than one. Misère with moves back is no Nim; almost everything is a
    /// draw there.
    ///
    /// Among won positions those with less left to move are preferred.
    fn evaluate(&self, state: &Position) -> i32 {
        if self.misere() && self.backward() {
            return 0;
        }
        let gaps = || self.lanes(state).iter().map(|lane| lane.gap());
        let is_nim_won = gaps().fold(0, |sum, gap| sum ^ gap) != 0;
        let is_won = is_nim_won != (self.misere() && gaps().all(|gap| gap <= 1));
        let mut left: i32 = gaps().map(i32::from).sum();
        if self.backward() {
            let behind = |lane| i32::from(self.behind(lane, self.to_move(state).other()));
            left += self.lanes(state).iter().map(|&lane| behind(lane)).sum::<i32>();
        }
        // At most 64 rows of 256 columns: up to 32,768 squares.
        let sure = WON - left / 4;
        if is_won { sure } else { -sure }
    }

    fn order_hint(&self, state: &Position, _: Option<Move>, m: Move) -> i32 {
        let mut child = *state;
        self.apply(&mut child, m);
        -self.evaluate(&child)
    }
}
