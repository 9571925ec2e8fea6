//! The list of all games. A new game adds one line to it.

mod info;

use games_core::{
    TextError,
    entry::{Entry, Visitor},
    notation::quote,
};

use crate::Error;
pub use info::GameInfo;

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

/// Games to choose from: those of the [`registry`], or a list of one's own.
///
/// ```
/// use games::{GameInfo, Games, registry};
///
/// let mine: Vec<GameInfo> = Games::new(registry()).speaking("uci").copied().collect();
/// assert!(Games::new(&mine).find("chess").is_ok() && Games::new(&mine).find("go").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Games<'a>(&'a [GameInfo]);

impl<'a> Games<'a> {
    /// The games of a list; no two should have one id.
    #[must_use]
    pub const fn new(list: &'a [GameInfo]) -> Self {
        Self(list)
    }

    /// Returns the games in their order.
    pub fn iter(self) -> core::slice::Iter<'a, GameInfo> {
        self.0.iter()
    }

    /// Returns the game with an id.
    ///
    /// # Errors
    ///
    /// [`Error::Game`], which lists the valid ids and suggests the closest.
    pub fn find(self, id: &str) -> Result<&'a GameInfo, Error> {
        self.iter().find(|game| game.id == id).ok_or_else(|| {
            let ids: Vec<_> = self.iter().map(|game| game.id).collect();
            let message = format!("no game {}; valid: {}", quote(id), ids.join(", "));
            Error::Game(TextError::whole(id, message).suggest(id, ids))
        })
    }

    /// Returns the games that are played over a protocol.
    pub fn speaking(self, protocol: &str) -> impl Iterator<Item = &'a GameInfo> {
        self.iter().filter(move |game| game.protocols.contains(&protocol))
    }
}

impl<'a> IntoIterator for Games<'a> {
    type Item = &'a GameInfo;
    type IntoIter = core::slice::Iter<'a, GameInfo>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests;
