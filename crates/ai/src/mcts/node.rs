//! What is kept of a position, and how threads read and write it at once.
//!
//! Threads may see each other's counts a little late, and at times overwrite what another one has
//! just added; to prevent that would take longer than it is worth (M. Enzenberger and M. Müller, "A
//! lock-free multithreaded Monte-Carlo tree search algorithm", 2009). Only the root counts exactly.
//! A proof, once it is seen, is a proof.

use core::{
    fmt,
    sync::atomic::Ordering::{Acquire, Relaxed, Release},
};

use crossbeam_utils::atomic::AtomicCell;
use games_core::Side;

use super::{
    facts::{Certainty, Facts},
    place::Place,
};
use crate::sync::{AtomicI64, AtomicU32, AtomicU64};

/// A position of the tree, together with the move that leads to it.
///
/// Everything in it can be changed through a shared reference, so that nodes are made many at a time
/// and given out later, see [`Slabs`](super::slabs::Slabs). The move and the prior are written before
/// others can see the node, and never again.
pub(super) struct Node<M> {
    /// The gains of the side that chooses from all simulations through this node, added up: a loss
    /// gains 0 and a win 2, in [`Units`]. So a simulation that has been counted and not yet told its
    /// result counts as a loss.
    gains: AtomicI64,
    /// The [`Place`] of its children; 0 without any.
    children: AtomicU64,
    visits: AtomicU32,
    facts: AtomicU32,
    /// An `f32`.
    prior: AtomicU32,
    /// The move that leads here; any move in the root.
    m: AtomicCell<M>,
}

impl<M> fmt::Debug for Node<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Node");
        fields.field("visits", &self.visits).field("mean", &self.mean());
        fields.field("facts", &self.facts()).field("children", &self.children());
        fields.finish_non_exhaustive()
    }
}

// Two of them fill a line of the cache.
#[cfg(not(loom))]
const _: () = assert!(size_of::<Node<u16>>() == 32 && size_of::<Node<u32>>() == 32);

/// A result, from -1 to 1, or what a side gains by it, from 0 to 2, in units of 2^-30: whole numbers
/// add up to the same sum in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Units(i64);

/// How many of them make one.
const ONE: f64 = (1_u64 << 30) as f64;

impl Units {
    pub(super) const ZERO: Self = Self(0);

    pub(super) fn of(result: f64) -> Self {
        Self((result * ONE) as i64)
    }

    /// What a side gains by a result that is seen by the first side.
    #[inline]
    pub(super) const fn gain_of(self, side: Side) -> Self {
        Self((1 << 30) + side.sign() as i64 * self.0)
    }

    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    #[inline]
    pub(super) const fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl<M> Node<M> {
    /// A node to which only `m` leads.
    pub(super) fn new(m: M) -> Self {
        Self {
            gains: AtomicI64::new(0),
            children: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            facts: AtomicU32::new(0),
            prior: AtomicU32::new(0),
            m: AtomicCell::new(m),
        }
    }

    /// Makes it the node of a position that was never looked at, before others can see it.
    #[inline]
    pub(super) fn write(&self, m: M, prior: f32, chooser: Side) {
        self.gains.store(0, Relaxed);
        self.children.store(0, Relaxed);
        self.visits.store(0, Relaxed);
        self.facts.store(Facts::fresh(chooser).bits(), Relaxed);
        self.prior.store(prior.to_bits(), Relaxed);
        self.m.store(m);
    }

    /// Returns where its children are.
    #[inline]
    pub(super) fn children(&self) -> Option<Place> {
        Place::from_bits(self.children.load(Acquire))
    }

    /// Gives it children, which can be seen from then on, unless it has some. Returns whether it
    /// took them.
    #[inline]
    pub(super) fn adopt(&self, children: Place) -> bool {
        self.children.compare_exchange(0, children.bits(), Release, Relaxed).is_ok()
    }

    /// Says where its children have gone.
    pub(super) fn follow(&mut self, children: Place) {
        self.children.store(children.bits(), Relaxed);
    }

    /// Returns its share of the parent's hopes, in 0 to 1.
    #[inline]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn facts(&self) -> Facts {
        Facts::from_bits(self.facts.load(Relaxed))
    }

