//! A game that is given by its graph: play can go round in circles, so that all that depends on the
//! path to a position is tested on it.

use core::fmt;
use std::sync::Arc;

use crate::{
    Actions, Adjudicate, Countable, Describe, End, Evaluate, Features, Game, MoveSink, Notation,
    Outcome, Rng, Side, Solvable, Standing, Status, Symmetric, TextError, Unsolvable,
    notation::quote, zobrist,
};

/// A game on a directed graph. Each place belongs to a side, whose turn it is there and who goes to
/// one of its targets; who cannot go on loses. Turns need not alternate.
///
/// By the bare rules play may go on for ever, which counts as a draw. A game in progress ends when a
/// place has been stood on [so often](Self::ending_at_occurrence) or after [so many
/// plies](Self::ending_after), if that was asked for. Estimates look random and mean nothing.
///
/// ```
/// use games_core::{Outcome, Record, Side, toy::GraphGame};
///
/// // Two places that lead to each other.
/// let circle = [(Side::First, vec![1]), (Side::Second, vec![0])];
/// let mut record = Record::new(GraphGame::new(circle).ending_at_occurrence(2));
/// record.play_line("1 0").unwrap();
/// assert_eq!(record.outcome(), Some(Outcome::Draw));
/// record.undo();
/// assert_eq!(record.outcome(), None);
/// ```
#[derive(Clone, Debug)]
pub struct GraphGame {
    places: Arc<[(Side, Vec<u8>)]>,
    last_occurrence: Option<usize>,
    max_plies: Option<u32>,
}

impl GraphGame {
    /// A game that begins at the first of these places. Each is given by whose turn it is there and
    /// where that side may go.
    ///
    /// # Panics
    ///
    /// If there is no place, or a target that is none.
    #[must_use]
    pub fn new(places: impl Into<Arc<[(Side, Vec<u8>)]>>) -> Self {
        let places = places.into();
        let exists = |&target: &u8| usize::from(target) < places.len();
        assert!(!places.is_empty(), "a game begins somewhere");
        assert!(places.iter().all(|(_, targets)| targets.iter().all(exists)), "targets are places");
        Self { places, last_occurrence: None, max_plies: None }
    }

    /// So many places, each of either side and with up to three targets.
    pub fn random(places: u8, rng: &mut impl Rng) -> Self {
        let place = |rng: &mut _| {
            let side = Side::BOTH[Rng::below(rng, 2) as usize];
            let mut targets: Vec<u8> =
                (0..Rng::below(rng, 4)).map(|_| Rng::below(rng, places.into()) as u8).collect();
            targets.sort_unstable();
            targets.dedup();
            (side, targets)
        };
        Self::new((0..places).map(|_| place(rng)).collect::<Vec<_>>())
    }

    /// A few places that lead to each other in a circle, some that lead to the circle, and an end or
    /// two behind it: what a place is worth depends most on how it was reached. The game begins at a
    /// way into the circle.
    pub fn circle(rng: &mut impl Rng) -> Self {
        let (ways_in, circle, ends) = (1 + rng.below(3), 2 + rng.below(3), 1 + rng.below(2));
        let first_end = ways_in + circle;
        let target = |rng: &mut _, place: u32| match Rng::below(rng, 8) {
            0 => Rng::below(rng, first_end + ends),
            1..3 if place >= ways_in => first_end + Rng::below(rng, ends),
            _ if place < ways_in => Rng::below(rng, ways_in + circle),
            _ => ways_in + Rng::below(rng, circle),
        };
        let place = |rng: &mut _, place: u32| {
            let side = Side::BOTH[Rng::below(rng, 2) as usize];
            let mut targets = Vec::new();
            if (ways_in..first_end).contains(&place) {
                targets.push((ways_in + (place + 1 - ways_in) % circle) as u8);
            }
            for _ in 0..=Rng::below(rng, 2) {
                let target = target(rng, place) as u8;
                if place < first_end && !targets.contains(&target) {
                    targets.insert(Rng::below(rng, targets.len() as u32 + 1) as usize, target);
                }
            }
            (side, targets)
        };
        Self::new((0..first_end + ends).map(|at| place(rng, at)).collect::<Vec<_>>())
    }

    /// The same game, drawn when a place is reached for the `occurrence`th time, its start included.
    #[must_use]
    pub fn ending_at_occurrence(self, occurrence: usize) -> Self {
        Self { last_occurrence: Some(occurrence), ..self }
    }

    /// The same game, drawn after so many plies. They stand in its position texts: `2 17` is place 2
    /// after 17 plies.
    #[must_use]
    pub fn ending_after(self, plies: u32) -> Self {
        Self { max_plies: Some(plies), ..self }
    }

    /// The places: whose turn it is there, and where that side may go.
    #[must_use]
    pub fn places(&self) -> &[(Side, Vec<u8>)] {
        &self.places
    }

