//! A volume: tiers whose positions are stored together, in the order of their keys.

use std::{io, path::PathBuf};

use super::{
    BLOCK, LEVEL, PLAIN_BLOCK, SUM,
    block::{count, encode},
    model::{Contexts, Counts, Model, Traits},
    plain,
    spool::{Spool, Spooled},
};
use crate::{blocks, code::Code, job::Store};

/// The positions of a volume that are collected.
#[derive(Debug)]
pub(super) struct Volume {
    pub(super) number: u32,
    traits: Traits,
    /// One for each tier.
    spools: Vec<Spool>,
}

impl Volume {
    /// An empty one of so many tiers, which leave files with this name beside a table.
    pub(super) fn new(store: &Store, (name, tiers): (&str, u32)) -> Self {
        let spool = |tier| {
            let mut beside = store.path.as_os_str().to_owned();
            beside.push(format!(".{name}{tier}.unfinished"));
            Spool::new(store.disk.clone(), PathBuf::from(beside))
        };
        Self { number: 0, traits: Traits::default(), spools: (0..tiers).map(spool).collect() }
    }

    /// Adds a position of a tier of this volume.
    pub(super) fn put(&mut self, tier: u32, key: u128, code: Code) -> io::Result<()> {
        self.traits.add(key, code);
        let tiers = self.spools.len() as u32;
        self.spools[(tier % tiers) as usize].put(key, code)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.traits.positions() == 0
    }

    fn read(&mut self) -> io::Result<Merged> {
        let readers = self.spools.iter_mut().map(Spool::read).collect::<io::Result<Vec<_>>>()?;
        Ok(Merged { readers, block: Vec::with_capacity(PLAIN_BLOCK) })
    }

    /// Forgets all positions.
    pub(super) fn empty(&mut self) -> io::Result<()> {
        self.traits = Traits::default();
        self.spools.iter_mut().try_for_each(Spool::empty)
    }
}

/// The positions of all tiers of a volume, in the order of their keys.
#[derive(Debug)]
struct Merged {
    readers: Vec<Spooled>,
    block: Vec<(u128, Code)>,
}

impl Merged {
    /// Reads the next block of at most so many positions into `block`; `false` at the end.
    fn next_block(&mut self, most: usize) -> io::Result<bool> {
        self.block.clear();
        while self.block.len() < most {
            let heads = self.readers.iter().enumerate();
            let least = heads.filter_map(|(i, reader)| Some((reader.next?.0, i))).min();
            let Some((_, from)) = least else { break };
            self.block.extend(self.readers[from].next);
            self.readers[from].go_on()?;
        }
        Ok(!self.block.is_empty())
    }
}

/// A volume on its way into the file, block by block: once to make a model, once to write.
#[derive(Debug)]
pub(super) struct Packing {
    volume: Volume,
    positions: Merged,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Count {
        contexts: Contexts,
        counts: Counts,
        blocks: u64,
        sample: Vec<Vec<(u128, Code)>>,
    },
    /// With a model, or deflated.
    Write(Option<Model>),
}

/// What a step of [`Packing`] comes to.
#[derive(Debug)]
pub(super) enum Packed {
    /// Nothing to write yet.
    Nothing,
    /// A block that begins with this key.
    Block { first: u128, bytes: Vec<u8> },
    /// All is written.
    End,
}

/// In volumes of more blocks only some are counted for the model.
const MOST_COUNTED: u64 = 1 << 12;
/// About so many are written in both ways, to see which takes fewer bytes.
const SAMPLED: u64 = 32;

impl Packing {
    pub(super) fn begin(mut volume: Volume) -> io::Result<Self> {
        let contexts = Contexts::of(&volume.traits);
        let counts = Counts::of(&contexts);
        let positions = volume.read()?;
        let stage = Stage::Count { contexts, counts, blocks: 0, sample: Vec::new() };
        Ok(Self { volume, positions, stage })
    }

    pub(super) const fn number(&self) -> u32 {
        self.volume.number
    }

