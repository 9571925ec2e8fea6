//! What can be switched off.

use super::Constants;
use crate::chained::chained;

/// How an [`AlphaBeta`](super::AlphaBeta) searches.
///
/// ```
/// use ai::{AlphaBetaOptions, Techniques};
///
/// let options = AlphaBetaOptions::default().with_threads(2).with_techniques(Techniques::EXACT);
/// assert_eq!(options.max_ply, 512);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AlphaBetaOptions {
    /// Threads, at least 1 (0 counts as 1). With one, the search is deterministic.
    pub threads: usize,
    /// No line is searched beyond so many plies, 1 to [`AlphaBetaOptions::MAX_PLY`]; it bounds the
    /// stack.
    pub max_ply: u32,
    /// What makes the search quick or strong.
    pub techniques: Techniques,
    /// How far they go.
    pub constants: Constants,
}

impl AlphaBetaOptions {
    /// The largest bound on plies that is obeyed.
    pub const MAX_PLY: u32 = 1000;

    chained! {
        with_threads(threads: usize),
        with_max_ply(max_ply: u32),
        with_techniques(techniques: Techniques),
        with_constants(constants: Constants),
    }
}

impl Default for AlphaBetaOptions {
    /// One thread, 512 plies, all techniques, the usual constants.
    fn default() -> Self {
        Self { threads: 1, max_ply: 512, techniques: Techniques::ALL, constants: Constants::USUAL }
    }
}

