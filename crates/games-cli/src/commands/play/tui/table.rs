//! A game on the table: what a person sees of it, and what comes of what he does.

use std::time::Duration;

use games::{Clocks, Ended, LegalMove, Session};
use games_core::{Board, Outcome, View};

use super::{keys::Act, panes::Panes, pick::Meant, picture::Picture, work::Purpose};
use crate::{
    commands::play::{
        human::{self, Seats},
        orders::{self, Order},
        save,
    },
    turned, words,
};

/// What is to be done next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// Nothing but to show what has changed.
    Nothing,
    /// The position has changed.
    Moved,
    /// An engine is to think.
    Think(Purpose),
    /// The game is over, off the board.
    End(Ended),
    Quit,
    Interrupt,
}

/// A game with what is picked, typed and said.
pub(super) struct Table {
    pub(super) session: Box<dyn Session>,
    pub(super) seats: Seats,
    pub(super) clocks: Clocks,
    /// How long each side has thought.
    pub(super) times: [Duration; 2],
    pub(super) legal: Vec<LegalMove>,
    pub(super) cursor: usize,
    pub(super) picked: Vec<usize>,
    pub(super) typed: String,
    pub(super) note: String,
    /// The chances of the first side after each ply, the start first.
    pub(super) chances: Vec<Option<f64>>,
    pub(super) marks: bool,
    pub(super) flipped: bool,
    /// Whether the board may have colors.
    pub(super) colors: bool,
    /// Whether it is a person's turn.
    pub(super) is_open: bool,
    undone: Vec<Vec<String>>,
    /// After how many plies a draw was offered last.
    offered: Option<usize>,
    board: Board,
}

/// What is said at the beginning.
const WELCOME: &str = "Click a man and its goal, or go there by arrows and Enter; or type a move \
    or an order (help). Ctrl-C leaves.";

impl Table {
    pub(super) fn new(
        session: Box<dyn Session>,
        seats: Seats,
        clocks: Clocks,
        colors: bool,
    ) -> Self {
        let (board, plies) = (session.board(), session.plies());
        let mut table = Self {
            session,
            seats,
            clocks,
            times: [Duration::ZERO; 2],
            legal: Vec::new(),
            cursor: 0,
            picked: Vec::new(),
            typed: String::new(),
            note: WELCOME.to_owned(),
            chances: vec![None; plies + 1],
            marks: false,
            flipped: false,
            colors,
            is_open: false,
            undone: Vec::new(),
            offered: None,
            board,
        };
        table.arrive();
        table
    }

    /// Looks at a new position.
    pub(super) fn arrive(&mut self) {
        self.legal = self.session.legal();
        self.picked.clear();
        self.chances.resize(self.session.plies() + 1, None);
    }

    /// Plays the move of an engine that has such chances before it.
    pub(super) fn play(&mut self, m: &str, chance: Option<f64>) -> Result<(), games::Error> {
        if let Some(here) = self.chances.last_mut() {
            *here = chance.or(*here);
        }
        self.session.play(m)?;
        self.arrive();
        if let Some(here) = self.chances.last_mut() {
            *here = chance;
        }
        Ok(())
    }

    /// The board as it is shown.
    pub(super) fn picture(&self, width: u16) -> Picture {
        let (board, view) = (self.board.clone(), self.view());
        let (board, view) = if self.flipped { turned::half(board, view) } else { (board, view) };
        let picture = Picture::new(&board, &view, &self.session.position(), width);
        if self.colors { picture } else { picture.without_colors(&board, &view) }
    }

    /// What stands on it, with the marks that are asked for.
    pub(super) fn view(&self) -> View {
        match self.picked.first() {
            Some(&cell) => self.session.marked_view_from(cell),
            None if self.marks => self.session.marked_view(),
            None => self.session.view(),
        }
    }

