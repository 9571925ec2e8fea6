//! Laws of keys.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};

use super::{Sample, Spot, Verdict, after, same};
use crate::entry::Playable;

/// Over all positions of the sample and those one move further.
pub(super) fn keys_tell_states_apart<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let (game, hasher) = (s.game, RandomState::new());
    let mut states = Vec::new();
    // By hash and by key; maps of numbers, so that all games share them.
    let mut with_hash: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut with_key: HashMap<u64, usize> = HashMap::new();
    for spot in &s.spots {
        let mut met = vec![spot.state.clone()];
        for m in s.some_moves(spot) {
            met.push(after(game, &spot.state, m));
        }
        for state in met {
            let key = game.key(&state);
            let equals = with_hash.entry(hasher.hash_one(&state)).or_default();
            for &at in &*equals {
                let known: &G::State = &states[at];
                if *known == state {
                    same(&game.key(known), &key, || {
                        format!("two keys of the equal states {state:?} and {known:?}")
                    })?;
                }
            }
            let at = *with_key.entry(key).or_insert(states.len());
            if at < states.len() {
                same(&states[at], &state, || format!("two states with key {key:016x}"))?;
            } else {
                equals.push(at);
                states.push(state);
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
