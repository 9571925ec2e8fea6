//! A game in progress whose type is erased.

use core::{any::Any, fmt, sync::atomic::AtomicBool};

use games_core::{
    Board, Interrupted, Outcome, Perft, Record, Side, TextError, View, draw,
    entry::{Playable, SavedGame},
    seeded,
    solvable::NotSolvable,
};
use solver::Progress;

use crate::{
    Error, LookedUp, Player, PlayerSpec, Solution, SolveError, SolveJob, Tables, player,
    solve::{self, Numbering},
};

/// A game in progress, of whatever game.
///
/// Moves cross this border as texts in the game's canonical spelling. The number of a move, where
/// one is used, is its index in this position's sorted list and means nothing in another one.
pub trait Session: Send + Sync + fmt::Debug {
    /// Returns the game's id in the registry.
    fn game(&self) -> &'static str;

    /// Returns every option with its value.
    fn rules(&self) -> &str;

    /// Returns a copy that goes its own way.
    fn boxed_clone(&self) -> Box<dyn Session>;

    /// Returns the position text, with clocks.
    fn position(&self) -> String;

    /// Returns the game as files keep it, without names of players.
    fn saved(&self) -> SavedGame;

    /// Returns the side to move; in a finished game the side whose turn it would be.
    fn to_move(&self) -> Side;

    /// Returns the name of a side in this game: `Black`.
    fn side_name(&self, side: Side) -> &'static str;

    /// Returns the number of moves played since the start of the session.
    fn plies(&self) -> usize;

    /// Returns how the game ended.
    fn end(&self) -> Option<Ended>;

    /// Returns whether the rules end every game, however it is played.
    fn always_ends(&self) -> bool;

    /// Returns the margin in half points, seen by the first side, if the game were counted as it
    /// stands; `None` in a game that is not counted before its end.
    fn margin_now(&self) -> Option<i32>;

    /// Returns the game that goes on from here with a side to move, although it is the other's turn
    /// or the game is over; it begins with this position and no moves. `None` in a game that knows
    /// no such thing.
    fn resumed(&self, to_move: Side) -> Option<Box<dyn Session>>;

    /// Guesses which pieces would be taken if both sides played on: the names of their cells.
    fn dead(&self, seed: u64) -> Vec<String>;

    /// Returns the legal moves, sorted as ASCII text; none in a finished game.
    fn legal_moves(&self) -> Vec<String>;

    /// Returns the moves played.
    fn played(&self) -> Vec<String>;

    /// Reads a move in any spelling that the game takes and plays it.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`]; the session is as it was.
    fn play(&mut self, text: &str) -> Result<(), Error>;

    /// Reads a line of moves and plays them all.
    ///
    /// # Errors
    ///
    /// [`Error::Moves`]; the session is as it was.
    fn play_line(&mut self, text: &str) -> Result<(), Error>;

    /// Plays up to `plies` random moves, fewer if the game ends.
    fn play_random(&mut self, plies: usize, seed: u64);

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Returns the empty board.
    fn board(&self) -> Board;

    /// Returns what stands on the board, without marks for legal moves.
    fn view(&self) -> View;

    /// Returns what stands on the board, with a mark for each cell that a legal move goes to.
    fn marked_view(&self) -> View;

    /// Returns what stands on the board, with a mark for each cell to which a legal move goes that
    /// begins on this cell.
    fn marked_view_from(&self, cell: usize) -> View;

    /// Returns what stood on the board at the start and after each move.
    fn views(&self) -> Vec<View>;

