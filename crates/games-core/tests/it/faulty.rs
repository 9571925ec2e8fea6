//! Tic-tac-toe with one fault, to see that the laws find it.

mod estimates;
mod space;

use core::{
    fmt,
    hash::{Hash, Hasher},
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};
use std::sync::Arc;

use games_core::{
    Actions, Adjudicate, Board, Countable, Describe, End, Game, Mark, MarkKind, MoveSink, Notation,
    Outcome, Planes, PlayError, Rng, Side, Standing, Status, Symmetric, TextError, View, planes,
    toy::TicTacToe,
};

type Inner = <TicTacToe as Game>::State;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    None,
    DuplicateMove,
    UnstableOrder,
    OverWithMoves,
    OngoingWithoutMoves,
    CountOffByOne,
    BulkCountWrong,
    BreakIgnored,
    ListReversed,
    StatusOngoing,
    OccupiedIsLegal,
    ListedIsRefused,
    NothingIsLegal,
    ApplyPanics,
    RefusalMoves,
    RefusalSilent,
    ChildNotRestored,
    ChildOfOtherMove,
    RandomOccupied,
    RandomOutcomeWrong,
    RandomFirst,
    RandomNeverLast,
    ActionTooBig,
    ActionShared,
    ActionPastCount,
    ActionsUnordered,
    SideNotRead,
    TextUnreadable,
    NewlineRefused,
    ClockNotWritten,
    MoveMisread,
    MoveTextsAlike,
    IllegalIsRead,
    LineCut,
    KeyConstant,
    KeyUnsteady,
    KeyKnowsPlies,
    InverseWrong,
    GroupNotClosed,
    MovesNotMapped,
    ImageOtherSide,
    CanonicalIsKey,
    EndMissing,
    EndOutcomeWrong,
    MarginSignWrong,
    RecordForgets,
    PathDenied,
    PathWins,
    HorizonTooFar,
    MarginNowWrong,
    ResumedOtherSide,
    DeadOffBoard,
    DeadTwice,
    EstimateTooBig,
    EndgameUntold,
    NoisyMissing,
    HintsDiffer,
    AspectsNowAndThen,
    KindsOfSomeMoves,
    PassKeepsSide,
    ScoreTooBig,
    ScoreSignWrong,
    LabelMissing,
    DotOffBoard,
    NameTwice,
    PieceOffBoard,
    PiecesInOnePlace,
    LegalMarked,
    NoPicks,
    PickOffBoard,
    KindUnknown,
    FeatureMissing,
    ImageOfNoSymmetry,
    MoveRowTooLarge,
    PlanesForOtherSide,
    LabelsAlike,
    SpaceKeyShared,
    SpaceOrbitWrong,
    SpaceChildMissing,
    SpaceListEmptied,
    SpaceSideWrong,
    SpaceTierFalls,
    SpaceParentMissing,
    SpaceParentFalse,
}

#[derive(Clone, Debug)]
pub(crate) struct Faulty {
    pub(crate) fault: Fault,
    /// A memory that rules must not have.
    calls: Arc<AtomicU64>,
}

impl Faulty {
    pub(crate) fn new(fault: Fault) -> Self {
        Self { fault, calls: Arc::default() }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn call(&self) -> u64 {
        self.calls.fetch_add(1, Ordering::Relaxed)
    }
}

/// A state that knows its plies, against the rules of equality.
#[derive(Clone, Debug)]
pub(crate) struct State {
    inner: Inner,
    plies: u64,
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.inner == other.inner
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.inner.hash(hasher);
    }
}

/// A sink that cannot be stopped.
struct Deaf<'a, S>(&'a mut S);

impl<S: MoveSink<u8>> MoveSink<u8> for Deaf<'_, S> {
    fn put(&mut self, m: u8) -> ControlFlow<()> {
        let _ = self.0.put(m);
        ControlFlow::Continue(())
    }
}

impl Game for Faulty {
    type State = State;
    type Move = u8;
    type List = Vec<u8>;
    type Reason = &'static str;

    fn initial(&self) -> State {
        State { inner: TicTacToe.initial(), plies: 0 }
    }

    fn to_move(&self, state: &State) -> Side {
        TicTacToe.to_move(&state.inner)
    }

