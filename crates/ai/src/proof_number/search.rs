//! The depth-first search for one goal.
//!
//! There is no recursion: the frames of the positions on the path stand in a list, and so the path
//! may be as long as memory allows.

use games_core::Side;

use super::{
    glance::{Glance, Met},
    grounds::Grounds,
    knowledge::Knowledge,
    numbers::{Numbers, Summary, Turn},
    path::Path,
    positions::Positions,
    table::{Entry, NO_MOVE, Standing, Table},
};
use crate::meter::{Meter, Stopped};

/// A move of a position on the path, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// Its place in generation order.
    pub(super) index: u32,
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    /// Of a proof or a disproof.
    pub(super) grounds: Grounds,
    /// Positions visited below it, while its parent was on the path.
    pub(super) effort: u32,
}

/// A position on the path.
#[derive(Clone, Copy, Debug)]
struct Frame {
    turn: Turn,
    /// Where its moves begin in the list of moves.
    first: usize,
    /// The place of the move to it, among its parent's.
    place: usize,
    /// The search leaves it when its numbers get there.
    thresholds: Numbers,
    /// Positions visited when it was entered.
    began: u64,
    /// Positions visited below it earlier.
    effort: u32,
}

/// What does not change during a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Positions on the path at most.
    pub(super) max_level: u32,
    /// Bytes that the path, and retrograde analysis, may take.
    pub(super) bytes: usize,
    /// Bits of a key that the table sees.
    pub(super) key_mask: u64,
    /// Positions that the first turn of each question may visit.
    pub(super) first_turn: u64,
}

/// How a search for a goal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It has to go on.
    Open,
    Proved,
    Disproved {
        drawn: bool,
    },
    /// It cannot be decided within the bounds on the path.
    GivenUp,
}

/// A search of one position, for one goal after the other.
pub(super) struct Search<'a> {
    pub(super) positions: &'a mut dyn Positions,
    pub(super) knowledge: Knowledge,
    pub(super) meter: Meter<'a>,
    pub(super) bounds: Bounds,
    frames: Vec<Frame>,
    /// The moves of all positions on the path, one behind the other.
    children: Vec<Child>,
    pub(super) met: Met,
    /// The deepest level visited.
    pub(super) deepest: u32,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
}

impl<'a> Search<'a> {
    /// A search of the game that goes on at the only one of these positions so far.
    pub(super) fn new(
        positions: &'a mut dyn Positions,
        table: Table,
        meter: Meter<'a>,
        bounds: Bounds,
    ) -> Self {
        Self {
            positions,
            knowledge: Knowledge::new(table, bounds.key_mask),
            meter,
            bounds,
            frames: Vec::new(),
            children: Vec::new(),
            met: Met::default(),
            deepest: 0,
            looked: false,
        }
    }

    /// The side to move at the root, where the search has not begun or has ended.
    pub(super) fn mover(&self) -> Side {
        self.positions.to_move()
    }

    /// Begins at the root, with what is known of its moves.
    pub(super) fn begin(&mut self, attacker: Side, children: Vec<Child>, is_restricted: bool) {
        self.knowledge.attacker = attacker;
        self.knowledge.path = Path::new(is_restricted);
        self.knowledge.path.push(self.knowledge.key(self.positions.key()));
        self.children = children;
        self.frames.clear();
        self.frames.push(Frame {
            turn: self.knowledge.turn_of(self.positions.to_move()),
            first: 0,
            place: 0,
            thresholds: Numbers { proof: u32::MAX, disproof: u32::MAX },
            began: self.meter.positions(),
            effort: 0,
        });
    }

    /// Looks at all moves of the root for the first time.
    pub(super) fn look_at_root(&mut self, is_restricted: bool) -> Result<(), Stopped> {
        self.look_at_children()?;
        let entry = self.knowledge.entry(self.knowledge.path.last());
        if let Some(entry) = entry.filter(|_| !is_restricted) {
            self.take_over(entry);
        }
        Ok(())
    }

