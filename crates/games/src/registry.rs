//! The list of all games. A new game adds one line to it.

use games_core::entry::{Entry, Visitor};
use sessions::{Error, GameInfo, Games};

/// Makes the list of games, and the one place that goes from an id to a type.
macro_rules! games {
    ($($entry:ty),* $(,)?) => {
        /// Returns every game of this crate.
        #[must_use]
        // Inlined into another crate, it would have all games compiled there once more.
        #[inline(never)]
        pub fn registry() -> &'static [GameInfo] {
            // Not a static, which would be compiled for whoever does not ask.
            const { &[$(GameInfo::of::<$entry>()),*] }
        }

        /// Builds the rules of a game and hands them, with their type, to a visitor: for whole
        /// jobs that are written against the traits.
        ///
        /// # Errors
        ///
        /// [`Error::Game`] for an unknown id, [`Error::Rules`] for wrong options.
        pub fn visit<V: Visitor>(id: &str, rules: Option<&str>, visitor: V) -> Result<V::Out, Error> {
            let options = find(id)?.options(rules)?;
            $(
                if id == <$entry>::ID {
                    return <$entry>::build(&options, None, visitor).map_err(Error::Rules);
                }
            )*
            unreachable!("the same list makes both")
        }
    };
}

// Every game, in the order in which lists show them: one line each.
games! {
    othello::OthelloEntry,
    go::GoEntry,
    chess_variants::standard::Standard,
    chess_variants::atomic::AtomicEntry,
    chess_variants::girl::GirlChessEntry,
    ludii_skak::SkakEntry,
    cs3_games::TenEntry,
    cs3_games::TicTacToeEntry,
    cs3_games::NorthcottEntry,
    cs3_games::KnightsDanceEntry,
    cs3_games::SurroundEntry,
    cs3_games::KonaneEntry,
}

/// Returns the game of this crate with an id.
///
/// # Errors
///
/// [`Error::Game`], which lists the valid ids and suggests the closest.
pub fn find(id: &str) -> Result<&'static GameInfo, Error> {
    Games::new(registry()).find(id)
}
