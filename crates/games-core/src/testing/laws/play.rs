//! Laws of whole games: counts, ends, scores, records.

use core::ops::ControlFlow;

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{EVAL_LIMIT, MoveList, Outcome, Perft, Record, Side, entry::Playable};

pub(super) fn perft_agrees<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    const MOST_PLIES: u32 = 8;
    for count_ended in [false, true] {
        let perft = || Perft::new().count_ended(count_ended);
        let mut lines = 1;
        for depth in 1..=MOST_PLIES {
            let count = |perft: Perft<'_>| perft.count(s.game, &spot.state, depth).unwrap_or(0);
            let naive = count(perft().bulk(false));
            same(&count(perft()), &naive, || format!("depth {depth} in bulk and move by move"))?;
            same(&count(perft().table_bytes(1 << 16)), &naive, || {
                format!("depth {depth} with a table and move by move")
            })?;
            same(&count(perft().threads(2)), &naive, || {
                format!("depth {depth} on two threads and move by move")
            })?;
            // The next depth has about as many times more lines as this one had.
            let next = naive.saturating_mul(naive.div_ceil(lines));
            if naive == 0 || next > s.options.perft_lines {
                break;
            }
            lines = naive;
        }
    }
    Ok(())
}

pub(super) fn end_fits_status<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let end = s.game.end(&spot.state);
    let outcome = end.map(|end| end.outcome);
    same(&outcome, &s.game.status(&spot.state).outcome(), || "outcome by end and status".into())?;
    if let Some(end) = end
        && let Some(margin) = end.margin
    {
        let by_margin = Outcome::from_margin(margin);
        same(&by_margin, &end.outcome, || format!("outcomes by margin {margin} and by end"))?;
    }
    if let Some(end) = end {
        ensure(!end.reason.to_string().is_empty(), || "the end has no reason".into())?;
    }
    Ok(())
}

pub(super) fn undo_restores<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    for (seed, played) in s.games.iter().enumerate() {
        let mut record = Record::new(s.game.clone());
        let mut facts = vec![facts_of(&record)];
        for (_, m) in played.history() {
            record.play(m).map_err(|e| format!("{e} on playing the game {seed} again"))?;
            facts.push(facts_of(&record));
        }
        while let Some(then) = facts.pop() {
            same(&facts_of(&record), &then, || {
                format!("ply {} of the game with seed {seed}, after undo and before", facts.len())
            })?;
            record.undo();
        }
        ensure(record.undo().is_none(), || "a move is taken back before the first".into())?;
    }
    Ok(())
}

fn facts_of<G: Playable>(record: &Record<G>) -> impl PartialEq + core::fmt::Debug + use<G> {
    let end = record.end().map(|end| (end.outcome, end.reason, end.margin));
    let moves = record.moves().as_slice().to_vec();
    let key = record.game().key(record.state());
    (record.position_text(), record.clock().clone(), moves, end, record.occurrences(), key)
}

pub(super) fn estimates_are_bounded<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    if spot.moves.is_empty() {
        return Ok(());
    }
    let estimate = s.game.evaluate(&spot.state);
    ensure((-EVAL_LIMIT..=EVAL_LIMIT).contains(&estimate), || format!("estimate {estimate}"))?;
    same(&s.game.evaluate(&spot.state), &estimate, || "two estimates".into())?;
    for m in s.some_moves(spot) {
        // Any value will do; they must not panic.
        let _ = (s.game.order_hint(&spot.state, spot.last, m), s.game.is_noisy(&spot.state, m));
    }
    let mut weights = Vec::new();
    s.game.priors(&spot.state, spot.last, &spot.moves, &mut weights);
    same(&weights.len(), &spot.moves.len(), || "numbers of priors and of moves".into())?;
    let bad = weights.iter().find(|weight| !(weight.is_finite() && **weight > 0.0));
    ensure(bad.is_none(), || format!("a prior of {bad:?}"))
}

pub(super) fn endgames_are_told<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let is_told = G::SOLVES_ENDGAMES || s.game.endgame(&spot.state).is_none();
    ensure(is_told, || "an endgame that nobody will ask for".into())
}

pub(super) fn noisy_moves_agree<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    if spot.moves.is_empty() {
        return Ok(());
    }
    let mut listed = Vec::new();
    s.game.noisy_moves(&spot.state, &mut |m| {
        listed.push(m);
        ControlFlow::Continue(())
    });
    let called = spot.moves.iter().copied().filter(|&m| s.game.is_noisy(&spot.state, m));
    let mut called: Vec<_> = called.collect();
    listed.sort_unstable();
    called.sort_unstable();
    same(&listed, &called, || "noisy moves listed and called so".into())
}

pub(super) fn hints_agree<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let hints = s.game.order_hints(&spot.state, spot.last);
    for m in s.some_moves(spot) {
        let alone = s.game.order_hint(&spot.state, spot.last, m);
        same(&hints(m), &alone, || format!("hints for {m:?} together and alone"))?;
    }
    Ok(())
}

/// A search that learns by aspects or kinds asks the position it begins with whether there are any.
pub(super) fn likeness_is_told<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let start = &s.spots[0];
    let has_aspects = |spot: &Spot<G>| s.game.aspects(&spot.state).is_some();
    same(&has_aspects(spot), &has_aspects(start), || "aspects here and at the start".into())?;
    let Some(&first) = start.moves.first() else { return Ok(()) };
    let has_kind = |spot: &Spot<G>, m| s.game.move_kind(&spot.state, m).is_some();
    for m in s.some_moves(spot) {
        same(&has_kind(spot, m), &has_kind(start, first), || {
            format!("kinds of {m:?} and {first:?}")
        })?;
    }
    Ok(())
}

pub(super) fn pass_changes_sides<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    ensure(s.game.swing().is_none_or(|swing| swing > 0), || "a swing of nothing".into())?;
    if spot.moves.is_empty() {
        return Ok(());
    }
    let Some(after) = s.game.null_move(&spot.state) else { return Ok(()) };
    ensure(!s.game.must_answer(&spot.state), || {
        "a pass although a threat must be answered".into()
    })?;
    let side = s.game.to_move(&spot.state);
    same(&s.game.to_move(&after), &side.other(), || "side to move after a pass".into())?;
    ensure(s.game.key(&after) != s.game.key(&spot.state), || "the key ignores a pass".into())
}

pub(super) fn scores_fit<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let Some(end) = s.game.end(&spot.state) else {
        return Ok(());
    };
    let score = s.game.final_score(&end);
    ensure((-1.0..=1.0).contains(&score), || format!("final score {score}"))?;
    let sign = i32::from(score > 0.0) - i32::from(score < 0.0);
    same(&sign, &end.outcome.value_for(Side::First), || "signs of final score and outcome".into())
}
