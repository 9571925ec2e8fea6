//! The fields of a FEN as plain data, for every game on the chess board.
//!
//! Forsyth-Edwards notation, as in section 16.1 of the PGN standard (S. Edwards, 1994).
//! [`Fen::parse`] checks the form of each field; what makes a position of them is up to the game,
//! which asks for the checks that its rules need ([`Fen::check_men`], [`Fen::check_castling`],
//! [`Fen::check_en_passant`]).
//!
//! What the reader forgives: several spaces between two fields, spaces at both ends, the letters
//! of the castling field in any order, and the two counters left out together. Nothing else.

use core::{fmt, ops::Range};

use games_core::{Side, TextError, notation::quote};

/// The kinds of men, by the order of their value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Kind {
    /// A pawn, `P`.
    Pawn,
    /// A knight, `N`.
    Knight,
    /// A bishop, `B`.
    Bishop,
    /// A rook, `R`.
    Rook,
    /// A queen, `Q`.
    Queen,
    /// A king, `K`.
    King,
}

impl Kind {
    /// All kinds, the pawn first.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// Returns the English letter, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Returns the kind of an upper-case English letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// Returns the English word, lower case: `pawn`. It is also the name of the drawing.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Man {
    /// Whose it is; [`Side::First`] is White.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Man {
    /// Returns the letter of the man in a FEN: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the man that a letter of a FEN stands for.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        match Kind::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Self { side, kind }),
            None => None,
        }
    }
}

/// A right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Castling {
    /// Whose right it is.
    pub side: Side,
    /// Whether it is the one towards the h-file.
    pub short: bool,
}

impl Castling {
    /// The four rights in the order of a FEN: `KQkq`.
    pub const ALL: [Self; 4] = [
        Self { side: Side::First, short: true },
        Self { side: Side::First, short: false },
        Self { side: Side::Second, short: true },
        Self { side: Side::Second, short: false },
    ];

    /// Returns the letter of the right in a FEN.
    #[must_use]
    pub const fn letter(self) -> char {
        match (self.side, self.short) {
            (Side::First, true) => 'K',
            (Side::First, false) => 'Q',
            (Side::Second, true) => 'k',
            (Side::Second, false) => 'q',
        }
    }

    /// Returns the square where the king has to stand.
    #[must_use]
    pub const fn king(self) -> u8 {
        match self.side {
            Side::First => 4,
            Side::Second => 60,
        }
    }

    /// Returns the square where the rook has to stand.
    #[must_use]
    pub const fn rook(self) -> u8 {
        if self.short { self.king() + 3 } else { self.king() - 4 }
    }
}

/// The counters at the end of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Plies since the last capture or pawn move.
    pub halfmove: u32,
    /// The number of the move, from 1; it grows after each move of Black.
    pub fullmove: u32,
}

impl Default for Clock {
    fn default() -> Self {
        Self { halfmove: 0, fullmove: 1 }
    }
}

impl Clock {
    /// Returns the plies that were played before a position with this clock.
    #[must_use]
    pub const fn ply(&self, to_move: Side) -> u64 {
        2 * (self.fullmove.saturating_sub(1) as u64) + to_move.index() as u64
    }

    /// Advances the clock by a move of `side`; `zeroing` says that it captured or moved a pawn.
    ///
    /// The counters stop at `u32::MAX`.
    pub const fn tick(&mut self, side: Side, zeroing: bool) {
        self.halfmove = if zeroing { 0 } else { self.halfmove.saturating_add(1) };
        if matches!(side, Side::Second) {
            self.fullmove = self.fullmove.saturating_add(1);
        }
    }
}