    /// Has the moves of the root follow what an earlier search found out about it. The move that
    /// decided it is kept, because the moves that decide a game one after the other lead to its
    /// end and never in circles.
    fn take_over(&mut self, Entry { standing, best, .. }: Entry) {
        let turn = self.frames[0].turn;
        if !matches!(standing, Standing::Proved | Standing::Disproved { .. }) {
            return;
        }
        let (key, longest_win) = (self.knowledge.path.last(), self.positions.longest_win());
        let mut in_time = |plies| plies as usize <= longest_win;
        let Some((numbers, grounds)) = self.knowledge.known(key, &mut in_time) else { return };
        let one_is_enough = numbers.own(turn) == 0;
        for child in &mut self.children {
            if !one_is_enough || (child.recorded() == best && best != NO_MOVE) {
                child.learn(numbers, grounds);
            } else if child.numbers.own(turn) == 0 {
                // As good, but perhaps by a detour.
                child.numbers = Numbers::of(turn, 1, 1);
            }
        }
    }

    /// Searches until the root is decided or so many positions were visited.
    pub(super) fn run(
        &mut self,
        until: u64,
        progress: &mut dyn FnMut(&Self),
    ) -> Result<Verdict, Stopped> {
        loop {
            let frame = *self.frames.last().expect("the root has a frame");
            let summary = self.summary(&frame);
            if summary.numbers.reach(frame.thresholds) {
                let grounds = self.grounds(&frame, &summary);
                if self.frames.len() == 1 {
                    return Ok(verdict(&summary, grounds));
                }
                self.leave(&summary, grounds);
                continue;
            }
            if self.meter.positions() >= until {
                return Ok(Verdict::Open);
            }
            let thresholds = summary.thresholds(frame.turn, frame.thresholds);
            self.enter(frame.first + summary.best, thresholds)?;
            if core::mem::take(&mut self.looked) {
                progress(self);
            }
        }
    }

    /// Leaves all positions but the root, stores what is known of them, and gives back the root's
    /// moves.
    pub(super) fn end(&mut self) -> Vec<Child> {
        while self.frames.len() > 1 {
            let frame = self.frames[self.frames.len() - 1];
            let summary = self.summary(&frame);
            let grounds = self.grounds(&frame, &summary);
            self.leave(&summary, grounds);
        }
        core::mem::take(&mut self.children)
    }

    /// What is known of the root.
    pub(super) fn at_root(&self) -> (&[Child], Numbers) {
        let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        let children = &self.children[..end];
        let numbers = children.iter().map(|child| child.numbers);
        (children, Summary::new(self.frames[0].turn, numbers).numbers)
    }

    fn summary(&self, frame: &Frame) -> Summary {
        let children = &self.children[frame.first..];
        Summary::new(frame.turn, children.iter().map(|child| child.numbers))
    }

    /// What a proof or disproof of the last position of the path rests on.
    fn grounds(&self, frame: &Frame, summary: &Summary) -> Grounds {
        let Numbers { proof, disproof } = summary.numbers;
        if proof != 0 && disproof != 0 {
            return Grounds::LOST;
        }
        let children = &self.children[frame.first..];
        let grounds = if summary.numbers.own(frame.turn) == 0 {
            children[summary.best].grounds
        } else {
            children.iter().fold(Grounds::LOST, |all, child| all.and(child.grounds))
        };
        grounds.a_ply_earlier().leave(self.knowledge.path.level())
    }

