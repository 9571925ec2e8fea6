//! Legal moves as people see them.

use core::fmt;

use games_core::{Board, Record, Side, TextError, entry::Playable};

use super::Session;

/// A legal move, with all that is needed to show and to pick it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LegalMove {
    /// The move's text.
    pub text: String,
    /// The move in the notation that players use.
    pub label: String,
    /// The move as a sentence for those who listen.
    pub say: String,
    /// The ways to click it, the best first, each a sequence of indices into
    /// [`Board::cells`](games_core::Board::cells). An empty sequence means a button beside the
    /// board.
    pub picks: Vec<Vec<usize>>,
    /// Where it stands among those that are picked alike, the smallest first.
    pub choice: u8,
    /// The side to move after it; where the game then is over, the side whose turn it would be.
    pub to_move_after: Side,
}

/// The legal moves, sorted by their texts.
pub(super) fn moves<G: Playable>(record: &Record<G>) -> Vec<LegalMove> {
    let (game, state) = (record.game(), record.state());
    let mut moves = Vec::new();
    for (text, m) in record.sorted_moves() {
        let mut after = state.clone();
        game.apply(&mut after, m);
        moves.push(LegalMove {
            text,
            label: game.label(state, m),
            say: game.say(state, m),
            picks: game.picks(state, m),
            choice: game.choice(state, m),
            to_move_after: game.to_move(&after),
        });
    }
    moves
}

/// The names of these cells.
pub(super) fn cells(board: &Board, at: &[usize]) -> Vec<String> {
    at.iter().filter_map(|&at| board.cells.get(at).cloned()).collect()
}

/// Writes which game a session is of, and its position.
pub(super) fn write_debug(f: &mut fmt::Formatter<'_>, session: &dyn Session) -> fmt::Result {
    write!(f, "{}({}) {}", session.info().id, session.rules(), session.position())
}

/// The moves of a line in the notation that players use.
pub(super) fn labels<G: Playable>(
    record: &Record<G>,
    line: &[String],
) -> Result<Vec<String>, TextError> {
    let game = record.game();
    let mut state = record.state().clone();
    let mut labels = Vec::with_capacity(line.len());
    for (text, number) in line.iter().zip(1..) {
        let m = game.parse_move(&state, text).map_err(|e| e.in_line(0, number))?;
        labels.push(game.label(&state, m));
        game.apply(&mut state, m);
    }
    Ok(labels)
}

/// The text of a position with a clock that has just been started.
pub(super) fn position_text<G: Playable>(game: &G, state: G::State) -> String {
    Record::from_position(game.clone(), state, G::Clock::default()).position_text()
}
