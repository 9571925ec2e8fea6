//! What goes to stdout.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use games::Session;
use games_core::{
    BoardKind, View,
    draw::{self, Style},
};
use serde::Serialize;

use crate::{
    cli::{Color, Common},
    failure::Failure,
};

/// Stdout, and how to write to it.
pub(crate) struct Output {
    stdout: BufWriter<Stdout>,
    json: bool,
    style: Style,
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
        Self { stdout: BufWriter::new(io::stdout()), json: common.json, style }
    }

    /// Returns whether one JSON object is all that may be printed.
    pub(crate) const fn is_json(&self) -> bool {
        self.json
    }

    /// Returns how texts may look.
    pub(crate) const fn style(&self) -> Style {
        self.style
    }

    /// Prints a text and a line break, at once.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.write_all(b"\n")?;
        self.stdout.flush()?;
        Ok(())
    }

    /// Prints a text as it stands, at once.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.stdout.write_all(text.as_bytes())?;
        self.stdout.flush()?;
        Ok(())
    }

    /// Prints the one JSON object.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(object).map_err(|e| Failure::Other(e.to_string()))?;
        self.line(&text)
    }

    /// Prints the board with the legal moves marked.
    pub(crate) fn board(&mut self, session: &dyn Session) -> Result<(), Failure> {
        self.view(session, &session.marked_view())
    }

    /// Prints the board with what is given to stand on it.
    pub(crate) fn view(&mut self, session: &dyn Session, view: &View) -> Result<(), Failure> {
        let text = self.view_text(session, view);
        self.text(&text)
    }

    /// Returns the board with the legal moves marked.
    pub(crate) fn board_text(&self, session: &dyn Session) -> String {
        self.view_text(session, &session.marked_view())
    }

    fn view_text(&self, session: &dyn Session, view: &View) -> String {
        let board = session.board();
        if board.kind == BoardKind::Text {
            return format!("{}\n", session.position());
        }
        draw::text(&board, view, self.style)
    }
}
