//! The writer.

use core::fmt::Write;

use super::File;
use crate::Color;

impl File {
    /// Writes the file: the root on its own line, then ten moves a line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::from("(;FF[4]GM[1]CA[UTF-8]");
        // Writing to a string does not fail.
        let _ = if self.size.is_square() {
            write!(out, "SZ[{}]", self.size.width())
        } else {
            write!(out, "SZ[{}:{}]", self.size.width(), self.size.height())
        };
        if let Some(komi) = self.komi {
            let _ = write!(out, "KM[{komi}]");
        }
        let texts = [
            ("RU", &self.rules),
            ("PB", &self.players[0]),
            ("PW", &self.players[1]),
            ("RE", &self.result),
        ];
        for (key, text) in texts {
            if let Some(text) = text {
                let _ = write!(out, "{key}[{}]", escape(text));
            }
        }
        for (key, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let mut stones = self.setup.iter().filter(|(c, _)| *c == color).peekable();
            if stones.peek().is_some() {
                out.push_str(key);
            }
            for &(_, point) in stones {
                let _ = write!(out, "[{}]", name(Some(point)));
            }
        }
        if let Some(color) = self.to_move {
            let _ = write!(out, "PL[{}]", letter(color));
        }
        for (i, play) in self.moves.iter().enumerate() {
            if i % 10 == 0 {
                out.push('\n');
            }
            let _ = write!(out, ";{}[{}]", letter(play.color), name(play.point));
        }
        out.push_str(")\n");
        out
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn name(point: Option<(u8, u8)>) -> String {
    point.map_or_else(String::new, |(col, row)| {
        [col, row].map(|i| char::from(b'a' + i.min(25))).into_iter().collect()
    })
}

fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | ']' | ':' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
