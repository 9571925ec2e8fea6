//! Positions of Knight's Dance as numbers.

use std::sync::Arc;

use games_core::{Outcome, Side, Solvable, Space, Status, solvable::NotSolvable};

use super::{Cell, JUMPS, KnightsDance, Position};

/// All positions of Knight's Dance with the kings of a start: for either side to move, for each
/// square of White's knight, the squares of Black's, those of one color before those of the other.
#[derive(Clone, Debug)]
pub struct KnightsDanceSpace {
    squares: u32,
    /// Keys with one side to move.
    half: u32,
    kings: [u32; 2],
    cells: Arc<[Cell]>,
    misere: bool,
    jump_block: bool,
    start: u64,
    numbers: Numbers,
    jumps: Arc<[Jumps]>,
    over: Arc<[Over]>,
}

/// The jumps from a square; those beyond `count` are none.
#[derive(Clone, Copy, Debug, Default)]
struct Jumps {
    count: u32,
    to: [u16; 8],
}

/// For each of these jumps the two squares passed over.
type Over = [[u16; 2]; 8];

impl KnightsDanceSpace {
    fn new(rules: &KnightsDance, start: &Position) -> Self {
        let numbers = Numbers::new(rules.rows, rules.cols);
        let jumps_from = |from: &Cell| {
            let (mut jumps, mut passed) = (Jumps::default(), Over::default());
            let square = |dx: i8, dy: i8| {
                let row = from.row.checked_add_signed(dy)?;
                let col = from.col.checked_add_signed(dx)?;
                (row < rules.rows && col < rules.cols).then(|| numbers.of(Cell { row, col }))
            };
            for (dx, dy) in JUMPS {
                let Some(to) = square(dx, dy) else { continue };
                let n = jumps.count as usize;
                // Both squares passed lie between the ends of the jump, on the board.
                let over = [square(dx / 2, dy / 2), square(dx.signum(), dy.signum())];
                (jumps.to[n], passed[n]) = (to, over.map(|s| s.expect("within the board")));
                jumps.count += 1;
            }
            (jumps, passed)
        };
        let cells = Numbers::cells(rules.rows, rules.cols);
        let (jumps, over): (Vec<_>, Vec<_>) = cells.iter().map(jumps_from).unzip();
        let mut space = Self {
            squares: jumps.len() as u32,
            half: (jumps.len() * jumps.len()) as u32,
            kings: start.kings.map(|king| numbers.of(king).into()),
            cells: cells.into(),
            misere: rules.misere,
            jump_block: rules.jump_block,
            start: 0,
            numbers,
            jumps: jumps.into(),
            over: over.into(),
        };
        space.start = space.key_of(start);
        space
    }

    fn key_of(&self, state: &Position) -> u64 {
        self.key(state.knights.map(|cell| self.numbers.of(cell).into()), state.to_move)
    }

    #[inline]
    fn key(&self, [white, black]: [u32; 2], to_move: Side) -> u64 {
        u64::from((to_move as u32 * self.squares + white) * self.squares + black)
    }

    #[inline]
    fn parts(&self, key: u64) -> ([u32; 2], Side) {
        // Keys have 29 bits at most.
        let key = key as u32;
        let (to_move, rest) =
            if key < self.half { (Side::First, key) } else { (Side::Second, key - self.half) };
        let white = rest / self.squares;
        ([white, rest - white * self.squares], to_move)
    }

    /// Adds the key after each jump of a side's knight that is not blocked, onto its own king, too.
    /// The turn changes. Returns the key that it has on its own king.
    #[inline]
    fn jumped(&self, key: u64, side: Side, out: &mut Vec<u64>) -> u64 {
        let (knights, to_move) = self.parts(key);
        let key = key as u32;
        let (from, other) = (knights[side.index()], knights[side.other().index()]);
        let turned = if to_move == Side::First { key + self.half } else { key - self.half };
        // White's knight counts in squares, Black's in ones.
        let unit = if side == Side::First { self.squares } else { 1 };
        let rest = turned - from * unit;
        let Jumps { count, to } = self.jumps[from as usize];
        let (mut count, mut targets) = (count as usize, to);
        if self.jump_block {
            let blockers = [self.kings[0], self.kings[1], other];
            let all = to.iter().zip(&self.over[from as usize]).take(count);
            count = 0;
            for (&to, over) in all {
                targets[count] = to;
                count += usize::from(!over.iter().any(|&s| blockers.contains(&s.into())));
            }
        }
        // Without a look at each, and with those beyond the count, all are made at once.
        let key_on = |square: u32| u64::from(square.wrapping_mul(unit).wrapping_add(rest));
        let from = out.len();
        out.extend(targets.map(|to| key_on(to.into())));
        out.truncate(from + count);
        key_on(self.kings[side.index()])
    }
}

