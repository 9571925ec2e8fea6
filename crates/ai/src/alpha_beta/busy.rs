//! Which moves the threads of a search are at, so that each leaves to the others what they have
//! begun (J.-C. Weill, "The ABDADA distributed minimax search algorithm", 1996, in the simpler form
//! of T. Kerrigan, "Simplified ABDADA", 2013).
//!
//! A thread notes a move before it searches it and crosses it out afterwards. Who meets a move that
//! is noted puts it off until the others of the position are done; by then the table most likely
//! knows what it came to. What is wrong here costs time and changes no value: a move whose number is
//! that of another one is put off for nothing, and one that found no room is searched twice.

use core::{ops::ControlFlow, sync::atomic::Ordering::Relaxed};

use games_core::{Adjudicate, Evaluate, zobrist::mix};

use super::{
    node::{Effort, Found, Node},
    search::Worker,
};
use crate::{Score, meter::Stopped, sync::AtomicU64};

/// Moves are noted from this depth on: nearer to the horizon to search twice is cheaper.
pub(super) const LEAST_DEPTH: i32 = 3;

/// Places to note a move, as a power of two: many more than threads have plies.
const PLACES: usize = 1 << 13;

/// Moves with the same place, one behind the other.
const WAYS: usize = 4;

/// A move at a position, as a number that is not 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Task(u64);

impl Task {
    /// The move that comes at this place in generation order, at the position with this key.
    pub(super) fn new(key: u64, index: u16) -> Self {
        Self(mix(key ^ (u64::from(index) + 1)).max(1))
    }
}

/// The moves that are being searched.
#[derive(Debug)]
pub(super) struct Busy {
    places: Box<[AtomicU64]>,
}

impl Busy {
    /// Nothing is being searched.
    pub(super) fn new() -> Self {
        Self { places: (0..PLACES).map(|_| AtomicU64::new(0)).collect() }
    }

    fn places(&self, task: Task) -> &[AtomicU64] {
        let first = task.0 as usize % (PLACES / WAYS) * WAYS;
        &self.places[first..first + WAYS]
    }

    /// Whether a thread is at this move.
    #[inline]
    pub(super) fn has(&self, task: Task) -> bool {
        self.places(task).iter().any(|place| place.load(Relaxed) == task.0)
    }

    /// Notes a move, if there is room and nobody has noted it.
    pub(super) fn begin(&self, task: Task) {
        for place in self.places(task) {
            match place.compare_exchange(0, task.0, Relaxed, Relaxed) {
                Ok(_) => return,
                Err(other) if other == task.0 => return,
                Err(_) => {}
            }
        }
    }

    /// Crosses a move out, whoever noted it.
    pub(super) fn end(&self, task: Task) {
        for place in self.places(task) {
            let _ = place.compare_exchange(task.0, 0, Relaxed, Relaxed);
        }
    }

    /// Whether no move is noted.
    pub(super) fn is_idle(&self) -> bool {
        self.places.iter().all(|place| place.load(Relaxed) == 0)
    }
}

impl<G: Adjudicate + Evaluate> Worker<'_, G> {
    /// Searches a move while it is noted that a thread is at it.
    #[inline(never)]
    pub(super) fn noted_child(
        &mut self,
        (busy, task): (&Busy, Task),
        state: &mut G::State,
        node: &Node,
        m: G::Move,
        (alpha, effort): (Score, Effort),
    ) -> Result<Found, Stopped> {
        busy.begin(task);
        let found = self.child(state, node, m, alpha, effort);
        busy.end(task);
        found
    }

    /// Returns the next move that was put off, unless there is none or the table knows the position
    /// by now: whoever was at the moves may have come back here.
    #[inline(never)]
    pub(super) fn take_up(
        &mut self,
        taken_up: &mut usize,
        &Node { place, window, .. }: &Node,
        (key, horizon): (u64, usize),
    ) -> ControlFlow<Option<(Found, u16)>, usize> {
        let Some(&i) = self.put_off.get(*taken_up) else { return ControlFlow::Break(None) };
        *taken_up += 1;
        match self.look_up(key, place.depth) {
            Some(entry) => match self.answer(&entry, place, window, horizon) {
                Some(found) => ControlFlow::Break(Some((found, entry.best))),
                None => ControlFlow::Continue(i),
            },
            None => ControlFlow::Continue(i),
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use games_core::{Game, Rng, seeded, toy::TreeGame};

    use super::*;
    use crate::alpha_beta::{
        random_trees::{minimax, moves, search, tree},
        search::Worker,
        window::Window,
    };

    #[test]
    fn a_move_is_noted_until_it_is_crossed_out() {
        let busy = Busy::new();
        let (one, other) = (Task::new(7, 0), Task::new(7, 1));
        busy.begin(one);
        // Another thread came to it in the same moment.
        busy.begin(one);
        assert!(busy.has(one) && !busy.has(other));
        busy.end(other);
        assert!(busy.has(one) && !busy.is_idle());
        busy.end(one);
        assert!(!busy.has(one) && busy.is_idle());
    }

    #[test]
    fn what_finds_no_room_is_not_noted_and_does_no_harm() {
        let busy = Busy::new();
        let same_place =
            |task: &Task| core::ptr::eq(busy.places(*task), busy.places(Task::new(0, 0)));
        let tasks: Vec<_> = (0..u16::MAX).map(|i| Task::new(0, i)).filter(same_place).collect();
        assert!(tasks.len() > WAYS);
        tasks.iter().for_each(|&task| busy.begin(task));
        let noted = tasks.iter().filter(|&&task| busy.has(task)).count();
        assert_eq!(noted, WAYS);
        tasks.iter().for_each(|&task| busy.end(task));
        assert!(busy.is_idle());
    }

    /// Notes every move below a position that chance takes.
    fn note(worker: &Worker<'_, TreeGame>, state: &<TreeGame as Game>::State, rng: &mut impl Rng) {
        let key = worker.table_key(state, worker.clocks.horizon(0, state));
        for (index, m) in moves(worker.game, state).into_iter().enumerate() {
            if rng.below(3) > 0 {
                worker.shared.busy.unwrap().begin(Task::new(key, index as u16));
            }
            let mut next = state.clone();
            worker.game.apply(&mut next, m);
            note(worker, &next, rng);
        }
    }

    /// Another thread seems to be at two of three moves, and never comes to an end with one.
    #[test]
    fn values_are_the_same_wherever_others_are() {
        for seed in 0..60 {
            let rng = &mut seeded(seed);
            let (game, busy) = (tree(6, rng), Busy::new());
            let first = |worker: &mut Worker<'_, TreeGame>, state: &_| note(worker, state, rng);
            let (found, _) = search(&game, (Some(&busy), None), (10, Window::FULL), first);
            assert!(found.complete);
            let state = game.initial();
            let value = game.to_move(&state).sign() * found.score.margin();
            assert_eq!(value, minimax(&game, &state), "{seed}");
        }
    }
}
