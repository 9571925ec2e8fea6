//! The tree: what all threads read and write at once.
//!
//! The children of a node are made in full by one thread and then published; after that their moves
//! and priors never change. No lock is ever taken: who comes second with children of its own throws
//! them away. Threads may see each other's counts a little late, and at times overwrite what another
//! one has just added; to prevent that would take longer than it is worth (M. Enzenberger and M.
//! Müller, "A lock-free multithreaded Monte-Carlo tree search algorithm", 2009). Only the root
//! counts exactly. A proof, once it is seen, is a proof.

use core::sync::atomic::{AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;

use games_core::Side;

use super::amaf::Amaf;

/// What is known about a position beside its statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    /// Never looked at: not even whose turn it is is known.
    Fresh,
    /// The game goes on and its value is not proved.
    Open,
    /// It repeats a position of the game or of the path: worth a draw, but nothing is proved.
    Repeated,
    /// This side wins.
    Won(Side),
    /// Nobody wins.
    Drawn,
}

impl Status {
    /// Returns +1, 0 or -1 as `side` sees it, if the value is proved.
    #[inline]
    pub(super) fn proved_for(self, side: Side) -> Option<i8> {
        match self {
            Self::Fresh | Self::Open | Self::Repeated => None,
            Self::Won(winner) if winner == side => Some(1),
            Self::Won(_) => Some(-1),
            Self::Drawn => Some(0),
        }
    }

    #[inline]
    pub(super) fn is_proved(self) -> bool {
        matches!(self, Self::Won(_) | Self::Drawn)
    }
}

/// All that is known about a position, in one word: three bits for the status, one for the side to
/// move, one for the side that chooses whether to come here, and from bit 8 on the plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Facts(u32);

impl Facts {
    /// Nothing but who chooses.
    #[inline]
    const fn fresh(chooser: Side) -> Self {
        Self((chooser as u32) << 4)
    }

    #[inline]
    const fn chosen_by(self, side: Side) -> Self {
        Self(self.0 & !(1 << 4) | Self::fresh(side).0)
    }

    /// Returns the side that chooses whether to come here.
    #[inline]
    pub(super) fn chooser(self) -> Side {
        Side::BOTH[(self.0 >> 4 & 1) as usize]
    }

    #[inline]
    pub(super) fn new(status: Status, side: Side, plies: u16) -> Self {
        let code = match status {
            Status::Fresh => 0,
            Status::Open => 1,
            Status::Repeated => 2,
            Status::Drawn => 3,
            Status::Won(Side::First) => 4,
            Status::Won(Side::Second) => 5,
        };
        Self(code | (side.index() as u32) << 3 | u32::from(plies) << 8)
    }

    #[inline]
    pub(super) fn status(self) -> Status {
        match self.0 & 7 {
            0 => Status::Fresh,
            1 => Status::Open,
            2 => Status::Repeated,
            3 => Status::Drawn,
            4 => Status::Won(Side::First),
            _ => Status::Won(Side::Second),
        }
    }

    /// Returns whose turn it is; nothing if the position was never looked at.
    #[inline]
    pub(super) fn side(self) -> Side {
        Side::BOTH[(self.0 >> 3 & 1) as usize]
    }

    /// Returns the plies to the end of the game, where the value is proved; a shorter win may exist.
    #[inline]
    pub(super) fn plies(self) -> u16 {
        (self.0 >> 8) as u16
    }
}

/// A position of the tree, together with the move that leads to it.
#[derive(Debug)]
pub(super) struct Node<M> {
    /// The gains of the side that chooses from all simulations through this node, added up: a loss
    /// gains 0 and a win 2, in [`Units`]. So a simulation that has been counted and not yet told its
    /// result counts as a loss.
    gains: AtomicI64,
    visits: AtomicU32,
    facts: AtomicU32,
    children: OnceLock<Box<Children<M>>>,
    /// The share of the parent's hopes, in 0 to 1.
    pub(super) prior: f32,
    /// The move that leads here; any move in the root.
    pub(super) m: M,
}

/// What the choice among the children of a node looks at: two numbers for each of them, side by
/// side in memory, worked out anew whenever its statistics have changed. A choice is made many times
/// for each of these changes.
#[derive(Debug)]
pub(super) struct Prospect(AtomicU64);

impl Prospect {
    /// The mean of a child that is proved to lose.
    pub(super) const LOST: f32 = -1e30;

