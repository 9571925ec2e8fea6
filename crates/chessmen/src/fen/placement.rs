//! The men of a FEN on their squares.

use core::{
    fmt,
    ops::{Index, IndexMut},
};

use games_core::Side;

use crate::{File, Kind, Man, Rank, Square, SquareSet};

/// The man on each square, if any: a table with a row for each square.
///
/// It writes itself as the first field of a FEN.
///
/// ```
/// use chessmen::{Man, Placement, Square};
///
/// let mut men = Placement::default();
/// men[Square::E1] = Man::from_letter('K');
/// men[Square::E8] = Man::from_letter('k');
/// assert_eq!(men.to_string(), "4k3/8/8/8/8/8/8/4K3");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placement([Option<Man>; 64]);

impl Default for Placement {
    /// No man.
    fn default() -> Self {
        Self([None; 64])
    }
}

impl Placement {
    /// Yields the men with their squares, from `a1` to `h8`.
    pub fn iter(&self) -> impl Iterator<Item = (Square, Man)> + Clone + '_ {
        Square::all().filter_map(|square| Some((square, self[square]?)))
    }

    /// Returns the squares of one side's men of a kind.
    #[must_use]
    pub fn squares(&self, side: Side, kind: Kind) -> SquareSet {
        let men = self.iter().filter(|(_, man)| *man == Man { side, kind });
        men.map(|(square, _)| square).collect()
    }
}

impl Index<Square> for Placement {
    type Output = Option<Man>;

    fn index(&self, square: Square) -> &Option<Man> {
        &self.0[square.index()]
    }
}

impl IndexMut<Square> for Placement {
    fn index_mut(&mut self, square: Square) -> &mut Option<Man> {
        &mut self.0[square.index()]
    }
}

impl FromIterator<(Square, Man)> for Placement {
    fn from_iter<I: IntoIterator<Item = (Square, Man)>>(men: I) -> Self {
        let mut placement = Self::default();
        for (square, man) in men {
            placement[square] = Some(man);
        }
        placement
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write_rank(f, File::ALL.map(|file| self[Square::new(file, rank)]))?;
            if rank != Rank::One {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

fn write_rank(f: &mut fmt::Formatter<'_>, men: [Option<Man>; 8]) -> fmt::Result {
    for run in men.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match run[0] {
            Some(man) => write!(f, "{}", man.letter())?,
            None => write!(f, "{}", run.len())?,
        }
    }
    Ok(())
}
