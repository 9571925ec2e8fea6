//! A person at the terminal.

use games::{Ended, Session};
use games_core::{Outcome, Side, notation::quote};

use super::{
    lines::Lines,
    opinion,
    orders::{self, Order},
    save,
};
use crate::{cli::Notation, failure::Failure, output::Output, words};

/// Obeys what a person types.
pub(crate) struct Human {
    lines: Option<Lines>,
    /// Whether the first board has been shown; later ones follow each move.
    shown: bool,
    /// Moves that were taken back, the last one first; what one order took back stands together.
    undone: Vec<Vec<String>>,
    seats: Seats,
    memory: Option<u64>,
}

/// Who plays.
pub(crate) struct Seats {
    /// What files call the players.
    pub(crate) names: [String; 2],
    /// Whether both sides are people.
    pub(crate) two_people: bool,
    /// Plies that were played before the game; they are not taken back.
    pub(crate) first_ply: usize,
    /// How moves are written.
    pub(crate) notation: Notation,
}

/// What came of asking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    /// The position has changed, by a move or by taking some back.
    Move,
    /// The game is over, off the board.
    End(Ended),
    /// No more.
    Quit,
}

impl Human {
    pub(crate) fn new(seats: Seats, memory: Option<u64>) -> Self {
        Self { lines: None, shown: false, undone: Vec::new(), seats, memory }
    }

    /// Asks until a move was played or taken back, or the person leaves.
    pub(crate) fn ask(
        &mut self,
        session: &mut dyn Session,
        out: &mut Output,
    ) -> Result<Said, Failure> {
        if !core::mem::replace(&mut self.shown, true) {
            out.talk("\n")?;
            show_board(session, out)?;
        }
        loop {
            let prompt = format!("{}, your move: ", words::side(session, session.to_move()));
            let notation = self.seats.notation;
            let legal = session.legal();
            let words = legal.iter().map(|m| notation.of(&m.text, &m.label).to_owned());
            let Some(line) = self.line(&prompt, words.collect(), out)? else {
                out.talk("\n")?;
                return Ok(Said::Quit);
            };
            match orders::read(&line) {
                Ok(order) => {
                    if let Some(said) = self.obey(&order, session, out)? {
                        return Ok(said);
                    }
                }
                Err(message) => out.tell(&format!("{message} (try `help`)"))?,
            }
        }
    }

    fn line(
        &mut self,
        prompt: &str,
        words: Vec<String>,
        out: &mut Output,
    ) -> Result<Option<String>, Failure> {
        self.lines.get_or_insert_with(|| Lines::new(out)).next(prompt, words, out)
    }

    /// Obeys an order; nothing is returned where the next one is asked for.
    fn obey(
        &mut self,
        order: &Order<'_>,
        session: &mut dyn Session,
        out: &mut Output,
    ) -> Result<Option<Said>, Failure> {
        match order {
            Order::Nothing => {}
            Order::Help => out.tell(orders::HELP)?,
            Order::Board => show_board(session, out)?,
            Order::Marks => out.talk(&out.marked_board_text(session))?,
            Order::Moves(cell) => out.tell(&moves(session, *cell, self.seats.notation))?,
            Order::Hint(lines) => {
                let report = opinion::think(session, *lines, self.memory)?;
                out.tell(&opinion::hint(session, &report, self.seats.notation))?;
            }
            Order::Eval => {
                let report = opinion::think(session, 1, self.memory)?;
                out.tell(&opinion::told(session, &report))?;
            }
            Order::Flip => {
                out.flip();
                show_board(session, out)?;
            }
            Order::Save(path) => out.tell(&save::by_name(session, &self.seats.names, path))?,
            Order::Undo => return self.undo(session, out),
            Order::Redo => return self.redo(session, out),
            Order::Draw => return self.draw(session, out),
            Order::Resign => return Ok(Some(Said::End(lost(session, "resignation")))),
            Order::Quit => return Ok(Some(Said::Quit)),
            Order::Play(text) => return self.play(session, text, out),
        }
        Ok(None)
    }