    /// That of a child without visits.
    pub(super) const fn unvisited(breadth: f32) -> Self {
        Self(AtomicU64::new(Self::word(f32::NAN, breadth)))
    }

    const fn word(mean: f32, breadth: f32) -> u64 {
        (mean.to_bits() as u64) << 32 | breadth.to_bits() as u64
    }

    /// Returns the mean result as the side that chooses sees it, not a number without visits, and
    /// what the bonus for seldom visited children is to be multiplied with.
    #[inline]
    pub(super) fn read(&self) -> (f32, f32) {
        let word = self.0.load(Relaxed);
        (f32::from_bits((word >> 32) as u32), f32::from_bits(word as u32))
    }

    #[inline]
    pub(super) fn write(&self, mean: f32, breadth: f32) {
        self.0.store(Self::word(mean, breadth), Relaxed);
    }
}

/// The children of a node, those with the largest priors first.
#[derive(Debug)]
pub(super) struct Children<M> {
    pub(super) nodes: Box<[Node<M>]>,
    pub(super) prospects: Box<[Prospect]>,
    /// What later plies say about each child's move; nothing where that is not asked for.
    pub(super) amaf: Box<[Amaf]>,
}

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
}

// A tree of 64 MiB has more than a million and a half of them.
const _: () = assert!(size_of::<Node<u16>>() == 40 && size_of::<Node<u32>>() == 40);

