//! A thread that asks a predictor, so that the search can go on meanwhile.
//!
//! Nothing here knows a game, so that all that the standard library needs for this is compiled once.

use core::fmt;
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use crate::predictor::{Predictions, Question, answer};

/// Where a search hands in questions about so many positions, and hears the answers in the same
/// order.
pub(super) struct Desk<'a> {
    asked: Sender<(Question<'a>, usize)>,
    answers: Receiver<Option<Predictions>>,
}

impl<'a> Desk<'a> {
    /// Asks about so many positions. Where nobody is there any more, [`hear`](Self::hear) tells.
    pub(super) fn ask(&self, question: Question<'a>, positions: usize) {
        let _ = self.asked.send((question, positions));
    }

    /// Waits for the answer to the oldest question; nothing if the search has to end, or if the
    /// predictor has panicked.
    pub(super) fn hear(&self) -> Option<Predictions> {
        self.answers.recv().ok().flatten()
    }
}

impl fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk(..)")
    }
}

/// Runs `work` with a desk, and a thread behind it, until it has dropped the desk: it is called once
/// more without one, to do so whatever has happened. A panic goes on in this thread. Nobody is asked
/// any more when `is_over` says so.
pub(super) fn beside<'a>(
    is_over: &(dyn Fn() -> bool + Sync),
    work: &mut dyn FnMut(Option<Desk<'a>>),
) {
    let ((asked, questions), (told, answers)) = (channel(), channel());
    thread::scope(|scope| {
        let clerk = scope.spawn(move || answer_all(is_over, &questions, &told));
        let done = catch_unwind(AssertUnwindSafe(|| work(Some(Desk { asked, answers }))));
        work(None);
        clerk.join().unwrap_or_else(|panic| resume_unwind(panic));
        done.unwrap_or_else(|panic| resume_unwind(panic));
    });
}

/// Answers until nobody asks any more, or there is no answer: who has refused one is not asked again.
fn answer_all(
    is_over: &(dyn Fn() -> bool + Sync),
    questions: &Receiver<(Question<'_>, usize)>,
    told: &Sender<Option<Predictions>>,
) {
    for (question, positions) in questions {
        let predictions = if is_over() { None } else { answer(question, positions) };
        let is_last = predictions.is_none();
        if told.send(predictions).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::Mutex, time::Duration};

    use super::*;

    /// Whoever asks goes on before there is an answer, and hears the answers in his order.
    #[test]
    fn work_goes_on_while_somebody_answers() {
        let (go_on, waits) = channel();
        let waits = Mutex::new(waits);
        let question = |value: f32| -> Question<'_> {
            let waits = &waits;
            Box::new(move || {
                waits.lock().unwrap().recv_timeout(Duration::from_secs(60)).ok()?;
                Some(Predictions::new(vec![value]))
            })
        };
        let mut heard = Vec::new();
        beside(&|| false, &mut |desk| {
            let Some(desk) = desk else { return };
            desk.ask(question(0.25), 1);
            desk.ask(question(0.5), 1);
            go_on.send(()).unwrap();
            go_on.send(()).unwrap();
            heard = vec![desk.hear().unwrap().values, desk.hear().unwrap().values];
        });
        assert_eq!(heard, [[0.25], [0.5]]);
    }
}