    /// Goes on by a block.
    pub(super) fn step(&mut self) -> io::Result<Packed> {
        let Self { volume, positions, stage } = self;
        let most = if matches!(stage, Stage::Write(Some(_))) { BLOCK } else { PLAIN_BLOCK };
        let is_there = positions.next_block(most)?;
        match stage {
            Stage::Count { contexts, counts, blocks, sample } if is_there => {
                let all = volume.traits.positions() / PLAIN_BLOCK as u64;
                if blocks.is_multiple_of(all / MOST_COUNTED + 1) {
                    count(&positions.block, contexts, counts);
                }
                if blocks.is_multiple_of(all / SAMPLED + 1) {
                    sample.push(positions.block.clone());
                }
                *blocks += 1;
                Ok(Packed::Nothing)
            }
            Stage::Count { contexts, counts, sample, .. } => {
                let model = Model::new(contexts.clone(), counts);
                let is_worth_it = is_worth_it(&model, sample, volume.traits.positions())?;
                *stage = Stage::Write(is_worth_it.then_some(model));
                *positions = volume.read()?;
                Ok(Packed::Nothing)
            }
            Stage::Write(model) if is_there => {
                let first = positions.block[0].0;
                let bytes = match model {
                    Some(model) => encode(&positions.block, model),
                    None => plain::encode(&positions.block),
                };
                Ok(Packed::Block { first, bytes })
            }
            Stage::Write(_) => Ok(Packed::End),
        }
    }

    /// Returns the model as bytes, none if there is none, and the volume, emptied for other positions.
    pub(super) fn end(mut self) -> io::Result<(Vec<u8>, Volume)> {
        let Stage::Write(model) = self.stage else { unreachable!("all is written") };
        self.volume.empty()?;
        Ok((model.map_or_else(Vec::new, |model| model.write()), self.volume))
    }
}

/// Whether a model and what is coded with it take fewer bytes than deflated blocks, as far as some of
/// the positions tell.
fn is_worth_it(model: &Model, sample: &[Vec<(u128, Code)>], positions: u64) -> io::Result<bool> {
    let (mut coded, mut deflated, mut sampled) = (0, 0, 0);
    for records in sample {
        sampled += records.len() as u64;
        deflated += (SUM + plain::encode(records).len()) as u64;
        let blocks = records.chunks(BLOCK);
        coded += blocks.map(|records| (SUM + encode(records, model).len()) as u64).sum::<u64>();
    }
    let fixed = blocks::pack(&model.write(), LEVEL)?.len() as u64;
    let of_all =
        |bytes: u64| u128::from(bytes) * u128::from(positions) / u128::from(sampled.max(1));
    Ok(u128::from(fixed) + of_all(coded) < of_all(deflated))
}

#[cfg(test)]
mod tests {
    use games_core::{Rng, seeded};

    use super::*;

    /// Whether a model is worth it for keys of which each is so far from the one before, with codes.
    fn is_modelled(mut next: impl FnMut(u64) -> (u64, Code)) -> bool {
        let mut key = 0;
        let records: Vec<_> = (0..20 * PLAIN_BLOCK as u64)
            .map(|i| {
                let (step, code) = next(i);
                key += u128::from(step);
                (key, code)
            })
            .collect();
        let mut traits = Traits::default();
        records.iter().for_each(|&(key, code)| traits.add(key, code));
        let contexts = Contexts::of(&traits);
        let mut counts = Counts::of(&contexts);
        let sample: Vec<_> = records.chunks(PLAIN_BLOCK).map(<[_]>::to_vec).collect();
        sample.iter().for_each(|records| count(records, &contexts, &mut counts));
        is_worth_it(&Model::new(contexts, &counts), &sample, records.len() as u64).unwrap()
    }

    #[test]
    fn what_repeats_is_deflated_and_what_is_drawn_by_lot_has_a_model() {
        let mut rng = seeded(1);
        assert!(is_modelled(|_| (1 + u64::from(rng.below(4)), rng.below(5) as Code)));
        let steps: Vec<_> = (0..61).map(|_| 1 + u64::from(rng.below(1000))).collect();
        assert!(!is_modelled(|i| (steps[i as usize % 61], steps[i as usize % 61] as Code)));
    }
}
