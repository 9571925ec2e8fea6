//! Laws of position texts and move texts.

use std::collections::HashMap;

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Record, entry::Playable};

pub(super) fn positions_round_trip<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let game = s.game;
    let text = s.text(spot);
    let (state, clock) =
        game.parse_position(&text).map_err(|e| format!("its text cannot be read: {e}"))?;
    if game.has_memory() {
        // The text leaves the history out, so that it is all there is to compare.
        return same(&game.state_text(&state), &game.state_text(&spot.state), || {
            "the texts of the position read and of itself".into()
        });
    }
    same(&state, &spot.state, || "the position read from its text, and itself".into())?;
    same(&clock, &spot.clock, || "the clock read from the text, and itself".into())?;
    let mut again = String::new();
    // Writing to a string does not fail.
    let _ = game.write_position(&state, &clock, &mut again);
    same(&again, &text, || "the text written again".into())?;
    let bare = game.state_text(&spot.state);
    let state = game.parse_state(&bare).map_err(|e| format!("{bare:?} cannot be read: {e}"))?;
    same(&state, &spot.state, || format!("the state read from {bare:?}, and itself"))
}

/// As in a file, or in what another program prints.
pub(super) fn positions_may_end_in_a_newline<G: Playable>(
    s: &Sample<'_, G>,
    spot: &Spot<G>,
) -> Verdict {
    let text = s.text(spot);
    // What cannot be read at all breaks another law.
    let Ok((state, clock)) = s.game.parse_position(&text) else { return Ok(()) };
    for end in ["\n", "\r\n"] {
        let text = format!("{text}{end}");
        let read = s.game.parse_position(&text);
        let (again, same_clock) = read.map_err(|e| format!("{text:?} cannot be read: {e}"))?;
        same(&again, &state, || format!("the position read from {text:?}, and without its end"))?;
        same(&same_clock, &clock, || format!("the clock read from {text:?}, and without its end"))?;
    }
    Ok(())
}

pub(super) fn moves_round_trip<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    for m in s.some_moves(spot) {
        let text = s.game.move_text(&spot.state, m);
        ensure(!text.is_empty(), || format!("{m:?} has no text"))?;
        same(&s.game.parse_move(&spot.state, &text), &Ok(m), || {
            format!("the move read from {text:?}")
        })?;
    }
    Ok(())
}

/// Reads the texts that moves have at other positions.
pub(super) fn only_legal_moves_are_read<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    const TEXTS: usize = 10;
    for other in super::window(&s.spots, TEXTS, spot.index) {
        let Some(&m) = super::window(&other.moves, 1, spot.index).next() else { continue };
        let text = s.game.move_text(&other.state, m);
        let read = s.game.parse_move(&spot.state, &text);
        ensure(read.as_ref().map_or(true, |&m| s.game.is_legal(&spot.state, m)), || {
            format!("{text:?} is read as {read:?}, which is not legal")
        })?;
        ensure(read.map_or_else(|e| e.is_illegal, |_| true), || {
            format!("{text:?} is a move elsewhere, and refused as if it were none")
        })?;
    }
    Ok(())
}

pub(super) fn labels_are_read<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    for m in s.some_moves(spot) {
        let label = s.game.label(&spot.state, m);
        same(&s.game.parse_move(&spot.state, &label), &Ok(m), || {
            format!("the move read from the label {label:?}")
        })?;
    }
    Ok(())
}

pub(super) fn move_texts_differ<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let mut seen = HashMap::new();
    for &m in &spot.moves {
        let text = s.game.move_text(&spot.state, m);
        if let Some(other) = seen.insert(text.clone(), m) {
            return Err(format!("{other:?} and {m:?} are both written {text:?}"));
        }
    }
    Ok(())
}

pub(super) fn lines_round_trip<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    for (seed, record) in s.games.iter().enumerate() {
        let line = record.move_texts().join(" ");
        let moves: Vec<_> = record.history().map(|(_, m)| m).collect();
        same(&s.game.parse_line(record.start(), &line), &Ok(moves), || {
            format!("the moves of the game with seed {seed} read from {line:?}")
        })?;
        let mut again = Record::new(s.game.clone());
        again.play_line(&line).map_err(|e| format!("{line:?} cannot be played: {e}"))?;
        same(&again.move_texts().join(" "), &line, || {
            format!("the moves of the game with seed {seed} played from a line")
        })?;
    }
    Ok(())
}
