//! Laws of keys.

use std::collections::{HashMap, hash_map::Entry};

use super::{Sample, Spot, Verdict, after, same};
use crate::entry::Playable;

/// Over all positions of the sample and those one move further.
pub(super) fn keys_tell_states_apart<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let game = s.game;
    let mut key_of: HashMap<G::State, u64> = HashMap::new();
    let mut state_of: HashMap<u64, G::State> = HashMap::new();
    for spot in &s.spots {
        let children = s.some_moves(spot).map(|m| after(game, &spot.state, m));
        for state in core::iter::once(spot.state.clone()).chain(children) {
            let key = game.key(&state);
            match key_of.entry(state.clone()) {
                Entry::Occupied(known) => same(known.get(), &key, || {
                    format!("two keys of the equal states {state:?} and {:?}", known.key())
                })?,
                Entry::Vacant(new) => {
                    new.insert(key);
                }
            }
            match state_of.entry(key) {
                Entry::Occupied(known) => {
                    same(known.get(), &state, || format!("two states with key {key:016x}"))?;
                }
                Entry::Vacant(new) => {
                    new.insert(state);
                }
            }
        }
    }
    Ok(())
}

pub(super) fn kept_key_is_recomputed<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    if s.game.has_memory() {
        return Ok(());
    }
    let text = s.game.state_text(&spot.state);
    let state = s.game.parse_state(&text).map_err(|e| e.to_string())?;
    same(&s.game.key(&spot.state), &s.game.key(&state), || "key by play and by text".into())?;
    same(&s.game.repetition_key(&spot.state), &s.game.repetition_key(&state), || {
        "repetition key by play and by text".into()
    })
}
