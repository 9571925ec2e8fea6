//! Commands that look at the game.

use core::time::Duration;

use games::Session;
use games_core::{
    BoardKind, Side,
    draw::{self, Style},
    notation::quote,
};

use super::{
    PASS,
    command::{Command, color},
    game::Game,
};
use crate::words;

/// The seed of the playouts that judge stones: the same answer to the same question.
const SEED: u64 = 1;

/// `cputime`, as GNU Go has it: the processor time of the program so far, of all of its threads;
/// `None` where the system does not tell it.
pub(super) fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
    }
    #[cfg(not(unix))]
    None
}

/// `final_score`: the margin of a finished game, or of the board as it stands.
pub(super) fn final_score(game: &Game) -> Result<String, String> {
    let session = game.session();
    let margin = match session.end() {
        Some(end) => end.margin,
        None => session.margin_now(),
    };
    margin.map(score).ok_or_else(|| "cannot score".to_owned())
}

/// Writes a margin in half points: `B+3.5`, `W+2`, `0`.
fn score(half_points: i32) -> String {
    let winner = match half_points {
        0 => return "0".to_owned(),
        1.. => 'B',
        _ => 'W',
    };
    format!("{winner}+{}", f64::from(half_points.unsigned_abs()) / 2.0)
}

/// `final_status_list`: which stones are alive or dead, by a guess of playouts.
pub(super) fn final_status_list(game: &Game, status: &str) -> Result<String, String> {
    let dead = dead(game.session());
    let names = |stones: Vec<(String, Side)>| {
        stones.into_iter().map(|(name, _)| name).collect::<Vec<_>>().join(" ")
    };
    match status {
        "dead" => Ok(names(dead)),
        "alive" => {
            let mut stones = stones(game.session());
            stones.retain(|stone| !dead.contains(stone));
            Ok(names(stones))
        }
        // Playouts cannot tell a seki from a fight.
        "seki" => Ok(String::new()),
        _ => Err(format!("syntax error: {} is not alive, dead or seki", quote(status))),
    }
}

/// `showboard`.
pub(super) fn showboard(game: &Game) -> String {
    let session = game.session();
    let board = session.board();
    let drawing = match board.kind {
        BoardKind::Text => String::new(),
        _ => draw::text(&board, &session.view(), Style { color: false, unicode: false }),
    };
    format!("\n{drawing}\n{}\n{}", words::standing(session), session.position())
}

/// `all_legal`: where a color may play, the pass left out, as GNU Go answers.
pub(super) fn all_legal(game: &Game, command: &Command) -> Result<String, String> {
    let [side] = command.exactly()?;
    let mut moves = game.turned(color(side)?)?.legal_moves();
    moves.retain(|m| m != PASS);
    Ok(moves.join(" "))
}

/// The stones that are probably dead, with their sides.
pub(super) fn dead(session: &dyn Session) -> Vec<(String, Side)> {
    let dead = session.dead(SEED);
    let mut stones = stones(session);
    stones.retain(|(name, _)| dead.contains(name));
    stones
}

/// All stones, with their sides.
pub(super) fn stones(session: &dyn Session) -> Vec<(String, Side)> {
    let cells = session.board().cells;
    let pieces = session.view().pieces;
    pieces.iter().filter_map(|piece| Some((cells.get(piece.at)?.clone(), piece.side?))).collect()
}

/// `get_komi`.
pub(super) fn komi(game: &Game) -> Result<String, String> {
    let mut options = game.session().rules().split(',');
    let komi = options.find_map(|option| option.strip_prefix("komi="));
    komi.map(str::to_owned).ok_or_else(|| "this game has no komi".to_owned())
}

/// `printsgf [FILE]`: the game as a file, in the answer or written. After a turn that was passed over
/// it begins where that was.
pub(super) fn printsgf(game: &Game, command: &Command) -> Result<String, String> {
    let format = game.info().file_format("sgf").map_err(|e| e.to_string())?;
    let text = (format.write)(&game.session().saved()).map_err(|e| e.to_string())?;
    match &command.args[..] {
        // An empty line would end the answer.
        [] => Ok(text.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")),
        [path] => std::fs::write(path, text)
            .map(|()| String::new())
            .map_err(|e| format!("cannot write {path}: {e}")),
        _ => Err("syntax error: expected the name of a file, or nothing".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_the_protocol_has_them() {
        assert_eq!(score(7), "B+3.5");
        assert_eq!(score(-13), "W+6.5");
        assert_eq!(score(4), "B+2");
        assert_eq!(score(0), "0");
    }
}
