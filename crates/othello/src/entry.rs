//! The game as a registry sees it.

use games_core::{
    FileFormat, GameTree, TextError,
    entry::{Entry, GameOptions, RuleKey, Visitor},
    first_of_brackets,
};

use crate::{bitboard::Size, ggf, notation::size_of_position, position::Scoring, rules::Othello};

/// Othello on boards of all sizes.
///
/// The size of the board is taken from the position text, where one is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OthelloEntry;

impl Entry for OthelloEntry {
    const ID: &'static str = "othello";
    const NAME: &'static str = "Othello";
    const SUMMARY: &'static str =
        "Discs between the new one and another of its color turn over. Most discs win.";
    const RULES_PAGE: &'static str = include_str!("../rules/othello.md");
    const KEYS: &'static [RuleKey] = &[
        RuleKey::choice::<Size>(
            "size",
            "squares on a side of the board; a position tells its own size",
        ),
        RuleKey::choice::<Scoring>(
            "scoring",
            "whether empty squares count for the winner at the end",
        ),
    ];
    const CAPS: &'static [(&'static str, u64)] = &[("rows", 10), ("cols", 10)];
    const FORMATS: &'static [&'static str] = &["position", "transcript", "ggf"];
    const PROTOCOLS: &'static [&'static str] = &["nboard", "gtp"];
    const LEARNED: &'static [&'static str] = &["size=8", "size=6", "size=10"];
    const FILES: &'static [FileFormat] = &[FileFormat::new("ggf", ggf::games, write_ggf)
        .with_first(|text| first_of_brackets(text, None))
        .with_begins(&["(;GM[Othello]", "1 (;GM[Othello]"])
        .with_is_of(ggf::is_of)];

    /// A position whose number of squares is that of no board is left to the reader of
    /// positions, which says what is wrong with it.
    fn build<V: Visitor>(
        options: &GameOptions,
        position: Option<&str>,
        visitor: V,
    ) -> Result<V::Out, TextError> {
        let (size, scoring) = size_and_scoring(options, position)?;
        Ok(match size {
            Size::Ten => visitor.visit(Othello::<u128>::that_fits(Size::Ten, scoring)),
            size => visitor.visit(Othello::<u64>::that_fits(size, scoring)),
        })
    }

    fn fixed_by(position: &str) -> Vec<(&'static str, String)> {
        let size = size_of_position(position);
        size.map(|size| ("size", size.side().to_string())).into_iter().collect()
    }
}

games_core::choices!(Size { Eight = "8", Four = "4", Six = "6", Ten = "10" });
games_core::choices!(Scoring { Plain = "plain", EmptiesToWinner = "empties-to-winner" });

/// The rules that the options ask for, on the board of a position, if one is given.
fn size_and_scoring(
    options: &GameOptions,
    position: Option<&str>,
) -> Result<(Size, Scoring), TextError> {
    let (asked, scoring): (Size, Scoring) = (options.choice("size"), options.choice("scoring"));
    let shown = position.and_then(size_of_position);
    if let Some(shown) = shown
        && options.given("size").is_some()
        && shown != asked
    {
        let message = format!(
            "size {} contradicts the position, which has {} squares",
            asked.side(),
            shown.squares()
        );
        return Err(options.error("size", message));
    }
    Ok((shown.unwrap_or(asked), scoring))
}

fn write_ggf(tree: &GameTree) -> Result<String, TextError> {
    let rules = GameOptions::parse(OthelloEntry::KEYS, &tree.header.rules)?;
    match size_and_scoring(&rules, Some(&tree.header.start))? {
        (Size::Ten, scoring) => ggf::write(Othello::<u128>::that_fits(Size::Ten, scoring), tree),
        (size, scoring) => ggf::write(Othello::<u64>::that_fits(size, scoring), tree),
    }
}
