//! Moves, and the list of those that are legal.

use std::{
    cell::RefCell,
    cmp::Ordering,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use games::Position as Erased;
use numpy::{PyArray1, ToPyArray};
use pyo3::{
    exceptions::PyIndexError,
    prelude::*,
    pyclass::CompareOp,
    sync::PyOnceLock,
    types::{PyInt, PyList, PySlice, PyTuple},
};

use crate::{game::same_rules, position::Position};

/// A legal move of a position.
///
/// >>> m = pg.load("chess").initial().parse_move("Nf3")
/// >>> m, m.san, m.from_square, m.to_square
/// (Move('g1f3'), 'Nf3', 'g1', 'f3')
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Move {
    pub(crate) from: Arc<dyn Erased>,
    pub(crate) id: u32,
}

impl Move {
    pub(crate) fn text_of(&self) -> String {
        self.from.id_text(self.id).unwrap_or_default()
    }

    /// What tells moves of a game apart: ids where they mean the same everywhere, else texts.
    fn name(&self) -> (u32, String) {
        match self.from.actions() {
            Some(_) => (self.id, String::new()),
            None => (0, self.text_of()),
        }
    }
}

#[pymethods]
impl Move {
    /// The move's text, as the command line reads and writes it.
    #[getter]
    fn text(&self) -> String {
        self.text_of()
    }

    /// The move's number: below `Game.actions`, or, in a game without these, its place in
    /// `Position.moves`.
    #[getter]
    fn id(&self) -> u32 {
        self.id
    }

    /// The move in the notation that players use: in chess and its relatives SAN.
    #[getter]
    fn san(&self) -> String {
        self.from.id_label(self.id).unwrap_or_default()
    }

    /// The cell that the move begins on, if its text names two.
    #[getter]
    #[expect(clippy::wrong_self_convention, reason = "the name that python-chess has for it")]
    fn from_square(&self) -> Option<String> {
        let cells = self.cells();
        (cells.len() > 1).then(|| cells[0].clone())
    }

    /// The cell that the move goes to, if its text names any.
    #[getter]
    fn to_square(&self) -> Option<String> {
        self.cells().pop()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.text_of())
    }

    fn __str__(&self) -> String {
        self.text_of()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let is_same = same_rules(&*self.from, &*other.from);
        let order = self.name().cmp(&other.name());
        let holds = match op {
            CompareOp::Eq => is_same && order == Ordering::Equal,
            CompareOp::Ne => !is_same || order != Ordering::Equal,
            // Moves of different games have no order.
            _ if !is_same => return Ok(py.NotImplemented()),
            op => op.matches(order),
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.from.info().id, self.name()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let load = py.import("perfect_games._pickle")?.getattr("move")?;
        let from = Position::alone(py, Arc::clone(&self.from))?;
        (load, (1, from, self.text_of())).into_pyobject(py)
    }
}

impl Move {
    /// The cells that are named in the text.
    fn cells(&self) -> Vec<String> {
        let session = self.from.session();
        let text = self.text_of();
        let board = session.board();
        let legal = session.legal();
        let picks = legal.iter().find(|m| m.text == text).map(|m| m.picks.clone());
        let first = picks.and_then(|picks| picks.into_iter().next()).unwrap_or_default();
        first.into_iter().filter_map(|at| board.cells.get(at).cloned()).collect()
    }
}

/// The legal moves of a position in the order of their ids; moves are made when they are asked for.
///
/// >>> moves = pg.load("othello").initial().moves
/// >>> len(moves), moves.texts(), moves.id_list()
/// (4, ['d3', 'c4', 'f5', 'e6'], [19, 26, 37, 44])
/// >>> moves[0] in moves, "d3" in moves, 0 in moves
/// (True, True, False)
#[pyclass(frozen, sequence, module = "perfect_games")]
pub(crate) struct MoveList {
    from: Arc<dyn Erased>,
    ids: Box<[u32]>,
}

impl MoveList {
    pub(crate) fn of(from: &Arc<dyn Erased>) -> Self {
        thread_local! {
            /// A list that has grown once, so that none of those that are kept has to.
            static IDS: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
        }
        let ids = IDS.with_borrow_mut(|ids| {
            from.ids(ids);
            ids.as_slice().into()
        });
        Self { from: Arc::clone(from), ids }
    }

    /// Whether a move with this id is among them.
    pub(crate) fn has(&self, id: u32) -> bool {
        self.ids.binary_search(&id).is_ok()
    }

    fn at(&self, id: u32) -> Move {
        Move { from: Arc::clone(&self.from), id }
    }
}

#[pymethods]
impl MoveList {
    fn __len__(&self) -> usize {
        self.ids.len()
    }

    fn __bool__(&self) -> bool {
        !self.ids.is_empty()
    }

    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let len = self.ids.len();
        if let Ok(slice) = index.cast::<PySlice>() {
            let at = slice.indices(len as isize)?;
            let mut moves = Vec::with_capacity(at.slicelength);
            let mut i = at.start;
            for _ in 0..at.slicelength {
                moves.push(Py::new(py, self.at(self.ids[i as usize]))?);
                i += at.step;
            }
            return Ok(moves.into_pyobject(py)?.into_any().unbind());
        }
        let given: isize = index.extract()?;
        let at = if given < 0 { given + len as isize } else { given };
        let id = usize::try_from(at).ok().and_then(|at| self.ids.get(at));
        let &id = id.ok_or_else(|| PyIndexError::new_err("no such move"))?;
        Ok(Py::new(py, self.at(id))?.into_any())
    }

    fn __iter__(slf: Py<Self>) -> MoveIter {
        MoveIter { list: slf, next: 0 }
    }

    fn __contains__(&self, m: &Bound<'_, PyAny>) -> bool {
        if let Ok(m) = m.cast::<Move>() {
            let m = m.get();
            return same_rules(&*m.from, &*self.from)
                && match self.from.actions() {
                    Some(_) => self.has(m.id),
                    None => self.from.id_of(&m.text_of()).is_ok(),
                };
        }
        if let Ok(id) = m.extract::<u32>() {
            return self.has(id);
        }
        m.extract::<String>().is_ok_and(|text| self.from.id_of(&text).is_ok())
    }

    /// The texts of all moves.
    fn texts(&self) -> Vec<String> {
        self.from.texts()
    }

    /// The ids of all moves in ascending order, as a numpy array of uint32.
    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.ids.to_pyarray(py)
    }

    /// The ids of all moves in ascending order, as a list: faster than an array for a few.
    fn id_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let kept = numbers(py)?;
        // They are in ascending order.
        if self.ids.last().is_some_and(|&largest| largest >= NUMBERS) {
            return PyList::new(py, &*self.ids);
        }
        PyList::new(py, self.ids.iter().map(|&id| kept[id as usize].bind(py)))
    }

    /// All moves in the notation that players use.
    fn to_san(&self) -> Vec<String> {
        self.ids.iter().filter_map(|&id| self.from.id_label(id)).collect()
    }

    fn __repr__(&self) -> String {
        let texts: Vec<_> = self.texts().iter().map(|text| format!("'{text}'")).collect();
        format!("MoveList([{}])", texts.join(", "))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Self>() {
            Ok(other) => {
                let other = other.get();
                let same = same_rules(&*self.from, &*other.from) && self.texts() == other.texts();
                same.into_pyobject(py)?.to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        })
    }

    fn _repr_html_(&self) -> String {
        let texts: Vec<_> = self.to_san();
        let cells = texts.iter().map(|text| format!("<td>{}</td>", escaped(text)));
        format!("<table><tr>{}</tr></table>", cells.collect::<String>())
    }
}

/// So many whole numbers are kept as Python has them: to make one takes as long as to list a move.
const NUMBERS: u32 = 8192;

fn numbers(py: Python<'_>) -> PyResult<&'static [Py<PyInt>]> {
    static KEPT: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
    let make = || (0..NUMBERS).map(|n| Ok(n.into_pyobject(py)?.unbind())).collect();
    KEPT.get_or_try_init(py, make).map(Vec::as_slice)
}

/// A text as HTML shows it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Moves one after the other.
#[pyclass(module = "perfect_games")]
pub(crate) struct MoveIter {
    list: Py<MoveList>,
    next: usize,
}

#[pymethods]
impl MoveIter {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let list = self.list.get();
        let &id = list.ids.get(self.next)?;
        self.next += 1;
        Some(list.at(id))
    }
}
