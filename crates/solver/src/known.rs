//! Solved positions in memory or in a file, and what they say about the moves of a position.

use std::sync::Arc;

use games_core::{Game, MoveList, Solvable, Space, solvable::Key};

use crate::{
    code::{Code, Solved, Value, lose, one_move_earlier, tie, turned, win},
    database::Database,
    drive::Solution,
    phase::Stop,
};

/// Solved positions of a space.
#[derive(Clone, Debug)]
pub enum Known<S: Space> {
    /// In memory.
    Memory(Arc<Solution<S>>),
    /// In a file, which was made from this space.
    File(Arc<Database>, S),
}

/// Moves and what each leads to.
pub type Moves<G> = Vec<(<G as Game>::Move, Solved)>;

impl<S: Space> Known<S> {
    /// Returns the space.
    pub fn space(&self) -> &S {
        match self {
            Self::Memory(solution) => solution.space(),
            Self::File(_, space) => space,
        }
    }

    /// Returns value and remoteness of a position; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// As [`Database::get`].
    pub fn get(&self, key: S::Key) -> Result<Option<Solved>, Stop> {
        match self {
            Self::Memory(solution) => Ok(solution.get(key)),
            Self::File(database, space) => database.get(space.tier(key), key.to_u128()),
        }
    }

    /// Returns value and remoteness of a game's position; `None` if it is not there.
    ///
    /// # Errors
    ///
    /// As [`Database::get`].
    pub fn of<G: Solvable<Space = S>>(
        &self,
        game: &G,
        state: &G::State,
    ) -> Result<Option<Solved>, Stop> {
        match game.key_in(self.space(), state) {
            Some(key) => self.get(key),
            None => Ok(None),
        }
    }

    /// Returns what each legal move leads to, for the side that makes it and counted from before
    /// it, in generation order; `None` if the position is not there.
    ///
    /// # Errors
    ///
    /// As [`Database::get`].
    pub fn moves<G: Solvable<Space = S>>(
        &self,
        game: &G,
        state: &G::State,
    ) -> Result<Option<Moves<G>>, Stop> {
        if self.of(game, state)?.is_none() {
            return Ok(None);
        }
        moves_of(game, self.space(), state, |key| self.get(key))
    }
}

/// Returns what each legal move of a position leads to, as [`Known::moves`] does; `get` tells what
/// is known of a key. `None` if it does not know one.
///
/// # Errors
///
/// Those of `get`.
pub fn moves_of<G: Solvable>(
    game: &G,
    space: &G::Space,
    state: &G::State,
    mut get: impl FnMut(<G::Space as Space>::Key) -> Result<Option<Solved>, Stop>,
) -> Result<Option<Moves<G>>, Stop> {
    let to_move = game.to_move(state);
    let mut values = Vec::new();
    for &m in game.list(state).as_slice() {
        let mut child = state.clone();
        game.apply(&mut child, m);
        let Some(key) = game.key_in(space, &child) else { return Ok(None) };
        let Some(solved) = get(key)? else { return Ok(None) };
        let code = code_of(solved);
        let seen = if game.to_move(&child) == to_move { code } else { turned(code) };
        values.push((m, Solved::of(one_move_earlier(seen))));
    }
    Ok(Some(values))
}

impl Solved {
    /// Returns a number that is the greater the better this is for the side that sees it: wins,
    /// the quickest first, ties likewise, draws, losses, the slowest first.
    #[must_use]
    pub fn rank(self) -> u16 {
        code_of(self)
    }
}

fn code_of(solved: Solved) -> Code {
    match (solved.value, solved.remoteness) {
        (Value::Win, Some(n)) => win(n),
        (Value::Lose, Some(n)) => lose(n),
        (Value::Tie, Some(n)) => tie(n),
        _ => super::code::OPEN,
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use games_core::{Notation, toy::TicTacToe};

    use super::*;
    use crate::{Job, solve};

    #[test]
    fn moves_are_seen_by_the_side_that_makes_them() {
        let start = TicTacToe.initial();
        let space = TicTacToe.space(&start).unwrap();
        let solution =
            solve(&space, &Job::default(), &mut |_| {}, &AtomicBool::new(false)).unwrap();
        let known = Known::Memory(Arc::new(solution));
        // X wins at once on c1; O threatens c3. Any other square loses two moves later but c3,
        // which ends the threat and makes one.
        let state = TicTacToe.parse_state("XX-/---/OO- x").unwrap();
        let values = known.moves(&TicTacToe, &state).unwrap().unwrap();
        let of = |text: &str| {
            let m = TicTacToe.parse_move(&state, text).unwrap();
            values.iter().find(|(other, _)| *other == m).unwrap().1
        };
        let solved = |value, n| Solved { value, remoteness: Some(n) };
        assert_eq!(of("c1"), solved(Value::Win, 1));
        assert_eq!(of("b2"), solved(Value::Lose, 2));
        assert_eq!(known.of(&TicTacToe, &state), Ok(Some(solved(Value::Win, 1))));
        let best = values.iter().max_by_key(|(_, solved)| solved.rank()).unwrap();
        assert_eq!(TicTacToe.move_text(&state, best.0), "c1");
    }
}