    fn moves(&self, state: &State, out: &mut impl MoveSink<u8>) -> Status {
        let moves = TicTacToe.list(&state.inner);
        let status = TicTacToe.status(&state.inner);
        match self.fault {
            Fault::DuplicateMove if !moves.is_empty() => {
                let _ = out.put_all(moves.len() + 1, moves.iter().chain(&moves[..1]).copied());
            }
            Fault::UnstableOrder if self.call() % 3 == 2 => {
                let _ = out.put_all(moves.len(), moves.iter().rev().copied());
            }
            Fault::OverWithMoves if moves.len() == 5 => {
                let _ = out.put_all(moves.len(), moves.iter().copied());
                return Status::Over(Outcome::Draw);
            }
            Fault::OngoingWithoutMoves => {
                let _ = out.put_all(moves.len(), moves.iter().copied());
                return Status::Ongoing;
            }
            Fault::BulkCountWrong if moves.len() == 4 => {
                let _ = out.put_all(moves.len() + 1, moves.iter().copied());
            }
            Fault::BreakIgnored => {
                let _ = Deaf(out).put_all(moves.len(), moves.iter().copied());
            }
            _ => {
                let _ = out.put_all(moves.len(), moves.iter().copied());
            }
        }
        status
    }

    fn apply(&self, state: &mut State, m: u8) {
        assert!(!(self.has(Fault::ApplyPanics) && m == 4), "the center is mined");
        TicTacToe.apply(&mut state.inner, m);
        state.plies += 1;
    }

    fn end(&self, state: &State) -> Option<End<&'static str>> {
        let mut end = TicTacToe.end(&state.inner)?;
        match (self.fault, end.outcome) {
            (Fault::EndMissing, _) => return None,
            (Fault::EndOutcomeWrong, Outcome::Win(winner)) => {
                end.outcome = Outcome::Win(winner.other());
            }
            (Fault::MarginNowWrong, Outcome::Win(winner)) => end.margin = Some(winner.sign()),
            (Fault::MarginSignWrong, Outcome::Win(winner)) => end.margin = Some(-winner.sign()),
            _ => {}
        }
        Some(end)
    }

    fn status(&self, state: &State) -> Status {
        if self.has(Fault::StatusOngoing) {
            return Status::Ongoing;
        }
        self.moves(state, &mut |_| ControlFlow::Break(()))
    }

    fn count(&self, state: &State) -> u64 {
        let n = TicTacToe.count(&state.inner);
        if self.has(Fault::CountOffByOne) && n == 6 { n + 1 } else { n }
    }

    fn is_legal(&self, state: &State, m: u8) -> bool {
        match self.fault {
            Fault::OccupiedIsLegal if m == 4 => true,
            Fault::ListedIsRefused if m == 4 && state.plies == 0 => false,
            Fault::NothingIsLegal => false,
            _ => TicTacToe.is_legal(&state.inner, m),
        }
    }

    fn list(&self, state: &State) -> Vec<u8> {
        let mut list = Vec::new();
        let _ = self.moves(state, &mut |m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        if self.has(Fault::ListReversed) {
            list.reverse();
        }
        list
    }

    fn random_move(&self, state: &State, rng: &mut impl Rng) -> Result<u8, Outcome> {
        let drawn = TicTacToe.random_move(&state.inner, rng);
        let moves = TicTacToe.list(&state.inner);
        match (self.fault, drawn) {
            (Fault::RandomOccupied, Ok(_)) => Ok(4),
            (Fault::RandomOutcomeWrong, Err(Outcome::Win(side))) => Err(Outcome::Win(side.other())),
            (Fault::RandomFirst, Ok(_)) => Ok(moves[0]),
            (Fault::RandomNeverLast, Ok(_)) => {
                Ok(moves[rng.below((moves.len() as u32 - 1).max(1)) as usize])
            }
            (_, drawn) => drawn,
        }
    }

    fn with_child<R>(&self, state: &mut State, m: u8, visit: impl FnOnce(&mut State) -> R) -> R {
        let before = state.clone();
        let m = if self.has(Fault::ChildOfOtherMove) { self.list(state)[0] } else { m };
        self.apply(state, m);
        let result = visit(state);
        if !self.has(Fault::ChildNotRestored) {
            *state = before;
        }
        result
    }

    fn try_apply(&self, state: &mut State, m: u8) -> Result<(), PlayError<u8>> {
        if let Status::Over(outcome) = self.status(state) {
            return Err(PlayError::Over(outcome));
        }
        let is_legal = self.is_legal(state, m);
        if is_legal || (self.has(Fault::RefusalMoves) && m == 4) {
            self.apply(state, m);
        }
        if is_legal || self.has(Fault::RefusalSilent) { Ok(()) } else { Err(PlayError::Illegal(m)) }
    }

    fn key(&self, state: &State) -> u64 {
        let key = TicTacToe.key(&state.inner);
        match self.fault {
            Fault::KeyConstant => 7,
            Fault::KeyUnsteady => key ^ self.call(),
            Fault::KeyKnowsPlies => key ^ state.plies,
            _ => key,
        }
    }
}

