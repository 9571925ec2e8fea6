//! Deciding positions backward: each position that is decided tells those it is a child of.
//!
//! A layer is all positions of one remoteness. A position whose side to move is told of a win is
//! won, one move later; one that has been told of a loss by every child is lost, one move after
//! the last. So an open position needs no more than the number of children that it has not heard
//! of.

use games_core::{Outcome, Space, solvable::Key};

use super::{Shard, TOUCH_FROM, TOUCHED, touch_tier};
use crate::{
    backward::{Backward, Hearing},
    code::MOST_REMOTENESS,
    message::{Alarm, NONE, TOLD, told_index},
    part::Part,
    phase::{Layer, Phase},
    slots::{SlotSet, slots_of},
    spread,
};

impl<S: Space> Shard<S> {
    /// Prepares a tier for working backward from the positions of a layer.
    pub(super) fn begin_layers(&mut self, number: u32, layer: Layer) {
        self.rest.clear();
        self.prepare_layers(number, layer);
        self.begin_layer(number, layer);
    }

    /// Goes on in the middle of a layer, with the positions of it that are left.
    pub(super) fn go_on_with_layers(&mut self, number: u32, layer: Layer) {
        self.prepare_layers(number, layer);
        self.begin_layer(number, layer);
        let Some(tier) = self.tiers.get_mut(number as usize) else { return };
        for (part, rest) in tier.parts.iter_mut().zip(&self.rest) {
            self.decided_before -= part.backward.go_on(&part.codes, layer, rest);
        }
        self.rest.clear();
    }

    fn prepare_layers(&mut self, number: u32, layer: Layer) {
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                part.found = SlotSet::default();
                part.fresh = SlotSet::default();
                part.backward = Backward::begin(&part.codes, layer);
            }
        }
    }

    /// Goes on to the positions that the last layer led to.
    pub(super) fn next_layer(&mut self, number: u32, layer: Layer) {
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                part.backward.advance();
            }
        }
        self.begin_layer(number, layer);
    }

    fn begin_layer(&mut self, tier: u32, layer: Layer) {
        self.phase = Phase::Layers { tier, layer };
        self.cursor = (0, 0);
        self.has_told_all = false;
        self.decided_before = self.decided;
        if let Some(tier) = self.tiers.get_mut(tier as usize) {
            // From here on codes and counts change with every message.
            tier.is_dirty = true;
        }
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
                let to_move = || self.space.to_move(key);
                let Part { codes, backward, .. } = part;
                self.decided += hearing.reach(codes, backward, spot.slot(), to_move);
            }
        }
        // Ties come after all wins and losses.
        if events.iter().any(|spots| !spots.is_empty()) {
            self.events.insert(layer.remoteness, events);
        }
    }

    /// Leaves open what nothing has decided, and gives memory back.
    pub(super) fn end_layers(&mut self, number: u32) {
        self.events.clear();
        if let Some(tier) = self.tiers.get_mut(number as usize) {
            for part in &mut tier.parts {
                part.backward.put_counts(&mut part.codes);
                part.backward = Backward::default();
            }
            tier.is_dirty = true;
        }
    }

    /// Tells the parents of a slice of the positions of this layer.
    pub(super) fn tell(&mut self, number: u32, layer: Layer) {
        if self.has_events {
            self.happen(number, layer);
        }
        let (mut left, most_sent) = self.budget();
        let Some(tier) = self.tiers.get_mut(number as usize) else {
            self.has_told_all = true;
            return;
        };
        let mut sent = 0;
        // Cursors go over the won positions of all parts first.
        while self.cursor.0 < 2 * tier.parts.len() {
            let (set, i) = (self.cursor.0 / tier.parts.len(), self.cursor.0 % tier.parts.len());
            let part = &mut tier.parts[i];
            let Some((word, bits)) = part.backward.now[set].take_word(self.cursor.1) else {
                self.cursor = (self.cursor.0 + 1, 0);
                continue;
            };
            self.cursor.1 = word + 1;
            for slot in slots_of(word, bits) {
                let key = if S::DENSE { self.place.key_at(slot) } else { part.key(slot) };
                let outcome = if layer.ties {
                    Outcome::Draw
                } else {
                    let to_move = self.space.to_move(key);
                    Outcome::Win(if set == 0 { to_move } else { to_move.other() })
                };
                let hearing = Hearing::new(outcome, layer);
                let Part { codes, backward, .. } = part;
                self.space.parents(key, |parent| {
                    if !S::DENSE {
                        sent += 1;
                        let owner = self.place.owner::<S>(parent);
                        self.out[owner].told[told_index(outcome)].push(parent);
                        return;
                    }
                    let (owner, slot) = self.place.split(parent.index());
                    if owner == self.place.index {
                        let to_move = || self.space.to_move(parent);
                        self.decided += hearing.reach(codes, backward, slot, to_move);
                    } else {
                        self.out[owner].told[told_index(outcome)].push(parent);
                    }
                });
            }
            left = left.saturating_sub(bits.count_ones() as usize);
            if left == 0 || sent >= most_sent {
                return;
            }
        }
        self.has_told_all = true;
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
        let Self { space, place, tiers, decided, status, key_order, .. } = self;
        // Else no position of this tier is here.
        let Some(tier) = tiers.get_mut(number as usize) else { return };
        if S::DENSE {
            let Part { codes, backward, .. } = &mut tier.parts[0];
            for &key in keys {
                *decided += hearing.reach(codes, backward, place.slot(key), || space.to_move(key));
            }
            return;
        }
        let mut keys = keys;
        if spread::is_worth_it(status.bytes) {
            keys = key_order.sort(keys.iter().copied(), |key| key.hashed(), status.bytes);
        }
        for keys in keys.chunks(TOUCHED) {
            if status.bytes > TOUCH_FROM {
                touch_tier(tier, keys);
            }
            for &key in keys {
                // Parents may be numbers that no play reaches.
                let Some(spot) = tier.find::<S>(key, place) else { continue };
                let Part { codes, backward, .. } = &mut tier.parts[spot.part()];
                *decided += hearing.reach(codes, backward, spot.slot(), || space.to_move(key));
            }
        }
    }

    /// The least remoteness at which there is more to do, for wins and losses and for ties.
    pub(super) fn next_layers(&self) -> (u32, u32) {
        let layer = match self.phase {
            Phase::Layers { layer, .. } => layer,
            Phase::Sweep { .. } => return (self.put_off[0], self.put_off[1]),
            _ => return (NONE, NONE),
        };
        let tie = told_index(Outcome::Draw);
        let event = |ties: bool, from: u32| {
            let waits = |spots: &[Vec<_>; 3]| {
                if ties {
                    !spots[tie].is_empty()
                } else {
                    spots[..tie].iter().any(|s| !s.is_empty())
                }
            };
            let mut later = self.events.range(from..);
            later.find(|(_, spots)| waits(spots)).map_or(NONE, |(&n, _)| n)
        };
        let follows = self.decided > self.decided_before;
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
