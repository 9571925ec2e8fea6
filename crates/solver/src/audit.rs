//! A second look at a table of solved positions: every one of them again, by the plain rules.
//!
//! Nothing of how the positions were solved is used here, neither the children that a space tells
//! nor its parents: a game makes positions of keys and plays its moves. Values that agree with
//! those of their children everywhere are right: whichever wrong one stood the fewest moves before
//! the end, by the table or in truth, would disagree with its children.

mod fault;
mod keys;
mod loaded;

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use games_core::{
    Outcome, Rng, Side, Status, seeded,
    solvable::{AnySpace, NotSolvable},
};

use self::loaded::Loaded;
use crate::{
    code::{Solved, SolvedValue},
    database::Database,
    known::Child,
};

pub use fault::{AuditError, Fault};

/// A position and what follows it, by the plain rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Family {
    /// The side to move.
    pub to_move: Side,
    /// Whether the game is over.
    pub status: Status,
    /// The position after each legal move.
    pub children: Vec<Child>,
}

/// A game that can be asked by keys, and answers by its plain rules.
pub trait PlainRules {
    /// Returns a position and what follows it; `None` for a number that is no position's key.
    fn family(&self, key: u128) -> Option<Family>;

    /// Returns the text of a position that [`family`](Self::family) knows.
    fn text(&self, key: u128) -> String;
}

/// How far an audit has come: all of what it has compared was right.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Audited {
    /// Positions that were worked out again, symmetric ones once.
    pub positions: u64,
    /// The positions after their moves that were looked up for it.
    pub children: u64,
}

/// Works every position of a table out again from the positions after its moves, in random order,
/// after the file was found sound: see [`Database::verify`]. All that a move leads to has to be in
/// the table, every position but the start has to be what a move leads to, and the counts have to
/// be those of the header.
///
/// The positions are held in memory, packed, in at most so many bytes. `observer` is called every few
/// thousand positions.
///
/// # Errors
///
/// The first [`Fault`], or why not all positions were compared.
pub fn audit(
    table: &Database,
    (space, rules): (&AnySpace, &dyn PlainRules),
    memory: u64,
    observer: &mut dyn FnMut(&Audited),
    stop: &AtomicBool,
) -> Result<Audited, AuditError> {
    // Keys of old tables may be narrower.
    if table.key_bytes() > space.key_bytes() {
        return Err(NotSolvable::new("its keys are not those of this game").into());
    }
    let loaded = Loaded::read(table, memory, stop)?;
    let mut audit = Audit {
        table,
        space,
        rules,
        is_child: vec![0; loaded.len().div_ceil(64)],
        loaded,
        counts: [0; 4],
        done: Audited::default(),
    };
    let mut order = Order::new(audit.loaded.len());
    while let Some(some) = order.next_block() {
        if stop.load(Relaxed) {
            return Err(AuditError::Interrupted(audit.done));
        }
        for at in some {
            audit.look_at(at)?;
        }
        observer(&audit.done);
    }
    audit.conclude()?;
    Ok(audit.done)
}

struct Audit<'a> {
    table: &'a Database,
    space: &'a AnySpace,
    rules: &'a dyn PlainRules,
    loaded: Loaded,
    /// One bit for each position: whether a move leads to it.
    is_child: Vec<u64>,
    /// Positions by value, in the order of [`SolvedValue::ALL`].
    counts: [u64; 4],
    done: Audited,
}

