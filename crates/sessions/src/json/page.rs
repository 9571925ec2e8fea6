//! A game as its page in a browser introduces it.

use games_core::draw;
use serde::{Deserialize, Serialize};

use super::{Board, Game, Side};
use crate::{GameInfo, Session};

/// The games of a gallery.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Gallery {
    /// The games, in the order in which lists show them.
    pub games: Vec<Card>,
}

/// A game of a gallery.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Card {
    /// What the list of games tells.
    #[serde(flatten)]
    pub game: Game,
    /// What players do and who wins, in a sentence or two.
    pub summary: String,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// Whether players give a move of each side one number together, as in `1. e4 e5 2. Nf3`.
    pub numbers_pairs: bool,
    /// Whether the game, as its rules are by default, is one that the solver takes; it may still be
    /// too large to be solved.
    pub solvable: bool,
}

/// All that is known of a game before a position of it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct GamePage {
    /// As in the gallery.
    #[serde(flatten)]
    pub card: Card,
    /// The empty board, as the rules are by default.
    pub board: Board,
    /// The pieces that positions can be set up with; none where the game offers no set-up.
    pub palette: Vec<Man>,
    /// The file formats that hold whole games: `pgn`.
    pub files: Vec<String>,
    /// Positions to begin with.
    pub examples: Vec<Example>,
    /// A whole game from the start of the game on: something to look at.
    pub sample: Vec<String>,
    /// The page of rules, in Markdown. Links in it lead from the folder of the game's rules.
    pub rules_text: String,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Man {
    /// The drawing.
    pub glyph: String,
    /// The character that stands for it in position texts.
    pub symbol: char,
    /// Whose it is; none for neutral pieces.
    pub side: Option<Side>,
    /// Whether there is a drawing of its own; otherwise it is a token with its symbol.
    pub drawn: bool,
}

/// A position to begin with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub struct Example {
    /// What it is.
    pub title: String,
    /// Its text.
    pub position: String,
    /// Its rules, every option with its value.
    pub rules: String,
}

impl Gallery {
    /// Describes a list of games.
    #[must_use]
    pub fn of<'a>(list: impl IntoIterator<Item = &'a GameInfo>) -> Self {
        Self { games: list.into_iter().map(Card::of).collect() }
    }
}

impl Card {
    /// Introduces a game.
    #[must_use]
    pub fn of(info: &GameInfo) -> Self {
        let start = info.open(None, None).ok();
        let start = start.as_deref();
        let side = |side| start.map_or_else(String::new, |game| game.side_name(side).to_owned());
        Self {
            game: Game::of(info),
            summary: match info.summary {
                "" => summary(info.rules_page),
                told => told.to_owned(),
            },
            sides: [games_core::Side::First, games_core::Side::Second].map(side),
            numbers_pairs: start.is_some_and(|game| game.numbers_pairs()),
            solvable: start.is_some_and(|game| game.numbering(None).is_ok()),
        }
    }
}

impl GamePage {
    /// Introduces a game whose start is given; `sample` are the moves of a game from there.
    #[must_use]
    pub fn of(start: &dyn Session, sample: Vec<String>) -> Self {
        let info = start.info();
        Self {
            card: Card::of(info),
            board: Board::of(&start.board()),
            palette: men(start).iter().map(Man::of).collect(),
            files: info.files.iter().map(|format| format.name.to_owned()).collect(),
            examples: examples(start, &sample),
            sample,
            rules_text: info.rules_page.to_owned(),
        }
    }
}

impl Man {
    fn of(piece: &games_core::Piece) -> Self {
        Self {
            glyph: piece.glyph.to_owned(),
            symbol: piece.symbol,
            side: piece.side.map(Side::from),
            drawn: draw::glyph_names().contains(&piece.glyph),
        }
    }
}

/// Returns one of each kind of piece that turns up in some games from a start, those of the start
/// first; none where the game does not set positions up. Their cells mean nothing.
#[must_use]
pub fn men(start: &dyn Session) -> Vec<games_core::Piece> {
    const GAMES: u64 = 4;
    const PLIES: usize = 40;
    if start.set_up(&[], games_core::Side::First).is_none() {
        return Vec::new();
    }
    let mut men: Vec<games_core::Piece> = Vec::new();
    for seed in 0..GAMES {
        let mut session = start.boxed_clone();
        session.play_random(PLIES, seed);
        for piece in session.views().into_iter().flat_map(|view| view.pieces) {
            let same = |man: &games_core::Piece| {
                (man.glyph, man.symbol, man.side) == (piece.glyph, piece.symbol, piece.side)
            };
            if !men.iter().any(same) {
                men.push(piece);
            }
        }
    }
    men.sort_by_key(|man| man.side);
    men
}