/// The same squares with the other side to move.
fn other_side(state: &Inner) -> Inner {
    let text = TicTacToe.state_text(state);
    let (squares, side) = text.split_once(' ').unwrap();
    TicTacToe.parse_state(&format!("{squares} {}", if side == "x" { "o" } else { "x" })).unwrap()
}

impl Notation for Faulty {
    fn write_state(&self, state: &State, w: &mut dyn fmt::Write) -> fmt::Result {
        if self.has(Fault::TextUnreadable) && state.plies == 3 {
            w.write_str("three ")?;
        }
        TicTacToe.write_state(&state.inner, w)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let inner = TicTacToe.parse_state(text)?;
        let inner = if self.has(Fault::SideNotRead) && TicTacToe.to_move(&inner) == Side::Second {
            other_side(&inner)
        } else {
            inner
        };
        Ok(State { inner, plies: 0 })
    }

    fn write_move(&self, state: &State, m: u8, w: &mut dyn fmt::Write) -> fmt::Result {
        let m = if self.has(Fault::MoveTextsAlike) && m == 8 { 0 } else { m };
        TicTacToe.write_move(&state.inner, m, w)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<u8, TextError> {
        let text = if self.has(Fault::MoveMisread) && text == "b2" { "a1" } else { text };
        if self.has(Fault::IllegalIsRead) && text == "b2" {
            return Ok(4);
        }
        TicTacToe.parse_move(&state.inner, text)
    }

    fn next_move<'t>(
        &self,
        state: &State,
        line: &'t str,
    ) -> Result<Option<(u8, &'t str)>, TextError> {
        if self.has(Fault::LineCut) && line.trim().len() == 2 {
            return Ok(None);
        }
        TicTacToe.next_move(&state.inner, line)
    }

    fn label(&self, state: &State, m: u8) -> String {
        if self.has(Fault::LabelsAlike) {
            return "play".to_owned();
        }
        TicTacToe.move_text(&state.inner, m)
    }
}

/// The clock counts plies and stands behind the position.
impl Adjudicate for Faulty {
    type Clock = u32;

    fn tick(&self, clock: &mut u32, _: &State, _: u8) {
        *clock += 1;
    }

    fn parse_position(&self, text: &str) -> Result<(State, u32), TextError> {
        let wrong = || TextError::whole(text, "expected a position and its ply");
        let text = if self.has(Fault::NewlineRefused) { text } else { text.trim_end() };
        let (state, clock) = text.rsplit_once(' ').ok_or_else(wrong)?;
        Ok((self.parse_state(state)?, clock.parse().map_err(|_| wrong())?))
    }

    fn write_position(&self, state: &State, clock: &u32, w: &mut dyn fmt::Write) -> fmt::Result {
        let clock = if self.has(Fault::ClockNotWritten) { 0 } else { *clock };
        self.write_state(state, w)?;
        write!(w, " {clock}")
    }

    fn ends_by_path(&self) -> bool {
        !self.has(Fault::PathDenied)
    }

    fn adjudicate(&self, at: &Standing<'_, Self>) -> Option<End<&'static str>> {
        let reason = match self.fault {
            Fault::RecordForgets if at.plies == 1 && self.call() > 5 => "mood",
            Fault::PathDenied | Fault::HorizonTooFar if at.plies >= 4 => "four plies",
            Fault::PathWins if at.plies >= 4 => {
                return Some(End::plain(Outcome::Win(Side::First), "four plies"));
            }
            _ => return None,
        };
        Some(End::plain(Outcome::Draw, reason))
    }

    fn horizon(&self, at: &Standing<'_, Self>) -> usize {
        if self.has(Fault::HorizonTooFar) { 5_usize.saturating_sub(at.plies) } else { 0 }
    }
}

impl Countable for Faulty {
    fn margin_now(&self, _: &State) -> Option<i32> {
        self.has(Fault::MarginNowWrong).then_some(0)
    }

