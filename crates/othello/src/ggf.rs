//! Games in the Generic Game Format, which Othello servers and the program NBoard use.
//!
//! A game is a list of properties: `(;GM[Othello]PB[..]PW[..]RE[?]TY[8]BO[8 ... *]B[F5]W[F6];)`.
//! `BO` is the start: the size, the squares row by row from a1 (`*` black, `O` white, `-` empty)
//! and the side to move. `B` and `W` are moves, a pass is `PA`; an evaluation and the seconds
//! taken may follow: `B[F5/1.50/2.00]`.
//!
//! Source: M. Buro, "Generic Game Format" (GGSA), and the files of the Generic Game Server.

mod read;

use core::fmt;

use games_core::{
    Outcome, Record, Side, TextError,
    entry::{GameOptions, SavedGame},
};

use crate::{
    bitboard::{Layout, Size},
    moves::Move,
    position::Position,
    rules::Othello,
};

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

impl<B: Layout> Ggf<B> {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position<B>) -> Self {
        Self {
            place: None,
            date: None,
            players: [None, None],
            result: None,
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
                let fit = |c: char| match c {
                    ']' => ')',
                    c if c.is_control() => ' ',
                    c => c,
                };
                write!(f, "{name}[{}]", value.chars().map(fit).collect::<String>())?;
            }
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

/// Reads the first game of a file for a registry.
pub(crate) fn read(text: &str, options: &GameOptions) -> Result<SavedGame, TextError> {
    let properties = read::properties(text)?;
    let size = properties.size()?;
    if let Some(given) = options.given("size")
        && given != size.side().to_string()
    {
        let message = format!("size {given} contradicts the file, whose board has {}", size.side());
        return Err(options.error("size", message));
    }
    match size {
        Size::Ten => properties.game::<u128>().map(|game| saved(&game, options)),
        _ => properties.game::<u64>().map(|game| saved(&game, options)),
    }
}

fn saved<B: Layout>(game: &Ggf<B>, options: &GameOptions) -> SavedGame {
    SavedGame {
        rules: format!("size={},scoring={}", game.start.size().side(), options.value("scoring")),
        start: game.start.to_string(),
        moves: game.moves.iter().map(|played| played.m.to_string()).collect(),
        players: game.players.clone(),
        ..SavedGame::default()
    }
}

/// Writes a game for a registry; the result is that of its rules, or the whole board for a side
/// that won because the other failed.
pub(crate) fn write<B: Layout>(rules: Othello<B>, saved: &SavedGame) -> Result<String, TextError> {
    let mut record = Record::parse(rules, &saved.start)?;
    record.play_line(&saved.moves.join(" "))?;
    let half_points = record.end().map(|end| end.margin.unwrap_or_default());
    let result = match (half_points, &saved.end) {
        (Some(n), _) => format!("{:+.2}", f64::from(n) / 2.0),
        (None, Some((Outcome::Draw, _))) => "+0.00".to_owned(),
        (None, Some((Outcome::Win(winner), reason))) => {
            let sign = if *winner == Side::First { '+' } else { '-' };
            // Out of time; else the game was given up, which is all that the format knows.
            let how = if reason == "time" { 't' } else { 'r' };
            let side = u32::from(record.start().size().side());
            format!("{sign}{}.00:{how}", side * side)
        }
        (None, None) => "?".to_owned(),
    };
    let played = |m| GgfMove { m, eval: None, seconds: None };
    let game = Ggf {
        players: saved.players.clone(),
        result: Some(result),
        moves: record.history().map(|(_, m)| played(m)).collect(),
        ..Ggf::new(*record.start())
    };
    Ok(format!("{game}\n"))
}