/// Declares [`Techniques`], so that each of them has one name everywhere.
macro_rules! techniques {
    ($($(#[$doc:meta])* $name:ident: $is_exact:literal,)*) => {
        /// The techniques of the search, each of which can be switched off.
        ///
        /// Those of [`EXACT`](Self::EXACT) change how long a search to some depth takes and never
        /// its value, which is that of plain minimax. The others change what is looked at: values
        /// become estimates of another kind, but what a search calls proved still is.
        ///
        /// ```
        /// use ai::Techniques;
        ///
        /// let techniques = Techniques::ALL.without(&["null_move"]);
        /// assert!(!techniques.null_move && techniques.table);
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub struct Techniques {
            $($(#[$doc])* pub $name: bool,)*
        }

        impl Techniques {
            /// All of them.
            pub const ALL: Self = Self { $($name: true,)* };
            /// Plain alpha-beta: none of them.
            pub const NONE: Self = Self { $($name: false,)* };
            /// Those that leave the value of a search to a depth as it is.
            pub const EXACT: Self = Self { $($name: $is_exact,)* };
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// Returns the same without those that are named.
            ///
            /// # Panics
            ///
            /// If a name is none of the [`NAMES`](Self::NAMES).
            #[must_use]
            pub fn without(mut self, names: &[&str]) -> Self {
                for name in names {
                    *self.named(name).expect("a technique of this name") = false;
                }
                self
            }

            /// Returns the same with those that are named.
            ///
            /// # Panics
            ///
            /// If a name is none of the [`NAMES`](Self::NAMES).
            #[must_use]
            pub fn with(mut self, names: &[&str]) -> Self {
                for name in names {
                    *self.named(name).expect("a technique of this name") = true;
                }
                self
            }

            /// Returns those that are on in both.
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self { $($name: self.$name && other.$name,)* }
            }

            /// Returns every switch with its name.
            pub fn switches(&mut self) -> impl Iterator<Item = (&'static str, &mut bool)> {
                [$((stringify!($name), &mut self.$name),)*].into_iter()
            }

            /// Returns the switch with a name.
            pub fn named(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

techniques! {
    /// Iterative deepening: depth 1, 2 and so on, each iteration with what the last one learnt.
    /// Without it a search with a limit on depth goes there at once; others deepen all the same.
    iterative: true,
    /// A transposition table: what was found out about a position is used wherever it is met again.
    table: true,
    /// Answers of the table from searches that were deeper than asked. The value is then, where
    /// moves transpose, sometimes a better one than that of minimax.
    deeper: false,
    /// Enhanced transposition cutoffs: a look at what the table knows about all children of a
    /// position before any is searched.
    enhanced_cutoffs: true,
    /// Aspiration windows: an iteration expects about the value of the last one, and is repeated
    /// if that was wrong.
    aspiration: true,
    /// Principal variation search: of moves after the first only whether they are better.
    principal_variation: true,
    /// The game's own opinion which moves come first ([`order_hint`]).
    ///
    /// [`order_hint`]: games_core::Evaluate::order_hint
    hints: true,
    /// Moves that refuted something at the same ply come early.
    killers: true,
    /// Moves that refuted the same last move elsewhere come early.
    counter_moves: true,
    /// Moves by how often they refuted something, anywhere and after the same last move.
    history: true,
    /// What counter moves, history and corrections tell stays from one search to the next.
    lasting_history: true,
    /// Pairs of moves by what they refuted, also two plies apart, each move by its kind, in games that
    /// tell it ([`move_kind`]); else only a move and its answer, each by itself.
    ///
    /// [`move_kind`]: games_core::Evaluate::move_kind
    move_kinds: true,
    /// Estimates are corrected by what searches found in positions that are alike, in games that tell
    /// which are ([`aspects`]).
    ///
    /// [`aspects`]: games_core::Evaluate::aspects
    corrections: false,
    /// Quiescence search: beyond the horizon the game's noisy moves ([`is_noisy`]) are followed.
    ///
    /// [`is_noisy`]: games_core::Evaluate::is_noisy
    quiescence: false,
    /// Whoever must answer a threat ([`must_answer`]) is searched a ply deeper.
    ///
    /// [`must_answer`]: games_core::Evaluate::must_answer
    extensions: false,
    /// Internal iterative reduction: a position about which the table knows no move is searched a
    /// ply less deep.
    internal_reduction: false,
    /// Null move pruning, in games that say where passing is never good ([`null_move`]).
    ///
    /// [`null_move`]: games_core::Evaluate::null_move
    null_move: false,
    /// Late move reductions: quiet moves that come late are searched less deep, unless they turn
    /// out to be good.
    late_moves: false,
    /// Less is left out where a side's estimate is better than at its last turn, and more where it
    /// is not: for games that say how much a move changes ([`swing`]).
    ///
    /// [`swing`]: games_core::Evaluate::swing
    improving: false,
    /// Late moves are searched less deep by half a ply more, or by a whole one of many moves.
    deeper_reductions: false,
    /// Futility pruning near the horizon, in games that say how much a move changes ([`swing`]):
    /// positions that are far too good are not searched, late and hopeless quiet moves not tried.
    ///
    /// [`swing`]: games_core::Evaluate::swing
    futility: false,
    /// Multi-probcut, for estimates that tell how well shallow searches foretell deep ones
    /// ([`Estimator::with_cut_pairs`]): what is most likely beyond the window is searched no deeper.
    ///
    /// [`Estimator::with_cut_pairs`]: crate::Estimator::with_cut_pairs
    probcut: false,
    /// Several threads leave to each other the moves that they are at, and come back to them when the
    /// others of a position are done (ABDADA); else they only share the table.
    deferral: true,
    /// Several threads tell each other what they find on the principal variation, where the table
    /// answers nothing.
    shared_line: true,
    /// Near the end the game's own solver, where it has one ([`endgame`]), in place of the search.
    ///
    /// [`endgame`]: games_core::Evaluate::endgame
    endgames: false,
}

/// What need not be worked out where no technique asks for it.
impl Techniques {
    /// Whether anything is remembered of moves.
    pub(super) const fn remembers(self) -> bool {
        self.killers || self.remembers_pairs()
    }

    /// Whether anything is remembered of moves and those before them.
    pub(super) const fn remembers_pairs(self) -> bool {
        self.counter_moves || self.history
    }

    /// Whether positions are left out by their estimates.
    pub(super) const fn guesses(self) -> bool {
        self.improving || self.futility || self.null_move || self.probcut || self.corrections
    }
}

impl Default for Techniques {
    /// All of them.
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_switch() {
        let mut techniques = Techniques::ALL;
        for name in Techniques::NAMES {
            *techniques.named(name).unwrap() = false;
        }
        assert_eq!(techniques, Techniques::NONE);
        assert_eq!(techniques.named("magic"), None);
    }
}
