//! Looking up what was asked for, a share at a time.

use games_core::{Side, solvable::Key};

use super::{
    Work,
    keys::KeySource,
    questions::next_questions,
    sizes::Sizes,
    state::{Share, Stage},
    stream::{Piece, Sink, Source},
    values::{AnswerSink, next_values},
};
use crate::{
    bundle::BUNDLE,
    code::{Code, seen_by_first},
    part::Part,
    phase::{Layer, Phase, Stop},
};

/// So many keys are touched before the first of them is looked for.
const TOUCHED: usize = 32;

impl<K: Key> Work<'_, K> {
    /// Answers the questions to all shares from one on, of which some blocks were answered.
    pub(super) fn answer(&mut self, tier: u32, shares: usize, blocks: u64) -> Result<(), Stop> {
        let mut blocks = blocks;
        let mut reader = None;
        for number in shares..self.state.shares.len() {
            self.answer_share(tier, number, blocks, &mut reader)?;
            blocks = 0;
        }
        self.next_stage(Stage::Decide { tier, blocks: self.state.asked.from })
    }

    fn answer_share(
        &mut self,
        tier: u32,
        number: usize,
        blocks: u64,
        reader: &mut Option<Reader<K>>,
    ) -> Result<(), Stop> {
        let share = self.state.shares[number].clone();
        let Some(questions) = &share.questions else { return Ok(()) };
        let mut questions = Source::open(&self.folder, questions)?;
        questions.skip(blocks)?;
        let mut blocks = blocks;
        let sink = match &share.answers {
            Some(piece) => Sink::go_on(&self.folder, piece)?,
            None => Sink::begin(&mut self.folder, "answers")?,
        };
        let mut sink = AnswerSink::new(sink, self.sizes.small_block);
        let table = self.load(&share, reader)?;
        self.watch.memory = Sizes::table::<K>(share.positions);
        let (mut ranks, mut keys) = (Vec::new(), Vec::new());
        let form = (share.first, share.width);
        while next_questions(&mut questions, form, &mut ranks, &mut keys)? {
            for (ranks, keys) in ranks.chunks(TOUCHED).zip(keys.chunks(TOUCHED)) {
                touch(&table, keys);
                for (&rank, &key) in ranks.iter().zip(keys) {
                    let slot = table.find(key, key.hashed());
                    let lost = || questions.damaged("a position that is asked for was not found");
                    sink.put(rank, table.code(slot.ok_or_else(lost)?))?;
                }
            }
            blocks += 1;
            let is_last = self.watch.tell(Phase::Sweep { tier, layer: Layer::FIRST });
            if is_last || self.folder.is_due() {
                self.state.shares[number].answers = Some(sink.end_block()?);
                self.state.stage = Stage::Answer { tier, shares: number, blocks };
                self.save()?;
            }
            if is_last {
                return Err(Stop::Interrupted);
            }
        }
        let share = &mut self.state.shares[number];
        (share.questions, share.answers) = (None, Some(sink.end_block()?));
        self.next_stage(Stage::Answer { tier, shares: number + 1, blocks: 0 })
    }

    /// Loads the values of a share, as the first side sees them.
    fn load(&mut self, share: &Share, reader: &mut Option<Reader<K>>) -> Result<Part<K>, Stop> {
        let files = self.files(share.tier).clone();
        let Some(values) = &files.values else {
            let folder = self.folder.path().display();
            return Err(Stop::Foreign(format!("{folder}: the work on disk does not make sense")));
        };
        let is_next =
            |reader: &Reader<K>| (reader.tier, reader.block) == (share.tier, share.from_block);
        if !reader.as_ref().is_some_and(is_next) {
            *reader = Some(Reader::open(self, share, (&files.keys, values))?);
        }
        let reader = reader.as_mut().expect("it was opened");
        let mut table = Part::default();
        table.reserve(usize::try_from(share.positions).unwrap_or(usize::MAX));
        let mut sides = [Side::First; BUNDLE];
        for _ in 0..share.blocks {
            self.watch.check()?;
            reader.next()?;
            for (keys, codes) in reader.keys.keys.chunks(BUNDLE).zip(reader.codes.chunks(BUNDLE)) {
                self.space.sides_of(keys, &mut sides);
                for ((keys, codes), sides) in
                    keys.chunks(TOUCHED).zip(codes.chunks(TOUCHED)).zip(sides.chunks(TOUCHED))
                {
                    touch(&table, keys);
                    for ((&key, &code), &side) in keys.iter().zip(codes).zip(sides) {
                        table.insert(key, key.hashed(), seen_by_first(code, side));
                    }
                }
            }
        }
        Ok(table)
    }
}

/// Loads what the search for each key will look at, so that the loads overlap.
fn touch<K: Key>(table: &Part<K>, keys: &[K]) {
    let touched = keys.iter().map(|key| table.touch(key.hashed()));
    core::hint::black_box(touched.fold(0_u8, u8::wrapping_add));
}

/// The keys and values of a tier, block by block.
#[derive(Debug)]
pub(super) struct Reader<K> {
    tier: u32,
    /// The number of the next block.
    block: u64,
    pub(super) keys: KeySource<K>,
    values: Source,
    pub(super) codes: Vec<Code>,
}

impl<K: Key> Reader<K> {
    fn open(
        work: &Work<'_, K>,
        share: &Share,
        (keys, values): (&Piece, &Piece),
    ) -> Result<Self, Stop> {
        let mut reader = Self::begin(work, share.tier, (keys, values))?;
        reader.keys.skip(share.from_block)?;
        reader.values.skip(share.from_block)?;
        reader.block = share.from_block;
        Ok(reader)
    }

    /// Opens the files of a tier.
    pub(super) fn begin(
        work: &Work<'_, K>,
        tier: u32,
        (keys, values): (&Piece, &Piece),
    ) -> Result<Self, Stop> {
        let keys = KeySource::open(&work.folder, keys)?;
        let values = Source::open(&work.folder, values)?;
        Ok(Self { tier, block: 0, keys, values, codes: Vec::new() })
    }

    /// Reads the next block; `false` at the end.
    pub(super) fn next(&mut self) -> Result<bool, Stop> {
        let is_there = self.keys.next_block()?;
        if is_there {
            next_values(&mut self.values, self.keys.keys.len(), &mut self.codes)?;
        }
        self.block += 1;
        Ok(is_there)
    }
}
