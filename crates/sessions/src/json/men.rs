//! What each kind of piece can do, shown where it can do much.

use games_core::View;
use serde::{Deserialize, Serialize};

use super::{Side, board::cell, men};
use crate::Session;

/// What each kind of piece can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Men {
    /// A position for each kind, the kinds in the order of their names; none where a game has a
    /// single kind of piece, or does not tell its kinds.
    pub men: Vec<ManInPlay>,
}

/// A piece in a position where it can do much.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct ManInPlay {
    /// The drawing.
    pub glyph: String,
    /// Whose it is.
    pub side: Option<Side>,
    /// The position text; the rules are the usual ones.
    pub position: String,
    /// Where it stands.
    pub at: String,
    /// The cells that its moves lead to or over, in the order of the board.
    pub to: Vec<String>,
}

/// Games by lot that are looked at, and their plies.
const GAMES: u64 = 3;
const PLIES: usize = 80;
/// Of so many plies of them one is looked at.
const STEP: usize = 2;

impl Men {
    /// Looks for them in games by lot from a start; the same ones each time.
    #[must_use]
    pub fn of(start: &dyn Session) -> Self {
        let men_here = men(start);
        let are_all_alike = men_here.windows(2).all(|men| men[0].glyph == men[1].glyph);
        let mut found: Vec<Found> = Vec::new();
        for seed in 0..if are_all_alike { 0 } else { GAMES } {
            let mut session = start.boxed_clone();
            for ply in 0..PLIES / STEP {
                session.play_random(STEP, 1000 * seed + ply as u64);
                if session.end().is_some() {
                    break;
                }
                for man in in_position(&*session) {
                    keep_better(&mut found, man);
                }
            }
        }
        found.sort_by_key(|found| found.man.glyph.clone());
        Self { men: found.into_iter().map(|found| found.man).collect() }
    }
}

/// A piece, and how crowded the board is around it.
struct Found {
    man: ManInPlay,
    pieces: usize,
}

/// Of a kind that piece stays which can do most, on the emptiest board of these.
fn keep_better(found: &mut Vec<Found>, new: Found) {
    match found.iter_mut().find(|old| old.man.glyph == new.man.glyph) {
        Some(old) => {
            let is_better = (new.man.to.len(), old.pieces) > (old.man.to.len(), new.pieces);
            if is_better {
                *old = new;
            }
        }
        None => found.push(new),
    }
}

/// All pieces of a position that can move.
fn in_position(session: &dyn Session) -> Vec<Found> {
    let (board, view) = (session.board(), session.view());
    let mut reach: Vec<(usize, Vec<usize>)> = Vec::new();
    for way in session.legal().into_iter().filter_map(|m| m.picks.into_iter().next()) {
        let [from, to @ ..] = &way[..] else { continue };
        match reach.iter_mut().find(|(at, _)| at == from) {
            Some((_, cells)) => cells.extend(to),
            None => reach.push((*from, to.to_vec())),
        }
    }
    let shown = |(at, mut to): (usize, Vec<usize>)| {
        to.sort_unstable();
        to.dedup();
        let piece = top(&view, at)?;
        let man = ManInPlay {
            glyph: piece.glyph.to_owned(),
            side: piece.side.map(Side::from),
            position: session.position(),
            at: cell(&board, at),
            to: to.into_iter().filter(|&to| to != at).map(|to| cell(&board, to)).collect(),
        };
        Some(Found { man, pieces: view.pieces.len() })
    };
    reach.into_iter().filter_map(shown).collect()
}

/// The uppermost piece of a cell.
fn top(view: &View, at: usize) -> Option<&games_core::Piece> {
    view.pieces.iter().filter(|piece| piece.at == at).max_by_key(|piece| piece.z)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_kind_of_man_is_seen_where_it_can_go() {
        let start = crate::only_chess::chess().open(None, None).unwrap();
        let Men { men } = Men::of(&*start);
        let names: Vec<_> = men.iter().map(|man| man.glyph.as_str()).collect();
        assert_eq!(names, ["bishop", "king", "knight", "pawn", "queen", "rook"]);
        for man in men {
            let session = start.info().open(None, Some(&man.position)).unwrap();
            let reached: BTreeSet<_> = session
                .legal_moves()
                .into_iter()
                .filter(|m| m.starts_with(&man.at))
                .map(|m| m[2..4].to_owned())
                .collect();
            assert_eq!(man.to.iter().cloned().collect::<BTreeSet<_>>(), reached, "{man:?}");
            assert!(man.to.len() >= 2, "{man:?}");
        }
    }
}
