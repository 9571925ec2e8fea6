//! What the threads of a session and of its search tell each other, and who tells the best move.

use core::{
    mem,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How late a search may answer by itself. Where more threads work than there are processors, the one
/// that searches may not be running when its time is over, and not for some 20 ms.
const GRACE: Duration = Duration::from_micros(1000);

/// What is between two threads.
pub(super) struct Control {
    /// Whether the search has to end.
    pub(super) stop: AtomicBool,
    state: Mutex<State>,
    changed: Condvar,
    say: Box<dyn Fn(&str) + Send + Sync>,
}

struct State {
    phase: Phase,
    /// The answer, as far as the search has come.
    best: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The result must be kept back (`go infinite`, `go ponder`).
    Held,
    /// The result may be told.
    Free,
    /// It was told.
    Told,
}

impl Control {
    pub(super) fn new(phase: Phase, say: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let state = Mutex::new(State { phase, best: None });
        Self { stop: AtomicBool::new(false), state, changed: Condvar::new(), say: Box::new(say) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Whole words are exchanged: a panic of the other thread leaves none half written.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn phase(&self) -> Phase {
        self.state().phase
    }

    /// Allows that the best move is told.
    pub(super) fn release(&self) {
        let mut state = self.state();
        if state.phase == Phase::Held {
            state.phase = Phase::Free;
        }
        self.changed.notify_all();
    }

    /// Tells what the search found out on its way, and nothing once the best move is told. Whoever
    /// cannot wait for the search answers `best`, if there is one.
    pub(super) fn tell(&self, lines: &[String], best: Option<String>) {
        let mut state = self.state();
        if state.phase != Phase::Told {
            lines.iter().for_each(|line| (self.say)(line));
            state.best = best.or(state.best.take());
        }
    }

    /// Tells the best move as soon as that may be told, unless it was.
    pub(super) fn answer(&self, best: &str) {
        let state = self.state();
        let waited = self.changed.wait_while(state, |state| state.phase == Phase::Held);
        self.tell_best(waited.unwrap_or_else(PoisonError::into_inner), best);
    }

    /// Tells the best move so far if the search does not in time.
    pub(super) fn answer_after(&self, time: Duration) {
        if self.is_told_within(time.saturating_add(GRACE)) {
            return;
        }
        let mut state = self.state();
        if state.phase == Phase::Free
            && let Some(best) = state.best.take()
        {
            self.stop.store(true, Ordering::Relaxed);
            self.tell_best(state, &best);
        }
    }

    /// Has a search end that knows of no time, and answers as [`answer_after`](Self::answer_after).
    pub(super) fn stop_after(&self, time: Duration) {
        if !self.is_told_within(time) {
            self.stop.store(true, Ordering::Relaxed);
            self.answer_after(Duration::ZERO);
        }
    }

    /// Has nobody wait for an answer any more.
    pub(super) fn end(&self) {
        self.state().phase = Phase::Told;
        self.changed.notify_all();
    }

    fn tell_best(&self, mut state: MutexGuard<'_, State>, best: &str) {
        if mem::replace(&mut state.phase, Phase::Told) != Phase::Told {
            (self.say)(best);
        }
        self.changed.notify_all();
    }

    fn is_told_within(&self, time: Duration) -> bool {
        let untold = |state: &mut State| state.phase != Phase::Told;
        let waited = self.changed.wait_timeout_while(self.state(), time, untold);
        waited.unwrap_or_else(PoisonError::into_inner).0.phase == Phase::Told
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Arc, thread, time::Instant};

    use super::*;

    /// A search and what it says.
    fn control(phase: Phase) -> (Arc<Control>, Arc<Mutex<Vec<String>>>) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let theirs = Arc::clone(&said);
        let say = move |line: &str| theirs.lock().unwrap().push(line.to_owned());
        (Arc::new(Control::new(phase, say)), said)
    }

    fn lines(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn who_does_not_answer_in_time_is_answered_for_once() {
        let (control, said) = control(Phase::Free);
        control.tell(&lines(&["info depth 1"]), Some("bestmove a".to_owned()));
        control.tell(&lines(&["info depth 2"]), Some("bestmove b".to_owned()));
        let start = Instant::now();
        control.answer_after(Duration::from_millis(20));
        assert!(start.elapsed() >= Duration::from_millis(20));
        assert!(control.stop.load(Ordering::Relaxed));
        // The search comes to its end, too late.
        control.tell(&lines(&["info depth 3"]), Some("bestmove c".to_owned()));
        control.answer("bestmove c");
        control.answer_after(Duration::ZERO);
        assert_eq!(*said.lock().unwrap(), ["info depth 1", "info depth 2", "bestmove b"]);
    }

    #[test]
    fn who_has_found_nothing_or_must_not_answer_is_not_answered_for() {
        let (nothing, said) = control(Phase::Free);
        nothing.answer_after(Duration::ZERO);
        assert!(!nothing.stop.load(Ordering::Relaxed));
        nothing.answer("bestmove a");
        assert_eq!(*said.lock().unwrap(), ["bestmove a"]);
        let (held, said) = control(Phase::Held);
        held.tell(&[], Some("bestmove a".to_owned()));
        held.answer_after(Duration::ZERO);
        assert!(said.lock().unwrap().is_empty());
        held.release();
        held.answer("bestmove b");
        assert_eq!(*said.lock().unwrap(), ["bestmove b"]);
    }

    #[test]
    fn who_answers_in_time_is_not_disturbed() {
        let (control, said) = control(Phase::Free);
        control.tell(&[], Some("bestmove a".to_owned()));
        let bell = Arc::clone(&control);
        let bell = thread::spawn(move || bell.stop_after(Duration::from_secs(60)));
        control.answer("bestmove b");
        // It does not sleep on.
        bell.join().unwrap();
        assert!(!control.stop.load(Ordering::Relaxed));
        assert_eq!(*said.lock().unwrap(), ["bestmove b"]);
    }

    #[test]
    fn what_must_be_kept_back_is_told_once_that_is_allowed() {
        let (control, said) = control(Phase::Held);
        let search = Arc::clone(&control);
        let search = thread::spawn(move || search.answer("bestmove a"));
        thread::sleep(Duration::from_millis(20));
        assert!(said.lock().unwrap().is_empty());
        control.release();
        search.join().unwrap();
        assert_eq!(control.phase(), Phase::Told);
    }
}
