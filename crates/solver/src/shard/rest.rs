//! What a pass or a layer that is broken off has still to do, in a file.
//!
//! Records without a code are positions that it has not come to: in a pass those whose children
//! are not looked at, in a layer those that have not told their parents. Records with a code are
//! positions with a child in another tier, and what that child will tell them when its remoteness
//! has come, as the first side sees it.

use games_core::solvable::Key;

use super::{ShardOf, sweep::told_by};
use crate::{
    code::{ABSENT, Code, is_open, lose, remoteness, tie, win},
    files::Kept,
    phase::Phase,
    slots::SlotSet,
    tier::Spot,
};

/// Positions with codes.
type Records<'a, K> = dyn Iterator<Item = (K, Code)> + 'a;

impl<K: Key> ShardOf<K> {
    /// Returns the records of the rest, if this phase has one.
    pub(super) fn rest_records(&self) -> Option<Box<Records<'_, K>>> {
        let number = match self.phase {
            // Without loops a pass decides every position that it comes to.
            Phase::Sweep { tier, .. } if self.shape.has_loops => tier,
            Phase::Cross { tier, .. } | Phase::Layers { tier, .. } => tier,
            _ => return None,
        };
        let Some(tier) = self.tiers.get(number as usize) else {
            return Some(Box::new(core::iter::empty()));
        };
        let key = |part, slot| tier.key(Spot::new(part, slot), &self.place);
        let parts = tier.parts.iter().enumerate();
        let mut told = Vec::new();
        for (&n, events) in &self.events {
            for (spots, code) in events.iter().zip([win(n), lose(n), tie(n)]) {
                told.push((spots, code));
            }
        }
        let told = told.into_iter().flat_map(move |(spots, code)| {
            spots.iter().map(move |&spot| (tier.key(spot, &self.place), code))
        });
        let left: Box<Records<'_, K>> = if matches!(self.phase, Phase::Layers { .. }) {
            Box::new(parts.flat_map(move |(i, part)| {
                let slots = part.backward.now.iter().flat_map(SlotSet::iter);
                slots.map(move |slot| (key(i, slot), ABSENT))
            }))
        } else {
            Box::new(parts.skip(self.cursor.0).flat_map(move |(i, part)| {
                let from = if i == self.cursor.0 { self.cursor.1 } else { 0 };
                let is_left = move |slot: &usize| {
                    let in_rest = self.rest.get(i).is_none_or(|rest| rest.contains(*slot));
                    in_rest && is_open(part.code(*slot))
                };
                (from..part.slots()).filter(is_left).map(move |slot| (key(i, slot), ABSENT))
            }))
        };
        Some(Box::new(left.chain(told)))
    }

    /// Reads what [`rest_records`](Self::rest_records) told, once the tables have their size.
    pub(super) fn read_rest(&mut self, number: u32, file: &Kept) -> Result<(), String> {
        let Self { place, tiers, orders, rest, events, .. } = self;
        let Some(tier) = tiers.get(number as usize) else { return Ok(()) };
        *rest = tier
            .parts
            .iter()
            .map(|part| {
                let mut set = SlotSet::default();
                set.reset(part.slots());
                set
            })
            .collect();
        let files = orders.files.as_ref().expect("a checkpoint is read");
        let mut is_sound = true;
        files.read(file, |key: K, code| {
            let Some(spot) = tier.find(key, place) else {
                is_sound = false;
                return;
            };
            match remoteness(code) {
                None => rest[spot.part()].insert(spot.slot()),
                Some(n) => events.entry(n).or_default()[told_by(code)].push(spot),
            }
        })?;
        if is_sound {
            Ok(())
        } else {
            Err(format!("{}: it does not belong to its tier", file.name))
        }
    }
}
