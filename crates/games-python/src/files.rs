//! Games with their variations, from files and to files. They cross the border as the JSON that the
//! program and the browser have for them, so that their shape is written once.

use std::sync::Arc;

use games::{Error, GameInfo, Position as Erased, json};
use games_core::{FileFormat, GameTree, TextError, game_tree::NodeId};
use pyo3::prelude::*;

use crate::{errors, position::Position, text::Text};

/// Reads the games of a file: each as the position that it starts from and its tree as JSON.
#[pyfunction]
#[pyo3(signature = (id, format, text, rules=None))]
pub(crate) fn read_file(
    py: Python<'_>,
    id: Text,
    format: Text,
    text: Text,
    rules: Option<Text>,
) -> PyResult<Vec<(Position, String)>> {
    let read = errors::guarded(py, || -> Result<Vec<_>, Error> {
        let info = games::find(&id)?;
        let trees = info.read_trees(info.file_format(&format)?, &text, rules.as_deref())?;
        trees.into_iter().map(|tree| Ok((start_of(info, &tree)?, tree))).collect()
    })?;
    let read = read.map_err(|e| errors::of(py, &e, &text))?;
    let game = |(start, tree): (Arc<dyn Erased>, GameTree)| {
        Ok((Position::alone(py, start)?, to_json(&json::Tree::of(&tree))?))
    };
    read.into_iter().map(game).collect()
}

fn start_of(info: &'static GameInfo, tree: &GameTree) -> Result<Arc<dyn Erased>, Error> {
    let start = info.open(Some(&tree.header.rules), Some(&tree.header.start))?;
    Ok(start.to_position())
}

/// Writes a game as a file of a format: the position that it starts from, and its tree as JSON.
#[pyfunction]
pub(crate) fn write_file(
    py: Python<'_>,
    start: &Position,
    tree: Text,
    format: Text,
) -> PyResult<String> {
    let tree = game_tree(py, start, &tree)?;
    let written = errors::guarded(py, || {
        let format: &FileFormat = start.inner.info().file_format(&format)?;
        (format.write)(&tree).map_err(Error::File)
    })?;
    written.map_err(|e| errors::of(py, &e, &format))
}

/// Plays every line of a tree from a position and returns it with its moves as the program spells
/// them: what a pickle holds is checked like any text.
#[pyfunction]
pub(crate) fn spell_tree(py: Python<'_>, start: &Position, tree: Text) -> PyResult<String> {
    to_json(&json::Tree::of(&game_tree(py, start, &tree)?))
}

fn game_tree(py: Python<'_>, start: &Position, text: &str) -> PyResult<GameTree> {
    let read = errors::guarded(py, || -> Result<GameTree, Error> {
        let tree: json::Tree = serde_json::from_str(text).map_err(|e| wrong(e.to_string()))?;
        let position = &start.inner;
        let tree = tree
            .to_game_tree(position.rules(), &position.text())
            .map_err(|e| wrong(e.to_string()))?;
        spelled(position, &tree).map_err(Error::File)
    })?;
    read.map_err(|e| errors::of(py, &e, text))
}

fn wrong(message: String) -> Error {
    Error::File(TextError::new(0..0, message))
}

/// The same tree with canonical moves; an error if one of them is illegal.
fn spelled(start: &Arc<dyn Erased>, tree: &GameTree) -> Result<GameTree, TextError> {
    let step = |from: &Arc<dyn Erased>, node: NodeId| after(from, tree.text(node));
    let mut spelled = tree.respelled(Arc::clone(start), step)?;
    match spelled.left_out.pop() {
        Some(error) => Err(error),
        None => Ok(spelled),
    }
}

fn after(from: &Arc<dyn Erased>, m: &str) -> Result<(Arc<dyn Erased>, String), TextError> {
    let refused = || TextError::new(0..0, format!("{m} is illegal"));
    let id = from.id_of(m).map_err(|e| TextError::new(0..0, e.to_string()))?;
    let text = from.id_text(id).ok_or_else(refused)?;
    Ok((Arc::clone(from).play_id(id).ok_or_else(refused)?, text))
}

fn to_json(tree: &json::Tree) -> PyResult<String> {
    serde_json::to_string(tree).map_err(|e| errors::json(&e))
}