impl Audit<'_> {
    fn volume(&self, key: u128) -> u32 {
        self.table.volume(self.space.tier(key))
    }

    fn look_at(&mut self, at: usize) -> Result<(), Fault> {
        let ((volume, key), found) = (self.loaded.get(at), self.loaded.value(at));
        let family = self.rules.family(key).ok_or(Fault::NoPosition { key })?;
        if self.volume(key) != volume {
            return Err(Fault::NoPosition { key });
        }
        let mut values = Vec::with_capacity(family.children.len());
        for child in &family.children {
            let Some(place) = self.loaded.find(self.volume(child.key), child.key) else {
                return Err(Fault::Missing { position: self.rules.text(key) });
            };
            self.is_child[place / 64] |= 1 << (place % 64);
            values.push((self.loaded.value(place), child.is_turned));
        }
        let expected = match family.status {
            Status::Over(outcome) => finished(outcome, family.to_move),
            Status::Ongoing => best_of(&values),
        };
        if found != expected {
            let position = self.rules.text(key);
            return Err(Fault::Value { position, found, expected });
        }
        let value = SolvedValue::ALL.iter().position(|&value| value == found.value);
        self.counts[value.expect("one of all")] += u64::from(self.space.orbit(key));
        self.done.positions += 1;
        self.done.children += family.children.len() as u64;
        Ok(())
    }

    /// Compares what only all positions together tell.
    fn conclude(&self) -> Result<(), Fault> {
        let table = self.table;
        let start = self.space.shape().start;
        let start = self.loaded.find(self.volume(start), start).ok_or(Fault::NoStart)?;
        // Without them from the start, all positions of the board are in the table.
        if !table.identity().whole {
            let is_reached =
                |&at: &usize| at == start || self.is_child[at / 64] >> (at % 64) & 1 == 1;
            if let Some(at) = (0..self.loaded.len()).find(|at| !is_reached(at)) {
                return Err(Fault::Unreached { position: self.rules.text(self.loaded.get(at).1) });
            }
        }
        let told = SolvedValue::ALL.map(|value| table.count(value));
        if told != self.counts {
            return Err(Fault::Counts { told, found: self.counts });
        }
        Ok(())
    }
}

/// What a finished game is worth.
fn finished(outcome: Outcome, to_move: Side) -> Solved {
    let value = match outcome {
        Outcome::Draw => SolvedValue::Tie,
        Outcome::Win(side) if side == to_move => SolvedValue::Win,
        Outcome::Win(_) => SolvedValue::Lose,
    };
    Solved { value, remoteness: Some(0) }
}

/// What a position is worth, given what its moves lead to and whether it is the other side's turn
/// then: the quickest win, or else the quickest tie, or else a draw, or else the slowest loss.
fn best_of(children: &[(Solved, bool)]) -> Solved {
    let (mut win, mut tie, mut has_draw, mut lose) = (None, None, false, None);
    for &(child, is_turned) in children {
        let seen = if is_turned { child.value.turned() } else { child.value };
        let after = child.remoteness.map_or(0, |n| n + 1);
        match seen {
            SolvedValue::Win => win = Some(win.map_or(after, |n: u32| n.min(after))),
            SolvedValue::Tie => tie = Some(tie.map_or(after, |n: u32| n.min(after))),
            SolvedValue::Draw => has_draw = true,
            SolvedValue::Lose => lose = Some(lose.map_or(after, |n: u32| n.max(after))),
        }
    }
    match (win, tie) {
        (Some(n), _) => Solved { value: SolvedValue::Win, remoteness: Some(n) },
        (None, Some(n)) => Solved { value: SolvedValue::Tie, remoteness: Some(n) },
        (None, None) if has_draw => Solved { value: SolvedValue::Draw, remoteness: None },
        (None, None) => Solved { value: SolvedValue::Lose, remoteness: lose },
    }
}

/// All numbers below a bound, in an order that is as good as random: blocks of them, shuffled, and
/// shuffled in themselves. It is the same each time, and takes little memory.
struct Order {
    blocks: Vec<u32>,
    bound: usize,
    rng: Box<dyn Rng>,
}

/// Numbers in a block.
const BLOCK: usize = 4096;

impl Order {
    fn new(bound: usize) -> Self {
        let mut rng = Box::new(seeded(0));
        let mut blocks: Vec<_> = (0..bound.div_ceil(BLOCK) as u32).collect();
        shuffle(&mut blocks, &mut *rng);
        Self { blocks, bound, rng }
    }

    fn next_block(&mut self) -> Option<Vec<usize>> {
        let begin = self.blocks.pop()? as usize * BLOCK;
        let mut block: Vec<_> = (begin..self.bound.min(begin + BLOCK)).collect();
        shuffle(&mut block, &mut *self.rng);
        Some(block)
    }
}

/// R. Fisher and F. Yates, as R. Durstenfeld wrote it ("Algorithm 235: random permutation", 1964).
fn shuffle<T>(items: &mut [T], rng: &mut dyn Rng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests;
