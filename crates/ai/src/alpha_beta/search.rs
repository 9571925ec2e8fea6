//! The tree below the root.

use core::ops::ControlFlow;

use games_core::{Adjudicate, End, Evaluate, Side, Status};

use super::{
    Shared,
    ordering::{Ranked, Refutations, sort},
};
use crate::{
    Score,
    meter::{Meter, Stopped},
    repetition::{Met, Path},
    table::{Bound, Entry, NO_MOVE},
};

/// What a search of a subtree found, seen by the side to move there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    /// Whether the score, as far as the window asked for it, rests on ends of the game alone and
    /// on no estimate.
    pub(super) complete: bool,
    /// The highest position that it rests on because of a repetition.
    pub(super) rests_on: RestsOn,
}

/// A position on the path by its ply plus one; 0 stands for the game before the root, and
/// [`NOTHING`] for no repetition at all. The smaller, the higher up.
pub(super) type RestsOn = u32;
/// No repetition was met, or only such as do not matter above the node.
pub(super) const NOTHING: RestsOn = u32::MAX;
/// A repetition of a position of the game before the root.
pub(super) const THE_GAME: RestsOn = 0;

impl Found {
    fn seen_from_other_side(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The bounds between which a score matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window that only asks whether a score is larger than `alpha`.
    pub(super) fn null(alpha: Score) -> Self {
        Self { alpha, beta: Score::from_raw(alpha.raw() + 1) }
    }

    fn is_null(self) -> bool {
        self.alpha.raw() + 1 >= self.beta.raw()
    }

    fn seen_from_other_side(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Plies below the root.
    pub(super) ply: usize,
    /// Plies to the horizon.
    pub(super) depth: u32,
}

impl Place {
    pub(super) fn below(self) -> Self {
        Self { ply: self.ply + 1, depth: self.depth - 1 }
    }
}

/// One thread's search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Adjudicate> {
    pub(super) game: &'a G,
    pub(super) shared: Shared<'a, G>,
    pub(super) meter: Meter<'a>,
    /// The lists of moves of all nodes on the path, one behind the other.
    moves: Vec<Ranked<G::Move>>,
    refutations: Refutations<G::Move>,
    /// The best line from each ply on: the triangular array, its rows as long as need be.
    pub(super) lines: Vec<Vec<G::Move>>,
    path: Path<G>,
    /// The deepest ply visited.
    pub(super) deepest: usize,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
    /// Whether an estimate was taken since this was last reset.
    pub(super) estimated: bool,
    /// For so many positions more the table is trusted only in what is proved.
    pub(super) careful: u64,
}

impl<'a, G: Adjudicate + Evaluate> Worker<'a, G> {
    pub(super) fn new(game: &'a G, shared: Shared<'a, G>, meter: Meter<'a>) -> Self {
        Self {
            game,
            shared,
            meter,
            moves: Vec::new(),
            refutations: Refutations::new(),
            lines: vec![Vec::new(); shared.max_ply as usize + 2],
            path: Path::new(),
            deepest: 0,
            looked: false,
            estimated: false,
            careful: 0,
        }
    }

    /// Counts the root and makes it the first position of the path.
    pub(super) fn begin(&mut self, root: &G::State) -> Result<(), Stopped> {
        self.meter.step()?;
        self.moves.clear();
        if self.shared.past.counts() {
            self.path.arrive(self.shared.past, 0, root);
        }
        Ok(())
    }

    pub(super) fn table_key(&self, state: &G::State) -> u64 {
        let key = self.game.key(state);
        match self.shared.key_mask {
            u64::MAX => key,
            // Spread again, because the high bits choose the place in the table.
            mask => games_core::zobrist::mix(key & mask),
        }
    }

    pub(super) fn rank(&self, state: &G::State, side: Side, ply: usize, m: G::Move) -> u64 {
        self.refutations.rank(self.game.order_hint(state, m), side, ply, m)
    }

    /// Plays a move at `place`, searches the position after it, and takes the move back. The score
    /// is seen by `side`, who makes the move.
    ///
    /// With `probe`, only whether the score exceeds `alpha` is worked out first.
    pub(super) fn child(
        &mut self,
        state: &mut G::State,
        (side, m): (Side, G::Move),
        place: Place,
        window: Window,
        probe: bool,
    ) -> Result<Found, Stopped> {
        if self.shared.past.counts() {
            self.path.leave(place.ply, m);
        }
        let game = self.game;
        game.with_child(state, m, |next| {
            if probe {
                let found = self.turn(next, side, place.below(), Window::null(window.alpha))?;
                if found.score <= window.alpha || found.score >= window.beta {
                    return Ok(found);
                }
            }
            self.turn(next, side, place.below(), window)
        })
    }

    /// Searches a position as `viewer` sees it, who need not be the one to move.
    fn turn(
        &mut self,
        state: &mut G::State,
        viewer: Side,
        place: Place,
        window: Window,
    ) -> Result<Found, Stopped> {
        let side = self.game.to_move(state);
        if side == viewer {
            return self.visit(state, side, place, window);
        }
        let found = self.visit(state, side, place, window.seen_from_other_side())?;
        Ok(found.seen_from_other_side())
    }

