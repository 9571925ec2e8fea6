//! Random games that end by their paths in every way there is, and the slow and obvious way to work
//! one of them out: by playing it to its ends.

use core::fmt;
use std::sync::Arc;

use games_core::{
    ASPECTS, Actions, Adjudicate, End, Evaluate, Game, MoveSink, Notation, Outcome, Record, Rng,
    Side, Standing, Status, TextError,
};

use crate::games::whim;

/// A game on a graph with circles, in which whatever a search may guess is wrong as often as right,
/// and a side may move twice in a row.
#[derive(Clone, Debug)]
pub(crate) struct Winding {
    places: Arc<[Place]>,
    limits: PathLimits,
}

/// A place, from which the sides have different ways; a side without any ends the game.
#[derive(Clone, Debug)]
struct Place {
    ways: [Vec<u8>; 2],
    /// What the game ends with here.
    margin: i32,
    /// No way leads to a lower floor, and each to a higher one starts the clock again.
    floor: u8,
    /// Whether the game is drawn here, however the place was reached.
    is_dead: bool,
}

/// What ends a game by its path; 0 stands for nothing.
#[derive(Clone, Copy, Default, Debug)]
struct PathLimits {
    clock: u32,
    clock_to_claim: u32,
    times: usize,
    times_to_claim: usize,
    plies: usize,
    /// Whether the side with the margin wins after so many plies.
    is_counted: bool,
    /// Whether a place counts as repeated whoever is to move.
    only_places: bool,
}

/// The number of [`PathLimits::random`]'s kinds.
pub(crate) const KINDS: u64 = 6;

impl PathLimits {
    fn random(kind: u64, rng: &mut impl Rng) -> Self {
        let clock_to_claim = 2 + rng.below(4);
        let clock = clock_to_claim + rng.below(4);
        let times_to_claim = 2 + rng.below(2) as usize;
        let times = times_to_claim + rng.below(2) as usize;
        let plies = 2 + rng.below(9) as usize;
        let none = Self::default();
        match kind {
            0 => Self { clock, ..none },
            1 => Self { plies, ..none },
            2 => Self { times, ..none },
            3 => Self { plies, is_counted: true, ..none },
            4 => Self { times: 2, plies, is_counted: true, only_places: true, ..none },
            _ => Self { clock, clock_to_claim, times, times_to_claim, plies, ..none },
        }
    }
}

impl Winding {
    pub(crate) fn random(kind: u64, rng: &mut impl Rng) -> Self {
        let count = 3 + rng.below(7);
        let second_floor = rng.below(2 * count);
        let floor = |at: u32| u8::from(at >= second_floor);
        let place = |at: u32, rng: &mut _| {
            let mut ways = || {
                let mut ways: Vec<u8> = (0..Rng::below(rng, 4))
                    .map(|_| Rng::below(rng, count))
                    .filter(|&to| floor(to) >= floor(at))
                    .map(|to| to as u8)
                    .collect();
                ways.sort_unstable();
                ways.dedup();
                ways
            };
            let ways = [ways(), ways()];
            let margin = Rng::below(rng, 5) as i32 - 2;
            Place { ways, margin, floor: floor(at), is_dead: Rng::below(rng, 12) == 0 }
        };
        let places = (0..count).map(|at| place(at, rng)).collect();
        Self { places, limits: PathLimits::random(kind, rng) }
    }

    /// A game in progress, with a clock that need not be at its start.
    pub(crate) fn start(&self, rng: &mut impl Rng) -> Record<Self> {
        let clock = rng.below(self.limits.clock.max(1));
        Record::from_position(self.clone(), self.initial(), clock)
    }

    /// All positions, of which some are over.
    pub(crate) fn positions(&self) -> impl Iterator<Item = (u8, Side)> + use<> {
        (0..self.places.len() as u8).flat_map(|place| Side::BOTH.map(|side| (place, side)))
    }

    fn at(&self, place: u8) -> &Place {
        &self.places[usize::from(place)]
    }

    fn ways(&self, (at, side): (u8, Side)) -> &[u8] {
        &self.at(at).ways[side.index()]
    }

    fn counted(&self, place: u8) -> End<&'static str> {
        let margin = self.at(place).margin;
        if self.limits.is_counted {
            End::by_margin(margin, "counted")
        } else {
            End::plain(Outcome::from_margin(margin), "no way on")
        }
    }

    fn draw(&self, reason: &'static str) -> End<&'static str> {
        let margin = self.limits.is_counted.then_some(0);
        End { margin, ..End::plain(Outcome::Draw, reason) }
    }
}