    /// The cell that stands where another one would on the board as it is; and the other way round.
    pub(super) fn turned(&self, cell: usize) -> usize {
        if self.flipped { self.board.cells.len() - 1 - cell } else { cell }
    }

    /// What may be chosen by a digit: moves that are picked alike or go on, else those that are
    /// not on the board.
    pub(super) fn choices(&self) -> Vec<usize> {
        if !self.is_open {
            return Vec::new();
        }
        if !self.picked.is_empty() {
            return Meant::by(&self.legal, &self.picked).moves;
        }
        let is_button = |m: &LegalMove| m.picks.iter().any(Vec::is_empty);
        (0..self.legal.len()).filter(|&number| is_button(&self.legal[number])).collect()
    }

    pub(super) fn label(&self, number: usize) -> &str {
        let m = &self.legal[number];
        self.seats.notation.of(&m.text, &m.label)
    }

    /// Does what a person wants.
    pub(super) fn obey(&mut self, act: Act, panes: &Panes, picture: &Picture) -> Next {
        match act {
            Act::Interrupt => return Next::Interrupt,
            Act::Letter(' ') if self.typed.is_empty() => return self.confirm(),
            Act::Letter(letter) => self.typed.push(letter),
            Act::Erase => {
                self.typed.pop();
            }
            Act::Cancel => {
                self.typed.clear();
                self.picked.clear();
                self.note.clear();
            }
            Act::Go(columns, rows) => self.go(columns, rows),
            Act::Enter if !self.typed.trim().is_empty() => return self.submit(),
            Act::Enter => return self.confirm(),
            Act::Click(x, y) => return self.click(x, y, panes, picture),
        }
        Next::Nothing
    }

    fn go(&mut self, columns: isize, rows: isize) {
        let (width, height) = (self.board.cols, self.board.rows);
        if width == 0 || height == 0 {
            return;
        }
        let shown = self.turned(self.cursor);
        let column = (shown % width).saturating_add_signed(columns).min(width - 1);
        let row = (shown / width).saturating_add_signed(rows).min(height - 1);
        self.cursor = self.turned(row * width + column);
    }

    /// Plays the one move that is picked, else picks the cell of the cursor.
    fn confirm(&mut self) -> Next {
        match (self.picked.last() == Some(&self.cursor), &self.choices()[..]) {
            (true, &[only]) => self.play_number(only),
            _ => self.pick(self.cursor),
        }
    }

    fn click(&mut self, x: u16, y: u16, panes: &Panes, picture: &Picture) -> Next {
        let place = (x, y).into();
        if panes.notes.contains(place) {
            let number = usize::from(y - panes.notes.y);
            return match self.choices().get(number) {
                Some(&m) => self.play_number(m),
                None => Next::Nothing,
            };
        }
        if !panes.board.contains(place) {
            return Next::Nothing;
        }
        let (left, above) = super::draw::scrolled(self, panes.board, picture);
        let cell = picture.cell_at(x - panes.board.x + left, y - panes.board.y + above);
        let Some(cell) = cell else { return Next::Nothing };
        self.cursor = self.turned(cell);
        if self.picked.last() == Some(&self.cursor) {
            return self.confirm();
        }
        self.pick(self.cursor)
    }

    fn pick(&mut self, cell: usize) -> Next {
        if !self.is_open || self.board.cells.is_empty() {
            return Next::Nothing;
        }
        let mut cells = self.picked.clone();
        cells.push(cell);
        let mut meant = Meant::by(&self.legal, &cells);
        if meant.is_nothing() {
            cells = vec![cell];
            meant = Meant::by(&self.legal, &cells);
        }
        if meant.is_nothing() {
            self.picked.clear();
            self.note = format!("no move begins on {}", self.board.cells[cell]);
            return Next::Nothing;
        }
        self.note.clear();
        self.picked = cells;
        match meant.only() {
            Some(only) => self.play_number(only),
            None => Next::Nothing,
        }
    }

