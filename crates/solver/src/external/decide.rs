//! Deciding the positions of a tier by what was answered.

use games_core::{Side, solvable::Key};

use super::{
    Work,
    keys::KeySource,
    state::Stage,
    stream::Sink,
    values::{AnswerSource, put_values},
};
use crate::{
    code::{ABSENT, Code, MOST_REMOTENESS, Solved, one_move_earlier, remoteness, seen_by_first},
    phase::{Layer, Phase, Stop},
    shard::{Summary, Tally},
};

impl<K: Key> Work<'_, K> {
    /// Decides the positions of a tier that have asked, from a block of its keys on.
    pub(super) fn decide(&mut self, tier: u32, blocks: u64) -> Result<(), Stop> {
        let shares = self.state.shares.iter();
        let answers = shares.filter_map(|share| share.answers.as_ref());
        let mut answers = answers
            .map(|piece| AnswerSource::open(&self.folder, piece))
            .collect::<Result<Vec<_>, _>>()?;
        let ended = self.state.ended.as_ref();
        let mut ended = ended.map(|piece| AnswerSource::open(&self.folder, piece)).transpose()?;
        let files = self.files(tier).clone();
        let mut values = match &files.values {
            Some(piece) => Sink::go_on(&self.folder, piece)?,
            None => Sink::begin(&mut self.folder, "values")?,
        };
        let mut source = KeySource::<K>::open(&self.folder, &files.keys)?;
        let mut first = source.skip(blocks)?;
        for answers in answers.iter_mut().chain(&mut ended) {
            answers.each_below(first, |_, _| {})?;
            self.watch.check()?;
        }
        let mut blocks = blocks;
        let mut tally = Tally::new();
        let (mut best, mut sides, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        let until = self.state.asked.until;
        while until.is_none_or(|until| blocks < until) && source.next_block()? {
            let keys = &source.keys;
            let end = first + keys.len() as u64;
            best.clear();
            best.resize(keys.len(), ABSENT);
            sides.resize(keys.len(), Side::First);
            self.space.sides_of(keys, &mut sides);
            for answers in &mut answers {
                answers.each_below(end, |rank, code| {
                    let at = (rank - first) as usize;
                    let seen = one_move_earlier(seen_by_first(code, sides[at]));
                    best[at] = best[at].max(seen);
                })?;
            }
            if let Some(ended) = &mut ended {
                ended.each_below(end, |rank, code| best[(rank - first) as usize] = code)?;
            }
            if best.contains(&ABSENT) {
                return Err(source.damaged("a position of it has no value"));
            }
            if best.iter().filter_map(|&code| remoteness(code)).any(|n| n > MOST_REMOTENESS) {
                return Err(Stop::TooLong);
            }
            put_values(&mut values, &best, &mut contents)?;
            for (&key, &code) in keys.iter().zip(&best) {
                tally.add(key, code, self.space);
            }
            note_watched(&self.watched, keys, &best, &mut self.state.summary);
            self.watch.decided += keys.len() as u64;
            first = end;
            blocks += 1;
            let is_last = self.watch.tell(Phase::Sweep { tier, layer: Layer::FIRST });
            if is_last || self.folder.is_due() {
                let counted = core::mem::replace(&mut tally, Tally::new()).end(self.space);
                self.state.summary.merge(&counted);
                self.files(tier).values = Some(values.piece());
                self.state.stage = Stage::Decide { tier, blocks };
                self.save()?;
            }
            if is_last {
                return Err(Stop::Interrupted);
            }
        }
        self.state.summary.merge(&tally.end(self.space));
        self.files(tier).values = Some(values.piece());
        self.state.ended = None;
        if until.is_some() {
            for share in &mut self.state.shares {
                (share.questions, share.answers) = (None, None);
            }
            return self.next_stage(Stage::Ask { tier, blocks });
        }
        self.state.shares.clear();
        let earlier = self.state.tiers.keys().take_while(|&&other| other < tier).last();
        let stage = match earlier {
            Some(&tier) => Stage::Ask { tier, blocks: 0 },
            None => Stage::Done,
        };
        self.next_stage(stage)
    }
}

/// Keeps the values of those positions of a block that the summary tells.
fn note_watched<K: Key>(watched: &[(K, usize)], keys: &[K], codes: &[Code], summary: &mut Summary) {
    for &(key, place) in watched {
        if let Ok(at) = keys.binary_search(&key) {
            summary.watched[place] = Some(Solved::of(codes[at]));
        }
    }
}
