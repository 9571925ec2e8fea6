//! Rules as a value.

use std::sync::{Arc, OnceLock};

use games::{Position as Erased, json};
use games_core::planes;
use pyo3::{
    prelude::*,
    types::{PyString, PyTuple},
};

use crate::{
    errors,
    position::Position,
    text::{self, Text},
};

/// The rules of a game with all of its options: what positions belong to.
///
/// >>> go = pg.load("go", size=9)
/// >>> go.id, go.actions, go.plane_shape, go.initial().to_move
/// ('go', 82, (4, 9, 9), 'p1')
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Game {
    pub(crate) start: Arc<dyn Erased>,
    shape: Option<[usize; 3]>,
    names: OnceLock<Vec<String>>,
}

impl Game {
    pub(crate) fn of(start: Arc<dyn Erased>) -> Self {
        let shape = planes::shape(&start.board(), &start.plane_names());
        Self { start, shape, names: OnceLock::new() }
    }

    pub(crate) fn shape(&self) -> Option<[usize; 3]> {
        self.shape
    }

    pub(crate) fn is(&self, position: &dyn Erased) -> bool {
        same_rules(&*self.start, position)
    }

    fn text(&self) -> String {
        let (info, rules) = (self.start.info(), self.start.rules());
        if rules.is_empty() { info.id.to_owned() } else { format!("{}({rules})", info.id) }
    }
}

/// Whether two positions are of one game with the same options.
pub(crate) fn same_rules(a: &dyn Erased, b: &dyn Erased) -> bool {
    a.info().id == b.info().id && a.rules() == b.rules()
}

/// Opens a game by its id and its options as text; with a position, where that fixes options.
#[pyfunction]
#[pyo3(signature = (id, rules=None, position=None))]
pub(crate) fn open(
    py: Python<'_>,
    id: Text,
    rules: Option<Text>,
    position: Option<Text>,
) -> PyResult<Game> {
    let (rules, position) = (rules.as_deref(), position.as_deref());
    let opened = errors::guarded(py, || {
        let info = games::find(&id)?;
        let fixed = info.open(rules, position)?;
        // The game begins where the game begins, whatever position fixed its size.
        info.open(Some(fixed.rules()), None).map(|session| session.to_position())
    })?;
    let text = if matches!(opened, Err(games::Error::Rules(_))) {
        rules.unwrap_or_default()
    } else {
        position.unwrap_or(&id)
    };
    opened.map(Game::of).map_err(|e| errors::of(py, &e, text))
}

/// All games with their options, as JSON: what `games list --json` prints.
#[pyfunction]
pub(crate) fn catalogue() -> PyResult<String> {
    serde_json::to_string(&json::Games::of(games::registry())).map_err(|e| errors::json(&e))
}

#[pymethods]
impl Game {
    /// The id on the command line: `"othello"`.
    #[getter]
    fn id(&self) -> &'static str {
        self.start.info().id
    }

    /// The name for people.
    #[getter]
    fn name(&self) -> &'static str {
        self.start.info().name
    }

    /// Every option with its value, as text: `"size=8,scoring=..."`.
    #[getter]
    fn rules(&self) -> &str {
        self.start.rules()
    }

    /// Id and options: `"othello(size=8,...)"`; what `load` reads.
    #[getter]
    fn spec(&self) -> String {
        self.text()
    }

    /// The page of rules, in Markdown.
    #[getter]
    fn about(&self) -> &'static str {
        self.start.info().rules_page
    }

    /// The file formats of whole games: `("pgn",)`.
    #[getter]
    fn formats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.start.info().files.iter().map(|format| format.name))
    }

    /// The number of actions: ids of moves are below it. `None` in a game without such numbers.
    #[getter]
    fn actions(&self) -> Option<u32> {
        self.start.actions()
    }

    /// The shape of `Position.planes`: (planes, rows, columns); `None` for a game without a grid.
    #[getter]
    fn plane_shape(&self) -> Option<(usize, usize, usize)> {
        self.shape.map(|[count, rows, cols]| (count, rows, cols))
    }

    /// What each plane shows.
    #[getter]
    fn plane_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names.get_or_init(|| self.start.plane_names()))
    }

    /// The kinds of pieces, in the order of the numbers in `Position.board`, which begin at 1.
    #[getter]
    fn piece_kinds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.start.piece_kinds())
    }

    /// The order of the group of symmetries; 1 where there are none.
    #[getter]
    fn symmetries(&self) -> u8 {
        self.start.symmetries()
    }

    /// The text of the move with an id, wherever it is legal; `None` if there is no such move.
    fn action_text(&self, py: Python<'_>, id: u32) -> PyResult<Option<String>> {
        errors::guarded(py, || self.start.action_text(id))
    }

    /// The initial position.
    fn initial(slf: Py<Self>) -> Position {
        let inner = Arc::clone(&slf.get().start);
        Position::new(inner, slf)
    }

    /// Reads a position text, and plays moves on from it, as text or as a sequence of texts.
    #[pyo3(signature = (text=None, moves=None))]
    fn position(
        slf: &Bound<'_, Self>,
        text: Option<Text>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Position> {
        let (py, own) = (slf.py(), slf.get());
        let text = text.as_deref();
        let line = moves.map(line_of).transpose()?.unwrap_or_default();
        let read = errors::guarded(py, || {
            let mut session = own.start.info().open(Some(own.start.rules()), text)?;
            session.play_line(&line)?;
            Ok(session.to_position())
        })?;
        let inner = read.map_err(|e: games::Error| {
            let at_fault = match e {
                games::Error::Moves(_) => &line,
                // A position of another size.
                games::Error::Rules(_) => own.start.rules(),
                _ => text.unwrap_or_default(),
            };
            errors::of(py, &e, at_fault)
        })?;
        Ok(Position::new(inner, slf.clone().unbind()))
    }

    fn __repr__(&self) -> String {
        format!("load('{}')", self.text())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Self>() {
            Ok(other) => {
                self.is(&*other.get().start).into_pyobject(py)?.to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let load = py.import("perfect_games._pickle")?.getattr("game")?;
        (load, (1, self.text())).into_pyobject(py)
    }
}

/// A line of moves: a text, or a sequence of texts and moves.
fn line_of(moves: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = moves.cast::<PyString>() {
        return text::read(text).map(str::to_owned);
    }
    let mut texts = Vec::new();
    for m in moves.try_iter()? {
        let m = m?;
        match m.cast::<PyString>() {
            Ok(text) => texts.push(text::read(text)?.to_owned()),
            Err(_) => texts.push(m.cast::<crate::moves::Move>()?.get().text_of()),
        }
    }
    Ok(texts.join(" "))
}
