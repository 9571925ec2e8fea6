//! Threads that work at one position together.
//!
//! Brothers wait for the eldest (R. Feldmann, "Game tree search on massively parallel systems",
//! 1993): when the first move of a node was not good enough and a thread has nothing to do, the other
//! moves are offered to it. Whoever has offered moves works at them like all others, and while it
//! waits for the last of them it helps those who help it.
//!
//! A move that is good enough ends what others do at the same node: they see that when they next ask
//! whether they may go on.
//!
//! At a node with an open window two moves are tried first, since the second is often better than the
//! first; then all others are offered at once, whoever has nothing to do: hardly any of them is
//! better, and of trees so large there is no need to share what is below them.
//!
//! What is done in vain is what a move that is good enough ends: on 6 by 6 from the start one of
//! fourteen positions. Were nodes with an open window not shared it would be one in ten, as one in
//! seven of the other nodes that are offered has a move that does not fail; were they shared from their
//! second move on, one in seven.

use std::{
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Relaxed, SeqCst},
        },
    },
    thread,
    time::Duration,
};

use super::{
    judge::Judges,
    order::Ranked,
    rule::Rule,
    search::{Budget, Search},
    tables::Tables,
};

/// A thread that waits for others tells the budget so often what they have visited.
const WAIT: Duration = Duration::from_millis(1);

/// When so many positions were visited of which the budget does not know, it has to hear of them before
/// others are: the first thread may have been interrupted.
const UNTOLD: u64 = 1 << 16;
/// Smaller trees take less time than threads need to speak of them.
const SHARED_FROM: u32 = 14;
/// A tenth of a millisecond.
const UNASKED: u64 = 2000;

/// What the threads share.
pub(super) struct Team<'a> {
    pub(super) tables: Tables,
    /// Where estimates come from, if not from the solver itself.
    pub(super) judges: Option<&'a dyn Judges>,
    /// How many there are.
    pub(super) threads: usize,
    /// With so many empty squares and more, moves may be tried by several.
    pub(super) shared_from: u32,
    /// So many positions are visited at most between two looks whether others have ended the search.
    pub(super) unasked: u64,
    offers: Mutex<Offers>,
    /// Told of each offer and of each end.
    news: Condvar,
    /// Whether more threads have nothing to do than there are offers.
    is_hungry: AtomicBool,
    /// Whether all is known, or may be looked for no longer.
    is_over: AtomicBool,
    /// Positions that others than the first thread have visited, since it last asked.
    visited: AtomicU64,
}

#[derive(Default, Debug)]
struct Offers {
    /// Those that have moves left, the eldest first.
    open: Vec<Arc<Split>>,
    /// Threads that have nothing to do.
    idle: usize,
}

/// A node whose moves several threads try.
#[derive(Debug)]
pub(super) struct Split {
    /// The node above it at which the thread was working that offered it.
    above: Option<Arc<Self>>,
    /// A score above this one is enough.
    alpha: i32,
    is_cut: AtomicBool,
    rest: Mutex<Rest>,
}

#[derive(Debug)]
struct Rest {
    /// Moves that nobody has tried, the most promising last.
    moves: Vec<Ranked>,
    /// The squares of those that are not good enough.
    failed: u64,
    best: i32,
    square: u8,
    /// Moves that are being tried.
    busy: usize,
}

/// What was found of moves that several threads tried.
struct Shared {
    best: i32,
    square: u8,
    failed: u64,
}

/// What a thread that waits for the others at a node is to do next.
enum Next {
    Help(Arc<Split>),
    Wait,
    Leave,
}

/// Ends the work of all when it is dropped, so that nobody waits for a thread that has panicked.
struct Presence<'a>(&'a Team<'a>);

impl Drop for Presence<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What a lock guards is whole between any two lines, so a panic of another thread leaves it so.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Split {
    /// Whether what is found here, or at a node above, is of no use any more.
    pub(super) fn is_cut(&self) -> bool {
        let mut split = Some(self);
        while let Some(Self { above, is_cut, .. }) = split {
            if is_cut.load(Relaxed) {
                return true;
            }
            split = above.as_deref();
        }
        false
    }

    fn is_below(&self, other: &Arc<Self>) -> bool {
        let mut above = self.above.as_ref();
        while let Some(split) = above {
            if Arc::ptr_eq(split, other) {
                return true;
            }
            above = split.above.as_ref();
        }
        false
    }

    fn take(&self) -> Option<Ranked> {
        let mut rest = lock(&self.rest);
        let taken = rest.moves.pop()?;
        rest.busy += 1;
        Some(taken)
    }