/// The fields of a FEN. Squares are numbered from a1 = 0 by rows: b1 = 1, a2 = 8, h8 = 63.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The man on each square.
    pub men: [Option<Man>; 64],
    /// The side to move; [`Side::First`] is White.
    pub to_move: Side,
    /// The rights to castle, in the order of [`Castling::ALL`].
    pub castling: [bool; 4],
    /// The square behind a pawn that has just moved two squares.
    pub en_passant: Option<u8>,
    /// The two counters; `0 1` if they were left out.
    pub clock: Clock,
    /// Where the fields stand in the text, for errors.
    pub spans: Spans,
}

/// The bytes of the fields of a FEN. All empty in one that was not read from a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spans {
    /// The placement of the men.
    pub men: Range<usize>,
    /// The letter of the side to move.
    pub to_move: Range<usize>,
    /// The castling rights.
    pub castling: Range<usize>,
    /// The en passant square.
    pub en_passant: Range<usize>,
}

impl Fen {
    /// A FEN without men, White to move.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            men: [None; 64],
            to_move: Side::First,
            castling: [false; 4],
            en_passant: None,
            clock: Clock::default(),
            spans: Spans::default(),
        }
    }

    /// Reads the fields of a FEN and checks the form of each.
    ///
    /// # Errors
    ///
    /// Not four or six fields; ranks that do not make up a board; a letter that has no meaning
    /// where it stands; a right to castle given twice; an en passant square that is none of the
    /// rank behind a pawn of the side that has just moved; counters that are no numbers.
    ///
    /// ```
    /// use chess_variants::fen::Fen;
    ///
    /// let fen = Fen::parse("4k3/8/8/8/8/8/4P3/4K3 w - - 5 39").unwrap();
    /// assert_eq!((fen.clock.halfmove, fen.clock.fullmove), (5, 39));
    ///
    /// let error = Fen::parse("4k3/8/9/8/8/8/4P3/4K3 w - - 5 39").unwrap_err();
    /// assert_eq!(error.span, 6..7);
    /// assert_eq!(error.to_string(), "expected a man or a number from 1 to 8, found `9`");
    /// ```
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let mut fields = Fields { text, at: 0 };
        let mut fen = Self::empty();
        let mut next = |name: &str| {
            fields.next().ok_or_else(|| {
                let message = format!("the {name} is missing; a FEN has six fields, or four");
                TextError::new(text.len()..text.len(), message)
            })
        };
        let (span, field) = next("placement of the men")?;
        fen.men = parse_men(field).map_err(|e| e.shifted(span.start))?;
        fen.spans.men = span;
        let (span, field) = next("side to move")?;
        fen.to_move = match field {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(expected(span, "the side to move, `w` or `b`", field)),
        };
        fen.spans.to_move = span;
        let (span, field) = next("castling field")?;
        fen.castling = parse_castling(field).map_err(|e| e.shifted(span.start))?;
        fen.spans.castling = span;
        let (span, field) = next("en passant square")?;
        fen.en_passant = parse_en_passant(field, fen.to_move).map_err(|e| e.shifted(span.start))?;
        fen.spans.en_passant = span;
        if let Some((span, field)) = fields.next() {
            fen.clock.halfmove = parse_counter(field, 0).map_err(|e| e.shifted(span.start))?;
            let (span, field) = fields.next().ok_or_else(|| {
                TextError::new(
                    text.len()..text.len(),
                    "the fullmove number is missing; give both counters or none",
                )
            })?;
            fen.clock.fullmove = parse_counter(field, 1).map_err(|e| e.shifted(span.start))?;
        }
        if let Some((span, _)) = fields.next() {
            return Err(expected(
                span.start..text.len(),
                "the end after six fields",
                &text[span.start..],
            ));
        }
        Ok(fen)
    }

    /// Checks the numbers of men: at most 16 and at most eight pawns a side, no pawn on the first
    /// or last rank, and as many kings a side as `kings` allows.
    ///
    /// # Errors
    ///
    /// The first of these that does not hold.
    pub fn check_men(&self, kings: core::ops::RangeInclusive<usize>) -> Result<(), TextError> {
        let fail = |message: String| Err(TextError::new(self.spans.men.clone(), message));
        for (side, name) in [(Side::First, "White"), (Side::Second, "Black")] {
            let count = |test: &dyn Fn(Man) -> bool| {
                self.men.iter().flatten().filter(|man| man.side == side && test(**man)).count()
            };
            let found = count(&|man| man.kind == Kind::King);
            if !kings.contains(&found) {
                let wanted = if *kings.start() == 1 { "one" } else { "at most one" };
                return fail(format!("{name} has {found} kings, expected {wanted}"));
            }
            let found = count(&|man| man.kind == Kind::Pawn);
            if found > 8 {
                return fail(format!("{name} has {found} pawns, expected at most 8"));
            }
            let found = count(&|_| true);
            if found > 16 {
                return fail(format!("{name} has {found} men, expected at most 16"));
            }
        }
        let last_ranks = (0..8).chain(56..64);
        for square in last_ranks {
            if self.men[square].is_some_and(|man| man.kind == Kind::Pawn) {
                let at = square_name(square as u8);
                return fail(format!("a pawn on {at}; pawns stand on ranks 2 to 7"));
            }
        }
        Ok(())
    }

    /// Checks that king and rook are at home for each right to castle.
    ///
    /// # Errors
    ///
    /// The first right for which they are not.
    pub fn check_castling(&self) -> Result<(), TextError> {
        for (right, _) in Castling::ALL.into_iter().zip(self.castling).filter(|(_, given)| *given) {
            for (kind, square) in [(Kind::King, right.king()), (Kind::Rook, right.rook())] {
                if self.men[usize::from(square)] != Some(Man { side: right.side, kind }) {
                    let message = format!(
                        "the right to castle `{}` needs a {} on {}",
                        right.letter(),
                        kind.name(),
                        square_name(square)
                    );
                    return Err(TextError::new(self.spans.castling.clone(), message));
                }
            }
        }
        Ok(())
    }

    /// Checks that a pawn can just have passed the en passant square: it and the square behind it
    /// are empty, and an enemy pawn stands before it.
    ///
    /// # Errors
    ///
    /// What stands in the way.
    pub fn check_en_passant(&self) -> Result<(), TextError> {
        let Some(square) = self.en_passant else { return Ok(()) };
        let fail = |message: String| Err(TextError::new(self.spans.en_passant.clone(), message));
        let (before, behind) = match (self.to_move, square / 8) {
            (Side::First, 5) => (square - 8, square + 8),
            (Side::Second, 2) => (square + 8, square - 8),
            _ => return fail(format!("no pawn can have passed {} just now", square_name(square))),
        };
        for empty in [square, behind] {
            if self.men[usize::from(empty)].is_some() {
                return fail(format!(
                    "no pawn can have passed {}: {} is not empty",
                    square_name(square),
                    square_name(empty)
                ));
            }
        }
        let pawn = Man { side: self.to_move.other(), kind: Kind::Pawn };
        if self.men[usize::from(before)] != Some(pawn) {
            return fail(format!(
                "no pawn can have passed {}: there is none on {}",
                square_name(square),
                square_name(before)
            ));
        }
        Ok(())
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for man in &self.men[8 * rank..8 * rank + 8] {
                match man {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", man.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.to_move == Side::First { " w " } else { " b " })?;
        for (right, _) in Castling::ALL.into_iter().zip(self.castling).filter(|(_, given)| *given) {
            write!(f, "{}", right.letter())?;
        }
        if self.castling == [false; 4] {
            f.write_str("-")?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {}", square_name(square))?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.clock.halfmove, self.clock.fullmove)
    }
}

/// Returns the name of a square, `a1` for 0 to `h8` for 63.
#[must_use]
pub fn square_name(square: u8) -> String {
    let mut name = String::with_capacity(2);
    name.push(char::from(b'a' + square % 8));
    name.push(char::from(b'1' + square / 8 % 8));
    name
}

/// Returns the number of the square with a name, and `None` for anything but two characters from
/// `a1` to `h8`.
#[must_use]
pub const fn square_of(name: &[u8]) -> Option<u8> {
    match name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(*file - b'a' + 8 * (*rank - b'1')),
        _ => None,
    }
}

/// Yields what stands between spaces, each with its bytes.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (Range<usize>, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|c| c != ' ')?;
        let rest = &self.text[start..];
        let end = start + rest.find(' ').unwrap_or(rest.len());
        self.at = end;
        Some((start..end, &self.text[start..end]))
    }
}

