//! Which squares each worm reaches first.

use games_core::{Bits, Game};

use super::{Position, Surround};

/// The squares that each worm reaches before the other one, if both grow everywhere at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reach<B> {
    /// Those of the side to move and those of the other side, each cut into squares that an even and
    /// an odd number of moves leads to: a worm fills them in turn, so that the fewer of both tell how
    /// far it can go.
    pub(crate) steps: [[B; 2]; 2],
    /// Whether there is a square that both can reach.
    pub(crate) is_shared: bool,
}

impl<B: Bits> Surround<B> {
    /// Returns what each worm reaches first; the side to move is ahead by half a move.
    pub(crate) fn reach(&self, state: &Position<B>) -> Reach<B> {
        let own = self.to_move(state);
        let mut free = self.empty(state);
        let mut reached = [own, own.other()].map(|side| B::bit(state.head(side).into()));
        let mut reach = Reach { steps: [[B::EMPTY; 2]; 2], is_shared: false };
        for step in 1.. {
            let mut has_grown = false;
            for turn in 0..2 {
                let near = self.grown(reached[turn]);
                reach.is_shared |= !(near & reached[1 - turn]).is_empty();
                let new = near & free;
                has_grown |= !new.is_empty();
                reach.steps[turn][step % 2] |= new;
                reached[turn] |= new;
                free &= !new;
            }
            if !has_grown {
                break;
            }
        }
        reach
    }
}

#[cfg(test)]
mod tests {
    use games_core::Notation;

    use super::*;

    #[test]
    fn squares_are_of_who_reaches_them_first_by_the_parity_of_its_moves() {
        let game = Surround::<u64>::new((1, 7), false, false).unwrap();
        let cells = |cells: &[u32]| cells.iter().fold(0, |set, &i| set | u64::bit(i));
        let reach = |text| game.reach(&game.parse_state(text).unwrap());
        let shared = reach("(w w-----b)");
        let (white, black) = ([cells(&[2]), cells(&[1, 3])], [cells(&[4]), cells(&[5])]);
        assert_eq!(shared, Reach { steps: [white, black], is_shared: true });
        // The side to move comes first.
        let black_moves = reach("(b w-----b)").steps;
        let (white, black) = ([cells(&[2]), cells(&[1])], [cells(&[4]), cells(&[3, 5])]);
        assert_eq!(black_moves, [black, white]);
        let apart = reach("(w -w-x--b)");
        assert_eq!(apart.steps, [[0, cells(&[0, 2])], [cells(&[4]), cells(&[5])]]);
        assert!(!apart.is_shared);
    }
}
