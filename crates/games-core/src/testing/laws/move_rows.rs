//! Laws of what is learnt about moves.

use super::{Sample, Spot, Verdict, ensure, same};
use crate::{Features, Layout, MoveRows, entry::Playable};

/// Each legal move has rows, below their count and each once; equal positions and images have the
/// same, and the layout of a game that learns strengths of moves comes back from its text.
pub(super) fn hold<G: Playable>(s: &Sample<'_, G>, spot: &Spot<G>) -> Verdict {
    let (game, count) = (s.game, s.game.move_row_count());
    let rows = sorted(game, &spot.state, spot.last, &spot.moves)?;
    for (m, rows) in spot.moves.iter().zip(&rows) {
        let is_below = rows.iter().all(|&row| usize::from(row) < count);
        let is_once = rows.windows(2).all(|pair| pair[0] < pair[1]);
        ensure(is_below && is_once, || format!("{m:?} has rows {rows:?} of {count}"))?;
    }
    if count == 0 {
        return Ok(());
    }
    let layout = game.layout();
    ensure(layout.move_rows() == count, || format!("the layout has {}", layout.move_rows()))?;
    same(&Layout::parse(&layout.to_string()), &Some(layout), || "read and written".into())?;
    let read = game.parse_state(&game.state_text(&spot.state));
    if let Some(read) = read.ok().filter(|read| *read == spot.state) {
        let again = sorted(game, &read, spot.last, &spot.moves)?;
        same(&again, &rows, || "rows in equal states".into())?;
    }
    for g in 1..game.symmetries() {
        let state = game.map_state(g, &spot.state);
        let last = spot.last.map(|m| game.map_move(g, m));
        let moves: Vec<_> = spot.moves.iter().map(|&m| game.map_move(g, m)).collect();
        same(&sorted(game, &state, last, &moves)?, &rows, || format!("rows of images by {g}"))?;
    }
    Ok(())
}

/// The rows of each move in ascending order, written behind those of another one.
fn sorted<G: Features>(
    game: &G,
    state: &G::State,
    last: Option<G::Move>,
    moves: &[G::Move],
) -> Result<Vec<Vec<u16>>, String> {
    let mut rows = MoveRows::default();
    rows.push(7);
    rows.end_move();
    game.move_rows(state, last, moves, &mut rows);
    let is_each = rows.moves() == moves.len() + 1 && rows.of(0) == [7];
    ensure(is_each, || format!("{} moves for {}", rows.moves(), moves.len()))?;
    let sorted = (1..rows.moves()).map(|i| {
        let mut rows = rows.of(i).to_vec();
        rows.sort_unstable();
        rows
    });
    Ok(sorted.collect())
}
