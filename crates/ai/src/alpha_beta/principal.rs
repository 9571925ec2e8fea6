//! What the threads of a search tell each other of the principal variation.
//!
//! In an open window the table answers nothing, since a line would end there. Each thread would go
//! through the whole principal variation by itself, and search the moves beside it with the bound
//! that it alone has found. So a better move is noted there with its line: who is at the same
//! position goes on with its bound, as threads do that share a position out among them (R. Feldmann,
//! P. Mysliwietz and O. Vornberger, "Distributed game tree search", 1989), and who comes to a position
//! that is done takes its value.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use games_core::{Adjudicate, Evaluate};

use super::{
    busy,
    node::{Found, NOTHING, Place, RestsOn},
    search::Worker,
    window::Window,
};
use crate::{
    Score,
    table::{Bound, Entry, MAX_DEPTH},
};

/// So many positions are noted at the most, many more than threads are at; then all are forgotten.
const MOST: usize = 1 << 12;

/// What was found out about positions of the principal variation, by their keys and the plies to the
/// horizon.
#[derive(Debug)]
pub(super) struct Notes<M> {
    written: Mutex<Written<M>>,
    /// Whether there are any, so that nobody waits for nothing.
    are_there: AtomicBool,
}

/// A position and the plies to the horizon.
type Where = (u64, i32);

/// The notes, and in which places they are; these know no moves, so that the map is compiled once
/// for all games.
#[derive(Debug)]
struct Written<M> {
    places: HashMap<Where, usize>,
    notes: Vec<Note<M>>,
}

/// What was found out about a position.
#[derive(Debug)]
struct Note<M> {
    /// The value of the best move so far, and its place in generation order.
    entry: Entry,
    /// That move and what follows.
    line: Vec<M>,
    /// Whether no other move is better.
    is_done: bool,
}

/// The place of a note, and a new one for a position that nothing is noted of.
#[inline(never)]
fn place_of(places: &mut HashMap<Where, usize>, key: Where) -> (usize, bool) {
    let next = places.len();
    let place = *places.entry(key).or_insert(next);
    (place, place == next)
}

impl<M> Written<M> {
    fn get(&self, key: Where) -> Option<&Note<M>> {
        self.places.get(&key).map(|&place| &self.notes[place])
    }

    /// Notes what is known of a position, unless more is known already.
    fn add(&mut self, key: Where, note: Note<M>) {
        if self.notes.len() >= MOST && !self.places.contains_key(&key) {
            self.places.clear();
            self.notes.clear();
        }
        let (place, is_new) = place_of(&mut self.places, key);
        if is_new {
            self.notes.push(note);
        } else if note.rank() > self.notes[place].rank() {
            self.notes[place] = note;
        }
    }
}

impl<M> Note<M> {
    /// The greater, the more is known.
    const fn rank(&self) -> (bool, Score) {
        (self.is_done, self.entry.score)
    }
}

impl<M> Notes<M> {
    pub(super) fn new() -> Self {
        let written = Written { places: HashMap::new(), notes: Vec::new() };
        Self { written: Mutex::new(written), are_there: AtomicBool::new(false) }
    }

    /// A thread that panicked has left no note half written.
    fn lock(&self) -> MutexGuard<'_, Written<M>> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, key: Where, note: Note<M>) {
        self.lock().add(key, note);
        self.are_there.store(true, Relaxed);
    }
}

