//! The solver's core: a shard of the positions, and what it does with messages.
//!
//! A shard owns some of the positions (those whose key says so) and works in steps: it takes the
//! messages of the step before, works on a slice of its positions, and sends messages. All shards
//! go through the same phases. Each tells all others how it stands at the end of every step, and
//! each draws the same conclusions from that in the next: no shard leads. A phase ends with a step
//! in which nobody had work or messages on the way.
//!
//! Messages to itself a shard delivers at once, so that a shard alone never waits. One that all
//! others wait for ends its step before its slice is done.

mod collect;
mod discover;
mod driven;
mod layers;
mod phases;
mod rest;
mod save;
mod summary;
mod sweep;

use core::hash::{BuildHasher, Hasher};
use std::{collections::VecDeque, hash::RandomState, sync::Arc};

use games_core::{
    Status,
    solvable::{ErasedSpace, Key, Lists, Shape},
};
use litemap::LiteMap;

use self::{collect::Collecting, save::Halt, sweep::Ask};
use crate::{
    bundle::Bundle,
    code::{ABSENT, Code, FRESH, Solved},
    database::Writer,
    driving::Turn,
    files::Files,
    message::{Alarm, Batch, NONE, PacketOf, Saved, ShardStatus},
    part::Part,
    phase::{Phase, Stop},
    slots::SlotSet,
    spread::{self, Spread},
    tier::{Place, Spot, Tier},
};

pub(crate) use driven::Width;
pub use summary::Summary;

pub(crate) use summary::{Tally, digest_of};

/// What a shard may use and has to do.
#[derive(Debug)]
pub(crate) struct Orders {
    /// The most bytes of this shard's tables.
    pub(crate) memory: u64,
    /// How often a message is in memory: twice where it goes to another process.
    pub(crate) copies: u64,
    /// About how many positions are worked on in a step. Larger slices mean fewer and larger
    /// messages.
    pub(crate) slice: usize,
    /// The same in a dense space.
    pub(crate) dense_slice: usize,
    /// The same once the tables are large, where many keys at a time can be sorted.
    pub(crate) large_slice: usize,
    /// Whether all positions of a dense space are solved, reached from the start or not.
    pub(crate) whole: bool,
    /// Where checkpoints go.
    pub(crate) files: Option<Files>,
    /// Whether positions are sorted into a file at the end.
    pub(crate) collect: bool,
}

/// A part of the positions of a space, and the work on them.
#[derive(Debug)]
pub(crate) struct ShardOf<K> {
    space: Arc<dyn ErasedSpace<K>>,
    shape: Shape<K>,
    place: Place,
    orders: Orders,
    tiers: Vec<Tier<K>>,
    phase: Phase,
    /// Part and slot from which the work of this phase goes on.
    cursor: (usize, usize),
    /// Messages to each shard.
    out: Vec<Batch<K>>,
    /// The questions of this step.
    asking: Option<Ask>,
    /// Those of the two steps before: the older ones are answered now.
    asks: VecDeque<Option<Ask>>,
    /// After going on in the middle of a pass or a layer, for each part the positions that it has
    /// not come to; empty otherwise.
    rest: Vec<SlotSet>,
    /// Positions with a child in another tier, by the child's remoteness and outcome.
    events: LiteMap<u32, [Vec<Spot>; 3]>,
    /// Whether some of them happen in this layer and have not yet.
    has_events: bool,
    /// Whether all positions of this layer have told their parents.
    has_told_all: bool,
    /// How many positions were decided when this layer began.
    decided_before: u64,
    /// The least remoteness that a pass put off, for won and lost and for tied positions.
    put_off: [u32; 2],
    /// Whether the tier that is worked on has finished games without a winner, where they matter.
    has_ties: bool,
    decided: u64,
    status: ShardStatus,
    /// The status of all shards together, one step ago.
    global: ShardStatus,
    /// Bytes of the messages that came in this step.
    received: u64,
    halt: Option<Halt>,
    /// A number of this run, in shard 0.
    run: u64,
    /// The run whose checkpoint the work has gone on from.
    from: u64,
    /// Whether the checkpoints that are there were looked at.
    has_checked: bool,
    /// Whether there was any work since the shard began or went on.
    has_worked: bool,
    collecting: Option<Collecting<K>>,
    /// What stores the positions, in shard 0.
    writer: Option<Writer>,
    watched: Vec<K>,
    summary: Summary,
    failure: Option<String>,
    bundle: Bundle<K>,
    key_order: Spread<K>,
    ask_order: Spread<(K, u32)>,
}

