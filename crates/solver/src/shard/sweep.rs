//! Deciding positions by looking at their children.
//!
//! Without loops every child is in a later tier, and a look at them decides a position at once.
//! With loops, and where a space does not tell parents, the same look is repeated: a pass decides
//! exactly the positions of one remoteness, whose children are all decided or have shown a win.

use games_core::{Side, solvable::Key};

use super::{ShardOf, TOUCH_FROM, TOUCHED, touch};
use crate::{
    bundle::BUNDLE,
    code::{
        ABSENT, Code, MOST_REMOTENESS, OPEN, is_open, is_tie, is_win_or_loss, one_move_earlier,
        remoteness, seen_by_first, settled, turned,
    },
    driving::Turn,
    message::Alarm,
    part::Part,
    phase::{Layer, Phase},
    spread,
    tier::Spot,
};

/// Questions for the values of the children of some positions.
#[derive(Debug)]
pub(super) struct Ask {
    /// The positions.
    spots: Vec<Spot>,
    /// The best that a child has to offer, seen by the side to move; [`ABSENT`] so far.
    best: Vec<Code>,
    /// For each shard, in the order of the questions to it, who asks: the index of the position,
    /// doubled, plus one if the second side is to move.
    askers: Vec<Vec<u32>>,
    /// Whether each answer counts by itself, as something that happens to the position at a time.
    each: bool,
}

impl Ask {
    fn new(shards: usize, each: bool) -> Self {
        let (spots, best) = (Vec::new(), Vec::new());
        Self { spots, best, askers: vec![Vec::new(); shards], each }
    }

    pub(super) fn bytes(&self) -> u64 {
        let askers: usize = self.askers.iter().map(Vec::capacity).sum();
        let each = size_of::<Spot>() + size_of::<Code>();
        (askers * size_of::<u32>() + self.spots.capacity() * each) as u64
    }

    #[inline]
    fn absorb(&mut self, asker: u32, answer: Code) {
        let seen = if asker & 1 == 0 { answer } else { turned(answer) };
        let best = &mut self.best[asker as usize / 2];
        *best = (*best).max(one_move_earlier(seen));
    }
}

impl<K: Key> ShardOf<K> {
    /// Asks for the children of a slice of the open positions of a tier.
    pub(super) fn sweep(&mut self, tier: u32, turn: &mut Turn<'_>) {
        self.ask(tier, false, turn);
    }

    /// Asks for those children of a slice of the open positions of a tier that are in another.
    pub(super) fn cross(&mut self, tier: u32, turn: &mut Turn<'_>) {
        self.ask(tier, true, turn);
    }

    fn ask(&mut self, number: u32, each: bool, turn: &mut Turn<'_>) {
        let (slice, most_sent) = self.budget();
        let mut ask = Ask::new(self.place.count, each);
        let mut sent = 0;
        while sent < most_sent && turn.goes_on(ask.spots.len(), slice) {
            let from = ask.spots.len();
            self.gather_open(number, BUNDLE.min(slice - from), &mut ask.spots);
            if ask.spots.len() == from {
                break;
            }
            self.bundle.ask_children(&*self.space);
            sent += self.ask_for_children(number, from, &mut ask);
        }
        if ask.spots.is_empty() {
            return;
        }
        ask.best.resize(ask.spots.len(), ABSENT);
        self.ask_oneself(&mut ask);
        if ask.askers.iter().all(Vec::is_empty) {
            self.close(&ask);
        } else {
            self.asking = Some(ask);
        }
    }

    /// Takes at most so many open positions of a tier into the bundle, and adds where they lie.
    fn gather_open(&mut self, number: u32, count: usize, spots: &mut Vec<Spot>) {
        let Self { tiers, cursor, rest, bundle, .. } = self;
        bundle.keys.clear();
        let Some(tier) = tiers.get(number as usize) else { return };
        while cursor.0 < tier.parts.len() && bundle.keys.len() < count {
            let (part, slot) = *cursor;
            if slot >= tier.parts[part].slots() {
                *cursor = (part + 1, 0);
                continue;
            }
            cursor.1 += 1;
            let is_left = rest.get(part).is_none_or(|rest| rest.contains(slot));
            if is_left && is_open(tier.parts[part].code(slot)) {
                bundle.keys.push(tier.parts[part].key(slot));
                spots.push(Spot::new(part, slot));
            }
        }
    }

