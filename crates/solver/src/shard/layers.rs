//! Deciding positions backward: each position that is decided tells those it is a child of.
//!
//! A layer is all positions of one remoteness. A position whose side to move is told of a win is
//! won, one move later; one that has been told of a loss by every child is lost, one move after
//! the last. So an open position needs no more than the number of children that it has not heard
//! of.

use games_core::{Outcome, Side, solvable::Key};

use super::{ShardOf, TOUCH_FROM, TOUCHED, touch_tier};
use crate::{
    backward::{Backward, Hearing},
    bundle::BUNDLE,
    code::MOST_REMOTENESS,
    driving::Turn,
    message::{Alarm, MOST_SLOTS, NONE, TOLD, told_index, told_slot},
    part::Part,
    phase::{Layer, Phase},
    slots::{SlotSet, slots_of},
    spread,
};

impl<K: Key> ShardOf<K> {
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
            let Self { space, place, tiers, bundle, decided, .. } = self;
            let tier = &mut tiers[number as usize];
            for spots in spots.chunks(BUNDLE) {
                bundle.keys.clear();
                bundle.keys.extend(spots.iter().map(|&spot| tier.key(spot, place)));
                for (spot, &side) in spots.iter().zip(bundle.ask_sides(&**space)) {
                    let Part { codes, backward, .. } = &mut tier.parts[spot.part()];
                    *decided += hearing.reach(&mut backward.open(codes), spot.slot(), side);
                }
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
    pub(super) fn tell(&mut self, number: u32, layer: Layer, turn: &mut Turn<'_>) {
        if self.has_events {
            self.happen(number, layer);
        }
        let (slice, most_sent) = self.budget();
        let (mut done, mut sent) = (0, 0);
        while sent < most_sent && turn.goes_on(done, slice) {
            let won = self.gather_layer(number, BUNDLE.min(slice - done));
            if self.bundle.keys.is_empty() {
                self.has_told_all = true;
                return;
            }
            self.bundle.ask_parents(&*self.space);
            done += self.bundle.keys.len();
            sent += self.bundle.lists.keys().len();
            if self.shape.is_dense {
                self.tell_dense(number, won, layer);
            } else {
                self.tell_hashed(won, layer);
            }
        }
    }

    /// Takes about so many positions of the layer into the bundle, first won or tied ones, then
    /// lost ones; returns how many of them are not lost.
    fn gather_layer(&mut self, number: u32, count: usize) -> usize {
        let Self { tiers, cursor, place, bundle, .. } = self;
        bundle.keys.clear();
        let mut won = 0;
        let Some(tier) = tiers.get_mut(number as usize) else { return won };
        // Cursors go over the won positions of all parts first.
        while cursor.0 < 2 * tier.parts.len() && bundle.keys.len() < count {
            let (set, i) = (cursor.0 / tier.parts.len(), cursor.0 % tier.parts.len());
            let part = &mut tier.parts[i];
            let Some((word, bits)) = part.backward.now[set].take_word(cursor.1) else {
                *cursor = (cursor.0 + 1, 0);
                continue;
            };
            cursor.1 = word + 1;
            if place.is_dense {
                bundle.keys.extend(slots_of(word, bits).map(|slot| place.key_at::<K>(slot)));
            } else {
                bundle.keys.extend(slots_of(word, bits).map(|slot| part.key(slot)));
            }
            if set == 0 {
                won = bundle.keys.len();
            }
        }
        won
    }

    /// Tells the parents of the bundle, and those of this shard at once.
    fn tell_dense(&mut self, number: u32, won: usize, layer: Layer) {
        let Self { space, place, tiers, out, bundle, decided, .. } = self;
        bundle.ask_list_sides(&**space);
        let Part { codes, backward, .. } = &mut tiers[number as usize].parts[0];
        let has_few_slots = codes.len() < MOST_SLOTS;
        let mut open = backward.open(codes);
        for run in bundle.runs(won) {
            let outcome = outcome_of(run.side, run.is_among_first, layer);
            let hearing = Hearing::new(outcome, layer);
            let parents = run.keys.iter().zip(run.sides);
            if place.count == 1 {
                parents.for_each(|(parent, &side)| {
                    *decided += hearing.reach(&mut open, parent.index(), side);
                });
                continue;
            }
            let told = told_index(outcome);
            let tell = |slot, side| *decided += hearing.reach(&mut open, slot, side);
            let parents = (run.keys, run.sides);
            if has_few_slots {
                let item = |_, slot, side| told_slot(slot, side);
                let send = |owner: usize, slots: &[u32]| {
                    out[owner].told_slots[told].extend_from_slice(slots);
                };
                place.sort_out(parents, tell, item, send);
            } else {
                let item = |owner, slot, _| place.key_in(owner, slot);
                let send = |owner: usize, keys: &[K]| out[owner].told[told].extend_from_slice(keys);
                place.sort_out(parents, tell, item, send);
            }
        }
    }

    /// Sends the parents of the bundle to those who have them.
    fn tell_hashed(&mut self, won: usize, layer: Layer) {
        let Self { place, out, bundle, .. } = self;
        for (i, family) in bundle.families().enumerate() {
            let told = told_index(outcome_of(family.side, i < won, layer));
            for &parent in family.list {
                out[place.owner(parent)].told[told].push(parent);
            }
        }
    }

    pub(super) fn hear_all(&mut self, told: &[Vec<K>; 3]) {
        let Phase::Layers { tier, layer } = self.phase else { return };
        for (keys, outcome) in told.iter().zip(TOLD) {
            if !keys.is_empty() {
                self.hear(tier, keys, &Hearing::new(outcome, layer));
            }
        }
    }

    /// Hears of positions by their slots.
    pub(super) fn hear_slots(&mut self, told: &[Vec<u32>; 3]) {
        let Phase::Layers { tier, layer } = self.phase else { return };
        let Part { codes, backward, .. } = &mut self.tiers[tier as usize].parts[0];
        let mut open = backward.open(codes);
        for (slots, outcome) in told.iter().zip(TOLD) {
            let hearing = Hearing::new(outcome, layer);
            for &told in slots {
                let side = if told & 1 == 0 { Side::First } else { Side::Second };
                self.decided += hearing.reach(&mut open, told as usize / 2, side);
            }
        }
    }

    fn hear(&mut self, number: u32, keys: &[K], hearing: &Hearing) {
        let Self { space, shape, place, tiers, decided, status, key_order, .. } = self;
        let mut sides = [Side::First; TOUCHED];
        // Else no position of this tier is here.
        let Some(tier) = tiers.get_mut(number as usize) else { return };
        if shape.is_dense {
            let Part { codes, backward, .. } = &mut tier.parts[0];
            let mut open = backward.open(codes);
            for keys in keys.chunks(TOUCHED) {
                space.sides_of(keys, &mut sides);
                for (&key, &side) in keys.iter().zip(&sides) {
                    *decided += hearing.reach(&mut open, place.slot(key), side);
                }
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
            space.sides_of(keys, &mut sides);
            for (&key, &side) in keys.iter().zip(&sides) {
                // Parents may be numbers that no play reaches.
                let Some(spot) = tier.find(key, place) else { continue };
                let Part { codes, backward, .. } = &mut tier.parts[spot.part()];
                *decided += hearing.reach(&mut backward.open(codes), spot.slot(), side);
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
            let mut events = self.events.iter();
            events.find(|&(&n, spots)| n >= from && waits(spots)).map_or(NONE, |(&n, _)| n)
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

/// What a position of a layer tells: its side to move has won or lost, or neither.
#[inline]
const fn outcome_of(to_move: Side, is_won: bool, layer: Layer) -> Outcome {
    match (layer.ties, is_won) {
        (true, _) => Outcome::Draw,
        (false, true) => Outcome::Win(to_move),
        (false, false) => Outcome::Win(to_move.other()),
    }
}