fn expected(span: Range<usize>, what: &str, found: &str) -> TextError {
    TextError::new(span, format!("expected {what}, found {}", quote(found)))
}

fn parse_men(field: &str) -> Result<[Option<Man>; 64], TextError> {
    let mut men = [None; 64];
    // The rank that is being read, 7 for the eighth, and how many of its squares are known.
    let (mut rank, mut file) = (7, 0);
    let short = |rank: usize, file: usize, at: Range<usize>| {
        let message = format!("rank {} has {file} squares, expected 8", rank + 1);
        Err(TextError::new(at, message))
    };
    for (i, c) in field.char_indices() {
        let here = i..i + c.len_utf8();
        let squares = match c {
            '/' => {
                if file != 8 {
                    return short(rank, file, here);
                }
                if rank == 0 {
                    return Err(TextError::new(here, "more than 8 ranks"));
                }
                (rank, file) = (rank - 1, 0);
                continue;
            }
            '1'..='8' => usize::from(c as u8 - b'0'),
            _ => {
                let Some(man) = Man::from_letter(c) else {
                    return Err(expected(
                        here.clone(),
                        "a man or a number from 1 to 8",
                        &field[here],
                    ));
                };
                if file < 8 {
                    men[8 * rank + file] = Some(man);
                }
                1
            }
        };
        file += squares;
        if file > 8 {
            let message = format!("rank {} has more than 8 squares", rank + 1);
            return Err(TextError::new(here, message));
        }
    }
    let end = field.len()..field.len();
    if file != 8 {
        return short(rank, file, end);
    }
    if rank != 0 {
        return Err(TextError::new(end, format!("{} ranks, expected 8", 8 - rank)));
    }
    Ok(men)
}