impl<'a, G: Adjudicate + Evaluate> Worker<'a, G> {
    /// The notes about a position, if others may be at it, too: on the principal variation, and not
    /// too near to the horizon.
    fn notes(&self, place: Place, window: Window) -> Option<&'a Notes<G::Move>> {
        let is_open = !window.is_null() && place.depth >= busy::LEAST_DEPTH;
        self.shared.notes.filter(|_| is_open)
    }

    /// Returns the value of a position that a thread has done with; the line from there is known then.
    #[inline]
    pub(super) fn noted_value(
        &mut self,
        key: u64,
        place: Place,
        window: Window,
        horizon: usize,
    ) -> Option<Found> {
        let notes = self.notes(place, window)?;
        self.noted(notes, (key, place, horizon), None).map(|(found, _)| found)
    }

    /// Returns the value and the place of a move that is better than `alpha`, if another thread has
    /// found one at this position; the best line is then that with the move.
    #[inline]
    pub(super) fn noted_move(
        &mut self,
        key: u64,
        place: Place,
        window: Window,
        horizon: usize,
    ) -> Option<(Found, u16)> {
        let notes = self.notes(place, window)?;
        self.noted(notes, (key, place, horizon), Some(window.alpha))
    }

    /// Returns what is noted of a position, if it holds here: its value, or with `above` a move that is
    /// better than that.
    #[inline(never)]
    fn noted(
        &mut self,
        notes: &Notes<G::Move>,
        (key, place, horizon): (u64, Place, usize),
        above: Option<Score>,
    ) -> Option<(Found, u16)> {
        if !notes.are_there.load(Relaxed) {
            return None;
        }
        let written = notes.lock();
        let note = written.get((key, place.depth))?;
        let Entry { complete, score, best, .. } = note.entry;
        let score = score.later_by(place.ply as u32);
        let found = Found { score, complete, rests_on: NOTHING };
        let is_trusted = complete || self.careful == 0;
        let is_wanted = above.map_or(note.is_done, |alpha| score > alpha);
        if !is_trusted || !is_wanted || !self.holds_here(&note.entry, place, horizon) {
            return None;
        }
        self.line(place.ply).clone_from(&note.line);
        Some((found, best))
    }

    /// Tells the other threads of a move that is better than `alpha` of the window; it is the first of
    /// the best line. `is_done` says that all others were searched.
    #[inline]
    pub(super) fn note(
        &mut self,
        key: u64,
        place: Place,
        window: Window,
        (found, best, is_done): (&Found, u16, bool),
    ) {
        if let Some(notes) = self.notes(place, window) {
            self.write(notes, (key, place, window), (found, best, is_done));
        }
    }

    #[inline(never)]
    fn write(
        &mut self,
        notes: &Notes<G::Move>,
        (key, place, window): (u64, Place, Window),
        (found, best, is_done): (&Found, u16, bool),
    ) {
        // Otherwise it is a bound, or true on this path only.
        let is_value = window.alpha < found.score && found.score < window.beta;
        if !is_value || found.rests_on <= place.ply as RestsOn {
            return;
        }
        let entry = Entry {
            score: found.score.sooner_by(place.ply as u32),
            bound: Bound::Exact,
            complete: found.complete,
            depth: place.depth.clamp(0, i32::from(MAX_DEPTH)) as u16,
            best,
        };
        let line = self.line(place.ply).clone();
        notes.add((key, place.depth), Note { entry, line, is_done });
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use games_core::{Game, seeded};

    use super::*;
    use crate::alpha_beta::random_trees::{minimax, search, tree};

    fn found(score: i32) -> Found {
        Found { score: Score::estimate(score), complete: false, rests_on: NOTHING }
    }

    fn note(score: i32, is_done: bool) -> Note<u8> {
        let Found { score, complete, .. } = found(score);
        let entry = Entry { score, bound: Bound::Exact, complete, depth: 5, best: 3 };
        Note { entry, line: Vec::new(), is_done }
    }

    #[test]
    fn what_is_known_is_kept_where_it_is_more() {
        let notes = Notes::new();
        let known = |score, is_done| {
            notes.add((7, 5), note(score, is_done));
            let written = notes.lock();
            let note = written.get((7, 5)).unwrap();
            (note.entry.score, note.is_done)
        };
        assert_eq!(known(10, false), (Score::estimate(10), false));
        assert_eq!(known(9, false), (Score::estimate(10), false));
        assert_eq!(known(11, false), (Score::estimate(11), false));
        // Where a search found less with all moves than another with some, it has seen more.
        assert_eq!(known(8, true), (Score::estimate(8), true));
        assert_eq!(known(12, false), (Score::estimate(8), true));
    }

    #[test]
    fn notes_stay_few() {
        let notes = Notes::new();
        for key in 0..3 * MOST as u64 {
            notes.add((key, 4), note(0, false));
            let written = notes.lock();
            assert!(written.notes.len() <= MOST);
            assert!(written.get((key, 4)).is_some());
        }
    }

    /// Another thread has searched the same tree in any windows, and then goes on in another one.
    #[test]
    fn values_are_the_same_whatever_others_have_told() {
        let (mut alone, mut told) = (0, 0);
        for seed in 0..200 {
            let rng = &mut seeded(seed);
            let (game, notes) = (tree(6, rng), Notes::new());
            let state = game.initial();
            let value = game.to_move(&state).sign() * minimax(&game, &state);
            let margin = |found: Found| found.score.margin();
            let in_window = |window| search(&game, (None, Some(&notes)), (10, window), |_, _| ());
            let whole = search(&game, (None, None), (10, Window::FULL), |_, _| ());
            assert_eq!(margin(whole.0), value, "{seed}");
            // Too high, too low, and around the value.
            for (from, to) in [(1, 20), (-20, -1), (-3, 4)] {
                let bound = |margins| Score::from_raw(whole.0.score.raw() + margins * (1 << 13));
                in_window(Window { alpha: bound(from), beta: bound(to) });
            }
            let (found, visited) = in_window(Window::FULL);
            assert!(found.complete);
            assert_eq!(margin(found), value, "{seed}");
            alone += whole.1;
            told += visited;
        }
        assert!(told * 2 < alone, "{told} of {alone} positions");
    }

    /// A repetition above a position says nothing of it on another path.
    #[test]
    fn what_holds_on_one_path_only_is_not_told() {
        let (game, notes) = (tree(4, &mut seeded(1)), Notes::new());
        let place = Place { ply: 3, depth: 5 };
        search(&game, (None, Some(&notes)), (1, Window::FULL), |worker, _| {
            for (key, rests_on) in [(0, 0), (1, 1), (3, 3), (4, 4), (5, NOTHING)] {
                let found = Found { rests_on, ..found(7) };
                worker.note(key, place, Window::FULL, (&found, 0, true));
            }
            let told = |key| worker.noted_value(key, place, Window::FULL, usize::MAX).is_some();
            assert_eq!([0, 1, 3, 4, 5].map(told), [false, false, false, true, true]);
        });
    }

    /// While nothing may be guessed, only proofs are taken.
    #[test]
    fn a_careful_search_is_told_of_proofs_alone() {
        let (game, notes) = (tree(4, &mut seeded(1)), Notes::new());
        let place = Place { ply: 3, depth: 5 };
        search(&game, (None, Some(&notes)), (1, Window::FULL), |worker, _| {
            for (key, complete) in [(0, false), (1, true)] {
                let found = Found { complete, ..found(7) };
                worker.note(key, place, Window::FULL, (&found, 0, true));
            }
            for (careful, expected) in [(0, [true, true]), (9, [false, true])] {
                worker.careful = careful;
                let told = |key| worker.noted_value(key, place, Window::FULL, usize::MAX).is_some();
                assert_eq!([0, 1].map(told), expected);
            }
        });
    }
}
