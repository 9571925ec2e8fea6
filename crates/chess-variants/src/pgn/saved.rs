//! PGN as the file format of a registry: trees of games in and out.

use core::iter;
use std::collections::HashMap;

use chessmen::Move;
use games_core::{
    GameTree, Record, SavedGames, TextError, entry::GameOptions, game_tree::NodeId, until_error,
};

use super::{
    Pgn,
    games::{played, step},
    lexer::on_line,
    reader::Reader,
    spelled::{Kept, Spelled},
    tags,
};
use crate::san::Algebraic;

/// How many illegal moves in the variations of a game are told apart from legal ones. Each costs
/// the time to look for what was meant.
const MAX_REFUSED: usize = 1_000;

/// Reads the games of a text.
///
/// Moves after the end that the rules set, which the reader of PGN lets pass, are an error.
pub(crate) fn games<'a, G: Algebraic + 'a>(
    game: G,
    text: &'a str,
    rules: &'a GameOptions,
) -> SavedGames<'a> {
    let mut reader = Reader::new(text, Kept::All);
    until_error(iter::from_fn(move || {
        Some(reader.read()?.and_then(|spelled| tree(&game, spelled, text, rules)))
    }))
}

/// Reads the games of a text without playing them: tags and the moves of their main lines.
pub(crate) fn spelled(text: &str) -> SavedGames<'_> {
    let mut reader = Reader::new(text, Kept::MainLine);
    until_error(iter::from_fn(move || {
        let game = reader.read()?;
        Some(game.map(|mut game| {
            game.tree.header = tags::header(&game);
            game.tree
        }))
    }))
}

fn tree<G: Algebraic>(
    game: &G,
    mut spelled: Spelled,
    text: &str,
    rules: &GameOptions,
) -> Result<GameTree, TextError> {
    let mut header = tags::header(&spelled);
    // It is the game that says so.
    header.tags.retain(|(name, _)| name != "Variant");
    let pgn = played(game, &mut spelled, text)?;
    header.rules = rules.full_text(&[]);
    header.start = position_text(&pgn)?;
    spelled.tree.header = header;

    let main_line: Vec<_> = spelled.tree.main_line().collect();
    let mut refused = 0;
    let mut tree = spelled.tree.respelled(pgn.start.clone(), |state, node| {
        let mut after = state.clone();
        // Nodes of a text are numbered in its order, so those of the main line are sorted.
        let m = match main_line.binary_search(&node) {
            Ok(ply) => {
                game.apply(&mut after, pgn.moves[ply]);
                pgn.moves[ply]
            }
            Err(_) if refused >= MAX_REFUSED => {
                return Err(TextError::new(0..0, "too many illegal moves in variations"));
            }
            Err(_) => step(game, &mut after, &spelled, node).inspect_err(|_| refused += 1)?,
        };
        Ok((after, game.move_text(state, m)))
    })?;
    for error in &mut tree.left_out {
        *error = on_line(text, error.clone());
    }
    Ok(tree)
}

/// Returns the text of the start, if the moves can be played by rules that end games.
fn position_text<G: Algebraic>(pgn: &Pgn<G>) -> Result<String, TextError> {
    let mut record = Record::from_position(pgn.game.clone(), pgn.start.clone(), pgn.clock);
    let start = record.position_text();
    for &m in &pgn.moves {
        record.apply(m).map_err(|e| {
            let name = pgn.game.san(record.state(), m).to_string();
            TextError::play(&name, &e).about(format_args!("ply {}", record.plies() + 1))
        })?;
    }
    Ok(start)
}

/// Writes a game. The outcome is that of the rules where they end it, else that of the header.
pub(crate) fn write<G: Algebraic>(game: &G, tree: &GameTree) -> Result<String, TextError> {
    let mut record = Record::parse(game.clone(), &tree.header.start)?;
    let (nodes, moves): (Vec<_>, Vec<_>) =
        tree.main_line().map(|node| (node, tree.text(node))).unzip();
    record.play_line(&moves.join(" "))?;
    let mut pgn = Pgn { tags: tags::tags(&tree.header), ..Pgn::of(&record) };
    pgn.result = record.outcome().or(tree.header.outcome).into();

    let main_line: HashMap<NodeId, Move> =
        nodes.into_iter().zip(pgn.moves.iter().copied()).collect();
    let spelled = tree.respelled(pgn.start.clone(), |state, node| {
        let m = match main_line.get(&node) {
            Some(m) => *m,
            None => game
                .parse_move(state, tree.text(node))
                .map_err(|e| e.about(format_args!("variation {}", tree.path(node))))?,
        };
        let mut after = state.clone();
        game.apply(&mut after, m);
        Ok((after, game.san(state, m).to_string()))
    })?;
    if let Some(error) = spelled.left_out.first() {
        return Err(error.clone());
    }
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = pgn.write_with(&spelled, &mut text);
    Ok(text)
}
