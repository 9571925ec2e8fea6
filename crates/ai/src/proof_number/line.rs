//! Lines of play out of the table.

use super::{
    knowledge::Knowledge,
    numbers::{Numbers, Turn},
    positions::{Position, Positions},
    table::{NO_MOVE, Standing},
};

/// Lines are no longer than this.
const LONGEST: usize = 512;

impl Knowledge {
    /// Returns the line that begins with this move of the root and goes on with what the table
    /// knows: of what is decided the moves that decide it, against those that took the most effort
    /// to refute; of what is open the most promising moves of both.
    ///
    /// It ends with the game, where it would repeat a position, or where the table knows no more.
    pub(super) fn line(&self, positions: &mut dyn Positions, first: u32) -> Vec<u32> {
        let mut line = vec![first];
        let mut below = 0;
        while !ends_by_path(positions, line[below]) && positions.enter(line[below]).is_ok() {
            below += 1;
            if line.len() == LONGEST || positions.is_repeated() {
                break;
            }
            let Some(m) = self.next_of_line(positions) else { break };
            line.push(m);
        }
        for _ in 0..below {
            positions.leave();
        }
        line
    }

    fn next_of_line(&self, positions: &mut dyn Positions) -> Option<u32> {
        let entry = self.entry(self.key(positions.key()))?;
        let turn = self.turn_of(positions.to_move());
        let mut best = None;
        for m in 0..positions.moves() {
            let seen = positions.seen(m, |key, next| self.numbers_of(self.key(key), next));
            let Some((numbers, effort)) = seen else { continue };
            let is_recorded = entry.best != NO_MOVE && m == u32::from(entry.best);
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

    fn numbers_of(&self, key: u64, position: &dyn Position) -> Option<(Numbers, u32)> {
        if let Some(outcome) = position.outcome() {
            return Some((self.of_end(outcome).0, 0));
        }
        if let Some((outcome, _)) = position.outcome_by_path() {
            return Some((self.of_end(outcome).0, 0));
        }
        let entry = self.entry(key)?;
        let numbers = match entry.standing {
            Standing::Open(numbers) => numbers,
            Standing::Proved if !position.is_in_time(entry.plies) => return None,
            Standing::Proved => Numbers::PROVED,
            Standing::Disproved { .. } | Standing::DisprovedBy { .. } => Numbers::DISPROVED,
        };
        Some((numbers, entry.effort))
    }
}

/// Whether the path ends the game after a move of the last position.
fn ends_by_path(positions: &mut dyn Positions, m: u32) -> bool {
    positions.seen(m, |_, position| position.outcome_by_path().is_some())
}
