//! Finding all positions.

use games_core::{Status, solvable::Key};

use super::{ShardOf, TOUCH_FROM, TOUCHED, touch};
use crate::{
    bundle::{BUNDLE, Family},
    code::{Code, FRESH, OPEN, finished, is_open},
    driving::Turn,
    message::MOST_SLOTS,
    part::Part,
    slots::slots_of,
    spread,
    tier::{Spot, Tier},
};

impl<K: Key> ShardOf<K> {
    /// Looks for the children of a slice of fresh positions of a tier.
    pub(super) fn discover(&mut self, tier: u32, turn: &mut Turn<'_>) {
        let Some(fresh) = self.tiers.get(tier as usize).map(|tier| tier.fresh) else { return };
        if fresh == 0 {
            return;
        }
        let (slice, most_sent) = self.budget();
        let left = fresh.min(slice as u64) as usize;
        self.tiers[tier as usize].is_dirty = true;
        if self.orders.whole {
            self.count_children(left);
        } else if self.shape.is_dense {
            self.discover_dense(left, most_sent, turn);
        } else {
            self.discover_hashed(tier, left, most_sent, turn);
        }
    }

    fn discover_dense(&mut self, slice: usize, most_sent: usize, turn: &mut Turn<'_>) {
        let (mut done, mut sent) = (0, 0);
        while sent < most_sent && turn.goes_on(done, slice) {
            self.gather_dense(BUNDLE.min(slice - done));
            self.bundle.ask_children(&*self.space);
            done += self.bundle.keys.len();
            sent += self.bundle.lists.keys().len();
            let Self { place, tiers, out, bundle, decided, .. } = self;
            let Tier { parts, found: found_count, fresh: fresh_count, .. } = &mut tiers[0];
            let Part { codes, found, fresh, .. } = &mut parts[0];
            let has_few_slots = codes.len() < MOST_SLOTS;
            *fresh_count -= bundle.keys.len() as u64;
            let mut new = 0;
            // One loop over the children of all: short loops of all lengths are slow to predict.
            let children = bundle.lists.keys();
            let mut add = |slot: usize| {
                if found.insert_new(slot) {
                    fresh.insert(slot);
                    new += 1;
                }
            };
            if place.count == 1 {
                children.iter().for_each(|child| add(child.index()));
            } else if has_few_slots {
                let send =
                    |owner: usize, slots: &[u32]| out[owner].found_slots.extend_from_slice(slots);
                let item = |_, slot, _| slot as u32;
                place.sort_out((children, children), |slot, _| add(slot), item, send);
            } else {
                let send = |owner: usize, keys: &[K]| out[owner].found.extend_from_slice(keys);
                let item = |_, _, child| child;
                place.sort_out((children, children), |slot, _| add(slot), item, send);
            }
            *found_count += new;
            *fresh_count += new;
            for family in bundle.families() {
                let code = first_code(&family);
                *decided += u64::from(!is_open(code));
                codes[place.slot(family.key)] = code;
            }
        }
    }

    /// Takes about so many fresh positions of a dense space into the bundle, of which there are as
    /// many.
    fn gather_dense(&mut self, count: usize) {
        let Self { place, tiers, bundle, cursor, .. } = self;
        let fresh = &mut tiers[0].parts[0].fresh;
        bundle.keys.clear();
        while bundle.keys.len() < count {
            let Some((word, bits)) = fresh.take_word(cursor.1) else {
                // Those found behind the cursor come next.
                cursor.1 = 0;
                continue;
            };
            cursor.1 = word + 1;
            bundle.keys.extend(slots_of(word, bits).map(|slot| place.key_at::<K>(slot)));
        }
    }

    fn discover_hashed(
        &mut self,
        number: u32,
        slice: usize,
        most_sent: usize,
        turn: &mut Turn<'_>,
    ) {
        let (mut done, mut sent) = (0, 0);
        while sent < most_sent && turn.goes_on(done, slice) {
            let spots = self.gather_hashed(number, BUNDLE.min(slice - done));
            self.bundle.ask_children(&*self.space);
            done += spots.len();
            sent += self.bundle.lists.keys().len();
            let Self { place, tiers, out, bundle, decided, .. } = self;
            let tier = &mut tiers[number as usize];
            tier.fresh -= spots.len() as u64;
            for (family, spot) in bundle.families().zip(spots) {
                let code = first_code(&family);
                *decided += u64::from(!is_open(code));
                *tier.parts[spot.part()].code_mut(spot.slot()) = code;
            }
            if place.count == 1 {
                out[0].found.extend_from_slice(bundle.lists.keys());
            } else {
                for &child in bundle.lists.keys() {
                    out[place.owner(child)].found.push(child);
                }
            }
        }
    }