/// The start, and the middle and the end of a game; a short one is over before it has a middle.
fn examples(start: &dyn Session, sample: &[String]) -> Vec<Example> {
    let mut session = start.boxed_clone();
    let mut examples = vec![Example::of("The start", &*session)];
    let (middle, late) = (sample.len() / 2, sample.len().saturating_sub(4));
    if middle >= late {
        return examples;
    }
    for (ply, m) in sample.iter().enumerate() {
        if session.play(m).is_err() {
            break;
        }
        if ply + 1 == middle {
            examples.push(Example::of("In mid-game", &*session));
        } else if ply + 1 == late {
            examples.push(Example::of("Shortly before the end", &*session));
        }
    }
    examples
}

impl Example {
    fn of(title: &str, session: &dyn Session) -> Self {
        let (position, rules) = (session.position(), session.rules().to_owned());
        Self { title: title.to_owned(), position, rules }
    }
}

/// The first sentence below the title of a page of rules, or else of its first rule.
fn summary(page: &str) -> String {
    let lines = || page.lines().map(str::trim);
    // Pictures, tables, sources and where the code lies tell nothing of the game.
    let tells = |line: &&str| {
        let others = ["!", "|", "#", "Crate ", "Code:", "Source:", "```"];
        !line.is_empty() && !others.iter().any(|begin| line.starts_with(begin))
    };
    let is_heading = |line: &&str| line.starts_with("## ");
    let above = lines().take_while(|line| !is_heading(line)).any(|line| tells(&line));
    // A paragraph goes on to its end, and an item of a list to the next one.
    let told =
        lines().skip_while(|line| !above && !is_heading(line)).skip_while(|line| !tells(line));
    let mut words = String::new();
    for (i, line) in told.enumerate() {
        if !tells(&line) || i > 0 && line.starts_with("- ") {
            break;
        }
        words.extend([if i > 0 { " " } else { "" }, line]);
    }
    sentence(&plain(words.trim_start_matches("- "))).to_owned()
}

/// The first sentence of a text.
fn sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

/// A line of Markdown without its signs; of a link the words stay.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, after)) = link.split_once("](") else { break };
        let Some((_, after)) = after.split_once(')') else { break };
        out.push_str(before);
        out.push_str(words);
        rest = after;
    }
    out.push_str(rest);
    out.replace(['*', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_what_is_said_first_of_the_game() {
        let page = "# Heap\n\nCrate `x`.\n\n## Rules\n\n- A heap of **stones**.\n- More.\n";
        assert_eq!(summary(page), "A heap of stones.");
        let page = "# Heap\n\n![x](y)\n\nAs in [Nim](z), but worse.\nSource: me.\n\n## Moves\n";
        assert_eq!(summary(page), "As in Nim, but worse.");
        assert_eq!(summary("# Heap\n\n## Options\n"), "");
        let page = "# Heap\n\nTake stones from\nthe heap. No more.\n\n## Moves\n\n- None.\n";
        assert_eq!(summary(page), "Take stones from the heap.");
    }

    #[test]
    fn all_men_of_the_start_are_in_the_palette() {
        let start = crate::only_chess::chess().open(None, None).unwrap();
        let page = GamePage::of(&*start, Vec::new());
        assert_eq!(page.palette.len(), 12);
        assert!(page.palette.iter().all(|man| man.drawn));
        assert_eq!(page.palette[0].side, Some(Side::P1));
        assert_eq!(page.card.game.id, "chess");
        assert!(!page.card.solvable && !page.card.summary.is_empty());
    }

    #[test]
    fn a_short_game_has_no_middle_and_a_long_one_has_it_before_its_end() {
        let start = crate::only_chess::chess().open(None, None).unwrap();
        let titles = |plies: usize| -> Vec<_> {
            let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().map(str::to_owned);
            let sample: Vec<_> = there_and_back.cycle().take(plies).collect();
            examples(&*start, &sample).into_iter().map(|example| example.title).collect()
        };
        assert_eq!(titles(6), ["The start"]);
        assert_eq!(titles(12), ["The start", "In mid-game", "Shortly before the end"]);
    }
}
