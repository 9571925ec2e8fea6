//! Laws of what protocols ask that count a board.

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Side, View, entry::Playable, seeded};

pub(super) fn margins_are_final<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let end = s.game.end(&spot.state);
    let now = s.game.margin_now(&spot.state);
    match end.and_then(|end| end.margin).zip(now) {
        Some((at_end, now)) => same(&now, &at_end, || "the margin now and that of the end".into()),
        None => Ok(()),
    }
}

pub(super) fn play_is_resumed<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    for side in Side::BOTH {
        let Some(state) = s.game.resumed(&spot.state, side) else { continue };
        same(&s.game.to_move(&state), &side, || "sides to move, there and asked for".into())?;
        let status = s.game.status(&state);
        ensure(status.outcome().is_none(), || format!("play is resumed and is {status:?}"))?;
    }
    Ok(())
}

pub(super) fn dead_are_on_the_board<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    for (seed, record) in s.games.iter().enumerate() {
        let view = s.game.view(record.state(), record.last_move());
        let dead = s.game.dead(record.state(), &mut seeded(0));
        are_on_board(&dead, &view)
            .map_err(|how| format!("{how}: {dead:?} at the end of the game with seed {seed}"))?;
    }
    Ok(())
}

fn are_on_board(dead: &[usize], view: &View) -> Verdict {
    ensure(dead.is_sorted_by(|a, b| a < b), || "the dead are not in order".to_owned())?;
    let is_taken = |at: &usize| view.pieces.iter().any(|piece| piece.at == *at);
    ensure(dead.iter().all(is_taken), || "no piece, but called dead".to_owned())
}