    /// Asks for the children of the bundle, which stands from a place on in the questions, or for
    /// those in other tiers; returns how many they are.
    fn ask_for_children(&mut self, number: u32, from: usize, ask: &mut Ask) -> usize {
        let Self { space, place, out, bundle, .. } = self;
        if ask.each {
            bundle.ask_list_tiers(&**space);
        } else {
            bundle.tiers.clear();
        }
        let (mut sent, mut tiers) = (0, bundle.tiers.iter());
        for (i, family) in (from as u32..).zip(bundle.families()) {
            let asker = i << 1 | family.side as u32;
            for &child in family.list {
                if tiers.next() != Some(&number) {
                    let shard = place.owner(child);
                    out[shard].asked.push(child);
                    ask.askers[shard].push(asker);
                    sent += 1;
                }
            }
        }
        sent
    }

    /// Answers the questions that this shard has to itself.
    fn ask_oneself(&mut self, ask: &mut Ask) {
        let own = self.place.index;
        let mut keys = core::mem::take(&mut self.out[own].asked);
        let askers = core::mem::take(&mut ask.askers[own]);
        self.look_up_all(
            keys.iter().copied().zip(askers.iter().copied()),
            |shard, asker, answer| {
                if ask.each {
                    shard.happens(ask.spots[asker as usize / 2], answer);
                } else {
                    ask.absorb(asker, answer);
                }
            },
        );
        keys.clear();
        self.out[own].asked = keys;
    }

    /// Looks up the codes of positions of this shard, each with a number that goes with it, in an
    /// order that suits the tables.
    fn look_up_all(
        &mut self,
        keys: impl ExactSizeIterator<Item = (K, u32)> + Clone,
        mut take: impl FnMut(&mut Self, u32, Code),
    ) {
        let bytes = self.status.bytes;
        let mut take_some = |shard: &mut Self, some: &[(K, u32)]| {
            let codes = shard.look_up(some);
            for (&(_, number), code) in some.iter().zip(codes) {
                take(shard, number, code);
            }
        };
        if spread::is_worth_it(bytes) {
            let mut order = core::mem::take(&mut self.ask_order);
            let keys = order.sort(keys, |(key, _)| key.hashed(), bytes);
            keys.chunks(TOUCHED).for_each(|keys| take_some(self, keys));
            self.ask_order = order;
            return;
        }
        let mut keys = keys.peekable();
        let mut some = [<(K, u32)>::default(); TOUCHED];
        while keys.peek().is_some() {
            let mut count = 0;
            for (place, pair) in some.iter_mut().zip(&mut keys) {
                *place = pair;
                count += 1;
            }
            take_some(self, &some[..count]);
        }
    }

    /// The codes of some positions of this shard, as the first side sees them.
    #[inline]
    fn look_up(&self, some: &[(K, u32)]) -> [Code; TOUCHED] {
        let mut keys = [K::default(); TOUCHED];
        keys.iter_mut().zip(some).for_each(|(place, &(key, _))| *place = key);
        let keys = &keys[..some.len()];
        let (mut numbers, mut sides) = ([0; TOUCHED], [Side::First; TOUCHED]);
        self.space.tiers_of(keys, &mut numbers);
        self.space.sides_of(keys, &mut sides);
        if self.status.bytes > TOUCH_FROM {
            touch(&self.tiers, keys, &numbers, Part::touch);
        }
        let mut codes = [ABSENT; TOUCHED];
        for (i, &key) in keys.iter().enumerate() {
            let tier = &self.tiers[numbers[i] as usize];
            let code = tier.code(key, &self.place).unwrap_or(ABSENT);
            debug_assert_ne!(code, ABSENT, "children were found before anybody asks");
            codes[i] = seen_by_first(settled(code), sides[i]);
        }
        codes
    }

