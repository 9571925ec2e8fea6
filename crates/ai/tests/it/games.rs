//! Games for tests: a tree whose positions have estimates, and a graph in which play can go round
//! in circles.

use core::{
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
};
use std::sync::Arc;

use games_core::{
    Actions, Adjudicate, End, Evaluate, Game, MoveSink, Notation, Outcome, Rng, Side, Status, TextError,
    toy::TreeGame, zobrist,
};
use proptest::prelude::*;

/// A [`TreeGame`] with estimates and hints that look random, and depend on the position alone.
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
    fn order_hint(&self, state: &Vec<u32>, m: u32) -> i32 {
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

/// A game on a directed graph. Each place belongs to a side, whose turn it is there; who cannot
/// move loses. Play may go on for ever.
#[derive(Clone, Debug)]
pub(crate) struct Graph(pub(crate) Arc<[(Side, Vec<u8>)]>);

impl Graph {
    pub(crate) fn random(places: u8, rng: &mut impl Rng) -> Self {
        let place = |rng: &mut _| {
            let side = Side::BOTH[Rng::below(rng, 2) as usize];
            let mut targets: Vec<u8> =
                (0..Rng::below(rng, 4)).map(|_| Rng::below(rng, places.into()) as u8).collect();
            targets.sort_unstable();
            targets.dedup();
            (side, targets)
        };
        Self((0..places).map(|_| place(rng)).collect())
    }
}

impl Game for Graph {
    type State = u8;
    /// Where to go.
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> u8 {
        0
    }
    fn to_move(&self, state: &u8) -> Side {
        self.0[usize::from(*state)].0
    }
    fn moves(&self, state: &u8, out: &mut impl MoveSink<u8>) -> Status {
        let (side, targets) = &self.0[usize::from(*state)];
        if targets.is_empty() {
            return Status::Over(Outcome::Win(side.other()));
        }
        let _ = out.put_all(targets.len(), targets.iter().copied());
        Status::Ongoing
    }
    fn apply(&self, state: &mut u8, m: u8) {
        *state = m;
    }
    fn end(&self, state: &u8) -> Option<End<&'static str>> {
        let (side, targets) = &self.0[usize::from(*state)];
        targets.is_empty().then(|| End::plain(Outcome::Win(side.other()), "no way out"))
    }
}

impl Notation for Graph {
    fn write_state(&self, state: &u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}")
    }
    fn parse_state(&self, text: &str) -> Result<u8, TextError> {
        let place = text.parse().ok().filter(|&place: &u8| usize::from(place) < self.0.len());
        place.ok_or_else(|| TextError::whole(text, "no such place"))
    }
    fn write_move(&self, _: &u8, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }
    fn parse_move(&self, state: &u8, text: &str) -> Result<u8, TextError> {
        let m = text.parse().ok().filter(|&m| self.is_legal(state, m));
        m.ok_or_else(|| TextError::whole(text, "no way there"))
    }
}

impl Adjudicate for Graph {
    type Clock = ();
    fn repetition_key(&self, state: &u8) -> Option<u64> {
        // Few keys, so that positions with equal keys are not all equal.
        Some(u64::from(state % 4))
    }
}

impl Actions for Graph {}

impl Evaluate for Graph {
    fn evaluate(&self, state: &u8) -> i32 {
        (zobrist::key_of(state) % 201) as i32 - 100
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
