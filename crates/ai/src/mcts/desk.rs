//! A thread that asks a predictor, so that the search can go on meanwhile.

use core::fmt;
use std::{
    panic::resume_unwind,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use crate::predictor::{Predictions, Question};

/// Where a search hands positions in with a question about them, and gets them back, judged, in the
/// same order.
pub(super) struct Desk<'a, S> {
    asked: Sender<Asked<'a, S>>,
    answers: Receiver<Answer<S>>,
}

type Asked<'a, S> = (Vec<S>, Question<'a, S>);

/// Positions with what is said of them; nothing if the search has to end.
pub(super) type Answer<S> = (Vec<S>, Option<Predictions>);

impl<'a, S> Desk<'a, S> {
    /// Hands positions in. Where nobody is there any more, [`hear`](Self::hear) tells.
    pub(super) fn ask(&self, states: Vec<S>, question: Question<'a, S>) {
        let _ = self.asked.send((states, question));
    }

    /// Waits for the answer to the oldest question; nothing comes if the predictor has panicked.
    pub(super) fn hear(&self) -> Option<Answer<S>> {
        self.answers.recv().ok()
    }
}

impl<S> fmt::Debug for Desk<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Desk(..)")
    }
}

/// How a question is answered.
type Clerk<'c, 'a, S> = dyn Fn(&[S], Question<'a, S>) -> Option<Predictions> + Sync + 'c;

/// Runs `work` with a thread beside it that asks, until `work` has dropped its desk. A panic of the
/// predictor goes on in this thread.
pub(super) fn beside<'a, S: Send>(clerk: &Clerk<'_, 'a, S>, work: impl FnOnce(Desk<'a, S>)) {
    let ((asked, questions), (told, answers)) = (channel(), channel());
    thread::scope(|scope| {
        let beside = scope.spawn(move || answer_all(clerk, &questions, &told));
        work(Desk { asked, answers });
        beside.join().unwrap_or_else(|panic| resume_unwind(panic));
    });
}

/// Answers until nobody asks any more, or there is no answer: who has refused one is not asked again.
fn answer_all<'a, S>(
    clerk: &Clerk<'_, 'a, S>,
    questions: &Receiver<Asked<'a, S>>,
    told: &Sender<Answer<S>>,
) {
    for (states, question) in questions {
        let predictions = clerk(&states, question);
        let is_last = predictions.is_none();
        if told.send((states, predictions)).is_err() || is_last {
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
        let clerk = |states: &[u8], question: Question<'_, u8>| {
            waits.lock().unwrap().recv_timeout(Duration::from_secs(60)).ok()?;
            question(states)
        };
        let first = |states: &[u8]| Some(Predictions::new(vec![f32::from(states[0])]));
        beside(&clerk, |desk| {
            desk.ask(vec![1], Box::new(first));
            desk.ask(vec![2, 3], Box::new(first));
            go_on.send(()).unwrap();
            go_on.send(()).unwrap();
            let heard = [desk.hear().unwrap(), desk.hear().unwrap()];
            let values = heard.map(|(states, said)| (states, said.unwrap().values));
            assert_eq!(values, [(vec![1], vec![1.0]), (vec![2, 3], vec![2.0])]);
        });
    }
}