impl<K: Key> ShardOf<K> {
    /// Shard number `index` of `count`. The summary tells the values of the start and its children.
    ///
    /// # Errors
    ///
    /// [`Stop::TooLarge`], before anything of its size is allocated.
    pub(crate) fn new(
        space: Arc<dyn ErasedSpace<K>>,
        (index, count): (usize, usize),
        orders: Orders,
    ) -> Result<Self, Stop> {
        let shape = space.shape();
        let place = Place::new((index, count), shape.is_dense, space.together_in(count));
        let mut tiers = Vec::new();
        if shape.is_dense {
            let bound = shape.bound;
            // In wide numbers: a bound may be far beyond any memory.
            let slots = place.slots(usize::try_from(bound).unwrap_or(usize::MAX / 64));
            let bytes = Tier::<K>::dense_bytes(slots);
            if bytes > orders.memory {
                let count = count as u64;
                let (bytes, limit) = (bytes * count, orders.memory.saturating_mul(count));
                return Err(Stop::TooLarge { bound, bytes, limit });
            }
            tiers.push(Tier::dense(slots));
        }
        let phase = match orders.files {
            Some(_) => Phase::Resume,
            None => Phase::Discover { tier: space.tier_of(shape.start) },
        };
        let watched = start_and_children(&*space);
        let mut shard = Self {
            space,
            shape,
            place,
            orders,
            tiers,
            phase,
            cursor: (0, 0),
            out: (0..count).map(|_| Batch::default()).collect(),
            asking: None,
            asks: VecDeque::new(),
            rest: Vec::new(),
            events: LiteMap::new(),
            has_events: false,
            has_told_all: false,
            decided_before: 0,
            put_off: [NONE; 2],
            has_ties: false,
            decided: 0,
            status: ShardStatus::START,
            global: ShardStatus::START,
            received: 0,
            halt: None,
            run: if index == 0 { new_run() } else { 0 },
            from: 0,
            has_checked: false,
            has_worked: false,
            collecting: None,
            writer: None,
            watched,
            summary: Summary::default(),
            failure: None,
            bundle: Bundle::default(),
            key_order: Spread::default(),
            ask_order: Spread::default(),
        };
        if phase != Phase::Resume {
            shard.begin();
        }
        Ok(shard)
    }

    /// Puts the first position there.
    fn begin(&mut self) {
        let start = self.shape.start;
        self.phase = Phase::Discover { tier: self.space.tier_of(start) };
        if self.orders.whole {
            self.tiers[0].fresh = self.tiers[0].parts[0].slots() as u64;
        } else if self.place.owner(start) == self.place.index {
            self.add(&[start]);
        }
    }

    /// Takes the positions in ascending order in the end, for shard 0.
    pub(crate) fn set_writer(&mut self, writer: Writer) {
        self.writer = Some(writer);
    }

    /// Does a step, given what the other shards sent in the step before; `None` if this shard and
    /// all others are done, or have given up.
    fn take_step(
        &mut self,
        inbox: Vec<PacketOf<K>>,
        turn: &mut Turn<'_>,
    ) -> Option<Vec<PacketOf<K>>> {
        let others = inbox.iter().map(|packet| &packet.status);
        self.global = others.fold(self.status, ShardStatus::and);
        self.received = inbox.iter().map(|packet| packet.batch.bytes()).sum();
        for packet in inbox {
            self.take(packet.from, packet.batch);
        }
        self.close_asks();
        if !self.has_checked {
            self.check_files(turn.stop);
        }
        if self.advance(turn.stop) {
            return None;
        }
        if self.may_produce() {
            self.produce(turn);
            self.has_worked |= self.phase != Phase::Resume;
        }
        let own = core::mem::take(&mut self.out[self.place.index]);
        let own = self.take_own(own);
        self.out[self.place.index] = own;
        Some(self.packets())
    }

    /// Works on a slice, and on less of it once others wait, or somebody wants an end.
    fn produce(&mut self, turn: &mut Turn<'_>) {
        match self.phase {
            Phase::Discover { tier } => self.discover(tier, turn),
            Phase::Sweep { tier, .. } => self.sweep(tier, turn),
            Phase::Cross { tier, .. } => self.cross(tier, turn),
            Phase::Layers { tier, layer } => self.tell(tier, layer, turn),
            Phase::Collect { tier } => self.collect(tier),
            Phase::Resume | Phase::Report | Phase::End => {}
        }
    }