    /// Takes so many fresh positions of a tier into the bundle, of which there are as many; returns
    /// where they lie.
    fn gather_hashed(&mut self, number: u32, count: usize) -> Vec<Spot> {
        let Self { tiers, cursor, bundle, .. } = self;
        let parts = &tiers[number as usize].parts;
        let mut spots = Vec::with_capacity(count);
        bundle.keys.clear();
        while spots.len() < count {
            let (part, slot) = *cursor;
            let Some(found) = parts[part].next_fresh(slot) else {
                // A table that grew has fresh positions behind the cursor, too.
                *cursor = ((part + 1) % parts.len(), 0);
                continue;
            };
            cursor.1 = found + 1;
            spots.push(Spot::new(part, found));
            bundle.keys.push(parts[part].key(found));
        }
        spots
    }

    /// Where all positions are there from the start, children only have to be counted. Every
    /// position counts as fresh until it was looked at.
    fn count_children(&mut self, slice: usize) {
        let Self { space, place, tiers, cursor, bundle, decided, .. } = self;
        let tier = &mut tiers[0];
        let end = cursor.1 + slice;
        while cursor.1 < end {
            let next = end.min(cursor.1 + BUNDLE);
            bundle.keys.clear();
            bundle.keys.extend((cursor.1..next).map(|slot| place.key_at::<K>(slot)));
            space.retain_positions(&mut bundle.keys);
            bundle.ask_children(&**space);
            for family in bundle.families() {
                let code = first_code(&family);
                *decided += u64::from(!is_open(code));
                *tier.parts[0].code_mut(place.slot(family.key)) = code;
            }
            tier.found += bundle.keys.len() as u64;
            cursor.1 = next;
        }
        tier.fresh -= slice as u64;
    }

    /// Takes positions that were found, new or not.
    pub(super) fn add(&mut self, keys: &[K]) {
        if self.shape.is_dense {
            self.add_dense(keys);
        } else {
            self.add_hashed(keys);
        }
    }

    /// Takes positions of a dense space by their slots.
    pub(super) fn add_slots(&mut self, slots: &[u32]) {
        self.add_to_slots(slots.iter().map(|&slot| slot as usize));
    }

    fn add_dense(&mut self, keys: &[K]) {
        let place = self.place;
        self.add_to_slots(keys.iter().map(|&key| place.slot(key)));
    }

    fn add_to_slots(&mut self, slots: impl Iterator<Item = usize>) {
        let tier = &mut self.tiers[0];
        let Part { found, fresh, .. } = &mut tier.parts[0];
        let mut new = 0;
        for slot in slots {
            if found.insert_new(slot) {
                fresh.insert(slot);
                new += 1;
            }
        }
        tier.found += new;
        tier.fresh += new;
        tier.is_dirty |= new > 0;
    }

    fn add_hashed(&mut self, keys: &[K]) {
        let Self { space, tiers, status, key_order, .. } = self;
        let mut keys = keys;
        if spread::is_worth_it(status.bytes) {
            keys = key_order.sort(keys.iter().copied(), |key| key.hashed(), status.bytes);
        }
        let mut numbers = [0; TOUCHED];
        for keys in keys.chunks(TOUCHED) {
            space.tiers_of(keys, &mut numbers);
            if status.bytes > TOUCH_FROM {
                touch(tiers, keys, &numbers, Part::touch_key);
            }
            for (&key, &number) in keys.iter().zip(&numbers) {
                let number = number as usize;
                if number >= tiers.len() {
                    tiers.resize_with(number + 1, Tier::hashed);
                }
                let tier = &mut tiers[number];
                let hash = key.hashed();
                if tier.parts[Tier::<K>::part_of(hash)].insert(key, hash, FRESH) {
                    tier.found += 1;
                    tier.fresh += 1;
                    tier.is_dirty = true;
                }
            }
        }
    }
}

/// The code of a position whose children were found.
#[inline]
fn first_code<K>(family: &Family<'_, K>) -> Code {
    match family.status {
        Status::Over(outcome) => finished(outcome, family.side),
        // No game has 16,000 moves in a position.
        Status::Ongoing => OPEN + (family.list.len() as Code).min(FRESH - OPEN - 1),
    }
}
