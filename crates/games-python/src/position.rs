//! Positions.

use std::sync::{Arc, OnceLock, atomic::AtomicBool};

use games::{PerftJob, Position as Erased};
use games_core::Planes;
use numpy::{PyArray1, PyArray3, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};

use crate::{
    board, errors,
    game::Game,
    moves::{Move, MoveList},
    outcome::Outcome,
    pool,
    text::{self, Text},
    work,
};

/// A game, a position of it, and what later legality depends on. It never changes.
///
/// >>> p = pg.load("othello").initial()
/// >>> q = p.play("f5")
/// >>> p.plies, q.plies, q.to_move, q.undo() == p
/// (0, 1, 'p2', True)
#[pyclass(frozen, module = "perfect_games")]
pub(crate) struct Position {
    pub(crate) inner: Arc<dyn Erased>,
    pub(crate) game: Py<Game>,
    /// The legal moves, once they were asked for.
    legal: OnceLock<Py<MoveList>>,
}

impl Position {
    pub(crate) const fn new(inner: Arc<dyn Erased>, game: Py<Game>) -> Self {
        Self { inner, game, legal: OnceLock::new() }
    }

    /// A position that comes without its game.
    pub(crate) fn alone(py: Python<'_>, inner: Arc<dyn Erased>) -> PyResult<Self> {
        let info = inner.info();
        let start = errors::guarded(py, || info.open(Some(inner.rules()), None))?;
        let start = start.map_err(|e| errors::of(py, &e, inner.rules()))?.to_position();
        Ok(Self::new(inner, Py::new(py, Game::of(start))?))
    }

    fn with(&self, py: Python<'_>, inner: Arc<dyn Erased>) -> Self {
        Self::new(inner, self.game.clone_ref(py))
    }

    /// The id of a move that is given as a text, a `Move` or an id.
    fn id_of(&self, m: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = m.py();
        if let Ok(m) = m.cast::<Move>() {
            let m = m.get();
            if !crate::game::same_rules(&*m.from, &*self.inner) {
                return Err(self.illegal(py, &m.text_of()));
            }
            return match self.inner.actions() {
                Some(_) => Ok(m.id),
                None => self.parse(py, &m.text_of()),
            };
        }
        if let Ok(text) = m.cast::<PyString>() {
            return self.parse(py, text::read(text)?);
        }
        match m.extract::<u32>() {
            Ok(id) => Ok(id),
            Err(e) if e.is_instance_of::<PyTypeError>(py) => {
                Err(PyTypeError::new_err("a move is a str, a Move or an int"))
            }
            Err(_) => Err(self.illegal(py, &m.str()?.to_string())),
        }
    }

    fn parse(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        let read = errors::guarded(py, || self.inner.id_of(text))?;
        read.map_err(|error| self.refused(py, text, &error))
    }

    /// What is said of a text that is no legal move.
    fn refused(&self, py: Python<'_>, text: &str, error: &games::Error) -> PyErr {
        let is_illegal = matches!(error, games::Error::Moves(error) if error.is_illegal);
        if is_illegal || self.inner.outcome().is_some() {
            return self.illegal(py, text);
        }
        errors::of(py, error, text)
    }

    fn illegal(&self, py: Python<'_>, text: &str) -> PyErr {
        let position = self.with(py, Arc::clone(&self.inner));
        let class =
            if self.inner.outcome().is_some() { "GameOverError" } else { "IllegalMoveError" };
        match Py::new(py, position) {
            Ok(position) => errors::raise(py, class, (text.to_owned(), position)),
            Err(error) => error,
        }
    }

    fn shape(&self) -> PyResult<[usize; 3]> {
        let none = || PyValueError::new_err("this game has no grid, and so no planes");
        self.game.get().shape().ok_or_else(none)
    }
}

