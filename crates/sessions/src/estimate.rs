//! Weights for players: those that games bring along, and those of files.

use std::{
    fs,
    sync::{Arc, Mutex, PoisonError},
};

use games_core::{TextError, notation::quote};
use learn::{Refused, Weights};

use crate::{Engine, Error, Eval, PlayerSpec, Session};

/// The weights of games that were unpacked once, by where their files lie in the program.
static UNPACKED: Mutex<Vec<(usize, Arc<Weights>)>> = Mutex::new(Vec::new());

/// Returns the weights that a player judges positions or moves by; `None` for what the game's authors
/// wrote. A game learns strengths of moves or else an estimate.
pub(crate) fn weights(
    session: &dyn Session,
    spec: &PlayerSpec,
    shipped: Option<&'static [u8]>,
    learns_moves: bool,
) -> Result<Option<Arc<Weights>>, Error> {
    let refused = |why: String| Error::Player(TextError::whole(&spec.to_string(), why));
    let weights = match usual(spec, shipped, learns_moves) {
        Eval::Own => return Ok(None),
        Eval::Learned => {
            let bytes = shipped.ok_or_else(|| {
                let (game, rules) = (session.game(), session.rules());
                refused(format!("there are no learned weights for {}", named(game, rules)))
            })?;
            unpacked(bytes).map_err(|why| refused(why.to_string()))?
        }
        Eval::File(path) => {
            of_file(session, &path).map_err(|why| refused(format!("eval={path}: {why}")))?
        }
    };
    if weights.weighs_moves() && !matches!(spec.engine, Engine::Mcts(_)) {
        return Err(refused(
            "strengths of moves were learnt, which only `mcts` looks at".to_owned(),
        ));
    }
    Ok(Some(weights))
}

/// The estimate that a player takes, also where it names none: what the game learnt, if the player can
/// use it. Those that are held back to a level stay what they are, whatever a game learns.
fn usual(spec: &PlayerSpec, shipped: Option<&'static [u8]>, learns_moves: bool) -> Eval {
    let can_use_it = match spec.engine {
        Engine::AlphaBeta(_) => !learns_moves,
        Engine::Mcts(_) => true,
        _ => false,
    };
    match &spec.eval {
        Some(eval) => eval.clone(),
        None if can_use_it && !spec.level.is_held_back() && shipped.is_some() => Eval::Learned,
        None => Eval::Own,
    }
}

fn unpacked(bytes: &'static [u8]) -> Result<Arc<Weights>, Refused> {
    let place = bytes.as_ptr().addr();
    let mut all = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, weights)) = all.iter().find(|(other, _)| *other == place) {
        return Ok(Arc::clone(weights));
    }
    let weights = Weights::read(bytes)?;
    all.push((place, Arc::clone(&weights)));
    Ok(weights)
}

/// Reads a file of weights and checks that it is for this game and these rules.
fn of_file(session: &dyn Session, path: &str) -> Result<Arc<Weights>, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let weights = Weights::read(&bytes).map_err(|why| why.to_string())?;
    let (found, wanted) = (weights.subject(), (session.game(), session.rules()));
    if (found.game.as_str(), found.rules.as_str()) == wanted {
        let board = session.board();
        // Rows of another board would stand for other cells.
        let is_of_board = weights.layout().size() == (board.cols, board.rows);
        let other = Refused::Senseless("they are of a board of another size");
        return is_of_board.then_some(weights).ok_or_else(|| other.to_string());
    }
    let found = named(&found.game, &found.rules);
    Err(Refused::Other { found, wanted: named(wanted.0, wanted.1) }.to_string())
}

fn named(game: &str, rules: &str) -> String {
    if rules.is_empty() { quote(game) } else { quote(&format!("{game} {rules}")) }
}