    /// Answers another shard's questions.
    pub(super) fn answer(&mut self, from: usize, keys: &[K]) {
        let mut answers = core::mem::take(&mut self.out[from].answers);
        let before = answers.len();
        answers.resize(before + keys.len(), ABSENT);
        let own = &mut answers[before..];
        let numbers = 0..keys.len() as u32;
        self.look_up_all(keys.iter().copied().zip(numbers), |_, i, answer| {
            own[i as usize] = answer;
        });
        self.out[from].answers = answers;
    }

    /// Takes another shard's answers to what was asked two steps ago.
    pub(super) fn take_answers(&mut self, from: usize, answers: &[Code]) {
        let Some(Some(mut ask)) = self.asks.front_mut().map(Option::take) else { return };
        let askers = core::mem::take(&mut ask.askers[from]);
        for (&asker, &answer) in askers.iter().zip(answers) {
            if ask.each {
                self.happens(ask.spots[asker as usize / 2], answer);
            } else {
                ask.absorb(asker, answer);
            }
        }
        self.asks[0] = Some(ask);
    }

    /// Concludes what was asked two steps ago: all answers have come.
    pub(super) fn close_asks(&mut self) {
        if self.asks.len() == 2
            && let Some(Some(ask)) = self.asks.pop_front()
        {
            self.close(&ask);
        }
    }

    fn close(&mut self, ask: &Ask) {
        if ask.each {
            return;
        }
        let Phase::Sweep { tier, layer } = self.phase else { return };
        let tier = &mut self.tiers[tier as usize];
        let mut decided = 0;
        for (spot, &best) in ask.spots.iter().zip(&ask.best) {
            debug_assert_ne!(best, ABSENT, "an ongoing game has a move");
            let accepted = !self.shape.has_loops || accepts(layer, best, &mut self.put_off);
            if accepted {
                *tier.parts[spot.part()].code_mut(spot.slot()) = best;
                decided += 1;
            }
        }
        let longest = ask.best.iter().filter_map(|&code| remoteness(code)).max();
        tier.is_dirty |= decided > 0;
        self.decided += decided;
        if decided > 0 {
            // Others that were looked at before may have waited for these.
            let put_off = &mut self.put_off[usize::from(layer.ties)];
            *put_off = (*put_off).min(layer.remoteness + 1);
        }
        if longest.is_some_and(|n| n > MOST_REMOTENESS) {
            self.alarm(Alarm::TooLong);
        }
    }

    /// Notes that a child of a position has a value that it tells when its remoteness has come.
    fn happens(&mut self, spot: Spot, answer: Code) {
        let (Some(n), Phase::Cross { layer, .. }) = (remoteness(answer), self.phase) else {
            return;
        };
        let is_past = if layer.ties { is_win_or_loss(answer) } else { false };
        if is_past || (is_tie(answer) == layer.ties && n < layer.remoteness) {
            return;
        }
        self.events.entry(n).or_default()[told_by(answer)].push(spot);
    }
}

/// Where the outcome that a code stands for, as the first side sees it, is in what is told.
pub(super) const fn told_by(code: Code) -> usize {
    if is_tie(code) { 2 } else { (code < OPEN) as usize }
}

/// Returns whether a pass decides a position whose best child offers `best`, and otherwise notes
/// the remoteness at which it will be decided.
fn accepts(layer: Layer, best: Code, put_off: &mut [u32; 2]) -> bool {
    let Some(n) = remoteness(best) else { return false };
    let ties = is_tie(best);
    if ties == layer.ties && n == layer.remoteness {
        return true;
    }
    // While wins and losses are looked for, a tie is but what is left if there are no more.
    put_off[usize::from(ties)] = put_off[usize::from(ties)].min(n);
    false
}
