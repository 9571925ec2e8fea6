//! A game of one's own and two ways to search it. Of the game there are its rules, and nothing else.

use ai::{AlphaBeta, Limits, Mcts, Searcher, Value};
use games_core::{End, Game, MoveSink, Outcome, Record, Side, Status, plain};

/// A heap of stones: take one or two; who takes the last one wins.
#[derive(Clone)]
struct Heap(u8);

impl Game for Heap {
    type State = (u8, Side);
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> (u8, Side) {
        (self.0, Side::First)
    }
    fn to_move(&self, state: &(u8, Side)) -> Side {
        state.1
    }
    fn moves(&self, state: &(u8, Side), out: &mut impl MoveSink<u8>) -> Status {
        if state.0 == 0 {
            return Status::Over(Outcome::Win(state.1.other()));
        }
        let most = state.0.min(2);
        let _ = out.put_all(most.into(), 1..=most);
        Status::Ongoing
    }
    fn apply(&self, state: &mut (u8, Side), m: u8) {
        *state = (state.0 - m, state.1.other());
    }
    fn end(&self, state: &(u8, Side)) -> Option<End<&'static str>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, "no stones"))
    }
}

plain!(Heap);

fn main() {
    let mut record = Record::new(Heap(7));
    assert_eq!(AlphaBeta::default().best(&record, &Limits::depth(7)), Some(1));
    assert_eq!(Mcts::default().best(&record, &Limits::simulations(1000)), Some(1));

    record.play_line("2 2").unwrap();
    let report = AlphaBeta::default().search(&record, &Limits::none());
    // Three stones are left: whoever is to move loses.
    assert_eq!(report.value(), Some(Value::Exact { result: -1, margin: None, plies: Some(2) }));
}