    /// Counts the lines of exactly `job.depth` plies. Ends by clock or repetition do not count.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the flag was set.
    fn perft(&self, job: &PerftJob<'_>, stop: &AtomicBool) -> Result<u64, Interrupted>;

    /// Counts the lines below each legal move, sorted by move text.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the flag was set.
    fn divide(
        &self,
        job: &PerftJob<'_>,
        stop: &AtomicBool,
    ) -> Result<Vec<(String, u64)>, Interrupted>;

    /// Solves the position and all that can arise from it. Ends by clock or repetition do not count,
    /// and a finished game is solved, too. `observer` is called many times a second.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, or why this one was not to its end.
    fn solve(
        &self,
        job: &SolveJob,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError>;

    /// Looks the position up; `None` if no table of this game and these rules has it.
    ///
    /// # Errors
    ///
    /// [`SolveError::Stopped`] if a table cannot be read or is damaged there.
    fn look_up(&self, tables: &Tables) -> Result<Option<LookedUp>, SolveError>;

    /// Numbers all positions that can arise from a position text of this game; without one, from
    /// the position itself.
    ///
    /// # Errors
    ///
    /// That games like this one are not solved, that this board or option is too large, or that the
    /// text is no position.
    fn numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable>;

    /// Makes a player for this game, bounded to `memory` bytes if given.
    ///
    /// # Errors
    ///
    /// [`Error::Player`] for a kind that does not think by itself or is not there for this game,
    /// and for an outside engine that is missing or lacks what was asked for; [`Error::Engine`]
    /// for one that does not get ready; [`Error::Memory`] if the machine lacks the memory asked
    /// for.
    fn player(&self, spec: &PlayerSpec, memory: Option<u64>) -> Result<Box<dyn Player>, Error>;

    /// Returns the record for those who know its type.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Session> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Who won.
    pub outcome: Outcome,
    /// The rule that ended the game, in the game's own word.
    pub reason: String,
    /// The margin in half points seen by the first side, where the game has one.
    pub margin: Option<i32>,
}

/// What to count and how.
#[derive(Clone, Copy, Debug)]
pub struct PerftJob<'a> {
    /// Plies, at least 1.
    pub depth: u32,
    /// Whether the last ply is counted without playing its moves.
    pub bulk: bool,
    /// Bytes for a table of counts; 0 for none.
    pub table_bytes: usize,
    /// The threads to use; the caller's own if `None`.
    pub pool: Option<&'a rayon::ThreadPool>,
}

impl PerftJob<'_> {
    /// A bulk count on the caller's thread.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, bulk: true, table_bytes: 0, pool: None }
    }

    fn options<'b>(&'b self, stop: &'b AtomicBool) -> Perft<'b> {
        let perft = Perft::new().bulk(self.bulk).table_bytes(self.table_bytes).stop(stop);
        match self.pool {
            Some(pool) => perft.pool(pool),
            None => perft,
        }
    }
}

/// Wraps a record whose game is known at compile time.
pub(crate) fn erase<G: Playable>(
    record: Record<G>,
    id: &'static str,
    rules: String,
) -> Box<dyn Session> {
    Box::new(Erased { record, id, rules })
}

#[derive(Clone)]
struct Erased<G: Playable> {
    record: Record<G>,
    id: &'static str,
    rules: String,
}

impl<G: Playable> fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({}) {}", self.id, self.rules, self.position())
    }
}

impl<G: Playable> Session for Erased<G> {
    fn game(&self) -> &'static str {
        self.id
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn boxed_clone(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn position(&self) -> String {
        self.record.position_text()
    }

    fn saved(&self) -> SavedGame {
        let mut first = self.record.clone();
        while first.undo().is_some() {}
        SavedGame {
            rules: self.rules.clone(),
            start: first.position_text(),
            moves: self.played(),
            ..SavedGame::default()
        }
    }

    fn to_move(&self) -> Side {
        self.record.to_move()
    }

    fn side_name(&self, side: Side) -> &'static str {
        self.record.game().side_name(side)
    }

    fn plies(&self) -> usize {
        self.record.plies()
    }

    fn end(&self) -> Option<Ended> {
        self.record.end().map(|end| Ended {
            outcome: end.outcome,
            reason: end.reason.to_string(),
            margin: end.margin,
        })
    }

    fn always_ends(&self) -> bool {
        self.record.game().always_ends()
    }

    fn margin_now(&self) -> Option<i32> {
        self.record.game().margin_now(self.record.state())
    }

