//! Games for tests: a tree whose positions have estimates, a graph without circles in which every
//! guess is wrong as often as right, and a corridor of any length.

use core::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};
use std::sync::Arc;

use games_core::{
    ASPECTS, Actions, Adjudicate, End, Evaluate, Game, MoveSink, Notation, Outcome, Rng, Side,
    Status, TextError, toy::TreeGame, zobrist,
};
use proptest::prelude::*;

/// A [`TreeGame`] with estimates and hints that look random, and depend on the position alone. A
/// position is the way to it, so that the game can tell whether it is told the last move.
#[derive(Clone, Debug)]
pub(crate) struct Guess(pub(crate) TreeGame);

impl Game for Guess {
    type State = Vec<u32>;
    type Move = u32;
    type List = Vec<u32>;
    type Reason = &'static str;

    fn initial(&self) -> Vec<u32> {
        self.0.initial()
    }
    fn to_move(&self, state: &Vec<u32>) -> Side {
        self.0.to_move(state)
    }
    fn moves(&self, state: &Vec<u32>, out: &mut impl MoveSink<u32>) -> Status {
        self.0.moves(state, out)
    }
    fn apply(&self, state: &mut Vec<u32>, m: u32) {
        self.0.apply(state, m);
    }
    fn end(&self, state: &Vec<u32>) -> Option<End<&'static str>> {
        self.0.end(state)
    }
}

impl Notation for Guess {
    fn write_state(&self, state: &Vec<u32>, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_state(state, w)
    }
    fn parse_state(&self, text: &str) -> Result<Vec<u32>, TextError> {
        self.0.parse_state(text)
    }
    fn write_move(&self, state: &Vec<u32>, m: u32, w: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write_move(state, m, w)
    }
    fn parse_move(&self, state: &Vec<u32>, text: &str) -> Result<u32, TextError> {
        self.0.parse_move(state, text)
    }
}

impl Adjudicate for Guess {
    type Clock = ();
}

/// The place among the moves, which says nothing: as bad for RAVE as can be.
impl Actions for Guess {
    fn action_count(&self) -> Option<u32> {
        Some(8)
    }
    fn action_id(&self, m: u32) -> Option<u32> {
        (m < 8).then_some(m)
    }
    fn action(&self, id: u32) -> Option<u32> {
        (id < 8).then_some(id)
    }
}

impl Evaluate for Guess {
    fn evaluate(&self, state: &Vec<u32>) -> i32 {
        (zobrist::key_of(state) % 2001) as i32 - 1000
    }
    fn order_hint(&self, state: &Vec<u32>, last: Option<u32>, m: u32) -> i32 {
        assert_eq!(last, state.last().copied(), "the move that led here");
        (zobrist::key_of(&(state, m)) % 3) as i32
    }
}

/// Any tree with a choice at its root, as text.
pub(crate) fn tree_text(depth: u32, size: u32, width: usize) -> impl Strategy<Value = String> {
    let node = move |children: BoxedStrategy<String>| {
        (1..=2, prop::collection::vec(children, 1..=width))
            .prop_map(|(side, children)| format!("{side}({})", children.join(" ")))
    };
    let leaf = (-9..=9).prop_map(|margin: i32| margin.to_string());
    let inner = leaf.prop_recursive(depth, size, width as u32, move |child| node(child.boxed()));
    node(inner.boxed())
}

/// A game on a directed graph without circles, in which everything that a search may guess is wrong
/// as often as right: estimates, noise, threats, passes. Ways meet again and again, and a side may
/// move twice in a row.
#[derive(Clone, Debug)]
pub(crate) struct Dag(pub(crate) Arc<[Place]>);

/// A place, from which the sides have different ways; a side without any ends the game.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The places where each side may go, in their order.
    ways: [Vec<u8>; 2],
    /// What the game ends with here.
    margin: i32,
}

impl Dag {
    pub(crate) fn random(places: u8, rng: &mut impl Rng) -> Self {
        // In half of the graphs most ends are draws, in others most are won.
        let margins = 2 + 4 * rng.below(2) as i32;
        let place = |at: u8, rng: &mut _| {
            let mut ways = || {
                let ahead = places - 1 - at;
                let few = u32::from(ahead.min(6));
                let mut ways: Vec<u8> = (0..Rng::below(rng, 5).min(few))
                    .map(|_| at + 1 + Rng::below(rng, few) as u8)
                    .collect();
                ways.sort_unstable();
                ways.dedup();
                ways
            };
            let ways = [ways(), ways()];
            Place { ways, margin: Rng::below(rng, 2 * margins as u32 - 1) as i32 - margins + 1 }
        };
        Self((0..places).map(|at| place(at, rng)).collect())
    }

    fn ways(&self, (at, side): (u8, Side)) -> &[u8] {
        &self.0[usize::from(at)].ways[side.index()]
    }
}

/// A number that depends on a position and a purpose.
pub(crate) fn whim(state: &impl core::hash::Hash, purpose: u8) -> u64 {
    zobrist::key_of(&(state, purpose))
}

