//! What solving asks of a game whose type is erased: all of it that is compiled once a game.

use games_core::{
    Record, Space, TextError,
    entry::Playable,
    solvable::{AnySpace, Key, NotSolvable},
};
use solver::{Child, Family, Identity, children_in};

use crate::{Session, player::record};

/// A space, and the game whose positions it numbers.
///
/// Sessions that are asked about have to be of this game, as [`Session::numbering`] makes sure.
pub trait Numbering: Send + Sync {
    /// Returns the space.
    fn space(&self) -> &AnySpace;

    /// Returns the position text without clocks.
    fn state_text(&self, session: &dyn Session) -> String;

    /// Returns the key of a position; `None` if it cannot have arisen from the start of the space.
    fn key(&self, session: &dyn Session) -> Option<u128>;

    /// Returns the legal moves in generation order, each with the position after it; `None` if one
    /// of those has no key. Ends by clock or repetition do not count.
    fn children(&self, session: &dyn Session) -> Option<Vec<(String, Child)>>;

    /// Plays on from a position: `choose` is given what [`children`](Self::children) returns and
    /// says which of the moves is played, by its index, until it says none. Returns the moves.
    fn play_on(&self, session: &dyn Session, choose: &mut Choose<'_>) -> Vec<String>;

    /// Returns a position by its key and what follows it, by the plain rules; `None` for a number
    /// that is no position's key.
    fn family(&self, session: &dyn Session, key: u128) -> Option<Family>;

    /// Returns whether the position of a key is one whose text the game reads: not each that can be
    /// put together is.
    fn is_sound(&self, session: &dyn Session, key: u128) -> bool;

    /// Returns the text of a position by its key, as far as there is one.
    fn text_of(&self, session: &dyn Session, key: u128) -> Option<String>;

    /// Reads a move in any spelling that the game takes; returns the canonical one.
    ///
    /// # Errors
    ///
    /// That it is no legal move.
    fn spell(&self, session: &dyn Session, text: &str) -> Result<String, TextError>;
}

/// Numbers positions as a table does.
pub(crate) fn numbering_of(
    session: &dyn Session,
    identity: &Identity,
) -> Result<Box<dyn Numbering>, NotSolvable> {
    let start = Some(&*identity.start);
    if identity.folded { session.folded_numbering(start) } else { session.numbering(start) }
}

/// What chooses among moves, by their index.
pub type Choose<'a> = dyn FnMut(&[(String, Child)]) -> Option<usize> + 'a;

/// Numbers what can arise from the position of a text, or of the record, as one of the functions of
/// [`games_core::Solvable`] does.
pub(crate) fn number<G: Playable>(
    record: &Record<G>,
    start: Option<&str>,
    space: impl Fn(&G, &G::State) -> Result<G::Space, NotSolvable>,
) -> Result<Box<dyn Numbering>, NotSolvable> {
    let game = record.game();
    let typed = match start {
        Some(text) => {
            let start = game.parse_state(text).map_err(|e| NotSolvable::new(e.to_string()))?;
            space(game, &start)?
        }
        None => space(game, record.state())?,
    };
    let space = AnySpace::new(typed.clone());
    Ok(Box::new(Numbered::<G> { typed, space }))
}

struct Numbered<G: Playable> {
    typed: G::Space,
    space: AnySpace,
}

impl<G: Playable> Numbered<G> {
    fn state(&self, game: &G, key: u128) -> Option<G::State> {
        let narrow = <G::Space as Space>::Key::from_u128(key);
        (narrow.to_u128() == key).then(|| game.state_in(&self.typed, narrow))?
    }
}

impl<G: Playable> Numbering for Numbered<G> {
    fn space(&self) -> &AnySpace {
        &self.space
    }

    fn state_text(&self, session: &dyn Session) -> String {
        let record = record::<G>(session);
        record.game().state_text(record.state())
    }

    fn key(&self, session: &dyn Session) -> Option<u128> {
        let record = record::<G>(session);
        record.game().key_in(&self.typed, record.state()).map(Key::to_u128)
    }

    fn children(&self, session: &dyn Session) -> Option<Vec<(String, Child)>> {
        let record = record::<G>(session);
        let children = children_in(record.game(), &self.typed, record.state())?;
        Some(with_texts(record.game(), record.state(), &children))
    }

    fn play_on(&self, session: &dyn Session, choose: &mut Choose<'_>) -> Vec<String> {
        let record = record::<G>(session);
        let (game, mut state) = (record.game(), record.state().clone());
        let mut played = Vec::new();
        while let Some(children) = children_in(game, &self.typed, &state) {
            let mut texts = with_texts(game, &state, &children);
            let Some(i) = choose(&texts) else { break };
            played.push(texts.swap_remove(i).0);
            game.apply(&mut state, children[i].0);
        }
        played
    }

    fn family(&self, session: &dyn Session, key: u128) -> Option<Family> {
        let game = record::<G>(session).game();
        let state = self.state(game, key)?;
        if game.key_in(&self.typed, &state).map(Key::to_u128) != Some(key) {
            return None;
        }
        let mut children = Vec::new();
        for (_, child) in children_in(game, &self.typed, &state)? {
            children.push(child);
        }
        Some(Family { to_move: game.to_move(&state), status: game.status(&state), children })
    }

    fn is_sound(&self, session: &dyn Session, key: u128) -> bool {
        let game = record::<G>(session).game();
        let is_read = |state: &G::State| {
            game.parse_state(&game.state_text(state)).is_ok_and(|read| read == *state)
        };
        self.state(game, key).is_some_and(|state| is_read(&state))
    }

    fn text_of(&self, session: &dyn Session, key: u128) -> Option<String> {
        let game = record::<G>(session).game();
        self.state(game, key).map(|state| game.state_text(&state))
    }

    fn spell(&self, session: &dyn Session, text: &str) -> Result<String, TextError> {
        let record = record::<G>(session);
        let m = record.game().parse_move(record.state(), text)?;
        Ok(record.game().move_text(record.state(), m))
    }
}

fn with_texts<G: Playable>(
    game: &G,
    state: &G::State,
    children: &[(G::Move, Child)],
) -> Vec<(String, Child)> {
    let mut texts = Vec::with_capacity(children.len());
    for &(m, child) in children {
        texts.push((game.move_text(state, m), child));
    }
    texts
}
