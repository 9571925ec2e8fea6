//! Standard algebraic notation (SAN) for every game on the chess board.
//!
//! Section 8.2.3 of the PGN standard (S. Edwards, 1994). [`San`] is what stands in the text,
//! [`Algebraic`] finds the move that it means and writes the text of a move.
//!
//! What the reader forgives: a missing `+` or `#`, `+` for mate, more disambiguation than the
//! position needs, and zeros or small letters in `O-O`. All else is an error with the legal spelling that comes closest.

mod habits;

use core::fmt;

use chessmen::{Clock, File, Kind, Move, Rank, Square, SquareSet};
use games_core::{Adjudicate, MoveList, Notation, TextError, notation::quote};

/// The parts of a move in SAN, as they stand in the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    /// What moves where.
    pub body: Body,
    /// What the move does to the enemy king.
    pub suffix: Option<Suffix>,
}

/// What moves where in a [`San`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// `O-O` or `O-O-O`.
    Castle {
        /// Whether it is `O-O`.
        short: bool,
    },
    /// Any other move.
    Plain {
        /// The kind that moves.
        kind: Kind,
        /// The file it comes from, if the text says it.
        file: Option<File>,
        /// The rank it comes from, if the text says it.
        rank: Option<Rank>,
        /// Whether it captures.
        capture: bool,
        /// The square it goes to.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Kind>,
    },
}

/// What a move does to the enemy king.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suffix {
    /// It is in check: `+`.
    Check,
    /// The game is won: `#`.
    Mate,
}

impl San {
    /// Reads the parts of a move; says nothing about its legality.
    ///
    /// # Errors
    ///
    /// Anything that is not spelled as in SAN.
    pub fn parse(text: &str) -> Result<Self, TextError> {
        let (body, suffix) = match text.as_bytes() {
            [body @ .., b'+'] => (body, Some(Suffix::Check)),
            [body @ .., b'#'] => (body, Some(Suffix::Mate)),
            body => (body, None),
        };
        let body = match body {
            b"O-O" | b"0-0" | b"o-o" => Some(Body::Castle { short: true }),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(Body::Castle { short: false }),
            _ => Self::parse_plain(body),
        };
        let Some(body) = body else {
            let message = format!("{} is no move; expected one as e4, Nbd2 or O-O", quote(text));
            return Err(TextError::whole(text, message));
        };
        Ok(Self { body, suffix })
    }

