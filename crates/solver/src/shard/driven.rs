//! A shard as drivers see it, whatever its keys.

use std::time::Instant;

use games_core::solvable::Key;

use super::{ShardOf, Summary};
use crate::{
    code::Solved,
    driving::{Load, Packet, Shard, Step, Turn},
    job::Progress,
    message::{Alarm, PacketOf},
    phase::{Phase, Stop},
};

/// A type of keys whose packets can be handed to drivers.
pub(crate) trait Width: Key {
    /// Forgets the type.
    fn load(packet: PacketOf<Self>) -> Load;

    /// Remembers it; `None` for a packet of another type.
    fn unload(load: Load) -> Option<PacketOf<Self>>;
}

macro_rules! width {
    ($type:ty, $name:ident) => {
        impl Width for $type {
            fn load(packet: PacketOf<Self>) -> Load {
                Load::$name(packet)
            }

            fn unload(load: Load) -> Option<PacketOf<Self>> {
                if let Load::$name(packet) = load { Some(packet) } else { None }
            }
        }
    };
}

width!(u64, U64);
width!(u128, U128);

impl<K: Width> Shard for ShardOf<K> {
    fn step(&mut self, inbox: Vec<Packet>, turn: &mut Turn<'_>) -> Step {
        let unload = |packet: Packet| K::unload(packet.0).expect("packets are of one space");
        let inbox = inbox.into_iter().map(unload).collect();
        match self.take_step(inbox, turn) {
            Some(sent) => {
                Step::Send(sent.into_iter().map(|packet| Packet(K::load(packet))).collect())
            }
            None => Step::Done,
        }
    }

    fn unpack(&self, bytes: &[u8]) -> Option<Packet> {
        let is_own = |key: K| {
            key.to_u128() < self.shape.bound.into() && self.place.owner(key) == self.place.index
        };
        let packet = PacketOf::<K>::from_bytes(bytes)?;
        let has_slot = |slot| slot < self.tiers[0].parts[0].slots();
        let is_sound =
            !self.shape.is_dense || (packet.all_keys(is_own) && packet.all_slots(has_slot));
        is_sound.then(|| Packet(K::load(packet)))
    }

    fn progress(&self, begun: Instant) -> Progress {
        let (phase, status, time) = (self.phase, self.global, begun.elapsed());
        Progress { phase, status, time, disk: 0, expected: None }
    }

    fn conclude(&mut self) -> Result<(), Stop> {
        self.outcome()?;
        self.writer.take().map_or(Ok(()), |writer| writer.finish(&self.summary))
    }

    fn remove_files(&mut self) {
        if let Some(files) = &mut self.orders.files {
            files.remove_all();
        }
    }

    fn summary(&self) -> &Summary {
        &self.summary
    }

    fn bytes(&self) -> u64 {
        self.bytes_now()
    }

    fn owner(&self, key: u128) -> usize {
        self.place.owner(K::from_u128(key))
    }

    fn get(&self, key: u128) -> Option<Solved> {
        let narrow = K::from_u128(key);
        if narrow.to_u128() == key { self.solved(narrow) } else { None }
    }
}

impl<K: Key> ShardOf<K> {
    /// Returns why there is no result, once the shard is done.
    fn outcome(&self) -> Result<(), Stop> {
        let found = self.global.found;
        match self.global.alarm.max(self.status.alarm) {
            Alarm::None => Ok(()),
            // It came too late.
            Alarm::Interrupted | Alarm::Impatient if self.phase == Phase::End => Ok(()),
            Alarm::Interrupted | Alarm::Impatient => Err(Stop::Interrupted),
            Alarm::Memory => {
                let limit = self.orders.memory.saturating_mul(self.place.count as u64);
                Err(Stop::Memory { limit, found })
            }
            Alarm::TooLong => Err(Stop::TooLong),
            Alarm::Files => {
                let elsewhere = || "another process could not write its files".to_owned();
                Err(Stop::Files(self.failure.clone().unwrap_or_else(elsewhere)))
            }
            Alarm::Damaged => {
                let elsewhere = || "another process has a damaged checkpoint".to_owned();
                Err(Stop::Foreign(self.failure.clone().unwrap_or_else(elsewhere)))
            }
        }
    }
}
