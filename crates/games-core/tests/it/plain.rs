//! A game of which somebody wrote the rules alone.

use games_core::{
    End, Game, MoveSink, Notation, Outcome, Record, Side, Status,
    laws::{self, Options},
    plain,
};
use proptest::prelude::*;

/// A heap of stones: take one or two; who takes the last one wins.
#[derive(Clone)]
struct Heap(u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take {
    stones: u8,
}

impl Game for Heap {
    type State = (u8, Side);
    type Move = Take;
    type List = Vec<Take>;
    type Reason = &'static str;

    fn initial(&self) -> (u8, Side) {
        (self.0, Side::First)
    }
    fn to_move(&self, state: &(u8, Side)) -> Side {
        state.1
    }
    fn moves(&self, state: &(u8, Side), out: &mut impl MoveSink<Take>) -> Status {
        if state.0 == 0 {
            return Status::Over(Outcome::Win(state.1.other()));
        }
        let most = state.0.min(2);
        let _ = out.put_all(most.into(), (1..=most).map(|stones| Take { stones }));
        Status::Ongoing
    }
    fn apply(&self, state: &mut (u8, Side), m: Take) {
        *state = (state.0 - m.stones, state.1.other());
    }
    fn end(&self, state: &(u8, Side)) -> Option<End<&'static str>> {
        self.status(state).outcome().map(|outcome| End::plain(outcome, "no stones"))
    }
}

plain!(Heap);

#[test]
fn it_keeps_all_laws_but_that_of_position_texts() {
    let broken = laws::broken(&Heap(7), Options::default());
    let laws: Vec<_> = broken.iter().map(|broken| broken.law).collect();
    assert!(laws.iter().all(|law| law.contains("position")), "{laws:?}");
}

#[test]
fn moves_are_read_by_what_debug_writes_of_them() {
    let mut record = Record::new(Heap(5));
    record.play_line("Take{stones:2} Take{stones:1}").unwrap();
    assert_eq!(record.move_texts(), ["Take{stones:2}", "Take{stones:1}"]);
    assert_eq!(record.position_text(), "(2, First)");
    let error = record.play_line("Take{stones:2} Take{stones:1}").unwrap_err();
    assert_eq!(error.span, 15..29, "{error}");
    assert_eq!(record.plies(), 2);
}

#[test]
fn of_the_positions_the_first_one_is_read() {
    assert_eq!(Heap(5).parse_state("(5, First)").unwrap(), (5, Side::First));
    let error = Heap(5).parse_state("(4, First)").unwrap_err();
    assert!(error.to_string().contains("`(5, First)`; no other is read"), "{error}");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text: String, stones: u8) {
        let heap = Heap(stones);
        let _ = heap.parse_state(&text);
        let read = heap.parse_move(&heap.initial(), &text);
        prop_assert!(read.is_err() || text.starts_with("Take"));
    }
}
