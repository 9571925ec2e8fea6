//! Konane for a registry.

use games_core::{
    TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
};

use super::Konane;
use crate::{
    MOST_ROWS_OR_COLS,
    grid::fits,
    notation::size_of,
    options::{self, MISERE, flag, visit_by_width},
};

/// Konane for a registry.
#[derive(Clone, Copy, Debug)]
pub struct KonaneEntry;

impl Entry for KonaneEntry {
    const ID: &'static str = "konane";
    const NAME: &'static str = "Konane";
    const SUMMARY: &'static str = "Hawaiian checkers: every move jumps over an enemy piece and takes it. Whoever cannot jump loses.";
    const RULES_PAGE: &'static str = include_str!("../../rules/konane.md");
    const KEYS: &'static [RuleKey] = &[
        options::rows("3", 1, MOST_ROWS_OR_COLS),
        options::cols("4", 1, MOST_ROWS_OR_COLS),
        MISERE,
        flag("any_piece", "a player may go again with any piece"),
    ];
    const CAPS: &'static [(&'static str, u64)] = options::CAPS;
    const LEARNED: &'static [&'static str] = &["rows=8,cols=8", "rows=10,cols=10"];

    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let most = (MOST_ROWS_OR_COLS, MOST_ROWS_OR_COLS);
        // The player and the last square come before the rows.
        let of_text = position.and_then(|text| size_of(text, 2));
        let size = options::size(options, of_text, (1, 1), most);
        if size == (1, 1) {
            return Err(
                options.error("cols", "a piece of each color is gone: it takes two squares")
            );
        }
        let (misere, any_piece) = (options.flag("misere"), options.flag("any_piece"));
        // Boards of 10 by 10 squares are played for strength: the widest sets cost too much there.
        if !fits::<u64>(size) && fits::<u128>(size) {
            return Ok(visitor.visit(options::played(Konane::<u128>::new(size, misere, any_piece))));
        }
        Ok(visit_by_width!(visitor, Konane, size, misere, any_piece))
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        options::fixed(size_of(position, 2))
    }
}