    /// Takes what another shard sent.
    fn take(&mut self, from: usize, mut batch: Batch<K>) {
        self.add(&batch.found);
        if !batch.answers.is_empty() {
            self.take_answers(from, &batch.answers);
        }
        if !batch.asked.is_empty() {
            self.answer(from, &batch.asked);
        }
        self.hear_all(&batch.told);
        if self.shape.is_dense {
            self.add_slots(&batch.found_slots);
            self.hear_slots(&batch.told_slots);
        }
        self.take_records(from, core::mem::take(&mut batch.records));
        if !batch.report.is_empty() {
            self.take_report(&batch.report);
        }
    }

    /// Takes what this shard told itself, and gives the empty lists back to be filled again.
    fn take_own(&mut self, mut batch: Batch<K>) -> Batch<K> {
        self.add(&batch.found);
        batch.found.clear();
        self.hear_all(&batch.told);
        batch.told.iter_mut().for_each(Vec::clear);
        self.take_records(self.place.index, core::mem::take(&mut batch.records));
        batch
    }

    /// Sets the status and packs the messages.
    fn packets(&mut self) -> Vec<PacketOf<K>> {
        let own = self.place.index;
        let sends = self.out.iter().enumerate().any(|(to, batch)| to != own && !batch.is_empty());
        if self.place.count > 1 {
            let asking = self.asking.take();
            self.asks.push_back(asking);
        }
        self.status = self.status_now(sends);
        let (from, status) = (own, self.status);
        let others = self.out.iter_mut().enumerate().filter(|(to, _)| *to != own);
        others.map(|(_, batch)| PacketOf { from, status, batch: core::mem::take(batch) }).collect()
    }

    fn status_now(&self, sends: bool) -> ShardStatus {
        let fresh_tier = self.tiers.iter().position(|tier| tier.fresh > 0);
        let below = match self.phase {
            Phase::Sweep { tier, .. } | Phase::Cross { tier, .. } | Phase::Layers { tier, .. } => {
                (tier as usize).min(self.tiers.len())
            }
            _ => self.tiers.len(),
        };
        let tier_below = self.tiers[..below].iter().rposition(|tier| tier.found > 0);
        let (next, next_tie) = self.next_layers();
        ShardStatus {
            found: self.tiers.iter().map(|tier| tier.found).sum(),
            decided: self.decided,
            bytes: self.bytes_now(),
            work: self.has_work(),
            traffic: sends || self.asks.iter().any(Option::is_some),
            fresh_tier: fresh_tier.map_or(NONE, |tier| tier as u32),
            tier_below: tier_below.map_or(0, |tier| tier as u32 + 1),
            next,
            next_tie,
            alarm: self.status.alarm,
            save: self.status.save,
            saved: if self.has_saved() { Saved::Written } else { Saved::NotYet },
            epoch: self.orders.files.as_ref().map_or(0, Files::latest),
            run: self.run,
            from: self.from,
        }
    }

    fn has_work(&self) -> bool {
        match self.phase {
            Phase::Discover { tier } => {
                self.tiers.get(tier as usize).is_some_and(|tier| tier.fresh > 0)
            }
            Phase::Sweep { tier, .. } | Phase::Cross { tier, .. } => {
                self.tiers.get(tier as usize).is_some_and(|tier| self.cursor.0 < tier.parts.len())
            }
            Phase::Layers { .. } => self.has_events || !self.has_told_all,
            Phase::Collect { .. } => self.is_collecting(),
            Phase::Resume | Phase::Report | Phase::End => false,
        }
    }

    /// The bytes that the tables take, what large tables need beside them, and the messages.
    fn bytes_now(&self) -> u64 {
        self.bytes_kept() + self.bytes_on_the_way()
    }

    /// The messages that came, those that go out, and what is known of questions. A message to
    /// another process is there twice, once as it goes over the connection.
    fn bytes_on_the_way(&self) -> u64 {
        let others = self.out.iter().enumerate().filter(|(to, _)| *to != self.place.index);
        let sent: u64 = others.map(|(_, batch)| batch.bytes()).sum();
        let asks = self.asks.iter().chain([&self.asking]).flatten().map(Ask::bytes).sum::<u64>();
        (sent + self.received) * self.orders.copies + asks
    }

    fn bytes_kept(&self) -> u64 {
        let tables = self.tiers.iter().map(Tier::bytes).sum();
        if !spread::is_worth_it(tables) {
            return tables;
        }
        let orders = self.key_order.bytes() + self.ask_order.bytes();
        tables + (orders + self.out[self.place.index].key_bytes()) as u64
    }