#[pymethods]
impl Position {
    /// The rules that the position is played by.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    /// The position text, with clocks.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// The side to move, `"p1"` or `"p2"`; in a finished game the side whose turn it would be.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.inner.to_move().name()
    }

    /// The legal moves; none in a finished game.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<MoveList>> {
        if let Some(legal) = self.legal.get() {
            return Ok(legal.clone_ref(py));
        }
        let legal = Py::new(py, errors::guarded(py, || MoveList::of(&self.inner))?)?;
        Ok(self.legal.get_or_init(|| legal).clone_ref(py))
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner.outcome().is_some()
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        self.inner.end().map(Outcome::of)
    }

    /// The number of moves played since the start.
    #[getter]
    fn plies(&self) -> usize {
        self.inner.plies()
    }

    /// The moves played, from the first on.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut moves = Vec::with_capacity(self.inner.plies());
        let mut at = Arc::clone(&self.inner);
        while let (Some(from), Some(id)) = (at.before(), at.last_id()) {
            moves.push(Py::new(py, Move { from: Arc::clone(&from), id })?);
            at = from;
        }
        moves.reverse();
        PyTuple::new(py, moves)
    }

    /// A number that differs where boards differ, up to one chance in 2^64; history does not count.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The least key of all images under the game's symmetries: positions that are alike share it.
    fn canonical(&self) -> u64 {
        self.inner.canonical_key()
    }

    /// What stands where, as a numpy array of int8, (rows, columns) from the top left: 0 for
    /// nothing, else the number of the kind of piece, negative for those of `p2`.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, numpy::PyArray2<i8>>> {
        board::array(py, &*self.inner)
    }

    /// Plays a move: its text, a `Move`, or an id. Returns another position.
    fn play(&self, m: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = m.py();
        // What is met most: an id.
        let id = match m.extract::<u32>() {
            Ok(id) => id,
            Err(_) => self.id_of(m)?,
        };
        // What was listed is legal.
        let is_listed = self.legal.get().is_some_and(|legal| legal.get().has(id));
        let inner = Arc::clone(&self.inner);
        let play = || if is_listed { inner.apply_id(id) } else { inner.play_id(id) };
        match errors::guarded(py, play)? {
            Some(inner) => Ok(self.with(py, inner)),
            None => Err(self.illegal(py, &m.str()?.to_string())),
        }
    }

    /// Plays moves one after the other.
    fn play_all(&self, moves: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = moves.py();
        let mut at = self.with(py, Arc::clone(&self.inner));
        for m in moves.try_iter()? {
            at = at.play(&m?)?;
        }
        Ok(at)
    }

    /// Reads a move in any spelling that the game takes.
    fn parse_move(&self, py: Python<'_>, text: Text) -> PyResult<Move> {
        let id = self.parse(py, &text)?;
        Ok(Move { from: Arc::clone(&self.inner), id })
    }

    /// The position before the last move.
    fn undo(&self, py: Python<'_>) -> PyResult<Self> {
        let none = || PyValueError::new_err("no move was played");
        Ok(self.with(py, self.inner.before().ok_or_else(none)?))
    }

    /// Counts the lines of exactly so many plies; with `divide` those below each move, as a dict.
    #[pyo3(signature = (depth, divide=false, threads=1))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u32,
        divide: bool,
        threads: usize,
    ) -> PyResult<Py<PyAny>> {
        if depth == 0 {
            return Ok(1_u64.into_pyobject(py)?.into_any().unbind());
        }
        let session = self.inner.session();
        let stop = AtomicBool::new(false);
        let job = || {
            let job = PerftJob::depth(depth).threads(threads);
            if divide {
                session.divide(&job, &stop)
            } else {
                session.perft(&job, &stop).map(|n| vec![(String::new(), n)])
            }
        };
        let counts = work::run(py, &stop, &mut work::nothing, job)?.unwrap_or_default();
        if !divide {
            return Ok(counts[0].1.into_pyobject(py)?.into_any().unbind());
        }
        let dict = PyDict::new(py);
        for (text, n) in counts {
            dict.set_item(text, n)?;
        }
        Ok(dict.into_any().unbind())
    }

    /// Returns the planes that a network looks at, from the mover's side: a numpy array of shape
    /// `Game.plane_shape`, of float32 or uint8; `out`, in C order, is written into if it is given.
    #[pyo3(signature = (dtype="float32", out=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        dtype: &str,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let [count, rows, cols] = self.shape()?;
        let cells = rows * cols;
        if let Some(out) = out {
            self.planes_into(&out, [count, rows, cols])?;
            return Ok(out);
        }
        match dtype {
            "float32" => {
                let mut values = vec![0.0_f32; count * cells];
                self.inner.put_planes(&mut Planes::floats(&mut values, cells));
                let array = PyArray1::from_vec(py, values).reshape([count, rows, cols])?;
                Ok(array.into_any())
            }
            "uint8" => {
                let mut values = vec![0_u8; count * cells];
                self.inner.put_planes(&mut Planes::bytes(&mut values, cells));
                let array = PyArray1::from_vec(py, values).reshape([count, rows, cols])?;
                Ok(array.into_any())
            }
            _ => Err(PyValueError::new_err("dtype is 'float32' or 'uint8'")),
        }
    }

    /// Returns which actions are legal: a numpy array of bool, as long as `Game.actions`; all false
    /// in a finished game. `out` is written into if it is given.
    #[pyo3(signature = (out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyArray1<bool>>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let none =
            || PyValueError::new_err("this game has no dense numbers of moves: use moves.ids()");
        let actions = self.inner.actions().ok_or_else(none)? as usize;
        if let Some(out) = out {
            if out.len() != actions {
                return Err(PyValueError::new_err(format!("out has to have {actions} elements")));
            }
            let mut writable = out.try_readwrite()?;
            let values = writable.as_slice_mut()?;
            values.fill(false);
            self.inner.mask(values);
            drop(writable);
            return Ok(out);
        }
        let mut values = vec![false; actions];
        self.inner.mask(&mut values);
        Ok(PyArray1::from_vec(py, values))
    }

    /// The image under a symmetry, numbered from 0, the identity; without history.
    fn symmetric(&self, py: Python<'_>, g: u8) -> PyResult<Self> {
        let none = || {
            let order = self.inner.symmetries();
            PyValueError::new_err(format!("this game has the symmetries 0 to {}", order - 1))
        };
        Ok(self.with(py, self.inner.image(g).ok_or_else(none)?))
    }

    /// Whether the other position shows the same board with the same side to move; clocks and
    /// history do not count.
    fn same_board(&self, other: &Self) -> bool {
        self.inner.is_same_board(&*other.inner)
    }

    /// A picture: a self-contained SVG document, as a str that a notebook shows as what it draws.
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    #[pyo3(signature = (size=360, *, last_move=true, arrows=None, marks=None, flipped=false, theme="light"))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        size: u32,
        last_move: bool,
        arrows: Option<&Bound<'_, PyAny>>,
        marks: Option<Vec<String>>,
        flipped: bool,
        theme: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arrows = arrows.map(board::arrow_text).transpose()?;
        let wish = board::Wish { size, last_move, flipped, theme };
        let marks = marks.unwrap_or_default();
        let picture = board::svg(&*self.inner, &wish, arrows.as_deref(), &marks)?;
        py.import("perfect_games._results")?.getattr("Svg")?.call1((picture,))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let wish = board::Wish { size: 360, last_move: true, flipped: false, theme: "light" };
        board::svg(&*self.inner, &wish, None, &[])
    }

    fn __str__(&self) -> String {
        board::text(&*self.inner)
    }

    fn __repr__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let spec = self.game.get().start.info().id;
        let call = py.import("perfect_games._pickle")?.getattr("repr_position")?;
        call.call1((spec, self.inner.rules(), self.inner.text()))
    }

    fn __format__(&self, kind: &str) -> PyResult<String> {
        match kind {
            "" => Ok(board::text(&*self.inner)),
            // The position text is the game's own: in chess a FEN.
            "fen" | "text" => Ok(self.inner.text()),
            "rich" => Ok(board::rich(&*self.inner)),
            _ => Err(PyValueError::new_err("a position is formatted as 'text', 'fen' or 'rich'")),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        Ok(match other.cast::<Self>() {
            Ok(other) => {
                let other = &other.get().inner;
                let same = Arc::ptr_eq(&self.inner, other) || self.inner.is_same(&**other);
                same.into_pyobject(py)?.to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        self.inner.key()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let load = py.import("perfect_games._pickle")?.getattr("position")?;
        let saved = self.inner.session().saved();
        let moves: Vec<_> = saved.main_line().map(|node| saved.text(node).to_owned()).collect();
        let spec = (self.inner.info().id, self.inner.rules());
        (load, (1, spec, saved.header.start.clone(), moves)).into_pyobject(py)
    }
}

impl Position {
    fn planes_into(&self, out: &Bound<'_, PyAny>, shape: [usize; 3]) -> PyResult<()> {
        let cells = shape[1] * shape[2];
        let wrong = || {
            let [c, h, w] = shape;
            let message =
                format!("out has to have the shape ({c}, {h}, {w}), row by row in memory");
            PyValueError::new_err(message)
        };
        // Contiguous is also what lies column by column.
        let fits = |out: &Bound<'_, PyUntypedArray>| out.shape() == shape && out.is_c_contiguous();
        if let Ok(out) = out.cast::<PyArray3<f32>>() {
            if !fits(out.as_untyped()) {
                return Err(wrong());
            }
            let mut writable = out.try_readwrite()?;
            let values = writable.as_slice_mut()?;
            values.fill(0.0);
            self.inner.put_planes(&mut Planes::floats(values, cells));
        } else if let Ok(out) = out.cast::<PyArray3<u8>>() {
            if !fits(out.as_untyped()) {
                return Err(wrong());
            }
            let mut writable = out.try_readwrite()?;
            let values = writable.as_slice_mut()?;
            values.fill(0);
            self.inner.put_planes(&mut Planes::bytes(values, cells));
        } else {
            return Err(PyTypeError::new_err("out is a numpy array of float32 or uint8"));
        }
        Ok(())
    }
}
