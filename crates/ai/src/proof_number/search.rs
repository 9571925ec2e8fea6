//! The depth-first search for one goal.
//!
//! There is no recursion: the frames of the positions on the path stand in a list, and so the path
//! may be as long as memory allows.

use core::ops::ControlFlow;

use games_core::{Game, Outcome, Side, Status, zobrist};

use super::{
    grounds::Grounds,
    numbers::{Numbers, Summary, Turn},
    path::Path,
    table::{Entry, Goal, NO_MOVE, Standing, Table},
};
use crate::meter::{Meter, Stopped};

/// A move of a position on the path, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<M> {
    pub(super) m: M,
    /// Its place in generation order.
    pub(super) index: u16,
    key: u64,
    pub(super) numbers: Numbers,
    /// Of a disproof.
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

#[derive(Debug)]
pub(super) struct Search<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: Table,
    pub(super) meter: Meter<'a>,
    pub(super) bounds: Bounds,
    /// The side that is to win.
    pub(super) attacker: Side,
    /// Positions that count as drawn, sorted by key.
    pub(super) avoid: Vec<(u64, G::State)>,
    pub(super) path: Path<G::State>,
    frames: Vec<Frame>,
    /// The moves of all positions on the path, one behind the other.
    children: Vec<Child<G::Move>>,
    /// Whether a draw was met: only then may a position be not won and not lost.
    pub(super) met_draw: bool,
    /// Whether a position was met that can come again.
    pub(super) met_loop: bool,
    /// The deepest level visited.
    pub(super) deepest: u32,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(game: &'a G, table: Table, meter: Meter<'a>, bounds: Bounds) -> Self {
        Self {
            game,
            table,
            meter,
            bounds,
            attacker: Side::First,
            avoid: Vec::new(),
            path: Path::new(false),
            frames: Vec::new(),
            children: Vec::new(),
            met_draw: false,
            met_loop: false,
            deepest: 0,
            looked: false,
        }
    }

    pub(super) fn key(&self, state: &G::State) -> u64 {
        let key = self.game.key(state);
        match self.bounds.key_mask {
            u64::MAX => key,
            // Spread again, because the high bits choose the place in the table.
            mask => zobrist::mix(key & mask),
        }
    }

    pub(super) fn goal(&self) -> Goal {
        self.attacker.index()
    }

    pub(super) fn turn(&self, state: &G::State) -> Turn {
        self.turn_of(self.game.to_move(state))
    }

    pub(super) fn turn_of(&self, mover: Side) -> Turn {
        if mover == self.attacker { Turn::Attacker } else { Turn::Defender }
    }

    /// Makes this position the root, with what is known of its moves.
    pub(super) fn begin(
        &mut self,
        state: &G::State,
        children: Vec<Child<G::Move>>,
        is_restricted: bool,
    ) {
        let key = self.key(state);
        self.path = Path::new(is_restricted);
        self.path.push(key, state.clone());
        self.children = children;
        self.frames.clear();
        self.frames.push(Frame {
            turn: self.turn(state),
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
        let key = self.path.last().0;
        if let Some(entry) = self.table.get(key, self.goal()).filter(|_| !is_restricted) {
            self.take_over(entry);
        }
        Ok(())
    }

    /// Has the moves of the root follow what an earlier search found out about it. The move that
    /// decided it is kept, because the moves that decide a game one after the other lead to its
    /// end and never in circles.
    fn take_over(&mut self, Entry { standing, best, .. }: Entry) {
        let turn = self.frames[0].turn;
        let (numbers, grounds) = match standing {
            Standing::Proved => (Numbers::PROVED, Grounds::LOST),
            Standing::Disproved { drawn: true } => (Numbers::DISPROVED, Grounds::DRAWN),
            Standing::Disproved { drawn: false } => (Numbers::DISPROVED, Grounds::LOST),
            _ => return,
        };
        let one_is_enough = numbers.own(turn) == 0;
        for child in &mut self.children {
            if !one_is_enough || (child.index == best && best != NO_MOVE) {
                (child.numbers, child.grounds) = (numbers, grounds);
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
    pub(super) fn end(&mut self) -> Vec<Child<G::Move>> {
        while self.frames.len() > 1 {
            let frame = self.frames[self.frames.len() - 1];
            let summary = self.summary(&frame);
            let grounds = self.grounds(&frame, &summary);
            self.leave(&summary, grounds);
        }
        core::mem::take(&mut self.children)
    }

    /// What is known of the root.
    pub(super) fn at_root(&self) -> (&[Child<G::Move>], Numbers) {
        let end = self.frames.get(1).map_or(self.children.len(), |frame| frame.first);
        let children = &self.children[..end];
        let numbers = children.iter().map(|child| child.numbers);
        (children, Summary::new(self.frames[0].turn, numbers).numbers)
    }

    fn summary(&self, frame: &Frame) -> Summary {
        let children = &self.children[frame.first..];
        Summary::new(frame.turn, children.iter().map(|child| child.numbers))
    }

    /// What a disproof of the last position of the path rests on.
    fn grounds(&self, frame: &Frame, summary: &Summary) -> Grounds {
        if summary.numbers.disproof != 0 {
            return Grounds::LOST;
        }
        let children = &self.children[frame.first..];
        let grounds = match frame.turn {
            Turn::Attacker => {
                children.iter().fold(Grounds::LOST, |all, child| all.and(child.grounds))
            }
            Turn::Defender => children[summary.best].grounds,
        };
        grounds.leave(self.path.level())
    }

    /// Goes back to the parent with what was found out about the last position of the path.
    fn leave(&mut self, summary: &Summary, grounds: Grounds) {
        let frame = self.frames.pop().expect("there is a frame to leave");
        let key = self.path.last().0;
        let best = self.children[frame.first + summary.best].index;
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
                let base = grounds.base().map(|level| self.path.key_at(level));
                base.map(|base| Standing::DisprovedBy { base })
            }
            numbers => Some(Standing::Open(numbers)),
        };
        self.path.pop();
        if let Some(standing) = standing {
            self.table.put(key, self.attacker.index(), Entry { standing, best, effort });
        }
        let child = &mut self.children[frame.place];
        child.numbers = summary.numbers;
        child.grounds = grounds;
        child.effort = child.effort.saturating_add(u32::try_from(spent).unwrap_or(u32::MAX));
    }

    /// Goes to a move of the last position of the path, unless the table knows enough by now.
    fn enter(&mut self, place: usize, thresholds: Numbers) -> Result<(), Stopped> {
        let Child { m, key, .. } = self.children[place];
        if let Some((numbers, grounds)) = self.known(key) {
            let child = &mut self.children[place];
            (child.numbers, child.grounds) = (numbers, grounds);
            if numbers.reach(thresholds) {
                return Ok(());
            }
        }
        if self.is_too_long() {
            self.met_draw = true;
            let child = &mut self.children[place];
            (child.numbers, child.grounds) = (Numbers::DISPROVED, Grounds::CUT);
            return Ok(());
        }
        let game = self.game;
        let mut state = self.path.last().1.clone();
        let state = game.with_child(&mut state, m, |next| next.clone());
        let effort = self.table.get(key, self.goal()).map_or(0, |entry| entry.effort);
        let frame = Frame {
            turn: self.turn(&state),
            first: self.children.len(),
            place,
            thresholds,
            began: self.meter.positions(),
            effort,
        };
        let children = &mut self.children;
        let status = game.moves(&state, &mut |m| {
            let index = (children.len() - frame.first).min(usize::from(NO_MOVE)) as u16;
            children.push(Child::new(m, index));
            ControlFlow::Continue(())
        });
        if let Status::Over(outcome) = status {
            // Another position has the same key.
            let child = &mut self.children[place];
            (child.numbers, child.grounds) = of_end(outcome, self.attacker);
            return Ok(());
        }
        self.path.push(key, state);
        self.frames.push(frame);
        self.deepest = self.deepest.max(self.path.level());
        self.look_at_children()
    }

    fn is_too_long(&self) -> bool {
        let bytes = self.children.len() * size_of::<Child<G::Move>>()
            + self.frames.len() * size_of::<(Frame, u64, G::State)>();
        self.path.level() >= self.bounds.max_level || bytes > self.bounds.bytes
    }

    /// Looks at the position after each move of the last position of the path, up to one that
    /// decides it.
    fn look_at_children(&mut self) -> Result<(), Stopped> {
        let game = self.game;
        let Frame { turn, first, .. } = *self.frames.last().expect("the root has a frame");
        let mut state = self.path.last().1.clone();
        for place in first..self.children.len() {
            self.looked |= self.meter.step()?;
            let m = self.children[place].m;
            let (key, numbers, grounds) = game.with_child(&mut state, m, |next| {
                let key = self.key(next);
                let (numbers, grounds) = self.look(key, next);
                (key, numbers, grounds)
            });
            self.met_draw |= grounds.drawn;
            self.met_loop |= grounds.has_loop();
            let child = &mut self.children[place];
            (child.key, child.numbers, child.grounds) = (key, numbers, grounds);
            // The root keeps all its moves for the report.
            if numbers.own(turn) == 0 && (numbers.proof == 0 || grounds.is_final()) && first > 0 {
                self.children[first] = self.children[place];
                self.children.truncate(first + 1);
                break;
            }
        }
        Ok(())
    }

    /// Returns what is known of a position one move below the path.
    fn look(&self, key: u64, state: &G::State) -> (Numbers, Grounds) {
        if let Some(level) = self.path.find(key, state) {
            return (Numbers::DISPROVED, Grounds::on(level));
        }
        if self.is_avoided(key, state) {
            return (Numbers::DISPROVED, Grounds::DRAWN);
        }
        if let Some(known) = self.known(key) {
            return known;
        }
        let moves = self.game.count(state);
        if moves > 0 {
            return (Numbers::of_leaf(self.turn(state), moves), Grounds::LOST);
        }
        match self.game.status(state) {
            Status::Over(outcome) => of_end(outcome, self.attacker),
            Status::Ongoing => unreachable!("an ongoing game has a move"),
        }
    }

    pub(super) fn is_avoided(&self, key: u64, state: &G::State) -> bool {
        let from = self.avoid.partition_point(|(k, _)| *k < key);
        self.avoid[from..].iter().take_while(|(k, _)| *k == key).any(|(_, s)| s == state)
    }

    /// Returns what the table knows of a position, as far as it holds on this path.
    pub(super) fn known(&self, key: u64) -> Option<(Numbers, Grounds)> {
        match self.table.get(key, self.goal())?.standing {
            Standing::Open(numbers) => Some((numbers, Grounds::LOST)),
            Standing::Proved => Some((Numbers::PROVED, Grounds::LOST)),
            Standing::Disproved { drawn: false } => Some((Numbers::DISPROVED, Grounds::LOST)),
            Standing::Disproved { drawn: true } => Some((Numbers::DISPROVED, Grounds::DRAWN)),
            Standing::DisprovedBy { base } => {
                if let Some(level) = self.path.find_key(base) {
                    return Some((Numbers::DISPROVED, Grounds::on(level)));
                }
                let standing = self.table.get(base, self.goal())?.standing;
                matches!(standing, Standing::Disproved { .. })
                    .then_some((Numbers::DISPROVED, Grounds::DRAWN))
            }
        }
    }
}

impl<M> Child<M> {
    /// A move of which nothing is known.
    pub(super) const fn new(m: M, index: u16) -> Self {
        let numbers = Numbers { proof: 1, disproof: 1 };
        Self { m, index, key: 0, numbers, grounds: Grounds::LOST, effort: 0 }
    }
}

/// What is known of a finished game.
fn of_end(outcome: Outcome, attacker: Side) -> (Numbers, Grounds) {
    match outcome {
        Outcome::Win(side) if side == attacker => (Numbers::PROVED, Grounds::LOST),
        Outcome::Win(_) => (Numbers::DISPROVED, Grounds::LOST),
        Outcome::Draw => (Numbers::DISPROVED, Grounds::DRAWN),
    }
}

const fn verdict(summary: &Summary, grounds: Grounds) -> Verdict {
    if summary.numbers.proof == 0 {
        Verdict::Proved
    } else if grounds.is_final() {
        Verdict::Disproved { drawn: grounds.drawn }
    } else {
        Verdict::GivenUp
    }
}
