//! A game's positions for a search that knows no game: all of it that is compiled for each game.

use games_core::{Adjudicate, Game, Listing, MoveList, Outcome, Record, Side, Status};

use super::{
    glance::Glance,
    positions::{Position, Positions, Waiting},
    search::Child,
};
use crate::{
    by_path::{ByPath, Clocks, Holds, Step},
    meter::Stopped,
    repetition::Past,
    searcher::names_any,
};

/// The positions on the path and their moves.
#[derive(Debug)]
pub(super) struct Walk<'a, G: Adjudicate> {
    game: &'a G,
    /// What came before the root.
    past: &'a Past<'a, G>,
    by_path: &'a ByPath<'a, G>,
    clocks: Clocks<'a, G>,
    path: Vec<G::State>,
    /// The last position of the path once more, to try its moves in.
    here: G::State,
    /// The moves of all positions on the path, one behind the other.
    moves: Vec<G::Move>,
    /// Where the moves of each position begin.
    first: Vec<usize>,
    /// Positions that count as drawn.
    avoid: Vec<G::State>,
}

impl<'a, G: Adjudicate> Walk<'a, G> {
    /// Starts at a position whose game goes on.
    pub(super) fn new(
        root: &G::State,
        avoid: Vec<G::State>,
        past: &'a Past<'a, G>,
        by_path: &'a ByPath<'a, G>,
    ) -> Self {
        let (game, clocks) = (by_path.game(), Clocks::new(by_path));
        let moves = game.list(root).as_slice().to_vec();
        let (path, first) = (vec![root.clone()], vec![0]);
        let here = root.clone();
        Self { game, past, by_path, clocks, path, here, moves, first, avoid }
    }

    fn last(&self) -> &G::State {
        self.path.last().expect("the root is on the path")
    }

    fn first(&self) -> usize {
        *self.first.last().expect("the root is on the path")
    }

    fn nth(&self, m: u32) -> G::Move {
        self.moves[self.first() + m as usize]
    }

    /// For how many plies clock and length decide nothing from the last position on.
    fn horizon(&self) -> usize {
        self.clocks.horizon(self.path.len() - 1, self.last())
    }

    /// Has `look` see the position after a move of the last one, which has this horizon.
    fn below<T>(
        &mut self,
        m: G::Move,
        horizon_before: usize,
        look: impl FnOnce(&Below<'_, '_, G>) -> T,
    ) -> T {
        let Self { game, past, clocks, path, here, avoid, .. } = self;
        let before = path.last().expect("the root is on the path");
        game.with_child(here, m, |after| {
            let step = Step { before, m, after };
            look(&Below { game: *game, past, clocks, path, avoid, step, horizon_before })
        })
    }
}