    /// How many positions to work on in a step, and how many keys to send at the most: few, unless
    /// the tables are so large that it pays to sort those keys.
    fn budget(&self) -> (usize, usize) {
        let most_sent = self.most_sent();
        if self.shape.is_dense {
            return (self.orders.dense_slice, most_sent);
        }
        if !spread::is_worth_it(self.status.bytes) {
            return (self.orders.slice, most_sent);
        }
        let found = self.tiers.iter().map(|tier| tier.found).sum();
        (self.orders.large_slice, spread::items_for(found, K::BYTES).min(most_sent))
    }

    /// How many keys to send in a step at the most, so that messages take no more than they may.
    fn most_sent(&self) -> usize {
        if self.place.count == 1 {
            return usize::MAX;
        }
        // A key is there as a question with who asks, in three steps, and sorted, and as an answer.
        let each = (K::BYTES + 4) as u64 * (2 * self.orders.copies + 4);
        usize::try_from(self.reserve() / each).unwrap_or(usize::MAX).max(LEAST_SENT)
    }

    /// The part of the memory that is for messages.
    const fn reserve(&self) -> u64 {
        if self.place.count == 1 { 0 } else { self.orders.memory / 8 }
    }

    /// The key in a slot of a part.
    #[inline]
    fn key(&self, part: &Part<K>, slot: usize) -> K {
        if self.shape.is_dense { self.place.key_at(slot) } else { part.key(slot) }
    }

    /// Makes the tables as small as they may be.
    fn fit_tables(&mut self) {
        if !self.shape.is_dense {
            self.tiers.iter_mut().flat_map(|tier| &mut tier.parts).for_each(Part::fit);
        }
    }

    /// Gives back what has grown beside the tables.
    fn drop_buffers(&mut self) {
        self.key_order = Spread::default();
        self.ask_order = Spread::default();
        self.out[self.place.index].drop_keys();
    }

    fn alarm(&mut self, alarm: Alarm) {
        self.status.alarm = self.status.alarm.max(alarm);
    }

    /// Returns what is known of a position of this shard, once it is done; `None` if it is not
    /// reached.
    fn solved(&self, key: K) -> Option<Solved> {
        let tier = self.tiers.get(self.space.tier_of(key) as usize)?;
        let code: Code = tier.code(key, &self.place)?;
        (code != ABSENT && code != FRESH).then(|| Solved::of(code))
    }
}

/// A number that no other run has, and that is neither none nor [`ShardStatus::DIFFERENT`].
fn new_run() -> u64 {
    RandomState::new().build_hasher().finish() >> 1 | 1
}

/// Returns the keys of which the summary of a solved space tells the values: the start and its
/// children, the start first.
pub(crate) fn start_and_children<K: Key>(space: &dyn ErasedSpace<K>) -> Vec<K> {
    let (start, mut children) = (space.shape().start, Lists::default());
    space.children_of(&[start], &mut children, &mut [Status::Ongoing]);
    [&[start], children.keys()].concat()
}

/// Loads what the work on each key will look at, given their tiers, so that the loads overlap.
#[inline]
fn touch<K: Key>(
    tiers: &[Tier<K>],
    keys: &[K],
    numbers: &[u32],
    load: impl Fn(&Part<K>, u64) -> u8,
) {
    let mut sum = 0_u8;
    for (key, &number) in keys.iter().zip(numbers) {
        let hash = key.hashed();
        if let Some(tier) = tiers.get(number as usize) {
            sum = sum.wrapping_add(load(&tier.parts[Tier::<K>::part_of(hash)], hash));
        }
    }
    core::hint::black_box(sum);
}

/// The same where all keys are of one tier.
fn touch_tier<K: Key>(tier: &Tier<K>, keys: &[K]) {
    let hashes = keys.iter().map(|key| key.hashed());
    let touched = hashes.map(|hash| tier.parts[Tier::<K>::part_of(hash)].touch(hash));
    core::hint::black_box(touched.fold(0_u8, u8::wrapping_add));
}

/// With fewer keys in a step the messages would cost more than the work.
const LEAST_SENT: usize = 1 << 12;
/// So many keys are touched before the first of them is looked for.
const TOUCHED: usize = 32;
/// Smaller tables stay in the processor's own memory.
const TOUCH_FROM: u64 = 1 << 20;
