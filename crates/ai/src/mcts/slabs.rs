//! Where the nodes of a tree are: in slabs of some thousand, each made as a whole.
//!
//! To ask the allocator for every few children would take longer than much else in a simulation, all
//! the more where several threads ask. So each thread fills a slab of its own, which also keeps what
//! one thread writes apart from what another one does. No lock is taken but at the beginning and the
//! end of a thread.

use core::{ops::Range, sync::atomic::Ordering::Relaxed, time::Duration};
use std::sync::{Mutex, PoisonError};

use super::{
    amaf::Amaf,
    node::Node,
    place::{MASK, Place},
    prospect::Prospect,
};
use crate::sync::{AtomicUsize, OnceLock};

/// Nodes, and beside each of them what goes with it.
#[derive(Debug)]
struct Slab<M> {
    nodes: Box<[Node<M>]>,
    prospects: Box<[Prospect]>,
    /// As many, or none.
    amaf: Box<[Amaf]>,
}

/// A slab holds an eighth as many nodes as all before it, so that a small tree takes little memory,
/// but at least so many.
const LEAST_NODES: usize = if cfg!(loom) { 4 } else { 64 };
/// Later slabs are of the same size: at least so many nodes, and so many that a full tree has at most
/// about [`SLABS`]. The least are 64 KiB, as many allocators ask the system for each piece of 128 KiB
/// or more: with slabs of twice the size a search was a fifth slower.
const SIZES: (usize, usize) = (1 << 11, MASK as usize);
const SLABS: usize = 1 << 14;
/// At least as many as there are before those, and one for what is left at the end.
const SMALL_SLABS: usize = 128;
/// The slabs of the largest trees, which nobody has memory for.
const MOST_SLABS: usize = 1 << 16;

impl<M: Copy> Slab<M> {
    /// Returns nothing if the system has no memory for it.
    fn new(count: usize, m: M, with_amaf: bool) -> Option<Self> {
        Some(Self {
            nodes: boxed(count, || Node::new(m))?,
            prospects: boxed(count, Prospect::new)?,
            amaf: boxed(if with_amaf { count } else { 0 }, Amaf::new)?,
        })
    }
}

fn boxed<T>(count: usize, mut one: impl FnMut() -> T) -> Option<Box<[T]>> {
    let mut all = Vec::new();
    all.try_reserve_exact(count).ok()?;
    for _ in 0..count {
        all.push(one());
    }
    Some(all.into_boxed_slice())
}

/// The children of a node, those with the largest priors first.
#[derive(Debug)]
pub(super) struct Family<'a, M> {
    pub(super) nodes: &'a [Node<M>],
    pub(super) prospects: &'a [Prospect],
    /// What later plies say about each child's move; nothing where that is not asked for.
    pub(super) amaf: &'a [Amaf],
}

impl<M> Clone for Family<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Family<'_, M> {}

type Slot<M> = OnceLock<Slab<M>>;

/// Where slabs stand. All slots but the first are made when one of them is needed: a search of a
/// thousand simulations of a small game took a tenth longer where it began with all.
#[derive(Debug)]
struct Slots<M> {
    first: Box<[Slot<M>]>,
    // Whoever waits for it waits for no thread that waits for others.
    later: std::sync::OnceLock<Box<[Slot<M>]>>,
    count: usize,
}

/// So many slots are made at first; few in tests, so that they come to the later ones.
const FIRST_SLOTS: usize = if cfg!(all(test, not(loom))) { 4 } else { 64 };

impl<M> Slots<M> {
    fn new(count: usize) -> Self {
        let later = std::sync::OnceLock::new();
        Self { first: Self::some(count.min(FIRST_SLOTS)), later, count }
    }

    fn some(count: usize) -> Box<[Slot<M>]> {
        let mut slots = Vec::with_capacity(count);
        for _ in 0..count {
            slots.push(OnceLock::new());
        }
        slots.into_boxed_slice()
    }

    /// Returns a slab that was made.
    #[inline]
    fn get(&self, place: usize) -> Option<&Slab<M>> {
        match self.first.get(place) {
            Some(slot) => slot.get(),
            None => self.later.get()?.get(place - FIRST_SLOTS)?.get(),
        }
    }

    fn get_mut(&mut self, place: usize) -> Option<&mut Slab<M>> {
        self.slot_mut(place)?.get_mut()
    }

    fn slot_mut(&mut self, place: usize) -> Option<&mut Slot<M>> {
        match self.first.get_mut(place) {
            Some(slot) => Some(slot),
            None => self.later.get_mut()?.get_mut(place - FIRST_SLOTS),
        }
    }