    fn play_number(&mut self, number: usize) -> Next {
        let text = self.legal[number].text.clone();
        self.play_text(&text)
    }

    fn play_text(&mut self, text: &str) -> Next {
        match self
            .session
            .play(text)
            .or_else(|error| self.session.play_line(text).map_err(|_| error))
        {
            Ok(()) => {
                self.undone.clear();
                self.note.clear();
                self.arrive();
                Next::Moved
            }
            Err(error) => self.tell(error.to_string()),
        }
    }

    fn tell(&mut self, text: impl Into<String>) -> Next {
        self.note = text.into();
        Next::Nothing
    }

    /// Obeys what was typed.
    fn submit(&mut self) -> Next {
        let line = core::mem::take(&mut self.typed);
        let line = line.trim();
        let digit = line.parse::<usize>().ok().filter(|_| !self.picked.is_empty());
        if let Some(&m) =
            digit.and_then(|n| self.choices().get(n.checked_sub(1)?).copied()).as_ref()
        {
            return self.play_number(m);
        }
        let order = match orders::read(line) {
            Ok(order) => order,
            Err(message) => return self.tell(message),
        };
        let needs_turn = !matches!(
            order,
            Order::Nothing
                | Order::Help
                | Order::Board
                | Order::Flip
                | Order::Save(_)
                | Order::Quit
                | Order::Marks
        );
        if needs_turn && !self.is_open {
            return self.tell("it is not your turn");
        }
        self.order(&order)
    }

    fn order(&mut self, order: &Order<'_>) -> Next {
        match *order {
            Order::Nothing | Order::Board => Next::Nothing,
            Order::Help => self.tell(orders::HELP),
            Order::Marks => {
                self.marks = !self.marks;
                Next::Nothing
            }
            Order::Moves(cell) => {
                let text = human::moves(&*self.session, cell, self.seats.notation);
                self.tell(text)
            }
            Order::Hint(lines) => Next::Think(Purpose::Hint(lines)),
            Order::Eval => Next::Think(Purpose::Eval),
            Order::Flip => {
                self.flipped = !self.flipped;
                Next::Nothing
            }
            Order::Save(path) => {
                let said = save::by_name(&*self.session, &self.seats.names, path);
                self.tell(said)
            }
            Order::Undo => self.undo(),
            Order::Redo => self.redo(),
            Order::Draw if self.session.claim() => Next::Moved,
            Order::Draw if self.seats.two_people => self.offer(),
            Order::Draw => Next::Think(Purpose::Draw),
            Order::Resign => Next::End(human::lost(&*self.session, "resignation")),
            Order::Quit => Next::Quit,
            Order::Play(text) => self.play_text(text),
        }
    }

    /// Ends the game by a draw that two people at one keyboard both want.
    fn offer(&mut self) -> Next {
        if self.offered == Some(self.session.plies()) {
            return Next::End(draw_agreed());
        }
        self.offered = Some(self.session.plies());
        self.tell("type `draw` once more if both agree")
    }

    fn undo(&mut self) -> Next {
        let plies = human::plies_to_take_back(&*self.session, &self.seats);
        if plies == 0 {
            return self.tell("nothing to take back");
        }
        let played = self.session.played();
        self.undone.push(played[played.len() - plies..].to_vec());
        for _ in 0..plies {
            self.session.undo();
        }
        self.arrive();
        Next::Moved
    }

    fn redo(&mut self) -> Next {
        let Some(moves) = self.undone.pop() else { return self.tell("nothing was taken back") };
        for m in moves {
            if let Err(error) = self.session.play(&m) {
                return self.tell(error.to_string());
            }
        }
        self.arrive();
        Next::Moved
    }

    /// Who is to move, or how the game ended.
    pub(super) fn standing(&self) -> String {
        words::standing(&*self.session)
    }
}

/// How a game ends in which both sides want a draw.
pub(super) fn draw_agreed() -> Ended {
    Ended::new(Outcome::Draw, "agreement")
}
