//! All moves as first: what the later plies of simulations say about a move.
//!
//! Every simulation through a node tells something about each move that the side to move there
//! played at any later ply (B. Brügmann, "Monte Carlo Go", 1993; S. Gelly and D. Silver, "Combining
//! online and offline knowledge in UCT", 2007, where it is called RAVE). A node with few visits
//! uses the statistics of the nearest position above it with the same side to move and enough
//! visits (T. Cazenave, "Generalized rapid action value estimation", 2015, GRAVE).

use core::sync::atomic::Ordering::Relaxed;

use games_core::Side;

use crate::sync::AtomicU32;

/// The results of the simulations in which a move was played at any ply below a node.
#[derive(Debug)]
pub(super) struct Amaf {
    /// The move's dense number, written before others can see it.
    action: AtomicU32,
    visits: AtomicU32,
    /// An `f32`, seen by the first side. Threads may overwrite each other's additions now and then,
    /// which matters less than the time that it would take to prevent it.
    sum: AtomicU32,
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Amaf>() == 12);

impl Amaf {
    /// Those of no move.
    pub(super) fn new() -> Self {
        Self { action: AtomicU32::new(0), visits: AtomicU32::new(0), sum: AtomicU32::new(0) }
    }

    /// Begins with a move, before others can see it.
    #[inline]
    pub(super) fn write(&self, action: u32) {
        self.action.store(action, Relaxed);
        self.visits.store(0, Relaxed);
        self.sum.store(0.0_f32.to_bits(), Relaxed);
    }

    #[inline]
    pub(super) fn action(&self) -> usize {
        self.action.load(Relaxed) as usize
    }

    #[inline]
    fn add(&self, result: f32) {
        let sum = f32::from_bits(self.sum.load(Relaxed)) + result;
        self.sum.store(sum.to_bits(), Relaxed);
        self.visits.store(self.visits.load(Relaxed).saturating_add(1), Relaxed);
    }

    /// Returns the visits and the mean result, seen by the first side.
    #[inline]
    pub(super) fn read(&self) -> (f32, f32) {
        let visits = self.visits.load(Relaxed) as f32;
        (visits, f32::from_bits(self.sum.load(Relaxed)) / visits.max(1.0))
    }
}

/// The moves of one simulation, and the statistics that its nodes look at.
#[derive(Debug)]
pub(super) struct Moves<'a> {
    /// Who moved and the move's number, from the root on.
    played: Vec<(Side, u32)>,
    /// For each number 0, or the side that played the move first, plus 1.
    first: Vec<u8>,
    /// For each side to move the statistics of the nearest node above with enough visits.
    references: [Option<&'a [Amaf]>; 2],
    /// For each side and number the place among these, plus 1.
    places: [Vec<u32>; 2],
    /// Whose places `places` has.
    placed: [Option<&'a [Amaf]>; 2],
}

impl<'a> Moves<'a> {
    /// For a game with so many numbers; 0 where nothing is to be kept.
    pub(super) fn new(actions: u32) -> Self {
        let places = || vec![0; actions as usize];
        Self {
            played: Vec::new(),
            first: vec![0; actions as usize],
            references: [None; 2],
            places: [places(), places()],
            placed: [None; 2],
        }
    }

    #[inline]
    pub(super) fn is_kept(&self) -> bool {
        !self.first.is_empty()
    }

    #[inline]
    pub(super) fn restart(&mut self) {
        self.played.clear();
        self.references = [None; 2];
    }

    /// Puts the moves of one simulation aside and takes up those of another one.
    pub(super) fn exchange(&mut self, played: &mut Vec<(Side, u32)>) {
        core::mem::swap(&mut self.played, played);
    }

    #[inline]
    pub(super) fn play(&mut self, side: Side, action: u32) {
        self.played.push((side, action));
    }

    /// Returns the statistics for each child of a node on the way down: its `own` where it has
    /// `enough` visits, or else those of a node above it.
    #[inline]
    pub(super) fn look_at(&mut self, side: Side, own: &'a [Amaf], enough: bool) -> Look<'_> {
        let reference = &mut self.references[side.index()];
        if enough || reference.is_none() {
            *reference = Some(own);
        }
        let reference = reference.expect("there is one now");
        if core::ptr::eq(reference, own) {
            return Look { own, reference, places: None };
        }
        let (placed, places) = (&mut self.placed[side.index()], &mut self.places[side.index()]);
        if !placed.is_some_and(|placed| core::ptr::eq(placed, reference)) {
            for amaf in placed.unwrap_or_default() {
                places[amaf.action()] = 0;
            }
            for (i, amaf) in reference.iter().enumerate() {
                places[amaf.action()] = i as u32 + 1;
            }
            *placed = Some(reference);
        }
        Look { own, reference, places: Some(places) }
    }

    /// Tells every node on the way which of its moves were played later by the same side, before
    /// the other side played the same. `moves_at` has the statistics of the moves of the node at a
    /// ply of the way, none beyond its end.
    pub(super) fn back_up<'b>(&mut self, moves_at: &dyn Fn(usize) -> &'b [Amaf], result: f32) {
        for (ply, &(side, action)) in self.played.iter().enumerate().rev() {
            self.first[action as usize] = side.index() as u8 + 1;
            for amaf in moves_at(ply) {
                if self.first[amaf.action()] == side.index() as u8 + 1 {
                    amaf.add(result);
                }
            }
        }
        for &(_, action) in &self.played {
            self.first[action as usize] = 0;
        }
    }
}

/// Where to find the statistics of a node's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'b> {
    own: &'b [Amaf],
    reference: &'b [Amaf],
    places: Option<&'b [u32]>,
}

impl Look<'_> {
    /// Returns visits and mean, seen by the first side, of the move that leads to a child.
    #[inline]
    pub(super) fn read(&self, child: usize) -> (f32, f32) {
        let Some(places) = self.places else { return self.own[child].read() };
        match places[self.own[child].action()] {
            0 => (0.0, 0.0),
            place => self.reference[place as usize - 1].read(),
        }
    }
}