    #[inline]
    pub(super) fn certainty(&self) -> Certainty {
        self.facts().certainty()
    }

    /// Returns the side that chooses whether to come here: the one that moves above, or in a root
    /// that was planted the one to move.
    #[inline]
    pub(super) fn chooser(&self) -> Side {
        self.facts().chooser()
    }

    /// Returns the mean result as the side that chooses sees it, with what simulations on their way
    /// count; -1 without any.
    #[inline]
    pub(super) fn mean_for_chooser(&self) -> f32 {
        let gains = self.gains.load(Relaxed) as f32 * (1.0 / ONE as f32);
        gains / self.visits().max(1) as f32 - 1.0
    }

    /// Returns the mean result as the first side sees it; 0 without any.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.visits();
        if visits == 0 {
            return 0.0;
        }
        let mean = self.gains.load(Relaxed) as f64 / (f64::from(visits) * ONE) - 1.0;
        f64::from(self.chooser().sign()) * mean
    }

    /// Notes what was found out about a position that nobody had looked at.
    #[inline]
    pub(super) fn open(&self, facts: Facts) {
        let fresh = Facts::fresh(self.chooser());
        let facts = facts.chosen_by(self.chooser());
        // Whoever was quicker may know more by now.
        let _ = self.facts.compare_exchange(fresh.bits(), facts.bits(), Relaxed, Relaxed);
    }

    /// Notes a proof.
    #[inline]
    pub(super) fn set(&self, facts: Facts) {
        self.facts.store(facts.chosen_by(self.chooser()).bits(), Relaxed);
    }

    /// Counts a simulation on its way.
    #[inline]
    pub(super) fn begin(&self) {
        self.visits.store(self.visits().wrapping_add(1), Relaxed);
    }

    /// Takes such a simulation back.
    #[inline]
    pub(super) fn give_up(&self) {
        self.visits.store(self.visits().saturating_sub(1), Relaxed);
    }

    /// Returns the mean gain; none without any visits, as if all were lost.
    #[inline]
    pub(super) fn mean_gain(&self) -> Units {
        Units(self.gains.load(Relaxed) / i64::from(self.visits().max(1)))
    }

    /// Adds the gain of a simulation that is counted already.
    #[inline]
    pub(super) fn end(&self, gain: Units) {
        self.gains.store(self.gains.load(Relaxed) + gain.0, Relaxed);
    }

    /// Adds visits and their gains to those of a node to which no other thread may be adding at
    /// this time.
    #[inline]
    pub(super) fn add(&self, visits: u32, gains: Units) {
        self.visits.store(self.visits() + visits, Relaxed);
        self.end(gains);
    }

    /// The same while other threads may do so, too, and nothing must be lost.
    #[inline]
    pub(super) fn add_safely(&self, visits: u32, gains: Units) {
        self.visits.fetch_add(visits, Relaxed);
        self.gains.fetch_add(gains.0, Relaxed);
    }
}

impl<M: Copy> Node<M> {
    /// Returns the move that leads here.
    #[inline]
    pub(super) fn m(&self) -> M {
        self.m.load()
    }

    /// Returns a node with the same statistics and children.
    pub(super) fn copy(&self) -> Self {
        let copy = Self::new(self.m());
        copy.write(self.m(), self.prior(), self.chooser());
        copy.set(self.facts());
        copy.visits.store(self.visits(), Relaxed);
        copy.gains.store(self.gains.load(Relaxed), Relaxed);
        copy.children.store(self.children.load(Relaxed), Relaxed);
        copy
    }
}