/// The numbers of squares: first the dark ones, then the light ones, both block by block, so that
/// those two jumps apart have numbers close to each other. Tables of large boards are gone through in
/// small steps; and as every jump changes the color, half of each table is never looked at, which so
/// lies apart. Within a block, squares of one color come from two rows in turn: two threads share
/// the numbers out as even and odd ones, and so half of all jumps stay in a thread; more of them
/// share out blocks.
#[derive(Clone, Debug)]
struct Numbers {
    cols: usize,
    of: Arc<[u16]>,
}

/// Rows and columns of a block.
const BLOCK: u8 = 8;

impl Numbers {
    fn new(rows: u8, cols: u8) -> Self {
        let mut of = vec![0; usize::from(rows) * usize::from(cols)];
        let mut numbers = Self { cols: cols.into(), of: [].into() };
        for (number, cell) in (0..).zip(Self::cells(rows, cols)) {
            of[numbers.place(cell)] = number;
        }
        numbers.of = of.into();
        numbers
    }

    /// All squares in the order of their numbers.
    fn cells(rows: u8, cols: u8) -> Vec<Cell> {
        let row_of_cells = |row| (0..cols).map(move |col| Cell { row, col });
        let mut cells: Vec<_> = (0..rows).flat_map(row_of_cells).collect();
        cells.sort_by_key(|&Cell { row, col }| {
            ((row + col) % 2, row / BLOCK, col / BLOCK, row / 2, col / 2, row)
        });
        cells
    }

    fn place(&self, Cell { row, col }: Cell) -> usize {
        usize::from(row) * self.cols + usize::from(col)
    }

    fn of(&self, cell: Cell) -> u16 {
        self.of[self.place(cell)]
    }
}

impl Space for KnightsDanceSpace {
    type Key = u64;
    const DENSE: bool = true;

    fn start(&self) -> u64 {
        self.start
    }

    #[inline]
    fn to_move(&self, key: u64) -> Side {
        if key < u64::from(self.half) { Side::First } else { Side::Second }
    }

    #[inline]
    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let (knights, side) = self.parts(key);
        let lost = Status::Over(Outcome::Win(if self.misere { side } else { side.other() }));
        let king = self.kings[side.index()];
        if knights[side.other().index()] == king || knights[0] == knights[1] {
            return lost;
        }
        let from = out.len();
        let on_king = self.jumped(key, side, out);
        if let Some(i) = out[from..].iter().position(|&child| child == on_king) {
            out.remove(from + i);
        }
        if out.len() > from { Status::Ongoing } else { lost }
    }

    /// A jump back is a jump.
    #[inline]
    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        let side = self.to_move(key).other();
        self.jumped(key, side, out);
    }

    fn bound(&self) -> u64 {
        2 * u64::from(self.half)
    }

    /// White's jumps stay in a share if the number of squares is a multiple of what the shares are
    /// dealt in turn. Black's leave their block of squares seldom, but positions of one remoteness
    /// have its knight in few blocks: two shares are better dealt squares one by one, where half of
    /// its jumps stay anyway.
    fn together(&self, shares: usize) -> usize {
        const OF_A_COLOR: usize = BLOCK as usize * BLOCK as usize / 2;
        let fits = (self.squares as usize / 2).is_multiple_of(shares * OF_A_COLOR);
        if shares > 2 && fits { OF_A_COLOR } else { 1 }
    }

    /// No knight stands on its own king, and the knight of the side to move not on the other's.
    #[inline]
    fn is_position(&self, key: u64) -> bool {
        let (knights, side) = self.parts(key);
        knights[0] != self.kings[0]
            && knights[1] != self.kings[1]
            && knights[side.index()] != self.kings[side.other().index()]
    }
}

impl Solvable for KnightsDance {
    type Space = KnightsDanceSpace;

