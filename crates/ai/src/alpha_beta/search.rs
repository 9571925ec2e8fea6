//! The tree below the root, down to the horizon.

use core::ops::ControlFlow;

use games_core::{Adjudicate, End, Evaluate, Side, Status};

use super::{
    Constants, Shared, Techniques,
    busy::{self, Task},
    experience::{Context, Experience, Slot},
    node::{Effort, Found, NOTHING, Node, Place, RestsOn, THE_GAME, Trend},
    ordering::{Ranked, bring_next},
    selectivity::Swing,
    window::Window,
};
use crate::{
    Score,
    by_path::Clocks,
    estimator::Judge,
    meter::{Meter, Stopped},
    repetition::{Met, Path},
    table::{NO_MOVE, Table},
};

/// What a thread keeps for each ply.
#[derive(Clone, Debug)]
struct Frame<M> {
    /// The best line from here on: a row of the triangular array, as long as need be.
    line: Vec<M>,
    /// The move that is being searched, and its number for what the search remembers; nothing for a
    /// pass.
    last: Option<(M, Slot)>,
    /// The estimate of the position, for the side to move, where it was asked for.
    estimate: Option<i32>,
}

/// Bytes of the table near the horizon at most, so that it stays in the processor's own cache.
const NEAR_BYTES: usize = 256 << 10;

/// One thread's search.
#[derive(Debug)]
pub(super) struct Worker<'a, G: Adjudicate> {
    pub(super) game: &'a G,
    pub(super) shared: Shared<'a, G>,
    pub(super) uses: Techniques,
    pub(super) constants: Constants,
    pub(super) judge: Judge<G>,
    pub(super) meter: Meter<'a>,
    /// What is known of positions near the horizon.
    pub(super) near: Table,
    /// The lists of moves of all nodes on the path, one behind the other.
    pub(super) moves: Vec<Ranked<G::Move>>,
    pub(super) experience: &'a mut Experience<G::Move>,
    frames: Vec<Frame<G::Move>>,
    /// Places in the lists of moves that were put off, those of all nodes one behind the other.
    pub(super) put_off: Vec<usize>,
    pub(super) path: Path<G>,
    pub(super) clocks: Clocks<'a, G>,
    /// By how much a move changes the estimate, where the game tells it.
    pub(super) swing: Option<Swing>,
    /// Whether any technique guesses what a position is worth without looking at its moves.
    guesses: bool,
    /// No threat is searched deeper from this ply on.
    pub(super) last_extension: usize,
    /// The deepest ply visited.
    pub(super) deepest: usize,
    /// Whether the clock was looked at since this was last reset.
    pub(super) looked: bool,
    /// Whether an estimate was taken at the horizon since this was last reset.
    pub(super) estimated: bool,
    /// For so many positions more nothing is guessed above the horizon, and the table is trusted
    /// only in what is proved.
    pub(super) careful: u64,
}

