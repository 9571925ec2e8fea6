//! Lists of games.

mod info;

use games_core::{TextError, notation::quote};

use crate::Error;
pub use info::GameInfo;

/// Games to choose from: those of the crate `games`, or a list of one's own.
///
/// ```
/// use chess_variants::{atomic::AtomicEntry, standard::Standard};
/// use sessions::{GameInfo, Games};
///
/// let list = [GameInfo::of::<Standard>(), GameInfo::of::<AtomicEntry>()];
/// let games = Games::new(&list);
/// assert!(games.find("chess").is_ok() && games.find("go").is_err());
/// assert_eq!(games.speaking("uci").count(), 2);
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
