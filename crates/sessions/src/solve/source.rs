//! Where positions are known from.

use solver::{Child, Known, Solved, Stop};

use super::Numbering;
use crate::Session;

/// Solved positions of a game whose type is erased.
pub(super) struct Source {
    pub(super) numbering: Box<dyn Numbering>,
    pub(super) known: Known,
}

impl Source {
    /// Returns value and remoteness of a position; `None` if it is not there. An error is one of
    /// the file.
    pub(super) fn position(&self, session: &dyn Session) -> Result<Option<Solved>, Stop> {
        self.numbering.key(session).map_or(Ok(None), |key| self.known.get(key))
    }

    /// Returns what each legal move leads to, see [`worth`]; `None` if the position is not there.
    pub(super) fn moves(
        &self,
        session: &dyn Session,
    ) -> Result<Option<Vec<(String, Solved)>>, Stop> {
        if self.position(session)?.is_none() {
            return Ok(None);
        }
        let Some(children) = self.numbering.children(session) else { return Ok(None) };
        worth(children, |key| self.known.get(key))
    }
}

/// Returns what each move is worth for the side that makes it, counted from before it, in the order
/// given; `get` tells what is known of a key. `None` if it does not know one.
pub(super) fn worth(
    children: Vec<(String, Child)>,
    mut get: impl FnMut(u128) -> Result<Option<Solved>, Stop>,
) -> Result<Option<Vec<(String, Solved)>>, Stop> {
    let mut values = Vec::with_capacity(children.len());
    for (text, child) in children {
        let Some(solved) = get(child.key)? else { return Ok(None) };
        values.push((text, child.seen_before(solved)));
    }
    Ok(Some(values))
}
