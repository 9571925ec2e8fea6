//! PGN as the file format of a registry: trees of games in and out.

use core::iter;
use std::collections::HashMap;

use chessmen::Move;
use games_core::{
    GameTree, Record, SavedGames, Side, TextError, entry::GameOptions, game_tree::NodeId,
    until_error,
};

use super::{
    Pgn,
    games::{of_move, start, step},
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
    mut spelled: Spelled<'_>,
    text: &str,
    rules: &GameOptions,
) -> Result<GameTree, TextError> {
    let mut header = tags::header(&spelled);
    // It is the game that says so.
    header.tags.retain(|(name, _)| name != "Variant");
    let (first, clock) = start(game, &spelled).map_err(|e| on_line(text, e))?;
    let mut record = Record::from_position(game.clone(), first.clone(), clock);
    header.rules = rules.full_text(&[]);
    header.start = record.position_text();
    play_main_line(&mut record, &spelled).map_err(|e| on_line(text, e))?;
    spelled.tree.header = header;

    let main_line: Vec<_> = spelled.tree.main_line().collect();
    let played: Vec<_> = record.history().collect();
    let mut refused = 0;
    let mut tree = spelled.tree.respelled(first, |state, node| {
        // Nodes of a text are numbered in its order, so those of the main line are sorted.
        if let Ok(ply) = main_line.binary_search(&node) {
            let after = played.get(ply + 1).map_or(record.state(), |(after, _)| after);
            return Ok((after.clone(), game.move_text(state, played[ply].1)));
        }
        let mut after = state.clone();
        if refused >= MAX_REFUSED {
            return Err(TextError::new(0..0, "too many illegal moves in variations"));
        }
        let m = step(game, &mut after, &spelled, node).inspect_err(|_| refused += 1)?;
        Ok((after, game.move_text(state, m)))
    })?;
    for error in &mut tree.left_out {
        *error = on_line(text, error.clone());
    }
    Ok(tree)
}

/// Plays the moves of the game itself, by rules that end games.
fn play_main_line<G: Algebraic>(
    record: &mut Record<G>,
    spelled: &Spelled<'_>,
) -> Result<(), TextError> {
    let mut number = record.clock().fullmove;
    for node in spelled.tree.main_line() {
        let (text, place) = (spelled.tree.text(node), spelled.places[node.index()]);
        let side = record.to_move();
        let read = record.game().parse_san(record.state(), text);
        read.and_then(|m| record.apply(m).map_err(|e| TextError::play(text, &e)))
            .map_err(|e| of_move(e.shifted(place), side, number))?;
        if side == Side::Second {
            number = number.saturating_add(1);
        }
    }
    Ok(())
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