    /// Notes the score of a move that was taken, unless its search was stopped.
    fn give_back(&self, square: u8, score: Option<i32>) {
        let mut rest = lock(&self.rest);
        rest.busy -= 1;
        let Some(score) = score else { return };
        if score > rest.best {
            (rest.best, rest.square) = (score, square);
        }
        if score > self.alpha {
            rest.moves.clear();
            self.is_cut.store(true, Relaxed);
        } else {
            rest.failed |= 1 << square;
        }
    }

    /// Whether all moves were tried or one is good enough.
    fn is_done(&self) -> bool {
        self.is_cut.load(Relaxed) || {
            let rest = lock(&self.rest);
            rest.moves.is_empty() && rest.busy == 0
        }
    }
}

impl<'a> Team<'a> {
    pub(super) fn new(tables: Tables, threads: usize, judges: Option<&'a dyn Judges>) -> Self {
        Self {
            tables,
            judges,
            threads,
            shared_from: SHARED_FROM,
            unasked: UNASKED,
            offers: Mutex::default(),
            news: Condvar::new(),
            is_hungry: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            visited: AtomicU64::new(0),
        }
    }

    /// Has the first thread do something, while the others help it; ends the work.
    ///
    /// # Panics
    ///
    /// If one of them does.
    pub(super) fn lead<R: Rule, T>(
        &self,
        budget: Budget<'_>,
        first: impl FnOnce(&mut Search<'_, R>) -> T,
    ) -> T {
        let result = thread::scope(|scope| {
            let _present = Presence(self);
            for thread in 1..self.threads {
                scope.spawn(move || self.follow::<R>(thread));
            }
            first(&mut Search::new(self, 0, &mut |visited| budget(visited + self.take_visited())))
        });
        if self.threads > 1 {
            // What the others have visited before they heard of the end.
            budget(self.take_visited());
        }
        result
    }

    /// What another thread than the first one does.
    fn follow<R: Rule>(&self, thread: usize) {
        let _present = Presence(self);
        let mut budget = |visited| {
            self.visited.fetch_add(visited, Relaxed);
            while self.visited.load(Relaxed) > UNTOLD && !self.is_over() {
                thread::sleep(WAIT);
            }
            u64::MAX
        };
        Search::<R>::new(self, thread, &mut budget).help_others();
    }

    pub(super) fn end(&self) {
        self.is_over.store(true, SeqCst);
        self.tell();
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    #[inline]
    pub(super) fn is_hungry(&self) -> bool {
        self.is_hungry.load(Relaxed)
    }

    fn take_visited(&self) -> u64 {
        self.visited.swap(0, Relaxed)
    }

    /// Wakes all who wait.
    fn tell(&self) {
        // Who holds the lock has looked, or is going to look after this.
        drop(lock(&self.offers));
        self.news.notify_all();
    }

    fn offer(&self, split: &Arc<Split>) {
        let mut offers = lock(&self.offers);
        offers.open.push(Arc::clone(split));
        self.count(&offers);
        drop(offers);
        self.news.notify_all();
    }

    fn withdraw(&self, split: &Arc<Split>) {
        let mut offers = lock(&self.offers);
        offers.open.retain(|open| !Arc::ptr_eq(open, split));
        self.count(&offers);
    }

    fn count(&self, offers: &Offers) {
        self.is_hungry.store(offers.idle > offers.open.len(), Relaxed);
    }

    /// Waits for an offer, or until all is over.
    fn wait_for_offer(&self) -> Option<Arc<Split>> {
        let mut offers = lock(&self.offers);
        loop {
            if self.is_over() {
                return None;
            }
            if let Some(split) = offers.open.first() {
                return Some(Arc::clone(split));
            }
            offers = self.wait(offers, None);
        }
    }

    /// What to do for a node that one has offered oneself, when no move of it is left.
    fn next_for(&self, split: &Arc<Split>) -> Next {
        let offers = lock(&self.offers);
        if self.is_over() || split.is_done() {
            return Next::Leave;
        }
        if let Some(below) = offers.open.iter().find(|open| open.is_below(split)) {
            return Next::Help(Arc::clone(below));
        }
        drop(self.wait(offers, Some(WAIT)));
        Next::Wait
    }

    fn wait<'b>(
        &self,
        mut offers: MutexGuard<'b, Offers>,
        most: Option<Duration>,
    ) -> MutexGuard<'b, Offers> {
        offers.idle += 1;
        self.count(&offers);
        let mut offers = match most {
            None => self.news.wait(offers).unwrap_or_else(PoisonError::into_inner),
            Some(most) => {
                self.news.wait_timeout(offers, most).unwrap_or_else(PoisonError::into_inner).0
            }
        };
        offers.idle -= 1;
        self.count(&offers);
        offers
    }
}