    /// Returns the slot of a slab that is to be made; nothing if there are not so many.
    fn slot(&self, place: usize) -> Option<&Slot<M>> {
        if place >= self.count {
            return None;
        }
        match self.first.get(place) {
            Some(slot) => Some(slot),
            None => {
                let later = self.later.get_or_init(|| Self::some(self.count - FIRST_SLOTS));
                later.get(place - FIRST_SLOTS)
            }
        }
    }
}

/// Slabs that never take more than so many bytes.
#[derive(Debug)]
pub(super) struct Slabs<M> {
    slabs: Slots<M>,
    /// So many of them are made or being made.
    begun: AtomicUsize,
    /// Nodes in them.
    nodes: AtomicUsize,
    most_nodes: usize,
    /// The size of all slabs but the first ones, in nodes.
    size: usize,
    with_amaf: bool,
    /// What is left of slabs that nobody fills at present.
    left: Mutex<Vec<Reserve>>,
}

/// Part of a slab, which one thread fills.
#[derive(Debug, Default)]
pub(super) struct Reserve {
    slab: usize,
    free: Range<usize>,
    /// Whether there was no room for some children.
    pub(super) is_exhausted: bool,
}

impl<M: Copy> Slabs<M> {
    pub(super) fn new(bytes: usize, with_amaf: bool) -> Self {
        let most_nodes = bytes / Self::node_bytes(with_amaf);
        let size = (most_nodes / SLABS).clamp(SIZES.0, SIZES.1);
        let small = SMALL_SLABS.min(most_nodes / LEAST_NODES + 1);
        let most = (most_nodes / size).saturating_add(small).min(MOST_SLABS);
        Self {
            slabs: Slots::new(most),
            begun: AtomicUsize::new(0),
            nodes: AtomicUsize::new(0),
            most_nodes,
            size,
            with_amaf,
            left: Mutex::new(Vec::new()),
        }
    }

    /// The bytes of a node and what goes with it.
    const fn node_bytes(with_amaf: bool) -> usize {
        let amaf = if with_amaf { size_of::<Amaf>() } else { 0 };
        size_of::<Node<M>>() + size_of::<Prospect>() + amaf
    }

    pub(super) const fn has_amaf(&self) -> bool {
        self.with_amaf
    }

    /// Returns how many permille of the bytes are in use.
    pub(super) fn permille(&self) -> u32 {
        let used = self.nodes.load(Relaxed) as u64;
        (used * 1000).checked_div(self.most_nodes as u64).unwrap_or(1000) as u32
    }