fn parse_castling(field: &str) -> Result<[bool; 4], TextError> {
    let mut castling = [false; 4];
    if field == "-" {
        return Ok(castling);
    }
    for (i, c) in field.char_indices() {
        let here = i..i + c.len_utf8();
        let Some(right) = Castling::ALL.iter().position(|right| right.letter() == c) else {
            return Err(expected(here, "`-` or letters of `KQkq`", field));
        };
        if castling[right] {
            return Err(TextError::new(here, format!("the right to castle `{c}` is given twice")));
        }
        castling[right] = true;
    }
    Ok(castling)
}

fn parse_en_passant(field: &str, to_move: Side) -> Result<Option<u8>, TextError> {
    if field == "-" {
        return Ok(None);
    }
    let (rank, name) = match to_move {
        Side::First => (5, "`-` or a square of rank 6 (White to move)"),
        Side::Second => (2, "`-` or a square of rank 3 (Black to move)"),
    };
    match square_of(field.as_bytes()) {
        Some(square) if square / 8 == rank => Ok(Some(square)),
        _ => Err(expected(0..field.len(), name, field)),
    }
}

fn parse_counter(field: &str, least: u32) -> Result<u32, TextError> {
    let name = if least == 0 { "the halfmove clock" } else { "the fullmove number" };
    // A sign is no digit: `parse` alone would take `+1`.
    if field.bytes().all(|b| b.is_ascii_digit())
        && let Ok(n) = field.parse()
        && n >= least
    {
        return Ok(n);
    }
    let what = format!("{name}, a number from {least} to {}", u32::MAX);
    Err(expected(0..field.len(), &what, field))
}
