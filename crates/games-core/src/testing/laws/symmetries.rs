//! Laws of symmetries.

use super::{Sample, Spot, Verdict, after, ensure, same};
use crate::{MoveList, entry::Playable};

pub(super) fn identity_and_inverse<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let (game, state) = (s.game, &spot.state);
    ensure(game.symmetries() > 0, || "no symmetry, not even the identity".into())?;
    same(&game.map_state(0, state), state, || "the identity's image of the state".into())?;
    for m in s.some_moves(spot) {
        same(&game.map_move(0, m), &m, || "the identity's image of a move".into())?;
    }
    for g in 0..game.symmetries() {
        let back = game.inverse(g);
        ensure(back < game.symmetries(), || format!("the inverse of {g} is {back}"))?;
        let image = game.map_state(back, &game.map_state(g, state));
        same(&image, state, || format!("the state mapped by {g} and back by {back}"))?;
        for m in s.some_moves(spot) {
            let image = game.map_move(back, game.map_move(g, m));
            same(&image, &m, || format!("a move mapped by {g} and back by {back}"))?;
        }
    }
    Ok(())
}

/// For any two elements there is a third that does the work of both at every position.
pub(super) fn closed<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let game = s.game;
    let spots: Vec<_> = s.costly().collect();
    for g in 0..game.symmetries() {
        for h in 0..game.symmetries() {
            let is_product = |k: u8| spots.iter().all(|spot| is_product_at(s, spot, (g, h), k));
            ensure((0..game.symmetries()).any(is_product), || {
                format!("no element does what {h} and then {g} do")
            })?;
        }
    }
    Ok(())
}

/// Whether one symmetry does at a position what two others do, the second of them first.
fn is_product_at<G: Playable>(
    s: &Sample<'_, G>,
    spot: &Spot<G>,
    (g, h): (u8, u8),
    product: u8,
) -> bool {
    let game = s.game;
    let image = game.map_state(g, &game.map_state(h, &spot.state));
    if image != game.map_state(product, &spot.state) {
        return false;
    }
    for m in s.some_moves(spot) {
        if game.map_move(g, game.map_move(h, m)) != game.map_move(product, m) {
            return false;
        }
    }
    true
}

pub(super) fn commutes<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let game = s.game;
    for g in 0..game.symmetries() {
        let image = game.map_state(g, &spot.state);
        for m in s.some_moves(spot) {
            let mapped = game.map_move(g, m);
            ensure(game.is_legal(&image, mapped), || {
                format!("{m:?} is legal, and its image {mapped:?} by {g} is not")
            })?;
            let played_first = game.map_state(g, &after(game, &spot.state, m));
            let mapped_first = after(game, &image, mapped);
            same(&played_first, &mapped_first, || format!("{m:?} played then mapped by {g}"))?;
        }
    }
    Ok(())
}

pub(super) fn keeps_rules<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let game = s.game;
    let facts = |state: &G::State| {
        let end = game.end(state).map(|end| (end.outcome, end.reason, end.margin));
        (game.status(state), game.count(state), game.to_move(state), end)
    };
    for g in 0..game.symmetries() {
        let image = game.map_state(g, &spot.state);
        same(&facts(&image), &facts(&spot.state), || format!("facts of the image by {g}"))?;
        let mut moves: Vec<_> = spot.moves.iter().map(|&m| game.map_move(g, m)).collect();
        let mut image_moves = game.list(&image).as_slice().to_vec();
        moves.sort_unstable();
        image_moves.sort_unstable();
        same(&moves, &image_moves, || format!("images of the moves by {g}, moves of the image"))?;
    }
    Ok(())
}

pub(super) fn canonical_key_is_shared<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let key = s.game.canonical_key(&spot.state);
    for g in 0..s.game.symmetries() {
        let image = s.game.map_state(g, &spot.state);
        same(&s.game.canonical_key(&image), &key, || format!("canonical keys, mapped by {g}"))?;
    }
    Ok(())
}