impl<M> Node<M> {
    pub(super) fn fresh(m: M, prior: f32, chooser: Side) -> Self {
        Self {
            gains: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            facts: AtomicU32::new(Facts::fresh(chooser).0),
            children: OnceLock::new(),
            prior,
            m,
        }
    }

    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline]
    pub(super) fn facts(&self) -> Facts {
        Facts(self.facts.load(Relaxed))
    }

    #[inline]
    pub(super) fn status(&self) -> Status {
        self.facts().status()
    }

    #[inline]
    pub(super) fn children(&self) -> Option<&Children<M>> {
        self.children.get().map(|children| &**children)
    }

    /// Returns the side that chooses whether to come here: the one that moves above, or in a root
    /// that was planted the one to move.
    #[inline]
    pub(super) fn chooser(&self) -> Side {
        self.facts().chooser()
    }

    /// Returns the mean result as the side that chooses sees it, a simulation on its way counted as
    /// a loss; -1 without any.
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
        let _ = self.facts.compare_exchange(fresh.0, facts.0, Relaxed, Relaxed);
    }

    /// Notes a proof.
    #[inline]
    pub(super) fn set(&self, facts: Facts) {
        self.facts.store(facts.chosen_by(self.chooser()).0, Relaxed);
    }

    /// Counts a simulation on its way, while several threads are at work.
    #[inline]
    pub(super) fn begin(&self) {
        self.visits.store(self.visits().wrapping_add(1), Relaxed);
    }

    /// Takes such a simulation back.
    #[inline]
    pub(super) fn give_up(&self) {
        self.visits.store(self.visits().saturating_sub(1), Relaxed);
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

impl<M> Children<M> {
    /// The bytes that this many children take from the allocator, which rounds up and keeps a note
    /// beside each piece.
    pub(super) fn bytes(count: usize, with_amaf: bool) -> usize {
        let piece = |bytes: usize| if bytes == 0 { 0 } else { (bytes + 8).next_multiple_of(16) };
        let amaf = if with_amaf { count * size_of::<Amaf>() } else { 0 };
        let prospects = piece(count * size_of::<Prospect>());
        piece(size_of::<Self>()) + piece(count * size_of::<Node<M>>()) + prospects + piece(amaf)
    }

    fn own_bytes(&self) -> usize {
        Self::bytes(self.nodes.len(), !self.amaf.is_empty())
    }
}

/// A tree that never takes more than so many bytes.
#[derive(Debug)]
pub(super) struct Tree<M> {
    root: Option<Node<M>>,
    used: AtomicUsize,
    capacity: usize,
}

/// Bytes of the tree that one thread may use up: threads that counted every byte in one place would
/// wait for each other.
#[derive(Debug)]
pub(super) struct Reserve {
    bytes: usize,
    /// So many are taken at a time, if there are as many.
    chunk: usize,
}

impl Reserve {
    /// That of a thread alone, or of one of several.
    pub(super) const fn new(shared: bool) -> Self {
        Self { bytes: 0, chunk: if shared { 1 << 14 } else { 0 } }
    }
}

impl<M> Tree<M> {
    /// A tree without a root.
    pub(super) fn new(capacity: usize) -> Self {
        Self { root: None, used: AtomicUsize::new(0), capacity }
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Starts again with nothing but a root.
    pub(super) fn plant(&mut self, side: Side, m: M) {
        self.clear();
        let root = Node::fresh(m, 1.0, side);
        root.set(Facts::new(Status::Open, side, 0));
        self.root = Some(root);
    }

    /// Throws all nodes away.
    pub(super) fn clear(&mut self) {
        if let Some(root) = self.root.take() {
            self.drop_below(root);
        }
    }

    pub(super) fn root(&self) -> Option<&Node<M>> {
        self.root.as_ref()
    }

    /// Gives a node its children; returns them, or nothing if they do not fit. If another thread
    /// was quicker, its children stay. `breadth` is that of a child without visits, by its prior.
    pub(super) fn expand<'a>(
        &self,
        node: &'a Node<M>,
        moves: impl ExactSizeIterator<Item = (M, f32)>,
        breadth: impl Fn(f32) -> f32,
        amaf: impl ExactSizeIterator<Item = Amaf>,
        reserve: &mut Reserve,
    ) -> Option<&'a Children<M>> {
        let bytes = Children::<M>::bytes(moves.len(), amaf.len() > 0);
        if !self.take(bytes, reserve) {
            return None;
        }
        let (mut nodes, mut prospects, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        if nodes.try_reserve_exact(moves.len()).is_err()
            || prospects.try_reserve_exact(moves.len()).is_err()
            || beside.try_reserve_exact(amaf.len()).is_err()
        {
            reserve.bytes += bytes;
            return None;
        }
        let chooser = node.facts().side();
        nodes.extend(moves.map(|(m, prior)| Node::fresh(m, prior, chooser)));
        prospects
            .extend(nodes.iter().map(|node: &Node<M>| Prospect::unvisited(breadth(node.prior))));
        beside.extend(amaf);
        let children = Children {
            nodes: nodes.into_boxed_slice(),
            prospects: prospects.into_boxed_slice(),
            amaf: beside.into_boxed_slice(),
        };
        if node.children.set(Box::new(children)).is_err() {
            reserve.bytes += bytes;
        }
        node.children()
    }

    /// Takes bytes from a reserve, which is filled up if they are not there.
    fn take(&self, bytes: usize, reserve: &mut Reserve) -> bool {
        let missing = bytes.saturating_sub(reserve.bytes);
        if missing > 0 {
            let fill = |wanted| {
                let sum =
                    |used: usize| used.checked_add(wanted).filter(|&sum| sum <= self.capacity);
                self.used.fetch_update(Relaxed, Relaxed, sum).map(|_| wanted)
            };
            let Ok(filled) = fill(missing.max(reserve.chunk)).or_else(|_| fill(missing)) else {
                return false;
            };
            reserve.bytes += filled;
        }
        reserve.bytes -= bytes;
        true
    }

    /// Gives back what is left of a reserve.
    pub(super) fn give_back(&self, reserve: &mut Reserve) {
        self.used.fetch_sub(core::mem::take(&mut reserve.bytes), Relaxed);
    }

    /// Returns how many permille of the bytes are in use.
    pub(super) fn permille(&self) -> u32 {
        let used = self.used.load(Relaxed).min(self.capacity) as u64;
        (used * 1000).checked_div(self.capacity as u64).unwrap_or(1000) as u32
    }

    /// Makes the node that some moves lead to the root, if it can be one, and throws away all that
    /// is not below it. Otherwise the tree is empty afterwards. Returns whether there is a root.
    pub(super) fn keep_only(&mut self, moves: &[M]) -> bool
    where
        M: Eq,
    {
        let mut kept = self.root.take();
        for m in moves {
            kept = kept.and_then(|mut node| {
                let children = node.children.take()?;
                self.used.fetch_sub(children.own_bytes(), Relaxed);
                let mut found = None;
                for child in children.nodes {
                    if child.m == *m {
                        found = Some(child);
                    } else {
                        self.drop_below(child);
                    }
                }
                found
            });
        }
        // A repeated position is worth a draw as a leaf; as a root it has to be looked into.
        match kept {
            Some(node) if !matches!(node.status(), Status::Fresh | Status::Repeated) => {
                self.root = Some(node);
            }
            Some(node) => self.drop_below(node),
            None => {}
        }
        self.root.is_some()
    }

    /// Drops a node and all below it one after the other: a line may be longer than the stack.
    fn drop_below(&self, mut node: Node<M>) {
        let mut open: Vec<_> = node.children.take().into_iter().collect();
        while let Some(mut children) = open.pop() {
            self.used.fetch_sub(children.own_bytes(), Relaxed);
            open.extend(children.nodes.iter_mut().filter_map(|child| child.children.take()));
        }
    }
}

impl<M> Drop for Tree<M> {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The subtree as nested text, so that two can be compared.
    fn text(node: &Node<u16>) -> String {
        let children: Vec<_> =
            node.children().into_iter().flat_map(|c| c.nodes.iter()).map(text).collect();
        format!("{}:{}:{}({})", node.m, node.visits(), node.mean(), children.join(" "))
    }

    fn expand<'a>(tree: &Tree<u16>, node: &'a Node<u16>, count: u16) -> Option<&'a Children<u16>> {
        let (moves, amaf) = ((0..count).map(|i| (100 + i, 0.5)), core::iter::empty());
        let mut reserve = Reserve::new(false);
        let children = tree.expand(node, moves, |prior| prior, amaf, &mut reserve);
        tree.give_back(&mut reserve);
        children
    }

    fn all_bytes(node: &Node<u16>) -> usize {
        node.children().map_or(0, |children| {
            children.own_bytes() + children.nodes.iter().map(all_bytes).sum::<usize>()
        })
    }

    proptest! {
        #[test]
        fn a_subtree_is_the_same_after_the_rest_was_thrown_away(
            growth in proptest::collection::vec((proptest::collection::vec(0..4_u16, 0..5), 1..5_u16), 1..60),
            way in proptest::collection::vec(0..4_u16, 0..4),
        ) {
            let mut tree = Tree::new(1 << 16);
            tree.plant(Side::First, 0);
            let find = |tree: &Tree<u16>, way: &[u16], act: &dyn Fn(&Node<u16>)| {
                let mut node = tree.root().unwrap();
                for &i in way {
                    let next = node.children().and_then(|c| c.nodes.get(usize::from(i)));
                    let Some(next) = next else { return };
                    node = next;
                }
                act(node);
            };
            for (i, (way, count)) in growth.iter().enumerate() {
                find(&tree, way, &|node| {
                    node.open(Facts::new(Status::Open, Side::Second, 0));
                    node.add(i as u32, Units::of(0.5).gain_of(node.chooser()));
                    expand(&tree, node, *count).unwrap();
                });
            }
            let before = std::cell::RefCell::new(None);
            find(&tree, &way, &|node| {
                if node.status() == Status::Open {
                    *before.borrow_mut() = Some(text(node));
                }
            });
            let moves: Vec<u16> = way.iter().map(|i| 100 + i).collect();
            let kept = tree.keep_only(&moves);
            prop_assert_eq!(tree.root().map(text), before.into_inner());
            prop_assert_eq!(kept, tree.root().is_some());
            prop_assert_eq!(tree.used.load(Relaxed), tree.root().map_or(0, all_bytes));
        }

        #[test]
        fn facts_come_back(code in 0..6_usize, side in 0..2_usize, plies: u16) {
            use Status::{Drawn, Fresh, Open, Repeated, Won};
            let status = [Fresh, Open, Repeated, Drawn, Won(Side::First), Won(Side::Second)][code];
            let facts = Facts::new(status, Side::BOTH[side], plies);
            prop_assert_eq!(
                (facts.status(), facts.side(), facts.plies()),
                (status, Side::BOTH[side], plies)
            );
        }
    }

    #[test]
    fn it_never_takes_more_than_its_bytes() {
        for bytes in [0, 31, 100, 3200, 1 << 16] {
            let mut tree = Tree::new(bytes);
            tree.plant(Side::First, 0);
            let mut node = tree.root().unwrap();
            while let Some(children) = expand(&tree, node, 3) {
                node = &children.nodes[1];
            }
            let used = all_bytes(tree.root().unwrap());
            assert!(used <= bytes && used + Children::<u16>::bytes(3, false) > bytes, "{bytes}");
            assert!(tree.permille() >= 900 || bytes < 3000, "{bytes}");
        }
    }

    #[test]
    fn a_line_of_a_million_nodes_is_dropped_without_recursion() {
        let mut tree = Tree::new(usize::MAX);
        tree.plant(Side::First, 0);
        let mut node = tree.root().unwrap();
        for _ in 0..1_000_000 {
            node = &expand(&tree, node, 1).unwrap().nodes[0];
        }
        tree.clear();
        assert_eq!(tree.used.load(Relaxed), 0);
    }
}