    fn resumed(&self, state: &State, to_move: Side) -> Option<State> {
        let is_on = TicTacToe.end(&state.inner).is_none();
        let is_turn = TicTacToe.to_move(&state.inner) == to_move;
        (is_on && (is_turn || self.has(Fault::ResumedOtherSide))).then(|| state.clone())
    }

    fn dead(&self, _: &State, _: &mut impl Rng) -> Vec<usize> {
        match self.fault {
            Fault::DeadOffBoard => vec![9],
            Fault::DeadTwice => vec![0, 0],
            _ => Vec::new(),
        }
    }
}

impl Symmetric for Faulty {
    fn symmetries(&self) -> u8 {
        if self.has(Fault::GroupNotClosed) { 3 } else { TicTacToe.symmetries() }
    }

    fn inverse(&self, g: u8) -> u8 {
        if self.has(Fault::InverseWrong) { g } else { TicTacToe.inverse(g) }
    }

    fn map_state(&self, g: u8, state: &State) -> State {
        let mut inner = TicTacToe.map_state(g, &state.inner);
        if self.has(Fault::ImageOtherSide) && g == 1 {
            inner = other_side(&inner);
        }
        State { inner, plies: state.plies }
    }

    fn map_move(&self, g: u8, m: u8) -> u8 {
        if self.has(Fault::MovesNotMapped) { m } else { TicTacToe.map_move(g, m) }
    }

    fn canonical_key(&self, state: &State) -> u64 {
        if self.has(Fault::CanonicalIsKey) {
            return self.key(state);
        }
        (0..self.symmetries()).map(|g| self.key(&self.map_state(g, state))).min().unwrap()
    }
}

impl Actions for Faulty {
    fn action_count(&self) -> Option<u32> {
        Some(9)
    }

    fn action_id(&self, m: u8) -> Option<u32> {
        Some(if self.has(Fault::ActionTooBig) { u32::from(m) + 1 } else { u32::from(m) })
    }

    fn action_ids(&self, state: &State, ids: &mut Vec<u32>) {
        TicTacToe.action_ids(&state.inner, ids);
        if self.has(Fault::ActionsUnordered) {
            ids.reverse();
        }
    }

    fn action(&self, id: u32) -> Option<u8> {
        match self.fault {
            Fault::ActionTooBig => TicTacToe.action(id.checked_sub(1)?),
            Fault::ActionShared if id == 8 => Some(0),
            Fault::ActionPastCount if id == 9 => Some(0),
            _ => TicTacToe.action(id),
        }
    }
}

impl Describe for Faulty {
    fn board(&self) -> Board {
        let mut board = TicTacToe.board();
        match self.fault {
            Fault::LabelMissing => drop(board.row_labels.pop()),
            Fault::DotOffBoard => board.dots.push(9),
            Fault::NameTwice => board.cells[8] = "a1".to_owned(),
            _ => {}
        }
        board
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let mut view = TicTacToe.view(&state.inner, last);
        match (self.fault, view.pieces.first().cloned()) {
            (Fault::PieceOffBoard, Some(_)) => view.pieces[0].at = 9,
            (Fault::PiecesInOnePlace, Some(piece)) => view.pieces.push(piece),
            (Fault::LegalMarked, _) => view.marks.push(Mark { at: 0, kind: MarkKind::Legal }),
            _ => {}
        }
        view
    }

    fn piece_kinds(&self) -> Vec<&'static str> {
        if self.has(Fault::KindUnknown) { vec!["cross"] } else { TicTacToe.piece_kinds() }
    }

    fn put_planes(&self, state: &State, planes: &mut Planes<'_>) {
        let mover = TicTacToe.to_move(&state.inner);
        let side = if self.has(Fault::PlanesForOtherSide) { mover.other() } else { mover };
        planes::put_view(&self.view(state, None), &self.piece_kinds(), side, planes);
    }

    fn picks(&self, _: &State, m: u8) -> Vec<Vec<usize>> {
        match self.fault {
            Fault::NoPicks if m == 4 => Vec::new(),
            Fault::PickOffBoard if m == 4 => vec![vec![9]],
            Fault::LabelsAlike => vec![Vec::new()],
            _ => vec![vec![usize::from(m)]],
        }
    }
}