    fn parse_plain(text: &[u8]) -> Option<Body> {
        let (text, promotion) = match text {
            [body @ .., b'=', letter] => {
                let kind = Kind::from_letter(char::from(*letter))?;
                if matches!(kind, Kind::Pawn | Kind::King) {
                    return None;
                }
                (body, Some(kind))
            }
            body => (body, None),
        };
        let (text, to) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to = Square::new(file_of(to[0])?, rank_of(to[1])?);
        let (text, capture) = match text {
            [body @ .., b'x'] => (body, true),
            body => (body, false),
        };
        let (kind, origin) = match text {
            // A pawn has no letter.
            [b'P', ..] => return None,
            [letter @ b'A'..=b'Z', origin @ ..] => {
                (Kind::from_letter(char::from(*letter))?, origin)
            }
            origin => (Kind::Pawn, origin),
        };
        let (file, rank) = match *origin {
            [] => (None, None),
            [letter] if letter.is_ascii_digit() => (None, Some(rank_of(letter)?)),
            [letter] => (Some(file_of(letter)?), None),
            [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
            _ => return None,
        };
        // A pawn names its file exactly if it captures.
        if kind == Kind::Pawn && (file.is_some() != capture || rank.is_some()) {
            return None;
        }
        if kind != Kind::Pawn && promotion.is_some() {
            return None;
        }
        Some(Body::Plain { kind, file, rank, capture, to, promotion })
    }

    /// Returns the squares on which a move ends that the text can mean.
    fn targets(&self) -> SquareSet {
        match self.body {
            Body::Plain { to, .. } => to.set(),
            Body::Castle { short } => {
                let file = if short { File::G } else { File::C };
                let [white, black] = [Rank::One, Rank::Eight].map(|rank| Square::new(file, rank));
                white.set() | black.set()
            }
        }
    }

    /// Returns whether the text can mean this move as far as can be told without a look at the
    /// board, which takes longer.
    fn may_mean(&self, m: Move) -> bool {
        match self.body {
            Body::Castle { .. } => true,
            Body::Plain { to, promotion, .. } => to == m.to() && promotion == m.promotion(),
        }
    }

    /// Returns whether the text can mean this move.
    fn means(&self, move_: &MoveKind) -> bool {
        let m = move_.m;
        match self.body {
            Body::Castle { short } => move_.castle == Some(short),
            Body::Plain { kind, file, rank, capture, to, promotion } => {
                move_.castle.is_none()
                    && kind == move_.kind
                    && file.is_none_or(|file| file == m.from().file())
                    && rank.is_none_or(|rank| rank == m.from().rank())
                    && capture == move_.capture
                    && to == m.to()
                    && promotion == m.promotion()
            }
        }
    }

    /// Returns the shortest text that means this move among the legal ones, without suffix.
    ///
    /// Where a file or a rank is needed, the file is preferred, then the rank, then both.
    fn shortest(move_: &MoveKind, legal: impl Iterator<Item = MoveKind>) -> Body {
        if let Some(short) = move_.castle {
            return Body::Castle { short };
        }
        let MoveKind { m, kind, capture, .. } = *move_;
        let (own_file, own_rank) = (m.from().file(), m.from().rank());
        let (mut others, mut same_file, mut same_rank) = (false, false, false);
        for other in legal.filter(|o| o.castle.is_none() && o.kind == kind && o.m.to() == m.to()) {
            if other.m.from() != m.from() {
                others = true;
                same_file |= other.m.from().file() == own_file;
                same_rank |= other.m.from().rank() == own_rank;
            }
        }
        let (file, rank) = match kind {
            Kind::Pawn => (capture, false),
            _ if !others => (false, false),
            _ if !same_file => (true, false),
            _ if !same_rank => (false, true),
            _ => (true, true),
        };
        Body::Plain {
            kind,
            file: file.then_some(own_file),
            rank: rank.then_some(own_rank),
            capture,
            to: m.to(),
            promotion: m.promotion(),
        }
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.body {
            Body::Castle { short } => f.write_str(if short { "O-O" } else { "O-O-O" })?,
            Body::Plain { kind, file, rank, capture, to, promotion } => {
                if kind != Kind::Pawn {
                    write!(f, "{}", kind.letter())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_str("x")?;
                }
                write!(f, "{to}")?;
                if let Some(kind) = promotion {
                    write!(f, "={}", kind.letter())?;
                }
            }
        }
        match self.suffix {
            Some(Suffix::Check) => f.write_str("+"),
            Some(Suffix::Mate) => f.write_str("#"),
            None => Ok(()),
        }
    }
}

const fn file_of(letter: u8) -> Option<File> {
    File::from_letter(letter as char)
}

const fn rank_of(digit: u8) -> Option<Rank> {
    Rank::from_digit(digit as char)
}

/// What SAN needs to know of a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveKind {
    /// The move.
    pub m: Move,
    /// What moves.
    pub kind: Kind,
    /// Whether it captures, en passant included.
    pub capture: bool,
    /// For castling, whether it is short.
    pub castle: Option<bool>,
}

/// A game whose moves are written in SAN.
pub trait Algebraic: Adjudicate + Notation<Move = Move> + Adjudicate<Clock = Clock> {
    /// The name of the game in the tag `Variant` of PGN; `None` for standard chess.
    const VARIANT: Option<&'static str>;

    /// Returns what SAN needs to know of a move that is legal in `state`.
    fn move_kind(&self, state: &Self::State, m: Move) -> MoveKind;

