//! Commands that set up the board and play on it.

use std::fs;

use games_core::{Side, notation::quote};

use super::{
    command::{Command, color, whole},
    game::Game,
    handicap,
    show::stones,
};
use crate::input;

/// `boardsize N`, `boardsize W H`, `rectangular_boardsize W H`.
pub(super) fn boardsize(game: &mut Game, command: &Command) -> Result<(), String> {
    let sides: Vec<_> = command.args.iter().map(|arg| whole(arg)).collect::<Result<_, _>>()?;
    let (cols, rows) = match sides[..] {
        [side] => (side, side),
        [cols, rows] => (cols, rows),
        _ => return Err("syntax error: expected a size, or width and height".to_owned()),
    };
    if !game.has_option("size") {
        let board = game.session().board();
        if (board.cols, board.rows) != (cols, rows) {
            return Err(format!("unacceptable size: only {} by {}", board.cols, board.rows));
        }
        return game.clear();
    }
    game.set_size(&if cols == rows { cols.to_string() } else { format!("{cols}x{rows}") })
}

/// `komi K`.
pub(super) fn komi(game: &mut Game, command: &Command) -> Result<(), String> {
    let [komi] = command.exactly()?;
    if !game.has_option("komi") {
        return match komi.parse() {
            Ok(0.0) => Ok(()),
            _ => Err("this game has no komi".to_owned()),
        };
    }
    game.set_komi(komi).map_err(|e| format!("syntax error: {e}"))
}

/// `play COLOR VERTEX`.
pub(super) fn play(game: &mut Game, command: &Command) -> Result<(), String> {
    let [side, vertex] = command.exactly()?;
    let side = color(side)?;
    // A resignation ends nothing here: the controller knows about it.
    if vertex.eq_ignore_ascii_case("resign") {
        return Ok(());
    }
    game.play(side, vertex)
}

/// `gogui-play_sequence COLOR VERTEX ...`: all of it or nothing.
pub(super) fn play_sequence(game: &mut Game, command: &Command) -> Result<(), String> {
    let mut after = game.clone();
    for pair in command.args.chunks(2) {
        let [side, vertex] = pair else {
            return Err("syntax error: expected pairs of color and vertex".to_owned());
        };
        after.play(color(side)?, vertex)?;
    }
    *game = after;
    Ok(())
}

/// `undo`, and GNU Go's `gg-undo [N]`: all of them or none.
pub(super) fn undo(game: &mut Game, command: &Command) -> Result<(), String> {
    let moves = match command.arg(0) {
        Some(text) => whole(text)?,
        None => 1,
    };
    if moves > game.played().len() {
        return Err("cannot undo".to_owned());
    }
    (0..moves).for_each(|_| assert!(game.undo(), "there is a move to take back"));
    Ok(())
}

/// `loadsgf FILE [N]`: the position before move N, or the last one.
pub(super) fn loadsgf(game: &mut Game, command: &Command) -> Result<(), String> {
    let (name, number) = match &command.args[..] {
        [name] => (name, None),
        [name, number] => (name, Some(whole(number)?)),
        _ => {
            return Err("syntax error: expected a file and perhaps the number of a move".to_owned());
        }
    };
    let failed = |why: String| format!("cannot load file: {why}");
    let format = game.info().file_format("sgf").map_err(|e| failed(e.to_string()))?;
    // What is no file, such as a pipe, might never end.
    let is_file = fs::metadata(name).map_err(|e| failed(e.to_string()))?.is_file();
    if !is_file {
        return Err(failed(format!("{} is no file", quote(name))));
    }
    let text = input::read_file(name).map_err(failed)?;
    let (tree, _) =
        game.info().read_file(format, &text, None).map_err(|e| failed(e.to_string()))?;
    let plies = number.map_or(usize::MAX, |n| n.max(1) - 1);
    game.load(&tree, plies).map_err(failed)
}

/// `fixed_handicap N`, and `place_free_handicap N`, which puts the same stones.
pub(super) fn fixed_handicap(game: &mut Game, command: &Command) -> Result<String, String> {
    let [stones] = command.exactly()?;
    let mut count = whole(stones)?;
    let board = game.session().board();
    if command.name == "place_free_handicap" && count >= 2 {
        // An engine may put fewer stones than asked for.
        count = count.min(handicap::most(board.cols, board.rows));
    }
    let points = handicap::points(board.cols, board.rows, count)
        .ok_or_else(|| format!("invalid handicap: {count} stones"))?;
    let names: Vec<_> =
        points.iter().map(|&(col, row)| board.cells[row * board.cols + col].clone()).collect();
    place(game, &names)?;
    Ok(names.join(" "))
}

/// `set_free_handicap VERTEX ...`.
pub(super) fn set_free_handicap(game: &mut Game, command: &Command) -> Result<(), String> {
    if command.args.len() < 2 {
        return Err("bad vertex list: a handicap has two stones or more".to_owned());
    }
    place(game, &command.args)
}

fn place(game: &mut Game, vertices: &[String]) -> Result<(), String> {
    if !game.played().is_empty() || !stones(game.session()).is_empty() {
        return Err("board not empty".to_owned());
    }
    let mut after = game.clone();
    for vertex in vertices {
        if vertex.eq_ignore_ascii_case(super::PASS) {
            return Err("bad vertex list: a pass is no stone".to_owned());
        }
        after.play(Side::First, vertex).map_err(|e| format!("bad vertex list: {e}"))?;
    }
    *game = after;
    Ok(())
}
