//! Lines of play out of the table.

use core::ops::ControlFlow;

use games_core::{Game, MoveList, Outcome};

use super::{
    numbers::{Numbers, Turn},
    search::Search,
    table::{NO_MOVE, Standing},
};

/// Lines are no longer than this.
const LONGEST: usize = 512;

impl<G: Game> Search<'_, G> {
    /// Returns the line that begins with this move of the root and goes on with what the table
    /// knows: of what is decided the moves that decide it, against those that took the most effort
    /// to refute; of what is open the most promising moves of both.
    ///
    /// It ends with the game, where it would repeat a position, or where the table knows no more.
    pub(super) fn line(&self, root: &G::State, first: G::Move) -> Vec<G::Move> {
        let mut line = vec![first];
        let mut visited = vec![root.clone()];
        let mut state = root.clone();
        self.game.apply(&mut state, first);
        while line.len() < LONGEST && !visited.contains(&state) {
            let Some(m) = self.next_of_line(&state) else { break };
            visited.push(state.clone());
            line.push(m);
            self.game.apply(&mut state, m);
        }
        line
    }

    fn next_of_line(&self, state: &G::State) -> Option<G::Move> {
        let entry = self.table.get(self.key(state), self.goal())?;
        let turn = self.turn(state);
        let mut moves = G::List::default();
        let _ = self.game.moves(state, &mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        let mut best = None;
        for (place, &m) in moves.as_slice().iter().enumerate() {
            let mut next = state.clone();
            self.game.apply(&mut next, m);
            let Some((numbers, effort)) = self.numbers_of(&next) else { continue };
            let is_recorded = entry.best != NO_MOVE && place == usize::from(entry.best);
            let rank = (numbers.own(turn), !is_recorded, u32::MAX - effort);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, m));
            }
        }
        let ((own, ..), m) = best?;
        // A line of what is proved stays with what is proved.
        let is_sure = match entry.standing {
            Standing::Proved => turn == Turn::Defender || own == 0,
            Standing::Disproved { .. } => turn == Turn::Attacker || own == 0,
            _ => true,
        };
        is_sure.then_some(m)
    }

    fn numbers_of(&self, state: &G::State) -> Option<(Numbers, u32)> {
        if let Some(outcome) = self.game.status(state).outcome() {
            let is_won = outcome == Outcome::Win(self.attacker);
            return Some((if is_won { Numbers::PROVED } else { Numbers::DISPROVED }, 0));
        }
        let entry = self.table.get(self.key(state), self.goal())?;
        let numbers = match entry.standing {
            Standing::Open(numbers) => numbers,
            Standing::Proved => Numbers::PROVED,
            Standing::Disproved { .. } | Standing::DisprovedBy { .. } => Numbers::DISPROVED,
        };
        Some((numbers, entry.effort))
    }
}