    /// Returns the suffix of a move that is legal in `state`.
    fn suffix(&self, state: &Self::State, m: Move) -> Option<Suffix>;

    /// Returns the legal moves that end on some squares, and perhaps others: a reader of files asks
    /// for one square at a time.
    fn list_onto(&self, state: &Self::State, _targets: SquareSet) -> Self::List {
        self.list(state)
    }

    /// Returns a legal move in SAN.
    fn san(&self, state: &Self::State, m: Move) -> San {
        let list = self.list(state);
        let legal = list.as_slice().iter().map(|&other| self.move_kind(state, other));
        let body = San::shortest(&self.move_kind(state, m), legal);
        San { body, suffix: self.suffix(state, m) }
    }

    /// Reads a move in SAN and checks that it is legal in `state`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; that no legal move or more than one is meant; a suffix that is
    /// not true.
    fn parse_san(&self, state: &Self::State, text: &str) -> Result<Move, TextError> {
        let san = San::parse(text)?;
        let list = self.list_onto(state, san.targets());
        let mut meant = list
            .as_slice()
            .iter()
            .filter(|m| san.may_mean(**m) && san.means(&self.move_kind(state, **m)));
        let Some(&m) = meant.next() else { return Err(self.no_such_move(state, text)) };
        if let Some(&other) = meant.next() {
            let (one, two) = (self.san(state, m), self.san(state, other));
            let message = format!("{} is ambiguous: {one} or {two}", quote(text));
            return Err(TextError::whole(text, message));
        }
        let Some(suffix) = san.suffix else { return Ok(m) };
        let claim = match (suffix, self.suffix(state, m)) {
            (Suffix::Check, Some(_)) | (Suffix::Mate, Some(Suffix::Mate)) => return Ok(m),
            (Suffix::Check, _) => "no check",
            (Suffix::Mate, _) => "no mate",
        };
        let mut error = TextError::whole(text, format!("{} is {claim}", quote(text)));
        error.suggestion = Some(self.san(state, m).to_string());
        Err(error)
    }

    /// That a text means no legal move, and what it may mean.
    fn no_such_move(&self, state: &Self::State, text: &str) -> TextError {
        let list = self.list(state);
        let spellings: Vec<_> =
            list.as_slice().iter().map(|&m| self.san(state, m).to_string()).collect();
        TextError::illegal(text).suggest(text, spellings.iter().map(String::as_str))
    }

    /// Reads a move in UCI (`e2e4`, `e7e8q`), or in SAN (`Nbd2`) as a synonym, and checks that it is
    /// legal in `state`. No text is both. What is neither may still be spelled as people write:
    /// `e2-e4`, `E2E4`, `Ng1-f3`, `e8Q`, `nf3`.
    ///
    /// # Errors
    ///
    /// What is wrong with the text; that the move is not legal.
    fn parse_uci_or_san(&self, state: &Self::State, text: &str) -> Result<Move, TextError> {
        let read = self.parse_by_the_book(state, text);
        let meant = |_: &TextError| habits::respelled(text);
        match read.as_ref().err().and_then(meant) {
            Some(meant) => self.parse_by_the_book(state, &meant).or(read),
            None => read,
        }
    }

    /// Reads a move in UCI or SAN as these are meant to be written.
    ///
    /// # Errors
    ///
    /// As [`parse_uci_or_san`](Self::parse_uci_or_san).
    fn parse_by_the_book(&self, state: &Self::State, text: &str) -> Result<Move, TextError> {
        let Ok(m) = text.parse::<Move>() else { return self.parse_san(state, text) };
        if self.is_legal(state, m) {
            return Ok(m);
        }
        let mut error = TextError::illegal(text);
        if m.promotion().is_none() && self.is_legal(state, m.promote(Kind::Queen)) {
            error.message.push_str(": a pawn that reaches the last rank becomes q, r, b or n");
            error.suggestion = Some(format!("{m}q"));
        }
        Err(error)
    }
}
