//! Asking for the values of the children of a tier.

use games_core::{Status, solvable::Key};

use super::{
    Work,
    keys::KeySource,
    questions::QuestionSink,
    sizes::{MOST_FILES, Sizes},
    state::{Asked, Share, Stage},
    stream::Sink,
    values::AnswerSink,
};
use crate::{
    bundle::BUNDLE,
    code::finished,
    phase::{Layer, Phase, Stop},
};

/// Packed positions are to take so many quarters of a byte each.
const MOST_QUARTERS: u64 = 23;

impl<K: Key> Work<'_, K> {
    /// Writes who asks for whom, from a block of the tier's keys on, until that is enough to be
    /// answered.
    pub(super) fn ask(&mut self, tier: u32, blocks: u64) -> Result<(), Stop> {
        let goes_on = blocks > 0 && self.sizes.memory >= self.state.memory;
        let blocks = if goes_on { blocks } else { 0 };
        if !goes_on {
            self.divide(tier)?;
        }
        let (mut sinks, mut ended) = self.question_sinks()?;
        let bounds: Vec<_> =
            self.state.shares.iter().map(|share| (share.tier, K::from_u128(share.first))).collect();
        let keys = self.files(tier).keys.clone();
        let mut source = KeySource::<K>::open(&self.folder, &keys)?;
        let mut rank = source.skip(blocks)?;
        let mut blocks = blocks;
        // Where those that were decided end, unless these are all of a tier.
        let from = self.state.asked.until.unwrap_or(0);
        self.state.asked = Asked { from, until: None };
        let most = self.most_asked();
        while source.next_block()? {
            for keys in source.keys.chunks(BUNDLE) {
                self.bundle.keys.clear();
                self.bundle.keys.extend_from_slice(keys);
                self.bundle.ask_children(self.space);
                self.bundle.ask_list_tiers(self.space);
                let mut tiers = self.bundle.tiers.iter();
                for family in self.bundle.families() {
                    if let Status::Over(outcome) = family.status {
                        ended.put(rank, finished(outcome, family.side))?;
                    }
                    for (&child, &tier) in family.list.iter().zip(tiers.by_ref()) {
                        let after = bounds.partition_point(|&bound| bound <= (tier, child));
                        let sink = after.checked_sub(1).and_then(|share| sinks.get_mut(share));
                        let lost = || source.damaged("a child of its positions was not found");
                        sink.ok_or_else(lost)?.put(rank, child)?;
                    }
                    rank += 1;
                }
            }
            blocks += 1;
            self.watch.memory = self.question_bytes(sinks.len());
            let is_last = self.watch.tell(Phase::Sweep { tier, layer: Layer::FIRST });
            if is_last || self.folder.is_due() {
                self.keep_questions(&mut sinks, &mut ended)?;
                self.state.stage = Stage::Ask { tier, blocks };
                self.save()?;
            }
            if is_last {
                return Err(Stop::Interrupted);
            }
            if sinks.iter().map(QuestionSink::bytes).sum::<u64>() >= most {
                self.state.asked.until = Some(blocks);
                break;
            }
        }
        self.keep_questions(&mut sinks, &mut ended)?;
        self.next_stage(Stage::Answer { tier, shares: 0, blocks: 0 })
    }

    /// Divides the positions of the tiers that a tier's moves lead to into shares.
    fn divide(&mut self, tier: u32) -> Result<(), Stop> {
        self.state.shares.clear();
        self.state.ended = None;
        self.state.memory = self.sizes.memory;
        let into = self.files(tier).into.clone();
        for child_tier in into {
            let keys = self.files(child_tier).keys.clone();
            let mut source = KeySource::<K>::open(&self.folder, &keys)?;
            let (mut number, mut last) = (0, 0);
            let from = self.state.shares.len();
            while source.next_block()? {
                self.watch.check()?;
                let (positions, shares) = (source.keys.len() as u64, &mut self.state.shares);
                let has_room = shares.len() > from
                    && shares.last().is_some_and(|s| s.positions + positions <= self.sizes.share);
                if !has_room {
                    let share = Share {
                        tier: child_tier,
                        first: source.keys[0].to_u128(),
                        width: 0,
                        from_block: number,
                        blocks: 0,
                        positions: 0,
                        questions: None,
                        answers: None,
                    };
                    shares.push(share);
                }
                let share = shares.last_mut().expect("there is one");
                last = source.keys[source.keys.len() - 1].to_u128();
                share.blocks += 1;
                share.positions += positions;
                share.width = bytes_of(last - share.first);
                number += 1;
            }
            debug_assert!(last > 0 || number <= 1);
        }
        // In memory no file is open.
        if self.folder.shelf().is_none() && self.state.shares.len() > MOST_FILES {
            let limit = self.sizes.memory;
            return Err(Stop::Memory { limit, found: self.watch.found });
        }
        Ok(())
    }

    /// Opens the files of all shares, and the one for finished games.
    fn question_sinks(&mut self) -> Result<(Vec<QuestionSink>, AnswerSink), Stop> {
        let Self { state, folder, sizes, .. } = self;
        let mut sinks = Vec::new();
        for share in &state.shares {
            let sink = match &share.questions {
                Some(piece) => Sink::go_on(folder, piece)?,
                None => Sink::begin(folder, "questions")?,
            };
            sinks.push(QuestionSink::new(sink, sizes.small_block, (share.first, share.width)));
        }
        let ended = match &state.ended {
            Some(piece) => Sink::go_on(folder, piece)?,
            None => Sink::begin(folder, "ended")?,
        };
        Ok((sinks, AnswerSink::new(ended, sizes.small_block)))
    }

    /// Bytes of questions that are asked before they are answered: what packed positions leave of so
    /// many bytes each that they are to take, less what answers take before their questions go; any
    /// number on disk.
    fn most_asked(&self) -> u64 {
        let Some(shelf) = self.folder.shelf() else { return u64::MAX };
        let all = self.watch.found * MOST_QUARTERS / 4;
        let room = all.saturating_sub(shelf.bytes() + self.sizes.memory) / 3 * 2;
        // Where the solver checks itself, it asks small tiers in several parts, too.
        room.max(if cfg!(debug_assertions) { self.watch.found } else { self.sizes.memory })
    }

    fn keep_questions(
        &mut self,
        sinks: &mut [QuestionSink],
        ended: &mut AnswerSink,
    ) -> Result<(), Stop> {
        for (share, sink) in self.state.shares.iter_mut().zip(sinks) {
            share.questions = Some(sink.end_block()?.piece());
        }
        self.state.ended = Some(ended.end_block()?);
        Ok(())
    }

    /// The bytes of the blocks of so many shares on their way.
    const fn question_bytes(&self, shares: usize) -> u64 {
        (shares * Sizes::question_bytes::<K>(self.sizes.small_block)) as u64
    }
}

/// How many bytes a number takes.
const fn bytes_of(number: u128) -> usize {
    (u128::BITS - number.leading_zeros()).div_ceil(8) as usize
}