    fn space(&self, start: &Position) -> Result<KnightsDanceSpace, NotSolvable> {
        Ok(KnightsDanceSpace::new(self, start))
    }

    fn key_in(&self, space: &KnightsDanceSpace, state: &Position) -> Option<u64> {
        let kings = state.kings.map(|king| u32::from(space.numbers.of(king)));
        (kings == space.kings).then(|| space.key_of(state))
    }

    fn state_in(&self, space: &KnightsDanceSpace, key: u64) -> Option<Position> {
        let ([white, black], to_move) = space.parts(key);
        let cell = |number: u32| space.cells.get(number as usize).copied();
        let [kings, knights] = [space.kings, [white, black]].map(|pair| pair.map(cell));
        let [Some(white_king), Some(black_king)] = kings else { return None };
        let [Some(white), Some(black)] = knights else { return None };
        Some(Position { kings: [white_king, black_king], knights: [white, black], to_move })
    }
}

#[cfg(test)]
mod tests {
    use games_core::Game;

    use super::*;
    use crate::Endless;

    fn space_of(rows: usize, cols: usize) -> KnightsDanceSpace {
        let rules = KnightsDance::new((rows, cols), false, false, Endless::default()).unwrap();
        rules.space(&rules.initial()).unwrap()
    }

    /// Calls `look` with the squares of each jump on an empty board.
    fn each_jump((rows, cols): (u8, u8), mut look: impl FnMut(Cell, Cell)) {
        for from in Numbers::cells(rows, cols) {
            for (dx, dy) in JUMPS {
                let row = from.row.checked_add_signed(dy).filter(|&row| row < rows);
                let col = from.col.checked_add_signed(dx).filter(|&col| col < cols);
                if let Some((row, col)) = row.zip(col) {
                    look(from, Cell { row, col });
                }
            }
        }
    }

    #[test]
    fn numbers_keep_colors_apart_and_half_of_all_jumps_in_a_thread_of_two() {
        for (rows, cols) in [(2, 3), (8, 8), (9, 7), (13, 20), (128, 128)] {
            let (cells, numbers) = (Numbers::cells(rows, cols), Numbers::new(rows, cols));
            assert!(cells.iter().enumerate().all(|(i, &cell)| numbers.of(cell) as usize == i));
            let colors: Vec<_> = cells.iter().map(|cell| (cell.row + cell.col) % 2).collect();
            assert!(colors.is_sorted());
            let (mut all, mut same) = (0, 0);
            each_jump((rows, cols), |from, to| {
                let same_parity = numbers.of(from) % 2 == numbers.of(to) % 2;
                (all, same) = (all + 1, same + u32::from(same_parity));
            });
            let is_even = rows % 8 == 0 && cols % 8 == 0;
            assert!(!is_even || 2 * same == all, "{same} of {all} jumps");
        }
    }

    #[test]
    fn most_jumps_stay_in_a_share_of_four() {
        for (rows, cols) in [(64, 64), (96, 96), (16, 32)] {
            let space = space_of(rows, cols);
            let together = space.together(4) as u64;
            assert_eq!(together, 32, "the squares of a color in 8 by 8");
            let (mut all, mut same) = (0, 0);
            let white = rows as u32 * cols as u32 / 3;
            each_jump((rows as u8, cols as u8), |from, to| {
                let numbers = [from, to].map(|cell| u32::from(space.numbers.of(cell)));
                let share = |knights, side| space.key(knights, side) / together % 4;
                let [before, after] = numbers;
                assert_eq!(
                    share([before, white], Side::First),
                    share([after, white], Side::Second),
                    "a jump of White's knight"
                );
                let stays =
                    share([white, before], Side::Second) == share([white, after], Side::First);
                (all, same) = (all + 1, same + u32::from(stays));
            });
            assert!(same * 10 > all * 7, "{same} of {all} jumps of Black's");
        }
    }

    #[test]
    fn squares_are_dealt_one_by_one_to_two_and_where_blocks_do_not_fit() {
        let together = |side, shares| space_of(side, side).together(shares);
        assert_eq!([1, 2, 3, 4, 5, 8].map(|shares| together(64, shares)), [1, 1, 1, 32, 1, 32]);
        assert_eq!([2, 3, 4, 8].map(|shares| together(48, shares)), [1, 32, 32, 1]);
        assert_eq!(together(7, 4), 1);
    }
}