    /// Returns for each place who wins from there by the bare rules, and in how many plies; nothing
    /// where neither side can force a win. By retrograde analysis without any finesse, as something
    /// to compare searches with.
    #[must_use]
    pub fn winners(&self) -> Vec<Option<(Side, u32)>> {
        let mut known: Vec<Option<(Side, u32)>> = vec![None; self.places.len()];
        for plies in 0..=self.places.len() as u32 {
            let before = known.clone();
            for (place, (side, targets)) in self.places.iter().enumerate() {
                if before[place].is_some() {
                    continue;
                }
                let mut winners = targets.iter().map(|&target| before[usize::from(target)]);
                if winners.clone().any(|known| known.is_some_and(|(winner, _)| winner == *side)) {
                    known[place] = Some((*side, plies));
                } else if winners.all(|known| known.is_some()) {
                    known[place] = Some((side.other(), plies));
                }
            }
        }
        known
    }

    fn at(&self, place: u8) -> &(Side, Vec<u8>) {
        &self.places[usize::from(place)]
    }

    fn place(&self, text: &str) -> Result<u8, TextError> {
        let place = text.parse().ok().filter(|place: &u8| place.to_string() == text);
        place.filter(|&place| usize::from(place) < self.places.len()).ok_or_else(|| {
            TextError::whole(text, format!("{} is no place of the graph", quote(text)))
        })
    }
}

impl Game for GraphGame {
    /// A place by its number.
    type State = u8;
    /// Where to go.
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> u8 {
        0
    }

    fn to_move(&self, state: &u8) -> Side {
        self.at(*state).0
    }

    fn moves(&self, state: &u8, out: &mut impl MoveSink<u8>) -> Status {
        let (side, targets) = self.at(*state);
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
        let (side, targets) = self.at(*state);
        targets.is_empty().then(|| End::plain(Outcome::Win(side.other()), "no way out"))
    }
}

impl Notation for GraphGame {
    fn write_state(&self, state: &u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{state}")
    }

    fn parse_state(&self, text: &str) -> Result<u8, TextError> {
        self.place(text.trim_end())
    }

    fn write_move(&self, _: &u8, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }

    fn parse_move(&self, state: &u8, text: &str) -> Result<u8, TextError> {
        let m = self.place(text)?;
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let message = format!("no way leads to {} from here", quote(text));
        Err(TextError::whole(text, message).as_illegal())
    }
}

impl Adjudicate for GraphGame {
    /// Plies played, in a game that ends after so many; otherwise 0.
    type Clock = u32;

    fn tick(&self, clock: &mut u32, _: &u8, _: u8) {
        *clock += u32::from(self.max_plies.is_some());
    }

    fn parse_position(&self, text: &str) -> Result<(u8, u32), TextError> {
        if self.max_plies.is_none() {
            return Ok((self.parse_state(text)?, 0));
        }
        let text = text.trim_end();
        let Some((place, plies)) = text.split_once(' ') else {
            return Err(TextError::whole(text, "expected a place and plies, such as 2 17"));
        };
        let clock = plies.parse().ok().filter(|clock: &u32| clock.to_string() == plies);
        let clock = clock.ok_or_else(|| {
            let message = format!("{} is no number of plies", quote(plies));
            TextError::new(place.len() + 1..text.len(), message)
        })?;
        Ok((self.place(place)?, clock))
    }

    fn write_position(&self, state: &u8, clock: &u32, w: &mut dyn fmt::Write) -> fmt::Result {
        if self.max_plies.is_some() { write!(w, "{state} {clock}") } else { write!(w, "{state}") }
    }

    fn repetition_key(&self, state: &u8) -> Option<u64> {
        // Few keys, so that positions with equal keys are not all equal.
        Some(u64::from(state % 4))
    }

    fn ends_by_path(&self) -> bool {
        self.last_occurrence.is_some() || self.max_plies.is_some()
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        let draw = |reason| Some(End::plain(Outcome::Draw, reason));
        if self.last_occurrence.is_some_and(|n| at.occurrences() >= n) {
            return draw("repetition");
        }
        if self.max_plies.is_some_and(|n| *at.clock >= n) { draw("too long") } else { None }
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        self.max_plies.map_or(usize::MAX, |n| n.saturating_sub(*at.clock) as usize)
    }

    fn always_ends(&self) -> bool {
        self.ends_by_path()
    }
}

impl Countable for GraphGame {}

impl Evaluate for GraphGame {
    fn evaluate(&self, state: &u8) -> i32 {
        (zobrist::key_of(state) % 201) as i32 - 100
    }
}

impl Features for GraphGame {}

impl Symmetric for GraphGame {}
impl Actions for GraphGame {}
impl Describe for GraphGame {}
impl Solvable for GraphGame {
    type Space = Unsolvable;
}