    /// Goes back to the parent with what was found out about the last position of the path.
    fn leave(&mut self, summary: &Summary, grounds: Grounds) {
        let frame = self.frames.pop().expect("there is a frame to leave");
        let path = &mut self.knowledge.path;
        let key = path.last();
        let best = self.children[frame.first + summary.best].recorded();
        self.children.truncate(frame.first);
        let spent = self.meter.positions() - frame.began;
        let effort = frame.effort.saturating_add(u32::try_from(spent).unwrap_or(u32::MAX));
        let standing = match summary.numbers {
            Numbers::PROVED => Some(Standing::Proved),
            Numbers::DISPROVED if grounds.is_final() => {
                Some(Standing::Disproved { drawn: grounds.drawn })
            }
            // What rests on several positions of the path is worth little anywhere else.
            Numbers::DISPROVED => {
                let base = grounds.base().map(|level| path.key_at(level));
                base.map(|base| Standing::DisprovedBy { base })
            }
            numbers => Some(Standing::Open(numbers)),
        };
        path.pop();
        self.positions.leave();
        if let Some(standing) = standing {
            self.knowledge.put(key, Entry { standing, best, effort, plies: grounds.plies });
        }
        let child = &mut self.children[frame.place];
        child.learn(summary.numbers, grounds);
        child.effort = child.effort.saturating_add(u32::try_from(spent).unwrap_or(u32::MAX));
    }

    /// Goes to a move of the last position of the path, unless the table knows enough by now.
    fn enter(&mut self, place: usize, thresholds: Numbers) -> Result<(), Stopped> {
        let Child { index, key, .. } = self.children[place];
        let mut in_time = |plies| self.positions.is_in_time_after(index, plies);
        if let Some((numbers, grounds)) = self.knowledge.known(key, &mut in_time) {
            self.children[place].learn(numbers, grounds);
            if numbers.reach(thresholds) {
                return Ok(());
            }
        }
        if self.is_too_long() {
            self.met.draw = true;
            self.children[place].learn(Numbers::DISPROVED, Grounds::CUT);
            return Ok(());
        }
        if let Err(outcome) = self.positions.enter(index) {
            // Another position has the same key.
            let (numbers, grounds) = self.knowledge.of_end(outcome);
            self.children[place].learn(numbers, grounds);
            return Ok(());
        }
        self.frames.push(Frame {
            turn: self.knowledge.turn_of(self.positions.to_move()),
            first: self.children.len(),
            place,
            thresholds,
            began: self.meter.positions(),
            effort: self.knowledge.entry(key).map_or(0, |entry| entry.effort),
        });
        self.children.extend((0..self.positions.moves()).map(Child::new));
        self.knowledge.path.push(key);
        self.deepest = self.deepest.max(self.knowledge.path.level());
        self.look_at_children()
    }

    fn is_too_long(&self) -> bool {
        let bytes = self.children.len() * size_of::<Child>()
            + self.frames.len() * size_of::<(Frame, u64)>()
            + self.positions.bytes();
        self.knowledge.path.level() >= self.bounds.max_level || bytes > self.bounds.bytes
    }

    /// Looks at the position after each move of the last position of the path, up to one that
    /// decides it.
    fn look_at_children(&mut self) -> Result<(), Stopped> {
        let Frame { turn, first, .. } = *self.frames.last().expect("the root has a frame");
        let Self { knowledge, meter, met, looked, .. } = self;
        // The root keeps all its moves for the report.
        let mut glance = Glance { knowledge, meter, met, looked, turn, at_all: first == 0 };
        let decided = self.positions.look(&mut self.children[first..], &mut glance)?;
        if let Some(place) = decided {
            self.children[first] = self.children[first + place];
            self.children.truncate(first + 1);
        }
        Ok(())
    }
}

impl Child {
    /// A move of which nothing is known.
    pub(super) const fn new(index: u32) -> Self {
        let numbers = Numbers { proof: 1, disproof: 1 };
        Self { index, key: 0, numbers, grounds: Grounds::LOST, effort: 0 }
    }

    /// Its place as the table keeps it.
    fn recorded(&self) -> u16 {
        self.index.min(NO_MOVE.into()) as u16
    }

    pub(super) const fn learn(&mut self, numbers: Numbers, grounds: Grounds) {
        self.numbers = numbers;
        self.grounds = grounds;
    }
}

const fn verdict(summary: &Summary, grounds: Grounds) -> Verdict {
    if summary.numbers.proof == 0 {
        Verdict::Proved
    } else if grounds.is_sure() {
        Verdict::Disproved { drawn: grounds.drawn }
    } else {
        Verdict::GivenUp
    }
}