impl<R: Rule> Search<'_, R> {
    /// Works at what others offer until all is over.
    pub(super) fn help_others(&mut self) {
        while let Some(split) = self.team.wait_for_offer() {
            self.help(&split);
        }
        self.ask();
    }

    /// Tries the moves from `base` on, of which none is known to be above `alpha`, together with
    /// others; returns the best score, if one of them is above `best`, and its square.
    pub(super) fn share(&mut self, base: usize, alpha: i32, best: i32, square: u8) -> (i32, u8) {
        let moves = self.moves.split_off(base);
        let Shared { best, square, .. } = self.try_all(moves, alpha, best, square);
        (best, square)
    }

    /// The same with an open window. The score of a move that is better than all before it is worked
    /// out to the end before others are tried.
    pub(super) fn share_between(
        &mut self,
        base: usize,
        (alpha, beta): (i32, i32),
        (mut best, mut square): (i32, u8),
    ) -> (i32, u8) {
        let mut moves = self.moves.split_off(base);
        while !moves.is_empty() {
            let low = alpha.max(best);
            let shared = self.try_all(moves.clone(), low, best, square);
            (best, square) = (shared.best, shared.square);
            if self.stopped || best <= low || best >= beta {
                break;
            }
            let better = moves.iter().find(|m| m.square == square).expect("it is one of them");
            best = -self.between(better.child, -beta, -low);
            if self.stopped || best >= beta {
                break;
            }
            // Another one may have been good enough, too, or nobody has tried it to the end.
            moves.retain(|m| m.square != square && shared.failed >> m.square & 1 == 0);
        }
        (best, square)
    }

    fn try_all(&mut self, mut moves: Vec<Ranked>, alpha: i32, best: i32, square: u8) -> Shared {
        moves.sort_by_key(Ranked::rank);
        let rest = Mutex::new(Rest { moves, failed: 0, best, square, busy: 0 });
        let above = self.split.clone();
        let split = Arc::new(Split { above, alpha, is_cut: AtomicBool::new(false), rest });
        self.team.offer(&split);
        self.help(&split);
        while !self.stopped {
            match self.team.next_for(&split) {
                Next::Help(below) => self.help(&below),
                Next::Wait => drop(self.ask()),
                Next::Leave => break,
            }
        }
        let rest = lock(&split.rest);
        Shared { best: rest.best, square: rest.square, failed: rest.failed }
    }

    /// Tries moves of a node until none is left.
    fn help(&mut self, split: &Arc<Split>) {
        let before = self.split.replace(Arc::clone(split));
        while !self.stopped
            && let Some(m) = split.take()
        {
            let score = -self.test(m.child, !split.alpha);
            split.give_back(m.square, (!self.stopped).then_some(score));
        }
        self.split = before;
        self.team.withdraw(split);
        self.team.tell();
        // What has stopped the search at this node alone is over.
        self.stopped = self.has_to_stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        endgame::{Rules, last::WORST, table::NO_SQUARE},
        mobility::placements,
        position::Position,
    };

    #[test]
    fn moves_fail_only_if_they_were_tried_to_the_end_and_are_not_good_enough() {
        let rest = Mutex::new(Rest { moves: vec![], failed: 0, best: -6, square: 1, busy: 4 });
        let split = Split { above: None, alpha: 0, is_cut: AtomicBool::new(false), rest };
        for (square, score) in [(2, Some(-8)), (3, Some(2)), (4, None), (5, Some(4))] {
            split.give_back(square, score);
        }
        let rest = lock(&split.rest);
        assert_eq!((rest.best, rest.square, rest.busy), (4, 5, 0));
        assert_eq!(rest.failed, 1 << 2);
        assert!(split.is_cut());
    }

    #[test]
    fn what_is_returned_by_a_search_that_was_stopped_is_no_score() {
        let text = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
        let position: Position = text.parse().unwrap();
        let (own, opp) = (position.own(), position.opponent());
        let team = Team::new(Tables::new(position.empties(), 1 << 16, 2), 2, None);
        let budget = &mut |_| u64::MAX;
        let mut search = Search::<Rules<8, true>>::new(&team, 0, budget);
        let node = Search::<Rules<8, true>>::node(own, opp);
        search.rank(node, placements(own, opp, !(own | opp)), [NO_SQUARE; 2]);
        let moves = std::mem::take(&mut search.moves);
        let count = moves.len();
        // Another thread has found a move that is good enough.
        let rest = Mutex::new(Rest { moves, failed: 0, best: WORST, square: NO_SQUARE, busy: 0 });
        let is_cut = AtomicBool::new(true);
        let split = Arc::new(Split { above: None, alpha: 0, is_cut, rest });
        search.help(&split);
        let rest = lock(&split.rest);
        assert_eq!((rest.best, rest.square, rest.busy), (WORST, NO_SQUARE, 0));
        assert_eq!(rest.moves.len(), count - 1);
        assert!(!search.stopped, "it goes on above");
    }
}
