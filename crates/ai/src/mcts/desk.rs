//! A thread that asks a predictor, so that the search can go on meanwhile.

use std::{
    panic::resume_unwind,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
};

use crate::predictor::Predictions;

/// Where a search hands positions in and gets them back, judged, in the same order.
#[derive(Debug)]
pub(super) struct Desk<S> {
    asked: Sender<Vec<S>>,
    answers: Receiver<Answer<S>>,
}

/// Positions with what is said of them; nothing if the search has to end.
pub(super) type Answer<S> = (Vec<S>, Option<Predictions>);

impl<S> Desk<S> {
    /// Hands positions in. Where nobody is there any more, [`hear`](Self::hear) tells.
    pub(super) fn ask(&self, states: Vec<S>) {
        let _ = self.asked.send(states);
    }

    /// Waits for the answer to the oldest question; nothing comes if the predictor has panicked.
    pub(super) fn hear(&self) -> Option<Answer<S>> {
        self.answers.recv().ok()
    }
}

/// Runs `work` with a thread beside it that asks, until `work` has dropped its desk. A panic of the
/// predictor goes on in this thread.
pub(super) fn beside<S: Send>(
    ask: &(dyn Fn(&[S]) -> Option<Predictions> + Sync),
    work: impl FnOnce(Desk<S>),
) {
    let ((asked, questions), (told, answers)) = (channel(), channel());
    thread::scope(|scope| {
        let clerk = scope.spawn(move || answer_all(ask, &questions, &told));
        work(Desk { asked, answers });
        clerk.join().unwrap_or_else(|panic| resume_unwind(panic));
    });
}

/// Answers until nobody asks any more, or there is no answer: who has refused one is not asked again.
fn answer_all<S>(
    ask: &(dyn Fn(&[S]) -> Option<Predictions> + Sync),
    questions: &Receiver<Vec<S>>,
    told: &Sender<Answer<S>>,
) {
    for states in questions {
        let predictions = ask(&states);
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
        let ask = |states: &[u8]| {
            let told = waits.lock().unwrap().recv_timeout(Duration::from_secs(60));
            told.ok().map(|()| Predictions::new(vec![f32::from(states[0])]))
        };
        beside(&ask, |desk| {
            desk.ask(vec![1]);
            desk.ask(vec![2, 3]);
            go_on.send(()).unwrap();
            go_on.send(()).unwrap();
            let heard = [desk.hear().unwrap(), desk.hear().unwrap()];
            let values = heard.map(|(states, said)| (states, said.unwrap().values));
            assert_eq!(values, [(vec![1], vec![1.0]), (vec![2, 3], vec![2.0])]);
        });
    }
}