impl Game for Winding {
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
            return Status::Over(self.counted(state.0).outcome);
        }
        let _ = out.put_all(ways.len(), ways.iter().copied());
        Status::Ongoing
    }
    fn apply(&self, state: &mut (u8, Side), m: u8) {
        let again = whim(&(*state, m), 0).is_multiple_of(5);
        *state = (m, if again { state.1 } else { state.1.other() });
    }
    fn end(&self, state: &(u8, Side)) -> Option<End<&'static str>> {
        self.ways(*state).is_empty().then(|| self.counted(state.0))
    }
}

impl Notation for Winding {
    fn write_state(&self, (at, side): &(u8, Side), w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{at} {}", side.name())
    }
    fn parse_state(&self, text: &str) -> Result<(u8, Side), TextError> {
        Err(TextError::whole(text, "nobody reads these"))
    }
    fn write_move(&self, _: &(u8, Side), m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        write!(w, "{m}")
    }
    fn parse_move(&self, state: &(u8, Side), text: &str) -> Result<u8, TextError> {
        let m = text.parse().ok().filter(|&m| self.is_legal(state, m));
        m.ok_or_else(|| TextError::whole(text, "no way there"))
    }
}

impl Adjudicate for Winding {
    type Clock = u32;

    fn tick(&self, clock: &mut u32, before: &(u8, Side), m: u8) {
        *clock = if self.at(m).floor > self.at(before.0).floor { 0 } else { *clock + 1 };
    }

    fn repetition_key(&self, state: &(u8, Side)) -> Option<u64> {
        // Few keys, so that positions with equal keys are not all equal.
        (self.limits.times > 0).then(|| u64::from(state.0 % 4))
    }

    fn is_repetition(&self, a: &(u8, Side), b: &(u8, Side)) -> bool {
        a.0 == b.0 && (a.1 == b.1 || self.limits.only_places)
    }

    fn ends_by_path(&self) -> bool {
        true
    }

    fn path_may_win(&self) -> bool {
        self.limits.is_counted
    }

    fn repeats_unlike_positions(&self) -> bool {
        self.limits.only_places
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        let PathLimits { clock, times, plies, .. } = self.limits;
        if self.at(at.state.0).is_dead {
            Some(self.draw("dead"))
        } else if clock > 0 && *at.clock >= clock {
            Some(self.draw("clock"))
        } else if times > 0 && at.occurrences() >= times {
            Some(self.draw("repetition"))
        } else if plies > 0 && at.plies >= plies {
            let is_counted = self.limits.is_counted;
            Some(if is_counted { self.counted(at.state.0) } else { self.draw("too long") })
        } else {
            None
        }
    }

    fn claimable(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        let PathLimits { clock_to_claim: clock, times_to_claim: times, .. } = self.limits;
        let by_clock = clock > 0 && *at.clock >= clock;
        let by_times = times > 0 && at.occurrences() >= times;
        (by_clock || by_times).then(|| self.draw("claimed"))
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        let PathLimits { clock, clock_to_claim, plies, .. } = self.limits;
        let by_clock = [clock_to_claim, clock].into_iter().find(|&limit| limit > 0);
        let by_clock = by_clock.map_or(usize::MAX, |n| n.saturating_sub(*at.clock) as usize);
        let by_plies = if plies > 0 { plies.saturating_sub(at.plies) } else { usize::MAX };
        by_clock.min(by_plies)
    }
}

impl Actions for Winding {}

impl Evaluate for Winding {
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

/// What a game in progress is worth for the first side: the margin, or who wins; nothing if that
/// takes more than so many positions. Whoever may claim a draw may also play on.
pub(crate) fn truth(record: &mut Record<Winding>, most: &mut u32) -> Option<i32> {
    *most = most.checked_sub(1)?;
    if let Some(end) = record.end() {
        return Some(end.margin.unwrap_or(end.outcome.value_for(Side::First)));
    }
    let sign = record.to_move().sign();
    let mut best = if record.claimable().is_some() { 0 } else { i32::MIN };
    for m in record.moves() {
        record.play(m).unwrap();
        let value = truth(record, most);
        record.undo();
        best = best.max(sign * value?);
    }
    Some(sign * best)
}
