//! What an audit finds.

use games_core::solvable::NotSolvable;

use super::Audited;
use crate::{
    code::{Solved, SolvedValue},
    phase::Stop,
};

/// What is wrong with a table whose file is sound.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A key stands for no position of the game, or stands in the wrong tier.
    #[error("{key:x} is the key of no position")]
    NoPosition {
        /// The key.
        key: u128,
    },
    /// A value is not the one that follows from the moves.
    #[error("{position}: the table says {}, its moves say {}", words(found), words(expected))]
    Value {
        /// The position text.
        position: String,
        /// What the table says.
        found: Solved,
        /// What the position after each of its moves, as the table has it, or its end makes of it.
        expected: Solved,
    },
    /// A move leads to a position that is not in the table.
    #[error("{position}: a move leads to a position that is not in the table")]
    Missing {
        /// The text of the position before it.
        position: String,
    },
    /// The start is not in the table.
    #[error("the start is not in the table")]
    NoStart,
    /// A position does not arise from any other.
    #[error("{position}: no move of any other position leads here")]
    Unreached {
        /// The position text.
        position: String,
    },
    /// The header tells other numbers of positions by value.
    #[error("the header tells {}, and there are {}", numbers(told), numbers(found))]
    Counts {
        /// What the header tells, in the order of [`SolvedValue::ALL`].
        told: [u64; 4],
        /// What was found.
        found: [u64; 4],
    },
}

/// Why an audit did not find all positions right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A position is wrong.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The file cannot be read.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The table is of a game that cannot be asked.
    #[error(transparent)]
    NotSolvable(#[from] NotSolvable),
    /// The positions do not fit into the memory.
    #[error("the positions take {bytes} bytes, and {limit} are allowed")]
    Memory {
        /// What they would take, by those of them that were read.
        bytes: u64,
        /// What they may take.
        limit: u64,
    },
    /// The flag was set; so much was right.
    #[error("interrupted")]
    Interrupted(Audited),
}

/// `win in 5`, `draw`.
fn words(solved: &Solved) -> String {
    let name = solved.value.name();
    solved.remoteness.map_or_else(|| name.to_owned(), |n| format!("{name} in {n}"))
}

/// `7 win, 8 lose`.
fn numbers(counts: &[u64; 4]) -> String {
    let some = SolvedValue::ALL.iter().zip(counts).filter(|(_, n)| **n > 0);
    some.map(|(value, n)| format!("{n} {}", value.name())).collect::<Vec<_>>().join(", ")
}
