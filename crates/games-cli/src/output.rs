//! What goes to stdout.

use std::{
    borrow::Cow,
    io::{self, BufWriter, IsTerminal, Stdout, Write},
};

use console::Term;
use games::Session;
use games_core::{
    BoardKind, View,
    draw::{self, Style},
};
use serde::Serialize;

use crate::{
    cli::{Color, Common},
    failure::Failure,
    turned, words,
};

/// Stdout, and how to write to it.
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    json: bool,
    style: Style,
    /// Whether stdout is for a file, and all else for stderr.
    stdout_is_a_file: bool,
    /// Whether boards are shown from the other side.
    flipped: bool,
}

impl Output {
    pub(crate) fn new(common: &Common) -> Self {
        let color = match common.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                io::stdout().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        let style = Style { color, unicode: color || io::stdout().is_terminal() };
        let (stdout, json) = (BufWriter::new(io::stdout()), common.json);
        Self { stdout, json, style, stdout_is_a_file: false, flipped: false }
    }

    /// Returns whether one JSON object is all that may be printed.
    pub(crate) const fn is_json(&self) -> bool {
        self.json
    }

    /// Returns how texts may look.
    pub(crate) const fn style(&self) -> Style {
        self.style
    }

    /// Keeps stdout for a file that was asked for as `-`; what else is printed goes to stderr.
    ///
    /// # Errors
    ///
    /// That it is kept for something else.
    pub(crate) fn keep_stdout_for_a_file(&mut self) -> Result<(), Failure> {
        if self.json {
            return Err(Failure::input(
                "stdout is for the JSON object; name a file in place of `-`",
            ));
        }
        if core::mem::replace(&mut self.stdout_is_a_file, true) {
            return Err(Failure::input(
                "stdout can be one file only; name another in place of `-`",
            ));
        }
        // Pictures and records are not for terminals, and colors may be for stdout alone.
        self.style.color = false;
        Ok(())
    }

    /// Writes the file that stdout is kept for, at once.
    pub(crate) fn file(&mut self, text: &str) -> Result<(), Failure> {
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.flush()?;
        Ok(())
    }

    /// Prints a text and a line break, at once; a terminal gets lines that have room in it.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let text = fitting(text, !self.stdout_is_a_file);
        self.text(&format!("{text}\n"))
    }

    /// Prints a text that is copied, such as a position, as one line however long.
    pub(crate) fn whole_line(&mut self, text: &str) -> Result<(), Failure> {
        self.text(&format!("{text}\n"))
    }

    /// Prints a text as it stands, at once.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        if self.stdout_is_a_file {
            // Nobody may be left to read it.
            let _ = io::stderr().write_all(text.as_bytes());
            return Ok(());
        }
        self.file(text)
    }

    /// Prints the one JSON object.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(object).map_err(|e| Failure::Other(e.to_string()))?;
        self.whole_line(&text)
    }

    /// Returns whether a person can be talked to on stdout.
    pub(crate) const fn talks_on_stdout(&self) -> bool {
        !self.json && !self.stdout_is_a_file
    }

    /// Talks to a person, on stderr where stdout is kept for something else.
    pub(crate) fn talk(&mut self, text: &str) -> Result<(), Failure> {
        if self.talks_on_stdout() {
            return self.text(text);
        }
        // Nobody may be left to read it.
        let _ = io::stderr().write_all(text.as_bytes());
        Ok(())
    }

    /// The same with a line break, in lines that have room in a terminal.
    pub(crate) fn tell(&mut self, text: &str) -> Result<(), Failure> {
        self.talk(&format!("{}\n", fitting(text, self.talks_on_stdout())))
    }

    /// Shows boards from the other side from now on.
    pub(crate) const fn flip(&mut self) {
        self.flipped = !self.flipped;
    }

    /// Prints the board.
    pub(crate) fn board(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let text = self.board_text(session);
        self.text(&text)
    }

    /// Prints the board with what is given to stand on it.
    pub(crate) fn view(&mut self, session: &dyn Session, view: &View) -> Result<(), Failure> {
        let text = self.view_text(session, view);
        self.text(&text)
    }

    /// Returns the board.
    pub(crate) fn board_text(&self, session: &dyn Session) -> String {
        self.view_text(session, &session.view())
    }

    /// Returns the board with the legal moves marked.
    pub(crate) fn marked_board_text(&self, session: &dyn Session) -> String {
        self.view_text(session, &session.marked_view())
    }

    fn view_text(&self, session: &dyn Session, view: &View) -> String {
        let board = session.board();
        if board.kind == BoardKind::Text {
            return format!("{}\n", session.position());
        }
        if self.flipped {
            let (board, view) = turned::half(board, view.clone());
            return draw::text(&board, &view, self.style);
        }
        draw::text(&board, view, self.style)
    }
}

/// A text broken between words where it goes to a terminal and has no room there.
fn fitting(text: &str, to_stdout: bool) -> Cow<'_, str> {
    let terminal = if to_stdout { Term::stdout() } else { Term::stderr() };
    match terminal.size_checked() {
        Some((_, columns)) => words::wrapped(text, usize::from(columns)).into(),
        None => text.into(),
    }
}
