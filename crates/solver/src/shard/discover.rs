//! Finding all positions.

use games_core::{Space, Status as GameStatus, solvable::Key};

use super::{Shard, TOUCH_FROM, TOUCHED, touch};
use crate::{
    code::{Code, FRESH, OPEN, finished, is_open},
    message::Batch,
    part::Part,
    slots::slots_of,
    spread,
    tier::{Place, Tier},
};

impl<S: Space> Shard<S> {
    /// Looks for the children of a slice of fresh positions of a tier.
    pub(super) fn discover(&mut self, tier: u32) {
        let Some(fresh) = self.tiers.get(tier as usize).map(|tier| tier.fresh) else { return };
        if fresh == 0 {
            return;
        }
        let (slice, most_sent) = self.budget();
        let left = fresh.min(slice as u64) as usize;
        self.tiers[tier as usize].is_dirty = true;
        if self.orders.whole {
            self.count_children(left);
        } else if S::DENSE {
            self.discover_dense(left);
        } else {
            self.discover_hashed(tier, left, most_sent);
        }
    }

    fn discover_dense(&mut self, slice: usize) {
        let Self { space, place, tiers, out, cursor, decided, .. } = self;
        let tier = &mut tiers[0];
        let Part { codes, found, fresh, .. } = &mut tier.parts[0];
        let (mut done, mut new) = (0, 0);
        while done < slice {
            let Some((word, bits)) = fresh.take_word(cursor.1) else {
                // Those found behind the cursor come next.
                cursor.1 = 0;
                continue;
            };
            cursor.1 = word + 1;
            done += bits.count_ones() as usize;
            for slot in slots_of(word, bits) {
                let key = place.key_at(slot);
                let mut children: Code = 0;
                let status = space.children(key, |child| {
                    children += 1;
                    let (owner, slot) = place.split(child.index());
                    if owner != place.index {
                        out[owner].found.push(child);
                    } else if !found.contains(slot) {
                        found.insert(slot);
                        fresh.insert(slot);
                        new += 1;
                    }
                });
                let code = first_code(space, key, status, children);
                *decided += u64::from(!is_open(code));
                codes[slot] = code;
            }
        }
        tier.found += new;
        tier.fresh += new;
        tier.fresh -= done as u64;
    }

    fn discover_hashed(&mut self, number: u32, slice: usize, most_sent: usize) {
        let Self { space, place, tiers, out, cursor, decided, .. } = self;
        let tier = &mut tiers[number as usize];
        let (mut done, mut sent) = (0, 0);
        while done < slice && sent < most_sent {
            let (part, slot) = *cursor;
            let Some(found) = tier.parts[part].next_fresh(slot) else {
                // A table that grew has fresh positions behind the cursor, too.
                *cursor = ((part + 1) % tier.parts.len(), 0);
                continue;
            };
            let (code, children) = expand(space, place, tier.parts[part].key(found), out);
            sent += children;
            *decided += u64::from(!is_open(code));
            *tier.parts[part].code_mut(found) = code;
            cursor.1 = found + 1;
            done += 1;
        }
        tier.fresh -= done as u64;
    }

    /// Where all positions are there from the start, children only have to be counted. Every
    /// position counts as fresh until it was looked at.
    fn count_children(&mut self, slice: usize) {
        let Self { space, place, tiers, cursor, decided, .. } = self;
        let tier = &mut tiers[0];
        for slot in cursor.1..cursor.1 + slice {
            let key = place.key_at(slot);
            if !space.is_position(key) {
                continue;
            }
            let mut children: Code = 0;
            let status = space.children(key, |_| children += 1);
            let code = first_code(space, key, status, children);
            *decided += u64::from(!is_open(code));
            *tier.parts[0].code_mut(slot) = code;
            tier.found += 1;
        }
        cursor.1 += slice;
        tier.fresh -= slice as u64;
    }

    /// Takes positions that were found, new or not.
    pub(super) fn add(&mut self, keys: &[S::Key]) {
        if S::DENSE {
            self.add_dense(keys);
        } else {
            self.add_hashed(keys);
        }
    }

    fn add_dense(&mut self, keys: &[S::Key]) {
        let tier = &mut self.tiers[0];
        let Part { found, fresh, .. } = &mut tier.parts[0];
        let mut new = 0;
        for &key in keys {
            let slot = self.place.slot(key);
            if !found.contains(slot) {
                found.insert(slot);
                fresh.insert(slot);
                new += 1;
            }
        }
        tier.found += new;
        tier.fresh += new;
        tier.is_dirty |= new > 0;
    }

    fn add_hashed(&mut self, keys: &[S::Key]) {
        let Self { space, tiers, status, key_order, .. } = self;
        let mut keys = keys;
        if spread::is_worth_it(status.bytes) {
            keys = key_order.sort(keys.iter().copied(), |key| key.hashed(), status.bytes);
        }
        for keys in keys.chunks(TOUCHED) {
            if status.bytes > TOUCH_FROM {
                touch(space, tiers, keys.iter().copied(), Part::touch_key);
            }
            for &key in keys {
                let number = space.tier(key) as usize;
                if number >= tiers.len() {
                    tiers.resize_with(number + 1, Tier::hashed);
                }
                let tier = &mut tiers[number];
                let hash = key.hashed();
                if tier.parts[Tier::<S::Key>::part_of(hash)].insert(key, hash, FRESH) {
                    tier.found += 1;
                    tier.fresh += 1;
                    tier.is_dirty = true;
                }
            }
        }
    }
}

/// Sends the children of a position to those who own them; returns its code and how many they are.
#[inline]
fn expand<S: Space>(
    space: &S,
    place: &Place,
    key: S::Key,
    out: &mut [Batch<S::Key>],
) -> (Code, usize) {
    let mut children = 0;
    let status = space.children(key, |child| {
        children += 1;
        out[place.owner::<S>(child)].found.push(child);
    });
    (first_code(space, key, status, children as Code), children)
}

#[inline]
fn first_code<S: Space>(space: &S, key: S::Key, status: GameStatus, children: Code) -> Code {
    match status {
        GameStatus::Over(outcome) => finished(outcome, space.to_move(key)),
        // No game has 16,000 moves in a position.
        GameStatus::Ongoing => OPEN + children.min(FRESH - OPEN - 1),
    }
}
