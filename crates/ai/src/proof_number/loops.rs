//! Whether disproofs that lean on each other hold together.
//!
//! Endless play is a draw, so a position may be disproved because its moves lead back to positions
//! that are disproved because of it. Such a set of positions is disproved for good if it is closed:
//! wherever the attacker is to move, all his moves stay in the set (or lead to what is disproved
//! anyhow), and wherever the defender is to move, one of hers does. She then never has to leave the
//! set, and no position in it is won. This argument needs no path, and it does not matter how the
//! set was guessed.

use core::ops::ControlFlow;
use std::collections::{HashMap, hash_map::Entry as MapEntry};

use games_core::{Game, MoveList, Outcome, Status};

use super::{
    numbers::Turn,
    search::Search,
    table::{Entry, NO_MOVE, Standing},
};
use crate::meter::Stopped;

/// The set of positions, by their keys.
#[derive(Debug, Default)]
struct Region {
    places: HashMap<u64, u32>,
    keys: Vec<u64>,
    /// From a position to one that it needs.
    edges: Vec<(u32, u32)>,
}

/// What a move leads to.
enum Next {
    /// A position that is not won for the attacker.
    Disproved,
    /// A position that is taken for disproved.
    Assumed,
    /// A position that he wins, or of which nothing is known.
    Neither,
}

impl<G: Game> Search<'_, G> {
    /// Checks that the last position of the path, all of whose disproof stands in the table, is
    /// disproved, and if so notes that for all positions that the disproof needs. If not, forgets
    /// what was wrong. Returns `None` if there is too little memory to tell.
    pub(super) fn check_loops(&mut self) -> Result<Option<bool>, Stopped> {
        let result = self.walk();
        match result {
            Ok(Some(true)) => self.checks.0 += 1,
            Ok(Some(false)) => self.checks.1 += 1,
            _ => {}
        }
        // The table is too small to hold what is needed, or trust leads astray too often.
        self.careful |= self.checks.1 > 16 + 2 * self.checks.0;
        result
    }

    fn walk(&mut self) -> Result<Option<bool>, Stopped> {
        let (key, state) = self.path.last();
        let mut region = Region::default();
        region.place(*key);
        let mut todo = vec![(0, state.clone())];
        let mut wrong = Vec::new();
        while let Some((at, state)) = todo.pop() {
            let waiting = todo.len() * size_of::<(u32, G::State)>();
            if region.bytes() + waiting > self.bounds.bytes {
                return Ok(None);
            }
            if !self.is_closed_at(at, state, &mut region, &mut todo)? {
                wrong.push(at);
            }
        }
        let is_wrong = region.needing(wrong);
        for (&key, &is_wrong) in region.keys.iter().zip(&is_wrong) {
            if is_wrong {
                self.table.forget(key, self.goal());
                continue;
            }
            // What is left of the region is closed.
            let old = self.table.get(key, self.goal());
            let (best, effort) = old.map_or((NO_MOVE, 0), |old| (old.best, old.effort));
            let standing = Standing::Disproved { drawn: true };
            self.table.put(key, self.goal(), Entry { standing, best, effort });
        }
        Ok(Some(!is_wrong[0]))
    }

    /// Looks at the moves of a position in the region and adds to it what it needs; returns whether
    /// there is all that.
    fn is_closed_at(
        &mut self,
        at: u32,
        mut state: G::State,
        region: &mut Region,
        todo: &mut Vec<(u32, G::State)>,
    ) -> Result<bool, Stopped> {
        let game = self.game;
        let turn = self.turn(&state);
        let mut moves = G::List::default();
        let _ = game.moves(&state, &mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        // Her recorded move first: where it is good, no other one is needed.
        if turn == Turn::Defender
            && let Some(entry) = self.table.get(region.keys[at as usize], self.goal())
            && usize::from(entry.best) < moves.as_slice().len()
        {
            moves.as_mut_slice().swap(0, entry.best.into());
        }
        let mut needed = Vec::new();
        for &m in moves.as_slice() {
            self.looked |= self.meter.step()?;
            let (next, key, child) = game.with_child(&mut state, m, |child| {
                let key = self.key(child);
                let next = self.next(key, child);
                let child = matches!(next, Next::Assumed).then(|| child.clone());
                (next, key, child)
            });
            match (turn, next, child) {
                (Turn::Attacker, Next::Neither, _) => return Ok(false),
                (Turn::Defender, Next::Disproved, _) => return Ok(true),
                (_, Next::Assumed, Some(child)) => {
                    needed.push((key, child));
                    if turn == Turn::Defender {
                        break;
                    }
                }
                _ => {}
            }
        }
        if turn == Turn::Defender && needed.is_empty() {
            return Ok(false);
        }
        for (key, child) in needed {
            let (place, is_new) = region.place(key);
            region.edges.push((at, place));
            if is_new {
                todo.push((place, child));
            }
        }
        Ok(true)
    }

    fn next(&self, key: u64, state: &G::State) -> Next {
        if self.is_avoided(key, state) {
            return Next::Disproved;
        }
        match self.table.get(key, self.goal()).map(|entry| entry.standing) {
            Some(Standing::Disproved { .. }) => return Next::Disproved,
            Some(Standing::Assumed { .. }) => return Next::Assumed,
            Some(Standing::Proved) => return Next::Neither,
            Some(Standing::Open(_)) | None => {}
        }
        if key == self.path.last().0 {
            return Next::Assumed;
        }
        match self.game.status(state) {
            Status::Over(Outcome::Win(side)) if side == self.attacker => Next::Neither,
            Status::Over(_) => Next::Disproved,
            Status::Ongoing => Next::Neither,
        }
    }
}

impl Region {
    /// Returns the place of a key, and whether it is new.
    fn place(&mut self, key: u64) -> (u32, bool) {
        match self.places.entry(key) {
            MapEntry::Occupied(old) => (*old.get(), false),
            MapEntry::Vacant(free) => {
                let place = self.keys.len() as u32;
                free.insert(place);
                self.keys.push(key);
                (place, true)
            }
        }
    }

    /// Returns about how many bytes it takes.
    fn bytes(&self) -> usize {
        self.keys.len() * 40 + self.edges.capacity() * 8
    }

    /// Returns for each place whether it is one of these or needs one of them.
    fn needing(&mut self, mut wrong: Vec<u32>) -> Vec<bool> {
        self.edges.sort_unstable_by_key(|&(_, to)| to);
        let mut is_wrong = vec![false; self.keys.len()];
        for &place in &wrong {
            is_wrong[place as usize] = true;
        }
        while let Some(place) = wrong.pop() {
            let first = self.edges.partition_point(|&(_, to)| to < place);
            for &(from, _) in self.edges[first..].iter().take_while(|&&(_, to)| to == place) {
                if !core::mem::replace(&mut is_wrong[from as usize], true) {
                    wrong.push(from);
                }
            }
        }
        is_wrong
    }
}
