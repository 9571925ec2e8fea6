//! Which phase follows which.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use games_core::solvable::Key;

use super::ShardOf;
use crate::{
    message::{Alarm, NONE, ShardStatus},
    phase::{Layer, Phase},
};

impl<K: Key> ShardOf<K> {
    /// Draws the conclusions from how all shards stood one step ago; returns whether all is over.
    pub(super) fn advance(&mut self, stop: &AtomicBool) -> bool {
        // Work that is stopped again and again gets on all the same, if it can be kept at all.
        if stop.load(Relaxed) && (self.has_worked || self.orders.files.is_none()) {
            self.alarm(Alarm::Interrupted);
        }
        if self.global.from == ShardStatus::DIFFERENT {
            let message = "the parts of the checkpoint are of different runs".to_owned();
            self.fail(Alarm::Damaged, message);
        }
        let quiet = !self.global.traffic;
        if quiet && !self.global.work {
            self.next_phase(stop);
        }
        self.halting(quiet, stop) || self.phase == Phase::End
    }

    /// Goes on to the next phase.
    fn next_phase(&mut self, stop: &AtomicBool) {
        let global = self.global;
        match self.phase {
            Phase::Resume if global.alarm != Alarm::None => {}
            Phase::Resume => self.resume(global.epoch, stop),
            Phase::Discover { .. } => match global.fresh_tier {
                NONE => {
                    self.fit_tables();
                    self.drop_buffers();
                    self.begin_tier(global.tier_below);
                }
                tier => {
                    self.phase = Phase::Discover { tier };
                    self.cursor = (0, 0);
                }
            },
            Phase::Sweep { tier, layer } if self.shape.has_loops => {
                let next = match (layer.ties, global.next, global.next_tie) {
                    (false, NONE, NONE) | (true, _, NONE) => None,
                    (false, NONE, n) | (true, _, n) => Some(Layer { remoteness: n, ties: true }),
                    (false, n, _) => Some(Layer { remoteness: n, ties: false }),
                };
                match next {
                    Some(layer) => self.begin_sweep(tier, layer),
                    None => self.begin_tier(global.tier_below),
                }
            }
            Phase::Sweep { .. } => self.begin_tier(global.tier_below),
            Phase::Cross { tier, layer } => self.begin_layers(tier, layer),
            Phase::Layers { tier, layer } => match (layer.ties, global.next, global.next_tie) {
                (false, NONE, NONE) | (true, _, NONE) => {
                    self.end_layers(tier);
                    self.begin_tier(global.tier_below);
                }
                (false, NONE, n) => {
                    self.begin_layers(tier, Layer { remoteness: n, ties: true });
                }
                (true, _, n) => self.next_layer(tier, Layer { remoteness: n, ties: true }),
                (false, n, _) => self.next_layer(tier, Layer { remoteness: n, ties: false }),
            },
            Phase::Report => self.begin_collect(),
            Phase::Collect { .. } => self.next_collect(),
            Phase::End => {}
        }
    }

    /// Begins with the tier that a status names: its number plus one, or 0 if none is left.
    fn begin_tier(&mut self, tier: u32) {
        let Some(tier) = tier.checked_sub(1) else {
            self.drop_buffers();
            self.report();
            return;
        };
        self.note_ties(tier);
        self.take_up_tier(tier, Layer::FIRST);
    }

    /// Goes on with a tier from a layer.
    pub(super) fn take_up_tier(&mut self, tier: u32, layer: Layer) {
        if !self.shape.has_loops {
            self.begin_sweep(tier, layer);
        } else if !self.shape.tells_parents {
            // Positions of remoteness 0 are known; the first pass looks for all others.
            self.begin_sweep(tier, Layer { remoteness: layer.remoteness.max(1), ..layer });
        } else if !self.shape.is_dense {
            self.rest.clear();
            self.cursor = (0, 0);
            self.phase = Phase::Cross { tier, layer };
        } else {
            self.begin_layers(tier, layer);
        }
    }

    fn begin_sweep(&mut self, tier: u32, layer: Layer) {
        self.rest.clear();
        self.cursor = (0, 0);
        self.put_off = [NONE; 2];
        self.phase = Phase::Sweep { tier, layer };
    }
}
