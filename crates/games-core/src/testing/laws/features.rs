//! Laws of what is learnt from.

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Layout, Side, entry::Playable, features::put_view};

/// Checks all that holds of the features of single positions, with a layout that is made once.
pub(super) fn hold<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let layout = s.game.layout();
    // No board, or one on which nothing ever stands.
    if layout.rows() == 0 {
        return Ok(());
    }
    for spot in &s.spots {
        at(s, &layout, spot).map_err(|how| format!("{how}\n{}", s.place(spot)))?;
    }
    Ok(())
}

fn at<G: Playable>(s: &Sample<'_, G>, layout: &Layout, spot: &Spot<G>) -> Verdict {
    let rows = sorted_rows(s.game, layout, &spot.state);
    let last = rows.last().map_or(0, |&row| usize::from(row));
    ensure(rows.is_empty() || last < layout.rows(), || format!("no row {last} in the layout"))?;
    ensure(rows.windows(2).all(|pair| pair[0] < pair[1]), || format!("a row twice: {rows:?}"))?;
    let stage = s.game.stage(layout, &spot.state, rows.len());
    ensure(stage < layout.stages(), || format!("no stage {stage}"))?;
    let mut shown = Vec::new();
    put_view(layout, s.game.to_move(&spot.state), &s.game.view(&spot.state, None), &mut shown);
    shown.sort_unstable();
    let written: Vec<_> = rows.iter().copied().filter(|&row| layout.is_shown(row)).collect();
    same(&written, &shown, || "rows written and shown".into())?;
    // Behind the same rows, which are there already.
    let mut twice = rows.clone();
    s.game.features(layout, &spot.state, &mut twice);
    twice[rows.len()..].sort_unstable();
    same(&twice[rows.len()..].to_vec(), &rows, || "rows written behind others".into())?;
    // Another value that is equal: read from the text.
    let read = s.game.parse_state(&s.game.state_text(&spot.state));
    if let Some(read) = read.ok().filter(|read| *read == spot.state) {
        same(&sorted_rows(s.game, layout, &read), &rows, || "rows of equal states".into())?;
    }
    Ok(())
}

/// The layout comes back from its text, each of its symmetries is one of the game, and who sees the
/// board from the other side twice sees it as it is.
pub(super) fn layout_is_whole<G: Playable>(s: &Sample<'_, G>) -> Verdict {
    let layout = s.game.layout();
    // No board, or one on which nothing ever stands.
    if layout.rows() == 0 {
        return Ok(());
    }
    same(&Layout::parse(&layout.to_string()).as_ref(), &Some(&layout), || {
        "read and written".into()
    })?;
    same(&s.game.layout(), &layout, || "two layouts of one game".into())?;
    let other = layout.other_view();
    let twice = other.iter().map(|&row| other[usize::from(row)]);
    ensure(twice.eq(0..layout.rows() as u16), || "seen twice from the other side".into())?;
    for g in 0..layout.images().len() {
        image_is_of_a_symmetry(s, &layout, g)?;
    }
    Ok(())
}

/// One symmetry of the game takes the rows of all positions to those of their images.
fn image_is_of_a_symmetry<G: Playable>(s: &Sample<'_, G>, layout: &Layout, g: usize) -> Verdict {
    let rows = layout.image_rows(g);
    let is_it = |h: u8| {
        s.costly().all(|spot| {
            // Who sees the board turned around sees the image turned around.
            let state = &spot.state;
            let seen: Vec<_> = sorted_rows(s.game, layout, state)
                .iter()
                .map(|&row| turned(s, layout, state, row))
                .map(|row| rows[usize::from(row)])
                .map(|row| turned(s, layout, state, row))
                .collect();
            same_set(seen, &sorted_rows(s.game, layout, &s.game.map_state(h, state)))
        })
    };
    ensure((0..s.game.symmetries()).any(is_it), || format!("image {g} is of no symmetry"))
}

/// A row as the first side sees it, from how the side to move does, or the other way round; whose
/// it is stays.
fn turned<G: Playable>(s: &Sample<'_, G>, layout: &Layout, state: &G::State, row: u16) -> u16 {
    let states = layout.states();
    let (cell, what) = (usize::from(row) / states, usize::from(row) % states);
    let seer: Side = s.game.to_move(state);
    (layout.seen(seer, cell) * states + what) as u16
}

fn same_set(mut a: Vec<u16>, b: &[u16]) -> bool {
    a.sort_unstable();
    a == b
}

fn sorted_rows<G: Playable>(game: &G, layout: &Layout, state: &G::State) -> Vec<u16> {
    let mut rows = Vec::new();
    game.features(layout, state, &mut rows);
    rows.sort_unstable();
    rows
}
