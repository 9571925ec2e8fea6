//! Writes games: the seven tags of the roster first, lines of at most 79 characters.

use core::fmt::{self, Write};

use games_core::Side;

use crate::{pgn::Pgn, san::Algebraic};

/// The tags that every game has, in this order, and what stands for an unknown value.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

const WIDTH: usize = 79;

impl<G: Algebraic> fmt::Display for Pgn<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", self.result.text())?;
        let mut given: Vec<&str> = ROSTER.iter().map(|(name, _)| *name).collect();
        given.extend(["Result", "Variant", "SetUp", "FEN"]);
        for (name, value) in self.tags.iter().filter(|(name, _)| !given.contains(&name.as_str())) {
            write_tag(f, name, value)?;
        }
        if let Some(variant) = G::VARIANT {
            write_tag(f, "Variant", variant)?;
        }
        if !self.is_initial() {
            let mut fen = String::new();
            self.game.write_position(&self.start, &self.clock, &mut fen)?;
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        f.write_char('\n')?;
        self.write_moves(&mut Wrap { to: f, column: 0 })?;
        f.write_char('\n')
    }
}

impl<G: Algebraic> Pgn<G> {
    fn write_moves(&self, out: &mut Wrap<'_, '_>) -> fmt::Result {
        let mut state = self.start.clone();
        let mut number = self.clock.fullmove;
        for (ply, &m) in self.moves.iter().enumerate() {
            let side = self.game.to_move(&state);
            match side {
                Side::First => out.word(&format!("{number}."))?,
                Side::Second if ply == 0 => out.word(&format!("{number}..."))?,
                Side::Second => {}
            }
            out.word(&self.game.san(&state, m).to_string())?;
            self.game.apply(&mut state, m);
            if side == Side::Second {
                number = number.saturating_add(1);
            }
        }
        out.word(self.result.text())
    }
}

/// Names are cut to letters, digits and `_`, and control characters in values become spaces: a
/// stranger's text must not start a line of its own.
fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    f.write_char('[')?;
    for c in name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_') {
        f.write_char(c)?;
    }
    f.write_str(" \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => f.write_char(' ')?,
            c => f.write_char(c)?,
        }
    }
    f.write_str("\"]\n")
}

struct Wrap<'a, 'b> {
    to: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Wrap<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        if self.column > 0 {
            let fits = self.column + 1 + word.len() <= WIDTH;
            self.to.write_char(if fits { ' ' } else { '\n' })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += word.len();
        self.to.write_str(word)
    }
}
