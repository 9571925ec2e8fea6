//! Games in the Generic Game Format, which Othello servers and the program NBoard use.
//!
//! A game is a list of properties: `(;GM[Othello]PB[..]PW[..]RE[?]TY[8]BO[8 ... *]B[F5]W[F6];)`.
//! `BO` is the start: the size, the squares row by row from a1 (`*` black, `O` white, `-` empty)
//! and the side to move. `B` and `W` are moves, a pass is `PA`; an evaluation and the seconds
//! taken may follow: `B[F5/1.50/2.00]`.
//!
//! Of a [`GameTree`](games_core::GameTree) the format holds the main line with scores and times taken, the players, site,
//! date, outcome and other properties: no variations, comments, glyphs, rounds or clocks.
//!
//! Source: M. Buro, "Generic Game Format" (GGSA), and the files of the Generic Game Server.

mod read;
mod tree;

use core::fmt;

use games_core::Side;

pub(crate) use tree::{games, write};

use crate::{bitboard::Layout, moves::Move, position::Position};

/// A game in the Generic Game Format, on a board kept in `B`.
///
/// ```
/// use othello::{Ggf, Move};
///
/// let text = "(;GM[Othello]PC[NBoard]PB[chris]PW[games]RE[?]TI[15:00]TY[8]\
///     BO[8 ---------------------------O*------*O--------------------------- *]\
///     B[F5/1.5/2]W[F6];)";
/// let game: Ggf = text.parse().unwrap();
/// assert_eq!(game.players[0].as_deref(), Some("chris"));
/// assert_eq!(game.moves[0].m, Move::at(5, 4));
/// assert_eq!((game.moves[0].eval, game.moves[0].seconds), (Some(1.5), Some(2.0)));
/// assert_eq!(game.to_string().parse(), Ok(game));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ggf<B: Layout = u64> {
    /// Where the game was played.
    pub place: Option<String>,
    /// When, in whatever form.
    pub date: Option<String>,
    /// The names of black and white.
    pub players: [Option<String>; 2],
    /// The result for black, as the file has it: `+12.00`, `-64.00:r`, `?` while it is open.
    pub result: Option<String>,
    /// All other properties in the order of the file, by their names: `TI`, `RB`.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position<B>,
    /// The moves, each legal; passes stand among them.
    pub moves: Vec<GgfMove<B>>,
}

/// A move of a [`Ggf`], with what the player thought of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GgfMove<B: Layout = u64> {
    /// The move.
    pub m: Move<B>,
    /// Its value in discs, seen by the player.
    pub eval: Option<f64>,
    /// How long the player took.
    pub seconds: Option<f64>,
}

/// Returns whether a game of the format is Othello, which it is also if it does not say so.
pub(crate) fn is_of(text: &str) -> bool {
    let game = text.split_once("GM[").and_then(|(_, rest)| rest.split(']').next());
    game.is_none_or(|name| name.trim().eq_ignore_ascii_case("othello"))
}

impl<B: Layout> Ggf<B> {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position<B>) -> Self {
        Self {
            place: None,
            date: None,
            players: [None, None],
            result: None,
            tags: Vec::new(),
            start,
            moves: Vec::new(),
        }
    }
}

/// Writes the game on one line.
///
/// A `]`, which would end a property, becomes `)` in texts, and control characters blanks.
impl<B: Layout> fmt::Display for Ggf<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        let [black, white] = &self.players;
        for (name, value) in [
            ("PC", &self.place),
            ("DT", &self.date),
            ("PB", black),
            ("PW", white),
            ("RE", &self.result),
        ] {
            if let Some(value) = value {
                write_property(name, value, f)?;
            }
        }
        for (name, value) in self.tags.iter().filter(|(name, _)| is_tag(name)) {
            write_property(name, value, f)?;
        }
        let side = self.start.size().side();
        let board = self.start.to_string().replace('X', "*");
        write!(f, "TY[{side}]BO[{side} {board}]")?;
        let mut to_move = self.start.to_move();
        for GgfMove { m, eval, seconds } in &self.moves {
            let color = if to_move == Side::First { 'B' } else { 'W' };
            let name = if m.is_pass() { "PA".to_owned() } else { m.to_string().to_uppercase() };
            write!(f, "{color}[{name}")?;
            if eval.is_some() || seconds.is_some() {
                f.write_str("/")?;
            }
            if let Some(eval) = eval {
                write!(f, "{eval}")?;
            }
            if let Some(seconds) = seconds {
                write!(f, "/{seconds}")?;
            }
            f.write_str("]")?;
            to_move = to_move.other();
        }
        f.write_str(";)")
    }
}

fn write_property(name: &str, value: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let fit = |c: char| match c {
        ']' => ')',
        c if c.is_control() => ' ',
        c => c,
    };
    write!(f, "{name}[{}]", value.chars().map(fit).collect::<String>())
}

/// Whether a property may have this name, and no field of a [`Ggf`] says the same.
fn is_tag(name: &str) -> bool {
    let known = ["GM", "PC", "DT", "PB", "PW", "RE", "TY", "BO", "B", "W"];
    let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphabetic());
    is_name && !known.iter().any(|known| known.eq_ignore_ascii_case(name))
}