    fn play(
        &mut self,
        session: &mut dyn Session,
        text: &str,
        out: &mut Output,
    ) -> Result<Option<Said>, Failure> {
        // What is wrong with one word is wrong with a move.
        let played = match text.contains(char::is_whitespace) {
            true => session.play_line(text),
            false => session.play(text).or_else(|error| session.play_line(text).map_err(|_| error)),
        };
        match played {
            Ok(()) => {
                self.undone.clear();
                show_board(session, out)?;
                Ok(Some(Said::Move))
            }
            Err(error) => {
                if let Failure::Input(message) | Failure::Place(message, _) = error.into() {
                    out.tell(&format!("{message} (try `moves` or `help`)"))?;
                }
                Ok(None)
            }
        }
    }

    /// Takes back the person's last move and what was answered to it; between two people, the last
    /// move.
    fn undo(
        &mut self,
        session: &mut dyn Session,
        out: &mut Output,
    ) -> Result<Option<Said>, Failure> {
        let plies = plies_to_take_back(session, &self.seats);
        if plies == 0 {
            out.tell("nothing to take back")?;
            return Ok(None);
        }
        let played = session.played();
        self.undone.push(played[played.len() - plies..].to_vec());
        for _ in 0..plies {
            session.undo();
        }
        show_board(session, out)?;
        Ok(Some(Said::Move))
    }

    fn redo(
        &mut self,
        session: &mut dyn Session,
        out: &mut Output,
    ) -> Result<Option<Said>, Failure> {
        let Some(moves) = self.undone.pop() else {
            out.tell("nothing was taken back")?;
            return Ok(None);
        };
        for m in moves {
            session.play(&m)?;
        }
        show_board(session, out)?;
        Ok(Some(Said::Move))
    }

    /// Claims a draw where the rules give one, else offers it.
    fn draw(
        &mut self,
        session: &mut dyn Session,
        out: &mut Output,
    ) -> Result<Option<Said>, Failure> {
        if session.claim() {
            return Ok(Some(Said::Move));
        }
        let agreed = if self.seats.two_people {
            let other = words::side(session, session.to_move().other());
            let question = format!("{other}, do you agree to a draw? (yes, no) ");
            self.line(&question, Vec::new(), out)?.is_some_and(|line| line.trim() == "yes")
        } else {
            opinion::is_content(&opinion::think(session, 1, self.memory)?)
        };
        if !agreed {
            out.tell("the draw is refused")?;
            return Ok(None);
        }
        Ok(Some(Said::End(Ended::new(Outcome::Draw, "agreement"))))
    }
}

/// How a game ended that the side to move has lost, off the board.
pub(crate) fn lost(session: &dyn Session, reason: &str) -> Ended {
    Ended::new(Outcome::Win(session.to_move().other()), reason)
}

/// The plies back to where the side to move was to move before.
pub(super) fn plies_to_take_back(session: &dyn Session, seats: &Seats) -> usize {
    let me: Side = session.to_move();
    let mut trial = session.boxed_clone();
    let mut plies = 0;
    while trial.plies() > seats.first_ply && trial.undo() {
        plies += 1;
        if seats.two_people || trial.to_move() == me {
            return plies;
        }
    }
    0
}

/// The legal moves, or those in whose text a cell stands.
pub(super) fn moves(session: &dyn Session, cell: Option<&str>, notation: Notation) -> String {
    let spelt = |m: games::LegalMove| notation.of(&m.text, &m.label).to_owned();
    let Some(name) = cell else {
        return words::in_order(session.legal().into_iter().map(spelt).collect()).join(" ");
    };
    let board = session.board();
    let Some(at) = board.cell(name) else {
        return format!("there is no cell {} on this board", quote(name));
    };
    let on_it = |m: &games::LegalMove| m.picks.iter().any(|pick| pick.contains(&at));
    let legal = session.legal().into_iter().filter(on_it).map(spelt).collect();
    match &words::in_order(legal)[..] {
        [] => format!("no move begins or ends on {name}"),
        moves => moves.join(" "),
    }
}

fn show_board(session: &dyn Session, out: &mut Output) -> Result<(), Failure> {
    out.talk(&out.board_text(session))
}
