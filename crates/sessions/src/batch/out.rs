//! Where a batch writes how its games stand.

use games_core::Planes;

/// Room for how the games of a batch stand, a row a game. What is empty is not written.
#[derive(Default, Debug)]
#[non_exhaustive]
pub struct Observation<'a> {
    /// The planes of a row are so many numbers.
    pub planes: PlaneValues<'a>,
    /// The numbers of one plane.
    pub cells: usize,
    /// Which actions are legal, as many a row as the game has.
    pub mask: &'a mut [bool],
    /// The side to move: 0 for the first, 1 for the second.
    pub to_move: &'a mut [u8],
    /// What this step brought the first and the second side: 1 for a game won, -1 for one lost.
    pub rewards: &'a mut [f32],
    /// Whether the game is over.
    pub terminated: &'a mut [bool],
    /// Whether the game was cut.
    pub truncated: &'a mut [bool],
    /// The moves played in the game.
    pub plies: &'a mut [u32],
    /// The number of the game: that of its row, and as many more for each game before it in this
    /// row as there are rows.
    pub games: &'a mut [u64],
}

/// Numbers of planes.
#[derive(Default, Debug)]
pub enum PlaneValues<'a> {
    /// None are written.
    #[default]
    None,
    /// As bytes.
    Bytes(&'a mut [u8]),
    /// As floats.
    Floats(&'a mut [f32]),
}

impl<'a> Observation<'a> {
    /// Cuts off the first rows of those that are left.
    pub(super) fn split(self, rows: usize, left: usize) -> (Self, Self) {
        let (planes, more_planes) = self.planes.split(rows, left);
        let (mask, more_mask) = cut(self.mask, rows, left);
        let (to_move, more_to_move) = cut(self.to_move, rows, left);
        let (rewards, more_rewards) = cut(self.rewards, rows, left);
        let (terminated, more_terminated) = cut(self.terminated, rows, left);
        let (truncated, more_truncated) = cut(self.truncated, rows, left);
        let (plies, more_plies) = cut(self.plies, rows, left);
        let (games, more_games) = cut(self.games, rows, left);
        let cells = self.cells;
        let first =
            Self { planes, cells, mask, to_move, rewards, terminated, truncated, plies, games };
        let others = Self {
            planes: more_planes,
            cells,
            mask: more_mask,
            to_move: more_to_move,
            rewards: more_rewards,
            terminated: more_terminated,
            truncated: more_truncated,
            plies: more_plies,
            games: more_games,
        };
        (first, others)
    }
}

impl<'a> PlaneValues<'a> {
    fn split(self, rows: usize, left: usize) -> (Self, Self) {
        match self {
            Self::None => (Self::None, Self::None),
            Self::Bytes(all) => {
                let (first, others) = cut(all, rows, left);
                (Self::Bytes(first), Self::Bytes(others))
            }
            Self::Floats(all) => {
                let (first, others) = cut(all, rows, left);
                (Self::Floats(first), Self::Floats(others))
            }
        }
    }

    /// The planes of a row; `None` if none are written.
    pub(super) fn row(&mut self, row: usize, rows: usize, cells: usize) -> Option<Planes<'_>> {
        match self {
            Self::None => None,
            Self::Bytes(all) => {
                let part = part(all, row, rows);
                part.fill(0);
                Some(Planes::bytes(part, cells))
            }
            Self::Floats(all) => {
                let part = part(all, row, rows);
                part.fill(0.0);
                Some(Planes::floats(part, cells))
            }
        }
    }
}

/// What belongs to a row.
pub(super) fn part<T>(all: &mut [T], row: usize, rows: usize) -> &mut [T] {
    let each = all.len() / rows;
    &mut all[row * each..(row + 1) * each]
}

fn cut<T>(all: &mut [T], rows: usize, left: usize) -> (&mut [T], &mut [T]) {
    let each = all.len() / left.max(1);
    all.split_at_mut(each * rows)
}
