//! Games with every move of their main lines played.

use core::fmt;
use std::borrow::Cow;

use chessmen::{Clock, Move};
use games_core::{
    Game, GameTree, Side, TextError,
    game_tree::{Header, NodeId},
    notation::quote,
};

use super::{
    Pgn,
    lexer::on_line,
    reader::Reader,
    spelled::{Kept, Spelled},
    tags, writer,
};
use crate::san::Algebraic;

/// Yields the games of a PGN text. After an error it yields nothing more.
#[derive(Clone, Debug)]
pub struct Games<'a, G> {
    game: G,
    reader: Reader<'a>,
}

impl<'a, G: Algebraic> Games<'a, G> {
    /// The games of a text, each by these rules.
    pub fn new(game: G, text: &'a str) -> Self {
        Self { game, reader: Reader::new(text, Kept::MainLine) }
    }
}

impl<G: Algebraic> Iterator for Games<'_, G> {
    type Item = Result<Pgn<G>, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.reader.text();
        let game =
            self.reader.read()?.and_then(|mut spelled| played(&self.game, &mut spelled, text));
        if game.is_err() {
            self.reader.stop();
        }
        Some(game)
    }
}

/// Plays the main line of a game that stands in `text`, and takes its tags.
pub(super) fn played<G: Algebraic>(
    game: &G,
    spelled: &mut Spelled<'_>,
    text: &str,
) -> Result<Pgn<G>, TextError> {
    let (start, clock) = start(game, spelled).map_err(|e| on_line(text, e))?;
    let mut line = Line { game, state: start.clone(), number: clock.fullmove };
    let moves = spelled.tree.main_line().map(|node| line.play(spelled, node));
    let moves = moves.collect::<Result<_, _>>().map_err(|e| on_line(text, e))?;
    let owned = |(name, value): (&str, Cow<'_, str>)| (name.to_owned(), value.into_owned());
    let tags = spelled.tags.drain(..).map(owned).collect();
    Ok(Pgn { tags, start, clock, moves, result: spelled.result, game: game.clone() })
}

/// Returns the position that the tags give; they are of this game.
pub(super) fn start<G: Algebraic>(
    game: &G,
    spelled: &Spelled<'_>,
) -> Result<(G::State, Clock), TextError> {
    let mut start = None;
    for ((name, value), span) in spelled.tags.iter().zip(&spelled.tag_spans) {
        let fail = |message| TextError::new(span.clone(), message);
        match *name {
            "FEN" => {
                let given = game.parse_position(value);
                start = Some(given.map_err(|e| fail(format!("in the tag FEN: {e}")))?);
            }
            "Variant" if !is_variant(G::VARIANT, value) => {
                let ours = G::VARIANT.unwrap_or("Standard");
                return Err(fail(format!("a game of {}, expected {ours}", quote(value))));
            }
            _ => {}
        }
    }
    Ok(start.unwrap_or_else(|| (game.initial(), Clock::default())))
}

/// Whether the tag `Variant` names the game.
pub(super) fn is_variant(ours: Option<&str>, value: &str) -> bool {
    match ours {
        Some(name) => name.eq_ignore_ascii_case(value),
        // So written by servers for standard chess, the last from other positions.
        None => ["Standard", "Chess", "Normal", "From Position"]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(value)),
    }
}

/// A line that is being played, and where it stands.
struct Line<'a, G: Game> {
    game: &'a G,
    state: G::State,
    number: u32,
}

impl<G: Algebraic> Line<'_, G> {
    fn play(&mut self, spelled: &Spelled<'_>, node: NodeId) -> Result<Move, TextError> {
        let side = self.game.to_move(&self.state);
        let m = step(self.game, &mut self.state, spelled, node)
            .map_err(|e| of_move(e, side, self.number))?;
        if side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        Ok(m)
    }
}

/// Says before the message of an error which move it is about.
pub(super) fn of_move(error: TextError, side: Side, number: u32) -> TextError {
    let name = if side == Side::First { "White" } else { "Black" };
    error.about(format_args!("move {number} of {name}"))
}

/// Plays the move of a node. The error's place is that in the text.
pub(super) fn step<G: Algebraic>(
    game: &G,
    state: &mut G::State,
    spelled: &Spelled<'_>,
    node: NodeId,
) -> Result<Move, TextError> {
    let text = spelled.tree.text(node);
    let read = game.parse_san(state, text);
    let m = read.map_err(|e| e.shifted(spelled.places[node.index()]))?;
    game.apply(state, m);
    Ok(m)
}

/// Writes the game: the seven tags of the roster first, lines of at most 79 characters.
impl<G: Algebraic> fmt::Display for Pgn<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut state = self.start.clone();
        let moves = self.moves.iter().map(|&m| {
            let san = self.game.san(&state, m).to_string();
            self.game.apply(&mut state, m);
            san
        });
        let tree = GameTree::line(Header::default(), moves);
        self.write_with(&tree, f)
    }
}

impl<G: Algebraic> Pgn<G> {
    /// Writes the game with the moves, variations and remarks of a tree in SAN.
    pub(super) fn write_with(&self, tree: &GameTree, out: &mut dyn fmt::Write) -> fmt::Result {
        let mut made: Vec<(&str, &str)> = Vec::new();
        made.extend(G::VARIANT.map(|variant| ("Variant", variant)));
        let mut fen = String::new();
        if !self.is_initial() {
            self.game.write_position(&self.start, &self.clock, &mut fen)?;
            made.extend([("SetUp", "1"), ("FEN", fen.as_str())]);
        }
        tags::write(&self.tags, self.result, &made, out)?;
        out.write_char('\n')?;
        let first = (self.game.to_move(&self.start), self.clock.fullmove);
        writer::write_moves(tree, first, self.result, out)?;
        out.write_char('\n')
    }
}