impl<'a, G: Adjudicate + Evaluate> Worker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        shared: Shared<'a, G>,
        meter: Meter<'a>,
        experience: &'a mut Experience<G::Move>,
    ) -> Self {
        let frame = Frame { line: Vec::new(), last: None, estimate: None };
        Self {
            game,
            shared,
            uses: shared.uses,
            constants: shared.constants,
            judge: shared.estimator.judge(),
            meter,
            near: Table::of_bytes(shared.memory.min(NEAR_BYTES)),
            moves: Vec::new(),
            experience,
            frames: vec![frame; shared.max_ply as usize + 2],
            put_off: Vec::new(),
            path: Path::new(),
            clocks: Clocks::new(shared.by_path),
            swing: shared.estimator.swing(game).map(|swing| Swing::new(swing, &shared.constants)),
            guesses: shared.uses.guesses(),
            last_extension: 0,
            deepest: 0,
            looked: false,
            estimated: false,
            careful: 0,
        }
    }

    /// Counts the root and makes it the first position of the path.
    pub(super) fn begin(&mut self) -> Result<(), Stopped> {
        self.meter.step()?;
        self.moves.clear();
        self.put_off.clear();
        if self.shared.past.counts() {
            self.path.begin(self.shared.past);
        }
        Ok(())
    }

    pub(super) fn context(&self, side: Side, ply: usize) -> Context {
        if !self.uses.remembers_pairs() {
            return Context { side, ply, last: None, before: None };
        }
        let slot = |above: Option<usize>| self.frames[above?].last.map(|(_, slot)| slot);
        Context { side, ply, last: slot(ply.checked_sub(1)), before: slot(ply.checked_sub(2)) }
    }

    /// The move that led to the position at this ply; nothing after a pass of the search.
    pub(super) fn last_move(&self, ply: usize) -> Option<G::Move> {
        match ply.checked_sub(1) {
            Some(above) => self.frames[above].last.map(|(m, _)| m),
            None => self.shared.last,
        }
    }

    /// Whether the side to move has just passed.
    pub(super) fn just_passed(&self, ply: usize) -> bool {
        ply > 0 && self.frames[ply - 1].last.is_none()
    }

    /// The move to a position below the root; nothing for a pass.
    pub(super) fn last(&self, ply: usize) -> Option<G::Move> {
        self.frames[ply - 1].last.map(|(m, _)| m)
    }

    /// Notes the estimate of the position at a ply for the side to move, or that there is none, and
    /// returns what became of it since the last turn of that side.
    pub(super) fn note_estimate(&mut self, ply: usize, estimate: Option<i32>) -> Trend {
        self.frames[ply].estimate = estimate;
        let before = |plies| self.frames[ply.checked_sub(plies)?].estimate;
        // Who had to answer a threat then had no estimate.
        match (estimate, before(2).or_else(|| before(4))) {
            (Some(now), Some(before)) if now > before => Trend::Up,
            (Some(_), Some(_)) => Trend::Down,
            _ => Trend::Unknown,
        }
    }

    /// The estimate that was noted of the position at a ply.
    pub(super) fn noted_estimate(&self, ply: usize) -> Option<i32> {
        self.frames[ply].estimate
    }

    /// Notes that the search passes at this ply.
    pub(super) fn note_pass(&mut self, ply: usize) {
        self.frames[ply].last = None;
    }

    /// What stands for the kind of a move, if it has one and pairs of kinds are remembered.
    #[inline]
    pub(super) fn kind(&self, state: &G::State, side: Side, m: G::Move) -> Option<Slot> {
        let is_asked = self.uses.move_kinds && self.uses.remembers_pairs();
        let kind = if is_asked { self.game.move_kind(state, m) } else { None };
        kind.map(|kind| Slot::of_kind(side, kind))
    }

    /// What stands for a move where pairs of it and later ones are remembered.
    fn slot(&self, state: &G::State, side: Side, m: G::Move) -> Slot {
        if !self.uses.remembers_pairs() {
            return Slot::NOTHING;
        }
        self.kind(state, side, m).unwrap_or_else(|| Slot::new(side, &m))
    }

    /// Plays a move at a node, searches the position after it, and takes the move back. The score
    /// is seen by the side that makes the move.
    pub(super) fn child(
        &mut self,
        state: &mut G::State,
        node: &Node,
        m: G::Move,
        alpha: Score,
        effort: Effort,
    ) -> Result<Found, Stopped> {
        let Node { side, place, window, .. } = *node;
        if self.shared.past.counts() {
            self.path.leave(place.ply, m);
        }
        self.clocks.leave(place.ply, state, Some(m));
        self.frames[place.ply].last = Some((m, self.slot(state, side, m)));
        let (game, below) = (self.game, place.below());
        game.with_child(state, m, |next| {
            let null = Window::null(alpha);
            if effort.reduction > 0 && !game.must_answer(next) {
                let shallow = place.below_reduced(effort.reduction);
                let found = self.turn(next, side, shallow, null)?;
                if found.score <= alpha {
                    return Ok(found);
                }
            }
            if effort.probe {
                let found = self.turn(next, side, below, null)?;
                if found.score <= alpha || found.score >= window.beta {
                    return Ok(found);
                }
            }
            self.turn(next, side, below, Window { alpha, ..window })
        })
    }

    /// Searches a position as `viewer` sees it, who need not be the one to move.
    #[inline]
    pub(super) fn turn(
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
        mut place: Place,
        window: Window,
    ) -> Result<Found, Stopped> {
        self.looked |= self.meter.step()?;
        self.careful = self.careful.saturating_sub(1);
        self.deepest = self.deepest.max(place.ply);
        if !window.is_null() {
            self.frames[place.ply].line.clear();
        }
        if self.shared.past.counts()
            && let Some(met) = self.path.arrive(self.shared.past, place.ply, state)
        {
            let rests_on = match met {
                Met::InGame => THE_GAME,
                Met::OnPath(ply) => ply as RestsOn + 1,
            };
            return Ok(self.repeated(state, side, place.ply, rests_on));
        }
        if let Some(found) = self.ended_by_path(state, side, place.ply) {
            return Ok(found);
        }
        if place.ply >= self.shared.max_ply as usize {
            return Ok(self.leaf(state, side, place.ply));
        }
        let extends = self.uses.extensions && place.depth >= 0 && place.ply < self.last_extension;
        if extends && self.game.must_answer(state) {
            place.depth += 1;
        }
        if place.depth > 0 {
            self.expand(state, side, place, window)
        } else {
            self.quiesce(state, side, place, window)
        }
    }

    /// Searches a position above the horizon: by the table, by a guess, or by its moves.
    pub(super) fn expand(
        &mut self,
        state: &mut G::State,
        side: Side,
        mut place: Place,
        window: Window,
    ) -> Result<Found, Stopped> {
        let horizon = self.clocks.horizon(place.ply, state);
        let key = self.table_key(state, horizon);
        let known = self.look_up(key, place.depth);
        if let Some(entry) = &known
            && let Some(found) = self.answer(entry, place, window, horizon)
        {
            return Ok(found);
        }
        if let Some(found) = self.noted_value(key, place, window, horizon) {
            return Ok(found);
        }
        let hint = known.map_or(NO_MOVE, |entry| entry.best);
        place.depth -= self.reduction_of_unknown(place, hint);
        let must_answer = self.game.must_answer(state);
        let context = self.context(side, place.ply);
        let trend = Trend::Unknown;
        let mut node =
            Node { side, place, window, context, must_answer, estimate: None, choices: 0, trend };
        if self.guesses
            && let Some(found) = self.guess(state, &mut node)?
        {
            return Ok(found);
        }
        let start = self.moves.len();
        let Status::Ongoing = self.generate(state) else {
            return Ok(self.ended(state, side, place.ply));
        };
        node.choices = self.moves.len() - start;
        if let Some(found) = self.cut_by_child(state, &node, start) {
            self.moves.truncate(start);
            return Ok(found);
        }
        let first_put_off = self.put_off.len();
        let result = self.try_moves(state, &node, (key, horizon), (start, hint));
        self.moves.truncate(start);
        self.put_off.truncate(first_put_off);
        let (found, best) = result?;
        self.note(key, place, window, (&found, best, true));
        self.store(key, place, window, &found, best);
        Ok(found)
    }

    /// The value of a position that is not searched.
    pub(super) fn leaf(&mut self, state: &G::State, side: Side, ply: usize) -> Found {
        if self.game.status(state).is_over() {
            return self.ended(state, side, ply);
        }
        self.estimate(state, side, ply)
    }

    /// The estimate at the horizon of a position whose game goes on.
    pub(super) fn estimate(&mut self, state: &G::State, side: Side, ply: usize) -> Found {
        self.estimated = true;
        let score = Score::estimate(self.judged(state, side, ply));
        Found { score, complete: false, rests_on: NOTHING }
    }

    pub(super) fn ended(&self, state: &G::State, side: Side, ply: usize) -> Found {
        let end: End<G::Reason> = self.game.end(state).expect("a game that is over has an end");
        if end.margin.is_some() {
            self.shared.table.note_margin();
        }
        let score = Score::of_end(&end, side, ply as u32);
        Found { score, complete: true, rests_on: NOTHING }
    }

    /// Appends the legal moves to the lists.
    pub(super) fn generate(&mut self, state: &G::State) -> Status {
        let moves = &mut self.moves;
        let mut index = 0_u16;
        self.game.moves(state, &mut |m| {
            moves.push(Ranked::unranked(m, index));
            index = index.saturating_add(1);
            ControlFlow::Continue(())
        })
    }

    /// Tries the moves that stand in the list from `start` on, the one at place `hint` first, and
    /// those that other threads are at last. Returns the place of the best in generation order as
    /// well.
    fn try_moves(
        &mut self,
        state: &mut G::State,
        node: &Node,
        (key, horizon): (u64, usize),
        (start, hint): (usize, u16),
    ) -> Result<(Found, u16), Stopped> {
        let Node { place, window, .. } = *node;
        let mut end = self.moves.len();
        let is_hinted = usize::from(hint) < end - start && hint != NO_MOVE;
        if is_hinted {
            self.moves.swap(start, start + usize::from(hint));
        }
        let first_ranked = start + usize::from(is_hinted);
        let open = !window.is_null();
        let mut alpha = window.alpha;
        let mut best = Found::NO_MOVE_YET;
        let mut best_index = NO_MOVE;
        let mut best_move = None;
        let busy = self.shared.busy.filter(|_| place.depth >= busy::LEAST_DEPTH);
        let first_put_off = self.put_off.len();
        let (mut next, mut taken_up) = (start, first_put_off);
        let mut left_out = None;
        loop {
            // Nobody has found anything at a position that is new.
            if open
                && next > start
                && let Some((found, index)) =
                    self.noted_move(key, place, Window { alpha, ..window }, horizon)
            {
                if found.score >= window.beta {
                    return Ok((found, index));
                }
                (alpha, best_index) = (found.score, index);
                best_move = self.line(place.ply).first().copied();
                best.and(found);
            }
            let i = if next < end {
                let i = next;
                // Where the table's move is enough, no other is ranked.
                if i == first_ranked {
                    self.rank_from(i, state, node);
                }
                if left_out.is_none()
                    && i > start
                    && !alpha.is_decisive()
                    && self.is_quiet_futile(node, i - start, &best)
                {
                    (end, left_out) = self.bring_noisy(state, i);
                    if i == end {
                        continue;
                    }
                }
                next += 1;
                if i >= first_ranked {
                    bring_next(&mut self.moves[i..end], i - first_ranked);
                }
                if left_out.is_some_and(|m| m.is_before(&self.moves[i])) {
                    best.and(unknown(alpha));
                }
                i
            } else if busy.is_none() {
                break;
            } else {
                match self.take_up(&mut taken_up, node, (key, horizon)) {
                    ControlFlow::Break(Some(known)) => return Ok(known),
                    ControlFlow::Break(None) => break,
                    ControlFlow::Continue(i) => i,
                }
            };
            let Ranked { m, index, .. } = self.moves[i];
            let tried = i - start;
            // With a decisive alpha only one is left out, since the best is decisive then, too; with
            // moves that were put off, those that came before it was clear.
            if tried > 0
                && (alpha.is_decisive() || busy.is_some() && left_out.is_some())
                && self.is_quiet_futile(node, tried, &best)
                && !self.game.is_noisy(state, m)
            {
                best.and(unknown(alpha));
                continue;
            }
            // Asked before the call, which would be one for each move.
            let may_reduce = self.uses.late_moves && tried > 0;
            let effort = Effort {
                probe: open && tried > 0 && self.uses.principal_variation,
                reduction: if may_reduce { self.reduction(state, node, m, tried) } else { 0 },
            };
            let found = if let Some(busy) = busy {
                let task = Task::new(key, index);
                if tried > 0 && taken_up == first_put_off && busy.has(task) {
                    self.put_off.push(i);
                    continue;
                }
                self.noted_child((busy, task), state, node, m, (alpha, effort))?
            } else {
                self.child(state, node, m, alpha, effort)?
            };
            if found.score >= window.beta {
                self.learn(state, node, (start, i));
                self.learn_error(state, node, Some(m), found.score);
                return Ok((found, index));
            }
            if found.score > best.score {
                best_index = index;
            }
            if found.score > alpha {
                alpha = found.score;
                best_move = Some(m);
                self.extend_line(place.ply, m);
                self.note(key, place, window, (&found, index, false));
            }
            best.and(found);
        }
        if left_out.is_some() {
            best.and(unknown(alpha));
        }
        self.learn_error(state, node, best_move, best.score);
        Ok((best, best_index))
    }

    /// Brings the noisy ones of the moves from this place on to the front, in the order in which they
    /// are, and returns where they end and the first of the others, none of which is tried: they are
    /// not even sorted.
    fn bring_noisy(&mut self, state: &G::State, start: usize) -> (usize, Option<Ranked<G::Move>>) {
        let mut end = start;
        let mut first: Option<Ranked<G::Move>> = None;
        for i in start..self.moves.len() {
            let entry = self.moves[i];
            if self.game.is_noisy(state, entry.m) {
                self.moves.swap(end, i);
                end += 1;
            } else if first.is_none_or(|first| entry.is_before(&first)) {
                first = Some(entry);
            }
        }
        (end, first)
    }

    fn rank_from(&mut self, start: usize, state: &G::State, node: &Node) {
        let last = self.last_move(node.place.ply);
        let moves = &mut self.moves[start..];
        if moves.len() < 2 {
            return;
        }
        // Moves with the hint of the one before.
        let mut ties = 0;
        if self.uses.hints {
            let hint = self.game.order_hints(state, last);
            let mut before = None;
            for ranked in &mut *moves {
                let hint = hint(ranked.m);
                ties += usize::from(before.replace(hint) == Some(hint));
                ranked.set_hint(hint);
            }
        } else {
            moves.iter_mut().for_each(|ranked| ranked.set_hint(0));
            ties = moves.len();
        }
        // At the edge of the tree a move is searched as quickly as it is looked up, so that only
        // hints that tell little are worth it.
        if self.uses.remembers() && (node.place.depth > 2 || 2 * ties >= moves.len()) {
            for i in start..self.moves.len() {
                let m = self.moves[i].m;
                let kind = self.kind(state, node.side, m);
                let experience = self.experience.of(node.context, m, kind);
                self.moves[i].add_experience(experience);
            }
        }
    }

    /// Remembers that the move at place `cut` of the list was enough, and those before it from
    /// `start` on were not. Noisy moves are left to the game's hints.
    fn learn(&mut self, state: &G::State, node: &Node, (start, cut): (usize, usize)) {
        let context = node.context;
        let m = self.moves[cut].m;
        if !self.uses.remembers() || self.game.is_noisy(state, m) {
            return;
        }
        let kind = self.kind(state, node.side, m);
        self.experience.note_success(context, node.place.depth, m, kind);
        for i in start..cut {
            let m = self.moves[i].m;
            if !self.game.is_noisy(state, m) {
                let kind = self.kind(state, node.side, m);
                self.experience.note_failure(context, node.place.depth, m, kind);
            }
        }
    }

    /// Makes the line from `ply` on this move and the line after it.
    pub(super) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let [here, below] = &mut self.frames[ply..ply + 2] else {
            unreachable!("there is a frame for each ply and one more")
        };
        here.line.clear();
        here.line.push(m);
        here.line.extend_from_slice(&below.line);
    }

    /// The best line from `ply` on.
    pub(super) fn line(&mut self, ply: usize) -> &mut Vec<G::Move> {
        &mut self.frames[ply].line
    }
}

/// What is known of a move that is left out: nothing but that it seems to be no better than this.
const fn unknown(alpha: Score) -> Found {
    Found { score: alpha, complete: false, rests_on: NOTHING }
}
