//! The positions of the faulty game as numbers.

use games_core::{
    Side, Solvable, Space, Status,
    solvable::NotSolvable,
    toy::{TicTacToe, TicTacToeSpace},
};

use super::{Fault, Faulty, State};

/// That of tic-tac-toe, as one tier with parents.
#[derive(Clone, Debug)]
pub(crate) struct FaultySpace {
    inner: TicTacToeSpace,
    fault: Fault,
}

impl Space for FaultySpace {
    type Key = u64;
    const LOOPS: bool = true;
    const BACKWARD: bool = true;

    fn start(&self) -> u64 {
        self.inner.start()
    }

    fn to_move(&self, key: u64) -> Side {
        let side = self.inner.to_move(key);
        if self.fault == Fault::SpaceSideWrong { side.other() } else { side }
    }

    fn children(&self, key: u64, out: &mut Vec<u64>) -> Status {
        let mut children = Vec::new();
        let status = self.inner.children(key, &mut children);
        children.sort_unstable();
        children.dedup();
        if self.fault == Fault::SpaceListEmptied {
            out.clear();
        }
        let missing = usize::from(self.fault == Fault::SpaceChildMissing);
        out.extend(children.into_iter().skip(missing));
        status
    }

    /// Takes back each piece of the side that moved last.
    fn parents(&self, key: u64, out: &mut Vec<u64>) {
        let shift = if key >> 31 == 0 { 16 } else { 0 };
        let mut parents: Vec<_> = (0..9)
            .filter(|i| key >> (shift + i) & 1 == 1)
            .map(|i| key ^ 1 << (shift + i) ^ 1 << 31)
            .map(|bits| self.inner.canonical(bits))
            .collect();
        parents.sort_unstable();
        parents.dedup();
        match self.fault {
            Fault::SpaceParentMissing => drop(parents.pop()),
            Fault::SpaceParentFalse => parents.push(key),
            _ => {}
        }
        out.extend(parents);
    }

    fn tier(&self, key: u64) -> u32 {
        if self.fault == Fault::SpaceTierFalls { 9 - self.inner.tier(key) } else { 0 }
    }

    fn orbit(&self, key: u64) -> u32 {
        let orbit = self.inner.orbit(key);
        if self.fault == Fault::SpaceOrbitWrong && orbit > 1 { orbit - 1 } else { orbit }
    }
}

impl Solvable for Faulty {
    type Space = FaultySpace;

    fn space(&self, start: &State) -> Result<FaultySpace, NotSolvable> {
        Ok(FaultySpace { inner: TicTacToe.space(&start.inner)?, fault: self.fault })
    }

    fn key_in(&self, space: &FaultySpace, state: &State) -> Option<u64> {
        let key = TicTacToe.key_in(&space.inner, &state.inner)?;
        Some(if self.has(Fault::SpaceKeyShared) { key & !0x10 } else { key })
    }

    fn state_in(&self, space: &FaultySpace, key: u64) -> Option<State> {
        Some(State { inner: TicTacToe.state_in(&space.inner, key)?, plies: 0 })
    }
}