impl Game for Dag {
    type State = (u8, Side);
    /// Where to go.
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> (u8, Side) {
        (0, Side::First)
    }
    fn to_move(&self, state: &(u8, Side)) -> Side {
        state.1
    }
    fn moves(&self, state: &(u8, Side), out: &mut impl MoveSink<u8>) -> Status {
        let ways = self.ways(*state);
        if ways.is_empty() {
            return Status::Over(Outcome::from_margin(self.0[usize::from(state.0)].margin));
        }
        let _ = out.put_all(ways.len(), ways.iter().copied());
        Status::Ongoing
    }
    fn apply(&self, state: &mut (u8, Side), m: u8) {
        let again = whim(&(*state, m), 0).is_multiple_of(5);
        *state = (m, if again { state.1 } else { state.1.other() });
    }
    fn end(&self, state: &(u8, Side)) -> Option<End<&'static str>> {
        let margin = self.0[usize::from(state.0)].margin;
        self.ways(*state).is_empty().then(|| End::by_margin(margin, "no way on"))
    }
}

impl Notation for Dag {
    fn write_state(&self, (at, side): &(u8, Side), w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{at} {}", side.name())
    }
    fn parse_state(&self, text: &str) -> Result<(u8, Side), TextError> {
        let (at, side) = text.split_once(' ').unwrap_or_default();
        let at = at.parse().ok().filter(|&at: &u8| usize::from(at) < self.0.len());
        let side = Side::BOTH.into_iter().find(|s| s.name() == side);
        at.zip(side).ok_or_else(|| TextError::whole(text, "expected a place and a side"))
    }
    fn write_move(&self, _: &(u8, Side), m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }
    fn parse_move(&self, state: &(u8, Side), text: &str) -> Result<u8, TextError> {
        let m = text.parse().ok().filter(|&m| self.is_legal(state, m));
        m.ok_or_else(|| TextError::whole(text, "no way there"))
    }
}

impl Adjudicate for Dag {
    type Clock = ();
}

impl Actions for Dag {}

impl Evaluate for Dag {
    fn evaluate(&self, state: &(u8, Side)) -> i32 {
        (whim(state, 1) % 2001) as i32 - 1000
    }
    fn order_hint(&self, state: &(u8, Side), _: Option<u8>, m: u8) -> i32 {
        (whim(&(state, m), 2) % 3) as i32
    }
    fn aspects(&self, state: &(u8, Side)) -> Option<[u64; ASPECTS]> {
        Some([5, 6, 7].map(|n| (whim(state, n) % 4) << 40))
    }
    fn is_noisy(&self, state: &(u8, Side), m: u8) -> bool {
        whim(&(state, m), 3).is_multiple_of(3)
    }
    fn must_answer(&self, state: &(u8, Side)) -> bool {
        whim(state, 4).is_multiple_of(5)
    }
    fn null_move(&self, (at, side): &(u8, Side)) -> Option<(u8, Side)> {
        (!self.must_answer(&(*at, *side))).then_some((*at, side.other()))
    }
    fn swing(&self) -> Option<i32> {
        Some(100)
    }
}

/// A line of so many places, where a move goes one or two places on; a game of any length.
#[derive(Clone, Debug)]
pub(crate) struct Corridor {
    pub(crate) length: u32,
    pub(crate) watch: Arc<Watch>,
}

/// Counts estimates and raises a flag at one of them.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub(crate) estimates: AtomicU64,
    /// The flag is raised at this one, counted from 1.
    pub(crate) stop_at: u64,
    pub(crate) stop: AtomicBool,
}

impl Corridor {
    pub(crate) fn new(length: u32) -> Self {
        Self { length, watch: Arc::default() }
    }
}

impl Game for Corridor {
    type State = u32;
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> u32 {
        0
    }
    fn to_move(&self, state: &u32) -> Side {
        Side::BOTH[(state % 2) as usize]
    }
    fn moves(&self, state: &u32, out: &mut impl MoveSink<u8>) -> Status {
        if *state >= self.length {
            return Status::Over(Outcome::Draw);
        }
        let _ = out.put_all(2, [1, 2].into_iter());
        Status::Ongoing
    }
    fn apply(&self, state: &mut u32, m: u8) {
        *state += u32::from(m);
    }
    fn end(&self, state: &u32) -> Option<End<&'static str>> {
        (*state >= self.length).then_some(End::plain(Outcome::Draw, "the end"))
    }
}

impl Notation for Corridor {
    fn write_state(&self, state: &u32, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}")
    }
    fn parse_state(&self, text: &str) -> Result<u32, TextError> {
        text.parse().map_err(|_| TextError::whole(text, "expected a number"))
    }
    fn write_move(&self, _: &u32, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }
    fn parse_move(&self, _: &u32, text: &str) -> Result<u8, TextError> {
        text.parse().map_err(|_| TextError::whole(text, "expected 1 or 2"))
    }
}

impl Adjudicate for Corridor {
    type Clock = ();
}

impl Actions for Corridor {}

impl Evaluate for Corridor {
    fn evaluate(&self, state: &u32) -> i32 {
        if self.watch.estimates.fetch_add(1, Relaxed) + 1 == self.watch.stop_at {
            self.watch.stop.store(true, Relaxed);
        }
        (zobrist::key_of(state) % 100) as i32
    }
}