    fn resumed(&self, to_move: Side) -> Option<Box<dyn Session>> {
        let game = self.record.game();
        let state = game.resumed(self.record.state(), to_move)?;
        let record = Record::from_position(game.clone(), state, self.record.clock().clone());
        Some(erase(record, self.id, self.rules.clone()))
    }

    fn dead(&self, seed: u64) -> Vec<String> {
        let game = self.record.game();
        let cells = game.board().cells;
        let dead = game.dead(self.record.state(), &mut seeded(seed));
        dead.into_iter().filter_map(|at| cells.get(at).cloned()).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.record.sorted_moves().into_iter().map(|(text, _)| text).collect()
    }

    fn played(&self) -> Vec<String> {
        self.record.move_texts()
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let m = self.record.game().parse_move(self.record.state(), text).map_err(Error::Moves)?;
        self.record.play(m).map_err(|e| Error::Moves(TextError::play(text, &e)))
    }

    fn play_line(&mut self, text: &str) -> Result<(), Error> {
        self.record.play_line(text).map_err(Error::Moves)
    }

    fn play_random(&mut self, plies: usize, seed: u64) {
        let mut rng = seeded(seed);
        for _ in 0..plies {
            if self.record.end().is_some() {
                return;
            }
            let Ok(m) = self.record.game().random_move(self.record.state(), &mut rng) else {
                return;
            };
            self.record.play(m).expect("a generated move is legal");
        }
    }

    fn undo(&mut self) -> bool {
        self.record.undo().is_some()
    }

    fn board(&self) -> Board {
        self.record.game().board()
    }

    fn view(&self) -> View {
        self.record.game().view(self.record.state(), self.record.last_move())
    }

    fn marked_view(&self) -> View {
        let mut view = self.view();
        if self.record.end().is_none() {
            view.marks.extend(draw::legal_marks(self.record.game(), self.record.state()));
        }
        view
    }

    fn marked_view_from(&self, cell: usize) -> View {
        let mut view = self.view();
        if self.record.end().is_none() {
            let (game, state) = (self.record.game(), self.record.state());
            view.marks.extend(draw::legal_marks_from(game, state, cell));
        }
        view
    }

    fn views(&self) -> Vec<View> {
        let game = self.record.game();
        let mut last = None;
        let mut views = Vec::with_capacity(self.plies() + 1);
        for (state, m) in self.record.history() {
            views.push(game.view(state, last));
            last = Some(m);
        }
        views.push(self.view());
        views
    }

    fn perft(&self, job: &PerftJob<'_>, stop: &AtomicBool) -> Result<u64, Interrupted> {
        job.options(stop).count(self.record.game(), self.record.state(), job.depth)
    }

    fn divide(
        &self,
        job: &PerftJob<'_>,
        stop: &AtomicBool,
    ) -> Result<Vec<(String, u64)>, Interrupted> {
        let (game, state) = (self.record.game(), self.record.state());
        let mut parts: Vec<_> = job
            .options(stop)
            .divide(game, state, job.depth)?
            .into_iter()
            .map(|(m, n)| (game.move_text(state, m), n))
            .collect();
        parts.sort_unstable();
        Ok(parts)
    }

    fn solve(
        &self,
        job: &SolveJob,
        observer: &mut dyn FnMut(&Progress),
        stop: &AtomicBool,
    ) -> Result<Solution, SolveError> {
        solve::position(self, job, observer, stop)
    }

    fn look_up(&self, tables: &Tables) -> Result<Option<LookedUp>, SolveError> {
        solve::look_up(self, tables)
    }

    fn numbering(&self, start: Option<&str>) -> Result<Box<dyn Numbering>, NotSolvable> {
        match start {
            Some(text) => solve::from_text(self.record.game(), text),
            None => solve::from_here(&self.record),
        }
    }

    fn player(&self, spec: &PlayerSpec, memory: Option<u64>) -> Result<Box<dyn Player>, Error> {
        player::build::<G>(self, spec, memory)
    }

    fn as_any(&self) -> &dyn Any {
        &self.record
    }
}