    fn visit(
        &mut self,
        state: &mut G::State,
        side: Side,
        place: Place,
        window: Window,
    ) -> Result<Found, Stopped> {
        self.looked |= self.meter.step()?;
        self.careful = self.careful.saturating_sub(1);
        self.lines[place.ply].clear();
        self.deepest = self.deepest.max(place.ply);
        if self.shared.past.counts()
            && let Some(met) = self.path.arrive(self.shared.past, place.ply, state)
        {
            let rests_on = match met {
                Met::InGame => THE_GAME,
                Met::OnPath(ply) => ply as RestsOn + 1,
            };
            return Ok(Found { score: Score::DRAW, complete: true, rests_on });
        }
        if place.depth == 0 || place.ply >= self.shared.max_ply as usize {
            return Ok(self.leaf(state, side, place.ply));
        }
        let key = self.table_key(state);
        let known = self.shared.table.get(key);
        // On the principal variation the table only orders moves, so that the line is whole.
        if window.is_null()
            && let Some(entry) = &known
            && (entry.complete || self.careful == 0)
            && let Some(found) = answer(entry, place, window)
        {
            return Ok(found);
        }
        let start = self.moves.len();
        let Status::Ongoing = self.generate(state) else {
            return Ok(self.ended(state, side, place.ply));
        };
        let hint = known.map_or(NO_MOVE, |entry| entry.best);
        let result = self.try_moves(state, side, place, window, (start, hint));
        self.moves.truncate(start);
        let (found, best) = result?;
        self.store(key, place, window, &found, best);
        Ok(found)
    }

    fn leaf(&mut self, state: &G::State, side: Side, ply: usize) -> Found {
        if self.game.status(state).is_over() {
            return self.ended(state, side, ply);
        }
        self.estimated = true;
        let score = Score::estimate(self.game.evaluate(state));
        Found { score, complete: false, rests_on: NOTHING }
    }

    fn ended(&self, state: &G::State, side: Side, ply: usize) -> Found {
        let end: End<G::Reason> = self.game.end(state).expect("a game that is over has an end");
        if end.margin.is_some() {
            self.shared.table.note_margin();
        }
        let score = Score::of_end(&end, side, ply as u32);
        Found { score, complete: true, rests_on: NOTHING }
    }

    fn generate(&mut self, state: &G::State) -> Status {
        let moves = &mut self.moves;
        let mut index = 0_u16;
        self.game.moves(state, &mut |m| {
            moves.push(Ranked { rank: 0, index, m });
            index = index.saturating_add(1);
            ControlFlow::Continue(())
        })
    }

    /// Tries the moves that stand in the list from `start` on, the one at place `hint` first.
    fn try_moves(
        &mut self,
        state: &mut G::State,
        side: Side,
        place: Place,
        window: Window,
        (start, hint): (usize, u16),
    ) -> Result<(Found, u16), Stopped> {
        let end = self.moves.len();
        let hinted = usize::from(hint) < end - start && hint != NO_MOVE;
        if hinted {
            self.moves.swap(start, start + usize::from(hint));
        }
        let open = !window.is_null();
        let mut alpha = window.alpha;
        let mut best = Found { score: -Score::INFINITE, complete: true, rests_on: NOTHING };
        let mut best_index = NO_MOVE;
        for i in start..end {
            // Where the table's move is enough, no other is ranked.
            if i == start + usize::from(hinted) {
                self.rank_from(i, state, side, place.ply);
            }
            let Ranked { m, index, .. } = self.moves[i];
            let rest = Window { alpha, ..window };
            let found = self.child(state, (side, m), place, rest, open && i > start)?;
            if found.score >= window.beta {
                self.refutations.note(side, place.ply, place.depth, m);
                return Ok((found, index));
            }
            if found.score > best.score {
                best.score = found.score;
                best_index = index;
            }
            if found.score > alpha {
                alpha = found.score;
                self.extend_line(place.ply, m);
            }
            // That no move is better needs every one of them; that one is good enough, as above,
            // needs no other.
            best.complete &= found.complete;
            best.rests_on = best.rests_on.min(found.rests_on);
        }
        Ok((best, best_index))
    }

    fn rank_from(&mut self, i: usize, state: &G::State, side: Side, ply: usize) {
        for j in i..self.moves.len() {
            let m = self.moves[j].m;
            self.moves[j].rank = self.rank(state, side, ply, m);
        }
        sort(&mut self.moves[i..]);
    }

    /// Makes the line from `ply` on this move and the line after it.
    pub(super) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let [line, rest] = &mut self.lines[ply..ply + 2] else {
            unreachable!("there is a line for each ply and one more")
        };
        line.clear();
        line.push(m);
        line.extend_from_slice(rest);
    }

    fn store(&self, key: u64, place: Place, window: Window, found: &Found, best: u16) {
        let for_this_path_only = found.rests_on <= place.ply as RestsOn;
        let bound = if for_this_path_only {
            Bound::Nothing
        } else if found.score >= window.beta {
            Bound::Lower
        } else if found.score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let entry = Entry {
            score: found.score.sooner_by(place.ply as u32),
            bound,
            complete: found.complete && bound != Bound::Nothing,
            depth: place.depth as u16,
            best,
        };
        self.shared.table.put(key, entry);
    }
}

/// Returns what the table says about a null window, if it is enough.
fn answer(entry: &Entry, place: Place, window: Window) -> Option<Found> {
    let deep = u32::from(entry.depth) >= place.depth;
    if !entry.complete && !deep {
        return None;
    }
    let score = entry.score.later_by(place.ply as u32);
    let enough = match entry.bound {
        Bound::Nothing => false,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
        Bound::Exact => true,
    };
    enough.then_some(Found { score, complete: entry.complete, rests_on: NOTHING })
}
