//! What is known of a position, from the table, the path and the game so far.

use games_core::{Outcome, Side, zobrist};

use super::{
    grounds::Grounds,
    numbers::{Numbers, Turn},
    path::Path,
    positions::Position,
    table::{Entry, Goal, Standing, Table},
};
use crate::by_path::Holds;

/// Where the search for one goal looks positions up.
#[derive(Debug)]
pub(super) struct Knowledge {
    pub(super) table: Table,
    pub(super) path: Path,
    /// The side that is to win.
    pub(super) attacker: Side,
    /// The keys of positions that count as drawn, sorted, each with the position's place.
    pub(super) avoid: Vec<(u64, usize)>,
    /// Bits of a key that the table sees.
    key_mask: u64,
}

impl Knowledge {
    pub(super) fn new(table: Table, key_mask: u64) -> Self {
        let path = Path::new(false);
        Self { table, path, attacker: Side::First, avoid: Vec::new(), key_mask }
    }

    /// The key under which the table has a position with this key.
    pub(super) fn key(&self, key: u64) -> u64 {
        match self.key_mask {
            u64::MAX => key,
            // Spread again, because the high bits choose the place in the table.
            mask => zobrist::mix(key & mask),
        }
    }

    pub(super) fn goal(&self) -> Goal {
        self.attacker.index()
    }

    pub(super) fn turn_of(&self, mover: Side) -> Turn {
        if mover == self.attacker { Turn::Attacker } else { Turn::Defender }
    }

    pub(super) fn entry(&self, key: u64) -> Option<Entry> {
        self.table.get(key, self.goal())
    }

    /// Returns what is known of a position one move below the path.
    #[inline]
    pub(super) fn look(&self, key: u64, position: &impl Position) -> (Numbers, Grounds) {
        if let Some(level) = self.path.find(key, &|level| position.is_at(level)) {
            return (Numbers::DISPROVED, Grounds::on(level));
        }
        if self.is_avoided(key, position) {
            return (Numbers::DISPROVED, Grounds::DRAWN);
        }
        // What is in the table has not ended by what it is.
        let may_end_by_way = position.may_end_by_way();
        if may_end_by_way && let Some(known) = self.ended_by_path(position) {
            return known;
        }
        if let Some(known) = self.known(key, &mut |plies| position.is_in_time(plies)) {
            return known;
        }
        if !may_end_by_way && let Some(known) = self.ended_by_path(position) {
            return known;
        }
        let moves = position.moves();
        if moves > 0 {
            let turn = self.turn_of(position.to_move());
            return (Numbers::of_leaf(turn, moves), Grounds::LOST);
        }
        self.of_end(position.outcome().expect("an ongoing game has a move"))
    }

    fn is_avoided(&self, key: u64, position: &dyn Position) -> bool {
        if self.avoid.is_empty() {
            return false;
        }
        let from = self.avoid.partition_point(|&(k, _)| k < key);
        let mut same = self.avoid[from..].iter().take_while(|&&(k, _)| k == key);
        same.any(|&(_, place)| position.is_avoided(place))
    }

    /// Returns what the table knows of a position, as far as it holds on this path, on which nothing
    /// comes between a side and a win that is `in_time`.
    pub(super) fn known(
        &self,
        key: u64,
        in_time: &mut dyn FnMut(u32) -> bool,
    ) -> Option<(Numbers, Grounds)> {
        let Entry { standing, plies, .. } = self.entry(key)?;
        match standing {
            Standing::Open(numbers) => Some((numbers, Grounds::LOST)),
            Standing::Proved => in_time(plies).then_some((Numbers::PROVED, Grounds::within(plies))),
            Standing::Disproved { drawn: false } if in_time(plies) => {
                Some((Numbers::DISPROVED, Grounds::within(plies)))
            }
            Standing::Disproved { .. } => Some((Numbers::DISPROVED, Grounds::DRAWN)),
            Standing::DisprovedBy { base } => {
                if let Some(level) = self.path.find_key(base) {
                    return Some((Numbers::DISPROVED, Grounds::on(level)));
                }
                let standing = self.entry(base)?.standing;
                matches!(standing, Standing::Disproved { .. })
                    .then_some((Numbers::DISPROVED, Grounds::DRAWN))
            }
        }
    }

    /// What is known of a finished game.
    pub(super) fn of_end(&self, outcome: Outcome) -> (Numbers, Grounds) {
        match outcome {
            Outcome::Win(side) if side == self.attacker => (Numbers::PROVED, Grounds::LOST),
            Outcome::Win(_) => (Numbers::DISPROVED, Grounds::LOST),
            Outcome::Draw => (Numbers::DISPROVED, Grounds::DRAWN),
        }
    }

    /// What is known of a position where the path ends the game. A draw that the attacker may claim
    /// does not say that he could not win.
    #[inline]
    fn ended_by_path(&self, position: &impl Position) -> Option<(Numbers, Grounds)> {
        let (outcome, holds) = position.outcome_by_path()?;
        Some(match holds {
            Holds::Anywhere => self.of_end(outcome),
            Holds::IfClaimed if position.to_move() == self.attacker => {
                (Numbers::DISPROVED, Grounds::CUT)
            }
            Holds::OnThisPath | Holds::IfClaimed => (Numbers::DISPROVED, Grounds::BY_WAY),
        })
    }

    /// Stores what was found out about a position.
    pub(super) fn put(&mut self, key: u64, entry: Entry) {
        self.table.put(key, self.attacker.index(), entry);
    }
}
