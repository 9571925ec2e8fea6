//! Moves.

use core::fmt;

use crate::Point;

/// A placement or a pass, in two bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The pass, always legal while the game goes on.
    pub const PASS: Self = Self(0);

    /// Returns the placement on a point.
    #[must_use]
    #[inline]
    pub const fn place(point: Point) -> Self {
        Self(point.0)
    }

    /// Returns the point of a placement; `None` for the pass.
    #[must_use]
    #[inline]
    pub const fn point(self) -> Option<Point> {
        // Cell 0 is border on every board.
        if self.0 == 0 { None } else { Some(Point(self.0)) }
    }

    /// Returns the placement on a point, if there is one; else the pass.
    #[inline]
    pub(crate) const fn place_or_pass(point: Option<Point>) -> Self {
        match point {
            Some(point) => Self::place(point),
            None => Self::PASS,
        }
    }

    /// Returns whether this is the pass.
    #[must_use]
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.point() {
            None => f.write_str("pass"),
            Some(point) => write!(f, "cell {}", point.0),
        }
    }
}