impl<G: Adjudicate> Positions for Walk<'_, G> {
    fn key(&self) -> u64 {
        self.game.key(self.last()) ^ self.clocks.rules().salt(self.horizon())
    }

    fn to_move(&self) -> Side {
        self.game.to_move(self.last())
    }

    fn moves(&self) -> u32 {
        (self.moves.len() - self.first()) as u32
    }

    fn child(&mut self, m: u32, look: &mut dyn FnMut(u64, &dyn Position)) {
        let m = self.nth(m);
        self.below(m, self.horizon(), |position| look(position.key(), position));
    }

    fn look(
        &mut self,
        children: &mut [Child],
        glance: &mut Glance<'_, '_>,
    ) -> Result<Option<usize>, Stopped> {
        let horizon = self.horizon();
        for (place, child) in children.iter_mut().enumerate() {
            glance.count()?;
            let m = self.nth(child.index);
            self.below(m, horizon, |position| glance.at(position.key(), position, child));
            if glance.ends_with(child) {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn enter(&mut self, m: u32) -> Result<(), Outcome> {
        let m = self.nth(m);
        self.clocks.leave(self.path.len() - 1, &self.here, Some(m));
        let state = self.game.with_child(&mut self.here, m, |next| next.clone());
        let mut list = G::List::default();
        if let Status::Over(outcome) = self.game.moves(&state, &mut Listing(&mut list)) {
            return Err(outcome);
        }
        let first = self.moves.len();
        self.moves.extend_from_slice(list.as_slice());
        self.here.clone_from(&state);
        self.path.push(state);
        self.first.push(first);
        Ok(())
    }

    fn leave(&mut self) {
        self.moves.truncate(self.first());
        self.first.pop();
        self.path.pop();
        self.here = self.last().clone();
    }

    fn is_repeated(&self) -> bool {
        let (last, above) = self.path.split_last().expect("the root is on the path");
        above.contains(last)
    }

    fn longest_win(&self) -> usize {
        self.clocks.rules().longest_win(self.horizon())
    }

    fn is_in_time_after(&mut self, m: u32, plies: u32) -> bool {
        let (m, horizon) = (self.nth(m), self.horizon());
        self.below(m, horizon, |position| position.is_in_time(plies))
    }

    fn bytes(&self) -> usize {
        self.moves.len() * size_of::<G::Move>() + self.path.len() * size_of::<(G::State, usize)>()
    }

    fn waiting(&self) -> Option<Box<dyn Waiting + '_>> {
        let (game, by_path) = (self.game, self.by_path);
        if by_path.rules.win || by_path.rules.bar_wins || !by_path.barred.is_empty() {
            return None;
        }
        let here = self.last().clone();
        let now = vec![(0, here.clone())];
        let list = G::List::default();
        Some(Box::new(Queue { game, by_path, now, later: Vec::new(), here, list }))
    }
}

/// A position one move below the path.
struct Below<'a, 'g, G: Adjudicate> {
    game: &'a G,
    past: &'a Past<'g, G>,
    clocks: &'a Clocks<'g, G>,
    path: &'a [G::State],
    avoid: &'a [G::State],
    step: Step<'a, G>,
    /// For how many plies clock and length decide nothing from the last position of the path on.
    horizon_before: usize,
}

impl<G: Adjudicate> Below<'_, '_, G> {
    fn state(&self) -> &G::State {
        self.step.after
    }

    fn horizon(&self) -> usize {
        self.clocks.horizon_after(self.path.len() - 1, &self.step)
    }

    #[inline]
    fn key(&self) -> u64 {
        let (key, rules) = (self.game.key(self.state()), self.clocks.rules());
        if rules.win { key ^ rules.salt(self.horizon()) } else { key }
    }

    /// How often it has stood, this time included. On the path only where positions count as one
    /// that are not: the others are seen to be repeated before anybody asks.
    fn occurrences(&self) -> usize {
        let on_path = if self.clocks.rules().bar_wins { self.times_on_path() } else { 0 };
        1 + on_path + self.past.times(self.state())
    }

    fn times_on_path(&self) -> usize {
        let (game, state) = (self.game, self.state());
        let (key, mut times) = (game.repetition_key(state), 0);
        for earlier in self.path {
            let is_same = game.repetition_key(earlier) == key && game.is_repetition(earlier, state);
            times += usize::from(is_same);
        }
        times
    }
}

impl<G: Adjudicate> Position for Below<'_, '_, G> {
    fn to_move(&self) -> Side {
        self.game.to_move(self.state())
    }

    fn moves(&self) -> u64 {
        self.game.count(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.status(self.state()).outcome()
    }

    #[inline]
    fn may_end_by_way(&self) -> bool {
        self.clocks.rules().decide && (self.horizon_before <= 1 || self.occurrences() > 1)
    }

    #[inline]
    fn outcome_by_path(&self) -> Option<(Outcome, Holds)> {
        let (ply, occurrences) = (self.path.len() - 1, || self.occurrences());
        let end = self.clocks.end_after(ply, self.horizon_before, &self.step, &occurrences);
        end.map(|(end, holds)| (end.outcome, holds))
    }

    #[inline]
    fn is_in_time(&self, plies: u32) -> bool {
        let (plies, rules) = (plies as usize, self.clocks.rules());
        // A move takes at most one ply off the horizon.
        let soon = rules.longest_win(self.horizon_before.saturating_sub(1));
        plies <= soon || plies <= rules.longest_win(self.horizon())
    }

    fn is_at(&self, level: u32) -> bool {
        self.path[level as usize - 1] == *self.state()
    }

    fn is_avoided(&self, place: usize) -> bool {
        self.avoid[place] == *self.state()
    }
}

/// Positions that wait, with their numbers; the first come first.
struct Queue<'a, G: Adjudicate> {
    game: &'a G,
    by_path: &'a ByPath<'a, G>,
    /// The next ones, from the last to the first.
    now: Vec<(u32, G::State)>,
    /// Those that come after them, in order.
    later: Vec<(u32, G::State)>,
    /// The position that was gone to last, and its moves.
    here: G::State,
    list: G::List,
}

impl<G: Adjudicate> Waiting for Queue<'_, G> {
    fn next(&mut self) -> Option<u32> {
        if self.now.is_empty() {
            core::mem::swap(&mut self.now, &mut self.later);
            self.now.reverse();
        }
        let (number, state) = self.now.pop()?;
        self.here = state;
        Some(number)
    }

    fn list(&mut self) -> Result<u32, Outcome> {
        self.list.clear();
        match self.game.moves(&self.here, &mut Listing(&mut self.list)) {
            Status::Ongoing if self.by_path.ends_anywhere(&self.here) => Err(Outcome::Draw),
            Status::Ongoing => Ok(self.list.as_slice().len() as u32),
            Status::Over(outcome) => Err(outcome),
        }
    }

    fn child(&mut self, m: u32, number: &mut dyn FnMut(u64, Side) -> Option<u32>) {
        let Self { game, later, here, list, .. } = self;
        game.with_child(here, list.as_slice()[m as usize], |state| {
            if let Some(number) = number(game.key(state), game.to_move(state)) {
                later.push((number, state.clone()));
            }
        });
    }

    fn bytes(&self) -> usize {
        (self.now.len() + self.later.len()) * size_of::<(u32, G::State)>()
    }
}