    #[inline(always)]
    pub(super) fn family(&self, place: Place) -> Family<'_, M> {
        let slab = self.slabs.get(place.slab()).expect("children are in a slab that was made");
        Family {
            nodes: &slab.nodes[place.range()],
            prospects: &slab.prospects[place.range()],
            amaf: if self.with_amaf { &slab.amaf[place.range()] } else { &[] },
        }
    }

    /// Returns what is left of a slab, perhaps nothing.
    pub(super) fn reserve(&self) -> Reserve {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Takes back what a thread has not filled.
    pub(super) fn give_back(&self, reserve: &mut Reserve) {
        let reserve = core::mem::take(reserve);
        if !reserve.free.is_empty() {
            let rest = Reserve { is_exhausted: false, ..reserve };
            self.left.lock().unwrap_or_else(PoisonError::into_inner).push(rest);
        }
    }

    /// Takes so many nodes from a reserve, which is filled up by a new slab if that is needed.
    /// `m` is any move. Returns nothing if there is no room.
    pub(super) fn take(&self, count: usize, m: M, reserve: &mut Reserve) -> Option<Place> {
        if count == 0 || count > MASK as usize {
            return None;
        }
        if reserve.free.len() < count {
            let Some(slab) = self.make(count, m) else {
                reserve.is_exhausted = true;
                return None;
            };
            let place = Place::new(slab.slab, 0, count);
            // What is left of the shorter one stays empty.
            if slab.free.len() - count >= reserve.free.len() {
                *reserve = Reserve { free: count..slab.free.end, ..slab };
            }
            return Some(place);
        }
        let first = reserve.free.start;
        reserve.free.start += count;
        Some(Place::new(reserve.slab, first, count))
    }

    /// Takes nodes back that were taken last.
    pub(super) fn take_back(place: Place, reserve: &mut Reserve) {
        if (reserve.slab, reserve.free.start) == (place.slab(), place.range().end) {
            reserve.free.start = place.first();
        }
    }

    /// Makes a slab of at least so many nodes.
    fn make(&self, count: usize, m: M) -> Option<Reserve> {
        let mut size = 0;
        let grow = |nodes: usize| {
            let wanted = (nodes / 8).clamp(LEAST_NODES, self.size);
            let room = self.most_nodes - nodes;
            size = wanted.max(count).min(room);
            (size >= count).then_some(nodes + size)
        };
        self.nodes.fetch_update(Relaxed, Relaxed, grow).ok()?;
        let place = self.begun.fetch_add(1, Relaxed);
        let made = self.slabs.slot(place).zip(Slab::new(size, m, self.with_amaf));
        let Some((slot, slab)) = made else {
            self.nodes.fetch_sub(size, Relaxed);
            return None;
        };
        slot.set(slab).ok()?;
        Some(Reserve { slab: place, free: 0..size, is_exhausted: false })
    }

    /// Throws all nodes away.
    pub(super) fn clear(&mut self) {
        self.keep_slabs(0);
        self.left.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Throws away all slabs but the first.
    fn keep_slabs(&mut self, kept: usize) {
        let begun = self.begun.load(Relaxed).min(self.slabs.count);
        for place in kept.min(begun)..begun {
            if let Some(slab) = self.slabs.slot_mut(place).and_then(OnceLock::take) {
                self.nodes.fetch_sub(slab.nodes.len(), Relaxed);
            }
        }
        self.begun.store(kept.min(begun), Relaxed);
    }

    /// Returns about twice as long as it takes to move all nodes.
    pub(super) fn time_to_move(&self) -> Duration {
        const A_NODE: Duration = Duration::from_nanos(100);
        A_NODE.saturating_mul(u32::try_from(self.nodes.load(Relaxed)).unwrap_or(u32::MAX))
    }

    /// Keeps some children and all that is below them, and throws all other nodes away. Returns
    /// where the children are afterwards.
    ///
    /// The nodes that are kept move towards the beginning, one slab after the other: none of them
    /// is written over before it has moved.
    pub(super) fn keep_only(&mut self, children: Place) -> Place {
        let mut kept = vec![children];
        let mut next = 0;
        while let Some(&place) = kept.get(next) {
            kept.extend(self.family(place).nodes.iter().filter_map(Node::children));
            next += 1;
        }
        kept.sort_unstable();
        let (new, end) = closed_up(&kept, &|slab| self.len(slab));
        let place_of = |old: Place| {
            new[kept.binary_search(&old).expect("all children below a kept node are kept")]
        };
        for (&old, &new) in kept.iter().zip(&new) {
            self.move_family(old, new, place_of);
        }
        let children = place_of(children);
        self.keep_slabs(end.slab() + 1);
        let rest = end.range().end..self.len(end.slab());
        let left = self.left.get_mut().unwrap_or_else(PoisonError::into_inner);
        left.clear();
        left.push(Reserve { slab: end.slab(), free: rest, is_exhausted: false });
        children
    }

    /// Returns how many nodes a slab has.
    fn len(&self, slab: usize) -> usize {
        self.slabs.get(slab).map_or(0, |slab| slab.nodes.len())
    }

    fn move_family(&mut self, old: Place, new: Place, place_of: impl Fn(Place) -> Place) {
        for (from, to) in old.range().zip(new.range()) {
            let slab = self.slabs.get_mut(old.slab()).expect("its children are kept");
            let any = Node::new(slab.nodes[from].m());
            let mut node = core::mem::replace(&mut slab.nodes[from], any);
            let prospect = core::mem::replace(&mut slab.prospects[from], Prospect::new());
            let amaf = slab.amaf.get_mut(from).map(|amaf| core::mem::replace(amaf, Amaf::new()));
            if let Some(children) = node.children() {
                node.follow(place_of(children));
            }
            let slab = self.slabs.get_mut(new.slab()).expect("it has room");
            slab.nodes[to] = node;
            slab.prospects[to] = prospect;
            if let Some(amaf) = amaf {
                slab.amaf[to] = amaf;
            }
        }
    }
}

/// Returns where some children go so that as little as possible is left empty before and between
/// them, and the last of these places. They come in the order of their places; `nodes_in` tells how
/// many nodes a slab has.
fn closed_up(old: &[Place], nodes_in: &dyn Fn(usize) -> usize) -> (Vec<Place>, Place) {
    let (mut slab, mut first) = (0, 0);
    let places = old.iter().map(|old| {
        // They fit at the latest where they are.
        while first + old.count() > nodes_in(slab) {
            (slab, first) = (slab + 1, 0);
        }
        let place = Place::new(slab, first, old.count());
        first += old.count();
        place
    });
    let places: Vec<_> = places.collect();
    let end = *places.last().expect("something is kept");
    (places, end)
}
