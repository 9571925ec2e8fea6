//! Positions that are worked on together, and what their space tells of them.

use games_core::{
    Side, Status,
    solvable::{ErasedSpace, Key, Lists},
};

/// So many positions are asked about at a time: enough that asking costs nothing, and few enough
/// that what is told stays in the processor's own memory.
pub(crate) const BUNDLE: usize = 256;

/// Positions with what was asked about them last. The memory is used again and again.
#[derive(Debug)]
pub(crate) struct Bundle<K> {
    /// The positions.
    pub(crate) keys: Vec<K>,
    sides: Vec<Side>,
    statuses: Vec<Status>,
    /// The children or the parents of each.
    pub(crate) lists: Lists<K>,
    /// The tiers of all that is in the lists.
    pub(crate) tiers: Vec<u32>,
    /// Who is to move in all that is in the lists.
    pub(crate) list_sides: Vec<Side>,
}

/// A position with its children or its parents.
pub(crate) struct Family<'a, K> {
    pub(crate) key: K,
    pub(crate) side: Side,
    /// Told with children only.
    pub(crate) status: Status,
    pub(crate) list: &'a [K],
}

/// The lists of positions in a row that are alike, as one: a loop over short lists of all lengths
/// is slow to predict.
pub(crate) struct Run<'a, K> {
    /// Who is to move in these positions.
    pub(crate) side: Side,
    /// Whether they are among the first of the bundle.
    pub(crate) is_among_first: bool,
    /// Their children or parents.
    pub(crate) keys: &'a [K],
    /// Who is to move in those.
    pub(crate) sides: &'a [Side],
}

impl<K> Default for Bundle<K> {
    fn default() -> Self {
        Self {
            keys: Vec::with_capacity(BUNDLE),
            sides: Vec::new(),
            statuses: Vec::new(),
            lists: Lists::default(),
            tiers: Vec::new(),
            list_sides: Vec::new(),
        }
    }
}

impl<K: Key> Bundle<K> {
    /// Asks who is to move.
    pub(crate) fn ask_sides(&mut self, space: &dyn ErasedSpace<K>) -> &[Side] {
        self.sides.resize(self.keys.len(), Side::First);
        space.sides_of(&self.keys, &mut self.sides);
        &self.sides
    }

    /// Asks for the children, and who is to move.
    pub(crate) fn ask_children(&mut self, space: &dyn ErasedSpace<K>) {
        self.ask_sides(space);
        self.statuses.resize(self.keys.len(), Status::Ongoing);
        space.children_of(&self.keys, &mut self.lists, &mut self.statuses);
    }

    /// Asks for the parents, and who is to move.
    pub(crate) fn ask_parents(&mut self, space: &dyn ErasedSpace<K>) {
        self.ask_sides(space);
        self.statuses.resize(self.keys.len(), Status::Ongoing);
        space.parents_of(&self.keys, &mut self.lists);
    }

    /// Asks for the tiers of all that is in the lists.
    pub(crate) fn ask_list_tiers(&mut self, space: &dyn ErasedSpace<K>) {
        self.tiers.resize(self.lists.keys().len(), 0);
        space.tiers_of(self.lists.keys(), &mut self.tiers);
    }

    /// Asks who is to move in all that is in the lists.
    pub(crate) fn ask_list_sides(&mut self, space: &dyn ErasedSpace<K>) {
        self.list_sides.resize(self.lists.keys().len(), Side::First);
        space.sides_of(self.lists.keys(), &mut self.list_sides);
    }

    /// Returns each position with its list.
    #[inline]
    pub(crate) fn families(&self) -> impl Iterator<Item = Family<'_, K>> {
        let told = self.sides.iter().zip(&self.statuses).zip(self.lists.iter());
        let families = self.keys.iter().zip(told);
        families.map(|(&key, ((&side, &status), list))| Family { key, side, status, list })
    }

    /// Returns all lists as runs of positions with the same side to move; no run goes beyond the
    /// `first` positions and those after them. The sides in the lists have been asked for.
    #[inline]
    pub(crate) fn runs(&self, first: usize) -> impl Iterator<Item = Run<'_, K>> {
        let (mut at, mut begin) = (0, 0);
        core::iter::from_fn(move || {
            let &side = self.sides.get(at)?;
            let is_among_first = at < first;
            let limit = if is_among_first { first } else { self.sides.len() };
            at += self.sides[at..limit].iter().take_while(|&&other| other == side).count();
            let list = begin..self.lists.ends()[at - 1];
            begin = list.end;
            let (keys, sides) = (&self.lists.keys()[list.clone()], &self.list_sides[list]);
            Some(Run { side, is_among_first, keys, sides })
        })
    }
}
