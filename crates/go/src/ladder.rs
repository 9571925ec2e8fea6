//! Ladders: whether a chain that runs gains liberties or dies.

use crate::{Board, Color, Index, Point, Suicide, board::EMPTY};

/// A chain that is still on the run after so many of its own moves counts as safe; no ladder on a
/// 25x25 board is longer.
const LONGEST: u32 = 60;

impl<I: Index, const N: usize> Board<I, N> {
    /// Returns whether a chain with one liberty, whose side is to move, is lost: it cannot take a
    /// chain beside it that is in atari, and running does not help it.
    ///
    /// Ko does not count, and only atari after atari is looked at.
    pub(crate) fn is_caught(&self, chain: Point) -> bool {
        self.cannot_run(chain, LONGEST)
    }

    /// Returns whether the opponent, to move, can catch a chain with two liberties.
    pub(crate) fn can_be_caught(&self, chain: Point) -> bool {
        self.two_liberties(chain).is_some_and(|liberties| self.catches(chain, liberties, LONGEST))
    }

    fn cannot_run(&self, chain: Point, left: u32) -> bool {
        let (Some(color), Some(liberty)) = (self.color(chain), self.last_liberty(chain.cell()))
        else {
            return false;
        };
        if left == 0 || self.can_take_beside(chain, color) {
            return false;
        }
        if !self.is_legal(liberty, color, Suicide::Forbidden) {
            return true;
        }
        let mut after = *self;
        after.place(liberty, color);
        if after.last_liberty(chain.cell()).is_some() {
            return true;
        }
        let two = after.two_liberties(chain);
        two.is_some_and(|liberties| after.catches(chain, liberties, left - 1))
    }

    /// Returns whether an atari from either side catches a chain with these liberties.
    fn catches(&self, chain: Point, liberties: [Point; 2], left: u32) -> bool {
        let Some(color) = self.color(chain) else { return false };
        liberties.into_iter().any(|point| {
            if !self.is_legal(point, color.other(), Suicide::Forbidden) {
                return false;
            }
            let mut after = *self;
            after.place(point, color.other());
            after.cannot_run(chain, left)
        })
    }

    /// Returns whether a chain of the other color beside this one is in atari and can be taken.
    fn can_take_beside(&self, chain: Point, color: Color) -> bool {
        self.chain(chain).any(|stone| {
            self.around(stone.cell()).into_iter().any(|n| {
                self.cell(n) == color.other() as u8
                    && self
                        .last_liberty(n)
                        .is_some_and(|point| self.is_legal(point, color, Suicide::Forbidden))
            })
        })
    }

    /// Returns the liberties of a chain if there are exactly two.
    pub(crate) fn two_liberties(&self, chain: Point) -> Option<[Point; 2]> {
        // Two points are beside at most eight stones.
        if !(2..=8).contains(&self.pseudo_liberties(chain.cell())) {
            return None;
        }
        let mut found = [Point(0); 2];
        let mut count = 0;
        for stone in self.chain(chain) {
            for n in self.around(stone.cell()) {
                let point = Point(n as u16);
                if self.cell(n) == EMPTY && !found[..count].contains(&point) {
                    if count == 2 {
                        return None;
                    }
                    found[count] = point;
                    count += 1;
                }
            }
        }
        (count == 2).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board9, Color, Point};

    fn board(rows: &[&str]) -> Board9 {
        let mut board = Board9::new(rows[0].len() as u8, rows.len() as u8).unwrap();
        for (row, text) in rows.iter().enumerate() {
            for (col, c) in text.chars().enumerate() {
                let point = board.point(col as u8, row as u8).unwrap();
                match c {
                    'b' => drop(board.place(point, Color::Black)),
                    'w' => drop(board.place(point, Color::White)),
                    _ => {}
                }
            }
        }
        board
    }

    fn stone(board: &Board9, name: &str) -> Point {
        board.vertex(name).unwrap()
    }

    const LADDER: [&str; 9] = [
        ".........",
        "..bb.....",
        ".bw......",
        "..b......",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];

    #[test]
    fn a_ladder_runs_to_the_edge() {
        let board = board(&LADDER);
        // White's C7 has one liberty, D7.
        assert!(board.is_caught(stone(&board, "C7")));
    }

    #[test]
    fn a_stone_on_the_way_breaks_a_ladder() {
        let mut rows = LADDER;
        rows[5] = ".....w...";
        let broken = board(&rows);
        assert!(!broken.is_caught(stone(&broken, "C7")));
        rows[5] = ".....b...";
        let helped = board(&rows);
        assert!(helped.is_caught(stone(&helped, "C7")));
    }

    #[test]
    fn a_chain_saves_itself_by_taking() {
        // White takes C6 with D6.
        let mut rows = LADDER;
        (rows[3], rows[4]) = (".wb......", "..w......");
        let board = board(&rows);
        let chain = stone(&board, "C7");
        assert!(board.can_take_beside(chain, Color::White) && !board.is_caught(chain));
    }

    #[test]
    fn a_ladder_starts_with_an_atari_from_the_right_side() {
        let mut rows = LADDER;
        rows[3] = ".........";
        let open = board(&rows);
        assert!(open.can_be_caught(stone(&open, "C7")));
        rows[5] = ".....w...";
        let broken = board(&rows);
        assert!(!broken.can_be_caught(stone(&broken, "C7")));
    }
}