/// Returns the moves that a search has to look at, and whether these are not all.
pub(super) fn among<M: Eq>(moves: &[M], only: &[M]) -> (Vec<u32>, bool) {
    let all = !names_any(moves, only);
    let mut places = Vec::with_capacity(moves.len());
    for (m, at) in moves.iter().zip(0..) {
        if all || only.contains(m) {
            places.push(at);
        }
    }
    (places, !all)
}

/// Returns the positions of the game so far, and their keys in ascending order with their places, if
/// repetition counts and one of them has stood twice.
pub(super) fn repeated_past<G: Adjudicate>(
    record: &Record<G>,
) -> (Vec<(u64, usize)>, Vec<G::State>) {
    let game = record.game();
    if game.repetition_key(record.state()).is_none() {
        return Default::default();
    }
    let (mut keys, mut past) = (Vec::new(), Vec::new());
    for ply in 0..record.plies() {
        let state = record.state_at(ply);
        keys.push((game.key(state), ply));
        past.push(state.clone());
    }
    // Sorted with their places and not with the positions, so that all games share the sorting.
    keys.sort_unstable();
    let is_repeated = record.occurrences() > 1 || any_pair(&keys, &|a, b| past[a] == past[b]);
    if is_repeated { (keys, past) } else { Default::default() }
}

/// Whether two neighbours are the same, by their places.
fn any_pair(keys: &[(u64, usize)], is_same: &dyn Fn(usize, usize) -> bool) -> bool {
    keys.windows(2).any(|pair| is_same(pair[0].1, pair[1].1))
}

/// Returns the moves of a line that begins at a position.
pub(super) fn line_of<G: Game>(game: &G, root: &G::State, line: &[u32]) -> Vec<G::Move> {
    let mut state = root.clone();
    let mut moves = Vec::with_capacity(line.len());
    for &at in line {
        let m = game.list(&state).as_slice()[at as usize];
        game.apply(&mut state, m);
        moves.push(m);
    }
    moves
}
