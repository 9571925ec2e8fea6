//! What depends on the size of the board alone: worked out once, looked up ever after.

use games_core::Bits;

use super::options::Size;

/// Squares within reach of each other on a board.
#[derive(Debug)]
pub(super) struct Geometry<B> {
    pub(super) size: Size,
    pub(super) all: B,
    /// Squares with another one to the left, and to the right.
    has_left: B,
    has_right: B,
    squares: Box<[Reaches<B>]>,
}

/// The squares at certain distances from one square. Of two sets the first is for a man by itself,
/// the second for one beside an own Snail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reaches<B> {
    /// At distance 1.
    pub(super) near: B,
    pub(super) egg_jump: [B; 2],
    pub(super) flower_jump: [B; 2],
    pub(super) flower_copy: [B; 2],
    pub(super) rat_jump: [B; 2],
    /// All squares to the right, above, to the left, below. The first two ascend in number.
    rays: [B; 4],
}

impl<B: Bits> Geometry<B> {
    /// `plain_too`: whether a man beside a Snail keeps its plain distances.
    ///
    /// # Panics
    ///
    /// If the board has more squares than `B` holds.
    pub(super) fn new(size: Size, plain_too: bool) -> Self {
        assert!(size.squares() <= B::WIDTH, "a board of {size} is kept in other sets");
        let set = |is_member: &dyn Fn(u8, u8) -> bool| {
            let mut set = B::EMPTY;
            for rank in 0..size.height() {
                for file in 0..size.width() {
                    if is_member(file, rank) {
                        set |= B::bit(size.square(file, rank).into());
                    }
                }
            }
            set
        };
        let reaches = |square: u32| {
            let (file, rank) = size.place(square as u8);
            let at = |distances: &[u8]| {
                set(&|f, r| distances.contains(&(f.abs_diff(file) + r.abs_diff(rank))))
            };
            let both = |plain: &[u8], doubled: &[u8]| {
                let plain = at(plain);
                let more = if plain_too { plain } else { B::EMPTY };
                [plain, more | at(doubled)]
            };
            Reaches {
                near: at(&[1]),
                egg_jump: both(&[1, 2], &[1, 2, 3, 4]),
                flower_jump: both(&[2], &[4]),
                flower_copy: both(&[3], &[6]),
                rat_jump: both(&[5, 6], &[10, 12]),
                rays: [
                    set(&|f, r| r == rank && f > file),
                    set(&|f, r| f == file && r > rank),
                    set(&|f, r| r == rank && f < file),
                    set(&|f, r| f == file && r < rank),
                ],
            }
        };
        Self {
            size,
            all: set(&|_, _| true),
            has_left: set(&|f, _| f > 0),
            has_right: set(&|f, _| f + 1 < size.width()),
            squares: (0..size.squares()).map(reaches).collect(),
        }
    }

    #[inline]
    pub(super) fn reaches(&self, square: u8) -> &Reaches<B> {
        &self.squares[usize::from(square)]
    }

    /// Returns the squares next to any square of a set.
    #[inline]
    pub(super) fn neighbors(&self, set: B) -> B {
        let row = u32::from(self.size.width());
        let beside = (set & self.has_right) << 1 | (set & self.has_left) >> 1;
        (beside | set << row | set >> row) & self.all
    }

    /// Returns where at most so many steps over empty squares lead, the last one perhaps onto a
    /// square that is not empty. The start itself is among them after two steps.
    #[inline]
    pub(super) fn walk(&self, from: u8, steps: u32, empty: B) -> B {
        let mut path = B::bit(from.into());
        for _ in 1..steps {
            path |= self.neighbors(path) & empty;
        }
        self.neighbors(path)
    }

    /// Returns where straight lines over empty squares lead, up to and including the first square
    /// of each that is not empty.
    #[inline]
    pub(super) fn lines(&self, from: u8, empty: B) -> B {
        let rays = &self.reaches(from).rays;
        let mut reached = B::EMPTY;
        for (direction, &ray) in rays.iter().enumerate() {
            let blockers = ray & !empty;
            let first = if direction < 2 { blockers.lowest() } else { blockers.highest() };
            // What is behind the first blocker is out of reach.
            let behind = first.map_or(B::EMPTY, |i| self.reaches(i as u8).rays[direction]);
            reached |= ray & !behind;
        }
        reached
    }
}
