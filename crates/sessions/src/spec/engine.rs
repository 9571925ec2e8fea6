//! Who thinks.

use ai::{AlphaBetaOptions, MctsOptions};

use crate::{Outside, Tables};

/// The kinds of players, each with the options that no other has.
///
/// Threads and seed stand in the [`PlayerSpec`](super::PlayerSpec) and go before those of the
/// options.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// Any legal move.
    Random,
    /// Alpha-beta search.
    AlphaBeta(AlphaBetaOptions),
    /// Monte Carlo tree search.
    Mcts(MctsOptions),
    /// Proof-number search.
    Proof,
    /// Perfect play in games that are solved, with the tables of solved positions that it looks
    /// up; whoever reads the text sets them.
    Solver(Tables),
    /// A person.
    Human,
    /// A program that speaks the Universal Chess Interface.
    Uci(Outside),
    /// A program that speaks the Go Text Protocol.
    Gtp(Outside),
    /// A program that speaks NBoard's protocol.
    NBoard(Outside),
}

impl Engine {
    /// Returns every kind with its usual options; programs are not named yet.
    #[must_use]
    pub fn all() -> [Self; 9] {
        [
            Self::Random,
            Self::alpha_beta(),
            Self::Mcts(MctsOptions::default()),
            Self::Proof,
            Self::Solver(Tables::default()),
            Self::Human,
            Self::Uci(Outside::default()),
            Self::Gtp(Outside::default()),
            Self::NBoard(Outside::default()),
        ]
    }

    /// Alpha-beta search with its usual options.
    #[must_use]
    pub fn alpha_beta() -> Self {
        Self::AlphaBeta(AlphaBetaOptions::default())
    }

    /// Returns the word before the colon.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::AlphaBeta(_) => "alphabeta",
            Self::Mcts(_) => "mcts",
            Self::Proof => "proof",
            Self::Solver(_) => "solver",
            Self::Human => "human",
            Self::Uci(_) => "uci",
            Self::Gtp(_) => "gtp",
            Self::NBoard(_) => "nboard",
        }
    }

    /// Returns whether it is a person.
    #[must_use]
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human)
    }

    /// Returns the program of somebody else, where it is one.
    #[must_use]
    pub const fn outside(&self) -> Option<&Outside> {
        match self {
            Self::Uci(outside) | Self::Gtp(outside) | Self::NBoard(outside) => Some(outside),
            _ => None,
        }
    }

    /// As [`outside`](Self::outside), to be changed.
    pub(super) const fn outside_mut(&mut self) -> Option<&mut Outside> {
        match self {
            Self::Uci(outside) | Self::Gtp(outside) | Self::NBoard(outside) => Some(outside),
            _ => None,
        }
    }

    /// The same kind with its usual options.
    pub(super) fn fresh(&self) -> Self {
        let same = |other: &Self| core::mem::discriminant(other) == core::mem::discriminant(self);
        Self::all().into_iter().find(same).expect("the list has every kind")
    }

    /// Whether no limit is needed: programs that are not told of a time have limits of their own,
    /// and solving ends by itself.
    pub(super) const fn has_limits_of_its_own(&self) -> bool {
        matches!(self, Self::Gtp(_) | Self::NBoard(_) | Self::Solver(_))
    }
}
