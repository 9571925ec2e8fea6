//! An estimate that the solver is lent, in the words of the search.

use games_core::{Estimates, Side};

use crate::{
    bitboard::{Layout, Size},
    position::Position,
};

/// An estimate of a thread, of the discs of the side to move and those of the other side: what the
/// score may be, in hundredths of a disc.
pub(super) type Judge<'a> = Box<dyn FnMut(u64, u64) -> i32 + 'a>;

/// Makes an estimate for each thread.
pub(super) trait Judges: Sync {
    fn judge(&self) -> Judge<'_>;
}

/// Estimates of positions of one size.
pub(super) struct Lent<'a, B: Layout> {
    pub(super) size: Size,
    pub(super) estimates: &'a dyn Estimates<Position<B>>,
}

impl<B: Layout> Judges for Lent<'_, B> {
    fn judge(&self) -> Judge<'_> {
        let mut estimate = self.estimates.begin();
        Box::new(move |own, opp| {
            estimate(&Position::new(self.size, [own, opp].map(B::of_narrow), Side::First))
        })
    }
}
