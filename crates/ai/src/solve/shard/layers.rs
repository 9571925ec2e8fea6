//! Deciding positions backward: each position that is decided tells those it is a child of.
//!
//! A layer is all positions of one remoteness. A position whose side to move is told of a win is
//! won, one move later; one that has been told of a loss by every child is lost, one move after
//! the last. So an open position needs no more than the number of children that it has not heard
//! of, and that stands in its code.

use games_core::{Outcome, Side, Space};

use super::{Layer, Phase, Shard};
use crate::solve::{
    code::{ABSENT, Code, MOST_REMOTENESS, OPEN, is_open, is_tie, lose, remoteness, tie, win},
    message::{Alarm, NONE, TOLD, told_index},
    slots::slots_of,
};

impl<S: Space> Shard<S> {
    /// Prepares a tier for working backward from the positions of a layer.
    pub(super) fn begin_layers(&mut self, number: u32, layer: Layer) {
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                let slots = part.slots();
                part.now.reset(slots);
                part.next.reset(slots);
                for slot in 0..slots {
                    let code = part.code(slot);
                    if is_tie(code) == layer.ties
                        && code != ABSENT
                        && remoteness(code) == Some(layer.remoteness)
                    {
                        part.now.insert(slot);
                    }
                }
            }
        }
        self.begin_layer(number, layer);
    }

    /// Goes on to the positions that the last layer led to.
    pub(super) fn next_layer(&mut self, number: u32, layer: Layer) {
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                core::mem::swap(&mut part.now, &mut part.next);
            }
        }
        self.begin_layer(number, layer);
    }

    fn begin_layer(&mut self, tier: u32, layer: Layer) {
        self.phase = Phase::Layers { tier, layer };
        self.cursor = (0, 0);
        // Not yet: a checkpoint is written between two layers, and they must not happen twice.
        self.has_events = self.events.contains_key(&layer.remoteness);
        if layer.remoteness >= MOST_REMOTENESS {
            self.alarm(Alarm::TooLong);
        }
    }

    /// What children in other tiers have to tell at this remoteness.
    fn happen(&mut self, number: u32, layer: Layer) {
        self.has_events = false;
        let Some(mut events) = self.events.remove(&layer.remoteness) else { return };
        for told in 0..TOLD.len() {
            if (told == told_index(Outcome::Draw)) != layer.ties {
                continue;
            }
            let spots = core::mem::take(&mut events[told]);
            let hearing = Hearing::new(TOLD[told], layer);
            let tier = &mut self.tiers[number as usize];
            for spot in spots {
                let key = tier.key::<S>(spot, &self.place);
                let part = &mut tier.parts[spot.part()];
                let code = part.code_mut(spot.slot());
                if hearing.changes(code, || self.space.to_move(key)) {
                    part.next.insert(spot.slot());
                    self.decided += 1;
                }
            }
        }
        // Ties come after all wins and losses.
        if events.iter().any(|spots| !spots.is_empty()) {
            self.events.insert(layer.remoteness, events);
        }
    }

    /// Gives the sets back.
    pub(super) fn end_layers(&mut self, number: u32) {
        self.events.clear();
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                part.now.release();
                part.next.release();
            }
            tier.is_dirty = true;
        }
    }

    /// Tells the parents of a slice of the positions of this layer.
    pub(super) fn tell(&mut self, number: u32, layer: Layer) {
        if self.has_events {
            self.happen(number, layer);
        }
        let Self { space, place, tiers, cursor, orders, out, .. } = self;
        let Some(tier) = tiers.get_mut(number as usize) else { return };
        let mut done = 0;
        while done < orders.slice && cursor.0 < tier.parts.len() {
            let part = &mut tier.parts[cursor.0];
            let Some((word, bits)) = part.now.take_word(cursor.1) else {
                *cursor = (cursor.0 + 1, 0);
                continue;
            };
            cursor.1 = word + 1;
            done += bits.count_ones() as usize;
            for slot in slots_of(word, bits) {
                let code = part.code(slot);
                let key = if S::DENSE { place.key_at(slot) } else { part.key(slot) };
                let told = if is_tie(code) {
                    2
                } else {
                    // The first side wins what it wins on its turn and what the other loses.
                    usize::from((space.to_move(key) == Side::First) == (code < OPEN))
                };
                space.parents(key, |parent| out[place.owner::<S>(parent)].told[told].push(parent));
            }
        }
    }

    pub(super) fn hear_all(&mut self, told: &[Vec<S::Key>; 3]) {
        let Phase::Layers { tier, layer } = self.phase else { return };
        for (keys, outcome) in told.iter().zip(TOLD) {
            if !keys.is_empty() {
                self.hear(tier, keys, &Hearing::new(outcome, layer));
            }
        }
    }

    fn hear(&mut self, number: u32, keys: &[S::Key], hearing: &Hearing) {
        let Self { space, place, tiers, decided, .. } = self;
        // No position of this tier is here.
        let Some(tier) = tiers.get_mut(number as usize) else { return };
        for &key in keys {
            let (part, slot) = if S::DENSE {
                (0, place.slot(key))
            } else {
                // Parents may be numbers that no play reaches.
                let Some(spot) = tier.find::<S>(key, place) else { continue };
                (spot.part(), spot.slot())
            };
            let part = &mut tier.parts[part];
            if hearing.changes(part.code_mut(slot), || space.to_move(key)) {
                part.next.insert(slot);
                *decided += 1;
            }
        }
    }

    /// The least remoteness at which there is more to do, for wins and losses and for ties.
    pub(super) fn next_layers(&self) -> (u32, u32) {
        let (tier, layer) = match self.phase {
            Phase::Layers { tier, layer } => (tier, layer),
            Phase::Sweep { .. } => return (self.put_off[0], self.put_off[1]),
            _ => return (NONE, NONE),
        };
        let tie = told_index(Outcome::Draw);
        let event = |ties: bool, from: u32| {
            let waits = |spots: &[Vec<_>; 3]| {
                if ties { !spots[tie].is_empty() } else { spots[..tie].iter().any(|s| !s.is_empty()) }
            };
            let mut later = self.events.range(from..);
            later.find(|(_, spots)| waits(spots)).map_or(NONE, |(&n, _)| n)
        };
        let follows = self
            .tiers
            .get(tier as usize)
            .is_some_and(|tier| tier.parts.iter().any(|part| !part.next.is_empty()));
        let follows = if follows { layer.remoteness + 1 } else { NONE };
        if layer.ties {
            (NONE, follows.min(event(true, layer.remoteness + 1)))
        } else {
            // Ties that end the game are known from the start of the tier.
            let tied_now = if self.has_ties { 0 } else { NONE };
            (follows.min(event(false, layer.remoteness + 1)), tied_now.min(event(true, 0)))
        }
    }
}

/// What a child's outcome does to the positions it is told to.
struct Hearing {
    outcome: Outcome,
    win: Code,
    lose: Code,
    tie: Code,
}

impl Hearing {
    fn new(outcome: Outcome, layer: Layer) -> Self {
        let n = layer.remoteness + 1;
        Self { outcome, win: win(n), lose: lose(n), tie: tie(n) }
    }

    /// Changes the code of a position and returns whether that decides it.
    #[inline]
    fn changes(&self, code: &mut Code, to_move: impl FnOnce() -> Side) -> bool {
        if !is_open(*code) {
            return false;
        }
        match self.outcome {
            Outcome::Draw => *code = self.tie,
            Outcome::Win(winner) if winner == to_move() => *code = self.win,
            Outcome::Win(_) => {
                *code -= 1;
                if *code > OPEN {
                    return false;
                }
                *code = self.lose;
            }
        }
        true
    }
}
